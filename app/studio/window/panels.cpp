// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/panels.h"

#include "app/studio/inside/values_panel.h"
#include "app/studio/lens/lens_panel.h"
#include "app/studio/panels/run_form.h"
#include "app/studio/panels/runs_panel.h"
#include "app/studio/panels/starvation_notice.h"
#include "app/studio/panels/training_panel.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/queue/queue_panel.h"
#include "app/studio/race/cell_speed.h"
#include "app/studio/sequences/data_pages.h"
#include "app/studio/sequences/results_panel.h"
#include "app/studio/sequences/sequence_panel.h"
#include "app/studio/text/diary.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/trying/try_panel.h"
#include "app/studio/window/curves_link.h"
#include "app/studio/window/device_link.h"
#include "app/studio/window/inside_link.h"
#include "app/studio/window/lens_link.h"
#include "app/studio/window/problems_link.h"
#include "app/studio/window/state_link.h"
#include "app/studio/window/text_link.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/files_in_use.h"
#include "app/studio/workspace/next_run.h"
#include "editor/canvas/net_picture.h"
#include "editor/equations/cell_check.h"
#include "editor/looks/theme.h"
#include "editor/panels/cell_form.h"
#include "editor/panels/history_panel.h"
#include "editor/panels/inspector.h"
#include "editor/panels/layer_tree.h"
#include "editor/panels/palette.h"
#include "editor/panels/param_field.h"
#include "editor/panels/problems_panel.h"
#include "editor/panels/settings_form.h"
#include "editor/panels/size_table.h"
#include "editor/panels/solver_panel.h"
#include "editor/panels/text_twin.h"
#include "engine/graph/data_kind.h"

#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace studio {
namespace {

constexpr QSize narrowNet{120, 150};

/// The memory of the device that will train; none is shown where that device is not known.
void showMemory(editor::SizeTable& sizes, const WillItFit& fit)
{
    if (fit.device && fit.device->of != "CPU") {
        const std::int64_t besides = fit.device->needed - fit.parts.onDevice(); // its context and libraries
        sizes.setAvailableMemory(fit.device->memory.available - besides, QString::fromStdString(fit.device->of),
                                 editor::MemoryView::Counts::NetOnly);
    } else if (fit.device) {
        sizes.setAvailableMemory(fit.device->memory.available, Panels::tr("this computer"));
    } else {
        sizes.setAvailableMemory({}, {});
    }
}

} // namespace

Panels::Panels(QMainWindow& window, Centre& centre, editor::CanvasScene& drawing, Workspace& workspace,
               TrainingActions& actions)
    : QObject(&window), m_workspace(workspace), m_actions(actions), m_window(window), m_centre(centre), m_docks(window)
{
    makeDrawingPanels();
    makeRunPanels();
    makeWriting();
    makeCurves();
    makeSizes();
    makeProblems();
    makeRuns();
    makeQueue();
    makeValues();
    makeNet(drawing);
    makeTrying();
}

void Panels::show(const char* dock)
{
    m_docks.named(dock).show();
    m_docks.named(dock).raise();
}

/// What the net is made of.
void Panels::makeDrawingPanels()
{
    editor::Document& document = m_workspace.document();
    m_palette = new editor::Palette(&m_window);
    m_docks.add(QStringLiteral("palette"), tr("Layers"), m_palette);
    m_palette->setMinimumWidth(m_palette->layout()->minimumSize().width()); // else its names are cut
    connect(m_palette, &editor::Palette::addRequested, this, &Panels::addRequested);
    m_tree = new editor::LayerTree(document, &m_window);
    m_docks.add(QStringLiteral("tree"), tr("Structure"), m_tree);
    m_docks.add(QStringLiteral("history"), tr("History"), new editor::HistoryPanel(document, &m_window));
    m_inspector = new editor::Inspector(document, &m_window);
    m_docks.add(QStringLiteral("inspector"), tr("Inspector"), m_inspector);
    m_inspector->cell()->check()->setMeasure(cellSpeeds);
    connect(&document, &editor::Document::faultRequested, this, [this] {
        show("inspector");
        m_inspector->showFault();
    });
    // A file that is chosen there is the user's own choice, as in the panel Data.
    connect(m_inspector->form(), &editor::SettingsForm::edited, this, [this](const editor::SettingEdit& edit) {
        if (edit.key == "source" && edit.value) {
            m_workspace.data().nameSource(std::get<std::string>(*edit.value));
        }
    });
    connect(&m_workspace.training(), &TrainingSession::progressed, m_inspector,
            [this](const TrainingProgress& progress) {
                if (!m_workspace.nextRun().isStale()) {
                    m_inspector->setStepTime(progress.millisecondsPerStep);
                }
            });
    m_docks.add(QStringLiteral("prototxt"), tr("Prototxt"), new editor::TextTwin(document, &m_window));
}

