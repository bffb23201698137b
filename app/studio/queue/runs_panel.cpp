// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/runs_panel.h"

#include "app/queue/train_run.h"
#include "app/studio/files/file_dialogs.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/device_plot.h"
#include "app/studio/queue/parallel_plot.h"
#include "app/studio/queue/run_table.h"
#include "app/studio/text/elided_label.h"
#include "app/studio/workspace/exporter.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/document/content.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/flow_layout.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <filesystem>
#include <QCheckBox>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>
#include <utility>

namespace studio {
namespace {

constexpr std::size_t maxCurves = 12; ///< as many as four cells from three seeds; more hide each other

/// A name that no file of the folder has yet.
std::filesystem::path newFile(const QString& folder, const QString& name, engine::Format format)
{
    QString stem = name;
    stem.replace(QLatin1Char('/'), QLatin1Char('_'));
    std::filesystem::path file;
    for (int copy = 1; copy == 1 || std::filesystem::exists(file); ++copy) {
        const QString numbered = copy == 1 ? stem : QStringLiteral("%1 (%2)").arg(stem).arg(copy);
        file = engine::namedAs(QDir(folder).filePath(numbered).toStdString(), engine::fileFormat(format));
    }
    return file;
}

/// "Iteration 1,200 of 10,000 · NVIDIA H200 · 87 % · 61 °C" of a run that another process trains.
QStringList progressOf(const RunRecord& run)
{
    const auto words = [](const char* text) { return QCoreApplication::translate("studio::RunFigures", text); };
    const auto count = [](std::int64_t number) { return QLocale().toString(static_cast<qlonglong>(number)); };
    const QString done = run.start.hasEnd() ? words("%1 of %2").arg(count(run.iteration()), count(run.start.iterations))
                                            : count(run.iteration());
    QStringList all = {words("Iteration") + QLatin1Char(' ') + done};
    for (const engine::Vitals& device : run.devices) {
        all.append(QString::fromStdString(device.name.empty() ? run.start.deviceDescription : device.name));
        if (device.utilisationPercent) {
            all.append(readingOf(MeterUnit::Percent, *device.utilisationPercent, {}));
        }
        if (device.celsius) {
            all.append(readingOf(MeterUnit::Celsius, *device.celsius, {}));
        }
    }
    if (run.devices.empty()) {
        all.append(QString::fromStdString(run.start.deviceDescription));
    }
    return all;
}

} // namespace

RunNotes::RunNotes(QWidget* parent) : QWidget(parent), m_remark(new QLineEdit), m_notes(new ElidedLabel)
{
    m_remark->setObjectName(QStringLiteral("remark"));
    m_remark->setPlaceholderText(tr("Your notes on this run; words that begin with # are tags"));
    m_remark->setAccessibleName(tr("Your notes on this run"));
    m_notes->setAccessibleName(tr("Notes of the run"));
    auto* row = new QHBoxLayout(this); // of one height, whatever there is to say
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_remark, 1);
    row->addWidget(m_notes, 1);
    connect(m_remark, &QLineEdit::textEdited, this, [this] { emit annotated(m_run, m_remark->text().trimmed()); });
}

void RunNotes::showRun(const RunRecord* run, const QString& words)
{
    m_remark->setEnabled(run != nullptr);
    const int id = run ? run->id : 0;
    if (id != std::exchange(m_run, id) || !m_remark->hasFocus()) { // else it is being written
        m_remark->setText(run ? QString::fromStdString(run->remark) : QString());
    }
    QStringList all = words.isEmpty() ? QStringList() : QStringList{words};
    for (const engine::Sentence& note : run ? run->start.notes : std::vector<engine::Sentence>()) {
        all.append(editor::inWords(note));
    }
    m_notes->setText(all.join(QStringLiteral(" · ")));
    m_notes->setToolTip(all.join(QLatin1Char('\n')));
}

