// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/sweep.h"

#include "app/contest/net_variants.h"
#include "app/queue/halving.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/learning_rate.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
#include "engine/training/run/batch_source.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/run_specs.h"
#include "engine/training/run/solver_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <utility>

namespace queue {
namespace {

/// The whole of the text as a finite number; nothing where it is none.
std::optional<double> numberIn(std::string_view text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    return isWhole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// Without blanks around them.
std::vector<std::string> separated(std::string_view list)
{
    std::vector<std::string> values;
    std::istringstream stream(std::string(list) + ',');
    for (std::string value; std::getline(stream, value, ',');) {
        values.emplace_back(trimmed(value));
    }
    return values;
}

/// Of a range its two ends, which are numbers.
std::array<double, 2> endsOf(const Variation& range)
{
    return {numberIn(range.values[0]).value(), numberIn(range.values[1]).value()};
}

/// Nothing where it is no range.
std::optional<Variation> rangeIn(Variation variation, std::string_view text)
{
    const std::size_t dots = text.find(".."), colon = std::min(text.find(':', dots), text.size());
    const std::string_view min = trimmed(text.substr(0, dots)), max = trimmed(text.substr(dots + 2, colon - dots - 2));
    const std::string_view scale = trimmed(text.substr(colon));
    const bool isLog = scale == ":log";
    const auto low = numberIn(min), high = numberIn(max);
    if (!low || !high || !(scale.empty() || isLog)) {
        return std::nullopt;
    }
    if (*low >= *high || (isLog && *low <= 0) || !std::isfinite(isLog ? *high / *low : *high - *low)) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "the range of %1 is %2, but its second end must be above its first, with :log "
                                     "both above 0, and the two not too far apart to draw from"),
            variation.name(), std::string(text)));
    }
    variation.kind = isLog ? Variation::Kind::LogRange : Variation::Kind::Range;
    variation.values = {std::string(min), std::string(max)};
    return variation;
}

/// A setting that varies, and where its values stand.
struct Place {
    const engine::ParamSpec* spec;
    engine::Params* params;
};

/// In layers of one name, such as the sources of both phases, all that have the setting. Throws Error with the nearest
/// name where there is none.
std::vector<Place> placesOf(engine::RunDescription& run, const Variation& variation)
{
    std::vector<Place> places;
    std::vector<std::string> known;
    const auto look = [&](const std::string& owner, std::span<const engine::ParamSpec> specs, engine::Params& params) {
        for (const engine::ParamSpec& spec : specs) {
            known.push_back(owner + "." + std::string(spec.key));
            if (known.back() == variation.name()) {
                places.push_back({&spec, &params});
            }
        }
    };
    look("solver", engine::solverSpecs(), run.solver.params);
    for (engine::Layer& layer : run.model.layers) {
        look(layer.name, engine::layerType(layer.type).params, layer.params);
    }
    if (places.empty()) {
        const std::vector<std::string_view> names(known.begin(), known.end());
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "net and solver have no setting %1 that could vary%2; LAYER.SETTING or "
                                     "solver.SETTING is wanted, as their files name it"),
            engine::shown(variation.name()), engine::hint(variation.name(), names)));
    }
    return places;
}

bool readsBothWays(const engine::Model& model)
{
    return std::ranges::any_of(model.layers, [&](const engine::Layer& layer) {
        const engine::LayerType* const type = engine::findLayerType(layer.type);
        const auto stack =
            type ? engine::recurrentStack(*type, engine::completeParams(layer, model.dialect)) : std::nullopt;
        return stack && stack->isBidirectional();
    });
}

/// From 0 up to 1, the same on every machine: the library's own distributions may differ.
double uniform(std::mt19937_64& random)
{
    return static_cast<double>(random() >> 11) * 0x1p-53;
}

std::string drawn(const Variation& variation, bool isWhole, std::mt19937_64& random)
{
    const double place = uniform(random);
    if (!variation.isRange()) {
        return variation.values[static_cast<std::size_t>(place * static_cast<double>(variation.values.size()))];
    }
    const auto [first, last] = endsOf(variation);
    // All that is rounded to an end is drawn too, so that it is as likely as a number between.
    const double min = isWhole ? first - 0.5 : first, max = isWhole ? last + 0.5 : last;
    const double value =
        variation.kind == Variation::Kind::LogRange ? min * std::pow(max / min, place) : min + (max - min) * place;
    if (isWhole) {
        return std::to_string(std::llround(std::clamp(value, first, last)));
    }
    std::string text = fmt::format("{:.4g}", value);
    const double rounded = std::clamp(*numberIn(text), first, last);
    return rounded == *numberIn(text) ? text : fmt::format("{}", rounded);
}

/// All combinations.
std::vector<Choice> grid(std::span<const Variation> variations)
{
    std::vector<Choice> choices = {{}};
    for (const Variation& one : variations) {
        std::vector<Choice> longer;
        for (const Choice& choice : choices) {
            for (const std::string& value : one.values) {
                longer.push_back(choice);
                longer.back().push_back(value);
            }
        }
        choices = std::move(longer);
    }
    return choices;
}

