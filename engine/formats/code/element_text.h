// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/element_equation.h"

#include <span>
#include <string>
#include <string_view>

namespace engine::code {

enum class Language { C, Python };

/// What an equation gives, in a language.
struct ElementText {
    std::string value = {};
    bool readsInput = false; ///< of its own inputs, not of learned vectors
};

/// `equation` is the text that `names` was made of, `sources` the texts of its inputs, then of its vectors.
ElementText elementText(std::string_view equation, const cells::ElementEquation& names,
                        std::span<const std::string> sources, Language language);

/// "0.25f" and "0.25": the shortest text that is read as the same number.
std::string numberText(float number, Language language);
std::string numberText(double number); ///< the same of a double, in both languages

} // namespace engine::code
