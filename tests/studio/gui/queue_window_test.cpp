// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in a queue: put there from the menu and by the form of many settings, trained by this program, compared, opened.
#include "app/studio/plots/curve_view.h"
#include "app/studio/queue/parallel_plot.h"
#include "app/studio/queue/runs_panel.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/window/centre.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/canvas/canvas_view.h"
#include "tests/studio/gui/stage.h"
#include "tests/studio/small_net.h"
#include "tests/support/paths.h"
#include "tests/support/qt_find.h"

#include <algorithm>
#include <filesystem>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>
#include <QTreeView>

namespace studio {

namespace {

RunsPanel& panelOf(Stage& stage)
{
    return *stage.window().findChild<RunsPanel*>();
}

const QueueView& viewOf(Stage& stage)
{
    return panelOf(stage).queue().view();
}

RunTable& tableOf(Stage& stage)
{
    return *stage.window().findChild<RunTable*>();
}

ParallelPlot& plotOf(Stage& stage)
{
    return *stage.window().findChild<ParallelPlot*>();
}

QString stateOf(Stage& stage)
{
    return panelOf(stage).findChild<QLabel*>(QStringLiteral("queueState"))->text();
}

/// By their numbers in the queue.
QList<qint64> shownOrder(Stage& stage)
{
    QList<qint64> runs;
    const QAbstractItemModel& model = *tableOf(stage).names().model();
    for (int row = 0; row < model.rowCount(); ++row) {
        runs.append(-model.index(row, 0).data(RunTable::idRole).toLongLong());
    }
    return runs;
}

QSet<qint64> chosenIn(Stage& stage)
{
    QSet<qint64> runs;
    for (const QModelIndex& index : tableOf(stage).names().selectionModel()->selectedRows()) {
        runs.insert(-index.data(RunTable::idRole).toLongLong());
    }
    return runs;
}

/// A tiny net on one thread whose runs end soon.
void openTiny(Stage& stage, std::int64_t iterations)
{
    QVERIFY(stage.waitForPage(false));
    stage.openFirstSample();
    stage.shrink();
    setNextRun(stage.workspace(), {{"iterations", iterations}, {"validate_every", 5}, {"device", "cpu"}});
}

/// A button of the panel's tool bar.
void clickTool(Stage& stage, const char* name)
{
    auto* action = stage.window().findChild<QAction*>(QString::fromLatin1(name));
    QVERIFY(action);
    TRY_VERIFY2(action->isEnabled(), name);
    for (QToolButton* button : panelOf(stage).findChildren<QToolButton*>()) {
        if (button->defaultAction() == action && button->isVisible()) {
            click(*button, QPoint(10, button->height() / 2)); // beside the arrow of its menu
            return;
        }
    }
    QFAIL(name);
}

/// A button for the chosen runs.
void clickWords(Stage& stage, const QString& words)
{
    auto* button = called<QToolButton>(*stage.window().findChild<RunsPanel*>(), words);
    TRY_VERIFY2(button->isEnabled(), qPrintable(words));
    click(*button);
}

void addTiny(Stage& stage)
{
    const std::size_t before = viewOf(stage).rows.size();
    stage.clickInMenu("queueRun");
    TRY_COMPARE(viewOf(stage).rows.size(), before + 1);
}

void chooseRow(Stage& stage, int row)
{
    const QTreeView& table = tableOf(stage).names();
    click(*table.viewport(), table.visualRect(table.model()->index(row, 0)).center());
}

template <typename Widget>
QList<Widget*> all(QWidget& parent, const char* name)
{
    return parent.findChildren<Widget*>(QString::fromLatin1(name));
}

void typeInto(QWidget& field, const QString& text)
{
    click(field);
    press(Qt::Key_A, Qt::ControlModifier);
    type(text);
}

bool allAre(Stage& stage, queue::RunState state, std::size_t runs)
{
    return viewOf(stage).rows.size() == runs && viewOf(stage).count(state) == static_cast<std::ptrdiff_t>(runs);
}

} // namespace

class QueueWindowTest : public QObject {
    Q_OBJECT

public:
    explicit QueueWindowTest(const Home& home) : m_home(home) {}

private slots:
    /// Each test has a queue of its own.
    void init() { std::filesystem::remove_all(defaultQueue().toStdString()); }

