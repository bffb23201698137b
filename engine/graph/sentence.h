// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/shape.h"

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A number as a person writes it: "0.05", "1e-08".
std::string toText(double number);

inline void appendPart(std::string& text, std::string_view part)
{
    text += part;
}
inline void appendPart(std::string& text, const Shape& shape)
{
    text += toString(shape);
}
inline void appendPart(std::string& text, double number)
{
    text += toText(number);
}
template <std::integral Number>
void appendPart(std::string& text, Number number)
{
    text += std::to_string(number);
}

/// Words, numbers and shapes in a row: sentence("input x is ", shape, ", but ...").
template <typename... Parts>
std::string sentence(const Parts&... parts)
{
    std::string text;
    (appendPart(text, parts), ...);
    return text;
}

/// "a, b or c".
std::string listed(std::span<const std::string_view> names, std::string_view conjunction = "or");

/// Lower case and without underscores: how names of types and choices are compared.
std::string folded(std::string_view name);

/// The candidates that `wanted` may have been meant for, the nearest first, at most three; none above 64 letters.
std::vector<std::string_view> nearestNames(std::string_view wanted, std::span<const std::string_view> candidates);

/// " (did you mean a or b?)" where there are near names, else nothing.
std::string hint(std::string_view wanted, std::span<const std::string_view> candidates);

} // namespace engine
