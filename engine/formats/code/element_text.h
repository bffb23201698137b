// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/element_equation.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace engine::code {

enum class Language { C, Python };

/// An equation in a language: what it needs twice is computed once, and named.
struct ElementText {
    std::vector<std::pair<std::string, std::string>> shared; ///< names, and what they are
    std::string value;
    bool isNumber = false;   ///< made of numbers alone
    bool readsInput = false; ///< of its own inputs, not of learned vectors
};

/// `sources` are the texts of its inputs, then of its vectors.
ElementText elementText(const cells::ElementEquation& equation, std::span<const std::string> sources,
                        Language language);

/// "0.25f" and "0.25": the shortest text that is read as the same number.
std::string numberText(float number, Language language);
std::string numberText(double number); ///< the same of a double, in both languages

} // namespace engine::code
