// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_panel.h"

#include "app/contest/net_variants.h"
#include "app/queue/train_run.h"
#include "app/studio/queue/queue_watch.h"
#include "app/studio/queue/runs_panel.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/watch/process_identity.h"
#include "editor/document/content.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "engine/backends/engine_choices.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/run_specs.h"

#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <QComboBox>
#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <system_error>

namespace studio {
namespace {

const QString folderKey = QStringLiteral("queue/folder");
constexpr int wasStopped = 130; ///< what `hamnet` tells the shell then

/// "2 running, 3 waiting."
QString countsIn(const QueueView& view)
{
    using queue::RunState;
    QStringList parts;
    for (const RunState state : {RunState::Running, RunState::Waiting, RunState::Compared, RunState::Done,
                                 RunState::Dropped, RunState::Diverged, RunState::Failed}) {
        if (const std::ptrdiff_t runs = view.count(state); runs > 0) {
            parts.append(QStringLiteral("%1 %2").arg(runs).arg(stateInWords(state)));
        }
    }
    return parts.isEmpty() ? QString() : parts.join(QStringLiteral(", ")) + QLatin1Char('.');
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

/// The last line that the process has left, as a sentence.
QString lastWords(QProcess& process)
{
    const QString all = QString::fromUtf8(process.readAllStandardError()).trimmed();
    const QString name = QStringLiteral("hamnet: "), last = all.section(QLatin1Char('\n'), -1).trimmed();
    return last.startsWith(name) ? last.mid(name.size()) : last;
}

} // namespace

RunActions::RunActions(const std::vector<RunAction>& table, QWidget* owner)
{
    for (const RunAction& row : table) {
        const QString icon = QString::fromLatin1(row.icon);
        auto* const action = new QAction(icon.isEmpty() ? QIcon() : editor::icon(icon), row.text, owner);
        action->setObjectName(QString::fromLatin1(row.name));
        QObject::connect(action, &QAction::triggered, owner, row.act);
        m_all.emplace_back(row, action);
    }
}

void RunActions::refresh() const
{
    for (const auto& [row, action] : m_all) {
        const QString why = row.whyNot ? row.whyNot() : QString();
        action->setEnabled(why.isEmpty() && row.when());
        action->setToolTip(why.isEmpty() ? row.tip : why);
        action->setStatusTip(action->toolTip());
    }
}

QAction* RunActions::operator[](const char* name) const
{
    const auto found = std::ranges::find(m_all, std::string_view(name), [](const auto& one) { return one.first.name; });
    Q_ASSERT(found != m_all.end());
    return found->second;
}

QList<QAction*> RunActions::all() const
{
    QList<QAction*> actions;
    std::ranges::transform(m_all, std::back_inserter(actions), &std::pair<RunAction, QAction*>::second);
    return actions;
}

QString defaultQueue()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/queue");
}

QueuePanel::QueuePanel(Workspace& workspace, TrainingActions& training, RunTable& table, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_training(training),
      m_table(table),
      m_watch(new QueueWatch(this)),
      m_actions(actions(), this),
      m_state(new QLabel(this)),
      m_cancel(new QToolButton(this))
{
    m_state->setObjectName(QStringLiteral("queueState"));
    m_state->setWordWrap(true);
    m_cancel->setObjectName(QStringLiteral("queueCancel"));
    m_cancel->setText(tr("Cancel the start"));
    connect(m_cancel, &QToolButton::clicked, this, &QueuePanel::cancelStart);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(makeTools());
    row->addWidget(m_state, 1);
    row->addWidget(m_cancel);

    connect(m_watch, &QueueWatch::changed, this, &QueuePanel::refreshState);
    connect(this, &QueuePanel::queued, this, [this](const QueueWatch::Runs& runs) {
        emit m_workspace.panelWanted(QStringLiteral("runs")); // who fills the queue sees it
        emit m_workspace.noted(tr("%n run(s) queued", nullptr, static_cast<int>(runs.size())));
    });
    connect(&workspace.training(), &TrainingSession::stateChanged, this, &QueuePanel::startIfDue);
    connect(&workspace.training(), &TrainingSession::stateChanged, this, &QueuePanel::refreshActions);
    connect(&workspace, &Workspace::opened, this, &QueuePanel::refreshActions);
    connect(&workspace.document(), &editor::Document::changed, this, &QueuePanel::refreshActions);
    const QString kept = QSettings().value(folderKey).toString();
    openFolder(kept.isEmpty() ? defaultQueue() : kept);
}

QueuePanel::~QueuePanel()
{
    constexpr int patience = 60'000; // milliseconds for saving a large net
    for (const auto& [device, process] : m_works) {
        process->disconnect(this);
        process->terminate();
    }
    for (const auto& [device, process] : m_works) {
        process->waitForFinished(patience);
    }
}

std::vector<RunAction> QueuePanel::actions()
{
    using queue::RunQueue;
    const auto count = [this](queue::RunState state) { return m_watch->view().count(state); };
    const auto hasWork = [count] { return count(queue::RunState::Waiting) > 0; };
    const auto canMove = [this] { // in the queue's own order
        return chosenRow() && chosenRow()->state == queue::RunState::Waiting && !m_table.isSorted();
    };
    const QString after = tr("Start after the run that trains now");
    return {
        ofNextRun("queueRun", "plus", tr("&Queue this run"),
                  tr("Put the next run, as it is set under Training, into the queue"),
                  [this](const auto& run) {
                      add({jobOf(run, m_workspace.files().title().toStdString())});
                      m_workspace.nextRun().useUpSeed();
                  }),
        ofNextRun("trySettings", "settings", tr("Try &many settings…"),
                  tr("Sweep: put runs with other values of some settings, such as the learning rate, into the queue"),
                  [this](const auto& run) { showSweep(run, SweepDialog::learningRate); }),
        ofNextRun("whichCell", "group_recurrent", tr("Which ce&ll…"),
                  tr("Train this net with several cells from several seeds, and see which is best and by how much"),
                  [this](const auto& run) { showSweep(run, SweepDialog::cell); }),
        ofNextRun("trainSeeds", "random", tr("Train several see&ds…"),
                  tr("Train several nets side by side that differ in their seed alone: how much of a loss is luck"),
                  [this](const auto& run) { trainSeeds(run); }),
        {"queueStart", "train", tr("Start"), tr("Train the runs that wait, one after the other"), [this] { start(); },
         [this, hasWork] { return hasWork() && !m_works.contains(device()); }},
        {"queueStartAfter", "continue", after, after,
         [this] {
             m_startsAfterRun = true;
             refreshState();
             startIfDue();
         },
         [this, hasWork] { return hasWork() && m_workspace.training().isBusy(); }},
        {"queueStop", "stop", tr("Stop"),
         tr("Stop all that work on this queue: the runs under way are saved and wait again"),
         [this] { change(&RunQueue::stopRunners); },
         [this] { return !m_watch->view().runners.empty() || (!m_watch->view().problem.isEmpty() && worksHere()); }},
        {"queueForward", "up", tr("Train earlier"), tr("Train this run before the one that waits before it"),
         [this] { move(RunQueue::Move::Forward); }, canMove},
        {"queueBack", "down", tr("Train later"), tr("Train this run after the one that waits behind it"),
         [this] { move(RunQueue::Move::Back); }, canMove},
        {"queueRetry", "regenerate", tr("Try failed runs again"),
         tr("Let the runs that failed wait again; they go on from their checkpoints"),
         [this] { change(&RunQueue::retryFailed); }, [count] { return count(queue::RunState::Failed) > 0; }},
        {"useCell", "group_recurrent", tr("&Use this cell"),
         tr("Give the drawing's recurrent layers the chosen cell, with the units that it was trained with"),
         [this] { useCell(); }, [this] { return chosenRow() && !chosenRow()->cell().empty(); }}};
}

/// What takes the next run with the settings that the user has given, and a seed, where the drawing can train.
RunAction QueuePanel::ofNextRun(const char* name, const char* icon, const QString& text, const QString& tip,
                                const std::function<void(const engine::RunDescription&)>& act)
{
    const auto startable = [this, act] {
        std::optional<QString> why = m_training.refusal(TrainingActions::Start::Run);
        try {
            if (!why) {
                const TrainingRequest request = m_workspace.nextRun().request();
                engine::RunDescription run = request.run;
                run.settings = m_workspace.nextRun().choice().settings;
                run.settings.insert_or_assign("seed", static_cast<std::int64_t>(runSettingsOf(request).seed));
                why = whyItCannotStart(request);
                if (!why) {
                    act(run);
                }
            }
        } catch (const std::exception& error) {
            why = editor::inWords(error);
        }
        if (why) {
            emit m_workspace.warned(*why);
        }
    };
    const auto whyNot = [this] {
        return m_workspace.files().isOpen() ? problemOf(m_workspace.document()).value_or(QString())
                                            : tr("Open or draw a net first.");
    };
    return {name, icon, text, tip, startable, [this] { return !m_isAdding; }, whyNot};
}

QList<QAction*> QueuePanel::ofChosen() const
{
    return {m_actions["useCell"], m_actions["queueForward"], m_actions["queueBack"], m_actions["queueRetry"]};
}

queue::Job QueuePanel::jobOf(const engine::RunDescription& run, const std::string& title)
{
    const engine::RunLimits limits = engine::runSettings(run.settings, run.solver).limits;
    if (limits.iterations == engine::endless && !limits.epochs && !limits.seconds && !limits.targetLoss) {
        throw engine::Error(tr("This run has no end, so that no other run of the queue would come after it; give it "
                               "iterations, epochs or a time under Training")
                                .toStdString());
    }
    queue::Job job{.run = run, .settings = {{"model", title}}};
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        const auto given = run.settings.find(spec.param.key);
        if (given != run.settings.end() && spec.param.key != "seed") {
            job.settings.emplace_back(engine::optionOf(spec).substr(2), engine::optionText(given->second));
        }
    }
    return job;
}

void QueuePanel::add(const std::vector<queue::Job>& jobs, std::ptrdiff_t known)
{
    const auto checked = [jobs = jobs, known, title = m_workspace.files().title().toStdString()]() mutable {
        for (auto job = jobs.begin() + known; job != jobs.end(); ++job) {
            *job = queue::jobWith(
                {.model = title, .job = *job, .data = engine::openSource(job->run.data, job->run.model)}, {}, {});
        }
        return jobs;
    };
    m_isAdding = true;
    refreshActions();
    m_watch->add(checked, {}, this, [this](const QString& problem, const QueueWatch::Runs& added) {
        m_isAdding = false;
        if (problem.isEmpty()) {
            emit queued(added);
        } else {
            emit m_workspace.warned(tr("The run is not queued: %1").arg(problem));
        }
        refreshActions();
    });
}

void QueuePanel::showSweep(const engine::RunDescription& run, const char* first)
{
    auto* const dialog = new SweepDialog(run, m_workspace.files().title().toStdString(), measuredStep(m_workspace),
                                         *m_watch, first, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SweepDialog::queued, this, [this, dialog](const QueueWatch::Runs& runs) {
        m_workspace.nextRun().useUpSeed();
        emit queued(runs);
        if (dialog->startsAtOnce()) {
            start();
        }
    });
    dialog->open();
}

/// `hamnet train --seeds` in a process that outlives the window, which it is ours to wait for: else it would stay in
/// the system's list when it has ended.
void QueuePanel::trainSeeds(const engine::RunDescription& run)
{
    constexpr int defaultSeeds = 8, maxSeeds = 1000;
    const std::filesystem::path& project = m_workspace.files().path(); // a sample's folder is not the user's
    const std::filesystem::path home =
        project.empty() ? std::filesystem::path(QDir::homePath().toStdString()) : project.parent_path();
    const std::filesystem::path folder = unusedFolder(home, m_workspace.files().title().toStdString());
    bool isWanted = false;
    const int count = QInputDialog::getInt(
        window(), tr("Train several seeds"),
        tr("So many nets are trained side by side, which differ in their seed alone: how much of a loss is luck.\nThey "
           "go on when Hamnet is closed. Each gets a folder in %1.")
            .arg(QString::fromStdString(folder.string())),
        defaultSeeds, 2, maxSeeds, 1, &isWanted);
    if (!isWanted) {
        return;
    }
    std::error_code error;
    if (!std::filesystem::create_directories(folder, error)) {
        error = error ? error : std::make_error_code(std::errc::file_exists); // made since its name was chosen
        throw engine::Error(tr("the folder %1 cannot be made: %2")
                                .arg(QString::fromStdString(folder.string()), QString::fromStdString(error.message()))
                                .toStdString());
    }
    const watch::RunFolder place(folder);
    engine::writeFileBytes(place.description(), engine::toJson(run));
    const pid_t process = watch::startDetached({"hamnet", "train", place.description().string(),
                                                "--run-folder=" + folder.string(), "--seeds=" + std::to_string(count)},
                                               place.errors(), folder);
    m_workspace.nextRun().useUpSeed();
    auto* const looks = new QTimer(this);
    connect(looks, &QTimer::timeout, looks, [this, looks, process, place] {
        int status = 0;
        const pid_t ended = ::waitpid(process, &status, WNOHANG);
        if (ended == 0 || (ended < 0 && errno == EINTR)) {
            return;
        }
        looks->deleteLater();
        const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); // as a shell tells it
        if (ended > 0 && code != 0 && code != wasStopped) {
            const QString last = QString::fromStdString(watch::lastWords(place));
            emit m_workspace.warned(
                tr("The training has ended: %1").arg(last.isEmpty() ? tr("exit code %1").arg(code) : last));
        }
    });
    looks->start(200);
    emit seedsStarted(folder);
}

