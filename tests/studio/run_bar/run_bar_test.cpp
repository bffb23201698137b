// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/run_bar/run_bar.h"
#include "app/studio/session/run_record.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/document/edits.h"
#include "editor/looks/language.h"
#include "editor/looks/theme.h"
#include "engine/graph/catalog.h"
#include "engine/graph/params.h"
#include "tests/studio/small_net.h"
#include "tests/support/paths.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QToolButton>

using namespace studio;
using State = TrainingSession::State;

namespace {

double param(const editor::Content& content, const std::string& layer, const std::string& key)
{
    const engine::Params all = engine::completeParams(content.findNamed(layer)->layer, content.dialect);
    return std::holds_alternative<double>(all.at(key)) ? std::get<double>(all.at(key))
                                                       : static_cast<double>(std::get<std::int64_t>(all.at(key)));
}

/// The name of the first DROPOUT layer; empty: there is none.
std::string dropoutOf(const editor::Content& content)
{
    const auto found = std::ranges::find_if(
        content.nodes, [](const editor::Node& node) { return engine::layerType(node.layer.type).name == "DROPOUT"; });
    return found == content.nodes.end() ? std::string() : found->layer.name;
}

/// The small sample on the beginning of the play, short enough to overfit it, with a bar over it.
struct Bench {
    TemporaryFolder folder;
    Workspace workspace;
    TrainingActions actions{workspace};
    RunBar bar{workspace, actions};

    Bench() = default; ///< with nothing in it
    Bench(std::int64_t iterations, std::int64_t units)
    {
        openSmall(workspace, {{"device", "cpu"}, {"iterations", iterations}, {"validate_every", 25}},
                  {.units = units, .streams = 8, .steps = 16});
        const std::string play = contentsOf(sourceRoot() / "resources/corpus/the_bell_below_the_weir.txt");
        QVERIFY(!workspace.data().choose(folder.write("short.txt", play.substr(0, 3000))));
        bar.resize(1280, bar.sizeHint().height());
        expose(bar);
    }

    void train()
    {
        actions.train->trigger();
        TRY_COMPARE(workspace.training().state(), State::Running);
    }
    void waitForTheEnd() { TRY_COMPARE(workspace.training().state(), State::Idle); }
    void stop()
    {
        actions.stop->trigger();
        waitForTheEnd();
    }

    QString text(const char* name) { return bar.findChild<QLabel*>(QLatin1String(name))->text(); }
    QString advice() { return notice().sentence(); }
    RunNotice& notice() { return *bar.findChild<RunNotice*>(); }

    /// A choice of the notice; null: it is none, or they are not open.
    QPushButton* button(const char* name)
    {
        for (QPushButton* one : bar.findChildren<QPushButton*>(QLatin1String(name))) {
            if (one->isVisible()) {
                return one;
            }
        }
        return nullptr;
    }

    void openChoices()
    {
        auto* const open = notice().findChild<QToolButton*>(QStringLiteral("openChoices"));
        if (open->isVisible()) {
            QTest::mouseClick(open, Qt::LeftButton);
        }
    }

    void click(const char* name)
    {
        openChoices();
        QPushButton* const one = button(name);
        QVERIFY2(one, name);
        QTest::mouseClick(one, Qt::LeftButton);
    }
};

engine::DeviceReading machine(double busy, int gpus = 0)
{
    engine::DeviceReading reading;
    reading.seconds = 1;
    reading.processor.machinePercent = busy;
    reading.processor.usedBytes = std::int64_t{3} << 30;
    reading.processor.totalBytes = std::int64_t{8} << 30;
    for (int number = 0; number < gpus; ++number) {
        engine::GpuReading& gpu = reading.gpus.emplace_back();
        gpu.name = "NVIDIA H200";
        gpu.busId = "00000000:" + std::to_string(10 + number) + ":00.0";
        gpu.utilisationPercent = 98;
        gpu.usedBytes = std::int64_t{12} << 30;
        gpu.totalBytes = std::int64_t{140} << 30;
        gpu.celsius = 61;
        gpu.watts = 410;
    }
    return reading;
}

} // namespace

class RunBarTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        editor::Looks::instance(); // its style comes before any widget, as in the program
        editor::installTranslations(*qApp, QStringLiteral("en"));
    }

    void saysWhatF5WillStart()
    {
        Bench bench(1200, 16);
        TRY_COMPARE(bench.text("runPlan"),
                    QStringLiteral("F5 trains char-rnn small on short.txt for 1,200 iterations."));
        bench.workspace.document().change("break", [](editor::Content& content) {
            editor::remove(content, {content.findNamed("lstm")->id}, editor::Bypass::No);
        });
        TRY_VERIFY(bench.text("runPlan").startsWith(QStringLiteral("F5 cannot train yet: ")));
    }

    void keepsItsHeightWhenAReadingComesAndARunBegins()
    {
        Bench bench(1'000'000, 16);
        TRY_VERIFY(!bench.text("runPlan").isEmpty());
        const int before = bench.bar.sizeHint().height();
        bench.bar.noteReading({});
        QCOMPARE(bench.bar.sizeHint().height(), before);
        bench.train();
        QCOMPARE(bench.bar.sizeHint().height(), before);
        bench.stop();
    }

    void aNoticeMovesNothing()
    {
        Bench bench(1200, 16);
        const int before = bench.bar.sizeHint().height();
        bench.notice().say(QStringLiteral("A title"), QStringLiteral("A sentence of some length. ").repeated(30));
        QCOMPARE(bench.bar.sizeHint().height(), before);
        QCOMPARE(bench.bar.minimumSizeHint().height(), before);
        TRY_VERIFY(bench.notice().x() > 100); // it has its place in the bar
        QVERIFY(bench.bar.rect().contains(bench.notice().geometry()));
        TRY_COMPARE(bench.text("runSentence"), QStringLiteral("A title"));
        QVERIFY(bench.bar.findChild<QAbstractButton*>(QStringLiteral("openChoices"))->isVisible()); // to read all of it
        bench.notice().say(QStringLiteral("A title"), QStringLiteral("A short sentence."));
        TRY_COMPARE(bench.text("runSentence"), QStringLiteral("A short sentence."));
        QVERIFY(!bench.bar.findChild<QAbstractButton*>(QStringLiteral("openChoices"))->isVisible());
        bench.bar.hide();
        QVERIFY(!bench.notice().isVisible());
        bench.bar.show();
        QVERIFY(bench.notice().isVisible());
    }

    void saysWhyAGpuWaitsAndChangesTheBatchByAClick()
    {
        Bench bench(1'000'000, 16);
        const engine::Starvation starved = *engine::starvation({.busyShare = 0.22});
        emit bench.workspace.starved(starved);
        QVERIFY(!bench.notice().isVisible()); // nothing runs
        bench.train();
        emit bench.workspace.starved(starved);
        QVERIFY(bench.advice().contains(QStringLiteral("busy 22 %")));
        bench.click("largerBatch");
        QCOMPARE(param(bench.workspace.document().content(), "text", "batch_size"), 16.0);
        QVERIFY(bench.advice().contains(QStringLiteral("batch_size of text from 8 to 16")));
        bench.notice().hide();
        emit bench.workspace.starved(starved); // once for a run
        QVERIFY(!bench.notice().isVisible());
        bench.stop();
    }

    void offersRarerChecksWhereTheyTakeTheTime()
    {
        Bench bench(1'000'000, 16);
        bench.train();
        emit bench.workspace.starved(*engine::starvation({.busyShare = 0.3, .betweenShare = 0.6}));
        QVERIFY(bench.advice().contains(QStringLiteral("validations, samples and checkpoints take 60 % of the time")));
        bench.click("fewerChecks");
        QCOMPARE(std::get<std::int64_t>(bench.workspace.nextRun().choice().settings.at("validate_every")), 100);
        bench.stop();
    }

    void showsTheMachineBeforeARunAndAGpuInsteadOfTheProcessor()
    {
        Bench bench(1200, 16);
        const auto seen = [&] {
            QStringList words;
            for (const DeviceChip* chip : bench.bar.findChildren<DeviceChip*>()) {
                words << (chip->isVisible() ? QStringList{chip->heading(), chip->reading()} : QStringList());
            }
            return words;
        };
        bench.bar.noteReading(machine(37));
        QCOMPARE(seen(), (QStringList{QStringLiteral("CPU"), QStringLiteral("37 % · 3.00 of 8.00 GiB")}));
        bench.bar.noteReading(machine(37, 1));
        QCOMPARE(seen(),
                 (QStringList{QStringLiteral("H200 · 61 °C · 410 W"), QStringLiteral("98 % · 12.00 of 140.00 GiB")}));
    }

    void showsHowFarARunIsAndSaysHowItEnded()
    {
        Bench bench(60, 16);
        bench.actions.train->trigger();
        TRY_VERIFY(bench.bar.findChild<QLabel*>(QStringLiteral("howFar"))->isVisible());
        bench.waitForTheEnd();
        QCOMPARE(bench.text("howFar"), QStringLiteral("60 of 60"));
        QVERIFY(bench.text("speed").endsWith(QStringLiteral(" characters/s")));
        QVERIFY(bench.text("bestLoss").contains(QStringLiteral(" at ")));
        QVERIFY(bench.notice().isVisible());
        QVERIFY2(bench.advice().startsWith(QStringLiteral("Finished: best ")), qPrintable(bench.advice()));
        QTest::mouseClick(bench.bar.findChild<QToolButton*>(QStringLiteral("putAway")), Qt::LeftButton);
        QVERIFY(!bench.notice().isVisible());
    }

    void aRunWhoseLimitIsReachedTrainsAsManyMoreByAClick()
    {
        Bench bench(30, 16);
        bench.actions.train->trigger();
        TRY_VERIFY(bench.workspace.training().run().hasEnded());
        bench.waitForTheEnd();
        QSignalSpy refused(&bench.actions, &TrainingActions::refused);
        bench.actions.resume->trigger();
        QVERIFY(!bench.workspace.training().isBusy());
        QCOMPARE(bench.workspace.runs().all().size(), std::size_t{1}); // no run without an iteration
        QCOMPARE(refused.count(), 0); // the notice with its button says it, and nobody else
        const QString words = bench.advice();
        QVERIFY2(words.startsWith(QStringLiteral("This run has reached its limit of 30 iterations.")),
                 qPrintable(words));

        bench.click("trainMore");
        QCOMPARE(bench.workspace.runs().all().size(), std::size_t{2});
        bench.waitForTheEnd();
        QCOMPARE(bench.workspace.runs().all().back().curve.back().iteration, std::int64_t{60});
        QVERIFY(bench.workspace.runs().all().back().origin.goesOn);
    }

    void aRunWhoseEpochsAreOverTrainsAsManyMore()
    {
        RunRecord record;
        record.curve = {{.iteration = 1}, {.iteration = 2}, {.iteration = 3}};
        record.start.stepsPerEpoch = 2.5;
        record.checkpoints = {{.iteration = 3, .file = "run.hamnet"}};
        record.start.solver = "type: \"Adam\"\n";
        const engine::Params one{{"epochs", std::int64_t{1}}}, two{{"epochs", std::int64_t{2}}};
        const auto reached = reachedLimit(record, "run.hamnet", one);
        QVERIFY(reached && reached->iterations == 3);
        QVERIFY2(reached->sentence().startsWith(QStringLiteral("This run has reached its limit of 1 epoch.")),
                 qPrintable(reached->sentence()));
        QVERIFY(reached->raised == (engine::Params{{"epochs", std::int64_t{3}}})); // six iterations end in the third
        QVERIFY(!reachedLimit(record, "run.hamnet", two));
        QVERIFY(!reachedLimit(record, "another.hamnet", one));
        // Further than a limit that was lowered since: the raised one has room for as many iterations again.
        record.curve = {{.iteration = 28}, {.iteration = 29}, {.iteration = 30}};
        record.start.stepsPerEpoch = 10;
        record.checkpoints = {{.iteration = 30, .file = "run.hamnet"}};
        QVERIFY(reachedLimit(record, "run.hamnet", one)->raised == (engine::Params{{"epochs", std::int64_t{6}}}));
    }

    void aRunWhoseRateIsZeroAtItsLimitIsOfferedNoMore()
    {
        RunRecord record;
        record.curve = engine::Curve({{.iteration = 1}, {.iteration = 2}, {.iteration = 3}});
        record.checkpoints = {{.iteration = 3, .file = "run.hamnet"}};
        const engine::Params three{{"iterations", std::int64_t{3}}};
        const auto rateIsZero = [&](const char* solver) {
            record.start.solver = solver;
            return reachedLimit(record, "run.hamnet", three).value().rateIsZero;
        };
        QVERIFY(!rateIsZero("type: \"Adam\"\nlr_policy: \"poly\"\nmax_iter: 4\n"));
        QVERIFY(!rateIsZero("type: \"Adam\"\nlr_policy: \"cosine\"\nmin_lr: 0.001\nmax_iter: 3\n"));
        QVERIFY(rateIsZero("type: \"Adam\"\nlr_policy: \"cosine\"\nmax_iter: 3\n"));
        QVERIFY(rateIsZero("type: \"Adam\"\nlr_policy: \"poly\"\npower: 1\nmax_iter: 3\n"));

        // Before it is 0, as many as there are.
        const auto more = [&](const char* solver) {
            record.start.solver = solver;
            return reachedLimit(record, "run.hamnet", three).value().more;
        };
        QCOMPARE(more("type: \"Adam\"\nlr_policy: \"fixed\"\n"), std::int64_t{3});
        QCOMPARE(more("type: \"Adam\"\nlr_policy: \"poly\"\npower: 1\nmax_iter: 5\n"), std::int64_t{2});

        Bench bench;
        emit bench.workspace.limitReached({.checkpoint = "run.hamnet", .iterations = 3, .rateIsZero = true});
        QVERIFY2(bench.advice().contains(QStringLiteral("its learning rate is 0 from there on")),
                 qPrintable(bench.advice()));
        bench.openChoices();
        QVERIFY(!bench.button("trainMore"));
    }

    /// A real run on a text that is too short for its net.
    void coachesARunThatOverfits()
    {
        Bench bench(1'000'000, 96);
        QSignalSpy writes(&bench.workspace, &Workspace::writingWanted);
        bench.actions.train->trigger();
        TRY_VERIFY(bench.notice().isVisible());
        QVERIFY2(bench.advice().startsWith(QStringLiteral("This run overfits: since iteration ")),
                 qPrintable(bench.advice()));
        // A mean of validations is called one, as it is no validation. (The run goes on, so its record may say more by
        // now.)
        const QRegularExpression loss(QStringLiteral("[(][0-9.]+, (now|mean of the last 3 validations) [0-9.]+[)]"));
        QVERIFY2(bench.advice().contains(loss), qPrintable(bench.advice()));
        const QRect bar = bench.bar.rect();
        QVERIFY(bar.contains(bench.notice().geometry())); // it covers nothing else
        bench.openChoices();
        QVERIFY(bench.button("moreDropout") && bench.button("smallerNet"));
        QVERIFY(bench.button("moreDropout")->window() != &bench.bar);
        for (const char* name : {"moreDropout", "smallerNet"}) { // each is explained beside it
            QVERIFY(!bench.button(name)->accessibleDescription().isEmpty());
            const auto labels = bench.button(name)->parentWidget()->findChildren<QLabel*>();
            QVERIFY(std::ranges::any_of(labels, [&](const QLabel* label) {
                return label->isVisible() && label->text() == bench.button(name)->accessibleDescription();
            }));
        }
        bench.button("moreDropout")->window()->close();

        bench.click("goBack");
        QCOMPARE(writes.size(), 1);
        QVERIFY(std::filesystem::exists(writes.front().front().value<std::string>()));

        bench.click("stopNow");
        bench.waitForTheEnd();
        QVERIFY2(bench.advice().endsWith(QStringLiteral("since then it overfits.")), qPrintable(bench.advice()));
        bench.openChoices();
        QVERIFY(bench.button("goBack") && !bench.button("stopNow"));
        bench.button("goBack")->window()->close();

        const editor::Content before = bench.workspace.document().content();
        bench.click("smallerNet");
        QCOMPARE(param(bench.workspace.document().content(), "lstm", "num_output"), 72.0);
        QVERIFY(bench.workspace.document().derived().problems.empty());
        bench.openChoices();
        QVERIFY(bench.button("trainChanged"));
        bench.workspace.document().undoStack().undo();
        QVERIFY(bench.workspace.document().content() == before);
    }

    void doesNotCoachARunAgainWhoseAdviceWasPutAway()
    {
        Bench bench(1'000'000, 96);
        bench.actions.train->trigger();
        TRY_VERIFY(bench.notice().isVisible());
        QTest::mouseClick(bench.bar.findChild<QToolButton*>(QStringLiteral("putAway")), Qt::LeftButton);
        QVERIFY(!bench.notice().isVisible());
        const std::size_t then = bench.workspace.training().run().validations.size();
        TRY_VERIFY(bench.workspace.training().run().validations.size() >= then + 3);
        QVERIFY(!bench.notice().isVisible());
        bench.stop();
        QVERIFY(bench.notice().isVisible()); // how it ended, and no more
        bench.openChoices();
        QVERIFY(!bench.button("moreDropout"));
    }

    /// Its best weights are a checkpoint of the run that it goes on from.
    void aResumedRunGoesBackToTheBestBeforeIt()
    {
        Bench bench(1'000'000, 96);
        QSignalSpy writes(&bench.workspace, &Workspace::writingWanted);
        bench.actions.train->trigger();
        TRY_VERIFY(bench.notice().isVisible());
        bench.click("stopNow");
        bench.waitForTheEnd();
        QVERIFY(!bench.workspace.nextRun().resumeFrom(bench.workspace.runs().newestCheckpoint()));
        TRY_COMPARE(bench.workspace.training().state(), State::Running);
        QVERIFY(bench.workspace.training().run().origin.goesOn);
        TRY_VERIFY(bench.notice().isVisible());
        bench.click("goBack");
        QVERIFY(std::filesystem::exists(writes.front().front().value<std::string>()));
        bench.stop();
    }

    void aRunThatFailsSaysSoInPlaceOfItsAdvice()
    {
        Bench bench(1'000'000, 16);
        bench.train();
        emit bench.workspace.starved(*engine::starvation({.busyShare = 0.22}));
        emit bench.workspace.training().failed(QStringLiteral("the GPU no longer responds"));
        QCOMPARE(bench.advice(), QStringLiteral("The run failed: the GPU no longer responds"));
        QVERIFY(!bench.button("largerBatch"));
        bench.stop();
    }

    void aBarWithManyGpusCanBeNarrow()
    {
        Bench bench(1200, 16);
        bench.bar.noteReading(machine(37, 8));
        QVERIFY2(bench.bar.minimumSizeHint().width() < 640,
                 qPrintable(QString::number(bench.bar.minimumSizeHint().width())));
    }

    void moreDropoutGoesByWhatTheDrawingHas()
    {
        Bench bench(60, 16);
        const editor::Content plain = bench.workspace.document().content();
        const std::optional<Remedy> inserted = moreDropout(plain);
        QVERIFY(inserted);
        QCOMPARE(inserted->content.nodes.size(), plain.nodes.size() + 1);
        QCOMPARE(param(inserted->content, dropoutOf(inserted->content), "dropout_ratio"), 0.3);
        const editor::Node* const dropout = inserted->content.findNamed(dropoutOf(inserted->content));
        for (const editor::Node& node : inserted->content.nodes) {
            const QPointF away = node.position - dropout->position;
            QVERIFY2(&node == dropout || std::abs(away.y()) >= 96 || std::abs(away.x()) >= 220,
                     node.layer.name.c_str());
        }
        const std::optional<Remedy> raised = moreDropout(inserted->content);
        QVERIFY(raised);
        QCOMPARE(raised->content.nodes.size(), plain.nodes.size() + 1);
        QCOMPARE(param(raised->content, dropoutOf(raised->content), "dropout_ratio"), 0.4);

        editor::Content stacked = plain;
        editor::setParam(stacked, stacked.findNamed("lstm")->id, "num_layers", std::int64_t{2});
        QCOMPARE(param(moreDropout(stacked)->content, "lstm", "dropout_ratio"), 0.2);
        bench.workspace.document().edit(QStringLiteral("dropout"), inserted->content);
        QVERIFY(bench.workspace.document().derived().problems.empty());
    }

    void aNetOfEightUnitsGetsNoSmaller()
    {
        Bench bench(60, 8);
        QVERIFY(!smallerNet(bench.workspace.document().content()));
        setUnits(bench.workspace.document(), 192);
        QCOMPARE(param(smallerNet(bench.workspace.document().content())->content, "lstm", "num_output"), 144.0);
    }
};

HAMNET_QT_TEST(RunBarTest)
#include "run_bar_test.moc"
