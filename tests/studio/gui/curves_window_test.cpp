// SPDX-License-Identifier: GPL-3.0-or-later
// Curves and diary point at each other's places; what is in a net while it trains is turned on and seen.
#include "app/studio/inside/values_panel.h"
#include "app/studio/plots/curve_readout.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/text/diary.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/items.h"
#include "editor/canvas/value_marks.h"
#include "editor/document/document.h"
#include "editor/widgets/report_table.h"
#include "tests/studio/gui/stage.h"
#include "tests/studio/plots/sample_runs.h"
#include "tests/studio/small_net.h"
#include "tests/support/qt_find.h"

#include <QSlider>
#include <QToolButton>

using namespace studio;

namespace {

const editor::ValueMarks* marksOf(Stage& stage, const std::string& layer)
{
    const editor::Node* const node = stage.document().content().findNamed(layer);
    const editor::NodeItem* const item = node ? stage.canvas().canvas().node(node->id) : nullptr;
    return item ? editor::ValueMarks::of(*item) : nullptr;
}

} // namespace

class CurvesWindowTest : public QObject {
    Q_OBJECT

public:
    explicit CurvesWindowTest(const Home& home) : m_home(home) {}

private slots:
    void theDiaryIsMarkedInTheCurvesAndFollowsTheirCursor()
    {
        Stage stage(Stage::With::SmallSample);
        setNextRun(stage.workspace(), {{"sample_every", 20}, {"sample_length", 20}});
        press(Qt::Key_F5);
        auto& diary = *stage.window().findChild<Diary*>();
        TRY_VERIFY(diary.size() >= 3);
        QVERIFY(stage.stops());
        stage.showPanel(QStringLiteral("curves"));
        stage.showPanel(QStringLiteral("diary"));

        CurveView& view = stage.window().findChild<LossPlot*>()->view();
        TRY_VERIFY(view.height() >= stage.window().height() / 5); // with the strip below
        const auto movesTo = [&](double share) { // of the width; the curves may still have to be laid out
            const std::optional<std::int64_t> before = view.readout().iteration();
            return QTest::qWaitFor(
                [&] {
                    const QRect pane = view.axisRect(0)->rect();
                    QTest::mouseMove(&view, QPoint(pane.left() + qRound(share * pane.width()), pane.center().y()));
                    return view.readout().iteration() && view.readout().iteration() != before;
                },
                patience);
        };

        // Who follows the run is not torn away by the cursor.
        QVERIFY(diary.isFollowing());
        const auto* samples = diary.findChild<QSlider*>(); // the newest is shown some times a second at most
        TRY_COMPARE(samples->value(), samples->maximum());
        const std::int64_t newest = diary.shown()->iteration;
        QVERIFY(movesTo(0.5));
        QVERIFY(diary.isFollowing());
        QCOMPARE(diary.shown()->iteration, newest);

        // Choosing a sample draws the line.
        click(*called<QToolButton>(diary, QStringLiteral("Earlier sample")));
        TRY_VERIFY(diary.shown()->iteration < newest);
        QVERIFY(!diary.isFollowing());
        QCOMPARE(view.readout().mark(), std::optional(diary.shown()->iteration));

        // Then the cursor leads.
        QVERIFY(movesTo(0.05));
        const std::int64_t first = diary.shown()->iteration;
        QVERIFY(movesTo(0.95));
        QVERIFY(diary.shown()->iteration > first);
        QVERIFY(diary.shown()->iteration <= *view.readout().iteration());
    }

    void theTickedRunsAreKeptInTheProject()
    {
        const std::filesystem::path file = m_home.path("three.hamnet");
        Project project;
        project.runs = {sampleRun(1, 10), sampleRun(2, 10), sampleRun(3, 10)};
        project.nextRun = 4;
        saveProject(file, project);
        {
            Stage stage;
            QVERIFY(stage.window().openFile(QString::fromStdString(file.string())));
            PlottedRuns& runs = stage.window().findChild<LossPlot*>()->runs();
            QCOMPARE(runs.shownIds(), (std::vector{3})); // no choice was made yet
            runs.setShown(1, true);
            runs.setShown(3, false);
            QVERIFY(!stage.workspace().files().save(file));
        }
        Stage again;
        QVERIFY(again.window().openFile(QString::fromStdString(file.string())));
        QCOMPARE(again.window().findChild<LossPlot*>()->runs().shownIds(), (std::vector{1}));
    }

    void theSamplesAreThoseOfTheChosenRun()
    {
        const std::filesystem::path file = m_home.path("two.hamnet");
        Project project;
        project.runs = {sampleRun(1, 10), sampleRun(2, 10)};
        project.runs[0].samples = {{.iteration = 3, .text = "one"}, {.iteration = 6, .text = "one again"}};
        project.runs[1].samples = {{.iteration = 5, .text = "two"}};
        project.nextRun = 3;
        saveProject(file, project);
        Stage stage;
        QVERIFY(stage.window().openFile(QString::fromStdString(file.string())));
        const auto& diary = *stage.window().findChild<Diary*>();
        QCOMPARE(diary.size(), std::size_t{1});
        emit stage.workspace().runsChosen({1});
        QCOMPARE(diary.size(), std::size_t{2});
        QCOMPARE(diary.shown()->text, std::string("one again"));
    }

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
        QVERIFY(!panel->findChild<editor::ReportTable*>()->isVisible());
        press(Qt::Key_F5, Qt::ShiftModifier);
    }

private:
    const Home& m_home;
};

HAMNET_WINDOW_TEST(CurvesWindowTest)

#include "curves_window_test.moc"