/// What a run is made from.
void Panels::makeRunPanels()
{
    m_training = new TrainingPanel(m_workspace, m_actions, &m_window);
    m_docks.add(QStringLiteral("training"), tr("Training"), m_training);
    connect(&m_training->starvation(), &StarvationNotice::starved, this, &Panels::starved);
    connect(m_training, &TrainingPanel::importRequested, this, &Panels::importRequested);
    m_data = new DataPages(m_workspace, &m_window);
    m_docks.add(QStringLiteral("data"), tr("Data"), m_data);
    auto* rule = new editor::SolverPanel(m_workspace.document(), &m_window);
    rule->leaveOut(RunForm::solverKeys());
    m_docks.add(QStringLiteral("solver"), tr("Solver"), rule);
}

/// The text owns the middle while a net writes.
void Panels::makeWriting()
{
    m_text = new TextPanel(&m_window);
    m_centre.setPage(Activity::Write, *m_text);
    auto* textLink = new TextLink(m_workspace, *m_text);
    connect(textLink, &TextLink::copied, this,
            [this](const QString& command) { emit noted(tr("Copied: %1").arg(command)); });
    connect(m_data, &DataPages::factsChanged, m_text, [this] { m_text->form().setVocabulary(m_data->facts().known); });
    auto* lens = new LensPanel(&m_window);
    new LensLink(m_workspace, *lens, *textLink, *m_text);
    auto* states = new StateLink(m_workspace, *new StatePanel(&m_window), *m_text, *textLink);
    connect(lens, &LensPanel::clampRequested, states, &StateLink::show);
    connect(states, &StateLink::shown, this, [this] { emit wanted(Activity::Write); });
    QAction* showLens = m_docks.add(QStringLiteral("lens"), tr("Lens"), lens)->toggleViewAction();
    showLens->setIcon(editor::icon(QStringLiteral("search")));
    m_text->addTool(showLens);
}

/// Curves own the middle while a net trains.
void Panels::makeCurves()
{
    auto* plot = new LossPlot(&m_window);
    m_curves = plot;
    m_centre.setPage(Activity::Train, *plot);
    auto* diary = new Diary(&m_window);
    auto* curves = new CurvesLink(m_workspace, *plot, *diary);
    connect(this, &Panels::readingTaken, curves, &CurvesLink::noteReading);
    connect(plot, &LossPlot::checkpointActivated, this, [this](const QString& file) { write(file.toStdString()); });
    connect(diary, &Diary::replayRequested, this, [this](const WrittenText& sample) {
        m_text->form().setWish(sample);
        emit wanted(Activity::Write);
        m_text->setFocus();
    });
    m_docks.add(QStringLiteral("diary"), tr("Samples"), diary);
    m_docks.add(QStringLiteral("results"), tr("Results"), new ResultsPanel(m_workspace, &m_window));
}

void Panels::makeSizes()
{
    m_sizes = new editor::SizeTable(m_workspace.document(), &m_window);
    m_sizes->setFileCheck([this](const std::filesystem::path& file) { requireNotInUse(m_workspace, file); });
    m_docks.add(QStringLiteral("sizes"), tr("Sizes"), m_sizes);
    connect(m_sizes, &editor::SizeTable::heatRequested, this, [this] {
        const bool coloured = m_sizes->heatColumn().has_value();
        emit heatChanged(coloured ? Heat([this](editor::Id id) { return m_sizes->heat(id); }) : Heat(),
                         m_sizes->heatName(), m_sizes->hottest());
    });
    connect(m_training, &TrainingPanel::fitChanged, this, [this] { showMemory(*m_sizes, m_training->fit()); });
    connect(m_sizes, &editor::SizeTable::arithmeticRequested, this, [this](editor::Id id) {
        m_workspace.document().focus(id);
        show("inspector");
    });
}

void Panels::makeProblems()
{
    m_problems = new editor::ProblemsPanel(m_workspace.document(), &m_window);
    m_docks.add(QStringLiteral("problems"), tr("Problems"), m_problems);
    auto* problems = new ProblemsLink(m_workspace, *m_problems, *m_data, *m_training, m_actions, this);
    connect(problems, &ProblemsLink::runBlocked, this, &Panels::runBlocked);
    connect(problems, &ProblemsLink::refused, this, &Panels::showProblems);
    connect(m_problems, &editor::ProblemsPanel::noted, this, &Panels::noted);
    connect(&m_workspace.training(), &TrainingSession::stateChanged, this, [this](TrainingSession::State state) {
        if (state == TrainingSession::State::Starting) {
            emit wanted(Activity::Train);
            showWhatItSays();
        }
    });
}