QToolBar* QueuePanel::makeTools()
{
    auto* tools = new QToolBar(this);
    tools->setIconSize({18, 18});
    tools->addActions({m_actions["queueRun"], m_actions["trySettings"]});
    tools->addSeparator();
    auto* start = new QToolButton(tools);
    start->setDefaultAction(m_actions["queueStart"]);
    start->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    start->setPopupMode(QToolButton::MenuButtonPopup);
    auto* when = new QMenu(start);
    when->addActions({m_actions["queueStart"], m_actions["queueStartAfter"]});
    start->setMenu(when);
    tools->addWidget(start);
    tools->addAction(m_actions["queueStop"]);
    m_device = new QComboBox(tools);
    m_device->setObjectName(QStringLiteral("queueDevice"));
    m_device->setAccessibleName(tr("Device to work with"));
    m_device->addItem(tr("Device of each run"), QString());
    m_device->setToolTip(tr("The device that Start trains with; each device can work on the queue once"));
    connect(m_device, &QComboBox::currentIndexChanged, this, &QueuePanel::refreshState);
    tools->addWidget(m_device);
    tools->addSeparator();
    tools->addActions({m_actions["queueForward"], m_actions["queueBack"], m_actions["queueRetry"]});
    tools->addSeparator();
    m_folder = new QToolButton(tools);
    m_folder->setObjectName(QStringLiteral("queueFolder"));
    m_folder->setIcon(editor::icon(QStringLiteral("project")));
    m_folder->setAccessibleName(tr("Folder of the queue"));
    m_folder->setPopupMode(QToolButton::InstantPopup);
    m_folder->setMenu(new QMenu(m_folder));
    connect(m_folder->menu(), &QMenu::aboutToShow, this, &QueuePanel::showFolders);
    tools->addWidget(m_folder);
    return tools;
}

void QueuePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    offerDevices();
}

void QueuePanel::offerDevices()
{
    if (m_device->count() > 1) {
        return;
    }
    for (const engine::DeviceChoice& device : engine::deviceChoices()) {
        if (!device.refusal) {
            const QString name = QString::fromStdString(device.name);
            m_device->addItem(name, name);
            m_device->setItemData(m_device->count() - 1, QString::fromStdString(device.description), Qt::ToolTipRole);
        }
    }
}

void QueuePanel::showFolders()
{
    QString shown = QString::fromStdString(m_watch->folder().string());
    const bool isUsual = shown == defaultQueue();
    QMenu* const menu = m_folder->menu();
    menu->clear();
    menu->addAction(shown.replace(QLatin1Char('&'), QStringLiteral("&&")))->setEnabled(false); // no mnemonic
    menu->addSeparator();
    menu->addAction(tr("Another folder…"), this, [this] {
        const QString now = QString::fromStdString(m_watch->folder().string());
        const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of the queue"), now);
        if (!folder.isEmpty()) {
            openFolder(folder);
        }
    });
    menu->addAction(tr("The usual folder"), this, [this] { openFolder(defaultQueue()); })->setEnabled(!isUsual);
}

/// The choice is remembered.
void QueuePanel::openFolder(const QString& folder)
{
    QSettings().setValue(folderKey, folder == defaultQueue() ? QString() : folder);
    m_folder->setToolTip(tr("The queue is in %1").arg(folder));
    if (m_watch->folder() != folder.toStdString()) {
        dropPlan();
        m_watch->open(folder.toStdString());
    }
}