    void anEmptyQueueSaysWhatToDo()
    {
        Stage stage;
        QVERIFY(!stage.window().findChild<QAction*>(QStringLiteral("queueRun"))->isEnabled());
        openTiny(stage, 10);
        stage.showPanel(QStringLiteral("runs"));
        QVERIFY(!tableOf(stage).isVisible());
        QVERIFY(!stage.window().findChild<QAction*>(QStringLiteral("queueStart"))->isEnabled());
        QVERIFY2(!std::filesystem::exists(defaultQueue().toStdString()), "who only looks makes no queue");
    }

    void theNextRunIsQueuedAndTrained()
    {
        Stage stage;
        openTiny(stage, 10);
        addTiny(stage);
        QVERIFY2(tableOf(stage).isVisible(), "who fills the queue sees it");
        TRY_VERIFY2(stage.window().focusWidget() == &tableOf(stage).names(), "and goes on there by keys");
        QVERIFY2(stateOf(stage).startsWith(QStringLiteral("1 waiting.")), qPrintable(stateOf(stage)));
        clickTool(stage, "queueStart");
        TRY_VERIFY(allAre(stage, queue::RunState::Done, 1));
        const QueueRow& row = viewOf(stage).rows.front();
        QVERIFY(row.record.bestValidation() && row.record.iteration() == 10);
        QVERIFY(std::filesystem::exists(row.record.checkpoints.front().file));
        TRY_VERIFY(!panelOf(stage).isWorking());

        chooseRow(stage, 0);
        clickWords(stage, QStringLiteral("Queue again"));
        TRY_COMPARE(viewOf(stage).rows.size(), std::size_t{2});
        TRY_COMPARE(tableOf(stage).groupings(), QStringList{QStringLiteral("Seed")});
    }

