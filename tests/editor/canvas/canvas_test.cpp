// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage.h"

#include "editor/canvas/overlays.h"
#include "editor/canvas/value_marks.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/editor/long_chain.h"
#include "tests/studio/gui/drawn_words.h"
#include "tests/support/layer_from.h"
#include "tests/support/qt_tests.h"
#include "tests/support/slowdown.h"

#include <algorithm>
#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTimer>
#include <QTreeWidget>

using namespace editor;

namespace {

/// The char-RNN and a DROPOUT without wires to the right of it.
Content withFreeDropout()
{
    Content content = charRnn();
    addLayer(content, engine::layerType("DROPOUT"), {480, 240});
    return content;
}

/// The middle of the wire from lstm to innerproduct.
QPoint aboveScores(Stage& stage)
{
    return (stage.output(stage.named("lstm"), 0) + stage.input(stage.named("innerproduct"), 0)) / 2;
}

void drop(Stage& stage, QPoint point, const char* type, Qt::KeyboardModifiers modifiers = {})
{
    QMimeData data;
    data.setData(QString::fromLatin1(layerMimeType), type);
    QDragEnterEvent enter(point, Qt::CopyAction, &data, Qt::LeftButton, modifiers);
    QApplication::sendEvent(stage.view.viewport(), &enter);
    QDragMoveEvent move(point, Qt::CopyAction, &data, Qt::LeftButton, modifiers);
    QApplication::sendEvent(stage.view.viewport(), &move);
    QDropEvent release(point, Qt::CopyAction, &data, Qt::LeftButton, modifiers);
    QApplication::sendEvent(stage.view.viewport(), &release);
}

/// A chain of that many layers in rows of 25.
Content large(int count)
{
    Content content;
    Id last = addLayer(content, engine::layerType("TEXTDATA"), {});
    last = addAfter(content, engine::layerType("EMBED"), {last, 0}, {0, 150});
    for (int index = 2; index < count; ++index) {
        last = addAfter(content, engine::layerType("RELU"), {last, 0}, {(index % 25) * 260.0, (index / 25) * 150.0});
    }
    return content;
}

} // namespace

class CanvasTest : public QObject {
    Q_OBJECT

private slots:
    void showsWhatTheDocumentHas()
    {
        Stage stage(charRnn());
        QCOMPARE(stage.view.canvas().nodes().size(), 5u);
        QCOMPARE(stage.view.canvas().wires().size(), stage.document.derived().wires.size());
        const NodeFace& lstm = stage.view.canvas().node(stage.named("lstm"))->face();
        QCOMPARE(lstm.type, QStringLiteral("LSTM"));
        QVERIFY(!lstm.output.isEmpty());
        QVERIFY(lstm.problem.isEmpty());
        QCOMPARE(lstm.inputs.size(), 4u);
        QVERIFY(lstm.inputs[1].connected);
        QVERIFY(!lstm.inputs[2].required);
    }

    void aShippedNetFitsAtAZoomThatCanBeRead()
    {
        QSettings().remove(QStringLiteral("canvas/columns")); // as at the first start
        const Content content = contentOf(engine::readModelFile(sourceRoot() / "models/char_rnn_caffe.prototxt"));
        Stage stage(arranged(content, {}, roomByChoice()));
        stage.view.resize(950, 800);
        stage.view.camera().fitAll();
        QVERIFY2(stage.view.camera().zoom() >= 0.75, qPrintable(QString::number(stage.view.camera().zoom())));
    }

    void theLabelsOfWiresBetweenTheSameLayersStandApart()
    {
        Content content = contentOf(
            {.layers = {engine::layerFrom("in INPUT -> x cont h0",
                                          {{"shape", std::vector<engine::Shape>{{28, 128, 28}, {28, 128}, {128, 16}}}}),
                        engine::layerFrom("gru GRU x cont h0 -> h", {{"num_output", std::int64_t{16}}})}});
        Stage stage(content);
        const auto& wires = stage.view.canvas().wires();
        QCOMPARE(wires.size(), 3u);
        const QRectF cont = std::next(wires.begin())->second->labelArea(), state = wires.rbegin()->second->labelArea();
        QVERIFY(cont.width() > 20 && state.width() > 20);
        QVERIFY(!cont.intersects(state));
    }

    void noWireCrossesALabelOut()
    {
        Stage stage(charRnn());
        const CanvasScene& canvas = stage.view.canvas();
        const QList<QGraphicsItem*> items = canvas.items(Qt::AscendingOrder);
        const auto labels = std::ranges::find_if(
            items, [](const QGraphicsItem* item) { return dynamic_cast<const WireLabels*>(item) != nullptr; });
        QVERIFY(labels != items.end());
        QVERIFY(std::none_of(labels, items.end(), [](const QGraphicsItem* item) {
            return dynamic_cast<const WireItem*>(item) != nullptr; // it would be painted over them
        }));
        for (const auto& [wire, item] : canvas.wires()) {
            QVERIFY(!item->showsLabel() || (*labels)->boundingRect().contains(item->labelArea()));
        }
    }

