// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs, their axes and cost, without a window around them.
#include "app/queue/run_queue.h"
#include "app/studio/queue/parallel_axes.h"
#include "app/studio/queue/queue_job.h"
#include "app/studio/queue/queue_words.h"
#include "app/studio/queue/run_table.h"
#include "app/studio/queue/sweep_cost.h"
#include "app/studio/queue/sweep_row.h"
#include "app/studio/workspace/workspace.h"
#include "editor/looks/theme.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace studio {
namespace {

QueueRow row(std::int64_t id, const QString& units, const QString& kind, std::optional<double> loss)
{
    QueueRow made{.id = id, .state = queue::RunState::Done, .result = {.bestLoss = loss}};
    std::vector<RunSetting> settings = {{QStringLiteral("lstm: Units"), units},
                                        {QStringLiteral("Solver"), kind},
                                        {QStringLiteral("Batch size"), QStringLiteral("16")}};
    std::erase_if(settings, [](const RunSetting& one) { return one.value.isEmpty(); });
    made.settings = std::make_shared<const std::vector<RunSetting>>(settings);
    return made;
}

/// Runs 1 to 4; the last has no loss.
QueueView fourRuns()
{
    QueueView view;
    view.rows = {row(1, QStringLiteral("1,024"), QStringLiteral("Adam"), 2.5),
                 row(2, QStringLiteral("64"), QStringLiteral("SGD"), 1.5),
                 row(3, QStringLiteral("256"), QStringLiteral("Adam"), 2.0),
                 row(4, QStringLiteral("32"), QStringLiteral("SGD"), std::nullopt)};
    return view;
}

engine::RunDescription sampleNet()
{
    const std::filesystem::path file = sourceRoot() / "models" / "char_rnn_small.prototxt";
    return {.model = engine::readModelFile(file), .solver = engine::solverOfNewNet()};
}

ParallelAxes axesOf(const QueueView& view)
{
    Workspace workspace;
    RunTable table(workspace);
    table.showQueue(view);
    return table.axes();
}

QList<int> order(const RunTable& table)
{
    QList<int> runs;
    for (int row = 0; row < table.names().model()->rowCount(); ++row) {
        runs.append(table.text(row, 0).section(QLatin1Char(' '), 1).toInt());
    }
    return runs;
}

/// Of "... About 2 h 05 min in all ..."; 0: another text.
int minutesIn(const QString& cost)
{
    static const QRegularExpression time(QStringLiteral("About (?:(\\d+) d )?(?:(\\d+) h )?(?:(\\d+) min)?"));
    const QRegularExpressionMatch match = time.match(cost);
    return (match.captured(1).toInt() * 24 + match.captured(2).toInt()) * 60 + match.captured(3).toInt();
}

/// Of runs with these settings that vary in this.
QString costOf(const std::string& varied, const engine::Params& settings, const std::optional<StepCost>& step)
{
    queue::Job job;
    job.run = sampleNet();
    job.run.settings = settings;
    return costInWords({.variations = {queue::readVariation(varied)}}, job, step);
}

} // namespace

class StudioQueueTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { editor::Looks::instance(); } // its style draws the widgets
    void aColumnIsSortedByNumberAndMissingOnesComeLast()
    {
        Workspace workspace;
        RunTable table(workspace);
        table.showQueue(fourRuns());
        QHeaderView& header = *table.figures().header();
        header.setSortIndicator(table.columnOf(QStringLiteral("lstm: Units")), Qt::AscendingOrder);
        QCOMPARE(order(table), (QList<int>{4, 2, 3, 1}));
        const int loss = table.columnOf(QStringLiteral("Best validation"));
        header.setSortIndicator(loss, Qt::AscendingOrder);
        QCOMPARE(order(table), (QList<int>{2, 3, 1, 4}));
        header.setSortIndicator(loss, Qt::DescendingOrder);
        QCOMPARE(order(table), (QList<int>{1, 3, 2, 4}));
        header.setSortIndicator(-1, Qt::AscendingOrder);
        QCOMPARE(order(table), (QList<int>{1, 2, 3, 4}));
    }

    void theSameRunsKeepTheirRows()
    {
        Workspace workspace;
        RunTable table(workspace);
        table.showQueue(fourRuns());
        QSignalSpy reset(table.names().model(), &QAbstractItemModel::modelReset);
        QueueView later = fourRuns();
        later.rows[3].result.bestLoss = 1.0;
        table.showQueue(later);
        QCOMPARE(reset.count(), 0);
        QCOMPARE(table.text(3, table.columnOf(QStringLiteral("Best validation"))), QLocale().toString(1.0, 'f', 4));
        later.rows.pop_back();
        table.showQueue(later);
        QCOMPARE(reset.count(), 1);
    }

    void ofComparedCellsTheBestIsTold()
    {
        QueueView view = fourRuns();
        const char* const cells[] = {"lstm", "gru", "lstm", "gru"};
        for (std::size_t run = 0; run < 4; ++run) {
            view.rows[run].cell = cells[run];
        }
        view.rows[3].result.bestLoss = 1.6;
        Workspace workspace;
        RunTable table(workspace);
        table.showQueue(view);
        QVERIFY2(table.spreadOf({-1, -2, -3, -4}).startsWith(QStringLiteral("gru is best with a mean loss of 1.55")),
                 qPrintable(table.spreadOf({-1, -2, -3, -4})));
        QVERIFY(table.spreadOf({-1}).isEmpty());
    }

    void theSpreadOfChosenRunsIsTold()
    {
        Workspace workspace;
        RunTable table(workspace);
        table.showQueue(fourRuns());
        const QLocale locale;
        QCOMPARE(table.spreadOf({-1, -2, -4}),
                 QStringLiteral("Best validation: %1 ± %2 over 2 runs")
                     .arg(locale.toString(2.0, 'f', 4), locale.toString(std::sqrt(0.5), 'f', 4)));
    }

    void axesAreMadeOfNumbersAndOfWords()
    {
        const ParallelAxes made = axesOf(fourRuns());
        QCOMPARE(made.axes.size(), std::size_t{3});
        QVERIFY2(made.axes[0].isLogarithmic, "from 32 to 1,024");
        QCOMPARE(made.lines[1].heights[0], 0.2); // 64 is one of five doublings
        QCOMPARE(made.axes[0].ticks.size(), std::size_t{4});
        QCOMPARE(made.axes[0].labelAt(made.axes[0].ticks[1]), QStringLiteral("64"));
        QCOMPARE(made.axes[1].words, (QStringList{QStringLiteral("Adam"), QStringLiteral("SGD")}));
        QCOMPARE(made.lines[0].heights[1], 0.0);
        QVERIFY(made.lines[1].rank == 0.0 && made.lines[2].rank == 0.5 && made.lines[0].rank == 1.0);
        QVERIFY(!made.lines[3].rank);
    }

    void onlySettingsThatDifferAreColumnsAndAxes()
    {
        Workspace workspace;
        RunTable table(workspace);
        table.showQueue(fourRuns());
        QCOMPARE(table.groupings(), (QStringList{QStringLiteral("lstm: Units"), QStringLiteral("Solver")}));
        QCOMPARE(table.columnOf(QStringLiteral("Batch size")), -1);
        QCOMPARE(axesOf(fourRuns()).axes.size(), std::size_t{3});
        QVERIFY2(table.columnOf(QStringLiteral("Best validation")) == 1, "results come first");
        QCOMPARE(table.columnOf(QStringLiteral("Notes")), -1); // none has any
    }

    void aLineGoesThroughNoneWhereItsRunLacksASetting()
    {
        QueueView view = fourRuns();
        view.rows.push_back(row(5, QString(), QStringLiteral("SGD"), 3.0));
        const ParallelAxes made = axesOf(view);
        for (const ParallelLine& line : made.lines) {
            QCOMPARE(line.heights.size(), made.axes.size());
        }
        const ParallelAxis& units = made.axes[0];
        QCOMPARE(made.lines[4].heights[0], 0.0);
        QCOMPARE(units.labelAt(units.ticks.front()), QStringLiteral("none"));
        QVERIFY2(made.lines[3].heights[0] > 0.1, "the lowest value stands above it");
        QCOMPARE(units.labelAt(made.lines[3].heights[0]), QStringLiteral("32"));
        QCOMPARE(made.axes[1].labelAt(made.axes[1].ticks.front()), QStringLiteral("Adam"));
    }

    void brushesOfAllAxesCount()
    {
        ParallelAxes made = axesOf(fourRuns());
        const auto passing = [&] {
            QList<qint64> runs;
            for (const ParallelLine& line : made.lines) {
                if (made.passes(line)) {
                    runs.append(line.run);
                }
            }
            return runs;
        };
        QCOMPARE(passing(), (QList<qint64>{-1, -2, -3, -4}));
        made.axes[1].brush = {0.0, 0.1};
        QCOMPARE(passing(), (QList<qint64>{-1, -3}));
        made.axes[2].brush = {0.0, 0.6};
        QCOMPARE(passing(), (QList<qint64>{-3}));
    }

    void oneRunAloneHasNoAxes()
    {
        QueueView view = fourRuns();
        view.rows.resize(1);
        QVERIFY(axesOf(view).axes.empty());
    }

    void spansAndEnergiesAreInWords()
    {
        QCOMPARE(spanInWords(4), QStringLiteral("4.0 s"));
        QCOMPARE(spanInWords(59.9), QStringLiteral("1 min"));
        QCOMPARE(spanInWords(3.0 * 3600 + 5 * 60), QStringLiteral("3 h 05 min"));
        QCOMPARE(spanInWords(50.0 * 3600), QStringLiteral("2 d 2 h"));
        QCOMPARE(energyInWords(12), QStringLiteral("12 J"));
        QCOMPARE(energyInWords(3400), QStringLiteral("3.40 kJ"));
        QCOMPARE(energyInWords(7.2e6), QStringLiteral("2.00 kWh"));
    }

    void theCostIsThatOfTheMeasuredSteps()
    {
        const std::string twoRates = "solver.base_lr=0.001,0.01", oneRate = "solver.base_lr=0.001";
        const engine::Params iterations = {{"iterations", std::int64_t{600}}},
                             endless = {{"iterations", std::int64_t{0}}};
        const StepCost step{.run = QStringLiteral("Run 3"), .seconds = 0.1, .joules = 2};
        QCOMPARE(
            costOf(twoRates, iterations, step),
            QStringLiteral("2 run(s). About 2 min in all, one after the other, by the steps of Run 3, and 2.40 kJ."));
        QVERIFY(costOf(twoRates, iterations, std::nullopt).contains(QStringLiteral("not measured yet")));
        engine::Params untilLoss = endless;
        untilLoss["target_loss"] = 1.5;
        QVERIFY(costOf(oneRate, untilLoss, step).contains(QStringLiteral("cannot be told")));
        engine::Params byEpochs = endless;
        byEpochs["epochs"] = std::int64_t{3};
        StepCost withEpochs = step;
        withEpochs.epochs = 0.01;
        QVERIFY(costOf(oneRate, byEpochs, withEpochs).contains(QStringLiteral("About 30 s")));
    }

    void aLargerNetCostsMore()
    {
        const engine::Params iterations = {{"iterations", std::int64_t{600}}};
        const StepCost step{.run = QStringLiteral("Run 1"), .seconds = 0.1, .flops = 1e8};
        const QString small = costOf("solver.base_lr=0.001", iterations, step),
                      large = costOf("lstm.num_output=1024", iterations, step);
        QVERIFY2(minutesIn(large) > minutesIn(small) && minutesIn(small) > 0, qPrintable(small + large));
    }

    void whoStopsEarlyTrainsAPart()
    {
        // 9 runs of 90: 9 x 10, 3 x 20 more, 1 x 60 more.
        QCOMPARE(partTrained(9, 90), (90.0 + 60 + 60) / 810);
        QCOMPARE(partTrained(2, 90), 1.0);
    }

    void settingsOfNetAndSolverAreOffered()
    {
        const engine::RunDescription given = sampleNet();
        const std::vector<SweptSetting> settings = settingsOf(given);
        const auto has = [&](std::string_view name) {
            return std::ranges::count(settings, name, &SweptSetting::name) == 1;
        };
        QVERIFY(has("solver.base_lr") && has("lstm.num_output"));
        QVERIFY2(!has("solver.random_seed"), "seeds have a field of their own");
        QVERIFY2(!has("solver.average_loss") && !has("solver.snapshot_format"), "they change nothing that is learned");
        QVERIFY(std::ranges::is_sorted(settings, {}, &SweptSetting::group));
        QVERIFY(settings.back().name.starts_with("text.")); // of the data
    }

    void whatOthersChangeInAQueueIsSeen()
    {
        const TemporaryFolder folder;
        QueueWatch watch;
        watch.open(folder.path() / "night");
        QVERIFY(watch.view().rows.empty());
        queue::RunQueue other(folder.path() / "night", queue::Database::Open::OrMake);
        const queue::Job job;
        other.add({&job, 1});
        QTRY_COMPARE_WITH_TIMEOUT(watch.view().rows.size(), std::size_t{1}, patience);
        const queue::Runner self{.process = watch::thisProcess()};
        other.join(self);
        other.claim(self);
        QTRY_VERIFY_WITH_TIMEOUT(watch.view().rows.front().state == queue::RunState::Running, patience);
        QCOMPARE(watch.view().runners.size(), std::size_t{1});
        other.leave(self);
        QTRY_VERIFY_WITH_TIMEOUT(watch.view().runners.empty(), patience);
    }

    void aQueueThatCannotBeReadIsASentence()
    {
        const TemporaryFolder folder;
        std::filesystem::create_directory(folder.path() / "night");
        folder.write("night/queue.sqlite", std::string(5000, 'x'));
        QueueWatch watch;
        watch.open(folder.path() / "night");
        QTRY_VERIFY_WITH_TIMEOUT(watch.view().problem.contains(QStringLiteral("no queue of Hamnet")), patience);
        QString refusal;
        watch.change([](queue::RunQueue&) {}, this, [&](const QString& problem) { refusal = problem; });
        QTRY_VERIFY_WITH_TIMEOUT(refusal.contains(QStringLiteral("no queue of Hamnet")), patience);
    }

    void whatWasAskedForIsDoneBeforeTheEnd()
    {
        const TemporaryFolder folder;
        {
            QueueWatch watch;
            watch.open(folder.path() / "night");
            watch.change(
                [](queue::RunQueue& queue) {
                    const queue::Job job;
                    queue.add({&job, 1});
                },
                this, [](const QString&) {});
        }
        QCOMPARE(queue::RunQueue(folder.path() / "night", queue::Database::Open::Existing).runs().size(),
                 std::size_t{1});
    }

    void aRunWithoutAnEndIsRefused()
    {
        engine::RunDescription run;
        run.settings = {{"iterations", std::int64_t{0}}};
        QVERIFY_THROWS_EXCEPTION(engine::Error, sweepBaseOf(run, "play"));
        run.settings = {{"iterations", std::int64_t{5}}};
        QCOMPARE(queue::iterationsOf(sweepBaseOf(run, "play").job.run), std::int64_t{5});
    }

    void aJobTellsItsSettingsAgain()
    {
        engine::RunDescription run = sampleNet();
        run.settings = {{"iterations", std::int64_t{40}}, {"engine", std::string("CAFFE")}, {"seed", std::int64_t{7}}};
        run.data = "play.txt";
        const queue::Job job = sweepBaseOf(run, "play").job;
        QCOMPARE(queue::seedOf(job), std::int64_t{7});
        const RunRecord record = recordOf(job);
        QCOMPARE(QString::fromStdString(std::filesystem::path(record.start.data).filename().string()),
                 QStringLiteral("play.txt"));
        QVERIFY(record.run.settings.at("iterations") == engine::ParamValue(std::int64_t{40}));
        QVERIFY(record.start.kind->writes);
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::StudioQueueTest)

#include "studio_queue_test.moc"