    void aSweepRunsThroughIsSortedAndItsBestRunGoesOn()
    {
        Stage stage;
        openTiny(stage, 10);
        Answer answer({[](QDialog& dialog) {
            auto* cost = dialog.findChild<QLabel*>(QStringLiteral("runsCost"));
            typeInto(*all<QLineEdit>(dialog, "sweepList").first(), QStringLiteral("0.0001, 0.02"));
            click(*dialog.findChild<QPushButton*>(QStringLiteral("sweepMore")));
            TRY_COMPARE(all<QLineEdit>(dialog, "sweepList").size(), 2);
            auto* setting = all<QComboBox>(dialog, "sweepSetting").last();
            setting->setCurrentIndex(setting->findText(QStringLiteral("lstm: Units")));
            typeInto(*all<QLineEdit>(dialog, "sweepList").last(), QStringLiteral("8, 16, 24"));
            typeInto(*dialog.findChild<QSpinBox*>(QStringLiteral("sweepSeeds")), QStringLiteral("2"));
            press(Qt::Key_Tab);
            TRY_VERIFY2(cost->text().startsWith(QStringLiteral("12 runs: 6 combinations, 2 seeds each.")),
                        qPrintable(cost->text()));
            QVERIFY(cost->text().contains(QStringLiteral("not measured yet")));
            click(*dialog.findChild<QPushButton*>(QStringLiteral("runsStart")));
        }});
        answer.to([&] { stage.clickInMenu("trySettings"); });
        TRY_COMPARE(viewOf(stage).rows.size(), std::size_t{12});
        TRY_VERIFY2(tableOf(stage).isVisible(), "who starts a sweep sees its runs");
        QCOMPARE(
            QSet<QString>(tableOf(stage).groupings().begin(), tableOf(stage).groupings().end()),
            (QSet<QString>{QStringLiteral("Learning rate"), QStringLiteral("lstm: Units"), QStringLiteral("Seed")}));
        TRY_VERIFY(viewOf(stage).count(queue::RunState::Done) >= 2);
        TRY_VERIFY(allAre(stage, queue::RunState::Done, 12));

        QTreeView& table = tableOf(stage).figures();
        const int loss = tableOf(stage).columnOf(QStringLiteral("Best validation"));
        QHeaderView& header = *table.header();
        header.resizeSection(loss, 90);
        table.scrollTo(table.model()->index(0, loss));
        click(*header.viewport(), {header.sectionViewportPosition(loss) + 10, header.height() / 2});
        QList<double> losses;
        for (int row = 0; row < 12; ++row) {
            losses.append(table.model()->index(row, loss).data(RunTable::sortRole).toDouble());
        }
        QVERIFY(std::ranges::is_sorted(losses) && losses.first() < losses.last());
        TRY_VERIFY2(table.model()->index(0, loss).data(Qt::DecorationRole).isValid(), "the best is marked");

        // Half of the axis of learning rates is brushed: the six fast runs are chosen in the table.
        ParallelPlot& plot = plotOf(stage);
        QVERIFY(plot.isVisible());
        QCOMPARE(plot.axes(), 3);
        const int rate = plot.nameOf(0).contains(QStringLiteral("rate")) ? 0 : 1;
        drag(plot, plot.placeOf(rate, 0.6), plot.placeOf(rate, 1));
        QCOMPARE(chosenIn(stage).size(), 6);
        click(plot, plot.placeOf(rate, 0.3)); // takes the brush away
        QVERIFY(chosenIn(stage).isEmpty());
        chooseRow(stage, 0);
        QCOMPARE(chosenIn(stage), QSet<qint64>{shownOrder(stage).first()});

        // The best one writes at once; it is opened, and trained on.
        clickWords(stage, QStringLiteral("Generate"));
        QVERIFY(stage.window().centre().shown() == Activity::Write);
        TRY_VERIFY(!stage.writing().isBusy() && !stage.writing().shown().text.empty());
        const qint64 first = shownOrder(stage).first();
        const std::string name = tableOf(stage).find(-first).record->name;
        QCOMPARE(stage.writing().shown().checkpoint, tableOf(stage).find(-first).record->checkpoints.front().file);
        QVERIFY2(stage.workspace().runs().all().empty(), "the project is as it was");
        stage.go(Activity::Runs);
        const Answer leave({byButton(QMessageBox::Discard)});
        doubleClick(*table.viewport(), table.visualRect(table.model()->index(0, loss)).center());
        TRY_COMPARE(stage.workspace().runs().all().size(), std::size_t{1});
        setNextRun(stage.workspace(), {{"iterations", 30}, {"threads", 1}, {"device", "cpu"}});
        press(Qt::Key_F5, Qt::ControlModifier);
        QVERIFY(stage.waitForIteration(30));
        QVERIFY(stage.waitForState(TrainingSession::State::Idle));
        QCOMPARE(stage.training().run().start.iteration, std::int64_t{10});

        // Its weights go into a folder, under its whole name.
        const std::filesystem::path folder = m_home.path("best");
        std::filesystem::create_directory(folder);
        stage.go(Activity::Runs);
        TRY_VERIFY(shownOrder(stage).contains(first));
        chooseRow(stage, static_cast<int>(shownOrder(stage).indexOf(first)));
        TRY_COMPARE(chosenIn(stage), QSet<qint64>{first});
        QVERIFY(Answer({byFile(folder)}).to([&] { clickWords(stage, QStringLiteral("Export weights…")); }));
        QVERIFY2(name.find("base_lr") != std::string::npos, name.c_str());
        TRY_VERIFY(std::filesystem::exists(folder / (name + ".safetensors")));
    }

    void runsAreMovedAndRemoved()
    {
        Stage stage;
        openTiny(stage, 10);
        for (int run = 0; run < 3; ++run) {
            addTiny(stage);
        }
        QCOMPARE(shownOrder(stage), (QList<qint64>{1, 2, 3}));
        chooseRow(stage, 2);
        clickTool(stage, "queueForward");
        TRY_COMPARE(shownOrder(stage), (QList<qint64>{1, 3, 2}));
        QCOMPARE(chosenIn(stage), QSet<qint64>{3});
        chooseRow(stage, 0);
        press(Qt::Key_Delete);
        TRY_COMPARE(shownOrder(stage), (QList<qint64>{3, 2}));
    }

    void aStoppedRunWaitsAgainAndGoesOn()
    {
        Stage stage;
        openTiny(stage, 1'000'000);
        addTiny(stage);
        clickTool(stage, "queueStart");
        TRY_VERIFY(viewOf(stage).rows.front().record.iteration() > 0);
        clickTool(stage, "queueStop");
        TRY_VERIFY(allAre(stage, queue::RunState::Waiting, 1) && !panelOf(stage).isWorking());
        const std::int64_t before = viewOf(stage).rows.front().record.iteration();
        QVERIFY(std::filesystem::exists(viewOf(stage).rows.front().record.checkpoints.at(0).file));
        clickTool(stage, "queueStart");
        TRY_VERIFY(viewOf(stage).rows.front().record.iteration() > before);
        clickTool(stage, "queueStop");
        TRY_VERIFY(!panelOf(stage).isWorking());
    }

