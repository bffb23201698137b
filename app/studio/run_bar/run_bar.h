// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/training_actions.h"
#include "app/studio/run_bar/device_chip.h"
#include "app/studio/workspace/workspace.h"
#include "engine/devices/monitor/device_reading.h"
#include "engine/training/run/starvation.h"

#include <map>
#include <QTimer>
#include <QWidget>
#include <string>

class QHBoxLayout;
class QLabel;

namespace studio {

class RunCoach;
class RunFigures;
class RunNotice;

/// The run and the machine, always in view: how far the run is, or what F5 will start, and what each device in use
/// does. Beside that, until it is put away: how the run ended and what helps where it overfits. Nothing moves when that
/// comes, and nothing is covered.
///
/// It takes no readings of its own: whoever watches the machine passes them on.
class RunBar : public QWidget {
    Q_OBJECT

public:
    RunBar(Workspace& workspace, TrainingActions& actions, QWidget* parent = nullptr);

    void noteReading(const engine::DeviceReading& reading);
    void noteStarvation(const engine::Starvation& starvation); ///< of the GPU of the run under way

    /// What keeps a run from starting besides the drawing, as the list of problems says it; empty: nothing.
    void setBlocked(const QString& why);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void writeRequested(const QString& checkpoint); ///< Writing shall use these weights
    void said(const QString& sentence);             ///< where the user looks
    void planned(const QString& sentence);          ///< what F5 will start; empty: the bar is in view, and says it

private:
    void showRun();
    void showPlan();
    void tellPlan();
    QString plan() const;
    void showDevices();
    bool isInUse(const std::string& key) const;
    DeviceChip& chip(const std::string& key, const QString& name, DeviceKind kind);
    bool hasReadings() const;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

    Workspace& m_workspace;
    RunNotice* m_notice;
    RunCoach* m_coach;
    RunFigures* m_figures;
    QLabel* m_plan;
    QString m_blocked;
    QHBoxLayout* m_devices;
    std::map<std::string, DeviceChip*> m_chips; ///< "cpu", or a GPU's bus
    QLabel* m_noReadings;                       ///< in place of a chip, where the run's GPU has no meters
    QTimer m_planSoon;                          ///< one look a while after the last of many edits
};

} // namespace studio
