// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/custom_plot.h"

#include <vector>

namespace studio {

/// The mean of some of a contender's losses, and where along the axis they are.
struct MeanPoint {
    double place = 0, mean = 0;

    bool operator==(const MeanPoint&) const = default;
};

/// The losses of a race's contenders, a line for each.
class RacePlot : public QCustomPlot {
    Q_OBJECT

public:
    struct Line {
        QString name;
        int colour; ///< of the theme's curves
        std::vector<MeanPoint> points;

        bool operator==(const Line&) const = default;
    };

    explicit RacePlot(QWidget* parent = nullptr);

    void show(const std::vector<Line>& lines); ///< draws nothing where these are drawn already

private:
    void dress();
    bool event(QEvent* event) override;

    std::vector<Line> m_lines;
};

} // namespace studio