RunsPanel::RunsPanel(Workspace& workspace, TrainingActions& training, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_table(new RunTable(workspace)),
      m_queue(new QueuePanel(workspace, training, *m_table, this)),
      m_actions(actions(), this),
      m_plot(new ParallelPlot),
      m_curves(new CurveView)
{
    for (const char* name : {"runOpen", "runRemove"}) {
        m_actions[name]->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    }
    m_actions["followRun"]->setIconText(tr("Follow…"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(6, 2, 6, 6);
    auto* tools = new editor::ToolFlow(this);
    QList<QAction*> buttons = m_actions.all();
    buttons.removeOne(m_actions["runRename"]);
    tools->add(buttons);
    rows->addWidget(tools);
    rows->addWidget(m_queue);
    m_empty = new QLabel(tr("Each training becomes a run and is listed here. F5 starts one."), this);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    rows->addWidget(m_empty, 1);
    m_choice = makeChoice();
    rows->addWidget(m_choice);
    m_parts = makeParts();
    rows->addWidget(m_parts, 1);
    m_notes = new RunNotes(this);
    rows->addWidget(m_notes);
    setFocusProxy(&m_table->names());
    wire();
    refresh();
}

std::vector<RunAction> RunsPanel::actions()
{
    const auto any = [this](auto&& holds) { return [this, holds] { return std::ranges::any_of(chosen(), holds); }; };
    const auto one = [this](auto&& holds) {
        return [this, holds] {
            const std::vector<ListedRun> runs = chosen();
            return runs.size() == 1 && holds(runs.front());
        };
    };
    const auto hasFile = [](const ListedRun& run) { return !run.weights().empty(); };
    const auto isAsked = any([](const ListedRun& run) {
        return run.followed && !run.followed->asked() &&
               (run.followed->state() == FollowedRun::State::Training ||
                run.followed->state() == FollowedRun::State::Paused);
    });
    return {
        {"runGenerate", "generate", tr("Generate"), tr("Generate a text with this run's net"), [this] { write(); },
         one([=](const ListedRun& run) { return hasFile(run) && run.record->start.kind->writes; })},
        {"runExportWeights", "export", tr("Export weights…"),
         tr("Export the weights of this run, or of each that is selected, for another program"),
         [this] { exportSelected(ExportContent::Weights); }, any(hasFile)},
        {"runExportCurve", "plot", tr("Export curve…"),
         tr("Export the curve of this run as a table, as JSON lines or for TensorBoard; of several runs a table each"),
         [this] { exportSelected(ExportContent::Curve); },
         any([this](const ListedRun& run) { return !drawnOf(run).curve.empty(); })},
        {"runOpen", "open", tr("Open"),
         tr("Restore the drawing and the solver that this run trained, which can be undone; open a run of the queue as "
            "a project"),
         [this] { open(); }, one([=](const ListedRun& run) {
             return run.isOfProject() ? !run.record->start.model.empty() : hasFile(run);
         })},
        {"runResume", "resume", tr("Resume"), tr("Resume training from this run's newest checkpoint"),
         [this] { resume(); },
         one([=, this](const ListedRun& run) { return hasFile(run) && !m_workspace.training().isBusy(); })},
        {"runAgain", "regenerate", tr("Queue again"),
         tr("Put the selected runs into the queue once more, each with the next seed"), [this] { queueAgain(); },
         any([](const ListedRun& run) { return run.queued || !run.record->start.model.empty(); })},
        {"runRename", "", tr("Rename"), tr("Give the run another name"), [this] { m_table->editName(); },
         one([](const ListedRun& run) { return run.isOfProject(); })},
        {"runRemove", "delete", tr("Remove"),
         tr("Remove the selected runs from the project or from the queue; their files stay"), [this] { remove(); },
         [this] {
             const auto isGoing = [this](const ListedRun& run) { return !run.followed && m_table->goesOn(run); };
             return !chosen().empty() && std::ranges::none_of(chosen(), isGoing);
         }},
        {"followRun", "open", tr("&Follow a run's folder…"),
         tr("Show a run that a terminal, a queue or another computer trains into its folder"), [this] { askFolder(); },
         [] { return true; }},
        {"runPause", "pause", tr("Pause runs"), tr("Ask the followed runs that are selected to pause"),
         [this] { askToPause(); }, isAsked},
        {"runStop", "stop", tr("Stop runs"), tr("Ask the followed runs that are selected to save and to end"),
         [this] { m_table->followed().ask(m_table->selected(), watch::Request::Stop); }, isAsked}};
}

/// Which runs are listed, how they are grouped, and by what they are judged.
QWidget* RunsPanel::makeChoice()
{
    auto* choice = new QWidget(this);
    auto* columns = new QHBoxLayout(choice);
    columns->setContentsMargins(0, 0, 0, 0);
    auto* words = new QLineEdit(choice);
    words->setObjectName(QStringLiteral("words"));
    words->setPlaceholderText(tr("Runs with these words"));
    words->setAccessibleName(tr("Runs with these words"));
    words->setClearButtonEnabled(true);
    words->addAction(editor::icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    connect(words, &QLineEdit::textChanged, this, [this](const QString& text) { m_table->setWords(text); });
    const auto box = [&](const QString& name, const QString& tip) {
        auto* made = new QComboBox(choice);
        made->setAccessibleName(name);
        made->setToolTip(tip);
        made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        made->setMinimumContentsLength(14);
        return made;
    };
    m_groups = box(tr("Group the runs by"), tr("Group the runs by a setting in which they differ"));
    connect(m_groups, &QComboBox::activated, this, &RunsPanel::group);
    m_results = box(tr("Judge the runs by"), tr("The result that colours the lines below and marks the best run"));
    m_groups->setObjectName(QStringLiteral("groups"));
    m_results->setObjectName(QStringLiteral("results"));
    connect(m_results, &QComboBox::activated, this, [this] {
        m_table->judgeBy(m_results->currentText());
        m_plot->setAxes(m_table->axes());
    });
    m_others = new QCheckBox(tr("Runs of other nets"), choice);
    m_others->setObjectName(QStringLiteral("otherNets"));
    connect(m_others, &QCheckBox::toggled, this, [this](bool shown) {
        m_table->showOthers(shown);
        refresh();
    });
    columns->addWidget(words, 1);
    columns->addWidget(m_others);
    columns->addWidget(m_groups);
    columns->addWidget(m_results);
    return choice;
}

/// The table beside the curves, over the axes, which have the full width; see resizeEvent().
QSplitter* RunsPanel::makeParts()
{
    m_table->addActions(m_actions.all() + m_queue->ofChosen());
    m_table->addAction(m_table->makeSorting(tr("Newest first")));
    m_curves->setEmptySentence(tr("Choose runs: their curves are drawn here."));
    m_curves->setMinimumSize(160, 80);
    auto* const menu = new QShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F10), m_table); // beside the Menu key
    menu->setContext(Qt::WidgetWithChildrenShortcut);
    connect(menu, &QShortcut::activated, m_table, [this] {
        const QPoint middle = m_table->names().rect().center();
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, middle, m_table->mapToGlobal(middle));
        QCoreApplication::sendEvent(m_table, &asked);
    });
    m_beside = new QSplitter(Qt::Vertical);
    m_beside->addWidget(m_curves);
    auto* above = new QSplitter;
    above->addWidget(m_table);
    above->addWidget(m_beside);
    above->setSizes({3000, 2000}); // in this ratio
    m_axes = new QScrollArea;      // many settings differ
    m_axes->setFrameShape(QFrame::NoFrame);
    m_axes->setWidgetResizable(true);
    m_axes->setWidget(m_plot);
    m_beside->setChildrenCollapsible(false);
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->addWidget(above);
    parts->addWidget(m_axes);
    parts->setChildrenCollapsible(false);
    parts->setSizes({3000, 1500});
    return parts;
}

void RunsPanel::wire()
{
    connect(m_table, &RunTable::selectionChanged, this, &RunsPanel::noteSelection);
    connect(m_table, &RunTable::sorted, this, &RunsPanel::refreshActions);
    connect(m_table, &RunTable::edited, this, [this](qint64 run, const QString& name) {
        m_workspace.runs().rename(static_cast<int>(run), name.toStdString());
    });
    connect(m_table, &RunTable::activated, this, [this](qint64 run) {
        if (!m_table->find(run).isOfProject()) {
            open();
        }
    });
    connect(m_plot, &ParallelPlot::passing, this, [this](const QList<qint64>& runs) {
        m_table->select(runs);
        showChosen();
    });
    connect(m_plot, &ParallelPlot::brushed, m_table, &RunTable::scrollToSelected);
    connect(m_plot, &ParallelPlot::brushed, this, &RunsPanel::tellChosen);
    connect(m_plot, &ParallelPlot::activated, m_table, &RunTable::activated);
    connect(m_notes, &RunNotes::annotated, this,
            [this](int run, const QString& remark) { m_workspace.runs().annotate(run, remark.toStdString()); });
    connect(&m_queue->watch(), &QueueWatch::changed, this, &RunsPanel::refreshOrMark);
    connect(m_queue, &QueuePanel::seedsStarted, this, &RunsPanel::followSeeds);
    connect(m_queue, &QueuePanel::queued, this, [this](const QueueWatch::Runs& runs) {
        m_wanted = runs;
        m_wantedOf = m_queue->watch().folder();
        refreshOrMark();
    });
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(1000);
    FollowedRuns& followed = m_table->followed();
    connect(&m_refresh, &QTimer::timeout, this, &RunsPanel::refreshOrMark);
    connect(&followed, &FollowedRuns::found, this, [this](int id) {
        m_table->noteRuns();
        if (m_found.isEmpty()) { // many may be found at once
            QMetaObject::invokeMethod(this, &RunsPanel::refreshOrMark, Qt::QueuedConnection);
        }
        m_found.append(id);
    });
    connect(&followed, &FollowedRuns::changed, this, [this](int id) {
        if (id >= FollowedRuns::firstId) {
            m_table->noteRuns();
        }
        m_areCurvesStale = m_areCurvesStale || isDrawn(id);
        noteGrowth(id);
    });
    connect(&followed, &FollowedRuns::grew, this, &RunsPanel::noteGrowth);
    connect(&m_workspace, &Workspace::changed, this, [this](Changes changes) {
        if (changes & Change::Runs) {
            m_table->noteRuns();
            refreshOrMark();
        }
    });
    connect(&m_workspace, &Workspace::opened, this, [this] {
        m_notes->showRun(nullptr); // what was typed there is about a run of another project
        m_table->forgetSettings();
        m_table->noteRuns();
        m_table->select({});
        showCurves();
        refreshOrMark();
    });
    TrainingSession& training = m_workspace.training();
    connect(&training, &TrainingSession::stateChanged, this, &RunsPanel::refreshActions);
    connect(&training, &TrainingSession::checkpointed, this, &RunsPanel::refreshActions);
    connect(&training, &TrainingSession::progressed, this, &RunsPanel::follow);
    connect(m_curves, &CurveView::checkpointActivated, this,
            [this](const QString& file) { emit m_workspace.writingWanted(file.toStdString()); });
    const auto isInFront = [this, &training] { return m_curves->runs().current().curves.id() == training.run().id; };
    connect(&training, &TrainingSession::curveGrew, this, [this, &training, isInFront] {
        if (isInFront()) {
            m_curves->runs().follow(training.run());
        }
    });
    connect(&training, &TrainingSession::validated, this, [this, isInFront](const engine::ValidationEvent& point) {
        if (isInFront()) {
            m_curves->runs().append(point);
        }
    });
}

void RunsPanel::select(int run)
{
    if (m_stale) {
        refresh();
    }
    m_table->select({run});
    noteSelection();
}

/// Those of the project, by their ids.
std::vector<int> RunsPanel::chosenRuns() const
{
    std::vector<int> runs;
    for (const ListedRun& run : chosen()) {
        if (run.isOfProject()) {
            runs.push_back(run.record->id);
        }
    }
    return runs;
}

/// In the table's order.
std::vector<ListedRun> RunsPanel::chosen() const
{
    std::vector<ListedRun> runs;
    for (const qint64 id : m_table->selected()) {
        if (const ListedRun run = m_table->find(id)) { // none: the table was not seen since it went
            runs.push_back(run);
        }
    }
    return runs;
}

void RunsPanel::noteSelection()
{
    m_plot->choose(m_table->selected());
    showChosen();
    tellChosen();
}

/// The run under way is always among those to see.
void RunsPanel::tellChosen()
{
    std::vector<int> runs = chosenRuns();
    if (runs.empty()) {
        return;
    }
    const TrainingSession& training = m_workspace.training();
    if (training.isBusy() && std::ranges::find(runs, training.run().id) == runs.end()) {
        runs.push_back(training.run().id);
    }
    emit m_workspace.runsChosen(runs);
}

void RunsPanel::showChosen()
{
    refreshActions();
    showCurves();
}

/// The chosen runs that have a curve, and whether each goes on.
std::vector<std::pair<qint64, bool>> RunsPanel::drawable() const
{
    std::vector<std::pair<qint64, bool>> runs;
    for (const ListedRun& run : chosen()) {
        const bool hasLog = !run.queued || run.queued->state != queue::RunState::Waiting || !run.weights().empty();
        if (hasLog && runs.size() < maxCurves) {
            runs.emplace_back(run.id(), m_table->goesOn(run));
        }
    }
    return runs;
}

/// One that goes on is in front, which grows: that of this window, if there is one.
void RunsPanel::showCurves()
{
    std::vector<RunRecord> records;
    std::vector<int> ids;
    FollowedRuns& followed = m_table->followed();
    m_areCurvesStale = false;
    m_drawn = drawable();
    m_drawnOf = m_queue->watch().folder();
    bool isGrowing = false;
    for (const auto& [id, goesOn] : m_drawn) {
        const ListedRun run = m_table->find(id);
        ids.push_back(static_cast<int>(id));
        records.push_back(run.queued ? followed.follow(queue::folderOf(m_drawnOf, -id).path(), ids.back()).record()
                                     : *run.record);
        records.back().name = run.record->name;
        if (goesOn && (run.isOfProject() || !isGrowing)) {
            std::swap(records.front(), records.back());
            isGrowing = true;
        }
    }
    followed.keepOfQueue(ids);
    PlottedRuns& plotted = m_curves->runs();
    if (records.empty()) {
        plotted.clearCurrent();
    } else {
        plotted.setCurrent(records.front());
        records.erase(records.begin());
    }
    plotted.setEarlier(records);
    plotted.showOnly(ids);
}

bool RunsPanel::isDrawn(int id) const
{
    return std::ranges::find(m_drawn, id, &std::pair<qint64, bool>::first) != m_drawn.end();
}

void RunsPanel::noteGrowth(int id)
{
    PlottedRuns& plotted = m_curves->runs();
    if (isVisible() && plotted.current().curves.id() == id) {
        plotted.follow(m_table->followed().find(id)->record());
    } else {
        m_areCurvesStale = m_areCurvesStale || isDrawn(id);
    }
    refreshSoon();
}

/// The figures alone, once a second: no person reads faster.
void RunsPanel::follow()
{
    constexpr qint64 pause = 1000; // milliseconds
    if (isVisible() && (!m_sinceFigures.isValid() || m_sinceFigures.elapsed() >= pause)) {
        m_sinceFigures.start();
        m_table->follow();
        m_plot->setAxes(m_table->axes());
    }
}

/// Within a second.
void RunsPanel::refreshSoon()
{
    if (!m_refresh.isActive()) {
        m_refresh.start();
    }
}

void RunsPanel::askFolder()
{
    const QString folder = askForFolder(window(), tr("The folder of a run"));
    if (folder.isEmpty()) {
        return;
    }
    try {
        m_table->followed().add(folder.toStdString());
        m_table->select({});
        noteSelection();
        m_chosenFound.clear();
        emit m_workspace.panelWanted(QStringLiteral("runs"));
    } catch (const engine::Error& error) {
        emit m_workspace.warned(editor::inWords(error));
    }
}

void RunsPanel::followSeeds(const std::filesystem::path& folder)
{
    m_table->select({});
    noteSelection();
    m_chosenFound.clear();
    m_table->followed().addSeeds(folder);
    emit m_workspace.panelWanted(QStringLiteral("runs"));
}

void RunsPanel::askToPause()
{
    const bool pauses =
        std::ranges::any_of(chosen(), [this](const auto& run) { return run.followed && m_table->goesOn(run); });
    m_table->followed().ask(m_table->selected(), pauses ? watch::Request::Pause : watch::Request::GoOn);
}

void RunsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale) {
        refresh();
    }
}

