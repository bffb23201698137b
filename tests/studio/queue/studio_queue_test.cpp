// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs, their axes and cost, while a queue changes, without a window around them.
#include "app/queue/run_queue.h"
#include "app/studio/queue/queue_watch.h"
#include "app/studio/queue/runs_panel.h"
#include "app/studio/queue/sweep_dialog.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "editor/looks/theme.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "tests/support/paths.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTreeView>

namespace studio {
namespace {

const QString units = QStringLiteral("lstm: Units"), solver = QStringLiteral("Solver");

/// With those of the settings that have a value.
QueueRow row(int id, std::vector<RunSetting> settings, std::optional<double> loss)
{
    QueueRow made{.state = queue::RunState::Done};
    made.record.id = -id;
    made.record.name = "Queue " + std::to_string(id);
    if (loss) {
        made.record.validations = {{.loss = *loss}};
    }
    std::erase_if(settings, [](const RunSetting& one) { return one.value.isEmpty(); });
    made.settings = std::make_shared<const std::vector<RunSetting>>(settings);
    return made;
}

QueueRow row(int id, const QString& width, const QString& kind, std::optional<double> loss)
{
    return row(id, {{units, width}, {solver, kind}, {QStringLiteral("Batch size"), QStringLiteral("16")}}, loss);
}

/// So many runs with these settings: units from 10 on, and a solver that is another one for the last.
QueueView runs(int count, const QStringList& settings)
{
    QueueView view;
    for (int run = 1; run <= count; ++run) {
        std::vector<RunSetting> given;
        for (const QString& name : settings) {
            const QString kind = run == count ? QStringLiteral("SGD") : QStringLiteral("Adam");
            given.push_back({name, name == units ? QString::number(10 * run) : kind});
        }
        view.rows.push_back(row(run, given, 3.0 - 0.01 * run));
    }
    return view;
}

std::shared_ptr<const QueueView> shared(const QueueView& view)
{
    return std::make_shared<const QueueView>(view);
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

struct OwnWorkspace {
    Workspace workspace;
};

/// Of a project without runs of its own.
struct ShownQueue : private OwnWorkspace, public RunTable {
    explicit ShownQueue(const QueueView& view) : RunTable(workspace) { showQueue(shared(view)); }
};

ParallelAxes axesOf(const QueueView& view)
{
    return ShownQueue(view).axes();
}

QList<int> order(const RunTable& table)
{
    QList<int> runs;
    for (int row = 0; row < table.names().model()->rowCount(); ++row) {
        runs.append(table.text(row, 0).section(QLatin1Char(' '), 1).toInt());
    }
    return runs;
}

/// Of "... About 2:05:00 in all ..."; 0: another text.
int minutesIn(const QString& cost)
{
    static const QRegularExpression time(QStringLiteral("About (?:(\\d+):)?(\\d+):"));
    const QRegularExpressionMatch match = time.match(cost);
    return match.captured(1).toInt() * 60 + match.captured(2).toInt();
}

/// Of runs with these settings that vary in this.
QString costOf(const std::string& varied, const engine::Params& settings, const std::optional<StepCost>& step)
{
    queue::Job job;
    job.run = sampleNet();
    job.run.settings = settings;
    const std::size_t equals = varied.find('=');
    return costInWords({.variations = {*queue::variationOf(varied.substr(0, equals), varied.substr(equals + 1))}}, job,
                       step);
}

void mouse(QWidget& widget, QEvent::Type type, QPoint at, Qt::MouseButton pressed = Qt::LeftButton)
{
    const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : pressed;
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : pressed;
    QMouseEvent event(type, at, widget.mapToGlobal(at), button, held, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

} // namespace

class StudioQueueTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { editor::Looks::instance(); } // its style draws the widgets
    void aColumnIsSortedByNumberAndMissingOnesComeLast()
    {
        ShownQueue table(fourRuns());
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
        ShownQueue table(fourRuns());
        QSignalSpy reset(table.names().model(), &QAbstractItemModel::modelReset);
        QueueView later = fourRuns();
        later.rows[3].record.validations = {{.loss = 1.0}};
        table.showQueue(shared(later));
        QCOMPARE(reset.count(), 0);
        QCOMPARE(table.text(3, table.columnOf(QStringLiteral("Best validation"))), QLocale().toString(1.0, 'f', 4));
        later.rows.pop_back();
        table.showQueue(shared(later));
        QCOMPARE(reset.count(), 1);
    }

    void ofComparedCellsTheBestIsTold()
    {
        QueueView view = fourRuns();
        const char* const cells[] = {"lstm", "gru", "lstm", "gru"};
        for (std::size_t run = 0; run < 4; ++run) {
            view.rows[run].job =
                std::make_shared<const queue::Job>(queue::Job{.run = {}, .settings = {{"cell", cells[run]}}});
        }
        view.rows[3].record.validations = {{.loss = 1.6}};
        ShownQueue table(view);
        QVERIFY2(table.spreadOf({-1, -2, -3, -4}).startsWith(QStringLiteral("gru is best with a mean loss of 1.55")),
                 qPrintable(table.spreadOf({-1, -2, -3, -4})));
        QVERIFY(table.spreadOf({-1}).isEmpty());
    }

    void theSpreadOfChosenRunsIsTold()
    {
        QueueView view = fourRuns();
        ShownQueue table(view);
        const QLocale locale;
        QCOMPARE(
            table.spreadOf({-1, -2, -4}), // of a sweep
            QStringLiteral("Best validation: Queue 2 with %1 is the best of 2 runs").arg(locale.toString(1.5, 'f', 4)));
        view.rows[0].settings = view.rows[1].settings;
        table.showQueue(shared(view));
        QCOMPARE(table.spreadOf({-1, -2, -4}),
                 QStringLiteral("Best validation: %1 ± %2 over 2 runs")
                     .arg(locale.toString(2.0, 'f', 4), locale.toString(std::sqrt(0.5), 'f', 4)));
    }

    void axesAreMadeOfNumbersAndOfWords()
    {
        QueueView view = fourRuns();
        view.rows[0].record.validations = {{.loss = 8}}; // diverged, which leaves the ranks of the others apart
        const ParallelAxes made = axesOf(view);
        QCOMPARE(made.axes.size(), std::size_t{3});
        QCOMPARE(made.lines[1].heights[0], 0.2); // 64 is one of five doublings from 32 to 1,024
        QCOMPARE(made.axes[0].ticks.size(), std::size_t{4});
        QCOMPARE(made.axes[0].ticks[1].second, QStringLiteral("64"));
        QCOMPARE(made.axes[1].ticks.size(), std::size_t{2});
        QCOMPARE(made.axes[1].ticks[1].second, QStringLiteral("SGD"));
        QCOMPARE(made.lines[0].heights[1], 0.0);
        QVERIFY(made.lines[1].rank == 0.0 && made.lines[2].rank == 0.5 && made.lines[0].rank == 1.0);
        QVERIFY(!made.lines[3].rank);
        QVERIFY2(made.lines[3].heights[2] > made.lines[0].heights[2] + 0.1, "without a loss it is not the best");
        QCOMPARE(made.axes[2].ticks.back(), (std::pair(1.0, QStringLiteral("none"))));
    }

    void aRunUnderWayTellsHowFarItIs()
    {
        QueueView view = fourRuns();
        view.rows[1].state = queue::RunState::Running;
        view.rows[1].record.end = {.iterations = 40};
        ShownQueue table(view);
        const int state = table.columnOf(QStringLiteral("State"));
        QCOMPARE(table.text(1, state), QStringLiteral("running · 40"));
        QCOMPARE(table.text(0, state), QStringLiteral("done"));
    }

    void onlySettingsThatDifferAreColumnsAndAxes()
    {
        ShownQueue table(fourRuns());
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
        QCOMPARE(made.lines[4].heights[0], 0.0);
        QCOMPARE(made.axes[0].ticks[0].second, QStringLiteral("none"));
        QVERIFY2(made.lines[3].heights[0] > 0.1, "the lowest value stands above it");
        QCOMPARE(made.axes[0].ticks[1], (std::pair(made.lines[3].heights[0], QStringLiteral("32"))));
        QCOMPARE(made.axes[1].ticks[0].second, QStringLiteral("Adam"));
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

    void itStaysSortedByTheSameSetting()
    {
        ShownQueue table(runs(3, {units}));
        table.figures().header()->setSortIndicator(table.columnOf(units), Qt::DescendingOrder);
        table.select({-2});
        table.showQueue(shared(runs(3, {solver, units})));
        QCOMPARE(table.names().header()->sortIndicatorSection(), table.columnOf(units));
        QCOMPARE(table.figures().header()->sortIndicatorSection(), table.columnOf(units));
        QCOMPARE(table.figures().header()->sortIndicatorOrder(), Qt::DescendingOrder);
        QCOMPARE(table.text(0, 0), QStringLiteral("Queue 3"));
        QCOMPARE(table.selected(), QList<qint64>{-2});
        table.showQueue(shared(runs(3, {solver})));
        QVERIFY2(!table.isSorted(), "that column is gone");
    }

    void theSettingsThatWereComparedComeFirst()
    {
        ShownQueue table(runs(3, {solver, units}));
        QVERIFY(table.columnOf(solver) < table.columnOf(units));
        table.compare({-1, -2}); // of one solver
        QVERIFY(table.columnOf(units) < table.columnOf(solver));
        table.showQueue(shared(runs(4, {solver, units})));
        QVERIFY(table.columnOf(units) < table.columnOf(solver));
    }

    void runsOfOtherNetsAreListedWhereThatIsAskedFor()
    {
        Workspace workspace;
        QVERIFY(!workspace.files().open(modelsFolder() / "char_rnn_small.prototxt"));
        RunTable table(workspace);
        QueueView view = runs(3, {units});
        const std::string names[] = {workspace.document().derived().model.name, "another", ""};
        for (std::size_t run = 0; run < 3; ++run) {
            queue::Job job{.run = {}, .settings = {{"model", "Untitled"}}}; // the project that it was queued from
            job.run.model.name = names[run];
            view.rows[run].job = std::make_shared<const queue::Job>(job);
        }
        table.showQueue(shared(view));
        QCOMPARE(table.names().model()->rowCount(), 1);
        QVERIFY(table.hasOthers());
        workspace.document().change(QStringLiteral("Rename"), [](editor::Content& net) { net.name = "later"; });
        table.showQueue(shared(view));
        QCOMPARE(table.names().model()->rowCount(), 1); // that under its earlier name
        table.showOthers(true);
        QCOMPARE(table.names().model()->rowCount(), 3);
        Workspace empty; // nothing is drawn from which they differ
        RunTable all(empty);
        all.showQueue(shared(view));
        QVERIFY(!all.hasOthers());
    }

    void itKeepsTheWidthsThatTheUserGave()
    {
        ShownQueue table(runs(3, {units}));
        table.figures().header()->resizeSection(table.columnOf(units), 222);
        table.showQueue(shared(runs(3, {solver, units})));
        QCOMPARE(table.figures().columnWidth(table.columnOf(units)), 222);
        QVERIFY(table.figures().columnWidth(table.columnOf(solver)) != 222);
    }

    void aRefreshDoesNotScroll()
    {
        Workspace workspace;
        RunTable table(workspace);
        table.resize(300, 150);
        expose(table);
        table.showQueue(shared(runs(60, {units})));
        table.select({-2, -1});
        QSignalSpy chosen(&table, &RunTable::selectionChanged);
        QScrollBar& bar = *table.names().verticalScrollBar();
        bar.setValue(bar.maximum());
        QVERIFY(bar.value() > 10);
        table.showQueue(shared(runs(60, {units})));
        table.select({-1, -2});
        QCOMPARE(bar.value(), bar.maximum());
        QCOMPARE(chosen.count(), 0);
        table.scrollToSelected();
        QCOMPARE(bar.value(), 0);
    }

    void itCopiesWhatIsSelectedInTheColumnsThatAreShown()
    {
        ShownQueue table(runs(3, {units}));
        table.showColumn(table.columnOf(QStringLiteral("State")), false);
        table.showQueue(shared(runs(3, {solver, units})));
        QVERIFY2(table.figures().isColumnHidden(table.columnOf(QStringLiteral("State"))), "the choice is kept");
        table.select({-3});
        for (QAction* action : table.actions()) {
            action->trigger();
        }
        const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].startsWith(QStringLiteral("Run\tBest validation\tSolver\t") + units), qPrintable(lines[0]));
        QVERIFY2(lines[1].startsWith(QStringLiteral("Queue 3\t%1\tSGD\t30\t").arg(QLocale().toString(2.97, 'f', 4))),
                 qPrintable(lines[1]));
    }

    void aRefreshOfThePlotIsNotTheUsersAct()
    {
        ParallelPlot plot;
        plot.resize(500, 200);
        plot.setAxes(axesOf(runs(4, {units})));
        using By = ParallelPlot::By;
        std::vector<By> passing;
        connect(&plot, &ParallelPlot::passing, this, [&](const QList<qint64>&, By who) { passing.push_back(who); });
        mouse(plot, QEvent::MouseButtonPress, plot.placeOf(0, 0.5));
        mouse(plot, QEvent::MouseMove, plot.placeOf(0, 1));
        mouse(plot, QEvent::MouseButtonRelease, plot.placeOf(0, 1));
        plot.setAxes(axesOf(runs(4, {units})));
        QVERIFY(passing == std::vector{By::User}); // the same runs pass
        plot.setAxes(axesOf(runs(8, {units})));
        QVERIFY((passing == std::vector{By::User, By::Change}));
    }

    void namesAndLabelsOfManyAxesStandBesideEachOther()
    {
        QueueView view = runs(2, {});
        for (QueueRow& one : view.rows) {
            std::vector<RunSetting> settings;
            for (int axis = 0; axis < 9; ++axis) {
                settings.push_back({QStringLiteral("layer %1: Forget bias").arg(axis),
                                    one.record.id == -1 ? QStringLiteral("layernorm_lstm") : QStringLiteral("lstm")});
            }
            one.settings = std::make_shared<const std::vector<RunSetting>>(settings);
        }
        ParallelPlot plot;
        plot.setAxes(axesOf(view));
        plot.resize(plot.minimumSizeHint());
        plot.choose({}); // which draws it again: one that is not seen is not told of its size
        std::vector<std::pair<QString, QRectF>> words;
        for (int item = 0; item < plot.itemCount(); ++item) {
            if (const auto* const text = qobject_cast<QCPItemText*>(plot.item(item))) {
                words.emplace_back(text->text(),
                                   QRectF(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition()));
            }
        }
        QVERIFY(words.size() >= 3 * static_cast<std::size_t>(plot.axes()));
        for (auto one = words.begin(); one != words.end(); ++one) {
            QVERIFY2(one->first.size() > 5 || !one->first.contains(QChar(0x2026)), qPrintable(one->first));
            for (auto other = words.begin(); other != one; ++other) {
                QVERIFY2(!one->second.adjusted(1, 1, -1, -1).intersects(other->second),
                         qPrintable(one->first + QStringLiteral(" over ") + other->first));
            }
        }
    }

    void aClickThatTremblesIsNoBrush()
    {
        ParallelPlot plot;
        plot.resize(500, 200);
        plot.setAxes(axesOf(runs(4, {units})));
        QSignalSpy passing(&plot, &ParallelPlot::passing);
        const QPoint place = plot.placeOf(0, 0.5);
        mouse(plot, QEvent::MouseButtonPress, place);
        mouse(plot, QEvent::MouseMove, place + QPoint(0, 1));
        mouse(plot, QEvent::MouseButtonRelease, place + QPoint(0, 1));
        for (const auto type : {QEvent::MouseButtonPress, QEvent::MouseMove, QEvent::MouseButtonRelease}) {
            mouse(plot, type, plot.placeOf(0, type == QEvent::MouseButtonPress ? 0.5 : 1), Qt::RightButton);
        }
        QCOMPARE(passing.count(), 0); // nor is a drag with the right button
        for (const auto type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
            mouse(plot, type, plot.placeOf(0, 0) + QPoint(12, -3)); // a label over the line of run 1
        }
        QCOMPARE(passing.back().front().value<QList<qint64>>(), QList<qint64>{-1});
    }

    void energiesAreInWords()
    {
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
            QStringLiteral("2 run(s). About 02:00 in all, one after the other, by the steps of Run 3, and 2.40 kJ."));
        QVERIFY(costOf(twoRates, iterations, std::nullopt).contains(QStringLiteral("not measured yet")));
        engine::Params untilLoss = endless;
        untilLoss["target_loss"] = 1.5;
        QVERIFY(costOf(oneRate, untilLoss, step).contains(QStringLiteral("cannot be told")));
        engine::Params byEpochs = endless;
        byEpochs["epochs"] = std::int64_t{3};
        StepCost withEpochs = step;
        withEpochs.epochs = 0.01;
        QVERIFY(costOf(oneRate, byEpochs, withEpochs).contains(QStringLiteral("About 00:30")));
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
        const queue::Job job{
            .run = {},
            .settings = {{"model", "play"}, {"solver.base_lr", "0.01"}, {"lstm.num_output", "64"}, {"every", "5"}}};
        other.add({&job, 1});
        TRY_COMPARE(watch.view().rows.size(), std::size_t{1});
        const RunRecord& run = watch.view().rows.front().record;
        QCOMPARE(run.name, std::string("Queue 1, base_lr 0.01, lstm.num_output 64"));
        QCOMPARE(run.shortName, std::string("Queue 1, 0.01, 64")); // beside its settings
        const queue::Runner self{.process = watch::thisProcess()};
        other.join(self);
        other.claim(self);
        TRY_VERIFY(watch.view().rows.front().state == queue::RunState::Running);
        QCOMPARE(watch.view().runners.size(), std::size_t{1});
        other.leave(self);
        TRY_VERIFY(watch.view().runners.empty());
    }

