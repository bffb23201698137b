// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/samples.h"
#include "engine/data/table_windows.h"
#include "engine/graph/go_on.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace engine {

enum class SampleKind { Auto, Rows, Table };
enum class SampleSplit { Auto, Time, Shuffled, Groups };

/// How a file or a folder becomes samples.
struct SampleSettings {
    SampleKind kind = SampleKind::Auto;
    std::int64_t steps = 28; ///< T; rows of an image of a folder of pictures, or of a table's window
    std::int64_t width = 28; ///< I; columns of such an image
    bool columns = false;    ///< a step of an image is a column
    TableSettings table;     ///< columns, horizon and stride; its steps and shares are those here
    bool standardize = true; ///< the columns of a table
    SampleSplit split = SampleSplit::Auto;
    SplitFractions fractions; ///< held out; data with a test part of their own need no share for it
};

// Data that Hamnet makes, by the names under which they are read where no file has that name: digits that it draws, and
// the weather of a place that is not there.
inline constexpr const char* madeDigitsName = "digits";
inline constexpr const char* madeWeatherName = "weather";

/// What the file or folder holds: of a folder, or an IDX file, images; of another file a table.
SampleKind kindOf(const std::filesystem::path& data);

/// Reads samples and cuts them into parts; the standardisation is learned from the training part. Throws Error as the
/// readers do (image_rows.h, table.h, table_windows.h); CancelledError.
Samples readSamples(const std::filesystem::path& data, const SampleSettings& settings, const GoOn& goOn = {});

/// The same for a net that is trained: with what was learned then. Data that came without parts are a test part as a
/// whole; those of `facts.file` are cut as they were for the training. Throws Error also for sequences of another size,
/// or with a class that the net does not know.
Samples readSamples(const std::filesystem::path& data, const SampleSettings& settings, const SampleFacts& facts,
                    const GoOn& goOn = {});

} // namespace engine