/// In a low window the axes are below the curves: the table then has the whole height. Each place keeps its sizes.
void RunsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    constexpr int low = 560;
    QSplitter* const place = height() < low ? m_beside : m_parts;
    if (m_axes->parentWidget() != place) {
        const bool isLow = place == m_beside;
        if (const QList<int> left = (isLow ? m_parts : m_beside)->sizes(); m_axes->isVisible() && left.back() > 0) {
            (isLow ? m_partsSizes : m_besideSizes) = left;
        }
        place->addWidget(m_axes);
        if (const QList<int>& sizes = isLow ? m_besideSizes : m_partsSizes; !sizes.empty()) {
            place->setSizes(sizes);
        }
        m_axes->setVisible(!m_plot->isEmpty());
    }
}

/// A hidden panel is filled when it is shown.
void RunsPanel::refreshOrMark()
{
    m_stale = true;
    if (isVisible()) {
        refresh();
    }
}

void RunsPanel::refresh()
{
    m_stale = false;
    m_table->showQueue(m_queue->watch().shared());
    chooseNew();
    if (m_areCurvesStale || drawable() != m_drawn || m_queue->watch().folder() != m_drawnOf) {
        showCurves();
    }
    refreshChoice();
    m_plot->setAxes(m_table->axes());
    m_axes->setVisible(!m_plot->isEmpty());
    const bool empty = m_table->isEmpty() && !m_table->hasOthers();
    m_empty->setVisible(empty);
    for (QWidget* part : std::initializer_list<QWidget*>{m_choice, m_parts, m_notes}) {
        part->setVisible(!empty);
    }
    refreshActions();
}

