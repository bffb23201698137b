// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/fixes.h"

namespace editor {

/// Something that keeps no net from running and yet is seldom meant.
struct Warning {
    enum class Severity { Hint, Doubt };
    Id node = 0; ///< 0: the model as a whole
    Severity severity = Severity::Doubt;
    QString sentence;
    std::vector<Fix> fixes = {};
};

/// What a reader who knows such nets would ask about. Of a drawing that has not been begun nothing.
/// `vocabulary` is the number of different characters of the corpus, where it is known.
std::vector<Warning> warnings(const Document& document, std::optional<std::int64_t> vocabulary = std::nullopt);

} // namespace editor
