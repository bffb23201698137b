// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/read_samples.h"
#include "engine/data/text_lines.h"

#include <string>

namespace engine {

/// Lines of text as samples: a character a step, [T, N] numbers of characters, a class for each line. `file` is where
/// they come from, for sentences and facts.
///
/// Cut into parts; the vocabulary is that of the training part, and T its longest line, or `settings.steps` where that
/// is less. A line without any character of the vocabulary is in no part (Samples::unread); throws Error where all are
/// so.
Samples learnedLines(const TextLines& lines, const std::string& file, const SampleSettings& settings);

/// Of labels and texts, 16 hexadecimal digits: SampleFacts::digest of the lines.
std::string digestOf(const TextLines& lines);

/// For a net that knows these characters and classes; all of them that can be read are a test part. A line without a
/// label has a missing answer. Throws Error for a label that the net does not know.
Samples linesFor(const TextLines& lines, const std::string& file, const SampleFacts& facts,
                 const Vocabulary& vocabulary);

} // namespace engine
