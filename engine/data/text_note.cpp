// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/text_note.h"

#include <algorithm>

namespace engine {
namespace {

/// Without line ends and blanks at the end, which an editor may have added or taken.
std::string_view withoutLineEnds(std::string_view text)
{
    constexpr std::size_t most = 64;
    const std::size_t least = text.size() - std::min(text.size(), most);
    while (text.size() > least && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos) {
        text.remove_suffix(1);
    }
    return text;
}

} // namespace

std::size_t textNoteStart(std::string_view text)
{
    const std::string_view whole = withoutLineEnds(text);
    if (!whole.ends_with('}')) {
        return text.size();
    }
    const std::size_t first = whole.size() - std::min(whole.size(), maxTextNote);
    const std::size_t mark = whole.substr(first).rfind(textNoteMark);
    if (mark == std::string_view::npos) {
        return text.size();
    }
    const std::string_view note = whole.substr(first + mark + textNoteMark.size());
    const bool isOneObject = note.starts_with('{') && note.find('\n') == std::string_view::npos;
    return isOneObject ? first + mark : text.size();
}

std::string_view textNote(std::string_view text)
{
    const std::size_t start = textNoteStart(text);
    return start < text.size() ? withoutLineEnds(text.substr(start + textNoteMark.size())) : std::string_view();
}

} // namespace engine
