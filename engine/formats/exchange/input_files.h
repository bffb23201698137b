// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <filesystem>
#include <vector>

namespace engine {

/// A file or a folder that is read.
struct InputFile {
    std::filesystem::path file; ///< may be empty or not there: then nothing can be lost
    Sentence what;              ///< for a sentence: "the checkpoint"
};

/// Call it before anything is written to `output`. Throws Error where that would replace one of the inputs, whatever
/// the two are called: symbolic and hard links lead to one file. A folder stands for the files in it that a reader of
/// images may take: those that are no other format's of ours by their name.
void requireNoInput(const std::filesystem::path& output, const std::vector<InputFile>& inputs);

} // namespace engine
