// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lens/patterns.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <cstddef>

namespace engine {
namespace {

UChar32 pointOf(char32_t one)
{
    return static_cast<UChar32>(one);
}

bool isSpace(char32_t one)
{
    return u_isUWhiteSpace(pointOf(one)) != 0;
}

bool isUpper(char32_t one)
{
    return u_isUUppercase(pointOf(one)) != 0;
}

bool isDigit(char32_t one)
{
    return u_isdigit(pointOf(one)) != 0;
}

/// A letter, an accent on one, or a digit.
bool isWord(char32_t one)
{
    return u_isUAlphabetic(pointOf(one)) != 0 || isDigit(one) || (U_GET_GC_MASK(pointOf(one)) & U_GC_M_MASK) != 0;
}

/// Those of ASCII are signs such as + and $, too.
bool isPunctuation(char32_t one)
{
    return (U_GET_GC_MASK(pointOf(one)) & (U_GC_P_MASK | U_GC_S_MASK)) != 0;
}

constexpr char32_t leftAngle = 0x00AB, rightAngle = 0x00BB;

/// How often the mark stands at the beginning of a word.
std::ptrdiff_t countBeforeWords(char32_t mark, std::span<const char32_t> text)
{
    std::ptrdiff_t count = 0;
    for (std::size_t index = 0; index + 1 < text.size(); ++index) {
        const bool behindWord = index > 0 && !isSpace(text[index - 1]);
        count += text[index] == mark && !behindWord && isWord(text[index + 1]) ? 1 : 0;
    }
    return count;
}

/// Which of the two opens: most languages write «so», German and Danish »so«.
char32_t openingAngle(std::span<const char32_t> text)
{
    return countBeforeWords(rightAngle, text) > countBeforeWords(leftAngle, text) ? rightAngle : leftAngle;
}

/// Walks over a text and says the pattern of each character.
class Walk {
public:
    Walk(TextPattern pattern, std::span<const char32_t> text) : m_pattern(pattern), m_openingAngle(openingAngle(text))
    {}

    float next(char32_t one)
    {
        // An apostrophe belongs to its word, the curved one within it alone: it is a single quotation mark besides.
        const bool apostrophe = one == U'\'' || (one == 0x2019 && m_inWord > 0);
        m_inWord = isWord(one) || apostrophe ? m_inWord + 1 : 0;
        m_firstWord = m_inLine == 0 || (m_firstWord && m_inWord > 0);
        const float value = of(one);
        m_inLine = one == U'\n' ? 0 : m_inLine + 1;
        return value;
    }

private:
    float of(char32_t one)
    {
        switch (m_pattern) {
        case TextPattern::InsideQuotes:
            return quoted(one) ? 1.0f : 0.0f;
        case TextPattern::PositionInLine:
            return static_cast<float>(m_inLine);
        case TextPattern::LineStart:
            return m_firstWord && m_inWord > 0 ? 1.0f : 0.0f;
        case TextPattern::UpperCase:
            return isUpper(one) ? 1.0f : 0.0f;
        case TextPattern::Spaces:
            return isSpace(one) ? 1.0f : 0.0f;
        case TextPattern::Digits:
            return isDigit(one) ? 1.0f : 0.0f;
        case TextPattern::Punctuation:
            return m_inWord == 0 && isPunctuation(one) ? 1.0f : 0.0f;
        case TextPattern::PositionInWord:
            return static_cast<float>(m_inWord);
        }
        return 0;
    }

    /// Both marks belong to what they enclose. A mark that opens twice, as at each paragraph of a long speech, is
    /// closed once.
    bool quoted(char32_t one)
    {
        const bool before = isQuoted();
        if (one == U'"') {
            m_straight = !m_straight;
        } else if (one == 0x201E) { // low, closed by either of the high ones
            m_low = true;
        } else if ((one == 0x201C || one == 0x201D) && m_low) {
            m_low = false;
        } else if (one == 0x201C || one == 0x201D) {
            m_high = one == 0x201C;
        } else if (one == leftAngle || one == rightAngle) {
            m_angle = one == m_openingAngle;
        }
        return before || isQuoted();
    }

    bool isQuoted() const { return m_straight || m_low || m_high || m_angle; }

    TextPattern m_pattern;
    char32_t m_openingAngle;
    int m_inLine = 0, m_inWord = 0;
    bool m_firstWord = true;
    bool m_straight = false, m_low = false, m_high = false, m_angle = false; ///< marks that are open
};

} // namespace

std::vector<float> patternSeries(TextPattern pattern, std::span<const char32_t> text)
{
    std::vector<float> series;
    series.reserve(text.size());
    Walk walk(pattern, text);
    for (const char32_t one : text) {
        series.push_back(walk.next(one));
    }
    return series;
}

bool occurs(TextPattern pattern, std::span<const char32_t> text)
{
    const std::vector<float> series = patternSeries(pattern, text);
    return std::ranges::any_of(series, [&](float one) { return one != series.front(); });
}

} // namespace engine
