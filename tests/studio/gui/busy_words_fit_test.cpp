// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/help/manual_window.h"
#include "app/studio/inside/values_panel.h"
#include "app/studio/lens/lens_panel.h"
#include "app/studio/lens/lens_text.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/plots/plot_export.h"
#include "app/studio/race/race.h"
#include "app/studio/run_bar/run_bar.h"
#include "app/studio/sequences/results_panel.h"
#include "app/studio/sequences/sequence_panel.h"
#include "app/studio/start/start_page.h"
#include "app/studio/state/state_panel.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/run_list.h"
#include "editor/canvas/canvas_view.h"
#include "editor/document/edits.h"
#include "editor/looks/language.h"
#include "tests/studio/gui/stage.h"
#include "tests/studio/gui/word_look.h"
#include "tests/studio/small_net.h"

#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>

// What is written while something goes on: runs, results, instruments with content. Sizes of the window and languages
// are spread over the states, as all of each would take too long.

namespace studio {
namespace {

using State = TrainingSession::State;

constexpr QSize small{1280, 800}, middle{1440, 900}, large{1920, 1080};

/// What the session says of its run, to be written by hand: of a GPU that is not here, and of a run that is long over.
template <typename Said>
Said& writable(const Said& said)
{
    return const_cast<Said&>(said); // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

engine::DeviceReading machineWithGpus()
{
    engine::DeviceReading reading;
    reading.seconds = 1;
    reading.processor.machinePercent = 100;
    reading.processor.usedBytes = std::int64_t{120} << 30;
    reading.processor.totalBytes = std::int64_t{128} << 30;
    for (const auto& [name, bus] : {std::pair("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "3B"),
                                    std::pair("NVIDIA GeForce RTX 4070 Ti SUPER", "5E")}) {
        engine::GpuReading gpu;
        gpu.name = name;
        gpu.busId = std::string("00000000:") + bus + ":00.0";
        gpu.utilisationPercent = 100;
        gpu.usedBytes = std::int64_t{92} << 30;
        gpu.totalBytes = std::int64_t{96} << 30;
        gpu.celsius = 100;
        gpu.watts = 600;
        reading.gpus.push_back(gpu);
    }
    return reading;
}

QString at(QSize size)
{
    return QString::number(size.width());
}

} // namespace

class BusyWordsFitTest : public QObject {
    Q_OBJECT

private slots:
    void aRunUnderWayFits_data() { rows(); }

    void aRunUnderWayFits()
    {
        QFETCH(const QString, language);
        QFETCH(const std::vector<QSize>, sizes);
        editor::installTranslations(*qApp, language);
        Stage stage;
        WordLook look;
        open(stage, sizes.front());
        stage.workspace().nextRun().set("iterations", std::int64_t{30});
        press(Qt::Key_F5);
        QVERIFY(QTest::qWaitFor([&] { return stage.training().run().end.has_value(); }, patience));
        QVERIFY(stage.waitForState(State::Idle));
        look.at(stage.window(), at(sizes.front()) + QStringLiteral(" after a run"));
        // A second one that differs, of a net with a drawing's longest words, for long.
        stage.document().change(QStringLiteral("other"), [](editor::Content& content) {
            editor::setParam(content, content.findNamed("lstm")->id, "num_output", std::int64_t{48});
            content.solver.params["base_lr"] = 0.001;
            content.solver.params["clip_gradients"] = 4.0;
        });
        stage.workspace().nextRun().set("iterations", std::int64_t{1'000'000});
        press(Qt::Key_F5);
        QVERIFY(stage.waitForIteration(60));
        emit stage.workspace().readingTaken(machineWithGpus());
        stage.window().findChild<QAction*>(QStringLiteral("lookInside"))->trigger();
        TRY_VERIFY(stage.window().findChild<ValuesPanel*>()->look());
        auto* bar = stage.window().findChild<RunBar*>();
        lookAtRun(stage, look, at(sizes.front()) + QStringLiteral(" running"));
        const int run = stage.training().run().id;
        int other = run + 100; // said once of each run
        for (const engine::GpuUse& use :
             {engine::GpuUse{.busyShare = 0.22}, engine::GpuUse{.busyShare = 0.3, .betweenShare = 0.6}}) {
            notice(stage).hide();
            writable(stage.training().run()).id = ++other;
            emit stage.workspace().starved(*engine::starvation(use));
            QVERIFY(notice(stage).isVisible());
            look.at(*bar, at(sizes.back()) + QStringLiteral(" starved"));
            look.atPanel(stage.window(), QStringLiteral("training"), at(sizes.back()) + QStringLiteral(" starved"));
            writable(stage.training().run()).id = run;
        }
        notice(stage).hide();
        stage.training().pause(); // else it takes the time of those who look
        QVERIFY(stage.waitForState(State::Paused));
        for (const QSize size : sizes) {
            resizeTo(stage.window(), size);
            lookAtRun(stage, look, at(size) + QStringLiteral(" paused"));
            look.atPanel(stage.window(), QStringLiteral("values"), at(size));
        }
        overfit(stage);
        QVERIFY(notice(stage).isVisible());
        writable(stage.training().run().start).busId = machineWithGpus().gpus.front().busId;
        emit stage.workspace().readingTaken(machineWithGpus());
        emit stage.training().started(stage.training().run().start);
        for (const QSize size : sizes) {
            resizeTo(stage.window(), size);
            lookAtRun(stage, look, at(size) + QStringLiteral(" overfits"));
        }
        writable(stage.training().run().start).busId.clear();
        look.verify();
    }

    void whatATrainedNetShowsFits_data() { rows(); }

    void whatATrainedNetShowsFits()
    {
        QFETCH(const QString, language);
        QFETCH(const std::vector<QSize>, sizes);
        editor::installTranslations(*qApp, language);
        Stage stage;
        WordLook look;
        open(stage, sizes.front());
        QVERIFY(stage.trains(20));
        goTo(stage.window(), Activity::Write);
        TextPanel& writing = stage.writing();
        writing.generate();
        TRY_VERIFY(!writing.isBusy() && !writing.shown().text.empty());
        auto& states = *stage.window().findChild<StatePanel*>();
        auto& lens = *stage.window().findChild<LensPanel*>();
        emit lens.readRequested({.checkpoint = {}, .text = LensWish::Text::Written, .typed = {}});
        TRY_VERIFY(!lens.findChild<LensText*>()->looks().empty());
        for (const QSize size : sizes) {
            resizeTo(stage.window(), size);
            lookAtWriting(stage, look, size);
            lens.clampRequested({.layer = "lstm", .unit = 31, .value = -12.5F});
            TRY_VERIFY(states.isVisible() && states.place());
            look.atPanel(stage.window(), QStringLiteral("state"), at(size));
            look.atPanel(stage.window(), QStringLiteral("lens"), at(size) + QStringLiteral(" read"));
            look.atPanel(stage.window(), QStringLiteral("diary"), at(size));
            lookAtUnrolled(stage, look, size);
        }
        look.verify();
    }

    void sequencesFit_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("sample");
        QTest::addColumn<std::vector<QSize>>("sizes");
        QTest::newRow("German series") << QStringLiteral("de") << QStringLiteral("series_lstm")
                                       << std::vector{small, large};
        QTest::newRow("English digits") << QStringLiteral("en") << QStringLiteral("rows_gru") << std::vector{small};
        QTest::newRow("German digits") << QStringLiteral("de") << QStringLiteral("rows_lstm") << std::vector{middle};
        QTest::newRow("German lines") << QStringLiteral("de") << QStringLiteral("lines_gru") << std::vector{small};
    }

    void sequencesFit()
    {
        QFETCH(const QString, language);
        QFETCH(const QString, sample);
        QFETCH(const std::vector<QSize>, sizes);
        editor::installTranslations(*qApp, language);
        Stage stage;
        WordLook look;
        resizeTo(stage.window(), sizes.front());
        stage.openSample(sample.toStdString());
        const auto& data = *stage.window().findChild<SequencePanel*>();
        TRY_VERIFY(!data.isReading() && data.facts().samples.count() > 0);
        setUnits(stage.document(), 16);
        stage.workspace().nextRun().set("epochs", std::int64_t{1});
        press(Qt::Key_F5);
        QVERIFY(QTest::qWaitFor([&] { return stage.training().run().end.has_value(); }, patience));
        QVERIFY(stage.waitForState(State::Idle));
        auto& results = *stage.window().findChild<ResultsPanel*>();
        TRY_VERIFY(!results.isBusy() && results.shown());
        for (const QSize size : sizes) {
            resizeTo(stage.window(), size);
            for (const char* dock : {"data", "results", "training", "runs", "curves", "diary"}) {
                look.atPanel(stage.window(), QLatin1String(dock), at(size));
            }
            look.at(stage.window(), at(size) + QStringLiteral(" window"));
        }
        look.verify();
    }

    void dialogsFit_data() { rows(); }

    void dialogsFit()
    {
        QFETCH(const QString, language);
        QFETCH(const std::vector<QSize>, sizes);
        editor::installTranslations(*qApp, language);
        Stage stage;
        WordLook look;
        open(stage, sizes.back());
        QVERIFY(stage.trains(20));
        ExportDialog curves(stage.window().findChild<LossPlot*>()->view(), &stage.window());
        auto* formats = curves.findChild<QComboBox*>();
        for (int format = 0; format < formats->count(); ++format) {
            formats->setCurrentIndex(format);
            look.atDialog(curves, formats->currentText());
        }
        look.atDialog(stage.window(), QStringLiteral("raceEngines"), [&](QDialog& dialog) {
            look.at(dialog, QStringLiteral("race to come"));
            auto* unit = dialog.findChild<QComboBox*>(QStringLiteral("raceUnit"));
            unit->setCurrentIndex(1);
            dialog.findChild<QSpinBox*>(QStringLiteral("raceLimit"))->setValue(3);
            dialog.findChild<QPushButton*>(QStringLiteral("raceStart"))->click();
            look.at(dialog, QStringLiteral("race under way"));
            const Race& race = dynamic_cast<RaceDialog&>(dialog).race();
            TRY_COMPARE(race.state(), Race::State::Idle);
            dialog.resize(dialog.size().boundedTo(sizes.back() - QSize(0, 60))); // under a bar of the desk
            QVERIFY(dialog.width() <= sizes.back().width() && dialog.height() <= sizes.back().height());
        });
        look.atDialog(stage.window(), QStringLiteral("whichCell"));
        look.atDialog(stage.window(), QStringLiteral("trySettings"), [&](QDialog& dialog) {
            dialog.findChild<QPushButton*>(QStringLiteral("sweepMore"))->click();
            const auto fields = [&] { return dialog.findChildren<QLineEdit*>(QStringLiteral("sweepList")); };
            TRY_COMPARE(fields().size(), 2);
            fields().last()->setText(QStringLiteral("64..512"));
            fields().first()->setText(QStringLiteral("0.001, fast"));
            look.at(dialog, QStringLiteral("values that are wrong"));
            fields().first()->setText(QStringLiteral("0.001, 0.01"));
            auto* fill = dialog.findChild<QPushButton*>(QStringLiteral("runsStart"));
            TRY_VERIFY(fill->isEnabled());
        });
        ManualWindow manual(&stage.window());
        manual.showContents();
        QVERIFY(QTest::qWaitForWindowExposed(&manual, patience));
        auto* contents = manual.findChild<QListWidget*>();
        for (int page = 0; page < contents->count(); ++page) {
            contents->setCurrentRow(page);
            look.at(manual, QStringLiteral("manual ") + contents->item(page)->text());
        }
        look.verify();
    }

private:
    static void rows()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<std::vector<QSize>>("sizes");
        QTest::newRow("English") << QStringLiteral("en") << std::vector{small, large};
        QTest::newRow("German") << QStringLiteral("de") << std::vector{middle, small};
    }

