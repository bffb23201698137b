// SPDX-License-Identifier: GPL-3.0-or-later
// The char-RNN drawn from an empty canvas without the manual, undone and done again; and each sample.
#include "app/studio/start/sample_card.h"
#include "app/studio/start/start_page.h"
#include "app/studio/workspace/next_run.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/quick_add.h"
#include "editor/document/edits.h"
#include "editor/equations/cell_text_edit.h"
#include "editor/equations/equation_edit.h"
#include "editor/panels/palette.h"
#include "editor/panels/param_field.h"
#include "editor/panels/problems_panel.h"
#include "tests/studio/gui/stage.h"
#include "tests/support/paths.h"

#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTreeWidget>

namespace studio {

using State = TrainingSession::State;

class DrawingTest : public QObject {
    Q_OBJECT

private slots:
    void theCharRnnIsDrawnFromNothingAndTrained();
    void everythingIsUndoneAndDoneAgain();
    void eachSampleOpensWithoutProblems();
    void theProblemsLeadToAFaultInEquations();

private:
    void fromPalette(const QString& type);
    void fromSearch(const QString& words);
    void byTyping(const QString& words);
    void byLooseWire(const std::string& layer, QPoint to, const QString& words);
    void draw();

    Stage* m_stage = nullptr;
};

/// A double-click on the palette's entry.
void DrawingTest::fromPalette(const QString& kind)
{
    auto* tree = m_stage->window().findChild<editor::Palette*>()->findChild<QTreeWidget*>();
    const QList<QTreeWidgetItem*> found = tree->findItems(kind, Qt::MatchExactly | Qt::MatchRecursive);
    QCOMPARE(found.size(), 1);
    tree->scrollToItem(found.first());
    doubleClick(*tree->viewport(), tree->visualItemRect(found.first()).center());
}

/// A few letters into the palette's field, and Enter.
void DrawingTest::fromSearch(const QString& words)
{
    auto* field = m_stage->window().findChild<editor::Palette*>()->findChild<QLineEdit*>();
    click(*field);
    press(Qt::Key_A, Qt::ControlModifier);
    type(words);
    press(Qt::Key_Return);
}

/// Letters on the canvas open quick add.
void DrawingTest::byTyping(const QString& words)
{
    type(words);
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->canvas().adding().openQuickAdd(), patience);
    QCOMPARE(m_stage->canvas().adding().openQuickAdd()->field()->text(), words);
    press(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->canvas().adding().openQuickAdd(), patience);
}

void DrawingTest::byLooseWire(const std::string& layer, QPoint to, const QString& words)
{
    drag(*m_stage->canvas().viewport(), m_stage->output(layer, 0), to);
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->canvas().adding().openQuickAdd(), patience);
    byTyping(words);
}

void DrawingTest::draw()
{
    Stage& stage = *m_stage;
    stage.newDrawing();
    fromPalette(QStringLiteral("TEXTDATA"));
    QCOMPARE(stage.document().content().nodes.size(), 1U);
    click(*stage.canvas().viewport(), stage.middleOf("textdata"));
    byTyping(QStringLiteral("embed"));
    QVERIFY(stage.hasWire("textdata", "embed"));
    byLooseWire("embed", stage.output("embed", 0) + QPoint(30, 60), QStringLiteral("lstm"));
    QVERIFY(stage.hasWire("embed", "lstm"));
    QVERIFY(stage.hasWire("textdata", "lstm")); // the wire of cont comes by itself
    fromSearch(QStringLiteral("innerpr"));
    QVERIFY(stage.hasWire("lstm", "innerproduct"));

    // The loss stands alone at first; its wires are drawn by hand.
    QWidget& ground = *stage.canvas().viewport();
    const QPoint empty = ground.rect().topLeft() + QPoint(30, 30);
    click(ground, empty);
    doubleClick(ground, empty);
    QTRY_VERIFY_WITH_TIMEOUT(stage.canvas().adding().openQuickAdd(), patience);
    byTyping(QStringLiteral("softmaxwithloss"));
    QCOMPARE(stage.document().content().nodes.size(), 5U);
    QVERIFY(!stage.document().derived().problems.empty());
    press(Qt::Key_Home);
    drag(ground, stage.output("innerproduct", 0), stage.input("softmaxwithloss", 0));
    QVERIFY(stage.hasWire("innerproduct", "softmaxwithloss"));
    drag(ground, stage.output("textdata", 2), stage.input("softmaxwithloss", 1));
    QVERIFY(stage.hasWire("textdata", "softmaxwithloss"));
    QVERIFY2(stage.document().derived().problems.empty(),
             stage.document().derived().problems.empty()
                 ? ""
                 : stage.document().derived().problems.front().sentence.c_str());
}

