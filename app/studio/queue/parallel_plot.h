// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <QSet>
#include <QVariant>
#include <QWidget>
#include <vector>

namespace studio {

/// One of several parallel axes. Heights are places on it: 0 at its lower end, 1 at its upper. Where a run has no
/// value, the lower end is for none.
struct ParallelAxis {
    struct Brush {
        double low, high; ///< heights
    };
    QString name;
    QStringList words = {}; ///< not empty: its values are these, evenly placed
    double min = 0, max = 1;
    bool isLogarithmic = false;
    bool hasNone = false;
    std::vector<double> ticks = {}; ///< heights with a label, from below
    std::optional<Brush> brush = {};

    double heightOf(double value) const;
    QString labelAt(double height) const;
};

/// A run over the axes.
struct ParallelLine {
    qint64 run = 0;
    QString name = {};
    std::vector<double> heights = {}; ///< by axis
    std::optional<double> rank = {};  ///< of its result: 0 of the best, 1 of the worst; nothing: it has none
};

/// What is compared of runs: numbers or words, one of each run; invalid: it has none.
struct ComparedColumn {
    QString name;
    QVariantList values;
};
enum class Better { Less, More };

/// Parallel axes (Inselberg 1985) for runs, the last one for their result. None where there is nothing to compare.
struct ParallelAxes {
    std::vector<ParallelAxis> axes = {};
    std::vector<ParallelLine> lines = {};

    bool isBrushed() const;
    bool passes(const ParallelLine& line) const; ///< all brushes
};
ParallelAxes parallelAxes(const std::vector<ComparedColumn>& columns, std::vector<ParallelLine> runs, Better better);

/// Runs as lines over parallel axes. A drag along an axis brushes it: the runs that pass all brushed places are chosen.
class ParallelPlot : public QWidget {
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

signals:
    void passing(const QList<qint64>& runs); ///< runs that are chosen here now; empty: all brushes are gone
    void brushed();                          ///< passing() was the user's act, not a change of the runs
    void activated(qint64 run);              ///< its line was double-clicked

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRect area() const; ///< of the axes
    int gap() const { return area().width() / std::max(axes() - 1, 1); }
    double heightAt(int y) const;
    ParallelAxis* axisAt(QPoint place);             ///< null: there is none
    const ParallelLine* lineAt(QPoint place) const; ///< the same
    QList<qint64> brushedRuns() const;
    void tellBrushed();
    void brush(double low, double high);
    void clearBrushes();
    void paintAxis(QPainter& painter, int number) const;
    void paintLine(QPainter& painter, const ParallelLine& line) const;

    ParallelAxes m_shown;
    QSet<qint64> m_chosen;
    std::size_t m_current = 0;    ///< axis that mouse or keyboard brush
    std::optional<double> m_drag; ///< the height where it began
    QPoint m_pressed;             ///< where the drag began
    bool m_moved = false;
};

} // namespace studio