    void aStartCanWaitForTheRunInTheWindow()
    {
        Stage stage;
        openTiny(stage, 10);
        addTiny(stage);
        setNextRun(stage.workspace(), {{"iterations", 1'000'000}, {"device", "cpu"}});
        QVERIFY(stage.starts());
        stage.showPanel(QStringLiteral("runs"));
        auto* start = stage.window().findChild<QAction*>(QStringLiteral("queueStartAfter"));
        TRY_VERIFY(start->isEnabled());
        const auto* cancel = called<QToolButton>(panelOf(stage), QStringLiteral("Cancel the start"));
        const auto* folder = stage.window().findChild<QAction*>(QStringLiteral("queueOtherFolder"));
        QVERIFY2(cancel && !cancel->isVisible() && folder->isEnabled(), "nothing is planned");
        start->trigger();
        QVERIFY(cancel->isVisible() && !folder->isEnabled());
        QVERIFY2(folder->toolTip().contains(QStringLiteral("Starts ")), qPrintable(folder->toolTip()));
        QVERIFY2(stateOf(stage).contains(QStringLiteral("Starts ")), qPrintable(stateOf(stage)));
        Answer stay({[](QDialog& dialog) {
            auto& question = dynamic_cast<QMessageBox&>(dialog);
            QVERIFY2(question.text().contains(QStringLiteral("Starts ")), qPrintable(question.text()));
            click(*question.button(QMessageBox::No));
        }});
        stay.to([&] { stage.window().close(); });
        QVERIFY(stage.window().isVisible());
        clickTool(stage, "queueCancel");
        QVERIFY(!cancel->isVisible());
        QVERIFY2(!stateOf(stage).contains(QStringLiteral("Starts ")), qPrintable(stateOf(stage)));
        QVERIFY(!panelOf(stage).isWorking());
        start->trigger();
        QVERIFY(stage.stops());
        TRY_VERIFY(allAre(stage, queue::RunState::Done, 1));
    }

    void closingAsksWhereTheQueueIsWorkedOn()
    {
        Stage stage;
        openTiny(stage, 1'000'000);
        addTiny(stage);
        clickTool(stage, "queueStart");
        TRY_VERIFY(!viewOf(stage).runners.empty());
        Answer({byButton(QMessageBox::No)}).to([&] { stage.window().close(); });
        QVERIFY(stage.window().isVisible() && panelOf(stage).isWorking());
    }

    void whichCellIsBestIsToldWithItsCurves()
    {
        Stage stage;
        openTiny(stage, 20);
        Answer answer({[&](QDialog& dialog) {
            auto* cells = dialog.findChild<QLineEdit*>(QStringLiteral("sweepList"));
            QCOMPARE(cells->text(), QStringLiteral("drawn, gru, cell:janet"));
            typeInto(*dialog.findChild<QSpinBox*>(QStringLiteral("runsIterations")), QStringLiteral("15"));
            typeInto(*dialog.findChild<QSpinBox*>(QStringLiteral("sweepSeeds")), QStringLiteral("2"));
            press(Qt::Key_Tab);
            const auto* count = dialog.findChild<QLabel*>(QStringLiteral("runsCost"));
            TRY_VERIFY2(count->text().startsWith(QStringLiteral("6 runs")), qPrintable(count->text()));
            click(*dialog.findChild<QPushButton*>(QStringLiteral("runsStart")));
        }});
        answer.to([&] { stage.clickInMenu("whichCell"); });
        TRY_VERIFY(allAre(stage, queue::RunState::Done, 6));
        RunTable& table = tableOf(stage);
        TRY_COMPARE(chosenIn(stage).size(), 6);
        QVERIFY2(table.groupings().contains(QStringLiteral("Cell")), "the list of runs tells them apart");
        auto& panel = *stage.window().findChild<RunsPanel*>();
        const auto* notes = panel.findChild<QLabel*>(QStringLiteral("notes"));
        TRY_VERIFY2(notes->toolTip().contains(QStringLiteral("standard deviation of 2 seeds")),
                    qPrintable(notes->toolTip()));
        TRY_COMPARE(panel.findChild<CurveView*>()->runs().shownCurves().size(), std::size_t{6});
        QVERIFY(
            std::ranges::all_of(viewOf(stage).rows, [](const QueueRow& row) { return row.record.iteration() == 15; }));

        const auto recurrent = [&] { return stage.document().content().findNamed("lstm")->layer; };
        const engine::Layer drawn = recurrent();
        chooseRow(stage, 2); // two seeds of each cell
        stage.window().findChild<QAction*>(QStringLiteral("useCell"))->trigger();
        QCOMPARE(recurrent().type, std::string("GRU"));
        QVERIFY2(recurrent().params.at("num_output") != drawn.params.at("num_output"),
                 "the units that it was trained with");
        stage.document().undoStack().undo();
        QCOMPARE(recurrent(), drawn);
    }

