// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_filler.h"

#include "app/queue/run_folder.h"
#include "app/studio/queue/queue_job.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/watch/detached_process.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "engine/graph/error.h"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <QDir>
#include <QInputDialog>
#include <QTimer>
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

/// Of `hamnet train`; empty: it ended as it was to.
QString problemIn(int status, const queue::RunFolder& folder)
{
    constexpr int hasEnded = 0, wasStopped = 130;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == hasEnded || code == wasStopped) {
        return {};
    }
    const QString last = QString::fromStdString(watch::lastWords(folder));
    return QueueFiller::tr("The training has ended: %1")
        .arg(!last.isEmpty()       ? last
             : WIFSIGNALED(status) ? QueueFiller::tr("signal %1").arg(WTERMSIG(status))
                                   : QueueFiller::tr("exit code %1").arg(code));
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
    const auto onClick = [this](QAction* action, const std::function<void()>& show) {
        connect(action, &QAction::triggered, this, [this, show] {
            try {
                show();
            } catch (const std::exception& error) {
                emit m_workspace.warned(editor::inWords(error));
            }
        });
    };
    onClick(sweep, [this] { showSweep(SweepDialog::First::LearningRate); });
    onClick(cells, [this] { showSweep(SweepDialog::First::Cell); });
    onClick(seeds, [this] { showSeeds(); });
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
         {seeds, tr("Train several nets side by side that differ in their seed alone: how much of a loss is luck")}}};
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
            emit queued(added);
        } else {
            emit m_workspace.warned(tr("The run is not queued: %1").arg(problem));
        }
        offer();
    });
}

void QueueFiller::showSweep(SweepDialog::First first)
{
    const std::optional<engine::RunDescription> run = startable();
    if (!run) {
        return;
    }
    auto* const dialog = new SweepDialog(*run, title(), measuredStep(m_workspace), m_queue, first, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SweepDialog::queued, this, [this, dialog](const QueueWatch::Runs& runs) {
        m_workspace.nextRun().useUpSeed();
        emit queued(runs);
        if (dialog->startsAtOnce()) {
            emit startWanted();
        }
    });
    dialog->open();
}

void QueueFiller::showSeeds()
{
    constexpr int defaultSeeds = 8, maxSeeds = 1000;
    const std::optional<engine::RunDescription> run = startable();
    if (!run) {
        return;
    }
    const std::filesystem::path& project = m_workspace.files().path(); // a sample's folder is not the user's
    const std::filesystem::path place =
        project.empty() ? std::filesystem::path(QDir::homePath().toStdString()) : project.parent_path();
    const std::filesystem::path folder = unusedFolder(place, title());
    auto* const dialog = new QInputDialog(&m_window);
    dialog->setObjectName(QStringLiteral("seedsDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Train several seeds"));
    dialog->setLabelText(tr("So many nets are trained side by side, which differ in their seed alone: how much of a "
                            "loss is luck.\nThey go on when Hamnet is closed. Each gets a folder in %1.")
                             .arg(QString::fromStdString(folder.string())));
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(2, maxSeeds);
    dialog->setIntValue(defaultSeeds);
    dialog->setOkButtonText(tr("&Train"));
    connect(dialog, &QInputDialog::intValueSelected, this, [this, run, folder](int count) {
        try {
            trainSeeds(*run, count, folder);
        } catch (const std::exception& error) {
            emit m_workspace.warned(editor::inWords(error));
        }
    });
    dialog->open();
}

/// The process is ours: else it would stay in the system's list when it has ended.
void QueueFiller::trainSeeds(const engine::RunDescription& run, int count, const std::filesystem::path& folder)
{
    std::error_code error;
    if (!std::filesystem::create_directories(folder, error)) {
        error = error ? error : std::make_error_code(std::errc::file_exists); // made since its name was chosen
        throw engine::Error(tr("the folder %1 cannot be made: %2")
                                .arg(QString::fromStdString(folder.string()), QString::fromStdString(error.message()))
                                .toStdString());
    }
    const queue::RunFolder place(folder);
    std::vector<std::string> call = queue::seedsArguments(run, place, count);
    call.insert(call.begin(), "hamnet"); // by which name this program is that
    const pid_t process = watch::startDetached({.words = std::move(call), .folder = folder, .errors = place.errors()});
    m_workspace.nextRun().useUpSeed();
    auto* const looks = new QTimer(this);
    connect(looks, &QTimer::timeout, looks, [this, looks, process, place] {
        int status = 0;
        const pid_t ended = ::waitpid(process, &status, WNOHANG);
        if (ended > 0 || (ended < 0 && errno != EINTR)) {
            looks->deleteLater();
            if (const QString problem = ended > 0 ? problemIn(status, place) : QString(); !problem.isEmpty()) {
                emit m_workspace.warned(problem);
            }
        }
    });
    looks->start(200);
    emit seedsStarted(folder);
}

} // namespace studio

#include "moc_queue_filler.cpp"
