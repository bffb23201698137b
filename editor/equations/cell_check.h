// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/work/latest_work.h"
#include "engine/cells/check.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <QString>
#include <QWidget>
#include <string>
#include <utility>
#include <vector>

class QLabel;
class QPushButton;
class QTableWidget;

namespace editor {

/// How long a training step of a small net with a cell takes here.
struct CellSpeeds {
    struct Engine {
        QString name;
        double milliseconds;
    };
    std::vector<Engine> engines = {}; ///< that take the cell
    std::int64_t steps, streams, units;
};

/// Checks a cell before it is trained: its gradient against differences, its values over 1,000 steps, and its speed,
/// where somebody can measure it. Works off the GUI thread, and tells of the newest cell alone.
class CellCheck : public QWidget {
    Q_OBJECT

public:
    /// Measures equations on another thread; throws engine::Error.
    using Measure = std::function<CellSpeeds(const std::string& equations, const engine::GoOn&)>;

    explicit CellCheck(QWidget* parent = nullptr);

    void setMeasure(Measure measure) { m_measure = std::move(measure); }

    /// None: nothing can be checked. What was found of other equations is taken away.
    void setCell(std::optional<engine::cells::Definition> cell, const QString& equations,
                 engine::cells::CellSizes sizes);

    void start();

    QString sentence() const; ///< what was found, in a sentence; empty: nothing yet
    QString speed() const;    ///< likewise
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
    void startOrStop();
    void showFound(const Found& found);
    void measure();
    void showSpeed(const QString& sentence);
    void clear();

    Measure m_measure; ///< may be empty
    std::optional<engine::cells::Definition> m_cell;
    QString m_equations;
    engine::cells::CellSizes m_sizes{};
    QPushButton* m_start;
    QLabel *m_sentence, *m_speed;
    QTableWidget* m_table;
    LatestWork m_work, m_timing; // last, so that they end before what they use goes
};

} // namespace editor