void QueuePanel::dropPlan()
{
    if (m_startsAfterRun) {
        cancelStart();
        emit m_workspace.warned(tr("The planned start of the queue is cancelled."));
    }
}

void QueuePanel::start()
{
    dropPlan();
    const QString on = device();
    if (const QString why = workElsewhere(); !why.isEmpty()) { // a planned start comes to this
        emit m_workspace.warned(why);
        return;
    }
    if (m_works.contains(on)) {
        return;
    }
    const QString folder = QString::fromStdString(m_watch->folder().string());
    auto* process = new QProcess(this);
    // Attached: it dies with the window where that crashes, and its training with it.
    QStringList arguments = {QString::fromLatin1(watch::attachedWord),
                             QString::number(QCoreApplication::applicationPid()), QStringLiteral("queue"),
                             QStringLiteral("run"), QStringLiteral("--queue=") + folder};
    if (!on.isEmpty()) {
        arguments.append(QStringLiteral("--device=") + on.toLower());
    }
    process->setProgram(QStringLiteral("/proc/self/exe"));
    process->setArguments(arguments);
    process->setWorkingDirectory(folder);
    process->setStandardOutputFile(QProcess::nullDevice());
    process->setStandardInputFile(QProcess::nullDevice());
    connect(process, &QProcess::finished, this, [this, on] { noteEnd(on); });
    connect(process, &QProcess::errorOccurred, this, [this, on](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) { // finished() does not follow
            noteEnd(on);
        }
    });
    m_works.emplace(on, process);
    process->start();
    refreshState();
}

