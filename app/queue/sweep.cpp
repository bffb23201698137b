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
#include <limits>
#include <optional>
#include <random>
#include <set>

namespace queue {
namespace {

/// The whole of the text as a finite number; nothing where it is none.
template <typename Number>
std::optional<Number> parsed(std::string_view text)
{
    Number number = {};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    return isWhole && std::isfinite(static_cast<double>(number)) ? std::optional(number) : std::nullopt;
}

[[noreturn]] void failToRead(std::string_view text)
{
    throw engine::Error(engine::say(
        ENGINE_TEXT("Sentences",
                    "--vary is %1, but LAYER.SETTING=A,B,C or LAYER.SETTING=A..B, also with :log behind, is "
                    "wanted; the solver's settings are solver.SETTING"),
        engine::shown(text)));
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
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        values.emplace_back(trimmed(list.substr(begin, end - begin)));
        begin = end + 1;
    }
    return values;
}

/// False where it is no range.
bool readRange(Variation& variation, std::string_view range)
{
    const std::size_t dots = range.find(".."), colon = std::min(range.find(':', dots), range.size());
    const std::string_view scale = trimmed(range.substr(colon));
    const auto min = parsed<double>(trimmed(range.substr(0, dots)));
    const auto max = parsed<double>(trimmed(range.substr(dots + 2, colon - dots - 2)));
    const bool isLog = scale == ":log";
    if (!min || !max || (!scale.empty() && !isLog)) {
        return false;
    }
    if (*min >= *max || (isLog && *min <= 0)) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences",
                        "the range of %1 is %2, but its second end must be above its first, and with :log both "
                        "above 0"),
            variation.name(), std::string(range)));
    }
    if (!std::isfinite(isLog ? *max / *min : *max - *min)) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "the range of %1 is %2, which is too wide to draw from; bring its ends nearer"),
            variation.name(), std::string(range)));
    }
    variation.scale = isLog ? Variation::Scale::Log : Variation::Scale::Linear;
    variation.min = *min;
    variation.max = *max;
    return true;
}

std::string ownerOf(const Variation& variation)
{
    return variation.isOfSolver() ? "the solver" : "layer " + variation.layer;
}

/// A setting that varies, and where its values stand.
struct Place {
    const engine::ParamSpec* spec;
    engine::Params* params;
};

/// In layers of one name, such as the sources of both phases, all that have the setting. Throws Error with near names
/// where there is none.
std::vector<Place> placesOf(engine::RunDescription& run, const Variation& variation)
{
    std::vector<Place> places;
    std::vector<std::string_view> layers, keys;
    const auto note = [](std::vector<std::string_view>& names, std::string_view name) {
        if (std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
        }
    };
    const auto look = [&](std::span<const engine::ParamSpec> specs, engine::Params& params) {
        for (const engine::ParamSpec& spec : specs) {
            note(keys, spec.key);
            if (spec.key == variation.setting) {
                places.push_back({&spec, &params});
            }
        }
    };
    if (variation.isOfSolver()) {
        look(engine::solverSpecs(), run.solver.params);
    }
    for (engine::Layer& layer : variation.isOfSolver() ? std::span<engine::Layer>() : std::span(run.model.layers)) {
        note(layers, layer.name);
        if (layer.name == variation.layer) {
            look(engine::layerType(layer.type).params, layer.params);
        }
    }
    if (!variation.isOfSolver() && std::ranges::find(layers, variation.layer) == layers.end()) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "the net has no layer %1, which --vary names%2; its layers are %3"),
            engine::shown(variation.layer), engine::hint(variation.layer, layers), engine::listed(layers, "and")));
    }
    if (places.empty()) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "%1 has no setting %2, which --vary names%3; its settings are %4"),
                        ownerOf(variation), engine::shown(variation.setting), engine::hint(variation.setting, keys),
                        engine::listed(keys, "and")));
    }
    return places;
}

bool isWhole(const engine::ParamSpec& spec)
{
    return std::holds_alternative<engine::IntRange>(spec.kind);
}

