// SPDX-License-Identifier: GPL-3.0-or-later
// The char-RNN drawn from an empty canvas without the manual, and trained.
#include "app/studio/workspace/next_run.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/items.h"
#include "editor/canvas/overlays.h"
#include "editor/panels/palette.h"
#include "editor/panels/param_field.h"
#include "tests/studio/gui/stage.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QScrollArea>
#include <QTreeWidget>

namespace studio {

using State = TrainingSession::State;

namespace {

QPoint inputOf(Stage& stage, const std::string& layer, std::size_t port)
{
    return stage.at(stage.canvas().canvas().node(stage.document().nodeNamed(layer))->inputPoint(port));
}

QPoint outputOf(Stage& stage, const std::string& layer, std::size_t port)
{
    return stage.at(stage.canvas().canvas().node(stage.document().nodeNamed(layer))->outputPoint(port));
}

} // namespace

class DrawingTest : public QObject {
    Q_OBJECT

private slots:
    void theCharRnnIsDrawnFromNothingAndTrained()
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
        QCOMPARE(stage.training().run().curve.size(), 5U);
        QVERIFY(stage.waitForState(State::Idle));
    }

private:
    /// A double-click on the palette's entry.
    void fromPalette(const QString& kind)
    {
        auto* tree = m_stage->window().findChild<editor::Palette*>()->findChild<QTreeWidget*>();
        const QList<QTreeWidgetItem*> found = tree->findItems(kind, Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        tree->scrollToItem(found.first());
        doubleClick(*tree->viewport(), tree->visualItemRect(found.first()).center());
    }

    /// A few letters into the palette's field, and Enter.
    void fromSearch(const QString& words)
    {
        auto* field = m_stage->window().findChild<editor::Palette*>()->findChild<QLineEdit*>();
        click(*field);
        press(Qt::Key_A, Qt::ControlModifier);
        type(words);
        press(Qt::Key_Return);
    }

    /// Letters on the canvas open quick add.
    void byTyping(const QString& words)
    {
        type(words);
        TRY_VERIFY(m_stage->canvas().adding().openQuickAdd());
        QCOMPARE(m_stage->canvas().adding().openQuickAdd()->list().field()->text(), words);
        press(Qt::Key_Return);
        TRY_VERIFY(!m_stage->canvas().adding().openQuickAdd());
    }

    void byLooseWire(const std::string& layer, QPoint to, const QString& words)
    {
        drag(*m_stage->canvas().viewport(), outputOf(*m_stage, layer, 0), to);
        TRY_VERIFY(m_stage->canvas().adding().openQuickAdd());
        byTyping(words);
    }

    void draw()
    {
        Stage& stage = *m_stage;
        stage.newDrawing();
        fromPalette(QStringLiteral("TEXTDATA"));
        QCOMPARE(stage.document().content().nodes.size(), 1U);
        click(*stage.canvas().viewport(), stage.middleOf("textdata"));
        byTyping(QStringLiteral("embed"));
        QVERIFY(stage.hasWire("textdata", "embed"));
        byLooseWire("embed", outputOf(stage, "embed", 0) + QPoint(30, 60), QStringLiteral("lstm"));
        QVERIFY(stage.hasWire("embed", "lstm"));
        QVERIFY(stage.hasWire("textdata", "lstm")); // the wire of cont comes by itself
        fromSearch(QStringLiteral("innerpr"));
        QVERIFY(stage.hasWire("lstm", "innerproduct"));

        // The loss stands alone at first; its wires are drawn by hand.
        QWidget& ground = *stage.canvas().viewport();
        const QPoint empty = ground.rect().topLeft() + QPoint(30, 30);
        click(ground, empty);
        doubleClick(ground, empty);
        TRY_VERIFY(stage.canvas().adding().openQuickAdd());
        byTyping(QStringLiteral("softmaxwithloss"));
        QCOMPARE(stage.document().content().nodes.size(), 5U);
        QVERIFY(!stage.document().derived().problems.empty());
        press(Qt::Key_Home);
        drag(ground, outputOf(stage, "innerproduct", 0), inputOf(stage, "softmaxwithloss", 0));
        QVERIFY(stage.hasWire("innerproduct", "softmaxwithloss"));
        drag(ground, outputOf(stage, "textdata", 2), inputOf(stage, "softmaxwithloss", 1));
        QVERIFY(stage.hasWire("textdata", "softmaxwithloss"));
        QVERIFY2(stage.document().derived().problems.empty(),
                 stage.document().derived().problems.empty()
                     ? ""
                     : stage.document().derived().problems.front().sentence.c_str());
    }

    Stage* m_stage = nullptr;
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::DrawingTest)

#include "drawing_test.moc"
