// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

#include <map>
#include <optional>
#include <vector>

namespace editor {

/// A way out of a problem: what it does, and how.
struct Fix {
    QString label;
    std::function<void(Content&)> edit;  ///< of the drawing, for Document::change(); empty: `act` does it
    std::function<void()> act = nullptr; ///< what the drawing does not hold, such as the next run's engine
    QString done = {}; ///< of `act`, which undo does not take back: what has changed, and where it is changed back
};

/// Equations of a typed cell that do not read: what surely mends them, and the way to the place. Of all other problems
/// at most four ways out of a problem, the mildest first. Found by trying: an edit is offered only if that problem is
/// gone after it and no new one appears, except at layers whose sizes were unknown before.
std::vector<Fix> fixes(Document& document, const Problem& problem);

/// What is wrong at a node.
struct ShownProblem {
    const Problem* problem; ///< its own, or that of a later layer which it causes
    bool follows;           ///< the cause is another layer
};

/// The first problem of every node that has one. One that another shape of a RESHAPE would end, found by trying, is
/// that RESHAPE's;
/// in a large drawing it is not searched for.
std::map<Id, ShownProblem> problemsByNode(const Document& document);

void apply(Document& document, const Fix& fix);

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
