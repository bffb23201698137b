// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/held_unit.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <array>
#include <charconv>
#include <cmath>
#include <regex>

namespace engine {
namespace {

/// A state whose own name ends in a digit has a point before the number of the stacked layer: "c2.1".
std::string stateText(const HeldUnit& unit)
{
    const bool numbered = !unit.state.empty() && unit.state.back() >= '0' && unit.state.back() <= '9';
    return unit.state + (numbered ? "." : "") + (numbered || unit.stacked > 0 ? std::to_string(unit.stacked) : "");
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
    // 1 the layer; 2 the state and 3 the stacked layer, or 4 and 5; 6 the unit; 7 the value; 8 and 9 the places
    static const std::regex form(
        R"(([\s\S]+):(?:([^:.]+)\.(\d+)|([^:.]*[^:.\d])(\d*)):(\d+)=([^=@]+)(?:@(\d+)(?:-(\d+))?)?)");
    constexpr std::size_t longest = 1000; // the search takes stack by the text's length
    std::cmatch found;
    const auto read = [&](std::size_t part, auto& number) { // which stays where there is no such part
        const auto [end, error] = std::from_chars(found[part].first, found[part].second, number);
        return found[part].length() == 0 || (error == std::errc() && end == found[part].second);
    };
    HeldUnit unit;
    if (text.size() > longest || !std::regex_match(text.data(), text.data() + text.size(), found, form) ||
        !read(3, unit.stacked) || !read(5, unit.stacked) || !read(6, unit.unit) || !read(7, unit.value) ||
        !std::isfinite(unit.value) || !read(8, unit.from) || !read(9, unit.to) || unit.to < unit.from) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "a unit to clamp is %1, but must be LAYER:STATE:UNIT=VALUE, with @FROM or "
                                         "@FROM-TO appended if it is not to hold from the prompt's end on"),
                shown(text)));
    }
    unit.layer = found.str(1);
    unit.state = found.str(2) + found.str(4);
    return unit;
}

} // namespace engine
