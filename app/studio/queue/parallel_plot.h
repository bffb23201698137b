// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/custom_plot.h"
#include "engine/graph/report.h"

#include <optional>
#include <QSet>
#include <QVariant>
#include <QWheelEvent>
#include <utility>
#include <vector>

namespace studio {

/// One of several parallel axes. Heights are places on it: 0 at its lower end, 1 at its upper. Where a run has no
/// value, the lower end is for none; of a result of which less is better, the upper one.
struct ParallelAxis {
    struct Brush {
        double low, high; ///< heights
    };
    QString name;
    double lowest = 0, highest = 1;                     ///< heights between which its values lie
    std::vector<std::pair<double, QString>> ticks = {}; ///< heights and their labels, from below
    std::optional<Brush> brush = {};
};

/// A run over the axes.
struct ParallelLine {
    qint64 run = 0;
    QString name = {};
    std::vector<double> heights = {}; ///< by axis
    std::optional<double> rank = {};  ///< by its result: 0 of the best, 1 of the worst; nothing: it has none
};

enum class Better { Less, More };

/// Parallel axes (Inselberg 1985) for runs.
struct ParallelAxes {
    std::vector<ParallelAxis> axes = {};
    std::vector<ParallelLine> lines = {};

    bool isBrushed() const;
    bool passes(const ParallelLine& line) const; ///< all brushes
};
/// Of these columns of a report of runs, the last one for their result. None where there is nothing to compare.
ParallelAxes parallelAxes(const engine::Report& report, const std::vector<qint64>& runs, const QStringList& columns,
                          Better better);

/// Runs as lines over parallel axes. A drag along an axis, or over several, brushes it: the runs that pass all brushed
/// places are chosen.
class ParallelPlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit ParallelPlot(QWidget* parent = nullptr);

    void setAxes(ParallelAxes axes);
    bool isEmpty() const { return m_shown.axes.empty(); } ///< nothing differs yet, or there is one run alone

    void choose(const QList<qint64>& runs); ///< those that the table has chosen; brushes go where they do not fit

    QSize minimumSizeHint() const override; ///< in which names and labels have room beside each other
    QSize sizeHint() const override { return {420, 220}; }

    // For who drives it: in the widget's pixels.
    int axes() const { return static_cast<int>(m_shown.axes.size()); }
    QPoint placeOf(int axis, double height) const; ///< height: 0 at the axis's lower end, 1 at its upper
    QString nameOf(int axis) const { return m_shown.axes[static_cast<std::size_t>(axis)].name; }

    enum class By { User, Change }; ///< of the runs, or as a brush is taken away

signals:
    /// Runs that are chosen here now; empty: all brushes are gone.
    void passing(const QList<qint64>& runs, studio::ParallelPlot::By who);
    void activated(qint64 run); ///< its line was double-clicked

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); } ///< the panel scrolls
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QSet<qint64> brushedRuns() const;
    void tellBrushed(By who);
    void clickAt(QPoint place);
    void brushIn(const QRect& box);
    void brush(double low, double high); ///< of the current axis
    void clearBrushes();
    void build(); ///< all that is drawn, anew
    void addLine(const ParallelLine& line, bool isChosen);
    void addAxis(int number);

    ParallelAxes m_shown;
    QSet<qint64> m_chosen;
    std::size_t m_current = 0; ///< axis that mouse or keyboard brush
};

} // namespace studio
