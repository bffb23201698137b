// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/sweep.h"

#include "app/contest/net_variants.h"
#include "app/queue/halving.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/learning_rate.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
#include "engine/training/run/batch_source.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/run_specs.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <array>
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

/// Settings of the solver that no run of a queue takes, and why.
constexpr std::array<std::pair<std::string_view, const char*>, 8> neverTaken = {{
    {"random_seed", ENGINE_TEXT("Sentences", "each run is given its seed; --seeds K trains each from K seeds")},
    {"weights",
     ENGINE_TEXT("Sentences", "all runs start from the same weights; queue a sweep for each --init-weights")},
    {"net", ENGINE_TEXT("Sentences", "all runs train the same net")},
    {"train_net", ENGINE_TEXT("Sentences", "all runs train the same net")},
    {"test_net", ENGINE_TEXT("Sentences", "all runs train the same net")},
    {"snapshot_prefix", ENGINE_TEXT("Sentences", "each run is saved in a folder of its own")},
    {"snapshot_after_train", ENGINE_TEXT("Sentences", "each run is saved at its end")},
    {"display", ENGINE_TEXT("Sentences", "--every says how often a run reports")},
}};

/// Whether max_iter says more than where a run ends.
bool hasSchedule(const Sweep& sweep, const SweepBase& base)
{
    const std::string policy = engine::textParam(engine::completeParams(base.job.run.solver), "lr_policy");
    return policy == "poly" || policy == "cosine" ||
           std::ranges::any_of(sweep.variations, [](const Variation& one) { return one.name() == "solver.lr_policy"; });
}

/// Whether the run's setting counts in place of what varies, where it is given.
bool countsInPlaceOf(const Variation& variation, const engine::RunSpec& spec, const Sweep& sweep, const SweepBase& base)
{
    if (!variation.isOfSolver()) {
        return variation.setting == "engine" && spec.param.key == "engine";
    }
    const bool isLength = variation.setting == "max_iter";
    return (spec.solverKey == variation.setting || (isLength && spec.param.key == "epochs")) &&
           !(isLength && hasSchedule(sweep, base));
}

/// Why the runs are the same whatever the setting is; nothing: they are not.
std::optional<engine::Sentence> whyNotTaken(const Variation& variation, const Sweep& sweep, const SweepBase& base)
{
    if (variation.isOfCell() && !base.job.run.first.file.empty()) {
        return ENGINE_TEXT("Sentences", "the runs start from weights that fit the net's own cell alone; let them start "
                                        "from new ones");
    }
    const std::vector<engine::Layer>& layers = base.job.run.model.layers;
    const bool isData = std::ranges::any_of(layers, [&](const engine::Layer& layer) {
        return layer.name == variation.layer && engine::layerType(layer.type).group == engine::LayerGroup::Source;
    });
    if (isData && variation.setting == "source") {
        return ENGINE_TEXT("Sentences", "all runs read the same data; queue a sweep for each --data");
    }
    const auto never = std::ranges::find(neverTaken, variation.setting, &decltype(neverTaken)::value_type::first);
    if (variation.isOfSolver() && never != neverTaken.end()) {
        return never->second;
    }
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        if (base.job.run.settings.contains(spec.param.key) && countsInPlaceOf(variation, spec, sweep, base)) {
            return engine::say(ENGINE_TEXT("Sentences", "%1 is given and takes its place; leave %1 out"),
                               engine::optionOf(spec));
        }
    }
    if (!variation.isOfSolver()) {
        return std::nullopt;
    }
    if (variation.setting == "max_iter" && sweep.stopsEarly) {
        return ENGINE_TEXT("Sentences", "--iterations N sets the length of all runs that may stop early");
    }
    const std::string_view unused = engine::whyUnused(variation.setting);
    return unused.empty() ? std::nullopt : std::optional<engine::Sentence>(std::string(unused));
}

void requireTaken(const Sweep& sweep, const SweepBase& base)
{
    for (const Variation& one : sweep.variations) {
        requireValues(one, base.job.run);
        if (const std::optional<engine::Sentence> why = whyNotTaken(one, sweep, base)) {
            throw engine::Error(
                engine::say(ENGINE_TEXT("Sentences", "%1 cannot vary in a sweep: %2"), one.name(), *why));
        }
    }
}

