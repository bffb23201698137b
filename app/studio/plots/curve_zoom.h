// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/curve_panes.h"

#include <QObject>
#include <QRect>

namespace studio {

/// Which part of the runs is seen: all of them, a stretch up to the newest point, or where the user zoomed and moved
/// to.
class CurveZoom : public QObject {
    Q_OBJECT

public:
    CurveZoom(const PlottedRuns& runs, CurvePanes& panes);

    const QCPRange& places() const { return m_places; }

    /// While it follows, the newest point stays in sight and the vertical axes fit what is seen.
    bool isFollowing() const { return m_following; }
    void setFollowing(bool following);
    void fit();    ///< all places, and follows; again: what diverged too
    void update(); ///< to the newest point or another axis; before each replot

    void zoomPlaces(double factor, double around);
    void zoomValues(CurvePane& pane, double factor, double around);
    void zoomTo(const QRect& box, CurvePane& pane);
    void centreOn(double place);
    void panPlaces(int pixels);
    void panValues(CurvePane& pane, int pixels); ///< where the user chose the range

signals:
    void followingChanged(bool following);
    void moved();  ///< to be drawn soon: more of it may come
    void jumped(); ///< to be drawn at once

private:
    void follow();
    void setPlaces(const QCPRange& range);

    const PlottedRuns& m_runs;
    CurvePanes& m_panes;
    Along m_along; ///< what m_places lie along
    QCPRange m_places{0, 1};
    bool m_following = true;
    double m_span = 0; ///< while following, how much is seen; 0: all
};

} // namespace studio
