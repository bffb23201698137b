// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/go_on.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace engine {

/// An IDX file of unsigned bytes, as MNIST's files are.
struct IdxFile {
    std::vector<std::int64_t> dimensions = {}; ///< the first one is the number of images or labels
    std::vector<std::uint8_t> bytes = {};      ///< of all values
};

/// Its value is the number of dimensions.
enum class IdxContent { Labels = 1, Images = 3 };

/// Reads a file, plain or by gzip, whatever its name; memory is taken as bytes come. Throws Error for one that cannot
/// be read, starts otherwise than such a file, or has fewer or more values than its header says; CancelledError.
IdxFile readIdx(const std::filesystem::path& file, IdxContent content, const GoOn& goOn = {});

} // namespace engine
