// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <span>
#include <string_view>
#include <vector>

namespace studio {

/// A text as a widget shows it, with the surprise of each of its UTF-16 units.
struct TintedText {
    QString text;
    std::vector<float> bits; ///< one for each unit of `text`; NaN: not known
};

/// `bits` has a value for each code point of the text or for each of its bytes (their sum shows), or none. Every unit
/// stands for itself in a document: characters that Qt would take for line breaks or drop show as pictures of
/// themselves.
TintedText tinted(std::string_view utf8, std::span<const float> bits);

} // namespace studio
