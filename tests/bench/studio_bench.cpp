// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/lens_panel.h"
#include "app/studio/lens/lens_text.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/window/main_window.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/canvas/canvas_view.h"
#include "editor/document/edits.h"
#include "editor/document/layout.h"
#include "editor/looks/theme.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/catalog.h"
#include "tests/support/paths.h"
#include "tests/support/qt_patience.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <QApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <sstream>
#include <string_view>
#include <utility>

// What the window owes its user in time: how soon it is there, how soon an edit's sizes are, how evenly it pans, how
// long the event loop stands still, how soon a run pauses and stops, and what memory a run takes as it goes on.
//
//     studio_bench [minutes of training that the memory is watched for, 1 by default]
//     studio_bench edit       only the edit in a drawing of 500 layers
//     studio_bench stalls     only the stalls while training
//     studio_bench stop       only the stop after 700,000 iterations
//     studio_bench lens       only the lens
//
// Needs a display. One line a figure: what it is, what it may be, what it was.

namespace studio {
namespace {

using State = TrainingSession::State;

constexpr int patience = 120'000;

void report(const char* what, const char* wanted, const std::string& found)
{
    std::printf("| %-62s | %-14s | %s |\n", what, wanted, found.c_str());
    std::fflush(stdout);
}

std::string milliseconds(double value)
{
    return QString::number(value, 'f', 1).toStdString() + " ms";
}

double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double highOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() * 99 / 100];
}

/// Milliseconds since the process was made, as the kernel counts them.
double sinceExec()
{
    std::ifstream stat("/proc/self/stat"), uptime("/proc/uptime");
    std::string text{std::istreambuf_iterator<char>(stat), {}};
    std::istringstream fields(text.substr(text.rfind(')') + 2)); // the name before it may hold anything
    std::string field;
    for (int index = 3; index <= 22; ++index) {
        fields >> field;
    }
    double seconds = 0;
    uptime >> seconds;
    return 1000 * (seconds - std::stod(field) / static_cast<double>(::sysconf(_SC_CLK_TCK)));
}

/// Bytes that the process has in memory.
double resident()
{
    std::ifstream file("/proc/self/statm");
    double pages = 0;
    file >> pages >> pages;
    return pages * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

/// Bytes that the process has asked for and not given back. What malloc keeps of those given back is resident too, but
/// the next checkpoint gets it.
double inUse()
{
    const struct mallinfo2 memory = ::mallinfo2();
    return static_cast<double>(memory.uordblks + memory.hblkhd);
}

/// The longest time that the event loop did nothing for a timer of a millisecond.
class Watchdog {
public:
    Watchdog()
    {
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { m_gaps.push_back(lap()); });
        m_timer.setTimerType(Qt::PreciseTimer);
        m_since.start();
        m_timer.start(1);
    }
    const std::vector<double>& gaps() const { return m_gaps; }

private:
    double lap()
    {
        const double gap = static_cast<double>(m_since.nsecsElapsed()) / 1e6;
        m_since.restart();
        return gap;
    }
    QTimer m_timer;
    QElapsedTimer m_since;
    std::vector<double> m_gaps;
};

bool waitFor(const std::function<bool()>& done)
{
    return QTest::qWaitFor(done, patience);
}

/// A chain of layers, each behind the one before.
editor::Content chain(int nodes)
{
    editor::Content content;
    editor::Id last = editor::addLayer(content, engine::layerType("TEXTDATA"), {});
    last = editor::addAfter(content, engine::layerType("EMBED"), {last, 0}, {});
    while (static_cast<int>(content.nodes.size()) < nodes) {
        const editor::Id id = editor::addLayer(content, engine::layerType("INNERPRODUCT"), {});
        editor::addWire(content, {last, 0}, {id, 0});
        last = id;
    }
    return editor::arranged(content);
}

void measureEdit(MainWindow& window)
{
    editor::Document& document = window.workspace().document();
    document.load(chain(500));
    passTurns(500);
    const editor::Id embed = document.content().nodes[1].id;
    std::vector<double> times;
    for (std::int64_t width = 16; width < 46; ++width) {
        QElapsedTimer timer;
        timer.start();
        document.change(QStringLiteral("width"),
                        [&](editor::Content& content) { editor::setParam(content, embed, "num_output", width); });
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        passTurns(5);
    }
    report("an edit's sizes, 500 layers, all panels (median)", "50 ms", milliseconds(medianOf(times)));
    report("the slowest of 30", "", milliseconds(*std::max_element(times.begin(), times.end())));
}

