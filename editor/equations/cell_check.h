// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/work/latest_work.h"
#include "engine/cells/check.h"

#include <optional>
#include <QWidget>

class QLabel;
class QPushButton;
class QTableWidget;

namespace editor {

/// Checks a cell before it is trained: its gradient against differences, its values over 1,000 steps. Works off the
/// GUI thread, and tells of the newest cell alone.
class CellCheck : public QWidget {
    Q_OBJECT

public:
    explicit CellCheck(QWidget* parent = nullptr);

    /// None: nothing can be checked. What was found of another cell is taken away.
    void setCell(std::optional<engine::cells::Definition> cell, engine::cells::CellSizes sizes);

    void start();

    QString sentence() const; ///< what was found, in a sentence; empty: nothing yet
    const QTableWidget* table() const { return m_table; }

signals:
    void finished();

private:
    struct Found {
        engine::Sentence problem; ///< why the cell cannot have these sizes; empty: it can
        engine::cells::GradientError gradient;
        std::vector<engine::cells::ValueRange> ranges;
    };
    static Found check(const engine::cells::Definition& cell, engine::cells::CellSizes sizes, const engine::GoOn& goOn);
    static QString inSentence(const Found& found);
    void showFound(const Found& found);
    void clear();

    std::optional<engine::cells::Definition> m_cell;
    engine::cells::CellSizes m_sizes{};
    QPushButton* m_start;
    QLabel* m_sentence;
    QTableWidget* m_table;
    LatestWork m_work; // last, so that it ends before what it uses goes
};

} // namespace editor
