// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage.h"

#include "editor/canvas/overlays.h"
#include "tests/support/qt_tests.h"

#include <QAccessible>
#include <QAction>
#include <QLineEdit>
#include <QSignalSpy>

using namespace editor;

namespace {

/// Types on the canvas what a hand types, and takes the first answer.
void addByTyping(Stage& stage, const QString& words)
{
    QTest::keyClicks(&stage.view, words.left(1));
    QuickAdd* popup = stage.view.adding().openQuickAdd();
    QVERIFY(popup);
    QTest::keyClicks(popup->list().field(), words.mid(1));
    QTest::keyClick(popup->list().field(), Qt::Key_Return);
    QVERIFY(!stage.view.adding().openQuickAdd());
}

} // namespace

class CanvasKeysTest : public QObject {
    Q_OBJECT

private slots:
    void aNetIsDrawnByKeysAlone()
    {
        Stage stage;
        addByTyping(stage, QStringLiteral("textdata"));
        addByTyping(stage, QStringLiteral("embed"));
        addByTyping(stage, QStringLiteral("lstm"));
        addByTyping(stage, QStringLiteral("inner"));
        addByTyping(stage, QStringLiteral("softmaxwith"));
        QVERIFY(stage.hasWire("text", "embed") || stage.hasWire("textdata", "embed"));
        QVERIFY(stage.hasWire("embed", "lstm"));
        QVERIFY(stage.hasWire("lstm", "innerproduct"));
        QVERIFY2(stage.document.derived().problems.empty(),
                 stage.document.derived().problems.empty()
                     ? ""
                     : stage.document.derived().problems.front().sentence.c_str());
        while (stage.document.undoStack().canUndo()) {
            stage.document.undoStack().undo();
        }
        QVERIFY(stage.document.content().nodes.empty());
    }

    void tabWalksInOrderAndLeavesAtTheEnd()
    {
        Stage stage(charRnn());
        const auto& nodes = stage.document.content().nodes;
        stage.view.goTo(nodes.front().id);
        QTest::keyClick(&stage.view, Qt::Key_Tab);
        QCOMPARE(stage.view.current(), nodes[1].id);
        QTest::keyClick(&stage.view, Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(stage.view.current(), nodes[0].id);
        QVERIFY(stage.view.canvas().state().keyboardFocus);
    }

    void tabGoesOnFromTheLayersToTheNotes()
    {
        Content content = charRnn();
        const Id note = addNote(content, Note::Kind::Comment, QStringLiteral("why"), {600, 0, 200, 80});
        Stage stage(content);
        stage.view.goTo(content.nodes.back().id);
        QTest::keyClick(&stage.view, Qt::Key_Tab);
        QCOMPARE(stage.view.current(), note);
        QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&stage.view);
        QCOMPARE(canvas->focusChild()->text(QAccessible::Name), QStringLiteral("why"));
    }

    void tabBeginsAtTheFirstLayerAndAddsNone()
    {
        Stage stage(charRnn());
        const Content before = stage.document.content();
        QCOMPARE(stage.view.current(), Id{0});
        QTest::keyClick(&stage.view, Qt::Key_Tab);
        QCOMPARE(stage.view.current(), before.nodes.front().id);
        Stage empty{Content()};
        QTest::keyClick(&empty.view, Qt::Key_Tab);
        for (int turn = 0; turn < 2; ++turn) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        QVERIFY(empty.document.content().nodes.empty());
        QCOMPARE(stage.document.content(), before);
    }

