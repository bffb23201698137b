// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/variation.h"

#include "app/contest/net_variants.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/sentence.h"

#include <fmt/format.h>

#include <algorithm>
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

std::vector<std::string> separated(std::string_view list)
{
    std::vector<std::string> values;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        values.emplace_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return values;
}

void readRange(Variation& variation, std::string_view range, std::string_view text)
{
    const std::size_t dots = range.find(".."), colon = range.find(':');
    const std::string_view scale = colon == std::string_view::npos ? "" : range.substr(colon);
    const auto min = parsed<double>(range.substr(0, dots));
    const auto max = parsed<double>(range.substr(dots + 2, std::min(colon, range.size()) - dots - 2));
    if (!min || !max || (scale != "" && scale != ":log")) {
        failToRead(text);
    }
    variation.scale = scale.empty() ? Variation::Scale::Linear : Variation::Scale::Log;
    variation.min = *min;
    variation.max = *max;
}

/// The setting's description in a table. Throws Error with near names.
const engine::ParamSpec& specIn(std::span<const engine::ParamSpec> specs, const std::string& key,
                                const std::string& owner)
{
    const auto found = std::ranges::find(specs, std::string_view(key), &engine::ParamSpec::key);
    if (found == specs.end()) {
        std::vector<std::string_view> keys;
        std::ranges::transform(specs, std::back_inserter(keys), &engine::ParamSpec::key);
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "%1 has no setting %2, which --vary names%3; its settings "
                                                 "are %4"),
                        owner, engine::shown(key), engine::hint(key, keys), engine::listed(keys, "and")));
    }
    return *found;
}

/// The layers of that name: one in each phase. Throws Error with near names.
std::vector<engine::Layer*> layersNamed(engine::Model& model, const std::string& name)
{
    std::vector<engine::Layer*> found;
    std::vector<std::string_view> names;
    for (engine::Layer& layer : model.layers) {
        if (layer.name == name) {
            found.push_back(&layer);
        }
        if (std::ranges::find(names, layer.name) == names.end()) {
            names.push_back(layer.name);
        }
    }
    if (found.empty()) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "the net has no layer %1, which --vary names%2; its layers are %3"),
                        engine::shown(name), engine::hint(name, names), engine::listed(names, "and")));
    }
    return found;
}

engine::ParamValue valueOf(const engine::ParamSpec& spec, const std::string& text, const std::string& owner)
{
    const bool isWhole = std::holds_alternative<engine::IntRange>(spec.kind);
    const bool isNumber = std::holds_alternative<engine::FloatRange>(spec.kind);
    const bool isFlag = std::holds_alternative<engine::Flag>(spec.kind);
    std::optional<engine::ParamValue> value;
    if (isWhole) {
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
            isWhole    ? ENGINE_TEXT("Sentences", "a whole number")
            : isNumber ? ENGINE_TEXT("Sentences", "a number")
            : isFlag
                ? ENGINE_TEXT("Sentences", "true or false")
                : ENGINE_TEXT("Sentences", "varied in the model's file: only single numbers and words vary here")));
    }
    engine::checkParam(spec, *value, owner);
    return *value;
}

std::string ownerOf(const Variation& variation)
{
    return variation.isOfSolver() ? "the solver" : "layer " + variation.layer;
}

