// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"

#include <cstdint>
#include <QString>
#include <QStringList>

namespace editor {

/// What a cell costs and has, worked out from its equations.
struct CellFigures {
    std::int64_t parameters, flops; ///< of one direction of one layer; of a step of one stream, forward
    int matrices, vectors;          ///< that are learned
    int waits;                      ///< products of a step that wait for each other; 0: none depends on a state
    QStringList states;

    bool operator==(const CellFigures&) const = default;
};

CellFigures figuresOf(const engine::cells::Definition& cell, engine::cells::CellSizes sizes);

/// The sizes at which cells are compared.
inline constexpr engine::cells::CellSizes comparedSizes{.width = 128, .units = 128};

/// A cell beside the library's LSTM as the rows of a table: what, of this one, of the LSTM.
QString comparisonHtml(const engine::cells::Definition& cell);

/// What it adds and leaves out: "50 % of the LSTM's parameters · 50 % of its work · leaves out the state c". Empty
/// where it has and costs what the LSTM does.
QString comparisonSentence(const engine::cells::Definition& cell);

} // namespace editor