    void controlArrowsFollowWires()
    {
        Stage stage(charRnn());
        stage.view.goTo(stage.named("embed"));
        QTest::keyClick(&stage.view, Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(stage.view.current(), stage.named("lstm"));
        QTest::keyClick(&stage.view, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(stage.view.current(), stage.named("embed"));
        QCOMPARE(stage.document.selection(), std::set<Id>{stage.named("embed")});
    }

    void arrowsNudgeAndARowOfThemIsOneStep()
    {
        Stage stage(charRnn());
        const Id lstm = stage.named("lstm");
        const Content before = stage.document.content();
        stage.view.goTo(lstm);
        QTest::keyClick(&stage.view, Qt::Key_Right);
        QTest::keyClick(&stage.view, Qt::Key_Right);
        QTest::keyClick(&stage.view, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(stage.document.content().find(lstm)->position - before.find(lstm)->position, QPointF(24, 1));
        QCOMPARE(stage.document.undoStack().count(), 1);
        stage.document.undoStack().undo();
        QCOMPARE(stage.document.content(), before);
    }

    void wiresAreLedByKeys()
    {
        Content content = charRnn();
        addLayer(content, engine::layerType("DROPOUT"), {480, 240});
        Stage stage(content);
        stage.view.goTo(stage.named("lstm"));
        stage.view.actions().connectOutput->trigger();
        QTest::keyClick(&stage.view, Qt::Key_Return); // free inputs come first: that of dropout
        QVERIFY(stage.hasWire("lstm", "dropout"));
    }

    void wiresAreTakenAwayByKeys()
    {
        Stage stage(charRnn());
        stage.view.goTo(stage.named("lstm"));
        QTest::keyClick(&stage.view, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!stage.hasWire("embed", "lstm"));
        QVERIFY(stage.hasWire("lstm", "innerproduct"));
    }

    void escapeLeavesLeadingByKeys()
    {
        Stage stage(charRnn());
        const Content before = stage.document.content();
        stage.view.goTo(stage.named("lstm"));
        stage.view.actions().connectOutput->trigger();
        QVERIFY(bool(stage.view.canvas().state().hint));
        QTest::keyClick(&stage.view, Qt::Key_Down);
        QTest::keyClick(&stage.view, Qt::Key_Escape);
        QVERIFY(!stage.view.canvas().state().hint);
        QCOMPARE(stage.document.content(), before);
    }

    void f2RenamesInPlace()
    {
        Stage stage(charRnn());
        stage.view.goTo(stage.named("lstm"));
        stage.view.actions().rename->trigger();
        auto* editor = stage.view.findChild<InlineEditor*>();
        QVERIFY(editor && editor->hasFocus());
        QTest::keyClicks(editor, QStringLiteral("memory"));
        QTest::keyClick(editor, Qt::Key_Return);
        QVERIFY(stage.named("memory") != 0);
        QVERIFY(stage.view.hasFocus());
    }

    void aLayerFromThePaletteGoesBehindTheSelectedOneWhereItFits()
    {
        Stage stage(charRnn());
        stage.view.goTo(stage.named("lstm"));
        stage.view.adding().append(engine::layerType("DROPOUT"));
        QVERIFY(stage.hasWire("lstm", "dropout"));
        QCOMPARE(stage.view.current(), stage.named("dropout"));
        stage.view.goTo(stage.named("softmaxwithloss")); // a scalar comes out
        const std::size_t wires = stage.document.derived().wires.size();
        stage.view.adding().append(engine::layerType("LSTM"));
        QVERIFY(stage.named("lstm2") != 0);
        QCOMPARE(stage.document.derived().wires.size(), wires);
    }

    void screenReadersFindTheLayers()
    {
        Stage stage(charRnn());
        QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&stage.view);
        QCOMPARE(canvas->text(QAccessible::Name), QStringLiteral("Canvas"));
        stage.view.goTo(stage.named("lstm"));
        QAccessibleInterface* lstm = canvas->focusChild();
        QVERIFY(lstm && lstm->isValid());
        QCOMPARE(lstm->text(QAccessible::Name), QStringLiteral("lstm, LSTM"));
        QVERIFY(lstm->text(QAccessible::Description).contains(QStringLiteral("units")));
        QVERIFY(lstm->state().selected && lstm->state().focused);
        QCOMPARE(canvas->child(canvas->indexOfChild(lstm)), lstm);
        stage.view.actions().remove->trigger();
        QVERIFY(!lstm->isValid());
    }

    void screenReadersFindAndEditANoteWithoutWords()
    {
        Content content = charRnn();
        const Id note = addNote(content, Note::Kind::Comment, {}, {600, 0, 200, 80});
        Stage stage(content);
        QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&stage.view);
        QAccessibleInterface* item = canvas->child(canvas->childCount() - 1);
        QCOMPARE(item->text(QAccessible::Name), QStringLiteral("note"));
        item->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        auto* editor = stage.view.findChild<InlineEditor*>();
        QVERIFY(editor);
        QTest::keyClicks(editor, QStringLiteral("why"));
        stage.view.setFocus();
        QCOMPARE(stage.document.content().findNote(note)->text, QStringLiteral("why"));
    }

    void enterGoesToTheSettings()
    {
        Stage stage(charRnn());
        QSignalSpy inspected(&stage.view, &CanvasView::inspectRequested);
        stage.view.goTo(stage.named("embed"));
        QTest::keyClick(&stage.view, Qt::Key_Return);
        QCOMPARE(inspected.count(), 1);
        QCOMPARE(inspected.at(0).at(0).value<Id>(), stage.named("embed"));
    }

    void actionsAreEnabledWhereTheyCanDoSomething()
    {
        Stage stage;
        const CanvasActions& actions = stage.view.actions();
        QVERIFY(!actions.remove->isEnabled());
        QVERIFY(!actions.zoomFit->isEnabled());
        stage.document.load(charRnn());
        QVERIFY(actions.zoomFit->isEnabled());
        stage.document.select({stage.named("lstm"), stage.named("embed")});
        QVERIFY(!actions.unroll->isEnabled());
        stage.document.select({stage.named("lstm")});
        QVERIFY(actions.unroll->isEnabled());
        QVERIFY(!actions.freeze->isChecked());
        actions.freeze->trigger();
        QVERIFY(stage.view.canvas().node(stage.named("lstm"))->face().frozen);
        QVERIFY(actions.freeze->isChecked());
    }
};

HAMNET_QT_TEST(CanvasKeysTest)
#include "canvas_keys_test.moc"
