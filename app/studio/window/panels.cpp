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
#include "app/studio/sequences/data_pages.h"
#include "app/studio/sequences/results_panel.h"
#include "app/studio/sequences/sequence_panel.h"
#include "app/studio/text/diary.h"
#include "app/studio/text/text_panel.h"
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
#include "engine/training/run/open_source.h"

#include <algorithm>
#include <QLayout>
#include <QTabWidget>

namespace studio {
namespace {

void show(QDockWidget& dock)
{
    dock.show();
    dock.raise();
}

/// What this tab and those beside it take where none of them is behind arrows: their words are not of one width in
/// all languages.
int tabsWidth(const QMainWindow& window, QDockWidget& tab)
{
    constexpr int besides = 12; // of a tab's frame and padding, see the style sheet
    QList<QDockWidget*> tabs = window.tabifiedDockWidgets(&tab);
    tabs.append(&tab);
    int width = besides;
    for (const QDockWidget* each : tabs) {
        width += window.fontMetrics().horizontalAdvance(each->windowTitle()) + besides;
    }
    return std::clamp(width, 320, 440);
}

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

Panels::Panels(QMainWindow& window, Workspace& workspace, TrainingActions& actions)
    : QObject(&window), m_workspace(workspace), m_actions(actions), m_window(window), m_docks(window)
{
    makeDrawingPanels();
    makeRunPanels();
    makeBottomPanels();
    arrange();
}

/// Left and right of the drawing: what it is made of.
void Panels::makeDrawingPanels()
{
    editor::Document& document = m_workspace.document();
    m_palette = new editor::Palette(&m_window);
    m_paletteDock = m_docks.add(QStringLiteral("palette"), tr("Layers"), m_palette, Qt::LeftDockWidgetArea);
    m_palette->setMinimumWidth(m_palette->layout()->minimumSize().width()); // else its names are cut
    connect(m_palette, &editor::Palette::addRequested, this, &Panels::addRequested);
    QDockWidget* history = m_docks.add(QStringLiteral("history"), tr("History"),
                                       new editor::HistoryPanel(document, &m_window), Qt::LeftDockWidgetArea);
    m_tree = new editor::LayerTree(document, &m_window);
    m_treeDock = m_docks.add(QStringLiteral("tree"), tr("Structure"), m_tree, Qt::LeftDockWidgetArea);
    m_window.tabifyDockWidget(m_paletteDock, m_treeDock);
    m_window.tabifyDockWidget(m_treeDock, history);
    m_paletteDock->raise();

    m_inspector = new editor::Inspector(document, &m_window);
    m_inspectorDock = m_docks.add(QStringLiteral("inspector"), tr("Inspector"), m_inspector, Qt::RightDockWidgetArea);
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
}

/// On the right, behind the inspector: what a run is made from, and what its net writes.
void Panels::makeRunPanels()
{
    editor::Document& document = m_workspace.document();
    m_training = new TrainingPanel(m_workspace, m_actions, &m_window);
    QDockWidget* training =
        m_docks.add(QStringLiteral("training"), tr("Training"), m_training, Qt::RightDockWidgetArea);
    connect(&m_training->starvation(), &StarvationNotice::starved, this, &Panels::starved);
    connect(m_training, &TrainingPanel::importRequested, this, &Panels::importRequested);
    m_data = new DataPages(m_workspace, &m_window);
    m_dataDock = m_docks.add(QStringLiteral("data"), tr("Data"), m_data, Qt::RightDockWidgetArea);
    QDockWidget* twin = m_docks.add(QStringLiteral("prototxt"), tr("Prototxt"),
                                    new editor::TextTwin(document, &m_window), Qt::RightDockWidgetArea);
    auto* rule = new editor::SolverPanel(document, &m_window);
    rule->leaveOut(RunForm::solverKeys());
    QDockWidget* solver = m_docks.add(QStringLiteral("solver"), tr("Solver"), rule, Qt::RightDockWidgetArea);
    m_window.tabifyDockWidget(m_inspectorDock, solver);
    m_window.tabifyDockWidget(solver, training);
    m_window.tabifyDockWidget(training, m_dataDock);

    m_text = new TextPanel(&m_window);
    auto* textLink = new TextLink(m_workspace, *m_text);
    connect(textLink, &TextLink::copied, this,
            [this](const QString& command) { emit noted(tr("Copied: %1").arg(command)); });
    connect(m_data, &DataPages::factsChanged, m_text, [this] { m_text->form().setVocabulary(m_data->facts().known); });
    m_writingDock = m_docks.add(QStringLiteral("writing"), tr("Writing"), m_text, Qt::RightDockWidgetArea);
    m_window.tabifyDockWidget(m_dataDock, twin);
    m_window.tabifyDockWidget(twin, m_writingDock);
    auto* lens = new LensPanel(&m_window);
    new LensLink(m_workspace, *lens, *textLink, *m_text);
    auto* states = new StateLink(m_workspace, *new StatePanel(&m_window), *m_text, *textLink);
    connect(lens, &LensPanel::clampRequested, states, &StateLink::show);
    const auto showWriting = [this] {
        m_writingDock->show();
        m_writingDock->raise();
    };
    connect(states, &StateLink::shown, this, showWriting);
    connect(textLink, &TextLink::shown, this, showWriting);
    m_window.tabifyDockWidget(m_writingDock,
                              m_docks.add(QStringLiteral("lens"), tr("Lens"), lens, Qt::RightDockWidgetArea));
    m_inspectorDock->raise();
}

/// Below the drawing: what runs do and have done.
void Panels::makeBottomPanels()
{
    auto* plot = new LossPlot(&m_window);
    auto* diary = new Diary(&m_window);
    auto* curves = new CurvesLink(m_workspace, *plot, *diary);
    connect(this, &Panels::readingTaken, curves, &CurvesLink::noteReading);
    connect(plot, &LossPlot::checkpointActivated, this, [this](const QString& file) { write(file.toStdString()); });
    connect(diary, &Diary::replayRequested, this, [this](const WrittenText& sample) {
        m_text->form().setWish(sample);
        m_writingDock->raise();
        m_text->setFocus();
    });
    const auto below = Qt::BottomDockWidgetArea;
    m_curvesDock = m_docks.add(QStringLiteral("curves"), tr("Curves"), plot, below);
    m_diaryDock = m_docks.add(QStringLiteral("diary"), tr("Samples"), diary, below);
    m_resultsDock =
        m_docks.add(QStringLiteral("results"), tr("Results"), new ResultsPanel(m_workspace, &m_window), below);
    m_window.splitDockWidget(m_curvesDock, m_diaryDock, Qt::Horizontal);
    m_window.tabifyDockWidget(m_diaryDock, m_resultsDock);
    m_diaryDock->raise();

    m_sizes = new editor::SizeTable(m_workspace.document(), &m_window);
    m_sizes->setFileCheck([this](const std::filesystem::path& file) { requireNotInUse(m_workspace, file); });
    QDockWidget* sizes = m_docks.add(QStringLiteral("sizes"), tr("Sizes"), m_sizes, below);
    connect(m_sizes, &editor::SizeTable::heatRequested, this, [this] {
        const bool coloured = m_sizes->heatColumn().has_value();
        emit heatChanged(coloured ? Heat([this](editor::Id id) { return m_sizes->heat(id); }) : Heat(),
                         m_sizes->heatName(), m_sizes->hottest());
    });
    connect(m_training, &TrainingPanel::fitChanged, this, [this] { showMemory(*m_sizes, m_training->fit()); });
    connect(m_sizes, &editor::SizeTable::arithmeticRequested, this, [this](editor::Id id) {
        m_workspace.document().focus(id);
        m_inspectorDock->raise();
    });
    m_problems = new editor::ProblemsPanel(m_workspace.document(), &m_window);
    m_problemsDock = m_docks.add(QStringLiteral("problems"), tr("Problems"), m_problems, below);
    auto* problems = new ProblemsLink(m_workspace, *m_problems, *m_data, *m_training, m_actions, this);
    connect(problems, &ProblemsLink::runBlocked, this, &Panels::runBlocked);
    connect(problems, &ProblemsLink::refused, this, &Panels::showProblems);
    connect(m_problems, &editor::ProblemsPanel::noted, this, &Panels::noted);
    connect(&m_workspace.training(), &TrainingSession::started, this, [this] {
        if (!m_problems->visibleRegion().isEmpty()) { // they are behind the user now
            show(*m_curvesDock);
        }
    });
    auto* runs = new RunsPanel(m_workspace, &m_window);
    QDockWidget* runList = m_docks.add(QStringLiteral("runs"), tr("Runs"), runs, below);
    connect(runs, &RunsPanel::problem, this, &Panels::said);
    connect(runs, &RunsPanel::exportRequested, this, &Panels::exportRequested);
    connect(runs, &RunsPanel::chosen, &plot->runs(), &PlottedRuns::showOnly);
    connect(runs, &RunsPanel::writeRequested, this, [this](const QString& file) { write(file.toStdString()); });
    auto* devices = new QTabWidget(&m_window);
    connect(new DeviceLink(*devices), &DeviceLink::taken, this, &Panels::readingTaken);
    connect(this, &Panels::readingTaken, &m_training->starvation(), &StarvationNotice::noteReading);
    QDockWidget* meters = m_docks.add(QStringLiteral("devices"), tr("Devices"), devices, below);
    m_window.tabifyDockWidget(m_curvesDock, runList);
    QDockWidget* queue = makeQueue();
    m_window.tabifyDockWidget(runList, queue);
    m_window.tabifyDockWidget(queue, meters);
    QDockWidget* values = makeValues();
    m_window.tabifyDockWidget(meters, values);
    m_window.tabifyDockWidget(values, sizes);
    m_window.tabifyDockWidget(sizes, m_problemsDock);
    m_curvesDock->raise();
}

/// What is in the net while it trains; who turns that on sees the panel.
QDockWidget* Panels::makeValues()
{
    m_inside = new InsideLink(m_workspace, m_window, this);
    auto* panel = new ValuesPanel(m_inside->toggle(), &m_window);
    m_inside->setPanel(*panel);
    QDockWidget* dock = m_docks.add(QStringLiteral("values"), tr("Values"), panel, Qt::BottomDockWidgetArea);
    connect(m_inside, &InsideLink::valuesChanged, this, &Panels::valuesChanged);
    connect(m_inside, &InsideLink::stepsChanged, this, &Panels::stepsChanged);
    connect(&m_inside->toggle(), &QAction::toggled, dock, [dock](bool on) {
        if (on) {
            show(*dock);
        }
    });
    return dock;
}

/// Who fills the queue sees it.
QDockWidget* Panels::makeQueue()
{
    m_queue = new QueuePanel(m_workspace, m_actions, &m_window);
    QDockWidget* dock = m_docks.add(QStringLiteral("queue"), tr("Queue"), m_queue, Qt::BottomDockWidgetArea);
    connect(m_queue, &QueuePanel::said, this, &Panels::said);
    connect(m_queue, &QueuePanel::noted, this, &Panels::noted);
    connect(m_queue, &QueuePanel::openRequested, this, &Panels::openRequested);
    connect(m_queue, &QueuePanel::filled, dock, [dock] { show(*dock); });
    m_training->addButton(*m_queue->filler().queueRun);
    return dock;
}

QList<QAction*> Panels::queueActions() const
{
    return {m_queue->filler().queueRun, m_queue->filler().sweep, m_queue->filler().seeds};
}

bool Panels::isQueueWorking() const
{
    return m_queue->isWorking();
}

QString Panels::plannedQueueStart() const
{
    return m_queue->plannedStart();
}

void Panels::arrange()
{
    const int wide = m_window.width(), high = m_window.height();
    m_window.resizeDocks({m_paletteDock, m_inspectorDock},
                         {std::clamp(wide * 17 / 100, 180, 250),
                          std::clamp(wide * 27 / 100, tabsWidth(m_window, *m_inspectorDock), 440)},
                         Qt::Horizontal);
    const int low = std::clamp(high * 38 / 100, 150, 350); // about half of it is tabs, tools and the meter
    m_window.resizeDocks({m_curvesDock, m_diaryDock}, {low, low}, Qt::Vertical);
    m_window.resizeDocks({m_curvesDock, m_diaryDock}, {560, 480}, Qt::Horizontal);
}

void Panels::write(const std::string& file)
{
    m_text->form().setSource(file);
    m_writingDock->raise();
    m_text->setFocus();
}

void Panels::showProblems()
{
    show(*m_problemsDock);
}

QAction* Panels::lookInside() const
{
    return &m_inside->toggle();
}

void Panels::showInspector()
{
    m_inspectorDock->raise();
    m_inspector->setFocus();
}

void Panels::searchLayers()
{
    show(*m_treeDock);
    m_tree->focusSearch();
}

void Panels::showData(const engine::KnownSet& set)
{
    m_dataDock->raise();
    m_data->sequences().useKnownSet({.set = set});
}

void Panels::showWhatItSays()
{
    const bool sequences = engine::learnsSequences(m_workspace.document().derived().model);
    (sequences ? m_resultsDock : m_diaryDock)->raise();
}

} // namespace studio