engine::ParamValue valueOf(const engine::ParamSpec& spec, const std::string& text, const std::string& owner)
{
    const bool isNumber = std::holds_alternative<engine::FloatRange>(spec.kind);
    const bool isFlag = std::holds_alternative<engine::Flag>(spec.kind);
    std::optional<engine::ParamValue> value;
    if (isWhole(spec)) {
        value = parsed<std::int64_t>(text);
    } else if (isNumber) {
        value = parsed<double>(text);
    } else if (isFlag) {
        const bool isOn = text == "true" || text == "on", isOff = text == "false" || text == "off";
        value = isOn || isOff ? std::optional(isOn) : std::nullopt;
    } else if (const auto* const choices = std::get_if<engine::Choices>(&spec.kind)) {
        const auto isMeant = [&](std::string_view name) { return engine::folded(name) == engine::folded(text); };
        const auto found = std::ranges::find_if(choices->names, isMeant);
        value = found == choices->names.end() ? text : std::string(*found); // which checkParam refuses
    } else if (std::holds_alternative<engine::FreeText>(spec.kind)) {
        value = text;
    }
    if (!value) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "%1: %2 is %3 among the values to try, but must be %4"), owner, spec.key,
            engine::shown(text),
            isWhole(spec) ? ENGINE_TEXT("Sentences", "a whole number")
            : isNumber    ? ENGINE_TEXT("Sentences", "a number")
            : isFlag
                ? ENGINE_TEXT("Sentences", "true or false")
                : ENGINE_TEXT("Sentences", "varied in the model's file: only single numbers and words vary here")));
    }
    engine::checkParam(spec, *value, owner);
    return *value;
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

std::string drawn(const Variation& variation, bool isWholeNumber, std::mt19937_64& random)
{
    const double place = uniform(random);
    if (!variation.isRange()) {
        return variation.values[static_cast<std::size_t>(place * static_cast<double>(variation.values.size()))];
    }
    const bool isLog = variation.scale == Variation::Scale::Log;
    // All that is rounded to an end is drawn too, so that it is as likely as a number between.
    const double min = isWholeNumber ? std::ceil(variation.min) - 0.5 : variation.min;
    const double max = isWholeNumber ? std::floor(variation.max) + 0.5 : variation.max;
    const double value = isLog ? min * std::pow(max / min, place) : min + (max - min) * place;
    if (isWholeNumber) {
        return std::to_string(std::llround(std::clamp(value, std::ceil(variation.min), std::floor(variation.max))));
    }
    std::string text = fmt::format("{:.4g}", value);
    const double rounded = std::clamp(*parsed<double>(text), variation.min, variation.max);
    return rounded == *parsed<double>(text) ? text : fmt::format("{}", rounded);
}

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

/// The net as it is trained, with the sizes that the data settle.
engine::Model settled(const SweepBase& base, const engine::Model& model)
{
    std::vector<engine::Sentence> notes;
    return base.data->settled(model, notes);
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

Variation readVariation(std::string_view text)
{
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, std::min(equals, text.size()));
    const std::size_t dot = name.rfind('.');
    if (equals == std::string_view::npos || dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) {
        failToRead(text);
    }
    const std::optional<Variation> variation = variationOf(name, text.substr(equals + 1));
    if (!variation) {
        failToRead(text);
    }
    return *variation;
}

std::optional<Variation> variationOf(std::string_view name, std::string_view values)
{
    const std::size_t dot = name.rfind('.');
    const bool isOfCell = dot == std::string_view::npos;
    Variation variation{.layer = std::string(isOfCell ? "" : name.substr(0, dot)),
                        .setting = std::string(isOfCell ? name : name.substr(dot + 1))};
    if (!isOfCell && values.find("..") != std::string_view::npos && values.find(',') == std::string_view::npos) {
        return readRange(variation, values) ? std::optional(variation) : std::nullopt;
    }
    variation.values = separated(values);
    const bool isWhole = std::ranges::find(variation.values, "") == variation.values.end();
    return isWhole ? std::optional(variation) : std::nullopt;
}

bool isSingle(const engine::ParamSpec& spec)
{
    return isWhole(spec) || std::holds_alternative<engine::FloatRange>(spec.kind) ||
           std::holds_alternative<engine::Choices>(spec.kind) || std::holds_alternative<engine::Flag>(spec.kind);
}

