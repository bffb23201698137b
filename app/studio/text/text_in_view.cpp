// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/text_in_view.h"

#include <algorithm>
#include <utility>

namespace studio {

namespace {

constexpr std::size_t longestPrompt = 4'000; ///< bytes

bool startsCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

} // namespace

std::int64_t codePointsOf(std::string_view utf8)
{
    return std::count_if(utf8.begin(), utf8.end(), startsCharacter);
}

std::size_t byteOf(std::string_view utf8, std::int64_t codePoint)
{
    std::size_t byte = 0;
    for (; byte < utf8.size(); ++byte) {
        if (startsCharacter(utf8[byte]) && codePoint-- == 0) {
            break;
        }
    }
    return byte;
}

std::string endOf(const std::string& text)
{
    std::size_t first = text.size() - std::min(text.size(), longestPrompt);
    while (first < text.size() && !startsCharacter(text[first])) {
        ++first;
    }
    return text.substr(first);
}

namespace {

using Part = TextInView::Part;

/// How many code points of a text's prompt its parent had too: all of a continuation's, all but the last of a
/// branch's. -1: the parent is another text by now.
std::int64_t sharedWith(const WrittenText& parent, const WrittenText& text)
{
    const std::string all = parent.prompt + parent.text;
    const std::string_view kept = std::string_view(all).substr(0, byteOf(all, text.branchPlace));
    if (kept.ends_with(text.prompt)) {
        return codePointsOf(text.prompt);
    }
    const std::int64_t shared = codePointsOf(text.prompt) - 1;
    return kept.ends_with(std::string_view(text.prompt).substr(0, byteOf(text.prompt, shared))) ? shared : -1;
}

/// The texts that wrote the prompt of one, the oldest first.
std::vector<Part> writersBefore(const Part& newest, const std::vector<WrittenText>& history)
{
    std::vector<Part> parts;
    Part one = newest;
    for (std::int64_t end = newest.first(); end > 0;) {
        const auto parent = std::ranges::find(history, one.text.parent, &WrittenText::id);
        // A parent is older than its branches, so there is no circle.
        if (parent == history.end() || parent->id <= 0 || (one.text.id > 0 && parent->id >= one.text.id)) {
            break;
        }
        const std::int64_t shared = sharedWith(*parent, one.text);
        if (shared < 0) {
            break;
        }
        one = {.text = *parent, .begin = one.begin + shared - one.text.branchPlace};
        if (one.first() < end) { // else its branch is at a character that it did not write itself
            parts.push_back(one);
            end = one.first();
        }
    }
    std::ranges::reverse(parts);
    return parts;
}

} // namespace

std::int64_t TextInView::Part::first() const
{
    return begin + codePointsOf(text.prompt);
}

TextInView::TextInView(WrittenText text, const std::vector<WrittenText>& history)
    : m_newest{.text = std::move(text)}, m_earlier(writersBefore(m_newest, history))
{}

void TextInView::goOn(WrittenText more, const std::string& upTo)
{
    const std::int64_t size = codePointsOf(upTo);
    m_earlier.push_back(std::move(m_newest));
    std::erase_if(m_earlier, [&](const Part& one) { return one.first() >= size; });
    m_before = upTo.substr(0, upTo.size() - more.prompt.size());
    m_newest = {.text = std::move(more), .begin = codePointsOf(m_before)};
}

std::vector<Part> TextInView::parts() const
{
    std::vector<Part> all = m_earlier;
    all.push_back(m_newest);
    return all;
}

std::vector<std::int64_t> TextInView::firsts() const
{
    std::vector<std::int64_t> all;
    for (const Part& one : m_earlier) {
        all.push_back(std::max<std::int64_t>(0, one.first()));
    }
    all.push_back(m_newest.first());
    return all;
}

Part TextInView::partAt(std::int64_t place) const
{
    if (place >= m_newest.first() || m_earlier.empty()) {
        return m_newest;
    }
    const auto behind = std::ranges::upper_bound(m_earlier, place, {}, &Part::first);
    return behind == m_earlier.begin() ? m_earlier.front() : *std::prev(behind);
}

WrittenText TextInView::upTo(std::int64_t place) const
{
    Part part = partAt(place);
    WrittenText& more = part.text;
    const auto drawnFrom = static_cast<std::int64_t>(more.prompt.size()) - more.drawn;
    more.parent = std::exchange(more.id, 0);
    more.bits.clear();
    if (place <= part.begin && part.begin > 0) { // it belongs to an earlier text, whose state is no longer known
        const std::string whole = all();
        more.prompt = whole.substr(0, byteOf(whole, place));
        more.held.clear();
        more.state.clear();
        more.drawn = 0;
        more.branchPlace = 0;
    } else {
        const std::string own = more.prompt + more.text;
        more.branchPlace = place - part.begin;
        more.prompt = own.substr(0, byteOf(own, more.branchPlace));
        more.drawn = std::max<std::int64_t>(0, static_cast<std::int64_t>(more.prompt.size()) - drawnFrom);
    }
    more.text.clear();
    return std::move(part.text);
}

} // namespace studio