/// What was queued, when it is listed; and followed runs that were found, while nothing else is chosen.
void RunsPanel::chooseNew()
{
    if (m_wantedOf != m_queue->watch().folder()) {
        m_wanted.clear();
    }
    if (!m_wanted.isEmpty() &&
        std::ranges::all_of(m_wanted, [this](qint64 run) { return static_cast<bool>(m_table->find(run)); })) {
        m_table->compare(m_wanted);
        m_table->select(std::exchange(m_wanted, {}));
        m_table->scrollToSelected();
        noteSelection();
    }
    const QList<qint64> found = m_chosenFound + std::exchange(m_found, {});
    if (found.size() > m_chosenFound.size() && std::ranges::is_permutation(m_table->selected(), m_chosenFound)) {
        m_chosenFound = found;
        m_table->select(found);
        noteSelection();
    }
}

void RunsPanel::refreshChoice()
{
    m_others->setVisible(m_table->hasOthers());
    const auto fill = [](QComboBox& box, const QStringList& words, int otherwise) { // whether another one is chosen
        QStringList before;
        for (int item = 0; item < box.count(); ++item) {
            before.append(box.itemText(item));
        }
        if (words == before) { // it may be open
            return false;
        }
        const QString chosen = box.currentText();
        box.clear();
        box.addItems(words);
        const int same = box.findText(chosen);
        box.setCurrentIndex(same < 0 || chosen.isEmpty() ? otherwise : same);
        return box.currentText() != chosen;
    };
    QStringList names = {tr("Not grouped")};
    for (const QString& name : m_table->groupings()) {
        names.append(tr("By %1").arg(name));
    }
    if (fill(*m_groups, names, 0)) {
        group();
    }
    constexpr int bestLoss = 1;
    if (fill(*m_results, m_table->results(), bestLoss)) {
        m_table->judgeBy(m_results->currentText());
    }
}