void measurePanning(MainWindow& window)
{
    editor::Content content = chain(600);
    for (std::size_t node = 0; node < content.nodes.size(); ++node) { // a field of 30 by 20, all of it in view
        content.nodes[node].position = {240.0 * static_cast<double>(node % 30), 160.0 * static_cast<double>(node / 30)};
    }
    window.workspace().document().load(content);
    editor::CanvasView& canvas = window.canvas();
    canvas.camera().fitAll();
    passTurns(500);
    std::vector<double> frames;
    for (int step = 0; step < 200; ++step) {
        QElapsedTimer timer;
        timer.start();
        canvas.camera().panBy({0, step % 20 < 10 ? -5 : 5});
        canvas.viewport()->repaint();
        frames.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        QCoreApplication::processEvents();
    }
    report("a frame of panning, 600 layers in view (median)", "16.7 ms", milliseconds(medianOf(frames)));
    report("99 of 100 frames are within", "", milliseconds(highOf(frames)));
}

RunRecord longRun()
{
    RunRecord run;
    run.id = 1;
    run.name = "Long run";
    engine::Curve curve;
    for (std::int64_t iteration = 1; iteration <= 100'000; ++iteration) {
        const double at = static_cast<double>(iteration);
        curve.append({.iteration = iteration,
                      .seconds = at / 1000,
                      .loss = 1.5 + 2.5 * std::exp(-at / 20'000) + 0.1 * std::sin(at * at),
                      .learningRate = 0.002,
                      .gradientNorm = 1 + 0.5 * std::sin(at)});
    }
    run.curve = curve;
    run.start.batchUnits = 128;
    return run;
}

/// The small sample, smaller still: iterations come as fast as they can.
void openFast(Workspace& workspace)
{
    workspace.files().open(sourceRoot() / "models/char_rnn_small.prototxt");
    workspace.document().change(QStringLiteral("small"), [](editor::Content& content) {
        editor::setParam(content, content.findNamed("lstm")->id, "num_output", std::int64_t{8});
        editor::setParam(content, content.findNamed("text")->id, "batch_size", std::int64_t{4});
        editor::setParam(content, content.findNamed("text")->id, "time_steps", std::int64_t{8});
    });
    engine::RunDescription choice = workspace.nextRun().choice();
    choice.settings["threads"] = 1;
    choice.settings["iterations"] = 1'000'000'000;
    choice.settings["validate_every"] = 1'000'000;
    workspace.nextRun().setChoice(choice);
}

void measureStalls(MainWindow& window)
{
    Workspace& workspace = window.workspace();
    openFast(workspace);
    Project project = workspace.files().project();
    project.runs.push_back(longRun());
    project.nextRun = 2;
    workspace.files().restore(project, {});
    auto* plot = window.findChild<LossPlot*>();
    plot->runs().setShown(1, true); // loss, each point and smoothed, beside the run under way
    workspace.nextRun().train();
    if (!waitFor([&] { return workspace.training().progressNow().iteration > 100; })) {
        report("stalls", "50 ms", "the run did not start");
        return;
    }
    passTurns(1'000); // the panels of what was just opened are laid out: that is no stall of training
    const std::int64_t before = workspace.training().run().curve.back().iteration;
    QElapsedTimer wall;
    wall.start();
    const Watchdog watchdog;
    passTurns(10'000);
    const double speed = static_cast<double>(workspace.training().run().curve.back().iteration - before) * 1000 /
                         static_cast<double>(wall.elapsed());
    report("longest stall of the event loop in 10 s of training", "16 ms",
           milliseconds(*std::max_element(watchdog.gaps().begin(), watchdog.gaps().end())));
    report("99 of 100 turns of the event loop are within", "", milliseconds(highOf(watchdog.gaps())));
    report("iterations a second meanwhile", "", QString::number(speed, 'f', 0).toStdString());
}

void measurePauses(MainWindow& window)
{
    TrainingSession& training = window.workspace().training();
    std::vector<double> times;
    for (int round = 0; round < 10; ++round) {
        QElapsedTimer timer;
        timer.start();
        training.pause();
        waitFor([&] { return training.state() == State::Paused; });
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        training.resume();
        waitFor([&] { return training.state() == State::Running; });
        passTurns(100);
    }
    report("from pause to paused (median of 10)", "100 ms + step", milliseconds(medianOf(times)));
    report("the slowest", "", milliseconds(*std::max_element(times.begin(), times.end())));
}

void measureMemory(MainWindow& window, double minutes)
{
    TrainingSession& training = window.workspace().training();
    passTurns(10'000); // what is made once is made
    const double before = resident();
    const std::size_t points = training.run().curve.size();
    passTurns(static_cast<int>(60'000 * minutes));
    const double grown = resident() - before;
    const auto more = static_cast<double>(training.run().curve.size() - points);
    report("memory that the process grew by while training", "its curves",
           QString::number(grown / (1 << 20), 'f', 1).toStdString() + " MiB in " +
               QString::number(minutes, 'g', 3).toStdString() + " min, " + QString::number(more, 'f', 0).toStdString() +
               " points: " + QString::number(grown / std::max(1.0, more), 'f', 0).toStdString() + " bytes each");
}

void measureStop(MainWindow& window)
{
    TrainingSession& training = window.workspace().training();
    QElapsedTimer timer;
    timer.start();
    training.stop();
    waitFor([&] { return training.state() == State::Idle; });
    report("from stop to stopped, checkpoint with its curve saved", "100 ms + step",
           milliseconds(static_cast<double>(timer.nsecsElapsed()) / 1e6));
}

/// In single precision, as the trainer has losses and norms.
float lossAt(std::int64_t iteration)
{
    const auto at = static_cast<double>(iteration);
    return static_cast<float>(1.5 + 2.5 * std::exp(-at / 20'000) + 0.1 * std::sin(at * at));
}

/// The checkpoint of a short run, made to look as after `iterations`.
std::filesystem::path longCheckpoint(const std::filesystem::path& file, const std::filesystem::path& folder,
                                     std::int64_t iterations)
{
    engine::Checkpoint checkpoint = engine::loadCheckpoint(file);
    checkpoint.curve = {};
    for (std::int64_t iteration = 1; iteration <= iterations; ++iteration) {
        const double at = static_cast<double>(iteration);
        checkpoint.curve.append({.iteration = iteration,
                                 .seconds = engine::inMicroseconds(at / 12'000 + 1e-5 * std::sin(at)),
                                 .loss = static_cast<double>(lossAt(iteration)),
                                 .learningRate = 0.002,
                                 .gradientNorm = static_cast<double>(static_cast<float>(1 + 0.5 * std::sin(at))),
                                 .validationLoss = std::nan("")});
    }
    checkpoint.iteration = iterations;
    checkpoint.seconds = checkpoint.curve.seconds(checkpoint.curve.size() - 1);
    const std::filesystem::path made = folder / "long.hamnet";
    engine::saveCheckpoint(made, checkpoint);
    return made;
}

/// From stop() to Idle for a run of 700,000 iterations that goes on from its checkpoint, five times.
void measureLongStop(MainWindow& window)
{
    Workspace& workspace = window.workspace();
    TrainingSession& training = workspace.training();
    openFast(workspace);
    workspace.nextRun().train();
    waitFor([&] { return training.progressNow().iteration > 100; });
    training.stop();
    waitFor([&] { return training.state() == State::Idle; });
    const QTemporaryDir folder;
    std::filesystem::path file =
        longCheckpoint(workspace.runs().newestCheckpoint(), folder.path().toStdString(), 700'000);
    std::vector<double> times, stalls;
    for (int round = 0; round < 5; ++round) {
        const double before = inUse();
        workspace.nextRun().resumeFrom(file);
        waitFor([&] { return training.state() == State::Running && training.progressNow().iteration > 700'100; });
        passTurns(2'000);
        if (round == 0) {
            report("memory that a run of 700,000 iterations takes as it goes on", "",
                   QString::number((inUse() - before) / 700'000, 'f', 0).toStdString() + " bytes each");
        }
        const Watchdog watchdog;
        QElapsedTimer timer;
        timer.start();
        training.stop();
        waitFor([&] { return training.state() == State::Idle; });
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        passTurns(100);
        stalls.push_back(*std::max_element(watchdog.gaps().begin(), watchdog.gaps().end()));
        file = workspace.runs().newestCheckpoint();
    }
    report("from stop to stopped after 700,000 iterations (median of 5)", "100 ms + step",
           milliseconds(medianOf(times)));
    report("the slowest", "", milliseconds(*std::max_element(times.begin(), times.end())));
    report("longest stall of the event loop meanwhile", "16 ms",
           milliseconds(*std::max_element(stalls.begin(), stalls.end())));
}

/// From Read to the first tint and to all 10,000 characters, through 2 x 512 units.
void measureLens(MainWindow& window)
{
    Workspace& workspace = window.workspace();
    workspace.files().open(sourceRoot() / "models/char_rnn_small.prototxt");
    workspace.document().change(QStringLiteral("wide"), [](editor::Content& content) {
        editor::setParam(content, content.findNamed("lstm")->id, "num_output", std::int64_t{512});
        editor::setParam(content, content.findNamed("lstm")->id, "num_layers", std::int64_t{2});
        editor::setParam(content, content.findNamed("text")->id, "batch_size", std::int64_t{1});
        editor::setParam(content, content.findNamed("text")->id, "time_steps", std::int64_t{8});
    });
    engine::RunDescription choice = workspace.nextRun().choice();
    choice.settings["iterations"] = 2;
    choice.settings["validate_every"] = 1'000'000;
    workspace.nextRun().setChoice(choice);
    workspace.nextRun().train();
    waitFor([&] { return !workspace.runs().newestCheckpoint().empty() && !workspace.training().isBusy(); });
    auto& lens = *window.findChild<LensPanel*>();
    const QList<QPushButton*> buttons = lens.findChildren<QPushButton*>();
    const QPushButton* const read = *std::ranges::find(buttons, QStringLiteral("Read"), &QPushButton::text);
    std::vector<double> first, all;
    for (int round = 0; round < 5; ++round) {
        lens.clear();
        passTurns(200);
        QElapsedTimer timer;
        timer.start();
        emit lens.readRequested(
            {.checkpoint = workspace.runs().newestCheckpoint().string(), .text = LensWish::Text::Learned, .typed = {}});
        waitFor([&] { return !lens.findChild<LensText*>()->looks().empty(); });
        window.repaint();
        first.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        waitFor([&] { return read->isEnabled(); });
        all.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    report("from Read to the first tint, 2 x 512 (median of 5)", "1000 ms", milliseconds(medianOf(first)));
    report("to all of the 10,000 characters", "", milliseconds(medianOf(all)));
}

} // namespace
} // namespace studio

int main(int argc, char** argv)
{
    const QTemporaryDir home;
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"}) {
        qputenv(name, home.path().toUtf8());
    }
    QApplication application(argc, argv);
    editor::Looks::instance();
    std::printf("| %-62s | %-14s | found |\n| --- | --- | --- |\n", "what", "may be");
    studio::MainWindow window;
    window.show();
    if (!QTest::qWaitForWindowExposed(&window, 60'000)) {
        std::fprintf(stderr, "the window did not come up\n");
        return 1;
    }
    window.repaint();
    studio::report("from exec to the start page painted", "1000 ms", studio::milliseconds(studio::sinceExec()));
    window.workspace().files().startNew();
    const std::pair<std::string_view, void (*)(studio::MainWindow&)> single[] = {{"edit", studio::measureEdit},
                                                                                 {"stalls", studio::measureStalls},
                                                                                 {"stop", studio::measureLongStop},
                                                                                 {"lens", studio::measureLens}};
    for (const auto& [name, measure] : single) {
        if (argc > 1 && argv[1] == name) {
            measure(window);
            return 0;
        }
    }
    studio::measureEdit(window);
    studio::measurePanning(window);
    studio::measureStalls(window);
    studio::measurePauses(window);
    studio::measureMemory(window, argc > 1 ? std::atof(argv[1]) : 1);
    studio::measureStop(window);
    studio::measureLongStop(window);
    studio::measureLens(window);
    return 0;
}
