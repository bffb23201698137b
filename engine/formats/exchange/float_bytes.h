// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace engine {

/// How other programs' files hold a weight, little-endian.
struct FloatElement {
    std::string_view name; ///< in a safetensors file
    std::int64_t onnx;     ///< TensorProto.DataType
    std::size_t bytes;
    float (*value)(const std::byte* at);
};

/// Single and double precision, half precision (1 sign, 5 exponent, 10 fraction bits), the upper half of a float.
extern const std::array<FloatElement, 4> floatElements;

/// Bytes behind the last whole element are not read.
std::vector<float> floatsOf(const FloatElement& element, std::span<const std::byte> bytes);

} // namespace engine
