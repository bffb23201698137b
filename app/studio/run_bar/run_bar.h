// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/training_actions.h"
#include "app/studio/plots/device_plot.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/content.h"
#include "engine/devices/monitor/device_reading.h"

#include <functional>
#include <map>
#include <optional>
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

class RunFigures;
class SentenceOrTitle;

/// A change of the drawing against overfitting, or for a GPU that waits.
struct Remedy {
    editor::Content content; ///< the whole drawing with the change
    QString change;          ///< what changes: "dropout: ratio 0.5 to 0.6"
};

// All throw engine::Error for a layer that is not of the catalogue, or has a setting out of its range.

/// Each DROPOUT layer drops 0.1 more, at most 0.8. Without such layers a stacked recurrent layer gets 0.2 more between
/// its layers; a single one gets a DROPOUT layer with 0.3 behind it. Nothing where none of this can be done.
std::optional<Remedy> moreDropout(const editor::Content& content);

/// Each recurrent layer gets three quarters of its units, in multiples of 8, at least 8. Nothing where all are as
/// small.
std::optional<Remedy> smallerNet(const editor::Content& content);

/// Each data layer cuts twice as many streams or sequences at a time, and so do the layers that are told how many there
/// are. Nothing where no data layer says a number, or it is at its maximum.
std::optional<Remedy> largerBatch(const editor::Content& content);

/// A sentence about a run, or its title where there is no room for it, that stays until it is put away. All of it opens
/// by a click, with what can be done about it: each choice is explained.
class RunNotice : public QWidget {
    Q_OBJECT

public:
    struct Choice {
        const char* name;    ///< the button's object name
        QString text;        ///< "Stop now"
        QString explanation; ///< one sentence
        std::function<void()> take = {};
    };

    explicit RunNotice(QWidget* parent = nullptr);

    void say(const QString& title, const QString& sentence, const std::vector<Choice>& choices = {});
    void sayAgain(const QString& sentence); ///< with the choices that are there: one may be under the pointer
    QString sentence() const { return accessibleName(); }
    void withdraw();                              ///< what it says holds no longer
    bool isWanted() const { return !isHidden(); } ///< said, and neither put away nor withdrawn since

    std::function<void()> onPutAway = [] {}; ///< by its cross

private:
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

private:
    void paintEvent(QPaintEvent* event) override;

    QString m_name, m_fullName;
    QLabel* m_words; ///< as wide as the widest so far, so that nothing moves as numbers change
    engine::GpuReading m_newest;
    MeterHistory m_history; ///< of its utilisation
};

/// The run and the machine, always in view: how far the run is, or what F5 will start, and what each device in use
/// does. Beside that, until it is put away: how the run ended and what helps where it overfits. Nothing moves when that
/// comes, and nothing is covered.
class RunBar : public QWidget {
    Q_OBJECT

public:
    RunBar(Workspace& workspace, TrainingActions& actions, QWidget* parent = nullptr);

    void noteReading(const engine::DeviceReading& reading);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void planned(const QString& sentence); ///< what F5 will start; empty: the bar is in view, and says it

private:
    void showRun();
    void showPlan();
    QString plan() const;
    void showDevices();
    bool isInUse(const std::string& key) const;
    DeviceChip& chip(const std::string& key, const QString& name);
    bool event(QEvent* event) override;

    Workspace& m_workspace;
    RunNotice* m_notice;
    RunFigures* m_figures;
    QLabel* m_plan;
    QHBoxLayout* m_devices;
    std::map<std::string, DeviceChip*> m_chips; ///< "cpu", or a GPU's bus
    QLabel* m_noReadings;                       ///< in place of a chip, where the run's GPU has no meters
    QTimer m_planSoon;                          ///< one look a while after the last of many edits
};

} // namespace studio