    /// In a process of its own, with the settings of the next run, followed at once.
    void seedsAreTrainedSideBySideAndStopped()
    {
        Stage stage;
        openTiny(stage, 100'000); // stopped long before
        Answer answer({[&](QDialog& dialog) {
            typeInto(*dialog.findChild<QSpinBox*>(), QStringLiteral("3"));
            press(Qt::Key_Return);
        }});
        answer.to([&] { stage.clickInMenu("trainSeeds"); });
        RunTable& table = tableOf(stage);
        TRY_VERIFY2(table.isVisible(), "who starts them sees them");
        const auto state = [&](int row) { return table.text(row, table.columnOf(QStringLiteral("State"))); };
        TRY_VERIFY(table.names().model()->rowCount() > 0 && state(0) == QStringLiteral("running"));
        auto& panel = *stage.window().findChild<RunsPanel*>();
        const PlottedRuns& curves = panel.findChild<CurveView*>()->runs();
        TRY_VERIFY(!curves.shownCurves().empty());
        const std::filesystem::path folder = table.followed().added().front()->folder().path();
        QVERIFY2(folder.string().starts_with(QDir::homePath().toStdString()), "a sample's folder is not the user's");
        clickWords(stage, QStringLiteral("Pause runs"));
        TRY_COMPARE(state(0), QStringLiteral("paused"));
        clickWords(stage, QStringLiteral("Stop runs")); // a computer with few cores has the others wait
        TRY_VERIFY(table.names().model()->rowCount() == 3);
        const auto hasEnded = [&] {
            const auto runs = table.followed().added();
            return std::ranges::all_of(runs, [](const auto* run) { return run->state() == FollowedRun::State::Ended; });
        };
        TRY_VERIFY(hasEnded());
        QVERIFY(std::filesystem::exists(folder / "run.hamnet"));
    }

    void seedsLeaveAFolderAloneThatWasMadeMeanwhile()
    {
        Stage stage;
        openTiny(stage, 10);
        QSignalSpy warned(&stage.workspace(), &Workspace::warned);
        std::filesystem::path folder;
        Answer answer({[&](QDialog& dialog) {
            const QString words = dialog.findChild<QLabel*>()->text();
            folder = words.mid(words.lastIndexOf(QDir::homePath())).chopped(1).toStdString(); // the full stop
            std::filesystem::create_directory(folder);
            press(Qt::Key_Return);
        }});
        answer.to([&] { stage.clickInMenu("trainSeeds"); });
        TRY_COMPARE(warned.count(), 1);
        QVERIFY(warned.front().front().toString().contains(QString::fromStdString(folder.string())));
        QVERIFY(std::filesystem::is_empty(folder));
    }

    /// As it does where it works on a queue.
    void theStudioAnswersForHamnet()
    {
        QProcess program;
        program.start(QString::fromStdString(studioProgram()),
                      {QStringLiteral("attached"), QString::number(QCoreApplication::applicationPid()),
                       QStringLiteral("queue"), QStringLiteral("list"),
                       QStringLiteral("--queue=") + QString::fromStdString(m_home.path("none").string())});
        QVERIFY(program.waitForFinished(patience));
        QVERIFY2(program.readAllStandardError().contains("holds no queue"), qPrintable(program.errorString()));
        QCOMPARE(program.exitCode(), 3);
    }

private:
    const Home& m_home;
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::QueueWindowTest)

#include "queue_window_test.moc"
