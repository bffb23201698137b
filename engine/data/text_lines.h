// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// Reads a file (text_file.h) of lines `label<TAB>text`; line ends of any system, blank lines and a byte-order mark
/// count for nothing. Throws Error, with the line's number in the file, for one without a tab, a label or a text, for
/// what is no UTF-8, and for a file with no lines or with one class only; CancelledError.
TextLines readTextLines(const std::filesystem::path& file, const GoOn& goOn = {});

/// The same of lines in memory; `name` starts the sentences.
TextLines readTextLines(std::string_view text, const std::string& name);

/// The same of a file that may tell labels or not, for a net that is to find them: a line without a tab is a text, and
/// one class or none is enough.
TextLines readTextLinesToLabel(const std::filesystem::path& file, const GoOn& goOn = {});

} // namespace engine
