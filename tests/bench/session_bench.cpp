// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_session.h"
#include "engine/backends/cpu_backend.h"
#include "engine/data/places.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <QCoreApplication>
#include <QEventLoop>
#include <string>
#include <vector>

// Characters a second of a training in the studio's session, which is told of each iteration, and as the terminal does
// it, with a report each 100, and in a session whose net is looked into meanwhile; in turn, so that what disturbs one
// disturbs the others too.
//
//     session_bench MODEL.prototxt [threads [rounds [iterations]]]
//
// One line a round, then the medians and what the sessions reach of the terminal's speed: by the clock, and by the
// processor's time, which others on the machine disturb less; that counts the screen's looks into the mailbox too.

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
    const engine::RunPlan plan = studio::planOf(request);
    engine::CpuDevice device(engine::cpuBackend(), plan.device.threads);
    engine::Trainer trainer({.model = request.model, .solver = request.solver, .engine = {}, .seed = plan.seed},
                            engine::Corpus(request.corpus, engine::dataSettings(request.model).encoding), device);
    engine::RunSettings settings = plan.run;
    settings.reportEvery = 100;
    double seconds = 0;
    trainer.run(settings, {}, [&](const engine::Event& event) {
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
        std::fprintf(stderr, "%s\n", session.run().record.ending.c_str());
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

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    if (argc < 2) {
        std::fprintf(stderr, "session_bench MODEL.prototxt [threads [rounds [iterations]]]\n");
        return 2;
    }
    const int rounds = argc > 3 ? std::atoi(argv[3]) : 9;
    studio::TrainingRequest request{.model = engine::readModelFile(argv[1]),
                                    .solver = engine::readSolver(R"(type: "Adam" base_lr: 0.002)", "solver"),
                                    .corpus = engine::bundledCorpus(),
                                    .settings = {{"threads", argc > 2 ? std::atoi(argv[2]) : 1},
                                                 {"iterations", argc > 4 ? std::atoi(argv[4]) : 200}}};
    std::vector<Cost> terminal, session, looked;
    for (int round = 0; round < rounds; ++round) {
        const Cost& one = terminal.emplace_back(costOfTerminal(request));
        const Cost& other = session.emplace_back(costOfSession(request, Looks::None));
        const Cost& third = looked.emplace_back(costOfSession(request, Looks::Shown));
        std::printf("terminal %8.3f s (processor %8.3f s)   session %8.3f s (processor %8.3f s)   "
                    "looked into %8.3f s (processor %8.3f s)\n",
                    one.seconds, one.processor, other.seconds, other.processor, third.seconds, third.processor);
    }
    for (const auto& [name, part] :
         {std::pair("clock", &Cost::seconds), std::pair("processor's time", &Cost::processor)}) {
        const double alone = median(terminal, part);
        std::printf("medians by the %s: terminal %.3f s, session %.3f s: %.1f %% of the terminal's speed; looked into "
                    "%.3f s: %.1f %%\n",
                    name, alone, median(session, part), 100 * alone / median(session, part), median(looked, part),
                    100 * alone / median(looked, part));
    }
    return 0;
}
