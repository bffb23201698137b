// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/go_on.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// The third byte of an IDX file.
enum class IdxType : std::uint8_t {
    UnsignedByte = 0x08,
    SignedByte = 0x09,
    Short = 0x0B,
    Int = 0x0C,
    Float = 0x0D,
    Double = 0x0E,
};

/// What an IDX file holds, the format of MNIST's files: two zero bytes, the type, the number of dimensions, each of
/// them as 32 bits, then the values; all numbers big-endian.
struct IdxFile {
    IdxType type = IdxType::UnsignedByte;
    std::vector<std::int64_t> dimensions; ///< at least one, each at least 1
    std::vector<std::uint8_t> bytes;      ///< of the values, in the file's order

    /// Value `index` of a file of one of the integer types.
    std::int64_t integer(std::int64_t index) const;
};

int bytesOf(IdxType type);                                               ///< of one value
Sentence nameOf(IdxType type);                                           ///< "unsigned bytes"
std::string dimensionsInWords(std::span<const std::int64_t> dimensions); ///< "60000×28×28"

/// What a reader wants in an IDX file.
enum class IdxContent { Any, Images, Labels }; ///< images: unsigned bytes in 3 dimensions; labels: whole numbers in 1

/// Reads an IDX file, plain or compressed by gzip, whatever its name. Memory is taken as bytes come, never because the
/// header promises them. Throws Error for what is no IDX file, has other content than is wanted, is cut short, damaged,
/// or longer than its header says, and CancelledError.
IdxFile readIdx(const std::filesystem::path& file, const GoOn& goOn = {}, IdxContent wanted = IdxContent::Any);

} // namespace engine
