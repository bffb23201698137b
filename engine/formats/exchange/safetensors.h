// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/named_tensor.h"
#include "engine/graph/sentence.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
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

/// Named tensors with a few words about them: a safetensors file.
///
///     0  8  length L of the header, little-endian
///     8  L  JSON: {"__metadata__": {"key": "text"}, "name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0,
///     24]}} 8+L   the elements, row by row, little-endian; offsets count from here
struct TensorFile {
    std::vector<NamedTensor> tensors; ///< in the order of their bytes
    std::map<std::string, std::string> metadata;
    std::vector<Sentence> skipped; ///< sentences: tensors of types that hold no weights
};

/// Reads F32, and F64, F16 and BF16 as floats. Throws Error for a file that is none, is damaged, or whose tensors lie
/// outside the file or over each other. Takes a small multiple of the file's size.
TensorFile readSafetensors(const std::filesystem::path& file);
TensorFile parseSafetensors(std::span<const std::byte> bytes, const std::string& fileName);

/// The metadata alone, without a look at the tensors: what a file of gigabytes is, is known at once. Throws Error where
/// the header is damaged.
std::map<std::string, std::string> readSafetensorsMetadata(const std::filesystem::path& file);

/// Writes F32. Two tensors of one name are a programmer's mistake.
void writeSafetensors(const std::filesystem::path& file, const TensorFile& tensors);
std::string printSafetensors(const TensorFile& tensors);

} // namespace engine
