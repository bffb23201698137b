// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/panels.h"

#include "app/studio/inside/values_panel.h"
#include "app/studio/panels/run_form.h"
#include "app/studio/panels/training_panel.h"
#include "app/studio/queue/runs_panel.h"
#include "app/studio/race/race.h"
#include "app/studio/sequences/results_panel.h"
#include "app/studio/sequences/sequence_panel.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/trying/try_panel.h"
#include "app/studio/window/activities.h"
#include "app/studio/window/file_commands.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/document/sentence_words.h"
#include "editor/equations/cell_check.h"
#include "editor/looks/theme.h"
#include "editor/panels/cell_form.h"
#include "editor/panels/inspector.h"
#include "editor/panels/layer_tree.h"
#include "editor/panels/palette.h"
#include "editor/panels/settings_form.h"
#include "editor/panels/size_table.h"
#include "editor/panels/solver_panel.h"
#include "editor/panels/text_twin.h"
#include "editor/widgets/parts.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/write/text_generator.h"

#include <QCoreApplication>
#include <QToolButton>
#include <QUndoView>

namespace studio {

namespace {

/// The texts' context, where lupdate sees it.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(RunWords)
};

} // namespace

QString whereInWords(const engine::StartEvent& begun)
{
    return Text::tr("%1 on %2 in %3")
        .arg(QString::fromStdString(begun.engine), QString::fromStdString(begun.device),
             QString::fromUtf8(engine::nameOf(begun.precision)));
}

QString whyItWritesNothing(const engine::Model& model)
{
    if (!engine::dataKindOf(model).writes) {
        return Text::tr(
            "This net writes no text: it predicts a class or a number for each sequence. See the panel Results.");
    }
    try {
        const std::optional<engine::Sentence> why = engine::whyItCannotWrite(model);
        return why ? Text::tr("This net writes no text: %1.").arg(editor::inWords(*why)) : QString();
    } catch (const engine::Error&) {
        return {}; // half a drawing: its problems are listed
    }
}

QString whyItReadsNoText(const engine::Model& model)
{
    return engine::dataKindOf(model).writes
               ? QString()
               : Text::tr("The lens looks into nets that read a text; this one predicts a class or a number for each "
                          "sequence. View › Values while it trains shows what is in it.");
}

// Panels with a file of their own.
QWidget* makeCurves(const WindowParts& parts);
QWidget* makeDevices(const WindowParts& parts);
QWidget* makeDiary(const WindowParts& parts);
QWidget* makeLens(const WindowParts& parts);
QWidget* makeProblems(const WindowParts& parts);
QWidget* makeState(const WindowParts& parts);
QWidget* makeValues(const WindowParts& parts);
QWidget* makeWriting(const WindowParts& parts);