void RunsPanel::group()
{
    const int chosen = m_groups->currentIndex();
    m_table->groupBy(chosen > 0 ? m_table->groupings()[chosen - 1] : QString());
}

void RunsPanel::refreshActions()
{
    m_actions.refresh();
    m_queue->refreshActions();
    const std::vector<ListedRun> runs = chosen();
    const auto isPaused = [](const ListedRun& run) {
        return run.followed && run.followed->state() == FollowedRun::State::Paused && !run.followed->asked();
    };
    const auto trains = [this](const ListedRun& run) {
        return run.followed && m_table->goesOn(run) && !run.followed->asked();
    };
    m_actions["runPause"]->setText(std::ranges::any_of(runs, isPaused) && std::ranges::none_of(runs, trains)
                                       ? tr("Continue runs")
                                       : tr("Pause runs"));
    // Keys do so to runs of the queue alone, which stay in their folder.
    const bool hasKeys =
        !runs.empty() && std::ranges::all_of(runs, [](const ListedRun& run) { return run.queued != nullptr; });
    m_actions["runOpen"]->setShortcut(hasKeys ? QKeySequence(Qt::Key_Return) : QKeySequence());
    m_actions["runRemove"]->setShortcut(hasKeys ? QKeySequence::Delete : QKeySequence());
    m_notes->showRun(runs.size() == 1 && runs.front().isOfProject() ? runs.front().record : nullptr, wordsOf(runs));
}

