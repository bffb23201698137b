// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/read_samples.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace engine {

/// Says of each sample where it came from.
struct OriginColumn {
    std::string name;
    bool ofNumbers = false;
    std::function<std::string(std::int32_t sample)> text; ///< empty where there is nothing to say
};

/// The rows of the numbers that the samples of a table share: by group, then by time.
struct NamedRows {
    std::vector<std::int64_t> groupEnds = {}; ///< the first row behind each group, ascending
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
/// another size, or with a class that the net does not know. In read_samples.cpp.
NamedSamples readNamedSamples(const std::filesystem::path& data, const SampleSettings& settings,
                              const LearnedData& learned, const GoOn& goOn = {});

} // namespace engine