void QueuePanel::noteEnd(const QString& device)
{
    QProcess* const process = m_works.extract(device).mapped();
    const bool isFine = process->error() != QProcess::FailedToStart && process->exitStatus() == QProcess::NormalExit &&
                        (process->exitCode() == 0 || process->exitCode() == wasStopped);
    if (!isFine) {
        const QString words = lastWords(*process);
        emit m_workspace.warned(tr("Work on the queue has ended: %1")
                                    .arg(!words.isEmpty() ? words
                                         : process->error() == QProcess::UnknownError
                                             ? tr("exit code %1").arg(process->exitCode())
                                             : process->errorString()));
    }
    process->deleteLater();
    refreshState();
}

void QueuePanel::cancelStart()
{
    m_startsAfterRun = false;
    refreshState();
}

void QueuePanel::startIfDue()
{
    if (m_startsAfterRun && !m_workspace.training().isBusy()) {
        cancelStart();
        start();
    }
}

QString QueuePanel::plannedStart() const
{
    return m_startsAfterRun
               ? tr("Starts when %1 has ended.").arg(QString::fromStdString(m_workspace.training().run().name))
               : QString();
}

QString QueuePanel::device() const
{
    return m_device->currentData().toString();
}

bool QueuePanel::worksHere() const
{
    const QString here = QString::fromStdString(m_watch->folder().string());
    return std::ranges::any_of(m_works, [&](const auto& one) { return one.second->workingDirectory() == here; });
}

