// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/training_reports.h"

#include <cstddef>
#include <QElapsedTimer>

namespace studio {

/// How far one run is: its speed, its time without pauses, the time left. It also paces how often that is shown:
/// labels that change more than four times a second cost more than the curves.
class ProgressTracker {
public:
    ProgressTracker();

    void begin(const engine::RunLog& run); ///< its start is known; a run that goes on has a curve already
    void resume();                         ///< time counts from now on
    void pause();
    void update(const engine::RunLog& run);

    const TrainingProgress& now() const { return m_now; } ///< as of the last update
    bool isOld() const;                                   ///< needs an update: time goes by within a long step, too
    bool isUnshown() const { return m_unshown; }
    bool isDue() const;             ///< unshown, and the last one was shown long enough ago
    const TrainingProgress& show(); ///< now(), which counts as shown from here on

private:
    void updateTimeLeft(const engine::RunLog& run);

    TrainingProgress m_now;
    engine::RunLimits m_limits;   ///< that m_now.secondsToTarget was told for
    std::size_t m_firstPoint = 0; ///< of the run's curve: the first one of this start
    double m_unpaused = 0;        ///< seconds up to the last pause
    bool m_unshown = false;
    QElapsedTimer m_sinceResume; ///< invalid in a pause
    QElapsedTimer m_sinceTrend, m_sinceUpdate, m_sinceShown;
};

} // namespace studio
