// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/read_samples.h"
#include "engine/graph/go_on.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Lines of text, each with a class: what a net reads character by character and then tells who says it.
struct TextLines {
    std::string text;                  ///< all lines, one behind the other, without labels and line ends; UTF-8
    std::vector<std::int64_t> ends;    ///< [lines]: where each ends in `text`
    std::vector<std::int32_t> labels;  ///< [lines]; -1 for a line without one
    std::vector<std::string> classes;  ///< in the order of their bytes
    std::vector<std::int64_t> numbers; ///< [lines]: of each in its file, from 1; blank lines count

    std::int64_t count() const { return static_cast<std::int64_t>(labels.size()); }
    std::string_view line(std::int64_t index) const;
    std::int64_t number(std::int64_t index) const { return numbers[static_cast<std::size_t>(index)]; }
};

/// Optional: for a net that is to find labels, a line without a tab is a text, and one class or none is enough.
enum class Labels { Wanted, Optional };

/// Reads a file (text_file.h) of lines `label<TAB>text`; line ends of any system, blank lines and a byte-order mark
/// count for nothing. Throws Error, with the line's number in the file, for one without a tab, a label or a text, for
/// what is no UTF-8, and for a file with no lines or with one class only; CancelledError.
TextLines readTextLines(const std::filesystem::path& file, Labels wish = Labels::Wanted, const GoOn& goOn = {});

/// The same of lines in memory; `name` starts the sentences.
TextLines readTextLines(std::string_view text, const std::string& name, Labels wish = Labels::Wanted,
                        const GoOn& goOn = {});

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
