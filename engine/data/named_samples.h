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
};

/// As readSamples() for a net that is trained. In read_samples.cpp.
NamedSamples readNamedSamples(const std::filesystem::path& data, const SampleSettings& settings,
                              const SampleFacts& facts, const Vocabulary& vocabulary, const GoOn& goOn = {});

} // namespace engine
