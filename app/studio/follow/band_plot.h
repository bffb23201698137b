// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/follow/seeds_spread.h"
#include "app/studio/plots/custom_plot.h"

#include <functional>
#include <vector>

namespace editor {
struct Theme;
}

namespace studio {

/// Losses of several runs over their iterations: means, each with a band of one standard deviation on each side.
class BandPlot : public QCustomPlot {
    Q_OBJECT

public:
    /// How a mean looks.
    struct Look {
        QString name; ///< in the legend
        std::function<QColor(const editor::Theme&)> colour;
        bool hasDiscs = false; ///< at its points
    };

    explicit BandPlot(const std::vector<Look>& looks = {}, QWidget* parent = nullptr);

    void setLooks(const std::vector<Look>& looks); ///< in place of others, without points

    /// Points for each of the looks. Draws nothing where these are drawn already.
    void setPoints(const std::vector<std::vector<SpreadPoint>>& points);

private:
    /// A mean with its band.
    struct Band {
        QCPGraph *lower, *upper, *mean;
        Look look;
    };

    Band addBand(const Look& look);
    void fill(const Band& band, const std::vector<SpreadPoint>& points);
    void dress();
    bool event(QEvent* event) override;

    std::vector<Band> m_bands;
    std::vector<std::vector<SpreadPoint>> m_drawn;
};

} // namespace studio
