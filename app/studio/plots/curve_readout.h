// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/cursor_overlay.h"
#include "app/studio/plots/curve_panes.h"
#include "app/studio/plots/run_meter.h"

#include <cstdint>
#include <optional>
#include <QObject>
#include <vector>

namespace studio {

/// The cursor over the curves: at which iteration it stands, and what the curves say there. Another line marks where
/// the diary stands.
class CurveReadout : public QObject {
    Q_OBJECT

public:
    CurveReadout(const PlottedRuns& runs, const CurvePanes& panes, const RunMeter& meter, CursorOverlay& overlay);

    void moveTo(double place); ///< to the nearest point of the run under way, or of the last that is shown
    void hide();
    void setMark(std::optional<std::int64_t> iteration);
    void update(); ///< after the panes or the runs changed

    std::optional<std::int64_t> iteration() const { return m_iteration; } ///< nothing while it is hidden
    std::optional<std::int64_t> mark() const { return m_mark; }
    std::optional<double> place() const;
    std::vector<PaneReadout> values() const; ///< one for each pane and the meter; empty while it is hidden
    QString words() const;                   ///< the values in words, for a screen reader

signals:
    void iterationHovered(qint64 iteration);
    void valuesChanged();

private:
    const PlottedRuns& m_runs;
    const CurvePanes& m_panes;
    const RunMeter& m_meter;
    CursorOverlay& m_overlay;
    std::optional<std::int64_t> m_iteration, m_mark;
};

} // namespace studio
