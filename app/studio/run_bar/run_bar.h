// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/training_actions.h"
#include "app/studio/plots/device_plot.h"
#include "app/studio/workspace/workspace.h"
#include "engine/devices/monitor/device_reading.h"
#include "engine/training/run/starvation.h"

#include <functional>
#include <map>
#include <QString>
#include <QTimer>
#include <QWidget>
#include <string>
#include <vector>

class QHBoxLayout;
class QLabel;
class QFrame;
class QToolButton;

namespace studio {

class RunCoach;
class RunFigures;
class SentenceOrTitle;

/// A sentence about a run, or its title where there is no room for it, that stays until it is put away. All of it opens
/// by a click, with what can be done about it: each choice is explained.
class RunNotice : public QWidget {
    Q_OBJECT

public:
    struct Choice {
        QString name;        ///< the button's object name
        QString text;        ///< "Stop now"
        QString explanation; ///< one sentence
        std::function<void()> take = {};
    };

    explicit RunNotice(QWidget* parent = nullptr);

    void say(const QString& title, const QString& sentence, const std::vector<Choice>& choices = {});
    void sayAgain(const QString& sentence); ///< with the choices that are there: one may be under the pointer
    QString sentence() const;
    void withdraw();                              ///< what it says holds no longer
    bool isWanted() const { return !isHidden(); } ///< said, and neither put away nor withdrawn since

    std::function<void()> onPutAway = [] {}; ///< by its cross

private:
    void addChoice(const Choice& choice);
    void offerToOpen();
    void openChoices();

    SentenceOrTitle* m_line;
    QToolButton* m_open;
    QFrame* m_opened;
    QLabel* m_sentence; ///< all of it
    QWidget* m_choices;
};

/// One device in a corner of the window: the last minute of its utilisation as a line, and beside it its name,
/// temperature and power, utilisation and memory.
class DeviceChip : public QWidget {
    Q_OBJECT

public:
    explicit DeviceChip(const QString& name, QWidget* parent = nullptr);

    void add(double seconds, const engine::GpuReading& newest);

    QString heading() const; ///< "NVIDIA H200 · 61 °C · 410 W"
    QString reading() const; ///< "98 % · 12.4 of 139.8 GiB"

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

private:
    void paintEvent(QPaintEvent* event) override;
    int widthOfWords() const;

    QString m_name, m_fullName;
    engine::GpuReading m_newest;
    MeterHistory m_history; ///< of its utilisation
    int m_width = 0;        ///< of the widest words so far, so that nothing moves as numbers change
};

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
    DeviceChip& chip(const std::string& key, const QString& name);
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
