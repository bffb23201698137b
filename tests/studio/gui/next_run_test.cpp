// SPDX-License-Identifier: GPL-3.0-or-later
// What the training panel says of the next run before Train: its precision, and the engine of each layer.
#include "app/studio/panels/run_form.h"
#include "app/studio/panels/training_panel.h"
#include "app/studio/session/command_line.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/run_list.h"
#include "editor/canvas/canvas_view.h"
#include "editor/panels/param_field.h"
#include "editor/panels/problems_panel.h"
#include "editor/panels/settings_form.h"
#include "editor/panels/solver_panel.h"
#include "engine/backends/cpu_backend.h"
#include "engine/training/run/run_specs.h"
#include "tests/studio/gui/stage.h"
#include "tests/studio/small_net.h"
#include "tests/support/qt_find.h"
#include "tests/support/temporary_folder.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTreeWidget>

Q_DECLARE_METATYPE(engine::RunLimits)

namespace studio {

namespace {

/// A sample whose next run is to be on the processor.
struct OnTheProcessor : Stage {
    explicit OnTheProcessor(With open = With::Sample) : Stage(open)
    {
        showPanel(QStringLiteral("training"));
        setNextRun(workspace(), {{"device", "CPU"}});
    }
};

editor::ParamField* fieldOf(Stage& stage, const QString& key)
{
    return stage.window().findChild<RunForm*>()->findChild<editor::ParamField*>(key);
}

/// Goes into the field, types in place of what it has, and leaves it.
void typeInto(editor::ParamField* field, const QString& text)
{
    field->setFocus();
    press(Qt::Key_A, Qt::ControlModifier);
    type(text);
    press(Qt::Key_Tab);
}

QString placeholderOf(const editor::ParamField* field)
{
    const auto* line = field->findChild<QLineEdit*>();
    return line->text().isEmpty() ? line->placeholderText() : QStringLiteral("has ") + line->text();
}

engine::ParamValue givenSetting(Stage& stage, const std::string& key)
{
    const engine::Params& settings = stage.workspace().nextRun().choice().settings;
    const auto found = settings.find(key);
    return found == settings.end() ? engine::ParamValue(std::string("not given")) : found->second;
}

std::string commandOf(Stage& stage)
{
    return studio::commandLine(stage.workspace().nextRun().request());
}

} // namespace

class NextRunTest : public QObject {
    Q_OBJECT

private slots:
    void thePrecisionIsChosenAndSaysWhatAutomaticComesTo()
    {
        OnTheProcessor stage;
        auto* box = stage.window().findChild<TrainingPanel*>()->findChild<QComboBox*>(QStringLiteral("precision"));
        TRY_COMPARE(box->itemText(0), QStringLiteral("Automatic: fp32"));
        const auto isOffered = [&](const char* name) {
            const int row = box->findData(QString::fromLatin1(name));
            return qobject_cast<QStandardItemModel*>(box->model())->item(row)->isEnabled();
        };
        QVERIFY(isOffered("auto") && isOffered("fp32") && !isOffered("tf32"));
        QCOMPARE(isOffered("bf16"), !engine::cpuRefusal(engine::Precision::Bfloat16));
        choose(*box, box->findData(QStringLiteral("fp32")));
        QVERIFY(stage.workspace().nextRun().choice().settings.at("precision") == engine::ParamValue("fp32"));
        QVERIFY(studio::runSettingsOf(stage.workspace().nextRun().request()).device.precision ==
                engine::Precision::Float32);
        engine::RunDescription choice = stage.workspace().nextRun().choice();
        choice.settings.erase("precision");
        stage.workspace().nextRun().setChoice(choice);
        TRY_COMPARE(box->currentIndex(), 0);
        QVERIFY(!studio::runSettingsOf(stage.workspace().nextRun().request()).device.precision);
    }

    void everySettingOfARunHasAField()
    {
        OnTheProcessor stage;
        const auto* form = stage.window().findChild<RunForm*>();
        for (const engine::RunSpec& spec : engine::runSpecs()) {
            const QString key = QString::fromUtf8(spec.param.key.data(), static_cast<qsizetype>(spec.param.key.size()));
            const bool apart = key == u"engine" || key == u"device" || key == u"precision" ||
                               spec.place == engine::RunSpec::Place::Terminal;
            const auto* field = form->findChild<editor::ParamField*>(key);
            QVERIFY2(apart == !field, qPrintable(key));
        }
        typeInto(fieldOf(stage, QStringLiteral("seconds")), QStringLiteral("90"));
        QVERIFY(givenSetting(stage, "seconds") == engine::ParamValue(90.0));
        QVERIFY(commandOf(stage).find(" --seconds 90") != std::string::npos);
    }

    void anotherSeedEachRunAndNoLimitCanBeAskedFor()
    {
        OnTheProcessor stage(Stage::With::SmallSample);
        NextRun& next = stage.workspace().nextRun();
        typeInto(fieldOf(stage, QStringLiteral("seed")), QStringLiteral("-1"));
        QVERIFY(givenSetting(stage, "seed") == engine::ParamValue(std::int64_t{-1}));
        QCOMPARE(placeholderOf(fieldOf(stage, QStringLiteral("seed"))), QStringLiteral("a new one for each run"));
        const std::uint64_t drawn = next.runSettings().seed;
        QCOMPARE(next.runSettings().seed, drawn);
        QVERIFY2(commandOf(stage).find(" --seed " + std::to_string(drawn)) != std::string::npos,
                 "as this run will have it");

        typeInto(fieldOf(stage, QStringLiteral("iterations")), QStringLiteral("0"));
        QCOMPARE(placeholderOf(fieldOf(stage, QStringLiteral("iterations"))), QStringLiteral("no limit"));
        QCOMPARE(next.runSettings().limits.iterations, engine::endless);
        QVERIFY(commandOf(stage).find(" --iterations 0") != std::string::npos);
        QVERIFY(stage.starts());
        QVERIFY(!stage.training().run().start.hasEnd());
        QCOMPARE(stage.training().run().start.seed, drawn);
        QVERIFY(next.runSettings().seed != drawn);
        QVERIFY(stage.stops());
    }

