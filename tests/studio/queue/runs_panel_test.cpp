// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/parts.h"
#include "app/studio/panels/run_settings.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/queue/runs_panel.h"
#include "app/studio/session/run_record.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/looks/theme.h"
#include "engine/graph/sentence.h"
#include "tests/editor/made_language.h"
#include "tests/studio/small_net.h"
#include "tests/support/event_line.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/slowdown.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeView>

namespace studio {
namespace {

RunRecord runOf(int id, const char* rate = "0.1", int units = 65)
{
    RunRecord run;
    run.id = id;
    run.name = "Run " + std::to_string(id);
    run.start.solver = std::string("type: \"Adam\"\nbase_lr: ") + rate + "\n";
    run.start.model = "name: \"net\"\nlayer { name: \"scores\" type: \"InnerProduct\" bottom: \"x\" top: \"y\" "
                      "inner_product_param { num_output: " +
                      std::to_string(units) + " } }\n";
    run.start.data = "/texts/play.txt";
    run.end = {.iterations = 1, .reason = engine::EndReason::Iterations};
    run.start.batchUnits = 100;
    run.curve = {{.iteration = 1, .seconds = 0.1, .loss = 2}};
    run.validations = {{.iteration = 1, .loss = 1.5}};
    return run;
}

} // namespace

class RunsPanelTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { editor::Looks::instance(); } // its style draws the widgets
    void init()
    {
        m_workspace = std::make_unique<Workspace>();
        std::vector<RunRecord> runs = {runOf(1, "0.002"), runOf(2, "0.01")};
        runs[1].origin = {.run = 1, .file = "run-1.hamnet", .goesOn = false};
        show(runs);
        m_actions = std::make_unique<TrainingActions>(*m_workspace);
        m_panel = std::make_unique<RunsPanel>(*m_workspace, *m_actions);
        m_panel->resize(1400, 700);
        expose(*m_panel);
    }

    void cleanup()
    {
        m_panel.reset();
        m_actions.reset();
        m_workspace.reset();
    }

    void theQueueIsStartedAndStoppedByKeys()
    {
        const auto buttons = m_panel->findChildren<QToolButton*>();
        for (const char* name : {"queueStart", "queueStop", "queueCancel"}) {
            const auto* const action = m_panel->findChild<QAction*>(QString::fromLatin1(name));
            const auto button = std::ranges::find(buttons, action, &QToolButton::defaultAction);
            QVERIFY2(button != buttons.end() && ((*button)->focusPolicy() & Qt::TabFocus), name);
        }
    }

