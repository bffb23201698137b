// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/fixes.h"

#include <map>
#include <optional>
#include <vector>

namespace editor {

/// Something that a reader would ask about.
struct Warning {
    /// A hint says what will happen, a doubt what is probably not meant, an error what keeps a run from starting.
    enum class Severity { Hint, Doubt, Error };
    Id node = 0; ///< 0: the model as a whole
    Severity severity = Severity::Doubt;
    QString sentence;
    std::vector<Fix> fixes = {};
};

/// Why a net without a loss does not train.
QString lossWanted();

/// What a reader who knows such nets would ask about. Of a drawing that has not been begun nothing.
/// `vocabulary` is the number of different characters of the corpus, where it is known.
std::vector<Warning> warnings(const Document& document, std::optional<std::int64_t> vocabulary = std::nullopt);

/// Those of them about one layer that are no mere hints, errors first; what a box and its inspector show beside
/// problems.
std::map<Id, std::vector<Warning>> doubtsByNode(const Document& document);

} // namespace editor
