// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/params.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <type_traits>

namespace engine {
namespace {

constexpr std::int64_t maxExtent = std::int64_t{1} << 40;
constexpr std::array<std::string_view, 5> fillerTypes = {"constant", "uniform", "gaussian", "xavier", "msra"};
constexpr std::array<std::string_view, 3> varianceNorms = {"FAN_IN", "FAN_OUT", "AVERAGE"};

Sentence written(const ParamValue& value)
{
    return std::visit(
        [](const auto& held) -> Sentence {
            using Held = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<Held, bool>) {
                return held ? "true" : "false";
            } else if constexpr (std::is_same_v<Held, std::string>) {
                return say("\"%1\"", held);
            } else if constexpr (std::is_same_v<Held, Filler>) {
                return say(ENGINE_TEXT("Sentences", "filler %1"), held.type);
            } else if constexpr (std::is_arithmetic_v<Held>) {
                return say("%1", held);
            } else {
                return say(ENGINE_TEXT("Sentences", "a list"));
            }
        },
        value);
}

/// What the message of an error starts with.
Sentence found(const ParamSpec& spec, const ParamValue& value, std::string_view owner)
{
    return say(ENGINE_TEXT("Sentences", "%1: %2 is %3"), owner, spec.key, written(value));
}

template <typename Number>
void checkRange(const ParamSpec& spec, Number number, Number least, Number most, std::string_view owner)
{
    if (!(number >= least && number <= most)) { // so that NaN is refused too
        throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 is %3, but must lie between %4 and %5"), owner, spec.key,
                        number, least, most));
    }
}

/// The canonical spelling of a choice, or nothing.
std::optional<std::string_view> spelled(const Choices& choices, std::string_view text)
{
    const auto match = std::find_if(choices.names.begin(), choices.names.end(),
                                    [&](std::string_view name) { return folded(name) == folded(text); });
    return match == choices.names.end() ? std::nullopt : std::optional(*match);
}

void checkFiller(const ParamSpec& spec, const Filler& filler, std::string_view owner)
{
    if (std::find(fillerTypes.begin(), fillerTypes.end(), filler.type) == fillerTypes.end()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 has the type \"%3\", but must be %4%5"), owner, spec.key,
                        filler.type, listed(fillerTypes), hint(filler.type, fillerTypes)));
    }
    if (std::find(varianceNorms.begin(), varianceNorms.end(), filler.varianceNorm) == varianceNorms.end()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 has the variance_norm \"%3\", but must be %4"), owner,
                        spec.key, filler.varianceNorm, listed(varianceNorms)));
    }
    for (const double number : {filler.value, filler.min, filler.max, filler.mean, filler.std}) {
        if (!std::isfinite(number)) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 holds %3, but its numbers must be finite"), owner,
                            spec.key, number));
        }
    }
    if (filler.min > filler.max) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 has min %3 and max %4, but min must not exceed max"), owner,
                        spec.key, filler.min, filler.max));
    }
    if (filler.std < 0) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: %2 has std %3, but it must be 0 or more"), owner, spec.key, filler.std));
    }
}

void checkShapes(const ParamSpec& spec, const std::vector<Shape>& shapes, std::string_view owner)
{
    for (const Shape& shape : shapes) {
        for (const std::int64_t extent : shape.extents()) {
            if (extent < 1 || extent > maxExtent) {
                throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 is %3, but every extent must lie between 1 and %4"),
                                owner, spec.key, shape, maxExtent));
            }
        }
    }
}

/// Checks a value against each kind of specification; the value has the kind that it should.
struct RangeCheck {
    const ParamSpec& spec;
    const ParamValue& value;
    std::string_view owner;

    void operator()(const IntRange& range) const
    {
        checkRange(spec, std::get<std::int64_t>(value), range.least, range.most, owner);
    }
    void operator()(const FloatRange& range) const
    {
        checkRange(spec, std::get<double>(value), range.least, range.most, owner);
    }
    void operator()(const Choices& choices) const
    {
        const std::string& text = std::get<std::string>(value);
        if (!spelled(choices, text)) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1, but must be %2%3"), found(spec, value, owner),
                            listed(choices.names), hint(text, choices.names)));
        }
    }
    void operator()(const IntList& list) const
    {
        for (const std::int64_t number : std::get<std::vector<std::int64_t>>(value)) {
            checkRange(spec, number, list.least, list.most, owner);
        }
    }
    void operator()(const FloatList& list) const
    {
        for (const double number : std::get<std::vector<double>>(value)) {
            checkRange(spec, number, list.least, list.most, owner);
        }
    }
    void operator()(const ShapeList&) const { checkShapes(spec, std::get<std::vector<Shape>>(value), owner); }
    void operator()(const FillerKind&) const { checkFiller(spec, std::get<Filler>(value), owner); }
    void operator()(const Flag&) const {}
    void operator()(const FreeText&) const {}
};

