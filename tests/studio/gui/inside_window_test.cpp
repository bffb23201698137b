// SPDX-License-Identifier: GPL-3.0-or-later
// What is in a net while it trains: turned on in the menu, seen in the drawing and in its panel, turned off again.
#include "app/studio/inside/values_panel.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/items.h"
#include "editor/canvas/value_marks.h"
#include "editor/document/document.h"
#include "tests/studio/gui/stage.h"

#include <QTableView>

namespace studio {

namespace {

const editor::ValueMarks* marksOf(Stage& stage, const std::string& layer)
{
    const editor::Node* const node = stage.document().content().findNamed(layer);
    const editor::NodeItem* const item = node ? stage.canvas().canvas().node(node->id) : nullptr;
    return item ? editor::ValueMarks::of(*item) : nullptr;
}

} // namespace

class InsideWindowTest : public QObject {
    Q_OBJECT

private slots:
    void valuesAreSeenWhileItTrains()
    {
        Stage stage(Stage::With::SmallSample);
        press(Qt::Key_F5);
        QVERIFY(stage.waitForIteration(5));
        QVERIFY(!marksOf(stage, "lstm"));
        const auto* strip = stage.window().findChild<LayerStrip*>();
        const auto saysOf = [strip](const QString& layer) { // no words where nothing was seen
            return strip->findItems(layer + u'\n', Qt::MatchStartsWith).size();
        };
        QCOMPARE(saysOf(QStringLiteral("lstm")), 0);

        stage.clickInMenu("lookInside");
        auto* panel = stage.window().findChild<ValuesPanel*>();
        QVERIFY(panel->isVisible());
        TRY_VERIFY(panel->look());
        TRY_VERIFY(marksOf(stage, "lstm"));
        QCOMPARE(marksOf(stage, "lstm")->values().weights.size(), std::size_t{3});
        QCOMPARE(marksOf(stage, "lstm")->values().outputs.size(), std::size_t{1});
        QVERIFY(!panel->findings().isEmpty());
        QCOMPARE(saysOf(QStringLiteral("lstm")), 1);
        QCOMPARE(saysOf(QStringLiteral("text")), 0); // it has nothing to learn
        const std::int64_t first = panel->look()->iteration;
        TRY_VERIFY(panel->look()->iteration > first); // it follows the run
        stage.canvas().camera().setZoom(1);

        stage.clickInMenu("lookInside");
        QVERIFY(!marksOf(stage, "lstm"));
        QVERIFY(!panel->findChild<QTableView*>()->isVisible());
        press(Qt::Key_F5, Qt::ShiftModifier);
    }
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::InsideWindowTest)

#include "inside_window_test.moc"