void DrawingTest::theCharRnnIsDrawnFromNothingAndTrained()
{
    Stage stage;
    m_stage = &stage;
    draw();
    if (QTest::currentTestFailed()) {
        return;
    }
    // Five iterations, asked for in the training panel.
    stage.showPanel(QStringLiteral("training"));
    auto* panel = stage.window().findChild<QDockWidget*>(QStringLiteral("training"));
    auto* iterations = panel->findChild<editor::ParamField*>(QStringLiteral("iterations"));
    QVERIFY(iterations);
    panel->findChild<QScrollArea*>()->ensureWidgetVisible(iterations);
    iterations->setFocus();
    press(Qt::Key_A, Qt::ControlModifier);
    type(QStringLiteral("5"));
    press(Qt::Key_Tab);
    QVERIFY(stage.workspace().nextRun().choice().settings.at("iterations") == engine::ParamValue(5));
    press(Qt::Key_F5);
    QVERIFY(QTest::qWaitFor([&] { return stage.training().run().end.has_value(); }, patience));
    QCOMPARE(stage.training().run().record.curve.size(), 5U);
    QVERIFY(stage.waitForState(State::Idle));
}

void DrawingTest::everythingIsUndoneAndDoneAgain()
{
    Stage stage;
    m_stage = &stage;
    draw();
    if (QTest::currentTestFailed()) {
        return;
    }
    const editor::Content drawn = stage.document().content();
    click(*stage.canvas().viewport(), QPoint(10, 10));
    int steps = 0;
    for (; stage.document().undoStack().canUndo() && steps < 100; ++steps) {
        press(Qt::Key_Z, Qt::ControlModifier);
    }
    QVERIFY(stage.document().content().nodes.empty());
    QVERIFY(!stage.window().isWindowModified());
    for (int step = 0; step < steps; ++step) {
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    }
    QVERIFY(!stage.document().undoStack().canRedo());
    QVERIFY(stage.document().content() == drawn);
}

void DrawingTest::theProblemsLeadToAFaultInEquations()
{
    Stage stage;
    QVERIFY(stage.window().openFile(QString::fromStdString((sourceRoot() / "models/char_janet.prototxt").string())));
    QVERIFY(stage.waitForPage(true));
    stage.document().change(QStringLiteral("break"), [](editor::Content& content) {
        const editor::Id cell = content.findNamed("janet")->id;
        editor::setParam(content, cell, "cell", std::string());
        editor::setParam(content, cell, "equations", std::string("h = tanh(W x + )"));
    });
    stage.showPanel(QStringLiteral("problems"));
    auto& problems = *stage.window().findChild<editor::ProblemsPanel*>();
    QTRY_COMPARE_WITH_TIMEOUT(problems.findChildren<QPushButton*>().size(), 1, patience);
    click(*problems.findChild<QPushButton*>());
    auto* const equations = stage.window().findChild<editor::EquationEdit*>()->edit();
    QTRY_VERIFY_WITH_TIMEOUT(equations->hasFocus(), patience);
    QCOMPARE(equations->textCursor().position(), 15);
    picture(stage.window(), QStringLiteral("fault_in_equations"));
}

void DrawingTest::eachSampleOpensWithoutProblems()
{
    Stage stage;
    const std::size_t samples = stage.start().findChildren<SampleCard*>().size();
    QVERIFY(samples >= 5);
    for (std::size_t index = 0; index < samples; ++index) {
        SampleCard* card = stage.start().findChildren<SampleCard*>()[static_cast<qsizetype>(index)];
        QVERIFY2(stage.bringToSight(*card), qPrintable(card->text()));
        click(*card);
        QVERIFY2(stage.waitForPage(true), qPrintable(card->text()));
        QCOMPARE(stage.document().content().nodes.size(), card->sample().drawing.nodes.size());
        QVERIFY2(stage.document().derived().problems.empty(), qPrintable(card->text()));
        QTRY_COMPARE_WITH_TIMEOUT(stage.document().derived().report.parameters, card->sample().parameters, patience);
        press(Qt::Key_W, Qt::ControlModifier);
        QVERIFY(stage.waitForPage(false));
    }
}

} // namespace studio

HAMNET_WINDOW_TEST(studio::DrawingTest)

#include "drawing_test.moc"
