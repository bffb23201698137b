// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/sweep.h"

#include "app/queue/halving.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/learning_rate.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
#include "engine/training/run/run.h"
#include "engine/training/run/solver_run.h"

#include <limits>

namespace queue {
namespace {

void requireDifferent(std::span<const Variation> variations)
{
    for (std::size_t index = 0; index < variations.size(); ++index) {
        for (std::size_t other = 0; other < index; ++other) {
            if (variations[index].name() == variations[other].name()) {
                throw engine::Error(
                    engine::say(ENGINE_TEXT("Sentences", "%1 is varied twice; give all its values in one place"),
                                variations[index].name()));
            }
        }
    }
}

void stopEarly(std::span<Job> jobs, const SweepBase& base)
{
    if (base.iterations == engine::endless) {
        throw engine::Error(ENGINE_TEXT("Sentences", "--stop-early shares out a run's iterations, but neither "
                                                     "--iterations nor the solver's max_iter says how many; add "
                                                     "--iterations N"));
    }
    if (!base.validates()) {
        throw engine::Error(ENGINE_TEXT("Sentences", "--stop-early goes by the validation loss, but nothing of the "
                                                     "data is held out for validation; let the model hold out a "
                                                     "part, or omit it"));
    }
    for (Job& job : jobs) {
        job.iterations = base.iterations;
        job.rungs = rungsFor(static_cast<std::int64_t>(jobs.size()), base.iterations);
    }
}

} // namespace

std::int64_t runsOf(const Sweep& sweep)
{
    requireDifferent(sweep.variations);
    constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
    const std::int64_t choices = sweep.trials ? *sweep.trials : gridSize(sweep.variations);
    return choices > greatest / sweep.seeds ? greatest : choices * sweep.seeds;
}

Job jobWith(const SweepBase& base, std::span<const Variation> variations, const Choice& choice)
{
    Varied varied = base.given;
    Job job = base.job;
    std::string settings;
    for (std::size_t index = 0; index < variations.size(); ++index) {
        set(varied, variations[index], choice[index]);
        job.settings.emplace_back(variations[index].name(), choice[index]);
        settings += (index > 0 ? ", " : " with ") + variations[index].name() + " " + choice[index];
    }
    engine::learningRate(engine::completeParams(varied.solver), 0); // which throws what its policy lacks
    const engine::SizeReport sizes = engine::sizeReport(base.settled(varied));
    if (!sizes.fits()) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1%2 does not fit together: %3"), base.model,
                                        settings, sizes.problems.front()));
    }
    job.model = engine::writeModel(varied.model);
    job.solver = engine::writeSolver(varied.solver);
    job.seed = base.seed;
    return job;
}

std::vector<Job> jobsOf(const Sweep& sweep, const SweepBase& base)
{
    requireDifferent(sweep.variations);
    const std::vector<Choice> choices =
        sweep.trials ? trials(sweep.variations, base.given, *sweep.trials, static_cast<std::uint64_t>(base.seed))
                     : grid(sweep.variations);
    const std::vector<std::uint64_t> seeds = engine::seedsFrom(static_cast<std::uint64_t>(base.seed), sweep.seeds);
    std::vector<Job> jobs;
    for (const Choice& choice : choices) {
        Job job = jobWith(base, sweep.variations, choice);
        for (const std::uint64_t seed : seeds) {
            job.seed = static_cast<std::int64_t>(seed);
            jobs.push_back(job);
        }
    }
    if (sweep.stopsEarly) {
        stopEarly(jobs, base);
    }
    return jobs;
}

} // namespace queue
