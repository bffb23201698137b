// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/run/events.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Between JSON and whatever lists its members in fields(), as events do.
namespace watch {

/// Fields keep their order.
using Json = nlohmann::ordered_json;

// What stands there by its name, and all that can.
using engine::nameOf;
inline std::string_view nameOf(engine::EndReason reason)
{
    return engine::toString(reason);
}
inline std::string_view nameOf(const engine::DataKind* kind)
{
    return kind->name;
}
constexpr auto allLike(engine::EndReason)
{
    using enum engine::EndReason;
    return std::array{Iterations, TimeLimit, EarlyStop, Stopped, Diverged, TargetLoss};
}
constexpr auto allLike(engine::PrecisionFrom)
{
    using enum engine::PrecisionFrom;
    return std::array{Auto, Option, Checkpoint};
}
constexpr auto allLike(engine::Precision)
{
    using enum engine::Precision;
    return std::array{Float32, Tf32, Bfloat16};
}
inline auto allLike(const engine::DataKind*)
{
    using namespace engine::kinds;
    return std::array{&text, &sequences, &rows, &table, &lines};
}

template <typename Value>
concept Named = requires(const Value& value)
{
    allLike(value);
};
template <typename Value>
concept HasFields = requires(Value& value)
{
    fields(value, [](std::string_view, auto&) {});
};
template <typename Value>
concept IsOptional = std::same_as<Value, std::optional<typename Value::value_type>>;
template <typename Value>
concept IsList = std::same_as<Value, std::vector<typename Value::value_type>>;

/// An object of the fields, metrics by their names. Null stands for what is not known and for a run's end that is
/// engine::endless.
template <typename Value>
Json jsonOf(const Value& value)
{
    Json json;
    if constexpr (Named<Value>) {
        json = nameOf(value);
    } else if constexpr (HasFields<const Value>) {
        json = Json::object();
        fields(value, [&](std::string_view key, const auto& field) { json[std::string(key)] = jsonOf(field); });
    } else if constexpr (IsOptional<Value>) {
        json = value ? jsonOf(*value) : Json();
    } else if constexpr (std::same_as<Value, std::vector<engine::Metric>>) {
        json = Json::object();
        for (const engine::Metric& metric : value) {
            json[metric.name] = metric.value;
        }
    } else if constexpr (IsList<Value>) {
        json = Json::array();
        std::ranges::transform(value, std::back_inserter(json), jsonOf<typename Value::value_type>);
    } else if constexpr (std::convertible_to<Value, std::string>) {
        json = std::string(value);
    } else if constexpr (std::same_as<Value, std::int64_t>) {
        json = value == engine::endless ? Json() : Json(value);
    } else {
        json = value;
    }
    return json;
}

/// Reads what jsonOf() gives. Throws std::exception where a field is missing or of another kind.
template <typename Value>
void read(const Json& json, Value& value)
{
    if constexpr (Named<Value>) {
        const auto all = allLike(value);
        const auto found = std::ranges::find(all, json.get<std::string>(), [](Value one) { return nameOf(one); });
        value = found != all.end() ? *found : throw std::out_of_range("name");
    } else if constexpr (HasFields<Value>) {
        fields(value, [&](std::string_view key, auto& field) { read(json.at(std::string(key)), field); });
    } else if constexpr (IsOptional<Value>) {
        value.reset();
        if (!json.is_null()) {
            read(json, value.emplace());
        }
    } else if constexpr (std::same_as<Value, std::vector<engine::Metric>>) {
        value.clear();
        for (const auto& [name, one] : json.get_ref<const Json::object_t&>()) {
            read(one, value.emplace_back(engine::Metric{.name = name}).value);
        }
    } else if constexpr (IsList<Value>) {
        value.clear();
        for (const Json& one : json.get_ref<const Json::array_t&>()) {
            read(one, value.emplace_back());
        }
    } else if constexpr (std::convertible_to<Value, std::string>) {
        value = json.get<std::string>();
    } else if constexpr (std::floating_point<Value>) {
        value = json.is_null() ? std::numeric_limits<Value>::quiet_NaN() : json.get<Value>();
    } else if constexpr (std::same_as<Value, bool>) {
        value = json.get<bool>();
    } else if (std::same_as<Value, std::int64_t> && json.is_null()) {
        value = static_cast<Value>(engine::endless);
    } else { // all numbers of ours are 0 or more
        const bool fits = json.is_number_unsigned() && std::in_range<Value>(json.get<std::uint64_t>());
        value = fits ? json.get<Value>() : throw std::out_of_range("number");
    }
}

/// A line of a log, or a file of a run's folder; no object where it is none, as the half line of a writer that was
/// killed, or where it is nested more deeply than any of ours.
Json lineIn(std::string_view text);

/// The event under the keys of its fields().
Json toJson(const engine::Event& event);

/// The event that toJson() gives as this line; nothing for another line, and where a field is missing or of another
/// kind.
std::optional<engine::Event> eventIn(const Json& line);

} // namespace watch
