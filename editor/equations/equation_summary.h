// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"

#include <QWidget>

class QLabel;

namespace editor {

class StagePicture;

/// What follows from a cell's equations for I inputs and H units: what is learned, the states, the stages, the work.
class EquationSummary : public QWidget {
    Q_OBJECT

public:
    explicit EquationSummary(QWidget* parent = nullptr);

    void setCell(const engine::cells::Definition& cell, engine::cells::CellSizes sizes);

    QString text() const; ///< all words and numbers, plain

private:
    QLabel *m_learned, *m_states, *m_work;
    StagePicture* m_stages;
};

} // namespace editor