    void theSolverKeepsTheLengthOfTheSchedule()
    {
        OnTheProcessor stage;
        const auto* solver = stage.window().findChild<editor::SolverPanel*>();
        QVERIFY(solver->form()->field("max_iter"));
        for (const char* key : {"random_seed", "test_interval", "snapshot"}) {
            QVERIFY2(!solver->form()->field(key), key);
        }
        stage.workspace().document().change(QStringLiteral("length"), [](editor::Content& content) {
            content.solver.params.insert_or_assign("max_iter", std::int64_t{900});
        });
        TRY_COMPARE(placeholderOf(fieldOf(stage, QStringLiteral("iterations"))), QStringLiteral("900 (solver)"));
    }

    void onlyLimitsCanBeChangedWhileARunGoesOn()
    {
        OnTheProcessor stage(Stage::With::SmallSample);
        auto *iterations = fieldOf(stage, QStringLiteral("iterations")),
             *threads = fieldOf(stage, QStringLiteral("threads"));
        QVERIFY(iterations->isEnabled() && threads->isEnabled());
        QVERIFY(stage.starts());
        QVERIFY(iterations->isEnabled() && !threads->isEnabled());
        iterations->setFocus();
        press(Qt::Key_A, Qt::ControlModifier);
        type(QStringLiteral("1"));
        QVERIFY(stage.waitForIteration(stage.training().progressNow().iteration + 20));
        QVERIFY2(stage.training().isBusy(), "the first digit of a larger number ends no run");
        press(Qt::Key_Tab);
        QVERIFY(stage.waitForState(TrainingSession::State::Idle));
        QVERIFY(stage.training().run().end->reason == engine::EndReason::Iterations);
        TRY_VERIFY(threads->isEnabled());
    }

    void eachLimitCanBeChangedInTheForm()
    {
        OnTheProcessor stage(Stage::With::SmallSample);
        stage.workspace().nextRun().set("iterations", std::int64_t{0});
        QVERIFY(stage.starts());
        QSignalSpy troubled(&stage.training(), &TrainingSession::troubled);
        engine::RunLimits wanted{.iterations = engine::endless};
        const auto isTaken = [&] { return stage.training().run().start.limits == wanted; };
        const auto change = [&](const QString& key, const QString& typed) {
            typeInto(fieldOf(stage, key), typed);
            TRY_VERIFY2(isTaken() || troubled.count() > 0, qPrintable(key));
        };
        QVERIFY(isTaken());
        wanted.seconds = 7000;
        change(QStringLiteral("seconds"), QStringLiteral("7000"));
        wanted.iterations = 2'000'000;
        change(QStringLiteral("iterations"), QStringLiteral("2000000"));
        QCOMPARE(troubled.count(), 0);
        wanted.maxTemperature = 149;
        change(QStringLiteral("max_temperature"), QStringLiteral("149"));
        if (!isTaken()) { // a machine that tells no temperature says so, in a turn of its own
            QVERIFY(!stage.training().run().start.limits.maxTemperature);
        }
        QVERIFY(stage.stops());
    }

    void anErrorInTheProblemsKeepsARunFromBeingMade()
    {
        OnTheProcessor stage(Stage::With::SmallSample);
        const TemporaryFolder folder;
        auto* problems = stage.window().findChild<editor::ProblemsPanel*>();
        stage.workspace().data().choose(folder.write("empty.txt", ""));
        TRY_COMPARE(problems->errors(), 1);
        const auto* list = problems->findChild<QTreeWidget*>();
        QVERIFY(!list->currentItem() && problems->visibleRegion().isEmpty());
        press(Qt::Key_F5);
        QVERIFY(!stage.training().isBusy());
        QVERIFY2(stage.workspace().runs().all().empty(), "no run is made that would fail");
        const QString said = stage.said();
        QVERIFY2(said.startsWith(QStringLiteral("The run does not start: ")), qPrintable(said));
        TRY_VERIFY(!problems->visibleRegion().isEmpty());
        QVERIFY(list->currentItem());
        QCOMPARE(list->currentItem()->toolTip(0), problems->firstError());

        const std::string text = std::string(20'000, 'a') + std::string(20'000, 'b');
        stage.workspace().data().choose(folder.write("play.txt", text));
        press(Qt::Key_F5); // at once: what was wrong with the text before is said of this one no more
        QVERIFY(stage.waitForState(TrainingSession::State::Running));
        QCOMPARE(stage.workspace().runs().all().size(), std::size_t{1});
        QVERIFY(stage.stops());
    }

    /// Its measured step was compared with the solver outside of what catches, which ended the program.
    void aRefusedSolverAfterARunIsSaidBesideTheMemory()
    {
        OnTheProcessor stage(Stage::With::SmallSample);
        QVERIFY(stage.trains(20));
        const NextRun& next = stage.workspace().nextRun();
        TRY_VERIFY2(next.fit().isMeasured, qPrintable(next.fit().sentence));
        stage.document().change(QStringLiteral("policy"), [](editor::Content& content) {
            content.solver.params.insert_or_assign("lr_policy", "step");
            content.solver.params.erase("stepsize");
        });
        TRY_VERIFY2(next.fit().sentence.contains(QStringLiteral("stepsize is 0")), qPrintable(next.fit().sentence));
        QVERIFY(!next.fit().isMeasured);
    }
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::NextRunTest)

#include "next_run_test.moc"