    void aQueueThatCannotBeReadIsASentence()
    {
        const TemporaryFolder folder;
        std::filesystem::create_directory(folder.path() / "night");
        folder.write("night/queue.sqlite", std::string(5000, 'x'));
        QueueWatch watch;
        watch.open(folder.path() / "night");
        TRY_VERIFY(watch.view().problem.contains(QStringLiteral("give another folder")));
        QString refusal;
        watch.change([](queue::RunQueue&) {}, this, [&](const QString& problem) { refusal = problem; });
        TRY_VERIFY(refusal.contains(QStringLiteral("give another folder")));
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
        QVERIFY_THROWS_EXCEPTION(engine::Error, jobOf(run, "play"));
        run.settings = {{"iterations", std::int64_t{5}}};
        QCOMPARE(queue::iterationsOf(jobOf(run, "play").run), std::int64_t{5});
    }

    void aJobTellsItsSettingsAgain()
    {
        engine::RunDescription run = sampleNet();
        run.settings = {{"iterations", std::int64_t{40}}, {"engine", std::string("CAFFE")}, {"seed", std::int64_t{7}}};
        run.data = "play.txt";
        const queue::Job job = jobOf(run, "play");
        QCOMPARE(queue::seedOf(job), std::int64_t{7});
        QVERIFY(job.run.settings.at("every") == engine::ParamValue(std::int64_t{1})); // its curve is read as it grows
        const TemporaryFolder folder;
        queue::RunQueue(folder.path(), queue::Database::Open::OrMake).add({&job, 1});
        QueueWatch watch;
        watch.open(folder.path());
        TRY_COMPARE(watch.view().rows.size(), std::size_t{1});
        const QueueRow& row = watch.view().rows.front();
        QCOMPARE(std::filesystem::path(row.record.start.data).filename().string(), std::string("play.txt"));
        QCOMPARE(valueOf(*row.settings, QStringLiteral("Iterations at most")), QStringLiteral("40"));
        QVERIFY(row.record.start.kind->writes);
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::StudioQueueTest)

#include "studio_queue_test.moc"
