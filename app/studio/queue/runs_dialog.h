// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/queue_watch.h"
#include "editor/panels/calculating_box.h"
#include "engine/training/run/run_description.h"

#include <QCoreApplication>
#include <QDialog>
#include <QSize>
#include <QString>
#include <stop_token>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace editor {
class TintedLabel;
} // namespace editor

namespace studio {

/// After how many iterations each of the wanted runs ends; 0: no limit.
class IterationsBox : public editor::WholeBox {
    Q_DECLARE_TR_FUNCTIONS(studio::IterationsBox)

public:
    /// At first it has those of the run.
    IterationsBox(engine::RunDescription run, QWidget* parent);

    engine::RunDescription run() const; ///< with what was chosen

private:
    engine::RunDescription m_run;
    int m_given = 0;
};

/// A form that says which runs are wanted: what it is about, parts of its own, what that comes to, what is wrong with
/// it, and the buttons.
class RunsDialog : public QDialog {
    Q_OBJECT

public:
    ~RunsDialog() override; ///< as Cancel: runs that are still being prepared are not queued

signals:
    void queued(const QueueWatch::Runs& runs); ///< the form closes

protected:
    RunsDialog(const QString& title, const QString& about, QWidget* parent);

    /// Behind the parts of its own, which are in m_rows. It is at least as high as they want.
    void addButtons(const QString& start, QSize size);
    virtual void start() = 0;   ///< the button or Enter
    virtual void refresh() = 0; ///< shows what the form comes to
    bool isFilling() const;     ///< the form is locked meanwhile

    /// Queues the runs, which jobs() makes when it has read the data: queued() follows, or what is wrong is said.
    void fill(QueueWatch& queue, QueueWatch::Jobs jobs);

    QWidget* m_form;
    QVBoxLayout* m_rows;
    QHBoxLayout* m_buttons;
    QLabel* m_cost;
    editor::TintedLabel* m_problem;
    QPushButton* m_start = nullptr; ///< before addButtons()

private:
    std::stop_source m_cancel; ///< tells the queue's threads that prepared runs are not wanted any more
};

} // namespace studio