/// With the curve that is drawn of it.
const RunRecord& RunsPanel::drawnOf(const ListedRun& run) const
{
    const FollowedRun* const drawn = run.queued ? m_table->followed().find(run.id()) : nullptr;
    return drawn ? drawn->record() : *run.record;
}

/// Why one has failed, or how far it is and what it wrote last; of several the first such reason and their spread.
QString RunsPanel::wordsOf(const std::vector<ListedRun>& runs) const
{
    const auto problemOf = [](const ListedRun& run) {
        return run.queued ? editor::inWords(run.record->failure) : run.followed ? run.followed->problem() : QString();
    };
    if (runs.size() != 1) {
        const auto bad = std::ranges::find_if_not(runs, &QString::isEmpty, problemOf);
        QStringList words = {m_table->spreadOf(m_table->selected())};
        if (bad != runs.end()) {
            words.prepend(QString::fromStdString(bad->record->name) + QStringLiteral(": ") + problemOf(*bad));
        }
        words.removeAll(QString());
        return words.join(QStringLiteral(" · "));
    }
    const ListedRun& run = runs.front();
    const QString problem = problemOf(run);
    const FollowedRun* const followed = m_table->followed().find(run.id());
    if (run.isOfProject() || !followed || !problem.isEmpty()) {
        return problem;
    }
    const RunRecord& record = followed->record();
    QStringList words = record.hasBegun() && !record.hasEnded() ? progressOf(record) : QStringList();
    if (!record.samples.empty()) {
        words.append(QString::fromStdString(record.samples.back().text));
    }
    return words.join(QStringLiteral(" · "));
}