QString QueuePanel::workElsewhere() const
{
    const auto found = m_works.find(device());
    const QString there = found == m_works.end() ? QString() : found->second->workingDirectory();
    return there.isEmpty() || there.toStdString() == m_watch->folder()
               ? QString()
               : tr("%1 is at work on another queue, in %2; stop that first, or choose another device.")
                     .arg(m_device->currentText(), there);
}

QueueWatch::Runs QueuePanel::chosen() const
{
    QueueWatch::Runs runs = m_table.selected();
    runs.removeIf([](qint64 id) { return id >= 0; });
    return runs;
}

const QueueRow* QueuePanel::chosenRow() const
{
    return chosen().size() == 1 ? m_watch->view().find(chosen().first()) : nullptr;
}

void QueuePanel::useCell()
{
    const QueueRow& run = *chosenRow();
    const auto refused = m_workspace.document().change(
        tr("Use the cell %1").arg(QString::fromStdString(run.cell())), [&](editor::Content& drawn) {
            drawn = editor::withModel(drawn, contest::withRecurrentLayers(editor::model(drawn), run.job->run.model));
        });
    if (refused) {
        emit m_workspace.warned(*refused);
    }
}

void QueuePanel::change(QueueWatch::Change change)
{
    m_watch->change(std::move(change), this, [this](const QString& problem) {
        if (!problem.isEmpty()) {
            emit m_workspace.warned(problem);
        }
    });
}

void QueuePanel::move(queue::RunQueue::Move where)
{
    for (const qint64 run : chosen()) {
        change([run, where](queue::RunQueue& queue) { queue.move(-run, where); });
    }
}

void QueuePanel::remove()
{
    const QueueWatch::Runs runs = chosen(); // which may change while the user is asked
    const bool haveTrained = std::ranges::any_of(runs, [this](qint64 run) {
        const QueueRow* row = m_watch->view().find(run);
        return row && row->record.iteration() > 0;
    });
    if (runs.isEmpty()) {
        return;
    }
    if (haveTrained &&
        QMessageBox::question(this, tr("Remove from the queue"),
                              tr("Remove %n run(s) with results from the table? The files of the runs stay.", nullptr,
                                 static_cast<int>(runs.size()))) != QMessageBox::Yes) {
        return;
    }
    change([runs](queue::RunQueue& queue) {
        for (const qint64 run : runs) {
            queue.remove(-run);
        }
    });
}

/// Who works on the queue, as a sentence; the queue does not know of a process that just starts.
QString QueuePanel::work() const
{
    const std::vector<queue::Runner>& runners = m_watch->view().runners;
    if (runners.empty()) {
        const bool waits = m_watch->view().count(queue::RunState::Waiting) > 0 && !m_startsAfterRun;
        return worksHere() ? tr("Starting…") : waits ? tr("Start trains them.") : QString();
    }
    if (std::ranges::all_of(runners, &queue::Runner::isToStop)) {
        return tr("Stopping: the runs under way are saved and wait again.");
    }
    QStringList devices;
    for (const queue::Runner& runner : runners) {
        devices.append(runner.device.empty() ? tr("device of each run")
                                             : QString::fromStdString(runner.device).toUpper());
    }
    return tr("%n process(es) at work: %1.", nullptr, static_cast<int>(devices.size()))
        .arg(devices.join(QStringLiteral(", ")));
}

void QueuePanel::refreshState()
{
    QStringList sentences = {m_watch->view().problem, countsIn(m_watch->view()), work(), plannedStart(),
                             workElsewhere()};
    sentences.removeAll(QString());
    m_state->setText(sentences.join(QLatin1Char(' ')));
    m_cancel->setVisible(m_startsAfterRun);
    refreshActions();
}

} // namespace studio

#include "moc_queue_panel.cpp"
