// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/held_unit.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace engine {
namespace {

constexpr std::string_view digits = "0123456789";

template <typename Number>
std::optional<Number> numberIn(std::string_view text)
{
    Number number = {};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return number;
}

/// A whole number from 0 up.
std::optional<std::int64_t> placeIn(std::string_view text)
{
    const std::optional<std::int64_t> number = numberIn<std::int64_t>(text);
    return number && *number >= 0 ? number : std::nullopt;
}

/// Cuts what follows the last `mark` off `text`. Nothing where it has none.
std::optional<std::string_view> cutBehind(std::string_view& text, char mark)
{
    const std::size_t at = text.rfind(mark);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view behind = text.substr(at + 1);
    text = text.substr(0, at);
    return behind;
}

/// "120-340" or "120".
bool readPlaces(std::string_view places, HeldUnit& unit)
{
    const std::size_t dash = places.find('-');
    const std::optional<std::int64_t> from = placeIn(places.substr(0, dash));
    const std::optional<std::int64_t> to =
        dash == std::string_view::npos ? HeldUnit::always : placeIn(places.substr(dash + 1));
    if (!from || !to || *to < *from) {
        return false;
    }
    unit.from = *from;
    unit.to = *to;
    return true;
}

/// "c", "c1" in stacked layer 1, "c2.1" where the state's own name ends in a digit.
bool readState(std::string_view state, HeldUnit& unit)
{
    const std::size_t point = state.find('.');
    const bool apart = point != std::string_view::npos;
    const std::size_t end = apart ? point : state.find_last_not_of(digits) + 1;
    const std::string_view number = state.substr(apart ? end + 1 : end);
    const std::optional<std::int64_t> stacked = number.empty() && !apart ? 0 : placeIn(number);
    unit.state = state.substr(0, end);
    unit.stacked = stacked.value_or(0);
    return stacked && !unit.state.empty();
}

std::string stateText(const HeldUnit& unit)
{
    const bool numbered = !unit.state.empty() && digits.find(unit.state.back()) != std::string_view::npos;
    return unit.state + (numbered ? "." : "") + (numbered || unit.stacked > 0 ? std::to_string(unit.stacked) : "");
}

/// All of it; nothing where it does not read.
std::optional<HeldUnit> parsed(std::string_view text)
{
    HeldUnit unit;
    const std::size_t equals = text.rfind('=');
    if (equals == std::string_view::npos) {
        return std::nullopt;
    }
    std::string_view name = text.substr(0, equals), value = text.substr(equals + 1);
    if (const std::optional<std::string_view> places = cutBehind(value, '@'); places && !readPlaces(*places, unit)) {
        return std::nullopt;
    }
    const std::optional<float> number = numberIn<float>(value);
    const std::optional<std::string_view> index = cutBehind(name, ':'), state = cutBehind(name, ':');
    const std::optional<std::int64_t> which = index ? placeIn(*index) : std::nullopt;
    if (!number || !std::isfinite(*number) || !which || !state || !readState(*state, unit) || name.empty()) {
        return std::nullopt;
    }
    unit.layer = name;
    unit.unit = *which;
    unit.value = *number;
    return unit;
}

} // namespace

std::string toText(const HeldUnit& unit)
{
    std::array<char, 64> value{};
    const auto [end, error] = std::to_chars(value.data(), value.data() + value.size(), unit.value);
    std::string text =
        unit.layer + ":" + stateText(unit) + ":" + std::to_string(unit.unit) + "=" + std::string(value.data(), end);
    if (unit.from != HeldUnit::atThePromptsEnd) {
        text += "@" + std::to_string(unit.from);
        text += unit.to != HeldUnit::always ? "-" + std::to_string(unit.to) : "";
    }
    return text;
}

HeldUnit heldUnit(std::string_view text)
{
    std::optional<HeldUnit> unit = parsed(text);
    if (!unit) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "a unit to clamp is %1, but must be LAYER:STATE:UNIT=VALUE, with @FROM or "
                                         "@FROM-TO appended if it is not to hold from the prompt's end on"),
                shown(text)));
    }
    return std::move(*unit);
}

} // namespace engine
