// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace studio {

// Places in a text that is UTF-8.

std::int64_t codePointsOf(std::string_view utf8);

/// The byte where a code point begins; the text's size where there are not as many.
std::size_t byteOf(std::string_view utf8, std::int64_t codePoint);

/// The end of a text, as long as the prompt of a continuation may be, not begun within a character.
std::string endOf(const std::string& text);

/// A text in view and the texts that it branches from or continues, as far as they wrote what is in view. Places are
/// code points of all().
class TextInView {
public:
    /// A text that wrote a part of it.
    struct Part {
        WrittenText text;
        std::int64_t begin = 0; ///< where its prompt begins; below 0 where only the end of that is in view

        std::int64_t first() const; ///< of what it wrote
    };

    TextInView() = default;
    TextInView(WrittenText text, const std::vector<WrittenText>& history); ///< finds the earlier ones by their ids

    /// `more` is about to be written, behind the beginning `upTo` of all(), whose last character may be another one.
    void goOn(WrittenText more, const std::string& upTo);

    WrittenText& newest() { return m_newest.text; } ///< its prompt stays
    const WrittenText& newest() const { return m_newest.text; }
    std::string all() const { return m_before + m_newest.text.prompt + m_newest.text.text; }
    std::string prompt() const { return m_before + m_newest.text.prompt; } ///< what the newest one did not write

    std::vector<Part> parts() const;          ///< in the order of what they wrote
    std::vector<std::int64_t> firsts() const; ///< Part::first() of each, 0 where that is not in view

    /// What wrote a place; of a place that no net wrote, the text whose prompt it is.
    Part partAt(std::int64_t place) const;

    /// The text of partAt() as it was up to there, as the beginning of a branch: what the net is to read, and how much
    /// of it its seed has written.
    WrittenText upTo(std::int64_t place) const;

private:
    Part m_newest;
    std::string m_before; ///< what stood in view before a continuation's prompt
    std::vector<Part> m_earlier;
};

} // namespace studio
