// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/contender.h"
#include "app/contest/measurement.h"
#include "app/studio/session/generation_session.h"
#include "app/studio/session/training_session.h"
#include "editor/equations/cell_check.h"
#include "editor/work/latest_work.h"
#include "engine/graph/go_on.h"
#include "engine/graph/report.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <QComboBox>
#include <QDialog>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

class QLabel;
class QLayout;
class QPushButton;
class QSpinBox;
class QTreeWidget;
class QTreeWidgetItem;

namespace editor {
class ReportTable;
}

namespace studio {

class LossPlot;
class Workspace;

/// Mean over all steps but the first, which makes what the others use; of that one where it is the only one. Nothing
/// without a step.
std::optional<double> stepSeconds(const engine::Curve& curve);

/// One contender in a race, and what its process has told.
struct Contestant {
    enum class State { Waiting, Starting, Training, Done, Stopped, Failed };

    contest::Contender contender;
    RunRecord run = {}; ///< its name, and its curve, which one that failed has not; nothing keeps it
    State state = State::Waiting;
    QString sentence = {};         ///< why it failed, or where it diverged; else empty
    contest::SeedResult told = {}; ///< by its newest turn

    bool isOver() const { return state >= State::Done; }
};

/// Several engines train one net from the same weights: those on one device one after another, those on different
/// devices at once. Lives on the GUI thread, as do its signals.
class Race : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Waiting, Running };
    Q_ENUM(State)

    /// A race waits until `run` and `writing` are idle: what else computes would take part of the devices.
    Race(TrainingSession& run, GenerationSession& writing, QObject* parent = nullptr);
    ~Race() override; ///< stops all and waits for them

    /// Idle -> Waiting or Running, and what the race before came to is forgotten. Net, seed, data and weights are the
    /// request's; engine, device and precision are the contenders'. Of the trial iterations, seconds or both are given.
    /// Asked for in another state it does nothing. Throws Error for settings out of range, before anything has begun.
    void start(const TrainingRequest& request, const std::vector<contest::Contender>& contenders,
               const contest::Trial& trial);

    void stop(); ///< all of them; Idle follows, with what they came to

    State state() const { return m_state; }
    const std::vector<std::unique_ptr<Contestant>>& contestants() const { return m_contestants; }
    // Of the race under way or the last one.
    const TrainingRequest& request() const { return m_request; } ///< with the seed
    const contest::Trial& trial() const { return m_trial; }

signals:
    void changed(); ///< a state, what it waits for, or a few times a second: curves and meters

private:
    void beginIfAlone();
    void train(Contestant& one, const editor::LatestWork::Screen& screen);
    void requireSameStart(const Contestant& one, const std::string& weights);
    void noteState();

    TrainingSession& m_run;
    GenerationSession& m_writing;
    State m_state = State::Idle;
    TrainingRequest m_request;
    contest::Trial m_trial;
    QTimer m_tick; ///< while it waits or runs
    std::mutex m_mutex;
    /// The digest of each one's weights that could train, and has not failed; guarded by m_mutex.
    std::map<const Contestant*, std::string> m_weights;
    std::stop_source m_stop; ///< of all processes, whose end is told all the same
    std::vector<std::unique_ptr<Contestant>> m_contestants;
    std::vector<std::unique_ptr<editor::LatestWork>> m_devices; // a thread for each; last, as they use the others
};

// A race in words, as the window shows it and the picture keeps it.

engine::Report reportOf(const Race& race); ///< a row for each contestant

/// "char_rnn: 2 engines, 30 s each, seed 1"
QString headingOf(const Race& race);

/// What `hamnet compare` says of such figures; empty before two contenders have made a step, where the race is over
/// before one.
QString verdictOf(const Race& race);

/// Verdict, machine, that other programs took so much of the processors that times tell little, and why some failed or
/// where they diverged; those that there are.
QStringList sentencesOf(const Race& race);

/// A race of engines over the net that is drawn: who takes part and for how long, the losses while they train, and what
/// it came to. Closing it stops the race, after a question.
class RaceDialog : public QDialog {
    Q_OBJECT

public:
    explicit RaceDialog(Workspace& workspace, QWidget* parent = nullptr);

    const Race& race() const { return m_race; }

    /// Asked before a race starts: why it does not, as a sentence; nothing where it may.
    void setCheck(std::function<std::optional<QString>()> check) { m_check = std::move(check); }

    void reject() override;

private:
    void makeContenders();
    std::vector<contest::Contender> chosen() const; ///< named with their precision where it is not the usual one
    QWidget* makeChoice();
    QLayout* makeResult();
    bool isInSeconds() const { return m_unit->currentIndex() == 0; } ///< the limit
    void startOrStop();
    void showState();
    void showResult();
    void showLimit();
    void savePicture();

    Workspace& m_workspace;
    Race m_race;
    std::function<std::optional<QString>()> m_check;
    QTreeWidget* m_contenders;
    std::vector<std::pair<QTreeWidgetItem*, contest::Contender>> m_rows; ///< of them
    QSpinBox* m_amount;
    QComboBox* m_unit; ///< of the limit
    QPushButton* m_start;
    QPushButton* m_stopOther; ///< what the race waits for
    QLabel* m_state;
    LossPlot* m_plot;
    editor::ReportTable* m_table;
    QLabel* m_verdict;
    QPushButton *m_save, *m_copy;
    QString m_said; ///< what a button came to
};

/// Trains a small net with the cell on every engine here that takes it, each in a process of its own. Takes seconds;
/// any thread. Throws engine::Error where the cell does not fit or no engine takes it, CancelledError where it is not
/// to go on.
editor::CellSpeeds cellSpeeds(const std::string& equations, const engine::GoOn& goOn);

} // namespace studio
