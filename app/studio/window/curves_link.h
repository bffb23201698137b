// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/loss_plot.h"
#include "app/studio/text/diary.h"
#include "app/studio/workspace/workspace.h"
#include "engine/devices/monitor/device_reading.h"

#include <QObject>

namespace studio {

/// Feeds curves and diary from the runs of the open project, and lets the two point at each other's places.
class CurvesLink : public QObject {
    Q_OBJECT

public:
    CurvesLink(Workspace& workspace, LossPlot& plot, Diary& diary);

    void noteReading(const engine::DeviceReading& reading); ///< of the machine: of the run's device it is drawn

private:
    void showRuns();
    void showWhetherItWrites();
    void showWhatIsAwaited();

    Workspace& m_workspace;
    LossPlot& m_plot;
    Diary& m_diary;
    int m_shown = 0; ///< id of the run in front; 0: none
};

} // namespace studio