/// The description of what varies.
const engine::ParamSpec& specOf(engine::RunDescription& run, const Variation& variation)
{
    const std::string owner = ownerOf(variation);
    if (variation.isOfSolver()) {
        return specIn(engine::solverSpecs(), variation.setting, owner);
    }
    // Of layers of one name, such as the sources of both phases, some may be of a type that lacks the setting.
    const std::vector<engine::Layer*> layers = layersNamed(run.model, variation.layer);
    for (const engine::Layer* layer : layers) {
        const std::vector<engine::ParamSpec>& specs = engine::layerType(layer->type).params;
        const auto found = std::ranges::find(specs, std::string_view(variation.setting), &engine::ParamSpec::key);
        if (found != specs.end()) {
            return *found;
        }
    }
    return specIn(engine::layerType(layers.front()->type).params, variation.setting, owner);
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
    const bool isLog = variation.scale == Variation::Scale::Log;
    // All that is rounded to an end is drawn too, so that it is as likely as a number between.
    const double min = isWhole ? std::ceil(variation.min) - 0.5 : variation.min;
    const double max = isWhole ? std::floor(variation.max) + 0.5 : variation.max;
    const double value = isLog ? min * std::pow(max / min, place) : min + (max - min) * place;
    if (isWhole) {
        return std::to_string(std::llround(std::clamp(value, std::ceil(variation.min), std::floor(variation.max))));
    }
    std::string text = fmt::format("{:.4g}", value);
    const double rounded = std::clamp(*parsed<double>(text), variation.min, variation.max);
    return rounded == *parsed<double>(text) ? text : fmt::format("{}", rounded);
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
    Variation variation{.layer = std::string(name.substr(0, dot)), .setting = std::string(name.substr(dot + 1))};
    const std::string_view what = text.substr(equals + 1);
    if (what.find("..") != std::string_view::npos && what.find(',') == std::string_view::npos) {
        readRange(variation, what, text);
    } else {
        variation.values = separated(what);
        if (std::ranges::find(variation.values, "") != variation.values.end()) {
            failToRead(text);
        }
    }
    requireSensible(variation, what);
    return variation;
}

void requireSensible(const Variation& variation, std::string_view text)
{
    if (!variation.isRange()) {
        return;
    }
    const bool isLog = variation.scale == Variation::Scale::Log;
    const double min = variation.min, max = variation.max;
    if (min >= max || (isLog && min <= 0)) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences",
                        "the range of %1 is %2, but its second end must be above its first, and with :log both "
                        "above 0"),
            variation.name(), std::string(text)));
    }
    if (!std::isfinite(isLog ? max / min : max - min)) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "the range of %1 is %2, which is too wide to draw from; bring its ends nearer"),
            variation.name(), std::string(text)));
    }
}

void set(engine::RunDescription& run, const Variation& variation, const std::string& value)
{
    if (variation.isOfCell()) {
        const std::string cell = (readsBothWays(run.model) ? "bidirectional_" : "") + value;
        run.model = value == "drawn" ? run.model : contest::withCell(run.model, cell);
        return;
    }
    const engine::ParamSpec& spec = specOf(run, variation);
    const engine::ParamValue wanted = valueOf(spec, value, ownerOf(variation));
    if (variation.isOfSolver()) {
        run.solver.params.insert_or_assign(variation.setting, wanted);
        return;
    }
    for (engine::Layer* const layer : layersNamed(run.model, variation.layer)) {
        const std::vector<engine::ParamSpec>& specs = engine::layerType(layer->type).params;
        if (std::ranges::any_of(specs, [&](const engine::ParamSpec& one) { return one.key == spec.key; })) {
            layer->params.insert_or_assign(variation.setting, wanted);
        }
    }
}

void requireValues(const Variation& variation, const engine::RunDescription& run)
{
    engine::RunDescription copy = run;
    const engine::ParamSpec* const spec = variation.isOfCell() ? nullptr : &specOf(copy, variation);
    if (spec && variation.isRange()) {
        const bool isWhole = std::holds_alternative<engine::IntRange>(spec->kind);
        trials({&variation, 1}, run, 1, 1); // throws where there is no whole number
        for (const double end : {isWhole ? std::ceil(variation.min) : variation.min,
                                 isWhole ? std::floor(variation.max) : variation.max}) {
            set(copy, variation, isWhole ? std::to_string(std::llround(end)) : engine::toText(end));
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
    std::vector<bool> isWhole;
    for (const Variation& one : variations) {
        isWhole.push_back(!one.isOfCell() && std::holds_alternative<engine::IntRange>(specOf(copy, one).kind));
        if (isWhole.back() && one.isRange() &&
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
            choice.push_back(drawn(variations[index], isWhole[index], random));
        }
        if (known.insert(choice).second) {
            choices.push_back(std::move(choice));
            attempt = 0;
        }
    }
    return choices;
}

} // namespace queue
