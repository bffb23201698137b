// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/float_bytes.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace engine {
namespace {

template <typename Raw>
Raw rawAt(const std::byte* at)
{
    Raw raw = {};
    std::memcpy(&raw, at, sizeof(Raw));
    return raw;
}

float fromHalf(const std::byte* at)
{
    const int bits = rawAt<std::uint16_t>(at), exponent = bits >> 10 & 0x1F, fraction = bits & 0x3FF;
    const float size = exponent == 0x1F ? (fraction == 0 ? INFINITY : NAN)
                       : exponent == 0  ? std::ldexp(static_cast<float>(fraction), -24)
                                        : std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

float fromBfloat(const std::byte* at)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(rawAt<std::uint16_t>(at)) << 16U);
}

} // namespace

const std::array<FloatElement, 4> floatElements = {
    {{"F32", 1, 4, rawAt<float>},
     {"F64", 11, 8, [](const std::byte* at) { return static_cast<float>(rawAt<double>(at)); }},
     {"F16", 10, 2, fromHalf},
     {"BF16", 16, 2, fromBfloat}}};

std::vector<float> floatsOf(const FloatElement& element, std::span<const std::byte> bytes)
{
    std::vector<float> values(bytes.size() / element.bytes);
    for (std::size_t index = 0; index < values.size(); ++index) {
        values[index] = element.value(bytes.data() + index * element.bytes);
    }
    return values;
}

} // namespace engine
