// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"
#include "engine/graph/shape.h"

#include <cassert>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace engine {

/// Whose defaults a file was written for: the same text trains differently in the two.
enum class Dialect { Bvlc, MyCaffe };

/// How a weight gets its first values (Caffe's FillerParameter).
struct Filler {
    std::string type = "constant";       ///< constant, uniform, gaussian, xavier or msra
    double value = 0;                    ///< constant
    double min = 0, max = 1;             ///< uniform
    double mean = 0, std = 1;            ///< gaussian
    std::string varianceNorm = "FAN_IN"; ///< xavier and msra: FAN_IN, FAN_OUT or AVERAGE

    bool operator==(const Filler&) const = default;
};

/// A fallback that lies outside the range marks a setting that must be given, such as num_output.
struct IntRange {
    std::int64_t fallback, least, most;
};
struct FloatRange {
    double fallback, least, most;
};
struct Choices {
    std::vector<std::string_view> names; ///< the first is the fallback
    bool quoted = false;                 ///< text in Caffe's schema and not an enumeration: files say "SGD" in quotes
    std::vector<std::string_view> extensions = {}; ///< those of the names that BVLC Caffe does not know
};
struct Flag {
    bool fallback;
};
struct FreeText {
    std::string_view fallback;
};
struct IntList {
    std::int64_t least, most; ///< of each element; the list is empty by default
    bool extents = false;     ///< one shape with wildcards: files say shape { dim: -1 dim: 512 }
};
struct FloatList {
    double least, most;
};
struct ShapeList {}; ///< repeated shapes, as INPUT has them; empty by default
struct FillerKind {
    Filler fallback;
};

using ParamValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>,
                                std::vector<Shape>, Filler>;

/// Settings by ParamSpec::key.
using Params = std::map<std::string, ParamValue, std::less<>>;

/// One setting of a layer or of a solver. The inspector, the tooltip, the file format and the range check are
/// all made from this record, so a setting is written down once.
struct ParamSpec {
    std::string_view key;   ///< its name in model files; never changes once released
    std::string_view label; ///< its name on screen
    std::string_view help;  ///< one sentence
    std::variant<IntRange, FloatRange, Choices, Flag, FreeText, IntList, FloatList, ShapeList, FillerKind> kind;
    std::string_view message =
        {}; ///< the prototxt message that holds it, such as "recurrent_param"; empty: the layer itself
    std::string_view unit = {};
    std::optional<ParamValue> myCaffeFallback = {}; ///< where MyCaffe's default differs from BVLC Caffe's
    bool extension = false;                         ///< Hamnet's or MyCaffe's own: a strict BVLC file cannot hold it
};

/// The value that a setting has where a file does not name it.
ParamValue fallbackOf(const ParamSpec& spec, Dialect dialect);

/// The `given` settings with every other one at its fallback.
/// Choices come back in the spelling of the specification; whole numbers serve where numbers are wanted.
/// Throws Error where a given value has the wrong kind or lies outside its range, where a key is not in `specs`, and
/// where a setting is missing that must be given; `owner` starts the sentence.
Params completeParams(std::span<const ParamSpec> specs, const Params& given, Dialect dialect, std::string_view owner);

/// Throws Error with `owner`, the value and the range where the value does not suit the specification.
void checkParam(const ParamSpec& spec, const ParamValue& value, std::string_view owner);

/// The setting where it is given, and of that kind; else null. `params` are Params, const or not.
template <typename Value, typename Some>
auto* givenParam(Some& params, std::string_view key)
{
    const auto found = params.find(key);
    return found == params.end() ? nullptr : std::get_if<Value>(&found->second);
}

/// Whether the setting is given, and has that value.
template <typename Value>
bool isGiven(const Params& params, std::string_view key, const Value& value)
{
    const Value* const found = givenParam<Value>(params, key);
    return found && *found == value;
}

/// A setting that the catalogue guarantees: an absent key or another kind is a programmer's mistake.
template <typename Value>
struct CompleteParam {
    std::conditional_t<std::is_arithmetic_v<Value>, Value, const Value&> operator()(const Params& params,
                                                                                    std::string_view key) const
    {
        const Value* const value = givenParam<Value>(params, key);
        assert(value && "the catalogue lacks this setting, or the settings are not complete");
        return *value;
    }
};
inline constexpr CompleteParam<std::int64_t> intParam = {};
inline constexpr CompleteParam<double> floatParam = {};
inline constexpr CompleteParam<bool> flagParam = {};
inline constexpr CompleteParam<std::string> textParam = {};
inline constexpr CompleteParam<std::vector<std::int64_t>> intListParam = {};
inline constexpr CompleteParam<std::vector<double>> floatListParam = {};
inline constexpr CompleteParam<std::vector<Shape>> shapeListParam = {};
inline constexpr CompleteParam<Filler> fillerParam = {};

} // namespace engine