[[noreturn]] void refuse(const Variation& variation, const engine::Sentence& why)
{
    throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 cannot vary in a sweep: %2"), variation.name(), why));
}

/// The net as it is trained, with the sizes that the data settle.
engine::Model settled(const SweepBase& base, const engine::Model& model)
{
    std::vector<engine::Sentence> notes;
    return base.data->settled(model, notes);
}

/// What a run of the sweep is trained by: without the settings that an option, the data or the queue set otherwise.
engine::RunDescription taken(const Sweep& sweep, const SweepBase& base, engine::RunDescription run)
{
    constexpr std::array ofTheQueue = {
        "random_seed", "weights", "net", "train_net", "test_net", "snapshot_prefix", "snapshot_after_train", "display"};
    const engine::Params& given = run.settings;
    run.model = settled(base, run.model);
    for (engine::Layer& layer : run.model.layers) {
        std::erase_if(layer.params, [&](const auto& param) {
            return (param.first == "engine" && given.contains("engine")) ||
                   (param.first == "source" && engine::layerType(layer.type).group == engine::LayerGroup::Source);
        });
    }
    const std::string policy = engine::textParam(engine::completeParams(run.solver), "lr_policy");
    const bool isSchedule = policy == "poly" || policy == "cosine" || // of which max_iter says how long it falls
                            std::ranges::count(sweep.variations, "solver.lr_policy", &Variation::name) > 0;
    const bool hasLength = sweep.stopsEarly || given.contains("iterations") || given.contains("epochs");
    run.solver = engine::withSettings(run.solver, given, engine::SolverReader::Hamnet);
    std::erase_if(run.solver.params, [&](const auto& param) {
        return (param.first == "max_iter" && hasLength && !isSchedule) || !engine::whyUnused(param.first).empty() ||
               std::ranges::count(ofTheQueue, param.first) > 0;
    });
    return run;
}

/// Throws Error where the runs would be the same whatever the setting is.
void requireTaken(const Variation& one, const Sweep& sweep, const SweepBase& base)
{
    requireValues(one, base.job.run);
    if (one.isOfCell() && !base.job.run.first.file.empty()) {
        refuse(one, ENGINE_TEXT("Sentences", "the runs start from weights that fit the net's own cell alone; let them "
                                             "start from new ones"));
    }
    if (one.isOfCell() || // whose own may be among them twice
        (one.setting == "time_steps" && base.data->samples() && !base.data->kind().hasOwnLength)) {
        return; // the data were read with the base's
    }
    std::vector<engine::RunDescription> runs(one.values.size(), base.job.run);
    for (std::size_t index = 0; index < runs.size(); ++index) {
        set(runs[index], one, one.values[index]);
    }
    if (runs.size() == 1 && runs.front() != base.job.run) { // a single value is to differ from the net's own
        runs.push_back(base.job.run);
    }
    for (engine::RunDescription& run : runs) {
        run = taken(sweep, base, std::move(run));
    }
    if (std::ranges::adjacent_find(runs) != runs.end()) {
        for (const engine::RunSpec& spec : engine::runSpecs()) {
            const bool takesItsPlace = one.isOfSolver() ? one.setting == spec.solverKey ||
                                                              (one.setting == "max_iter" && spec.param.key == "epochs")
                                                        : one.setting == "engine" && spec.param.key == "engine";
            if (takesItsPlace && base.job.run.settings.contains(spec.param.key)) {
                refuse(one, spec.param.key == "seed"
                                ? engine::say(ENGINE_TEXT("Sentences", "each run has a seed of its own; --seed names "
                                                                       "the first, and --seeds says how many"))
                                : engine::say(ENGINE_TEXT("Sentences", "%1 is given and takes its place; leave %1 out"),
                                              engine::optionOf(spec)));
            }
        }
        refuse(one, ENGINE_TEXT("Sentences", "its runs would be the same, as an option, the data or the queue set it; "
                                             "leave that option out, or vary another setting"));
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
    if (!base.data->holdsOut(settled(base, base.job.run.model))) {
        throw engine::Error(ENGINE_TEXT("Sentences", "runs that stop early are compared by their validation loss, but "
                                                     "nothing of the data is held out for validation; hold out a part, "
                                                     "or train all runs to their end"));
    }
    for (Job& job : jobs) {
        job.iterations = iterations;
        job.rungs = rungsFor(static_cast<std::int64_t>(jobs.size()), iterations);
    }
}

} // namespace

