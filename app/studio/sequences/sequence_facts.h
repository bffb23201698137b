// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/warnings.h"
#include "engine/data/read_samples.h"
#include "engine/data/samples.h"
#include "engine/data/table.h"

#include <filesystem>
#include <QString>
#include <string>
#include <vector>

namespace studio {

/// What the data panel says of sequences.
struct SequenceFacts {
    std::filesystem::path data = {}; ///< file, folder or name of made data
    QString problem = {};            ///< a sentence: they cannot be read; then there are no samples
    const engine::DataKind* kind = &engine::kinds::sequences; ///< that one: not known, as nothing was found
    engine::Table outline = {}; ///< of a table, also of one with a problem: its columns, and gaps where any are told
    std::vector<std::string> damaged = {}; ///< pictures for which the data cannot be read
    engine::Samples samples = {};

    std::vector<std::int64_t> countsOfClasses() const; ///< how many sequences each class has
};

/// Reads the sequences once, until `goOn` ends it. Never throws: what is wrong is in `problem`. Takes time: call it on
/// another thread than the window's.
SequenceFacts readSequenceFacts(const std::filesystem::path& data, const engine::SampleSettings& settings,
                                const engine::GoOn& goOn = {});

/// Where the layer that makes the predictions has another width than the sequences want, where no loss takes their
/// answers, or where they fill no batch: a problem each, with the ways out. None where the sequences are not known, or
/// where the drawing does not learn from any.
std::vector<editor::Warning> widthProblems(const editor::Document& document, const SequenceFacts& facts);

} // namespace studio