    static void open(Stage& stage, QSize size)
    {
        resizeTo(stage.window(), size);
        stage.openFirstSample();
        stage.shrink();
        setNextRun(stage.workspace(), {{"validate_every", 10}});
    }

    /// What a run of hours comes to, of a run that is paused: the best validation long ago, its weights kept.
    static void overfit(Stage& stage)
    {
        TrainingSession& training = stage.training();
        RunRecord& record = writable(training.run());
        record.validations.clear();
        const std::int64_t each = std::max<std::int64_t>(1, training.progressNow().iteration / 12);
        for (int check = 1; check <= 12; ++check) {
            record.validations.push_back(
                {.iteration = check * each, .loss = check == 2 ? 1.5 : 1.6 + 0.1 * check, .best = check == 2});
        }
        record.checkpoints = {{.iteration = 2 * each, .file = "/proc/self/exe", .best = true}}; // a file that is there
        emit training.validated(record.validations.back());
    }

    static void lookAtRun(Stage& stage, WordLook& look, const QString& where)
    {
        look.at(*stage.window().findChild<RunBar*>(), where + QStringLiteral(" run bar"));
        look.at(stage.window(), where + QStringLiteral(" window"));
        for (const char* dock : {"training", "runs", "curves", "devices", "solver"}) {
            look.atPanel(stage.window(), QLatin1String(dock), where);
        }
    }

    static void lookAtWriting(Stage& stage, WordLook& look, QSize size)
    {
        TextPanel& writing = stage.writing();
        look.atPanel(stage.window(), QStringLiteral("writing"), at(size) + QStringLiteral(" written"));
        writing.failed(
            QStringLiteral("/home/someone/nets/char_rnn_small.runs/run-1/iteration-2000.hamnet ends in the middle "
                           "of the weights of lstm: 65,536 values are wanted, 12,288 are there"));
        look.atPanel(stage.window(), QStringLiteral("writing"), at(size) + QStringLiteral(" failed"));
    }

    static void lookAtUnrolled(Stage& stage, WordLook& look, QSize size)
    {
        goTo(stage.window(), Activity::Draw);
        emit stage.canvas().unrollRequested(stage.document().nodeNamed("lstm"));
        look.at(stage.window(), at(size) + QStringLiteral(" unrolled"));
        stage.document().focus(stage.document().nodeNamed("lstm"));
        QVERIFY(stage.canvas().isVisible());
    }

    static RunNotice& notice(Stage& stage) { return *stage.window().findChild<RunNotice*>(); }
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::BusyWordsFitTest)

#include "busy_words_fit_test.moc"