void RunsPanel::open()
{
    const std::vector<ListedRun> runs = chosen();
    if (runs.size() != 1) {
        return;
    }
    if (!runs.front().isOfProject()) {
        if (const std::string file = runs.front().weights(); !file.empty()) {
            emit openRequested(QString::fromStdString(file));
        } else {
            emit m_workspace.warned(tr("%1 has no checkpoint yet: it can be opened once it has trained.")
                                        .arg(QString::fromStdString(runs.front().record->name)));
        }
        return;
    }
    const RunRecord& run = *runs.front().record;
    const auto refused = m_workspace.document().change(
        tr("Restore %1").arg(QString::fromStdString(run.name)), [&](editor::Content& content) {
            content = editor::withModel(content, engine::readModel(run.start.model, run.name));
            content.solver = engine::readSolver(run.start.solver, run.name);
        });
    if (refused) {
        emit m_workspace.warned(*refused);
    }
}

void RunsPanel::resume()
{
    for (const ListedRun& run : chosen()) {
        if (!run.isOfProject()) {
            emit resumeRequested(QString::fromStdString(run.weights()));
        } else if (const auto refused = m_workspace.nextRun().resumeFrom(run.weights())) {
            emit m_workspace.warned(*refused);
        }
    }
}

void RunsPanel::write()
{
    for (const ListedRun& run : chosen()) {
        emit textRequested(run.weights());
    }
}