    void aClickOnAHeadingSortsByIt()
    {
        std::vector<RunRecord> runs = {runOf(1), runOf(2), runOf(3)};
        const double losses[] = {10, 9, 1.5}, seconds[] = {59, 3601, 120};
        for (std::size_t run = 0; run < runs.size(); ++run) {
            runs[run].curve = {{.iteration = 1, .seconds = seconds[run], .loss = losses[run]}};
        }
        show(runs);
        const auto order = [&] {
            QString names;
            for (int row = 0; row < rowCount(); ++row) {
                names += list().text(row, 0).back();
            }
            return names;
        };
        const QHeaderView& header = *otherView()->header();
        const auto clickOn = [&](const char* heading, const char* wanted) {
            const QPoint place(header.sectionViewportPosition(column(heading)) + 8, header.height() / 2);
            QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, place);
            QCOMPARE(order(), QLatin1String(wanted));
        };
        QCOMPARE(order(), QStringLiteral("321")); // the newest first
        clickOn("Mean loss", "321");
        clickOn("Mean loss", "123"); // 10 is more than 9
        clickOn("Duration", "132");
        m_workspace->runs().rename(2, "Last 2"); // the table is filled again
        QCOMPARE(order(), QStringLiteral("132"));
        clickOn("Duration", "231");
        clickOn("Duration", "321");
        const auto sortBy = [&](const char* heading, const char* wanted) { // as by the keyboard, from the table's menu
            const QList<QAction*> all = list().actions();
            QMenu& menu = *(*std::ranges::find(all, QStringLiteral("Sort by"), &QAction::text))->menu();
            emit menu.aboutToShow();
            const QList<QAction*> headings = menu.actions();
            (*std::ranges::find(headings, QString::fromLatin1(heading), &QAction::text))->trigger();
            QCOMPARE(order(), QLatin1String(wanted));
        };
        sortBy("Mean loss", "321");
        sortBy("Mean loss", "123");
        sortBy("Duration", "132");
        sortBy("Newest first", "321");
    }

    void theBestAndWhatTellsTheRunsApartStandBehindTheName()
    {
        const QHeaderView& header = *otherView()->header();
        QCOMPARE(header.visualIndex(column("Mean loss")), 1);
        QCOMPARE(header.visualIndex(column("Best validation")), 2);
        QCOMPARE(header.visualIndex(column("Learning rate")), 4); // behind how far each is
        show({runOf(1), runOf(2, "0.2", 32)});
        QCOMPARE(header.visualIndex(column("Best validation")), 2);
        const QList<int> next = {header.logicalIndex(4), header.logicalIndex(5)};
        QVERIFY(next.contains(column("Learning rate")));
    }

    void theArrowsChooseRunsInEitherHalf()
    {
        show({runOf(1), runOf(2, "0.2"), runOf(3, "0.3")}); // the newest first
        select(3);
        for (const qint64 wanted : {2, 1}) {
            QTest::keyClick(otherView(), Qt::Key_Down);
            QCOMPARE(list().selected(), QList<qint64>{wanted});
        }
        const QModelIndex figure = otherView()->model()->index(0, column("Mean loss"));
        QTest::mouseClick(otherView()->viewport(), Qt::LeftButton, {}, otherView()->visualRect(figure).center());
        for (const qint64 wanted : {2, 1}) {
            QTest::keyClick(&list().names(), Qt::Key_Down);
            QCOMPARE(list().selected(), QList<qint64>{wanted});
        }
    }

    void theBestOfTheChosenRunsIsInFront()
    {
        std::vector<RunRecord> runs = {runOf(1), runOf(2), runOf(3)};
        runs[1].validations.front().loss = 1.25;
        show(runs);
        list().names().selectAll();
        const PlottedRuns& drawn = m_panel->findChild<CurveView*>()->runs();
        QCOMPARE(drawn.shownIds(), (std::vector<int>{1, 3, 2})); // from below
    }

    void aClickOnARunLeavesTheFiguresWhereTheyAre()
    {
        QScrollBar& across = *otherView()->horizontalScrollBar();
        m_panel->resize(400, 300);
        TRY_VERIFY(across.maximum() > 0);
        across.setValue(across.maximum());
        const int before = across.value();
        for (const Qt::MouseButton button : {Qt::LeftButton, Qt::RightButton}) {
            const int row = button == Qt::LeftButton ? 1 : 0;
            const QModelIndex name = list().names().model()->index(row, 0);
            QTest::mouseClick(list().names().viewport(), button, {}, list().names().visualRect(name).center());
            QCOMPARE(list().names().currentIndex(), name);
            QCOMPARE(across.value(), before);
        }
    }

    void numbersStandRightAndWhatIsUnknownIsEmpty()
    {
        std::vector<RunRecord> runs = {runOf(1, "0.002"), runOf(2, "0.01")};
        runs[1].validations.clear();
        show(runs);
        QCOMPARE(text(0, "Best validation"), QString());
        const int rate = column("Learning rate");
        QVERIFY2(rate > 0 &&
                     (list().names().model()->index(0, rate).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0,
                 qPrintable(QString::number(rate)));
    }

    void tellsWhatRunsWereGiven()
    {
        RunRecord one = runOf(1), two = runOf(2), three = runOf(3);
        one.run.settings = {
            {"seed", std::int64_t{1}}, {"iterations", std::int64_t{30}}, {"validate_every", std::int64_t{7}}};
        two.run.settings = {
            {"seed", std::int64_t{1}}, {"iterations", std::int64_t{0}}, {"graph", false}, {"max_temperature", 70.0}};
        one.start.deviceDescription = two.start.deviceDescription = "a GPU";
        two.start.precision = engine::Precision::Bfloat16;
        const std::vector<RunSetting> runs[] = {settingsOf(one), settingsOf(two), settingsOf(three)};
        const QStringList names = differingSettings(runs);
        for (const char* name :
             {"Iterations at most", "Validate every", "Precision", "CUDA graph", "Temperature limit"}) {
            QVERIFY2(names.contains(QString::fromLatin1(name)), name);
        }
        QCOMPARE(names.size(), 5);
        QCOMPARE(valueOf(runs[0], QStringLiteral("Iterations at most")), QStringLiteral("30"));
        QCOMPARE(valueOf(runs[1], QStringLiteral("Iterations at most")), QStringLiteral("no limit"));
        QCOMPARE(valueOf(runs[1], QStringLiteral("Validate every")), QStringLiteral("500")); // the solver's
        QVERIFY2(valueOf(runs[2], QStringLiteral("CUDA graph")).isNull(), "it does not tell what it was given");
    }

    void tellsLayersApartByTheirNames()
    {
        const std::vector<RunSetting> runs[] = {settingsOf(runOf(1)), settingsOf(runOf(2, "0.1", 96))};
        const QStringList names = differingSettings(runs);
        QCOMPARE(names.size(), 1);
        QVERIFY2(names.first().startsWith(QStringLiteral("scores: ")), qPrintable(names.first()));
        QCOMPARE(valueOf(runs[1], names.first()), QStringLiteral("96"));
    }

    void comparesManyRunsInAMoment()
    {
        std::vector<std::vector<RunSetting>> runs(400);
        for (std::size_t run = 0; run < runs.size(); ++run) {
            for (int setting = 0; setting < 400; ++setting) {
                runs[run].push_back({QStringLiteral("layer%1: Units").arg(setting), QStringLiteral("128")});
            }
            runs[run][7].value = QString::number(run);
        }
        runs[3].pop_back();                                      // an older program's, that has no such one
        runs[4].push_back({QStringLiteral("Graph"), QString()}); // as empty as where it is missing
        runs[5].push_back({QStringLiteral("layer0: Units"), QStringLiteral("1")}); // the first of that name counts
        const QStringList names = differingSettings(runs);
        QCOMPARE(names, (QStringList{QStringLiteral("layer7: Units"), QStringLiteral("layer399: Units")}));
        const std::span few = std::span(runs).first(100);
        const double slower = slowdown([&] { differingSettings(few); }, [&] { differingSettings(runs); }, 8);
        QVERIFY2(slower < 8, qPrintable(QStringLiteral("%1 times as long for 4 times as many").arg(slower)));
    }

    void readsTheSettingsOfARunOnce()
    {
        RunSettingsCache cache;
        RunRecord run = runOf(1), other = runOf(2, "0.2");
        const RunSetting* const before = cache.of(run).data();
        cache.of(other);
        QCOMPARE(cache.of(run).data(), before);
        run.start.solver = runOf(1, "0.3").start.solver;
        QCOMPARE(valueOf(cache.of(run), QStringLiteral("Learning rate")), QStringLiteral("0.3"));
    }

    void isFilledWhenItIsShown()
    {
        QSignalSpy told(m_workspace.get(), &Workspace::changed);
        m_panel->hide();
        m_workspace->runs().remove(2);
        QVERIFY(told.wait(patience));
        QCOMPARE(rowCount(), 2); // nobody sees it
        m_panel->show();
        QCOMPARE(rowCount(), 1);
    }

    void saysWhatItsSpeedCounts()
    {
        const auto hasColumn = [&](const engine::DataKind& first, const engine::DataKind& second, const char* heading) {
            std::vector<RunRecord> runs = {runOf(1), runOf(2)};
            runs[0].start.kind = &first;
            runs[1].start.kind = &second;
            show(runs);
            return column(heading) > 0;
        };
        QVERIFY(hasColumn(engine::kinds::text, engine::kinds::text, "Characters/s"));
        QVERIFY(hasColumn(engine::kinds::rows, engine::kinds::rows, "Sequences/s"));
        QVERIFY(hasColumn(engine::kinds::text, engine::kinds::rows, "Characters or sequences/s"));
    }

    /// One number that is shown twice has one source. Its curve gets each validation at once.
    void ofTheRunThatTrainsItHasTheNumbersOfItsBar()
    {
        const TemporaryFolder state; // of its checkpoints
        qputenv("XDG_STATE_HOME", QByteArray::fromStdString(state.path().string()));
        openSmall(*m_workspace, {{"device", "CPU"}, {"iterations", 3000}, {"sample_every", 0}},
                  {.units = 8, .streams = 2, .steps = 4});
        const auto refused = m_workspace->nextRun().train();
        QVERIFY2(!refused, qPrintable(refused.value_or(QString())));
        TrainingSession& training = m_workspace->training();
        TRY_VERIFY(!m_workspace->runs().all().empty());
        select(training.run().id);
        const RunCurves& front = m_panel->findChild<CurveView*>()->runs().current().curves;
        QCOMPARE(front.id(), training.run().id);
        int validations = 0, drawn = 0;
        connect(&training, &TrainingSession::validated, m_panel.get(), [&](const engine::ValidationEvent& point) {
            ++validations;
            drawn += !front.validations().empty() && front.validations().back().iteration == point.iteration;
        });
        TRY_VERIFY(training.state() == TrainingSession::State::Idle && training.hasNet());
        QVERIFY(validations > 0);
        QCOMPARE(drawn, validations);
        TRY_VERIFY(text(0, "State") != QStringLiteral("running")); // what changed is shown a turn later
        const TrainingProgress& bar = training.progressNow();
        QVERIFY(bar.iteration == 3000 && !m_panel->isHidden());
        QCOMPARE(text(0, "Characters/s"), QLocale().toString(bar.charsPerSecond, 'f', 0));
        QCOMPARE(text(0, "Mean loss"), QLocale().toString(bar.loss, 'f', 4));
    }

    void speedIsThatOfManyIterations()
    {
        RunRecord run = runOf(1);
        engine::Curve curve;
        double seconds = 0;
        for (std::int64_t iteration = 1; iteration <= 300; ++iteration) {
            seconds += iteration == 300 ? 1.1 : iteration < 150 ? 5 : 0.1; // the last one was disturbed
            curve.append({.iteration = iteration, .seconds = seconds});
        }
        run.curve = curve;
        show({run});
        QCOMPARE(text(0, "Characters/s"), QLocale().toString(100 * 100 / 11.0, 'f', 0));
    }

    void hasNoColumnsOfSettingsForOneRun()
    {
        QVERIFY(column("Learning rate") > 0);
        m_workspace->runs().remove(2);
        TRY_COMPARE(column("Learning rate"), -1);
    }

    void saysPerplexityAndWhatARunStartedFrom()
    {
        QCOMPARE(text(0, "Perplexity"), QLocale().toString(std::exp(1.5), 'f', 2));
        const int from = column("Started from");
        QCOMPARE(list().text(0, from), QStringLiteral("weights of Run 1"));
        QVERIFY(list().text(1, from).isEmpty());
    }

    void keepsNotesOfEachRun()
    {
        auto* notes = m_panel->findChild<QLineEdit*>(QStringLiteral("remark"));
        select(1);
        QVERIFY(notes->isEnabled());
        QTest::keyClicks(notes, QStringLiteral("too slow"));
        QCOMPARE(m_workspace->runs().find(1)->remark, std::string("too slow"));
        select(2);
        QVERIFY(notes->text().isEmpty());
        select(1);
        QCOMPARE(notes->text(), QStringLiteral("too slow"));
        QCOMPARE(m_workspace->files().project().runs.front().remark, std::string("too slow"));
    }

    void saysWhatARunSaidAsItBeganInOneLineAndByLinesInATip()
    {
        std::vector<RunRecord> runs = {runOf(1)};
        runs[0].start.notes = {"one", "two"};
        show(runs);
        const int before = notes().height();
        select(1);
        QCOMPARE(notes().text(), QStringLiteral("one · two"));
        QCOMPARE(notes().toolTip(), QStringLiteral("one\ntwo"));
        QCOMPARE(notes().height(), before);
    }

    void severalRunsAreSelectedAndAreThoseToSee()
    {
        QSignalSpy chosen(m_workspace.get(), &Workspace::runsChosen);
        const auto click = [&](int row, Qt::KeyboardModifiers keys) {
            QTest::mouseClick(list().names().viewport(), Qt::LeftButton, keys,
                              list().names().visualRect(list().names().model()->index(row, 0)).center());
        };
        click(0, {});
        QCOMPARE(chosen.back().front().value<std::vector<int>>(), std::vector<int>{2});
        QVERIFY(m_panel->findChild<QLineEdit*>(QStringLiteral("remark"))->isEnabled());
        click(1, Qt::ControlModifier);
        QCOMPARE(chosen.back().front().value<std::vector<int>>(), (std::vector<int>{2, 1}));
        QVERIFY(!m_panel->findChild<QLineEdit*>(QStringLiteral("remark"))->isEnabled());
        click(1, {});
        click(0, Qt::ShiftModifier);
        QCOMPARE(chosen.back().front().value<std::vector<int>>(), (std::vector<int>{2, 1}));
        const auto& figures = *otherView();
        QCOMPARE(figures.selectionModel()->selectedRows().size(), 2);
        actionNamed(QStringLiteral("Remove"))->trigger();
        QVERIFY(m_workspace->runs().all().empty());
    }

    void theCurveOfARunThatIsRemovedGoes()
    {
        const auto drawn = [&] { return m_panel->findChild<CurveView*>()->runs().shownCurves().size(); };
        select(2);
        QCOMPARE(drawn(), std::size_t{1});
        m_workspace->runs().remove(2);
        TRY_COMPARE(rowCount(), 1);
        QCOMPARE(drawn(), std::size_t{0});
    }

    void aFollowedRunIsARowWithItsCurveUntilItIsRemoved()
    {
        const TemporaryFolder folder;
        folder.write("log.jsonl", eventLine(engine::StartEvent{.engine = "ONEDNN", .device = "cpu", .iterations = 40}) +
                                      eventLine(engine::TrainEvent{{.iteration = 1, .seconds = 1, .loss = 1.5}}) +
                                      eventLine(engine::SampleEvent{.iteration = 1, .text = "The bell"}));
        watch::writeDown(watch::thisWriter(), watch::RunFolder(folder.path()));
        list().followed().add(folder.path());
        const auto isRead = [&] { return text(2, "State") == QStringLiteral("running"); };
        TRY_VERIFY(isRead());
        QCOMPARE(list().text(2, 0).toStdString(), folder.path().filename().string());
        QCOMPARE(text(2, "Mean loss"), QLocale().toString(1.5, 'f', 4));
        const auto& curves = m_panel->findChild<CurveView*>()->runs();
        TRY_COMPARE(curves.shownCurves().size(), std::size_t{1});
        const auto words = [&] { return notes().toolTip(); };
        TRY_VERIFY2(words().endsWith(QStringLiteral("The bell")), qPrintable(words()));
        QVERIFY(actionNamed(QStringLiteral("Stop runs"))->isEnabled() &&
                !actionNamed(QStringLiteral("Rename"))->isEnabled());
        actionNamed(QStringLiteral("Pause runs"))->trigger();
        TRY_VERIFY(std::filesystem::exists(folder.path() / "request"));
        actionNamed(QStringLiteral("Remove"))->trigger();
        TRY_COMPARE(rowCount(), 2);
    }

    void aRunThatIsFoundLeavesTheUsersChoice()
    {
        const TemporaryFolder folder;
        folder.write("log.jsonl", eventLine(engine::StartEvent{.engine = "ONEDNN", .device = "cpu"}));
        select(1);
        list().followed().add(folder.path());
        TRY_COMPARE(rowCount(), 3);
        QCOMPARE(list().selected(), QList<qint64>{1});
    }

    void ofSeveralRunsTheFirstProblemIsSaid()
    {
        const TemporaryFolder night;
        QueueWatch& watch = m_panel->queue();
        watch.open(night.path());
        queue::RunQueue queue(night.path(), queue::Database::Open::OrMake);
        queue.add(std::vector<queue::Job>(2));
        const queue::Runner self{.process = watch::thisProcess()};
        queue.join(self);
        queue.finish(*queue.claim(self), queue::RunState::Failed, {.error = "the text is empty"});
        const auto hasFailed = [&] {
            const ListedRun run = list().find(-1);
            return run && run.queued->state == queue::RunState::Failed;
        };
        TRY_VERIFY(hasFailed());
        list().names().selectAll();
        const QString words = notes().toolTip();
        QVERIFY2(words.startsWith(QStringLiteral("Queue 1: the text is empty")), qPrintable(words));
    }

    void withoutHeldOutDataTheSpreadIsThatOfTheTrainingLoss()
    {
        std::vector<RunRecord> runs = {runOf(1), runOf(2)};
        runs[0].validations.clear();
        runs[1].validations.clear();
        show(runs);
        const QString words = list().spreadOf({1, 2});
        QVERIFY2(words.startsWith(QStringLiteral("Mean loss: 2.0000")), qPrintable(words));
    }

    void exportsAllThatAreSelected()
    {
        list().names().selectAll();
        TemporaryFolder folder;
        const QString there = QString::fromStdString(folder.path().string());
        QSignalSpy problems(m_workspace.get(), &Workspace::warned);
        m_panel->exportInto(there, ExportContent::Curve);
        m_panel->exportInto(there, ExportContent::Curve); // replaces none
        QCOMPARE(QDir(there).entryList(QDir::Files),
                 (QStringList{QStringLiteral("Run 1 (2).csv"), QStringLiteral("Run 1.csv"),
                              QStringLiteral("Run 2 (2).csv"), QStringLiteral("Run 2.csv")}));
        QCOMPARE(problems.size(), 0);
    }

    void namesStayWhileFiguresScroll()
    {
        std::vector<RunRecord> runs;
        for (int id = 1; id <= 40; ++id) {
            runs.push_back(runOf(id, id % 2 ? "0.1" : "0.2", id));
        }
        show(runs);
        m_panel->resize(420, 300);
        QTreeView& figures = *otherView();
        TRY_VERIFY(figures.horizontalScrollBar()->maximum() > 0);
        figures.horizontalScrollBar()->setValue(figures.horizontalScrollBar()->maximum());
        figures.verticalScrollBar()->setValue(figures.verticalScrollBar()->maximum());
        const QModelIndex last = figures.model()->index(39, 0);
        const QRect name = list().names().visualRect(last);
        QVERIFY(list().names().viewport()->rect().contains(name.center()));
        QCOMPARE(name.top(), figures.visualRect(last.siblingAtColumn(1)).top());
        QVERIFY(last.data(Qt::DecorationRole).isValid());
    }

    void tellsDurationDeviceTagsAndNotes()
    {
        std::vector<RunRecord> runs = {runOf(1), runOf(2)};
        runs[0].start.device = "CPU";
        runs[1].start.device = "cuda:1";
        runs[1].remark = "too slow #baseline  #night";
        runs[1].curve = {{.iteration = 1, .seconds = 3725, .loss = 2}};
        show(runs);
        QCOMPARE(text(0, "Duration"), QStringLiteral("1:02:05"));
        QCOMPARE(text(0, "Device"), QStringLiteral("CUDA:1"));
        QCOMPARE(text(0, "Tags"), QStringLiteral("baseline, night"));
        QCOMPARE(text(0, "Notes"), QStringLiteral("too slow #baseline  #night"));
        QCOMPARE(text(0, "Best validation"), QLocale().toString(1.5, 'f', 4));
    }

    void listsRunsWithAllWordsAndGroupsThem()
    {
        std::vector<RunRecord> runs = {runOf(1), runOf(2, "0.2"), runOf(3, "0.1", 96)};
        runs[2].remark = "Wide one";
        runs[0].validations = {{.iteration = 1, .loss = 1.25}};
        show(runs);
        auto* words = m_panel->findChild<QLineEdit*>(QStringLiteral("words"));
        words->setText(QStringLiteral("wide RUN"));
        QCOMPARE(rowCount(), 1);
        QCOMPARE(list().text(0, 0), QStringLiteral("Run 3"));
        words->clear();
        QCOMPARE(rowCount(), 3);

        auto* groups = m_panel->findChild<QComboBox*>(QStringLiteral("groups"));
        choose(*groups, QStringLiteral("By Learning rate"));
        QCOMPARE(rowCount(), 2);
        const QModelIndex group = list().names().model()->index(0, 0);
        QCOMPARE(group.data().toString(), QStringLiteral("Learning rate: 0.1"));
        QCOMPARE(group.model()->rowCount(group), 2);
        QCOMPARE(group.siblingAtColumn(column("Best validation")).data().toString(), QLocale().toString(1.25, 'f', 4));
        QVERIFY(otherView()->isExpanded(group));
        select(2);
        QCOMPARE(list().names().currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("Run 2"));
    }

    void aBrushStaysThoughWordsHideARunThatPasses()
    {
        std::vector<RunRecord> runs = {runOf(1), runOf(2, "0.2"), runOf(3), runOf(4, "0.2")};
        runs[0].remark = runs[1].remark = "wide";
        show(runs);
        m_panel->findChild<QLineEdit*>(QStringLiteral("words"))->setText(QStringLiteral("wide"));
        auto* plot = m_panel->findChild<ParallelPlot*>();
        QSignalSpy passing(plot, &ParallelPlot::passing);
        QTest::keyClick(plot, Qt::Key_Up); // the upper half of the learning rates: runs 2 and 4
        QCOMPARE(list().selected(), QList<qint64>{2});
        QTest::keyClick(plot, Qt::Key_Escape); // takes the brush away
        QCOMPARE(passing.count(), 2);
    }

    void saysHowARunEndedInTheUsersLanguage()
    {
        const MadeLanguage made;
        RunRecord run;
        run.failure = engine::say("%1 cannot be written: %2", std::string("/nets/run-3.hamnet"),
                                  engine::say("No space left on device"));
        QCOMPARE(endingInWords(run),
                 QStringLiteral("«/nets/run-3.hamnet cannot be written: «No space left on device»»"));
        run.failure = {};
        run.end = {.iterations = 2, .reason = engine::EndReason::Iterations};
        QCOMPARE(endingInWords(run), QStringLiteral("«all iterations done»"));
    }

private:
    void show(const std::vector<RunRecord>& runs)
    {
        Project project;
        project.runs = runs;
        project.nextRun = static_cast<int>(runs.size()) + 1;
        m_workspace->files().restore(project, {});
    }

    /// As by a click, when it is listed.
    void select(int run)
    {
        TRY_VERIFY((list().select({run}), list().selected() == QList<qint64>{run}));
        emit list().selectionChanged();
    }

    RunTable& list() const { return *m_panel->findChild<RunTable*>(); }
    int rowCount() const { return list().names().model()->rowCount(); }
    int column(const char* heading) const { return list().columnOf(QString::fromLatin1(heading)); }
    QString text(int row, const char* heading) const { return list().text(row, column(heading)); }

    /// The one with the figures, beside the names.
    QTreeView* otherView() const { return &list().figures(); }

    const QLabel& notes() const { return *m_panel->findChild<QLabel*>(QStringLiteral("notes")); }

    QAction* actionNamed(const QString& text) const { return called<QAction>(*m_panel, text); }

    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<TrainingActions> m_actions;
    std::unique_ptr<RunsPanel> m_panel;
};

} // namespace studio

HAMNET_QT_TEST(studio::RunsPanelTest)

#include "runs_panel_test.moc"
