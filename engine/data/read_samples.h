// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/image_rows.h"
#include "engine/data/samples.h"
#include "engine/data/table_windows.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/go_on.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// How a file or a folder becomes samples. What is learned from a table are windows: T rows of inputs, t ... t+T-1, and
/// the target in row t+T-1+horizon: with a horizon of 0 a value of the last row read, with 1 the next row's, which is a
/// forecast.
struct SampleSettings {
    const DataKind* kind = &kinds::sequences; ///< that one: told by the data
    std::vector<std::string> inputs = {}; ///< columns of numbers; none: all of them, the target only with a horizon > 0
    std::string target = {};              ///< empty: the last column
    std::string time = {};                ///< of times or numbers: rows are put in this order; empty: that of the file
    std::string group = {};               ///< a window has rows of one group only; empty: all rows are one
    std::int64_t steps = 28; ///< T; rows of an image of a folder of pictures, or of a table's window; the most
                             ///< characters of a line, of which the first are read
    std::int64_t width = 28; ///< I; columns of such an image
    std::int64_t horizon = 1;
    std::int64_t stride = 1; ///< rows between the starts of two windows
    TargetKind targetKind = TargetKind::Number;
    SampleSplit split = SampleSplit::Auto;
    /// Held out; data with a test part of their own need no share for it.
    SplitFractions fractions = {.validation = 0.1, .test = 0.1};
    GapRules gaps = {};
    bool standardize = true;             ///< else numbers stay as they are, with a mean of 0 and a deviation of 1
    bool columns = false;                ///< a step of an image is a column
    Damaged damaged = Damaged::Refuse;   ///< pictures of a folder
    TableFormat format = {};             ///< of the table's file
    Encoding encoding = Encoding::Bytes; ///< of lines
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

/// Says of each sample where it came from.
struct OriginColumn {
    std::string name;
    bool ofNumbers = false;
    std::function<std::string(std::int32_t sample)> text; ///< empty where there is nothing to say
};

/// The rows of the numbers that the samples of a table share: by group, then by time.
struct NamedRows {
    std::vector<RowRun> groups = {};
    std::function<std::string(std::int64_t row)> time = {},
                                                 group = {}; ///< as the file has it; empty without such a column
    std::function<double(std::int64_t row)> answer = {};     ///< in its own unit, or its class; NaN: not known
};

/// Samples for a net that is trained, and where each of them came from.
struct NamedSamples {
    Samples samples;

    /// Of a table with a horizon: the windows at its end, whose targets are the rows behind its last one (of each
    /// group). They are in no part and have no answer, unless the table has no target column: there, all windows are
    /// the test part.
    std::vector<std::int32_t> next = {};

    /// Of a table:
    ///  - "row", the target's row as a program for tables numbers it; of a row that is yet to come only where it would
    ///    be written behind the file's last one;
    ///  - the columns of times and of groups, by their names; a row that is yet to come has no time;
    ///  - "ahead", where there is a horizon: how many rows behind the last one (of its group) the target lies, 0 for a
    ///    row that the table has.
    /// Of pictures: "file", below the folder of the data. Of lines: "line", its number in the file. Of all else
    /// nothing: the sample's number tells it.
    std::vector<OriginColumn> origins = {};

    NamedRows rows = {}; ///< of a table
};

/// Whether a command needs the answers of a table; else one that cannot be read is missing.
enum class Answers { Ignored, Read };

/// What a net keeps of the data that it learned from, and what is asked of others.
struct LearnedData {
    const SampleFacts& facts;
    const Vocabulary& vocabulary; ///< of lines
    Answers answers = Answers::Ignored;
};

/// As readSamples(), for a net that is trained: with what was learned then. Data that came without parts are a test
/// part as a whole; those that were learned are cut as they were for the training. Throws Error also for sequences of
/// another size, or with a class that the net does not know.
NamedSamples readNamedSamples(const std::filesystem::path& data, const SampleSettings& settings,
                              const LearnedData& learned, const GoOn& goOn = {});

/// After how many rows a series seems to repeat itself: where its autocorrelation, without the trend, is the greatest
/// behind its first fall below 0. 0 where that is less than 0.3, or the series has fewer than three periods. Of a long
/// series the last 4,096 values count.
std::int64_t likelyPeriod(std::span<const double> series);

} // namespace engine
