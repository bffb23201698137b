// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"

#include <QLabel>

namespace editor {

/// The equations of a cell as a paper sets them, one below the other by their equality signs.
class MathematicsView : public QLabel {
    Q_OBJECT

public:
    explicit MathematicsView(QWidget* parent = nullptr);

    void setCell(const engine::cells::Definition& cell);
};

/// What follows from a cell's equations for I inputs and H units: what is learned, the states, the stages, the work.
class EquationSummary : public QLabel {
    Q_OBJECT

public:
    explicit EquationSummary(QWidget* parent = nullptr);

    void setCell(const engine::cells::Definition& cell, engine::cells::CellSizes sizes);

    QString plainText() const; ///< all words and numbers
};

} // namespace editor