namespace {

struct Panels {
    Q_DECLARE_TR_FUNCTIONS(studio::Panels)

public:
    static std::span<const PanelSpec> all();
};

QWidget* makePalette(const WindowParts& parts)
{
    auto* palette = new editor::Palette(parts.parent);
    editor::CanvasView& canvas = parts.pages.canvas();
    QObject::connect(palette, &editor::Palette::addRequested, &canvas,
                     [&canvas](const QString& type) { canvas.adding().append(engine::layerType(type.toStdString())); });
    return palette;
}

template <class Panel>
QWidget* makeOf(const WindowParts& parts)
{
    return new Panel(parts.workspace.document(), parts.parent);
}

/// Every step of the document's undo stack; a click leads to how it was then.
QWidget* makeHistory(const WindowParts& parts)
{
    auto* view = new QUndoView(&parts.workspace.document().undoStack(), parts.parent);
    view->setAccessibleName(Panels::tr("History"));
    view->setEmptyLabel(Panels::tr("As opened"));
    return view;
}

template <class Panel>
QWidget* makeOfWorkspace(const WindowParts& parts)
{
    return new Panel(parts.workspace, parts.parent);
}

QWidget* makeInspector(const WindowParts& parts)
{
    Workspace& workspace = parts.workspace;
    auto* inspector = new editor::Inspector(workspace.document(), parts.parent);
    inspector->cell()->check()->setMeasure(cellSpeeds);
    const auto show = [&workspace] { emit workspace.panelWanted(QStringLiteral("inspector")); };
    QObject::connect(&workspace.document(), &editor::Document::faultRequested, inspector, [show, inspector] {
        show();
        inspector->showFault();
    });
    QObject::connect(&parts.pages.canvas(), &editor::CanvasView::inspectRequested, inspector, [show, inspector] {
        show();
        inspector->setFocus();
    });
    QObject::connect(inspector, &editor::Inspector::left, &parts.pages.canvas(),
                     [&canvas = parts.pages.canvas()] { canvas.setFocus(Qt::OtherFocusReason); });
    // A file that is chosen there is the user's own choice, as in the panel Data.
    QObject::connect(inspector->form(), &editor::SettingsForm::edited, inspector,
                     [&workspace](const editor::SettingEdit& edit) {
                         if (edit.key == "source" && edit.value) {
                             workspace.data().nameSource(std::get<std::string>(*edit.value));
                         }
                     });
    QObject::connect(&workspace.training(), &TrainingSession::progressed, inspector,
                     [&workspace, inspector](const TrainingProgress& progress) {
                         if (!workspace.nextRun().isStale()) {
                             inspector->setStepTime(progress.millisecondsPerStep);
                         }
                     });
    return inspector;
}

QWidget* makeTraining(const WindowParts& parts)
{
    return new TrainingPanel(parts.workspace, parts.training, parts.parent);
}

QWidget* makeSolver(const WindowParts& parts)
{
    return new editor::SolverPanel(parts.workspace.document(), RunForm::solverKeys(), parts.parent);
}

/// The memory of the device that will train; none is shown where that device is not known.
void showMemory(editor::MemoryView& memory, const WillItFit& fit)
{
    if (fit.device && fit.device->of != "CPU") {
        const std::int64_t besides = fit.device->needed - fit.parts.onDevice(); // its context and libraries
        memory.setAvailable(fit.device->memory.available - besides, QString::fromStdString(fit.device->of),
                            editor::MemoryView::Counts::NetOnly);
    } else if (fit.device) {
        memory.setAvailable(fit.device->memory.available, Panels::tr("this computer"));
    } else {
        memory.setAvailable({}, {});
    }
}

QWidget* makeSizes(const WindowParts& parts)
{
    Workspace& workspace = parts.workspace;
    auto* sizes = new editor::SizeTable(workspace.document(), parts.parent);
    QObject::connect(sizes, &editor::SizeTable::heatRequested, sizes, [sizes, &canvas = parts.pages.canvas()] {
        using Heat = std::function<std::optional<double>(editor::Id)>;
        const QString name = sizes->heatName();
        canvas.setHeat(name.isEmpty() ? Heat() : Heat([sizes](editor::Id id) { return sizes->heat(id); }), name,
                       sizes->hottest());
    });
    workspace.onChange(sizes, Change::Fit,
                       [sizes, &workspace] { showMemory(*sizes->memory(), workspace.nextRun().fit()); });
    QObject::connect(sizes, &editor::SizeTable::arithmeticRequested, &workspace, [&workspace](editor::Id id) {
        workspace.document().focus(id);
        emit workspace.panelWanted(QStringLiteral("inspector"));
    });
    return sizes;
}

QWidget* makeRuns(const WindowParts& parts)
{
    auto* runs = new RunsPanel(parts.workspace, parts.training, parts.parent);
    Workspace& workspace = parts.workspace;
    FileCommands& files = parts.files;
    QObject::connect(runs, &RunsPanel::exportRequested, &files, &FileCommands::showExport);
    QObject::connect(runs, &RunsPanel::openRequested, &files, &FileCommands::leaveFor);
    QObject::connect(runs, &RunsPanel::resumeRequested, &files, [&workspace, &files](const QString& checkpoint) {
        const auto refused = files.leaveFor(checkpoint) ? workspace.nextRun().resumeFrom(checkpoint.toStdString())
                                                        : std::optional<QString>();
        if (refused) {
            emit workspace.warned(*refused);
        }
    });
    auto* const writing = parts.window.findChild<TextPanel*>();
    QObject::connect(runs, &RunsPanel::textRequested, writing, [&workspace, writing](const std::string& checkpoint) {
        emit workspace.writingWanted(checkpoint);
        writing->generate();
    });
    return runs;
}

/// The layers beside the curves, with what happens in them.
QWidget* makeNet(const WindowParts& parts)
{
    auto* panel = new QWidget(parts.parent);
    editor::Document& document = parts.workspace.document();
    auto* strip = new LayerStrip(document, parts.pages.canvas().canvas());
    QObject::connect(strip, &LayerStrip::layerChosen, &document, &editor::Document::focus);
    auto* lookInside = parts.window.findChild<QAction*>(QStringLiteral("lookInside"));
    auto* values = new QToolButton;
    lookInside->setIconText(Panels::tr("Values"));
    values->setDefaultAction(lookInside);
    values->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    values->setAutoRaise(true);
    values->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    editor::inColumn(panel, {{strip, 1}, values}, QMargins(), 0);
    return panel;
}

/// What the net says of an input of the user's own; its results on the data come up beside it.
QWidget* makeTrying(const WindowParts& parts)
{
    auto* trying = new TryPanel(parts.workspace, parts.parent);
    QObject::connect(trying, &TryPanel::trainRequested, parts.training.train, &QAction::trigger);
    QAction* results = parts.activities.named("results").toggleViewAction();
    results->setIcon(editor::icon(QStringLiteral("sizes")));
    results->setToolTip(Panels::tr("What the net says of the data that it did not learn from"));
    trying->addTool(*results);
    return trying;
}

/// The places are those in Draw, Train, Write and Try; in Runs none begins open.
std::span<const PanelSpec> Panels::all()
{
    constexpr Place left{Place::Edge::Left}, openLeft{Place::Edge::Left, true};
    constexpr Place right{Place::Edge::Right}, openRight{Place::Edge::Right, true};
    constexpr Place below{Place::Edge::Bottom}, openBelow{Place::Edge::Bottom, true};
    constexpr Place openBeside{Place::Edge::Beside, true}, under{Place::Edge::Under};
    static const PanelSpec specs[] = {
        {"palette", QT_TR_NOOP("Layers"), makePalette, {}, {openLeft, left, right, right}},
        {"tree", QT_TR_NOOP("Structure"), makeOf<editor::LayerTree>, {}, {openLeft, left, right, right}},
        {"history", QT_TR_NOOP("History"), makeHistory, {}, {openLeft, left, right, right}},
        {"inspector", QT_TR_NOOP("Inspector"), makeInspector, {}, {openRight, right, right, right}},
        {"data", QT_TR_NOOP("Data"), makeOfWorkspace<DataPages>, {}, {openRight, right, right, right}},
        {"prototxt", QT_TR_NOOP("Prototxt"), makeOf<editor::TextTwin>, {}, {openRight, right, right, right}},
        {"training", QT_TR_NOOP("Training"), makeTraining, {}, {right, openRight, right, right}},
        {"solver", QT_TR_NOOP("Solver"), makeSolver, {}, {right, openRight, right, right}},
        {"diary", QT_TR_NOOP("Samples"), makeDiary, {}, {below, openBeside, below, below}},
        {"results", QT_TR_NOOP("Results"), makeOfWorkspace<ResultsPanel>, {}, {below, openBeside, below, right}},
        {"devices", QT_TR_NOOP("Devices"), makeDevices, {}, {below, openBelow, below, below}},
        {"values", QT_TR_NOOP("Values"), makeValues, {}, {below, openBelow, below, below}},
        {"problems", QT_TR_NOOP("Problems"), makeProblems, {}, {below, below, below, below}},
        {"sizes", QT_TR_NOOP("Sizes"), makeSizes, {}, {below, below, below, below}},
        {"state", QT_TR_NOOP("State"), makeState, {}, {below, below, under, below}, {0, 0}},
        {"lens", QT_TR_NOOP("Lens"), makeLens, {}, {below, below, under, below}},
        {"net", QT_TR_NOOP("Net"), makeNet, {}, {left, openLeft, right, right}, {90, 100}},
        {"writing", nullptr, makeWriting, Activity::Write},
        {"curves", nullptr, makeCurves, Activity::Train},
        {"trying", nullptr, makeTrying, Activity::Try},
        {"runs", nullptr, makeRuns, Activity::Runs},
    };
    return specs;
}

} // namespace

std::span<const PanelSpec> panelSpecs()
{
    return Panels::all();
}

void makePanels(WindowParts parts)
{
    for (const PanelSpec& spec : panelSpecs()) {
        const auto make = [&](QWidget* parent) {
            parts.parent = parent;
            QWidget* const made = spec.make(parts);
            if (auto* const panel = dynamic_cast<Panel*>(made)) {
                QObject::connect(&parts.workspace, &Workspace::opened, made, [panel] { panel->showOpened(); });
                QObject::connect(&parts.workspace, &Workspace::changed, made,
                                 [panel](Changes changes) { panel->showChanges(changes); });
                panel->showChanges(Changes(~0));
            }
            return made;
        };
        if (spec.page) {
            parts.centre.setPage(*spec.page, *make(&parts.centre));
        } else {
            parts.activities.add(QLatin1String(spec.id), Panels::tr(spec.title), make, spec.minSize);
        }
    }
}

} // namespace studio
