// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/sweep.h"
#include "app/studio/queue/queue_watch.h"
#include "engine/graph/params.h"
#include "engine/training/run/run_description.h"

#include <cstdint>
#include <list>
#include <optional>
#include <QDialog>
#include <QString>
#include <QTimer>
#include <stop_token>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace editor {
class TintedLabel;
} // namespace editor

namespace studio {

class Workspace;

/// A setting of a net or of its solver that may vary.
struct SweptSetting {
    std::string name; ///< "lstm.num_output"; "cell": that of all recurrent layers
    QString label;    ///< "lstm: Units"
    const engine::ParamSpec* spec = nullptr;
    enum class Group { Learning, Net, Data } group = Group::Learning;
    QString value = {}; ///< as it is now; empty: it is not said
};

/// Those with single numbers or words that change what is learned, group by group: the solver's, then the layers' in
/// their order.
std::vector<SweptSetting> settingsOf(const engine::RunDescription& given);

/// What an iteration of a run took, as it was measured.
struct StepCost {
    QString run = {}; ///< its name
    double seconds = 0;
    std::optional<double> joules = {};
    double flops = 0;  ///< of the net in one iteration; 0: not known
    double epochs = 0; ///< the part of one that an iteration is; 0: not known
};

/// Of the project's newest run that has trained for a moment; nothing where there is none.
std::optional<StepCost> measuredStep(const Workspace& workspace);

/// How many runs that is, in words, and what they cost one after another: time and energy by the measured steps, more
/// for larger nets by their arithmetic. Throws engine::Error for variations that make no runs.
QString costInWords(const queue::Sweep& sweep, const queue::Job& job, const std::optional<StepCost>& step);

/// The part of their iterations that so many runs train where the worse ones stop early.
double partTrained(std::int64_t runs, std::int64_t iterations);

/// Which settings of a net vary, and how, or which cells it is trained with; what that comes to before it starts; fills
/// the queue.
class SweepDialog : public QDialog {
    Q_OBJECT

public:
    static constexpr const char *learningRate = "solver.base_lr", *cell = "cell"; ///< names of settings

    /// `run`, of a project of that title, varies, at first in one setting, where it has that; `cost` is of one of its
    /// steps, where it is known.
    SweepDialog(engine::RunDescription run, std::string title, std::optional<StepCost> cost, QueueWatch& queue,
                const char* first = learningRate, QWidget* parent = nullptr);
    ~SweepDialog() override; ///< as Cancel: runs that are still being prepared are not queued

    bool startsAtOnce() const; ///< work on the queue

signals:
    void queued(const QueueWatch::Runs& runs); ///< the form closes

private:
    QWidget* makeChoice();

    /// A setting, and the values to try, as a list or a range in the words of `hamnet sweep --vary`.
    struct Row {
        QComboBox* setting;
        QLineEdit* values;
    };
    Row& addRow(const std::string& setting);
    QComboBox* makeSettings() const;
    const SweptSetting& settingOf(const Row& row) const;
    bool isOfCell(const Row& row) const { return settingOf(row).name == cell; }
    bool isRange(const Row& row) const;
    /// The values to try; nothing where they are still to come. Throws engine::Error for wrong ones.
    std::optional<queue::Variation> variationOf(const Row& row) const;
    void start();
    /// What the form asks for, whose cost is then shown; nothing: something is missing or wrong, which is said.
    engine::RunDescription run() const; ///< with the iterations that were chosen
    std::optional<queue::Sweep> wanted();

    engine::RunDescription m_run; ///< as it was given
    std::string m_title;
    std::optional<StepCost> m_measured;
    QueueWatch& m_queue;
    std::vector<SweptSetting> m_settings;
    std::list<Row> m_rows;
    QWidget* m_form;       ///< disabled while the queue is filled
    QVBoxLayout* m_column; ///< of these rows
    QSpinBox *m_iterations, *m_trials, *m_seeds;
    int m_given = 0; ///< iterations, at first
    QCheckBox *m_equal, *m_early, *m_now;
    QLabel* m_cost;
    editor::TintedLabel* m_problem;
    QPushButton* m_start;
    QTimer m_refresh;          ///< once after the last of many changes
    std::stop_source m_cancel; ///< tells the queue's threads that prepared runs are not wanted any more
};

} // namespace studio