    void histogramsLeaveTheLabelsOfWiresFree()
    {
        Stage stage(charRnn());
        const auto& canvas = stage.view.canvas();
        const auto covered = [&] {
            std::size_t count = 0;
            for (const auto& [wire, item] : canvas.wires()) {
                for (const auto& [id, node] : canvas.nodes()) {
                    const ValueMarks* marks = ValueMarks::of(*node);
                    count += marks && std::ranges::any_of(marks->sceneAreas(), [&](const QRectF& area) {
                                 return area.intersects(item->labelArea());
                             });
                }
            }
            return count;
        };
        const engine::TensorLook some{.name = "W"};
        stage.view.canvas().setValues([&](Id) {
            return NodeValues{.weights = {some, some, some, some}, .outputs = {{.port = 0, .tensor = some}}};
        });
        QVERIFY(ValueMarks::of(*canvas.node(stage.named("lstm"))));
        QCOMPARE(covered(), std::size_t{0});
        const QPointF corner = canvas.area(stage.named("lstm")).topLeft();
        stage.view.canvas().moveItems({{stage.named("lstm"), corner + QPointF(120, 60)}}); // the wires run otherwise
        QCOMPARE(covered(), std::size_t{0});
    }

    void anEditKeepsTheOtherItems()
    {
        Stage stage(charRnn());
        const NodeItem* lstm = stage.view.canvas().node(stage.named("lstm"));
        stage.view.change(QStringLiteral("Add"), [](Content& content) {
            addLayer(content, engine::layerType("RELU"), {600, 0});
        });
        QCOMPARE(stage.view.canvas().nodes().size(), 6u);
        QCOMPARE(stage.view.canvas().node(stage.named("lstm")), lstm);
        stage.document.undoStack().undo();
        QCOMPARE(stage.view.canvas().nodes().size(), 5u);
    }

    void aBoxSaysWhatALayerIsBeforeHowItIsTuned()
    {
        Stage stage(charRnn());
        stage.document.change(QStringLiteral("both"), [](Content& content) {
            const Id lstm = content.findNamed("lstm")->id;
            setParam(content, lstm, "dropout_ratio", 0.25);
            setParam(content, lstm, "num_layers", std::int64_t{2});
            setParam(content, lstm, "bidirectional", true);
        });
        const QString settings = stage.view.canvas().node(stage.named("lstm"))->face().settings;
        QVERIFY2(settings.startsWith(QStringLiteral("128 units × 2, bidirectional, ")), qPrintable(settings));
        QVERIFY2(settings.contains(QStringLiteral("dropout 0.25")), qPrintable(settings));
        stage.document.change(QStringLiteral("one"), [](Content& content) {
            setParam(content, content.findNamed("lstm")->id, "num_output", std::int64_t{1});
        });
        QVERIFY(
            stage.view.canvas().node(stage.named("lstm"))->face().settings.startsWith(QStringLiteral("1 unit × 2")));
    }

