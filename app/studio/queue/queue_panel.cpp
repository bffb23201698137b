// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_panel.h"

#include "app/contest/net_variants.h"
#include "app/studio/queue/queue_words.h"
#include "editor/document/content.h"
#include "editor/looks/theme.h"
#include "engine/backends/engine_choices.h"
#include "engine/formats/prototxt/prototxt.h"

#include <algorithm>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QSettings>
#include <QStandardPaths>
#include <QToolBar>
#include <QToolButton>

namespace studio {
namespace {

const QString folderKey = QStringLiteral("queue/folder");

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

} // namespace

QString defaultQueue()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/queue");
}

QueuePanel::QueuePanel(Workspace& workspace, TrainingActions& training, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_watch(new QueueWatch(this)),
      m_runners(new QueueRunners(this)),
      m_filler(new QueueFiller(workspace, training, *m_watch, *window())),
      m_state(new QLabel(this)),
      m_cancel(new QToolButton(this))
{
    makeActions();
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
    connect(m_runners, &QueueRunners::changed, this, &QueuePanel::refreshState);
    connect(m_runners, &QueueRunners::failed, &workspace, &Workspace::warned);
    connect(m_filler, &QueueFiller::queued, this, [this](const QueueWatch::Runs& runs) {
        emit m_workspace.panelWanted(QStringLiteral("runs")); // who fills the queue sees it
        emit m_workspace.noted(tr("%n run(s) queued", nullptr, static_cast<int>(runs.size())));
    });
    connect(m_filler, &QueueFiller::startWanted, this, &QueuePanel::start);
    connect(&workspace.training(), &TrainingSession::stateChanged, this, &QueuePanel::startIfDue);
    connect(&workspace.training(), &TrainingSession::stateChanged, this, &QueuePanel::refreshActions);
    const QString kept = QSettings().value(folderKey).toString();
    openFolder(kept.isEmpty() ? defaultQueue() : kept);
}

QAction* QueuePanel::make(const QString& name, const QString& icon, const QString& text, const QString& tip,
                          const std::function<void()>& act)
{
    auto* action = new QAction(editor::icon(icon), text, this);
    action->setObjectName(name);
    action->setToolTip(tip);
    connect(action, &QAction::triggered, this, act);
    return action;
}

void QueuePanel::makeActions()
{
    m_start = make(QStringLiteral("queueStart"), QStringLiteral("train"), tr("Start"),
                   tr("Train the runs that wait, one after the other"), [this] { start(); });
    const QString after = tr("Start after the run that trains now");
    m_startAfter = make(QStringLiteral("queueStartAfter"), QStringLiteral("continue"), after, after, [this] {
        m_startsAfterRun = true;
        refreshState();
        startIfDue();
    });
    m_stop = make(QStringLiteral("queueStop"), QStringLiteral("stop"), tr("Stop"),
                  tr("Stop all that work on this queue: the runs under way are saved and wait again"),
                  [this] { change(&queue::RunQueue::stopRunners); });
    m_forward = make(QStringLiteral("queueForward"), QStringLiteral("up"), tr("Train earlier"),
                     tr("Train this run before the one that waits before it"),
                     [this] { move(queue::RunQueue::Move::Forward); });
    m_back =
        make(QStringLiteral("queueBack"), QStringLiteral("down"), tr("Train later"),
             tr("Train this run after the one that waits behind it"), [this] { move(queue::RunQueue::Move::Back); });
    m_retry = make(QStringLiteral("queueRetry"), QStringLiteral("regenerate"), tr("Try failed runs again"),
                   tr("Let the runs that failed wait again; they go on from their checkpoints"),
                   [this] { change(&queue::RunQueue::retryFailed); });
    m_useCell = make(QStringLiteral("useCell"), QStringLiteral("group_recurrent"), tr("&Use this cell"),
                     tr("Give the drawing's recurrent layers the chosen cell, with the units that it was trained with"),
                     [this] { useCell(); });
}

QToolBar* QueuePanel::makeTools()
{
    auto* tools = new QToolBar(this);
    tools->setIconSize({18, 18});
    tools->addActions({m_filler->queueRun, m_filler->sweep});
    tools->addSeparator();
    auto* start = new QToolButton(tools);
    start->setDefaultAction(m_start);
    start->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    start->setPopupMode(QToolButton::MenuButtonPopup);
    auto* when = new QMenu(start);
    when->addActions({m_start, m_startAfter});
    start->setMenu(when);
    tools->addWidget(start);
    tools->addAction(m_stop);
    m_device = new QComboBox(tools);
    m_device->setObjectName(QStringLiteral("queueDevice"));
    m_device->setAccessibleName(tr("Device to work with"));
    m_device->addItem(tr("Device of each run"), QString());
    m_device->setToolTip(tr("The device that Start trains with; each device can work on the queue once"));
    connect(m_device, &QComboBox::currentIndexChanged, this, &QueuePanel::refreshState);
    tools->addWidget(m_device);
    tools->addSeparator();
    tools->addActions({m_forward, m_back, m_retry});
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

void QueuePanel::choose(const QList<qint64>& runs, Order shown)
{
    m_chosen = runs;
    m_order = shown;
    refreshActions();
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
    if (const QString why = workElsewhere(); !why.isEmpty()) { // a planned start comes to this
        emit m_workspace.warned(why);
        return;
    }
    m_runners->start(m_watch->folder(), m_device->currentData().toString());
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

const QueueRow* QueuePanel::chosenRow() const
{
    return m_chosen.size() == 1 ? m_watch->view().find(m_chosen.first()) : nullptr;
}

void QueuePanel::useCell()
{
    const QueueRow& run = *chosenRow();
    const auto refused = m_workspace.document().change(
        tr("Use the cell %1").arg(QString::fromStdString(run.cell)), [&](editor::Content& drawn) {
            const engine::Model trained = engine::readModel(run.model, run.cell);
            drawn = editor::withModel(drawn, contest::withRecurrentLayers(editor::model(drawn), trained));
        });
    if (refused) {
        emit m_workspace.warned(*refused);
    }
}

QString QueuePanel::workElsewhere() const
{
    const std::filesystem::path folder = m_runners->folderOf(m_device->currentData().toString());
    return folder.empty() || folder == m_watch->folder()
               ? QString()
               : tr("%1 is at work on another queue, in %2; stop that first, or choose another device.")
                     .arg(m_device->currentText(), QString::fromStdString(folder.string()));
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
    for (const qint64 run : m_chosen) {
        change([run, where](queue::RunQueue& queue) { queue.move(run, where); });
    }
}

void QueuePanel::remove()
{
    const QList<qint64> runs = m_chosen; // which may change while the user is asked
    const bool haveTrained = std::ranges::any_of(runs, [this](qint64 run) {
        const QueueRow* row = m_watch->view().find(run);
        return row && row->result.iteration > 0;
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
            queue.remove(run);
        }
    });
}

void QueuePanel::queueAgain()
{
    if (m_chosen.isEmpty()) {
        return; // nobody needs a queue
    }
    change([runs = m_chosen](queue::RunQueue& queue) {
        std::vector<queue::Job> jobs;
        std::set<std::uint64_t> taken;
        std::vector<queue::QueuedRun> all = queue.runs();
        for (const queue::QueuedRun& run : all) {
            taken.insert(static_cast<std::uint64_t>(queue::seedOf(run.job)));
        }
        for (queue::QueuedRun& run : all) {
            if (runs.contains(run.id)) {
                const auto seed = static_cast<std::uint64_t>(queue::seedOf(run.job));
                queue::setSeed(run.job, queue::nextSeed(seed, taken));
                jobs.push_back(std::move(run.job));
            }
        }
        queue.add(jobs);
    });
}

/// Who works on the queue, as a sentence; the queue does not know of a process that just starts.
QString QueuePanel::work() const
{
    const std::vector<queue::Runner>& runners = m_watch->view().runners;
    if (runners.empty()) {
        const bool waits = m_watch->view().count(queue::RunState::Waiting) > 0 && !m_startsAfterRun;
        return m_runners->isWorkingIn(m_watch->folder()) ? tr("Starting…")
               : waits                                   ? tr("Start trains them.")
                                                         : QString();
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

void QueuePanel::refreshActions()
{
    const QueueView& view = m_watch->view();
    const QueueRow* const one = chosenRow();
    const bool canMove = one && one->state == queue::RunState::Waiting && m_order == Order::OfQueue;
    const bool hasWork = view.count(queue::RunState::Waiting) > 0;
    m_start->setEnabled(hasWork && m_runners->folderOf(m_device->currentData().toString()).empty());
    m_startAfter->setEnabled(hasWork && m_workspace.training().isBusy());
    m_stop->setEnabled(!view.runners.empty() || (!view.problem.isEmpty() && m_runners->isWorkingIn(m_watch->folder())));
    m_forward->setEnabled(canMove);
    m_back->setEnabled(canMove);
    m_useCell->setEnabled(one && !one->cell.empty());
    m_retry->setEnabled(view.count(queue::RunState::Failed) > 0);
}

} // namespace studio

#include "moc_queue_panel.cpp"
