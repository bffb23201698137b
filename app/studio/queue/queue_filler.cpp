// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_filler.h"

#include "app/studio/follow/seeds_window.h"
#include "app/studio/queue/cells_dialog.h"
#include "app/studio/queue/seeds_dialog.h"
#include "app/studio/queue/seeds_process.h"
#include "app/studio/queue/sweep_dialog.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/start_check.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <array>
#include <QDir>
#include <QPointer>

namespace studio {
namespace {

RunForQueue forQueue(const Workspace& workspace, const TrainingRequest& request)
{
    RunForQueue run{.run = request.run, .title = workspace.files().title().toStdString()};
    run.run.settings = workspace.nextRun().choice().settings;
    run.run.settings.insert_or_assign("seed", static_cast<std::int64_t>(runSettingsOf(request).seed));
    return run;
}

/// A name that stays in the folder it is put into.
std::string withoutSlashes(std::string name)
{
    std::ranges::replace(name, '/', '_');
    return name;
}

} // namespace

QueueFiller::QueueFiller(Workspace& workspace, TrainingActions& training, QueueWatch& queue, QWidget& window)
    : QObject(&queue), m_workspace(workspace), m_training(training), m_queue(queue), m_window(window)
{
    queueRun = make(QStringLiteral("queueRun"), QStringLiteral("plus"), tr("&Queue this run"));
    sweep = make(QStringLiteral("trySettings"), QStringLiteral("settings"), tr("Try &many settings…"));
    cells = make(QStringLiteral("whichCell"), QStringLiteral("group_recurrent"), tr("Which ce&ll…"));
    seeds = make(QStringLiteral("trainSeeds"), QStringLiteral("random"), tr("Train several see&ds…"));
    connect(queueRun, &QAction::triggered, this, &QueueFiller::queueNextRun);
    connect(sweep, &QAction::triggered, this, &QueueFiller::showSweep);
    connect(cells, &QAction::triggered, this, &QueueFiller::showCells);
    connect(seeds, &QAction::triggered, this, &QueueFiller::showSeeds);
    connect(&workspace, &Workspace::opened, this, &QueueFiller::offer);
    connect(&workspace.document(), &editor::Document::changed, this, &QueueFiller::offer);
    offer();
}

QAction* QueueFiller::make(const QString& name, const QString& icon, const QString& text)
{
    auto* action = new QAction(editor::icon(icon), text, this);
    action->setObjectName(name);
    return action;
}

void QueueFiller::offer()
{
    const std::optional<QString> problem =
        m_workspace.files().isOpen() ? problemOf(m_workspace.document()) : tr("Open or draw a net first.");
    const std::array<std::pair<QAction*, QString>, 4> actions = {
        {{queueRun, tr("Put the next run, as it is set under Training, into the queue")},
         {sweep, tr("Put runs with other values of some settings into the queue")},
         {cells, tr("Train this net with several cells from several seeds, and see which is best and by how much")},
         {seeds,
          tr("Train several nets that differ in their seed alone, and see the mean of their losses with a band")}}};
    for (const auto& [action, tip] : actions) {
        action->setEnabled(!problem && !m_isAdding);
        action->setStatusTip(problem.value_or(tip));
        action->setToolTip(action->statusTip());
    }
}

std::optional<RunForQueue> QueueFiller::startable()
{
    std::optional<QString> why = m_training.refusal(TrainingActions::Start::Run);
    std::optional<RunForQueue> run;
    if (!why) {
        const TrainingRequest request = m_workspace.nextRun().request();
        why = whyItCannotStart(request);
        run = forQueue(m_workspace, request);
    }
    if (why) {
        emit said(*why);
        return std::nullopt;
    }
    return run;
}

void QueueFiller::queueNextRun()
{
    try {
        const std::optional<RunForQueue> run = startable();
        if (!run) {
            return;
        }
        const auto add = [base = sweepBaseOf(*run)]() mutable -> QueueWatch::Change {
            readData(base);
            return [job = queue::jobWith(base, {}, {})](queue::RunQueue& queue) { queue.add({&job, 1}); };
        };
        m_isAdding = true;
        offer();
        m_queue.prepare(add, this, [this](const QString& problem) {
            m_isAdding = false;
            if (problem.isEmpty()) {
                m_workspace.nextRun().useUpSeed();
                emit queued(1);
            } else {
                emit said(tr("The run is not queued: %1").arg(problem));
            }
            offer();
        });
    } catch (const std::exception& error) {
        emit said(tr("The run is not queued: %1").arg(editor::inWords(error)));
    }
}

void QueueFiller::showSweep()
{
    try {
        const std::optional<RunForQueue> run = startable();
        if (!run) {
            return;
        }
        auto* dialog = new SweepDialog({.base = sweepBaseOf(*run),
                                        .limits = engine::runSettings(run->run.settings, run->run.solver).limits,
                                        .cost = measuredStep(m_workspace)},
                                       m_queue, &m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &SweepDialog::queued, this, [this](int runs) {
            m_workspace.nextRun().useUpSeed();
            emit queued(runs);
        });
        dialog->open();
    } catch (const std::exception& error) {
        emit said(editor::inWords(error));
    }
}

void QueueFiller::showCells()
{
    try {
        const std::optional<RunForQueue> run = startable();
        if (!run) {
            return;
        }
        if (!run->run.first.file.empty()) {
            emit said(tr("The next run starts from weights that fit its own cell alone: let it start from new ones."));
            return;
        }
        auto* dialog = new CellsDialog(*run, measuredStep(m_workspace), m_queue, &m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &CellsDialog::queued, this, [this](const CellRuns& runs) {
            m_workspace.nextRun().useUpSeed();
            emit queued(static_cast<int>(runs.count()));
            emit cellsQueued(runs);
        });
        dialog->open();
    } catch (const std::exception& error) {
        emit said(editor::inWords(error));
    }
}

void QueueFiller::showSeeds()
{
    try {
        const std::optional<RunForQueue> run = startable();
        if (!run) {
            return;
        }
        const std::filesystem::path& project = m_workspace.files().path(); // a sample's folder is not the user's
        const std::filesystem::path place =
            project.empty() ? std::filesystem::path(QDir::homePath().toStdString()) : project.parent_path();
        auto* dialog = new SeedsDialog(
            m_workspace, unusedFolder(place / (withoutSlashes(run->title) + "-seeds")),
            [this](int count, const std::filesystem::path& folder) { trainSeeds(count, folder); }, &m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    } catch (const std::exception& error) {
        emit said(editor::inWords(error));
    }
}

/// The process is ours even where its window was closed: else it would stay in the system's list when it has ended.
void QueueFiller::trainSeeds(int count, const std::filesystem::path& folder)
{
    auto* process = new SeedsProcess(forQueue(m_workspace, m_workspace.nextRun().request()).run, count, folder, this);
    m_workspace.nextRun().useUpSeed();
    auto* window = new SeedsWindow(folder, m_workspace.runs().all(), &m_window);
    window->setAttribute(Qt::WA_DeleteOnClose);
    connect(process, &SeedsProcess::ended, this, [this, process, window = QPointer(window)](const QString& problem) {
        process->deleteLater();
        if (!problem.isEmpty() && window) {
            window->tell(problem);
        } else if (!problem.isEmpty()) {
            emit said(problem);
        }
    });
    window->show();
}

} // namespace studio

#include "moc_queue_filler.cpp"
