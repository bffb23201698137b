// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"

#include <QLabel>

namespace editor {

/// What follows from a cell's equations for I inputs and H units: what is learned, the states, the stages, the work.
class EquationSummary : public QLabel {
    Q_OBJECT

public:
    explicit EquationSummary(QWidget* parent = nullptr);

    void setCell(const engine::cells::Definition& cell, engine::cells::CellSizes sizes);

    QString plainText() const; ///< all words and numbers
};

} // namespace editor