std::optional<Variation> variationOf(std::string_view name, std::string_view values)
{
    const bool isOfCell = name == "cell";
    const std::size_t dot = isOfCell ? 0 : name.rfind('.');
    if (dot == std::string_view::npos || (!isOfCell && dot == 0) || dot + 1 == name.size()) {
        return std::nullopt;
    }
    Variation variation{.layer = std::string(name.substr(0, dot)),
                        .setting = std::string(isOfCell ? name : name.substr(dot + 1)),
                        .values = separated(values)};
    if (!isOfCell && variation.values.size() == 1 && values.find("..") != std::string_view::npos) {
        return rangeIn(variation, values);
    }
    const bool isWhole = std::ranges::count(variation.values, "") == 0;
    return isWhole ? std::optional(variation) : std::nullopt;
}

void set(engine::RunDescription& run, const Variation& variation, const std::string& value)
{
    if (variation.isOfCell()) {
        const std::string cell = (readsBothWays(run.model) ? "bidirectional_" : "") + value;
        run.model = value == "drawn" ? run.model : contest::withCell(run.model, cell);
        return;
    }
    for (const Place& place : placesOf(run, variation)) {
        const std::string owner = variation.isOfSolver() ? "the solver" : "layer " + variation.layer;
        place.params->insert_or_assign(variation.setting, engine::paramIn(*place.spec, value, owner));
    }
}

void requireValues(const Variation& variation, const engine::RunDescription& run)
{
    using Known = std::pair<engine::RunDescription, bool>;
    std::vector<Known> known;
    for (const std::string& value : variation.values) {
        engine::RunDescription varied = run;
        set(varied, variation, value);
        // The net as it is may be compared with its own cell by name.
        Known one(std::move(varied), variation.isOfCell() && value == "drawn");
        if (const auto same = std::ranges::find(known, one); same != known.end()) {
            throw engine::Error(
                engine::say(ENGINE_TEXT("Sentences", "%1 is given the same value twice, as %2 and %3; give it once"),
                            variation.name(), variation.values[static_cast<std::size_t>(same - known.begin())], value));
        }
        known.push_back(std::move(one));
    }
}

std::int64_t iterationsOf(const engine::RunDescription& run)
{
    const std::int64_t iterations = engine::runSettings(run.settings, run.solver).limits.iterations;
    return iterations > 0 ? iterations : engine::endless;
}

std::int64_t runsOf(const Sweep& sweep)
{
    double runs = static_cast<double>(sweep.seeds) * static_cast<double>(sweep.trials.value_or(1));
    for (const Variation& one : sweep.variations) {
        if (std::ranges::count(sweep.variations, one.name(), &Variation::name) > 1) {
            throw engine::Error(engine::say(
                ENGINE_TEXT("Sentences", "%1 is varied twice; give all its values in one place"), one.name()));
        }
        if (one.isRange() && !sweep.trials) {
            throw engine::Error(
                engine::say(ENGINE_TEXT("Sentences", "%1 has a range, of which --trials N draws values; add "
                                                     "that, or give a list of values"),
                            one.name()));
        }
        runs *= sweep.trials ? 1 : static_cast<double>(one.values.size());
    }
    constexpr double greatest = 9e18; // that fits
    return static_cast<std::int64_t>(std::min(runs, greatest));
}

std::vector<Choice> choicesOf(const Sweep& sweep, const Job& job)
{
    if (!sweep.trials) {
        return grid(sweep.variations);
    }
    engine::RunDescription run = job.run;
    const auto isWhole = [&run](const Variation& one) {
        return one.isRange() && std::holds_alternative<engine::IntRange>(placesOf(run, one).front().spec->kind);
    };
    std::vector<bool> areWhole;
    std::ranges::transform(sweep.variations, std::back_inserter(areWhole), isWhole);
    constexpr int maxAttempts = 1000; // in a row that give nothing new
    std::mt19937_64 random(static_cast<std::uint64_t>(seedOf(job)));
    std::set<Choice> known;
    std::vector<Choice> choices;
    for (int attempt = 0; attempt < maxAttempts && std::ssize(choices) < *sweep.trials; ++attempt) {
        Choice choice;
        for (std::size_t index = 0; index < areWhole.size(); ++index) {
            choice.push_back(drawn(sweep.variations[index], areWhole[index], random));
        }
        if (known.insert(choice).second) {
            choices.push_back(std::move(choice));
            attempt = 0;
        }
    }
    return choices;
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
    const engine::SizeReport sizes = engine::sizeReport(settled(base, job.run.model));
    if (!sizes.fits()) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1%2 does not fit together: %3"), base.model,
                                        settings, sizes.problems.front()));
    }
    return job;
}

std::vector<Job> jobsOf(const Sweep& sweep, const SweepBase& base)
{
    runsOf(sweep); // which throws what does not go together
    for (const Variation& one : sweep.variations) {
        requireTaken(one, sweep, base);
    }
    const std::vector<std::uint64_t> seeds =
        engine::seedsFrom(static_cast<std::uint64_t>(seedOf(base.job)), sweep.seeds);
    std::vector<Job> jobs;
    for (const Choice& choice : choicesOf(sweep, base.job)) {
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
