// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_filler.h"

#include "app/studio/follow/seeds_window.h"
#include "app/studio/queue/cells_dialog.h"
#include "app/studio/queue/queue_job.h"
#include "app/studio/queue/seeds_dialog.h"
#include "app/studio/queue/sweep_dialog.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <array>
#include <memory>
#include <QDir>
#include <QPointer>
#include <system_error>

namespace studio {
namespace {

engine::RunDescription described(const Workspace& workspace, const TrainingRequest& request)
{
    engine::RunDescription run = request.run;
    run.settings = workspace.nextRun().choice().settings;
    run.settings.insert_or_assign("seed", static_cast<std::int64_t>(runSettingsOf(request).seed));
    return run;
}

/// A folder for the seeds of a project of that title; with -2, -3, ... behind its name the first that is not there.
std::filesystem::path unusedFolder(const std::filesystem::path& place, std::string title)
{
    std::ranges::replace(title, '/', '_');
    const std::string name = (place / (title + "-seeds")).string();
    std::filesystem::path unused = name;
    std::error_code unknown;
    for (int number = 2; std::filesystem::exists(unused, unknown); ++number) {
        unused = name + "-" + std::to_string(number);
    }
    return unused;
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

std::optional<engine::RunDescription> QueueFiller::startable()
{
    std::optional<QString> why = m_training.refusal(TrainingActions::Start::Run);
    std::optional<engine::RunDescription> run;
    if (!why) {
        const TrainingRequest request = m_workspace.nextRun().request();
        why = whyItCannotStart(request);
        run = described(m_workspace, request);
    }
    if (why) {
        emit m_workspace.warned(*why);
        return std::nullopt;
    }
    return run;
}

std::string QueueFiller::title() const
{
    return m_workspace.files().title().toStdString();
}

void QueueFiller::queueNextRun()
{
    try {
        if (const std::optional<engine::RunDescription> run = startable()) {
            add({*run});
            m_workspace.nextRun().useUpSeed();
        }
    } catch (const std::exception& error) {
        emit m_workspace.warned(tr("The run is not queued: %1").arg(editor::inWords(error)));
    }
}

void QueueFiller::add(const std::vector<engine::RunDescription>& runs)
{
    std::vector<queue::SweepBase> bases;
    for (const engine::RunDescription& run : runs) {
        bases.push_back(sweepBaseOf(run, title()));
    }
    const auto jobs = [bases]() mutable {
        std::vector<queue::Job> made;
        for (queue::SweepBase& base : bases) {
            readData(base);
            made.push_back(queue::jobWith(base, {}, {}));
        }
        return made;
    };
    m_isAdding = true;
    offer();
    m_queue.add(jobs, {}, this, [this](const QString& problem, const QueueWatch::Runs& added) {
        m_isAdding = false;
        if (problem.isEmpty()) {
            tell(added);
        } else {
            emit m_workspace.warned(tr("The run is not queued: %1").arg(problem));
        }
        offer();
    });
}

void QueueFiller::take(const QueueWatch::Runs& runs)
{
    m_workspace.nextRun().useUpSeed();
    tell(runs);
}

void QueueFiller::tell(const QueueWatch::Runs& runs)
{
    emit queued(static_cast<int>(runs.size()));
    for (const CellRuns& cells : cellRunsIn(runs)) {
        emit cellsQueued(cells);
        emit startWanted();
    }
}

void QueueFiller::open(const std::function<RunsDialog*(const engine::RunDescription& run)>& form)
{
    try {
        const std::optional<engine::RunDescription> run = startable();
        RunsDialog* const dialog = run ? form(*run) : nullptr;
        if (dialog) {
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            connect(dialog, &RunsDialog::queued, this, &QueueFiller::take);
            dialog->open();
        }
    } catch (const std::exception& error) {
        emit m_workspace.warned(editor::inWords(error));
    }
}

void QueueFiller::showSweep()
{
    open([this](const engine::RunDescription& run) {
        auto* const dialog = new SweepDialog(run, title(), measuredStep(m_workspace), m_queue, &m_window);
        connect(dialog, &RunsDialog::queued, this, [this, dialog] {
            if (dialog->startsAtOnce()) {
                emit startWanted();
            }
        });
        return dialog;
    });
}

void QueueFiller::showCells()
{
    open([this](const engine::RunDescription& run) -> RunsDialog* {
        if (!run.first.file.empty()) {
            emit m_workspace.warned(
                tr("The next run starts from weights that fit its own cell alone: let it start from new ones."));
            return nullptr;
        }
        return new CellsDialog(run, title(), measuredStep(m_workspace), m_queue, &m_window);
    });
}

void QueueFiller::showSeeds()
{
    open([this](const engine::RunDescription&) {
        const std::filesystem::path& project = m_workspace.files().path(); // a sample's folder is not the user's
        const std::filesystem::path place =
            project.empty() ? std::filesystem::path(QDir::homePath().toStdString()) : project.parent_path();
        return new SeedsDialog(
            m_workspace, unusedFolder(place, title()),
            [this](int count, const std::filesystem::path& folder) { trainSeeds(count, folder); }, &m_window);
    });
}

/// The process is ours even where its window was closed: else it would stay in the system's list when it has ended.
void QueueFiller::trainSeeds(int count, const std::filesystem::path& folder)
{
    auto window = std::make_unique<SeedsWindow>(folder, m_workspace.runs().all(), &m_window);
    studio::trainSeeds(described(m_workspace, m_workspace.nextRun().request()), count, folder, *this,
                       [this, shown = QPointer(window.get())](const QString& problem) {
                           if (!problem.isEmpty() && shown) {
                               shown->tell(problem);
                           } else if (!problem.isEmpty()) {
                               emit m_workspace.warned(problem);
                           }
                       });
    m_workspace.nextRun().useUpSeed();
    window->setAttribute(Qt::WA_DeleteOnClose);
    window.release()->show();
}

} // namespace studio

#include "moc_queue_filler.cpp"
