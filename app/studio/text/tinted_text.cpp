// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/tinted_text.h"

#include <limits>
#include <numeric>
#include <QList>

namespace studio {

namespace {

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

std::size_t bytesOf(char32_t character)
{
    return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
}

char32_t shown(char32_t character)
{
    if (character == U'\n' || character == U'\t') {
        return character;
    }
    if (character < 0x20) {
        return 0x2400 + character; // ␀ .. ␟
    }
    if (character == 0x7f) {
        return 0x2421; // ␡
    }
    // Separators and the marks of frames, which end a paragraph in Qt's documents.
    const bool breaks = character == 0x2028 || character == 0x2029 || character == 0xfdd0 || character == 0xfdd1;
    return breaks ? 0xfffd : character;
}

} // namespace

TintedText tinted(std::string_view utf8, std::span<const float> bits)
{
    const QString decoded = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
    const QList<uint> characters = decoded.toUcs4();
    const bool each = bits.size() == static_cast<std::size_t>(characters.size());
    TintedText result;
    result.text.reserve(decoded.size());
    result.bits.reserve(static_cast<std::size_t>(decoded.size()));
    std::size_t index = 0, byte = 0;
    for (const uint character : characters) {
        float surprise = unknown;
        if (each) {
            surprise = bits[index];
        } else if (byte + bytesOf(character) <= bits.size()) {
            const auto own = bits.subspan(byte, bytesOf(character));
            surprise = std::accumulate(own.begin(), own.end(), 0.0f);
        }
        const char32_t visible = shown(character);
        const QString units = QString::fromUcs4(&visible, 1);
        result.text += units;
        result.bits.insert(result.bits.end(), static_cast<std::size_t>(units.size()), surprise);
        ++index;
        byte += bytesOf(character);
    }
    return result;
}

} // namespace studio
