// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/event_lines.h"

#include "engine/formats/exchange/json_fault.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

namespace watch {
namespace {

using engine::EndReason;
using engine::Precision;
using engine::PrecisionFrom;

constexpr int maxDepth = 8; // more than any line of ours: a destructor takes stack for each

// Values of enumerations, by their names.
constexpr std::array reasons = {EndReason::Iterations, EndReason::TimeLimit, EndReason::EarlyStop,
                                EndReason::Stopped,    EndReason::Diverged,  EndReason::TargetLoss};
constexpr std::array origins = {PrecisionFrom::Auto, PrecisionFrom::Option, PrecisionFrom::Checkpoint};

template <typename Value>
concept HasFields = requires(Value& value)
{
    fields(value, [](std::string_view, auto&) {});
};

// Out
// ---------------------------------------------------------------------------------------------------------------------

template <typename Value>
Json jsonOf(const Value& value)
{
    return value;
}
Json jsonOf(std::int64_t number)
{
    return number == engine::endless ? Json() : Json(number);
}
Json jsonOf(const engine::Sentence& sentence)
{
    return std::string(sentence);
}
Json jsonOf(EndReason reason)
{
    return engine::toString(reason);
}
Json jsonOf(Precision precision)
{
    return engine::nameOf(precision);
}
Json jsonOf(PrecisionFrom from)
{
    return engine::nameOf(from);
}
Json jsonOf(const engine::DataKind* kind)
{
    return kind->name;
}
Json jsonOf(const std::vector<engine::Metric>& metrics)
{
    Json json = Json::object();
    for (const engine::Metric& metric : metrics) {
        json[metric.name] = metric.value;
    }
    return json;
}

template <HasFields Value>
Json jsonOf(const Value& value);

template <typename Value>
Json jsonOf(const std::optional<Value>& value)
{
    return value ? jsonOf(*value) : Json();
}
template <typename Value>
Json jsonOf(const std::vector<Value>& values)
{
    Json json = Json::array();
    for (const Value& value : values) {
        json.push_back(jsonOf(value));
    }
    return json;
}
template <HasFields Value>
Json jsonOf(const Value& value)
{
    Json json = Json::object();
    fields(value, [&](std::string_view key, const auto& field) { json[std::string(key)] = jsonOf(field); });
    return json;
}

// In: whether the value is of that kind
// ---------------------------------------------------------------------------------------------------------------------

bool take(const Json& json, bool& value)
{
    value = json.is_boolean() && json.get<bool>();
    return json.is_boolean();
}
bool take(const Json& json, double& value)
{
    value = json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
    return json.is_number() || json.is_null();
}
template <std::integral Number>
bool take(const Json& json, Number& value) // all numbers of events are 0 or more
{
    const bool fits = json.is_number_unsigned() && std::in_range<Number>(json.get<std::uint64_t>());
    value = fits ? json.get<Number>() : 0;
    return fits;
}
bool take(const Json& json, std::string& value)
{
    value = json.is_string() ? json.get<std::string>() : std::string();
    return json.is_string();
}
bool take(const Json& json, engine::Sentence& value)
{
    value = engine::Sentence(json.is_string() ? json.get<std::string>() : std::string());
    return json.is_string();
}
template <typename Value, typename Values, typename NameOf>
bool takeNamed(const Json& json, Value& value, const Values& values, const NameOf& nameOf)
{
    const std::string name = json.is_string() ? json.get<std::string>() : std::string();
    const auto found = std::ranges::find_if(values, [&](Value one) { return nameOf(one) == name; });
    value = found == std::ranges::end(values) ? value : *found;
    return found != std::ranges::end(values);
}
bool take(const Json& json, EndReason& value)
{
    return takeNamed(json, value, reasons, [](EndReason one) { return engine::toString(one); });
}
bool take(const Json& json, PrecisionFrom& value)
{
    return takeNamed(json, value, origins, [](PrecisionFrom one) { return engine::nameOf(one); });
}
bool take(const Json& json, Precision& value)
{
    const auto named = json.is_string() ? engine::precisionNamed(json.get<std::string>()) : std::nullopt;
    value = named.value_or(value);
    return named.has_value();
}
bool take(const Json& json, const engine::DataKind*& value)
{
    const auto* const named = json.is_string() ? engine::dataKindNamed(json.get<std::string>()) : nullptr;
    value = named ? named : value;
    return named != nullptr;
}
bool take(const Json& json, std::vector<engine::Metric>& metrics)
{
    metrics.clear();
    if (!json.is_object()) {
        return false;
    }
    bool isWhole = true;
    for (const auto& [name, value] : json.items()) {
        isWhole = take(value, metrics.emplace_back(engine::Metric{.name = name}).value) && isWhole;
    }
    return isWhole;
}

template <HasFields Value>
bool take(const Json& json, Value& value);

template <typename Value>
bool take(const Json& json, std::optional<Value>& value)
{
    if (json.is_null()) {
        value.reset();
        return true;
    }
    return take(json, value.emplace());
}
template <typename Value>
bool take(const Json& json, std::vector<Value>& values)
{
    values.clear();
    return json.is_array() &&
           std::ranges::all_of(json, [&](const Json& one) { return take(one, values.emplace_back()); });
}
template <HasFields Value>
bool take(const Json& json, Value& value)
{
    bool isWhole = json.is_object();
    fields(value, [&](std::string_view key, auto& field) {
        const auto found = isWhole ? json.find(key) : json.end();
        if constexpr (std::same_as<decltype(field), std::int64_t&>) {
            if (found != json.end() && key == "iterations" && found->is_null()) {
                field = engine::endless;
                return;
            }
        }
        isWhole = found != json.end() && take(*found, field);
    });
    return isWhole;
}

} // namespace

Json lineIn(std::string_view text)
{
    const auto opens = std::ranges::count_if(text, [](char byte) { return byte == '{' || byte == '['; });
    const bool isFlat = opens <= maxDepth || engine::faultOf(text, maxDepth).empty();
    return isFlat ? Json::parse(text, nullptr, false) : Json(Json::value_t::discarded);
}

std::string kindOf(const Json& line)
{
    return textIn(line, "event");
}

std::string textIn(const Json& line, std::string_view key)
{
    const auto found = line.find(key);
    return found != line.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Json toJson(const engine::Event& event)
{
    return std::visit(
        [](const auto& one) {
            Json json = {{"event", one.name}};
            json.update(jsonOf(one));
            return json;
        },
        event);
}

std::optional<engine::Event> eventIn(const Json& line)
{
    const std::string kind = kindOf(line);
    std::optional<engine::Event> found;
    const auto read = [&]<typename One>(One one) {
        if (!found && kind == One::name && take(line, one)) {
            found = std::move(one);
        }
    };
    [&]<typename... Each>(std::type_identity<std::variant<Each...>>) {
        (read(Each{}), ...);
    }(std::type_identity<engine::Event>());
    return found;
}

} // namespace watch