/// What a specification asks for, by its kind.
constexpr std::array<const char*, 9> kindWords = {
    ENGINE_TEXT("Sentences", "a whole number"), ENGINE_TEXT("Sentences", "a number"),
    ENGINE_TEXT("Sentences", "a word"),         ENGINE_TEXT("Sentences", "true or false"),
    ENGINE_TEXT("Sentences", "text"),           ENGINE_TEXT("Sentences", "whole numbers"),
    ENGINE_TEXT("Sentences", "numbers"),        ENGINE_TEXT("Sentences", "shapes"),
    ENGINE_TEXT("Sentences", "a filler")};
static_assert(kindWords.size() == std::variant_size_v<decltype(ParamSpec::kind)>);

/// The value in the kind and spelling that the specification asks for: whole numbers serve where numbers are wanted.
ParamValue settled(const ParamSpec& spec, const ParamValue& value)
{
    if (std::holds_alternative<FloatRange>(spec.kind) && std::holds_alternative<std::int64_t>(value)) {
        return static_cast<double>(std::get<std::int64_t>(value));
    }
    if (std::holds_alternative<FloatList>(spec.kind) && std::holds_alternative<std::vector<std::int64_t>>(value)) {
        const auto& whole = std::get<std::vector<std::int64_t>>(value);
        std::vector<double> numbers(whole.size());
        std::transform(whole.begin(), whole.end(), numbers.begin(),
                       [](std::int64_t n) { return static_cast<double>(n); });
        return numbers;
    }
    if (std::holds_alternative<Choices>(spec.kind) && std::holds_alternative<std::string>(value)) {
        const auto name = spelled(std::get<Choices>(spec.kind), std::get<std::string>(value));
        return name ? ParamValue(std::string(*name)) : value;
    }
    return value;
}

/// A fallback that lies outside its own range marks a setting that must be given, such as Caffe's num_output.
bool mustBeGiven(const ParamSpec& spec)
{
    const auto* range = std::get_if<IntRange>(&spec.kind);
    return range && (range->fallback < range->least || range->fallback > range->most);
}

} // namespace

ParamValue fallbackOf(const ParamSpec& spec, Dialect dialect)
{
    struct Visitor {
        ParamValue operator()(const IntRange& range) const { return range.fallback; }
        ParamValue operator()(const FloatRange& range) const { return range.fallback; }
        ParamValue operator()(const Choices& choices) const { return std::string(choices.names.front()); }
        ParamValue operator()(const Flag& flag) const { return flag.fallback; }
        ParamValue operator()(const FreeText& text) const { return std::string(text.fallback); }
        ParamValue operator()(const IntList&) const { return std::vector<std::int64_t>(); }
        ParamValue operator()(const FloatList&) const { return std::vector<double>(); }
        ParamValue operator()(const ShapeList&) const { return std::vector<Shape>(); }
        ParamValue operator()(const FillerKind& kind) const { return kind.fallback; }
    };
    return dialect == Dialect::MyCaffe && spec.myCaffeFallback ? *spec.myCaffeFallback
                                                               : std::visit(Visitor(), spec.kind);
}

void checkParam(const ParamSpec& spec, const ParamValue& value, std::string_view owner)
{
    const ParamValue checked = settled(spec, value);
    if (checked.index() != fallbackOf(spec, Dialect::Bvlc).index()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1, but must be %2"), found(spec, value, owner),
                        kindWords[spec.kind.index()]));
    }
    std::visit(RangeCheck{spec, checked, owner}, spec.kind);
}

Params completeParams(std::span<const ParamSpec> specs, const Params& given, Dialect dialect, std::string_view owner)
{
    Params complete;
    for (const ParamSpec& spec : specs) {
        const auto value = given.find(spec.key);
        if (value != given.end()) {
            checkParam(spec, value->second, owner);
            complete.emplace(spec.key, settled(spec, value->second));
        } else if (spec.key == "num_output" && isGiven(given, "from_data", true)) {
            throw Error(
                say(ENGINE_TEXT("Sentences",
                                "%1: num_output comes from the data (from_data: true), which are not known yet"),
                    owner));
        } else if (mustBeGiven(spec)) {
            const IntRange& range = std::get<IntRange>(spec.kind);
            throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 is not set, but must lie between %3 and %4"), owner,
                            spec.key, range.least, range.most));
        } else {
            complete.emplace(spec.key, fallbackOf(spec, dialect));
        }
    }
    for (const auto& [key, value] : given) {
        if (!complete.contains(key)) {
            std::vector<std::string_view> keys;
            std::transform(specs.begin(), specs.end(), std::back_inserter(keys), [](const auto& s) { return s.key; });
            throw Error(say(ENGINE_TEXT("Sentences", "%1: there is no setting \"%2\"%3"), owner, key, hint(key, keys)));
        }
    }
    return complete;
}

} // namespace engine
