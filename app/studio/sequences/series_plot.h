// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/custom_plot.h"
#include "app/studio/session/trial_session.h"

#include <functional>
#include <QString>
#include <vector>

namespace studio {

/// Lines or points over numbered places in the colours of the theme, with a legend. Ctrl and the wheel zoom; the wheel
/// alone is left to the page that the plot stands on.
class SeriesPlot : public QCustomPlot {
    Q_OBJECT

public:
    enum class Colour { Truth, Said, Held, Test };
    enum class Kind { Line, Dashes, Points };
    struct Curve {
        QString name;
        Colour colour = Colour::Truth;
        Kind kind = Kind::Line;
        QVector<double> places = {}, values = {};
    };

    explicit SeriesPlot(QWidget* parent = nullptr);

    enum class Across { Numbers, Times }; ///< what places are; times: seconds since 1970-01-01, UTC

    using NameOf = std::function<QString(std::int64_t place)>; ///< of places that are whole numbers
    void setAxes(const QString& across, const QString& upwards, Across places = Across::Numbers,
                 const NameOf& nameOf = {});
    void setCurves(std::vector<Curve> curves);
    const std::vector<Curve>& curves() const { return m_curves; }

    /// A line through the points where both axes say the same.
    void setDiagonal(bool shown) { m_diagonal = shown; }

private:
    void wheelEvent(QWheelEvent* event) override;
    void draw();
    void formatPlaces();

    std::vector<Curve> m_curves;
    Across m_across = Across::Numbers;
    NameOf m_nameOf; ///< of a place; null: places are shown as numbers or times
    bool m_diagonal = false;
};

/// Where the curves of a part lie: by their times where the table has a time column and is one series, else by their
/// numbers from 1.
struct SeriesCurves {
    std::vector<SeriesPlot::Curve> curves; ///< truth, prediction, and what follows the file's last row
    bool byTime = false;                   ///< places are seconds since 1970-01-01
};

/// All that a net says of a part, with the forecasts where the part ends with the file.
SeriesCurves curvesOf(const Evaluation& evaluation);

} // namespace studio