void Panels::makeRuns()
{
    auto* runs = new RunsPanel(m_workspace, &m_window);
    m_docks.add(QStringLiteral("runs"), tr("Runs"), runs);
    connect(runs, &RunsPanel::problem, this, &Panels::said);
    connect(runs, &RunsPanel::exportRequested, this, &Panels::exportRequested);
    connect(runs, &RunsPanel::chosen, &m_curves->runs(), &PlottedRuns::showOnly);
    connect(runs, &RunsPanel::writeRequested, this, [this](const QString& file) { write(file.toStdString()); });
    auto* devices = new QTabWidget(&m_window);
    connect(new DeviceLink(*devices), &DeviceLink::taken, this, &Panels::readingTaken);
    connect(this, &Panels::readingTaken, &m_training->starvation(), &StarvationNotice::noteReading);
    m_docks.add(QStringLiteral("devices"), tr("Devices"), devices);
}

/// What is in the net while it trains; who turns that on sees the panel.
void Panels::makeValues()
{
    m_inside = new InsideLink(m_workspace, m_window, this);
    auto* panel = new ValuesPanel(m_inside->toggle(), &m_window);
    m_inside->setPanel(*panel);
    m_docks.add(QStringLiteral("values"), tr("Values"), panel);
    connect(m_inside, &InsideLink::valuesChanged, this, &Panels::valuesChanged);
    connect(m_inside, &InsideLink::stepsChanged, this, &Panels::stepsChanged);
    connect(&m_inside->toggle(), &QAction::toggled, this, [this](bool on) {
        if (on) {
            show("values");
        }
    });
}

/// The net beside its curves, with what happens in it.
void Panels::makeNet(editor::CanvasScene& drawing)
{
    auto* panel = new QWidget(&m_window);
    auto* picture = new editor::NetPicture(drawing);
    connect(picture, &editor::NetPicture::layerChosen, this,
            [this](editor::Id id) { m_workspace.document().focus(id); });
    auto* values = new QToolButton;
    lookInside()->setIconText(tr("Values on it"));
    values->setDefaultAction(lookInside());
    values->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    values->setAutoRaise(true);
    values->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* rows = new QVBoxLayout(panel);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(picture, 1);
    rows->addWidget(values);
    m_docks.add(QStringLiteral("net"), tr("Net"), panel);
    panel->setMinimumSize(narrowNet);
}

/// What the net says of an input of the user's own, beside its results on the data.
void Panels::makeTrying()
{
    auto* trying = new TryPanel(m_workspace, &m_window);
    m_centre.setPage(Activity::Try, *trying);
    connect(trying, &TryPanel::trainRequested, m_actions.train, &QAction::trigger);
    connect(trying, &TryPanel::writingRequested, this, [this] { emit wanted(Activity::Write); });
}

/// Who fills the queue sees it.
void Panels::makeQueue()
{
    m_queue = new QueuePanel(m_workspace, m_actions, &m_window);
    m_docks.add(QStringLiteral("queue"), tr("Queue"), m_queue);
    connect(m_queue, &QueuePanel::said, this, &Panels::said);
    connect(m_queue, &QueuePanel::noted, this, &Panels::noted);
    connect(m_queue, &QueuePanel::openRequested, this, &Panels::openRequested);
    connect(m_queue, &QueuePanel::filled, this, [this] {
        emit wanted(Activity::Train);
        show("queue");
    });
    m_training->addButton(*m_queue->filler().queueRun);
}

QList<QAction*> Panels::queueActions() const
{
    QueueFiller& filler = m_queue->filler();
    return {filler.queueRun, filler.sweep, filler.cells, m_queue->comparedCells(), filler.seeds};
}

bool Panels::isQueueWorking() const
{
    return m_queue->isWorking();
}

QString Panels::plannedQueueStart() const
{
    return m_queue->plannedStart();
}

void Panels::write(const std::string& file)
{
    m_text->form().setSource(file);
    emit wanted(Activity::Write);
    m_text->setFocus();
}

void Panels::showProblems()
{
    show("problems");
}

void Panels::showSizes()
{
    show("sizes");
}

QAction* Panels::lookInside() const
{
    return &m_inside->toggle();
}

void Panels::showInspector()
{
    show("inspector");
    m_inspector->setFocus();
}

void Panels::searchLayers()
{
    emit wanted(Activity::Draw);
    show("tree");
    m_tree->focusSearch();
}

void Panels::showData(const engine::KnownSet& set)
{
    emit wanted(Activity::Draw);
    show("data");
    m_data->sequences().useKnownSet({.set = set});
}

void Panels::showWhatItSays()
{
    const bool writes = engine::dataKindOf(m_workspace.document().derived().model).writes;
    QDockWidget& says = m_docks.named(writes ? "diary" : "results");
    if (!says.isHidden()) {
        says.raise();
    }
}

} // namespace studio

#include "moc_panels.cpp"
