// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/float_bytes.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace engine {
namespace {

template <typename Raw, typename Convert>
std::vector<float> converted(std::span<const std::byte> bytes, const Convert& convert)
{
    std::vector<float> values(bytes.size() / sizeof(Raw));
    for (std::size_t index = 0; index < values.size(); ++index) {
        Raw raw = {};
        std::memcpy(&raw, bytes.data() + index * sizeof(Raw), sizeof(Raw));
        values[index] = convert(raw);
    }
    return values;
}

} // namespace

std::size_t bytesOf(FloatElement element)
{
    return element == FloatElement::Double ? 8 : element == FloatElement::Single ? 4 : 2;
}

float fromHalf(std::uint16_t bits)
{
    const int exponent = bits >> 10 & 0x1F, fraction = bits & 0x3FF;
    const float size = exponent == 0x1F ? (fraction == 0 ? INFINITY : NAN)
                       : exponent == 0  ? std::ldexp(static_cast<float>(fraction), -24)
                                        : std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

float fromBfloat(std::uint16_t bits)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

std::vector<float> floatsOf(FloatElement element, std::span<const std::byte> bytes)
{
    switch (element) {
    case FloatElement::Double:
        return converted<double>(bytes, [](double raw) { return static_cast<float>(raw); });
    case FloatElement::Half:
        return converted<std::uint16_t>(bytes, fromHalf);
    case FloatElement::Bfloat:
        return converted<std::uint16_t>(bytes, fromBfloat);
    case FloatElement::Single:
        break;
    }
    return converted<float>(bytes, [](float raw) { return raw; });
}

} // namespace engine