/// Of one run in a dialog, which knows all formats; of several one file each.
void RunsPanel::exportSelected(ExportContent content)
{
    const std::vector<ListedRun> runs = chosen();
    if (runs.size() == 1 && runs.front().isOfProject()) {
        emit exportRequested(content, runs.front().record->id);
        return;
    }
    const QString folder = askForFolder(this, tr("Export the selected runs into a folder"));
    if (!folder.isEmpty()) {
        exportInto(folder, content);
    }
}

void RunsPanel::exportInto(const QString& folder, ExportContent content)
{
    Exporter& exporter = m_workspace.exporter();
    for (const ListedRun& run : chosen()) {
        const QString name = QString::fromStdString(run.record->name);
        std::optional<QString> refused;
        if (content == ExportContent::Curve && !drawnOf(run).curve.empty()) {
            refused = exporter.exportCurve(drawnOf(run), newFile(folder, name, engine::Format::CsvCurve));
        } else if (content == ExportContent::Weights && !run.weights().empty()) {
            refused = exporter.exportWeights(run.weights(), newFile(folder, name, engine::Format::Safetensors));
        }
        if (refused) {
            emit m_workspace.warned(*refused);
            return;
        }
    }
}

/// A run of the project as it was started, from its first weights.
void RunsPanel::queueAgain()
{
    try {
        for (const RunRecord& run : m_workspace.runs().all()) {
            m_takenSeeds.insert(run.start.seed);
        }
        for (const QueueRow& row : m_queue->watch().view().rows) {
            m_takenSeeds.insert(row.record.start.seed);
        }
        std::vector<queue::Job> made, known;
        for (const ListedRun& run : chosen()) {
            const RunRecord& record = *run.record;
            if (!run.queued && record.start.model.empty()) {
                continue;
            }
            std::vector<queue::Job>& jobs = run.queued ? known : made;
            if (run.queued) {
                jobs.push_back(*run.queued->job);
            } else {
                engine::RunDescription again = record.run;
                again.model = engine::readModel(record.start.model, record.name);
                again.solver = engine::readSolver(record.start.solver, record.name);
                again.data = record.start.data;
                again.resume.clear();
                jobs.push_back(QueuePanel::jobOf(again, m_workspace.files().title().toStdString()));
            }
            std::uint64_t seed = record.start.seed;
            do {
                seed = engine::seedsFrom(seed, 2).back();
            } while (!m_takenSeeds.insert(seed).second);
            queue::setSeed(jobs.back(), seed);
        }
        if (!made.empty()) {
            m_queue->add(made);
        }
        if (!known.empty()) {
            m_queue->add(known, QueuePanel::Jobs::Known);
        }
    } catch (const std::exception& error) {
        emit m_workspace.warned(editor::inWords(error));
    }
}

void RunsPanel::remove()
{
    for (const int run : chosenRuns()) {
        m_workspace.runs().remove(run);
    }
    for (const ListedRun& run : chosen()) {
        if (run.followed) {
            m_table->followed().remove(run.id());
            m_table->noteRuns();
            m_stale = true;
        }
    }
    if (m_stale) {
        refresh();
    }
    m_queue->remove();
}

} // namespace studio

#include "moc_runs_panel.cpp"