void set(engine::RunDescription& run, const Variation& variation, const std::string& value)
{
    if (variation.isOfCell()) {
        const std::string cell = (readsBothWays(run.model) ? "bidirectional_" : "") + value;
        run.model = value == "drawn" ? run.model : contest::withCell(run.model, cell);
        return;
    }
    for (const Place& place : placesOf(run, variation)) {
        place.params->insert_or_assign(variation.setting, valueOf(*place.spec, value, ownerOf(variation)));
    }
}

void requireValues(const Variation& variation, const engine::RunDescription& run)
{
    engine::RunDescription copy = run;
    const engine::ParamSpec* const spec = variation.isOfCell() ? nullptr : placesOf(copy, variation).front().spec;
    if (spec && variation.isRange()) {
        trials({&variation, 1}, run, 1, 1); // throws where there is no whole number
        for (const double end : {isWhole(*spec) ? std::ceil(variation.min) : variation.min,
                                 isWhole(*spec) ? std::floor(variation.max) : variation.max}) {
            set(copy, variation, isWhole(*spec) ? std::to_string(std::llround(end)) : engine::toText(end));
        }
    }
    std::vector<engine::ParamValue> values;
    for (const std::string& text : variation.values) {
        const engine::ParamValue value = spec ? valueOf(*spec, text, ownerOf(variation)) : engine::ParamValue(text);
        if (!spec) {
            set(copy = run, variation, text);
        }
        if (const auto found = std::ranges::find(values, value); found != values.end()) {
            throw engine::Error(engine::say(
                ENGINE_TEXT("Sentences", "%1 is given the same value twice, as %2 and %3; give it once"),
                variation.name(), variation.values[static_cast<std::size_t>(found - values.begin())], text));
        }
        values.push_back(value);
    }
}

std::int64_t gridSize(std::span<const Variation> variations)
{
    constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
    std::int64_t size = 1;
    for (const Variation& one : variations) {
        if (one.isRange()) {
            throw engine::Error(
                engine::say(ENGINE_TEXT("Sentences", "%1 has a range, of which --trials N draws values; add "
                                                     "that, or give a list of values"),
                            one.name()));
        }
        const auto count = static_cast<std::int64_t>(one.values.size());
        size = size > greatest / count ? greatest : size * count;
    }
    return size;
}

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

std::vector<Choice> trials(std::span<const Variation> variations, const engine::RunDescription& run, std::int64_t count,
                           std::uint64_t seed)
{
    constexpr double maxExactWhole = 9e15; // whole numbers are exact below
    engine::RunDescription copy = run;
    std::vector<bool> areWhole;
    for (const Variation& one : variations) {
        areWhole.push_back(!one.isOfCell() && isWhole(*placesOf(copy, one).front().spec));
        if (areWhole.back() && one.isRange() &&
            (std::ceil(one.min) > std::floor(one.max) || std::abs(one.min) > maxExactWhole ||
             std::abs(one.max) > maxExactWhole)) {
            throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 takes whole numbers, of which there must be "
                                                                     "one from %2 to %3, and none above 9e15"),
                                            one.name(), engine::toText(one.min), engine::toText(one.max)));
        }
    }
    constexpr int maxAttempts = 1000; // in a row that give nothing new
    std::mt19937_64 random(seed);
    std::set<Choice> known;
    std::vector<Choice> choices;
    for (int attempt = 0; attempt < maxAttempts && static_cast<std::int64_t>(choices.size()) < count; ++attempt) {
        Choice choice;
        for (std::size_t index = 0; index < variations.size(); ++index) {
            choice.push_back(drawn(variations[index], areWhole[index], random));
        }
        if (known.insert(choice).second) {
            choices.push_back(std::move(choice));
            attempt = 0;
        }
    }
    return choices;
}

std::int64_t iterationsOf(const engine::RunDescription& run)
{
    const std::int64_t iterations = engine::runSettings(run.settings, run.solver).limits.iterations;
    return iterations > 0 ? iterations : engine::endless;
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