/// Throws Error where the data set what varies to something else.
void requireKept(const SweepBase& base, const Variation& variation, const engine::Model& wanted,
                 const engine::Model& trained)
{
    const bool isOwnLength = variation.setting == "time_steps" && base.data->samples() != nullptr &&
                             !base.data->kind().hasOwnLength; // the data were read with the base's
    for (const engine::Layer& layer : wanted.layers) {
        const auto value = layer.params.find(variation.setting);
        const auto found = std::ranges::find(trained.layers, layer.name, &engine::Layer::name);
        if (layer.name != variation.layer || value == layer.params.end() || found == trained.layers.end() ||
            isOwnLength) {
            continue;
        }
        const auto is = found->params.find(variation.setting);
        if (is != found->params.end() && is->second != value->second) {
            throw engine::Error(
                engine::say(ENGINE_TEXT("Sentences", "%1 cannot vary in a sweep: it is to be %2, but the data make it "
                                                     "%3"),
                            variation.name(), engine::optionText(value->second), engine::optionText(is->second)));
        }
    }
}

void stopEarly(std::span<Job> jobs, const SweepBase& base)
{
    const std::int64_t iterations = iterationsOf(base.job.run);
    if (iterations == engine::endless) {
        throw engine::Error(ENGINE_TEXT("Sentences", "--stop-early shares out a run's iterations, but neither "
                                                     "--iterations nor the solver's max_iter says how many; add "
                                                     "--iterations N"));
    }
    if (!validates(base)) {
        throw engine::Error(ENGINE_TEXT("Sentences", "--stop-early goes by the validation loss, but nothing of the "
                                                     "data is held out for validation; let the model hold out a "
                                                     "part, or omit it"));
    }
    for (Job& job : jobs) {
        job.iterations = iterations;
        job.rungs = rungsFor(static_cast<std::int64_t>(jobs.size()), iterations);
    }
}

} // namespace

std::int64_t iterationsOf(const engine::RunDescription& run)
{
    const std::int64_t iterations = engine::runSettings(run.settings, run.solver).limits.iterations;
    return iterations > 0 ? iterations : engine::endless;
}

engine::Model settled(const SweepBase& base, const engine::Model& model)
{
    std::vector<engine::Sentence> notes;
    return base.data->settled(model, notes);
}

bool validates(const SweepBase& base)
{
    return base.data->holdsOut(settled(base, base.job.run.model));
}

std::int64_t runsOf(const Sweep& sweep)
{
    requireDifferent(sweep.variations);
    constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
    const std::int64_t choices = sweep.trials ? *sweep.trials : gridSize(sweep.variations);
    return choices > greatest / sweep.seeds ? greatest : choices * sweep.seeds;
}

Job jobWith(const SweepBase& base, std::span<const Variation> variations, const Choice& choice)
{
    Job job = base.job;
    std::string settings;
    std::optional<std::size_t> cell;
    for (std::size_t index = 0; index < variations.size(); ++index) {
        if (variations[index].isOfCell()) { // last: another cell need not have the settings that vary
            cell = index;
        } else {
            set(job.run, variations[index], choice[index]);
        }
        job.settings.emplace_back(variations[index].name(), choice[index]);
        settings += (index > 0 ? ", " : " with ") + variations[index].name() + " " + choice[index];
    }
    if (cell) {
        const auto count = [&](const engine::Model& model) {
            return engine::sizeReport(settled(base, model)).parameters;
        };
        const engine::Model drawn = job.run.model; // with all else that varies
        set(job.run, variations[*cell], choice[*cell]);
        if (base.hasEqualParameters) {
            job.run.model = contest::withParameters(job.run.model, count(drawn), count);
        }
        job.settings.emplace_back("parameters", std::to_string(count(job.run.model)));
    }
    engine::learningRate(engine::completeParams(job.run.solver), 0); // which throws what its policy lacks
    const engine::Model trained = settled(base, job.run.model);
    for (const Variation& one : variations) {
        requireKept(base, one, job.run.model, trained);
    }
    const engine::SizeReport sizes = engine::sizeReport(trained);
    if (!sizes.fits()) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1%2 does not fit together: %3"), base.model,
                                        settings, sizes.problems.front()));
    }
    return job;
}

std::vector<Job> jobsOf(const Sweep& sweep, const SweepBase& base)
{
    requireDifferent(sweep.variations);
    requireTaken(sweep, base);
    const auto first = static_cast<std::uint64_t>(seedOf(base.job));
    const std::vector<Choice> choices =
        sweep.trials ? trials(sweep.variations, base.job.run, *sweep.trials, first) : grid(sweep.variations);
    const std::vector<std::uint64_t> seeds = engine::seedsFrom(first, sweep.seeds);
    std::vector<Job> jobs;
    for (const Choice& choice : choices) {
        Job job = jobWith(base, sweep.variations, choice);
        for (const std::uint64_t seed : seeds) {
            setSeed(job, seed);
            jobs.push_back(job);
        }
    }
    if (sweep.stopsEarly) {
        stopEarly(jobs, base);
    }
    return jobs;
}

} // namespace queue