    void aRecurrentLayerIsReplacedFromItsMenu()
    {
        Stage stage(charRnn());
        const std::vector<Wire> before = wires(stage.document.content());
        const auto chosen = [&](const std::string& layer) {
            stage.view.goTo(stage.named(layer));
            bool found = false;
            QTimer::singleShot(0, [&found] {
                auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                for (const QMenu* inner : menu->findChildren<QMenu*>()) {
                    for (QAction* action : inner->title() == "Replace with" ? inner->actions() : QList<QAction*>()) {
                        if (action->text() == "CELL") {
                            action->trigger();
                            found = true;
                        }
                    }
                }
                menu->close();
            });
            QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(), QPoint());
            QApplication::sendEvent(stage.view.viewport(), &asked);
            return found;
        };
        QVERIFY(!chosen("embed"));
        QVERIFY(chosen("lstm"));
        QCOMPARE(stage.document.content().findNamed("lstm")->layer.type, "CELL");
        QVERIFY(wires(stage.document.content()) == before);
        stage.document.undoStack().undo();
        QCOMPARE(stage.document.content().findNamed("lstm")->layer.type, "LSTM");
    }

    void aNodeThatDoesNotFitSaysWhyAndOneInDoubtToo()
    {
        Content content = charRnn();
        addAfter(content, engine::layerType("RELU"), {content.findNamed("embed")->id, 0}, {});
        removeWire(content, {content.findNamed("lstm")->id, 0});
        Stage stage(content);
        const NodeFace& face = stage.view.canvas().node(stage.named("lstm"))->face();
        QVERIFY(!face.problem.isEmpty());
        QVERIFY(!face.follows);
        QVERIFY(stage.view.canvas().node(stage.named("innerproduct"))->face().follows);
        const NodeFace& relu = stage.view.canvas().node(stage.named("relu"))->face();
        QVERIFY(relu.problem.isEmpty() && !relu.doubt.isEmpty());
    }

    void aReshapeThatALaterLayerCannotTakeIsMarkedItself()
    {
        Content content = charRnn();
        const std::vector<Wire> all = wires(content);
        const Input scores{content.findNamed("softmaxwithloss")->id, 0};
        const Id reshape =
            insertOnWire(content, engine::layerType("RESHAPE"), *std::ranges::find(all, scores, &Wire::to), {});
        setParam(content, reshape, "shape", std::vector<std::int64_t>{-1, 16});
        Stage stage(content);
        const NodeFace& cause = stage.view.canvas().node(reshape)->face();
        QVERIFY(!cause.problem.isEmpty());
        QVERIFY(!cause.follows);
        QCOMPARE(cause.problemOf, QStringLiteral("softmaxwithloss"));
        stage.document.change(QStringLiteral("move"), [&](Content& moved) {
            moved.find(reshape)->position += {12, 0};
        });
        QVERIFY(!stage.view.canvas().node(reshape)->face().follows);
        QVERIFY(stage.view.canvas().node(scores.node)->face().follows);
        stage.document.change(QStringLiteral("same"), [&](Content& changed) {
            setParam(changed, reshape, "shape", std::vector<std::int64_t>{0, 0, -1});
        });
        QVERIFY(stage.view.canvas().node(reshape)->face().problem.isEmpty());
        QVERIFY(stage.document.derived().problems.empty());
    }

    void aWireIsDrawnFromOutputToInput()
    {
        Stage stage(withFreeDropout());
        const Content before = stage.document.content();
        const Id dropout = stage.named("dropout");
        const QPoint lstm = stage.output(stage.named("lstm"), 0);
        for (const auto& [from, to] :
             {std::pair(lstm, stage.input(dropout, 0)), // also backwards, and to a whole node
              std::pair(stage.input(dropout, 0), lstm), std::pair(lstm, stage.middle(dropout))}) {
            stage.drag(from, to);
            QVERIFY(stage.hasWire("lstm", "dropout"));
            stage.document.undoStack().undo();
            QCOMPARE(stage.document.content(), before);
        }
    }

    void whatAnotherPhaseHasIsFaded()
    {
        Content content = withFreeDropout();
        content.find(content.findNamed("dropout")->id)->layer.include = {{.phase = engine::Phase::Test}};
        Stage stage(content);
        const NodeItem* dropout = stage.view.canvas().node(stage.named("dropout"));
        QVERIFY(dropout->face().outsidePhase);
        stage.document.showPhase(engine::Phase::Test);
        QVERIFY(!dropout->face().outsidePhase);
    }

    void notesAreCopiedWithWhatTheyFrame()
    {
        Content content = charRnn();
        addNote(content, Note::Kind::Comment, QStringLiteral("two gates"), {400, 0, 200, 96});
        Stage stage(content);
        stage.view.actions().selectAll->trigger();
        stage.view.actions().duplicate->trigger();
        QCOMPARE(stage.document.content().notes.size(), 2u);
        QCOMPARE(stage.document.content().notes[1].text, QStringLiteral("two gates"));
        const QPointF moved = stage.document.content().notes[1].area.topLeft() - content.notes[0].area.topLeft();
        QCOMPARE(stage.document.content().findNamed("lstm2")->position - content.findNamed("lstm")->position, moved);
    }

    void portsTellWhileDraggingWhetherTheyFit()
    {
        Stage stage(withFreeDropout());
        const Content before = stage.document.content();
        const Id dropout = stage.named("dropout"), embed = stage.named("embed");
        stage.hold(stage.output(stage.named("lstm"), 0), stage.middle(dropout) + QPoint(0, 200));
        const auto& hint = stage.view.canvas().state().hint;
        QVERIFY(bool(hint));
        QCOMPARE(hint(Input{dropout, 0}), PortHint::Fits);
        QCOMPARE(hint(Input{embed, 0}), PortHint::Unfit); // it would close a circle
        QTest::keyClick(&stage.view, Qt::Key_Escape);     // which drops the wire
        QVERIFY(!stage.view.canvas().state().hint);
        QTest::mouseRelease(stage.view.viewport(), Qt::LeftButton, {}, stage.input(dropout, 0));
        QCOMPARE(stage.document.content(), before);
    }

    void aWireThatDoesNotFitIsRefusedWithItsReason()
    {
        Stage stage(withFreeDropout());
        const Content before = stage.document.content();
        const QPoint port = stage.input(stage.named("embed"), 0);
        stage.hold(stage.output(stage.named("lstm"), 0), port);
        const auto* reason = stage.view.findChild<QLabel*>(QStringLiteral("wireReason"));
        QVERIFY(reason->isVisible());
        QVERIFY(reason->text().contains(QStringLiteral("circle")));
        QTest::mouseRelease(stage.view.viewport(), Qt::LeftButton, {}, port);
        QVERIFY(!reason->isVisible());
        QVERIFY(stage.view.said().contains(QStringLiteral("circle")));
        QCOMPARE(stage.document.content(), before);
    }

    void aWireIsPickedUpAtItsEndAndLetGoOverNothing()
    {
        Stage stage(charRnn());
        const Id lstm = stage.named("lstm");
        stage.drag(stage.input(lstm, 0), stage.input(lstm, 0) + QPoint(-250, -10));
        QVERIFY(!stage.hasWire("embed", "lstm"));
        QVERIFY(!stage.view.adding().openQuickAdd());
    }

    void anUndoInTheMiddleOfADragGivesTheDragUp()
    {
        Stage stage(charRnn());
        stage.view.adding().append(engine::layerType("DROPOUT"));
        const Id dropout = stage.named("dropout");
        stage.hold(stage.middle(dropout), stage.middle(dropout) + QPoint(150, 90));
        stage.document.undoStack().undo();
        QVERIFY(!stage.view.canvas().node(dropout));
        QTest::mouseRelease(stage.view.viewport(), Qt::LeftButton, {}, QPoint(300, 300));
        QCOMPARE(stage.document.content().nodes.size(), 5u);
    }

    void aWireOverNothingOffersWhatFits()
    {
        Stage stage(charRnn());
        const QPoint nowhere = stage.output(stage.named("lstm"), 0) + QPoint(250, 40);
        stage.drag(stage.output(stage.named("lstm"), 0), nowhere);
        QuickAdd* popup = stage.view.adding().openQuickAdd();
        QVERIFY(popup);
        QTest::keyClicks(popup->list().field(), QStringLiteral("drop"));
        QTest::keyClick(popup->list().field(), Qt::Key_Return);
        QVERIFY(!stage.view.adding().openQuickAdd());
        QVERIFY(stage.hasWire("lstm", "dropout"));
        QCOMPARE(stage.document.selection(), std::set<Id>{stage.named("dropout")});
    }

    void quickAddFindsByNameByCaffesNameAndByPurpose()
    {
        QCOMPARE(matchQuality(engine::layerType("INNERPRODUCT"), QStringLiteral("inner product")), 4);
        QCOMPARE(matchQuality(engine::layerType("INNERPRODUCT"), QStringLiteral("inner")), 3);
        QCOMPARE(matchQuality(engine::layerType("TEXTDATA"), QStringLiteral("data")), 2);
        QCOMPARE(matchQuality(engine::layerType("LSTM"), QStringLiteral("remembers")), 1);
        QCOMPARE(matchQuality(engine::layerType("LSTM"), QStringLiteral("softmax")), 0);
    }

    void portsAreNamedUnderThePointerAndWhereThereIsRoomAlways()
    {
        Stage stage(charRnn());
        const auto writes = [&](const QString& name) {
            const auto words = studio::drawnWords(*stage.view.viewport());
            return std::ranges::any_of(words, [&](const auto& one) { return one.text == name; });
        };
        const QString port = QString::fromStdString(inputPorts(*stage.document.content().findNamed("lstm")).at(1).name);
        stage.view.camera().setZoom(0.8);
        stage.view.centerOn(stage.view.canvas().area(stage.named("lstm")).center());
        QVERIFY(!writes(port));
        QTest::mouseMove(stage.view.viewport(), stage.middle(stage.named("lstm")));
        TRY_VERIFY(writes(port));
        QTest::mouseMove(stage.view.viewport(), QPoint(3, 3));
        TRY_VERIFY(!writes(port));
        stage.view.camera().setZoom(1.5);
        stage.view.centerOn(stage.view.canvas().area(stage.named("lstm")).center());
        QVERIFY(writes(port));
    }

    void theColoursOfTheDrawingHaveALegend()
    {
        Stage stage(charRnn());
        auto* legend = stage.view.findChild<HeatLegend*>();
        QVERIFY(!legend->isVisible());
        stage.view.setHeat([](Id) { return std::optional(0.5); }, QStringLiteral("Parameters"),
                           QStringLiteral("3.25 M"));
        QVERIFY(legend->isVisible());
        QVERIFY(stage.view.rect().contains(legend->geometry()));
        stage.view.camera().setZoom(1); // a layer in the corner where it stands: it goes to another one
        for (const QPoint corner : {QPoint(0, 800), QPoint(0, 0)}) {
            stage.view.centerOn(stage.view.canvas().area(stage.named("lstm")).center());
            stage.view.camera().panBy(corner - stage.middle(stage.named("lstm")));
            const QRectF area = stage.view.mapToScene(legend->geometry()).boundingRect();
            QVERIFY(!area.intersects(stage.view.canvas().area(stage.named("lstm"))));
            QVERIFY(stage.view.rect().contains(legend->geometry()));
        }
        QStringList words;
        for (const auto& one : studio::drawnWords(*legend)) {
            if (one.text.trimmed().isEmpty()) {
                continue; // a colour
            }
            words << one.text;
            QVERIFY2((one.clip & one.sheet).adjusted(-1, -1, 1, 1).contains(one.place), qPrintable(one.text));
        }
        QCOMPARE(words, (QStringList{QStringLiteral("Parameters"), QStringLiteral("0"), QStringLiteral("3.25 M")}));
        stage.view.setHeat({});
        QVERIFY(!legend->isVisible());
    }

    void theLayoutIsAChoiceThatArrangesAndIsKept()
    {
        Stage stage(longChain(40));
        const auto width = [&] { return stage.view.canvas().drawing().width(); };
        stage.view.actions().oneColumn->trigger();
        const double one = width(), small = stage.view.camera().zoom();
        stage.view.actions().severalColumns->trigger();
        QVERIFY(width() > 3 * one);
        QVERIFY(stage.view.camera().zoom() > 1.5 * small);
        QVERIFY(chosenColumns() == Columns::Several);
        stage.document.undoStack().undo();
        QCOMPARE(width(), one);
        stage.view.actions().arrange->trigger(); // by the choice that was made
        QVERIFY(width() > 3 * one);
        QVERIFY(CanvasView(stage.document).actions().severalColumns->isChecked());
        stage.view.actions().oneColumn->trigger();
        QCOMPARE(width(), one);
        QVERIFY(chosenColumns() == Columns::One);
    }

    void doubleClickOnEmptyCanvasOffersEverything()
    {
        Stage stage;
        QTest::mouseDClick(stage.view.viewport(), Qt::LeftButton, {}, QPoint(200, 200));
        QuickAdd* popup = stage.view.adding().openQuickAdd();
        QVERIFY(popup);
        QCOMPARE(int(popup->list().shown().size()), int(engine::catalog().size()));
        QTest::keyClick(popup->list().field(), Qt::Key_Escape);
        QVERIFY(!stage.view.adding().openQuickAdd());
        QVERIFY(stage.document.content().nodes.empty());
    }

    void aClickThatActivatesAddsOneLayer()
    {
        Stage stage;
        QTest::mouseDClick(stage.view.viewport(), Qt::LeftButton, {}, QPoint(200, 200));
        QuickAdd* popup = stage.view.adding().openQuickAdd();
        QVERIFY(popup);
        QTreeWidget* tree = popup->list().tree();
        QTreeWidgetItem* item = popup->list().shown().front();
        emit tree->itemClicked(item, 0);
        emit tree->itemActivated(item, 0); // as some desktops do
        QCOMPARE(stage.document.content().nodes.size(), 1u);
    }

    void whatIsGoingOnStaysWhenMemoryIsCountedForAnotherEngine()
    {
        Stage stage(charRnn());
        QTest::mouseDClick(stage.view.viewport(), Qt::LeftButton, {}, QPoint(5, 5));
        QVERIFY(stage.view.adding().openQuickAdd());
        const std::int64_t before = stage.document.derived().report.memory.total();
        stage.document.setMemoryOf(QStringLiteral("a test's"), [](const auto&... of) {
            engine::LayerMemory memory = engine::memoryByFormula(of...);
            memory.workspace += 1000;
            return memory;
        });
        QVERIFY(stage.document.derived().report.memory.total() > before);
        QVERIFY(stage.view.adding().openQuickAdd());
    }

    void aLayerFromThePaletteIsDropped()
    {
        Stage stage;
        drop(stage, {400, 300}, "LSTM");
        QCOMPARE(stage.document.content().nodes.size(), 1u);
        QVERIFY(stage.view.canvas().area(stage.named("lstm")).contains(stage.view.mapToScene(400, 300)));
        drop(stage, {400, 440}, "INNERPRODUCT");
        drop(stage, {400, 440}, "SOFTMAXWITHLOSS"); // on what lies there: beside it
        QVERIFY(stage.hasWire("lstm", "innerproduct"));
        const QRectF scores = stage.view.canvas().area(stage.named("innerproduct"));
        QVERIFY(!scores.intersects(stage.view.canvas().area(stage.named("softmaxwithloss"))));
        drop(stage, {400, 580}, "RELU", Qt::AltModifier);
        QVERIFY(!stage.hasWire("innerproduct", "relu"));
    }

    void aLayerDroppedOnAWireGoesIntoIt()
    {
        Stage stage(charRnn());
        const QPoint wire = aboveScores(stage);
        drop(stage, wire, "DROPOUT");
        QVERIFY(stage.hasWire("lstm", "dropout"));
        QVERIFY(stage.hasWire("dropout", "innerproduct"));
        QVERIFY(!stage.hasWire("lstm", "innerproduct"));
        stage.document.undoStack().undo();
        drop(stage, aboveScores(stage), "DROPOUT", Qt::AltModifier); // beside it
        QVERIFY(stage.hasWire("lstm", "innerproduct"));
    }

    void doubleClickOnAWireOffersWhatFitsIntoIt()
    {
        Stage stage(charRnn());
        const QPoint wire = aboveScores(stage);
        QTest::mouseDClick(stage.view.viewport(), Qt::LeftButton, {}, wire);
        QuickAdd* popup = stage.view.adding().openQuickAdd();
        QVERIFY(popup);
        QTest::keyClicks(popup->list().field(), QStringLiteral("dropout"));
        QTest::keyClick(popup->list().field(), Qt::Key_Return);
        QVERIFY(stage.hasWire("lstm", "dropout"));
        QVERIFY(stage.hasWire("dropout", "innerproduct"));
        const QRectF dropout = stage.view.canvas().area(stage.named("dropout"));
        QVERIFY(!dropout.intersects(stage.view.canvas().area(stage.named("innerproduct"))));
        QVERIFY(!dropout.intersects(stage.view.canvas().area(stage.named("lstm"))));
    }

    void aFreeNodeMovedOntoAWireGoesIntoIt()
    {
        Stage stage(withFreeDropout());
        const QPoint wire = aboveScores(stage);
        stage.drag(stage.middle(stage.named("dropout")), wire);
        QVERIFY(stage.hasWire("lstm", "dropout"));
        QVERIFY(stage.hasWire("dropout", "innerproduct"));
        stage.document.undoStack().undo();
        QVERIFY(stage.hasWire("lstm", "innerproduct"));
    }

    void controlDeleteLeavesTheEndsOpen()
    {
        Stage stage(charRnn());
        stage.click(stage.middle(stage.named("lstm")));
        QTest::keyClick(&stage.view, Qt::Key_Delete, Qt::ControlModifier);
        QVERIFY(!stage.hasWire("embed", "innerproduct"));
        QCOMPARE(stage.view.canvas().nodes().size(), 4u);
    }

    void aSelectedWireIsDeleted()
    {
        Stage stage(charRnn());
        const Id lstm = stage.named("lstm"), scores = stage.named("innerproduct");
        stage.view.camera().setZoom(3);
        stage.view.centerOn(stage.view.canvas().node(lstm)->outputPoint(0));
        stage.click((stage.output(lstm, 0) + stage.input(scores, 0)) / 2);
        QCOMPARE(stage.view.canvas().state().selectedWires.size(), 1u);
        QTest::keyClick(&stage.view, Qt::Key_Delete);
        QVERIFY(!stage.hasWire("lstm", "innerproduct"));
    }

    void wiresAreCutByAStrokeOfTheRightButton()
    {
        Stage stage(charRnn());
        const QPoint wire = aboveScores(stage);
        stage.drag(wire - QPoint(40, 0), wire + QPoint(40, 2), Qt::RightButton, Qt::ControlModifier);
        QVERIFY(!stage.hasWire("lstm", "innerproduct"));
        QVERIFY(stage.hasWire("embed", "lstm"));
    }

    void clicksAndBandSelect()
    {
        Stage stage(charRnn());
        const Id embed = stage.named("embed"), lstm = stage.named("lstm");
        stage.click(stage.middle(embed));
        QCOMPARE(stage.document.selection(), std::set<Id>{embed});
        stage.click(stage.middle(lstm), Qt::ControlModifier);
        QCOMPARE(stage.document.selection(), (std::set<Id>{embed, lstm}));
        stage.click(stage.middle(embed), Qt::ShiftModifier);
        QCOMPARE(stage.document.selection(), std::set<Id>{lstm});
        const QRectF around = stage.view.canvas().area(embed) | stage.view.canvas().area(lstm);
        stage.drag(stage.at(around.topLeft() - QPointF(150, 4)), stage.at(around.bottomRight() + QPointF(4, -4)));
        QCOMPARE(stage.document.selection(), (std::set<Id>{embed, lstm}));
        stage.click(QPoint(4, 4));
        QVERIFY(stage.document.selection().empty());
    }

    void movingSnapsToTheGridAndIsOneUndoStep()
    {
        Stage stage(charRnn());
        const Id lstm = stage.named("lstm");
        const Content before = stage.document.content();
        stage.drag(stage.middle(lstm), stage.middle(lstm) + QPoint(301, 37));
        const QPointF place = stage.document.content().find(lstm)->position;
        QVERIFY(place != before.find(lstm)->position);
        QCOMPARE(std::fmod(place.x(), gridStep), 0.0);
        QCOMPARE(stage.document.undoStack().count(), 1);
        stage.document.undoStack().undo();
        QCOMPARE(stage.document.content(), before);
        QCOMPARE(stage.view.canvas().area(lstm).topLeft(), before.find(lstm)->position);
    }

    void copyGivesPrototxtThatPastesBack()
    {
        Stage stage(charRnn());
        stage.document.select({stage.named("embed"), stage.named("lstm")});
        stage.view.actions().copy->trigger();
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("type: \"LSTM\"")));
        stage.view.actions().paste->trigger();
        QCOMPARE(stage.view.canvas().nodes().size(), 7u);
        QCOMPARE(stage.document.selection().size(), 2u);
        QVERIFY(stage.hasWire("embed2", "lstm2"));
        const auto distance = [&stage](const char* from, const char* to) {
            return stage.document.content().findNamed(to)->position -
                   stage.document.content().findNamed(from)->position;
        };
        QCOMPARE(distance("embed2", "lstm2"), distance("embed", "lstm"));
    }

    void aCommentIsKeptByEscapeAndByAClickElsewhere()
    {
        Stage stage(charRnn());
        stage.view.camera().setZoom(1);
        for (const bool byClick : {false, true}) {
            stage.view.actions().addComment->trigger();
            TRY_VERIFY(QApplication::focusWidget() &&
                       QApplication::focusWidget()->objectName() == QStringLiteral("inlineEditor"));
            QWidget* const words = QApplication::focusWidget();
            QTest::keyClicks(words, "why it forgets");
            if (byClick) {
                QVERIFY(!words->geometry().contains(3, 3));
                QTest::mouseClick(stage.view.viewport(), Qt::LeftButton, {}, {3, 3});
            } else {
                QTest::keyClick(words, Qt::Key_Escape);
            }
            QCOMPARE(stage.document.content().notes.back().text, QStringLiteral("why it forgets"));
            stage.document.undoStack().undo();
            QVERIFY(stage.document.content().notes.empty() ||
                    stage.document.content().notes.back().text != QStringLiteral("why it forgets"));
        }
    }

    void notesAreMadeMovedResizedAndCarryTheirContents()
    {
        Stage stage(charRnn());
        stage.view.camera().setZoom(1);
        stage.document.select({stage.named("embed"), stage.named("lstm")});
        stage.view.actions().addFrame->trigger();
        QTest::keyClick(stage.view.findChild<QWidget*>(QStringLiteral("inlineEditor")), Qt::Key_Escape);
        QCOMPARE(stage.document.content().notes.size(), 1u);
        const Note frame = stage.document.content().notes.front();
        stage.view.camera().reveal(frame.id);
        const QPointF before = stage.document.content().findNamed("lstm")->position;
        QPointF grip = frame.area.topLeft() + QPointF(20, 14);
        while (stage.view.canvas().hitAt(grip, 9).kind != Hit::Kind::Note) { // wires cross the title
            grip.rx() += 4;
            QVERIFY(grip.x() < frame.area.right());
        }
        const QPoint title = stage.at(grip);
        stage.drag(title, title + QPoint(120, 0));
        QVERIFY(stage.document.content().findNamed("lstm")->position.x() > before.x());
        QCOMPARE(stage.document.content().findNamed("lstm")->position.y(), before.y());
        QCOMPARE(stage.document.content().findNamed("innerproduct")->position.x(),
                 charRnn().findNamed("innerproduct")->position.x());
        const QRectF moved = stage.document.content().notes.front().area;
        stage.drag(stage.at(moved.bottomRight()), stage.at(moved.bottomRight() + QPointF(48, 24)));
        QVERIFY(stage.document.content().notes.front().area.width() > moved.width());
        QCOMPARE(stage.document.content().notes.front().area.topLeft(), moved.topLeft());
    }

    void fittingShowsAllOfThreeHundredLayers()
    {
        Stage stage(longChain(300));
        stage.view.camera().fitAll();
        for (const Node& node : stage.document.content().nodes) {
            QVERIFY2(stage.view.camera().shownArea().contains(stage.view.canvas().area(node.id)),
                     node.layer.name.c_str());
        }
    }

    void escapeFromTheListOnAWireLeavesTheViewWhereItWas()
    {
        Stage stage(arranged(longChain(100)));
        stage.view.camera().setZoom(1);
        const std::vector<Wire>& wires = stage.document.derived().wires;
        const Wire wire = *std::ranges::find(wires, stage.document.content().nodes.back().id,
                                             [](const Wire& one) { return one.to.node; });
        const QPointF middle = stage.view.canvas().wire(wire)->path().pointAtPercent(0.5);
        stage.view.centerOn(middle);
        const QRectF before = stage.view.camera().shownArea();
        const Content drawn = stage.document.content();
        QTest::mouseDClick(stage.view.viewport(), Qt::LeftButton, {}, stage.at(middle));
        QuickAdd* popup = stage.view.adding().openQuickAdd();
        QVERIFY(popup);
        QVERIFY(int(popup->list().shown().size()) < int(engine::catalog().size())); // of what can stand in a wire
        TRY_VERIFY(popup->list().field()->hasFocus());
        QTest::keyClick(popup->list().field(), Qt::Key_Escape);
        TRY_VERIFY(stage.view.hasFocus());
        QCOMPARE(stage.view.camera().shownArea(), before);
        QCOMPARE(stage.document.content(), drawn);
    }

    void zoomStaysInItsRangeWhateverComes()
    {
        Stage stage(charRnn());
        QSignalSpy zoomed(&stage.view.camera(), &Camera::zoomChanged);
        stage.view.camera().setZoom(1000);
        QCOMPARE(stage.view.camera().zoom(), maxZoom);
        stage.view.camera().setZoom(0);
        QCOMPARE(stage.view.camera().zoom(), minZoom);
        stage.view.camera().setZoom(std::numeric_limits<double>::quiet_NaN());
        QCOMPARE(stage.view.camera().zoom(), minZoom);
        QCOMPARE(zoomed.count(), 2);
        stage.view.camera().zoomBy(std::numeric_limits<double>::infinity(), {});
        QVERIFY(std::isfinite(stage.view.camera().zoom()));
    }

    void zoomingKeepsThePointUnderThePointer()
    {
        Stage stage(charRnn());
        stage.view.camera().setZoom(1);
        const QPoint pointer(300, 200);
        const QPointF before = stage.view.mapToScene(pointer);
        stage.view.camera().zoomBy(1.7, pointer);
        QVERIFY((stage.view.mapToScene(pointer) - before).manhattanLength() < 2);
    }

    void theMiddleStaysWhenAPanelOpens()
    {
        Stage stage(charRnn());
        const auto middle = [&] { return stage.view.mapToScene(stage.view.viewport()->rect().center()); };
        const QPointF before = middle();
        for (const QSize size : {QSize(700, 640), QSize(1000, 800)}) {
            stage.view.resize(size);
            TRY_COMPARE(stage.view.viewport()->size(), size);
            QVERIFY((middle() - before).manhattanLength() * stage.view.camera().zoom() < 3);
        }
        for (const QSize size : {QSize(700, 640), QSize(1000, 800)}) { // the first while it is hidden
            stage.view.setVisible(size.width() > 700);
            stage.view.resize(size);
        }
        TRY_COMPARE(stage.view.viewport()->size(), QSize(1000, 800));
        QVERIFY((middle() - before).manhattanLength() * stage.view.camera().zoom() < 3);
    }

    void undoAndRedoShowTheLayerThatTheyChange()
    {
        Stage stage(arranged(longChain(100)));
        stage.view.camera().setZoom(1);
        const Id last = stage.document.content().nodes.back().id, first = stage.document.content().nodes.front().id;
        const auto isSeen = [&](Id id) {
            return stage.view.camera().shownArea().contains(stage.view.canvas().area(id));
        };
        stage.document.change(QStringLiteral("rename"), [&](Content& content) { rename(content, last, "renamed"); });
        stage.view.camera().reveal(first);
        stage.document.undoStack().undo();
        QVERIFY(isSeen(last));
        stage.view.camera().panBy({0, -10});
        const QRectF before = stage.view.camera().shownArea();
        QVERIFY(isSeen(last));
        stage.document.undoStack().redo();
        QCOMPARE(stage.view.camera().shownArea(), before); // nothing moves
        stage.document.change(QStringLiteral("rename the net"), [](Content& content) { content.name = "renamed"; });
        stage.view.camera().panBy({0, 100'000});
        const QRectF elsewhere = stage.view.camera().shownArea();
        stage.document.undoStack().undo(); // of no layer
        QCOMPARE(stage.view.camera().shownArea(), elsewhere);
    }

    void aNewLayerIsSeenWholeInANarrowCanvas()
    {
        Stage stage;
        stage.view.resize(365, 500);
        stage.view.camera().setZoom(1);
        const Id id = stage.view.adding().append(engine::layerType("TEXTDATA"));
        const auto isWhole = [&] { return stage.view.camera().shownArea().contains(stage.view.canvas().area(id)); };
        QVERIFY(isWhole());
        stage.view.resize(340, 500); // as a panel beside it does that shows the layer's settings
        TRY_COMPARE(stage.view.viewport()->width(), 340);
        QVERIFY(isWhole());
    }

    void anOverviewShowsAndMovesTheCanvas()
    {
        Stage stage(arranged(large(100)));
        auto* map = stage.view.findChild<Minimap*>(QStringLiteral("minimap"));
        QVERIFY(!map->isVisible()); // there is nothing more to see
        stage.view.camera().setZoom(1);
        QVERIFY(map->isVisible());
        const QPointF target = stage.view.canvas().drawing().bottomRight() - QPointF(100, 200);
        QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, map->mapFromScene(target));
        QVERIFY(stage.view.camera().shownArea().contains(target));
        stage.view.actions().minimap->trigger();
        QVERIFY(!map->isVisible());
    }

    void aColumnColoursTheNodes()
    {
        Stage stage(charRnn());
        const Id lstm = stage.named("lstm");
        stage.view.setHeat([lstm](Id id) { return id == lstm ? std::optional(2.0) : std::nullopt; });
        QCOMPARE(stage.view.canvas().node(lstm)->face().heat, std::optional(1.0));
        QVERIFY(!stage.view.canvas().node(stage.named("embed"))->face().heat);
        stage.view.camera().setZoom(1);
        stage.view.centerOn(stage.view.canvas().area(lstm).center());
        const QImage image = stage.view.viewport()->grab().toImage();
        const QPoint ground = stage.at(stage.view.canvas().area(lstm).bottomRight() - QPointF(40, 6));
        QCOMPARE(image.pixelColor(ground * image.devicePixelRatio()), theme().heat(1));
        stage.view.setHeat({});
        QVERIFY(!stage.view.canvas().node(lstm)->face().heat);
    }

    void doubleClickUnrollsAnLstmAndInspectsOthers()
    {
        Stage stage(charRnn());
        QSignalSpy unrolled(&stage.view, &CanvasView::unrollRequested);
        QSignalSpy inspected(&stage.view, &CanvasView::inspectRequested);
        QTest::mouseDClick(stage.view.viewport(), Qt::LeftButton, {}, stage.middle(stage.named("lstm")));
        QCOMPARE(unrolled.count(), 1);
        QTest::mouseDClick(stage.view.viewport(), Qt::LeftButton, {}, stage.middle(stage.named("embed")));
        QCOMPARE(inspected.count(), 1);
    }

    /// Four times as many must not take sixteen times as long, and what lies out of sight hardly any time.
    void aFrameTakesTimeByTheNumberOfNodesInView()
    {
        Stage few(large(150)), many(large(600));
        const auto slower = [&](double zoom, double bound) {
            for (Stage* stage : {&few, &many}) {
                stage->view.camera().setZoom(zoom);
                stage->view.centerOn(stage->view.canvas().area(stage->document.content().nodes[40].id).center());
            }
            QImage image(few.view.viewport()->size(), QImage::Format_ARGB32_Premultiplied);
            return slowdown([&] { few.view.viewport()->render(&image); }, [&] { many.view.viewport()->render(&image); },
                            bound);
        };
        for (const auto& [zoom, bound] : {std::pair(minZoom, 8), std::pair(minZoomForText, 8), std::pair(1.0, 3)}) {
            const double found = slower(zoom, bound);
            QVERIFY2(found < bound, qPrintable(QStringLiteral("zoom %1: %2").arg(zoom).arg(found)));
        }
    }

    void anEditIsMirroredInTimeByTheNumberOfNodes()
    {
        Stage few(large(125)), many(large(500));
        const double slower = slowdown([&] { few.view.canvas().sync(); }, [&] { many.view.canvas().sync(); }, 8);
        QVERIFY2(slower < 8, qPrintable(QString::number(slower)));
    }
};

HAMNET_QT_TEST(CanvasTest)
#include "canvas_test.moc"
