// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/follow/seeds_spread.h"
#include "app/studio/plots/custom_plot.h"

#include <vector>

namespace studio {

/// The losses of several runs over their iterations: the mean, and a band of one standard deviation on each side.
class BandPlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit BandPlot(QWidget* parent = nullptr);

    /// Draws nothing where these are drawn already.
    void setPoints(const std::vector<SpreadPoint>& training, const std::vector<SpreadPoint>& validation);

private:
    /// A mean with its band.
    struct Band {
        QCPGraph *lower, *upper, *mean;
    };

    Band addBand();
    void fill(const Band& band, const std::vector<SpreadPoint>& points);
    void dress();
    void dress(const Band& band, const QColor& colour);
    bool event(QEvent* event) override;

    Band m_training, m_validation;
    std::vector<SpreadPoint> m_drawnTraining, m_drawnValidation;
};

} // namespace studio
