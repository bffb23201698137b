// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_session.h"
#include "engine/backends/open_device.h"
#include "engine/data/places.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <QCoreApplication>
#include <QEventLoop>
#include <string>
#include <vector>

// Characters a second of a training in the studio's session, which is told of each iteration, and as the terminal does
// it, with a report each 100, and in a session whose net is looked into meanwhile; in turn, so that what disturbs one
// disturbs the others too.
//
//     session_bench MODEL.prototxt [threads [rounds [iterations [iterations on the GPU]]]]
//
// On the processor, and where there is a GPU on that too: with steps of 0.25 ms and the CUDA graph a look, whose step
// is computed call by call, costs most against its step. Choose iterations that take some seconds, since looks are half
// a second apart at least.
//
// One line a round, then the medians and what the sessions lose of the terminal's speed while the values are hidden and
// while they are shown: by the clock, and by the processor's time, which others on the machine disturb less; that
// counts the screen's looks into the mailbox too.

namespace {

/// Seconds by the clock, and of the processor's time of all threads.
struct Cost {
    double seconds = 0, processor = 0;
};

double processorSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

Cost costOfTerminal(const studio::TrainingRequest& request)
{
    const double begin = processorSeconds();
    engine::RunSettings settings = studio::runSettingsOf(request);
    const std::unique_ptr<engine::Device> device = engine::openDevice(settings.device);
    engine::Trainer trainer(
        request.run, engine::Corpus(request.run.data, engine::dataSettings(request.run.model).encoding), *device);
    settings.reportEvery = 100;
    double seconds = 0;
    engine::Run(trainer).go(settings, {}, [&](const engine::Event& event) {
        if (const auto* end = std::get_if<engine::EndEvent>(&event)) {
            seconds = end->seconds;
        }
    });
    return {seconds, processorSeconds() - begin};
}

/// Looks: whether somebody sees what is in the net meanwhile.
enum class Looks { None, Shown };

Cost costOfSession(const studio::TrainingRequest& request, Looks looks)
{
    const double begin = processorSeconds();
    studio::TrainingSession session;
    QEventLoop loop;
    QObject::connect(&session, &studio::TrainingSession::ended, &loop, &QEventLoop::quit);
    QObject::connect(&session, &studio::TrainingSession::failed, &loop, &QEventLoop::quit);
    session.lookInside(looks == Looks::Shown);
    session.start(request);
    loop.exec();
    if (!session.run().end) {
        std::fprintf(stderr, "%s\n", session.run().failure.c_str());
        std::exit(1);
    }
    return {session.run().end->seconds, processorSeconds() - begin};
}

double median(const std::vector<Cost>& costs, double Cost::*part)
{
    std::vector<double> values;
    for (const Cost& cost : costs) {
        values.push_back(cost.*part);
    }
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// What is lost of the terminal's speed, in percent.
double lostShare(double alone, double seconds)
{
    return 100 * (1 - alone / seconds);
}

void measure(const studio::TrainingRequest& request, int rounds)
{
    std::vector<Cost> terminal, hidden, shown;
    for (int round = 0; round < rounds; ++round) {
        const Cost& one = terminal.emplace_back(costOfTerminal(request));
        const Cost& other = hidden.emplace_back(costOfSession(request, Looks::None));
        const Cost& third = shown.emplace_back(costOfSession(request, Looks::Shown));
        std::printf("terminal %8.3f s (processor %8.3f s)   session %8.3f s (processor %8.3f s)   "
                    "looked into %8.3f s (processor %8.3f s)\n",
                    one.seconds, one.processor, other.seconds, other.processor, third.seconds, third.processor);
    }
    for (const auto& [name, part] :
         {std::pair("clock", &Cost::seconds), std::pair("processor's time", &Cost::processor)}) {
        const double alone = median(terminal, part), session = median(hidden, part), looked = median(shown, part);
        std::printf("medians by the %s: terminal %.3f s, session %.3f s, looked into %.3f s; lost while the values are "
                    "hidden %.1f %%, while they are shown %.1f %%; by the looks alone %.1f %%\n",
                    name, alone, session, looked, lostShare(alone, session), lostShare(alone, looked),
                    lostShare(session, looked));
    }
}

std::int64_t numberIn(int argc, char** argv, int place, std::int64_t otherwise)
{
    return argc > place ? std::atoll(argv[place]) : otherwise;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    if (argc < 2) {
        std::fprintf(stderr, "session_bench MODEL.prototxt [threads [rounds [iterations [iterations on the GPU]]]]\n");
        return 2;
    }
    const auto rounds = static_cast<int>(numberIn(argc, argv, 3, 9));
    studio::TrainingRequest request{.run = {.model = engine::readModelFile(argv[1]),
                                            .solver = engine::readSolver(R"(type: "Adam" base_lr: 0.002)", "solver"),
                                            .settings = {{"device", "CPU"},
                                                         {"threads", numberIn(argc, argv, 2, 1)},
                                                         {"iterations", numberIn(argc, argv, 4, 200)}},
                                            .data = engine::bundledCorpus()}};
    std::printf("on the processor\n");
    measure(request, rounds);
    request.run.settings["device"] = "CUDA";
    request.run.settings["iterations"] = numberIn(argc, argv, 5, 20'000);
    try {
        std::printf("on %s\n", engine::openDevice(studio::runSettingsOf(request).device)->description().c_str());
    } catch (const engine::UnavailableError& why) {
        std::printf("not on a GPU: %s\n", why.what());
        return 0;
    }
    measure(request, rounds);
    return 0;
}
