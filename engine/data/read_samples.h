// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/image_rows.h"
#include "engine/data/samples.h"
#include "engine/data/table_windows.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/go_on.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace engine {

/// How a file or a folder becomes samples.
struct SampleSettings {
    const DataKind* kind = &kinds::sequences; ///< that one: told by the data
    std::int64_t steps = 28; ///< T; rows of an image of a folder of pictures, or of a table's window; the most
                             ///< characters of a line, of which the first are read
    std::int64_t width = 28; ///< I; columns of such an image
    bool columns = false;    ///< a step of an image is a column
    Damaged damaged = Damaged::Refuse; ///< pictures of a folder
    TableSettings table;               ///< columns, horizon and stride; its steps, split and shares are those here
    TableFormat format = {};           ///< of the table's file
    SampleSplit split = SampleSplit::Auto;
    Encoding encoding = Encoding::Bytes; ///< of lines
    SplitFractions fractions;            ///< held out; data with a test part of their own need no share for it
};

// Data that Hamnet makes, by the names under which they are read where no file has that name: digits that it draws, the
// weather of a place that is not there, and lines of six voices.
inline constexpr const char* madeDigitsName = "digits";
inline constexpr const char* madeWeatherName = "weather";
inline constexpr const char* madeLinesName = "voices";

struct MadeSet {
    const DataKind* kind;
    const char* name;
    const char* about;
};

/// Those names, each with a few words on the data.
std::span<const MadeSet> madeSets();

/// Cuts the first `count` samples into a training part and those that are held out: at random, or the last ones where
/// the split is by time.
void cutParts(Samples& samples, std::int64_t count, const SampleSettings& settings, bool hasOwnTest);

/// What the settings say, or else what the file or folder holds: of a folder, or an IDX file, images; of another file a
/// table.
const DataKind& kindOf(const std::filesystem::path& data, const SampleSettings& settings);

/// The columns of a table with its first rows, also where its values cannot be used. Throws Error for a file that
/// cannot be read or has no columns with names of their own.
Table outlineOfTable(const std::filesystem::path& data, const TableFormat& format);

/// All of it. Throws as readTable().
Table tableOf(const std::filesystem::path& data, const SampleSettings& settings, const GoOn& goOn = {});

/// The pictures of a folder of images that cannot be read. Throws as readSamples() does where damaged ones are skipped.
std::vector<std::string> damagedPictures(const std::filesystem::path& data, const SampleSettings& settings,
                                         const GoOn& goOn = {});

/// Reads samples and cuts them into parts; the standardisation and the vocabulary are learned from the training part.
/// Throws Error as the readers do (image_rows.h, table.h, table_windows.h, text_lines.h); CancelledError.
Samples readSamples(const std::filesystem::path& data, const SampleSettings& settings, const GoOn& goOn = {});

} // namespace engine
