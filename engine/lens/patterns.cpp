// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lens/patterns.h"

#include <algorithm>

namespace engine {
namespace {

bool isSpace(char32_t one)
{
    return one == U' ' || (one >= U'\t' && one <= U'\r') || one == 0xA0;
}

bool isUpper(char32_t one)
{
    return one >= U'A' && one <= U'Z';
}

bool isDigit(char32_t one)
{
    return one >= U'0' && one <= U'9';
}

bool isWord(char32_t one)
{
    return isUpper(one) || (one >= U'a' && one <= U'z') || isDigit(one) || one == U'\'' || one >= 0xC0;
}

/// Walks over a text and says the pattern of each character.
class Walk {
public:
    explicit Walk(Pattern pattern) : m_pattern(pattern) {}

    float next(char32_t one)
    {
        m_inWord = isWord(one) ? m_inWord + 1 : 0;
        m_firstWord = m_inLine == 0 || (m_firstWord && m_inWord > 0);
        const float value = of(one);
        m_inLine = one == U'\n' ? 0 : m_inLine + 1;
        return value;
    }

private:
    float of(char32_t one)
    {
        switch (m_pattern) {
        case Pattern::InsideQuotes:
            return quoted(one) ? 1.0f : 0.0f;
        case Pattern::PositionInLine:
            return static_cast<float>(m_inLine);
        case Pattern::LineStart:
            return m_firstWord && m_inWord > 0 ? 1.0f : 0.0f;
        case Pattern::UpperCase:
            return isUpper(one) ? 1.0f : 0.0f;
        case Pattern::Spaces:
            return isSpace(one) ? 1.0f : 0.0f;
        case Pattern::Digits:
            return isDigit(one) ? 1.0f : 0.0f;
        case Pattern::Punctuation:
            return !isSpace(one) && !isWord(one) && one > U' ' ? 1.0f : 0.0f;
        case Pattern::PositionInWord:
            return static_cast<float>(m_inWord);
        }
        return 0;
    }

    /// Both marks belong to what they enclose.
    bool quoted(char32_t one)
    {
        const bool before = m_quoted;
        if (one == U'"') {
            m_quoted = !m_quoted;
        } else if (one == 0x201C || one == 0x00AB) {
            m_quoted = true;
        } else if (one == 0x201D || one == 0x00BB) {
            m_quoted = false;
        }
        return before || m_quoted;
    }

    Pattern m_pattern;
    int m_inLine = 0, m_inWord = 0;
    bool m_firstWord = true, m_quoted = false;
};

} // namespace

std::vector<float> patternSeries(Pattern pattern, std::span<const char32_t> text)
{
    std::vector<float> series;
    series.reserve(text.size());
    Walk walk(pattern);
    for (const char32_t one : text) {
        series.push_back(walk.next(one));
    }
    return series;
}

bool occurs(Pattern pattern, std::span<const char32_t> text)
{
    const std::vector<float> series = patternSeries(pattern, text);
    return std::ranges::any_of(series, [&](float one) { return one != series.front(); });
}

} // namespace engine
