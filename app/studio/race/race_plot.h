// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/custom_plot.h"
#include "engine/formats/checkpoint/curve.h"

#include <QColor>
#include <vector>

class QLabel;

namespace studio {

class CurveLine;
class LossMeans;
class Race;
class RaceMeter;

/// What the losses of a race are drawn over.
enum class RaceAxis { Seconds, Iterations, Joules };

/// The losses of all contenders in one pane, from the left edge on.
class RacePlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit RacePlot(const Race& race, QWidget* parent = nullptr);

    void setAxis(RaceAxis axis);
    RaceAxis axis() const { return m_axis; }

    /// Draws what the contenders have so far. Costs by the pixels, however long the curves are.
    void refresh();

    static QColor colourOf(std::size_t contestant); ///< of its curve, and of its row in the table

private:
    void dress();
    void makeLines();
    void showTitles();
    void showWhatIsMissing();

    const Race& m_race;
    RaceAxis m_axis = RaceAxis::Seconds;
    std::vector<CurveLine*> m_lines; ///< one for each contestant; the plot owns them
    QLabel* m_empty;                 ///< before the first race
};

/// One place of a curve on the axis.
struct RacePoint {
    double place, loss;
};

/// The means of a curve along the axis. Points whose place is not known, as the energy before the meters' first
/// reading, are left out.
std::vector<RacePoint> pointsOf(const engine::Curve& curve, const LossMeans& means, const RaceMeter& meter,
                                RaceAxis axis);

} // namespace studio
