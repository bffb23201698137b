// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/panels.h"

#include "app/studio/inside/inside_words.h"
#include "app/studio/inside/values_panel.h"
#include "app/studio/lens/lens_panel.h"
#include "app/studio/panels/run_form.h"
#include "app/studio/panels/run_problems.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/panels/training_panel.h"
#include "app/studio/plots/device_plot.h"
#include "app/studio/queue/runs_panel.h"
#include "app/studio/race/race.h"
#include "app/studio/sequences/results_panel.h"
#include "app/studio/sequences/sequence_panel.h"
#include "app/studio/session/net_source.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/trying/net_sources.h"
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
#include "editor/panels/problems_panel.h"
#include "editor/panels/settings_form.h"
#include "editor/panels/size_table.h"
#include "editor/panels/solver_panel.h"
#include "editor/panels/text_twin.h"
#include "editor/panels/unroll_view.h"
#include "editor/widgets/parts.h"
#include "editor/work/latest_work.h"
#include "engine/backends/cpu_backend.h"
#include "engine/data/text_file.h"
#include "engine/devices/monitor/device_monitor.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/write/text_generator.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QMainWindow>
#include <QPointer>
#include <QScrollArea>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QUndoView>
#include <string>

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
QWidget* makeDiary(const WindowParts& parts);
QWidget* makeState(const WindowParts& parts);
QWidget* makeWriting(const WindowParts& parts);

namespace {

constexpr int pollTime = 500; ///< milliseconds, as the monitor samples
constexpr const char* processor = "cpu";

/// Without asking for GPUs: opening CUDA takes a second.
QString processorName()
{
    const std::vector<engine::DeviceInfo> devices = engine::cpuBackend().devices();
    return devices.empty() ? QString() : QString::fromStdString(devices.front().model);
}

/// Draws what the machine's devices are doing: a page for the processor, one for each GPU that is found.
class DevicesDock : public QTabWidget {
    Q_DECLARE_TR_FUNCTIONS(studio::DevicesDock)

public:
    explicit DevicesDock(const WindowParts& parts) : QTabWidget(parts.parent)
    {
        setTabBarAutoHide(true);
        page(processor, processorName());
        m_poll.setInterval(pollTime);
        m_poll.callOnTimeout(this, [this, &workspace = parts.workspace] {
            for (const engine::DeviceReading& reading : m_monitor.take()) {
                emit workspace.readingTaken(reading);
            }
        });
        connect(&parts.workspace, &Workspace::readingTaken, this, &DevicesDock::show);
        m_poll.start();
    }

private:
    void show(const engine::DeviceReading& reading)
    {
        page(processor, {}).add(reading.seconds, reading.processor);
        for (const engine::GpuReading& gpu : reading.gpus) {
            page(gpu.busId, QString::fromStdString(gpu.name)).add(reading.seconds, gpu);
        }
    }
    DevicePlot& page(const std::string& key, const QString& name)
    {
        DevicePlot*& plot = m_plots[key];
        if (!plot) {
            plot = new DevicePlot(name, this);
            auto* scroll = new QScrollArea(this); // the strips are taller than a flat dock
            scroll->setFrameShape(QFrame::NoFrame);
            scroll->setWidgetResizable(true);
            scroll->setWidget(plot);
            addTab(scroll, key == processor ? tr("CPU") : name);
        }
        return *plot;
    }

    QTimer m_poll;
    std::map<std::string, DevicePlot*> m_plots; ///< by `processor`, or a GPU's bus
    engine::DeviceMonitor m_monitor;            // last, so that its thread ends first
};

/// The problems of the drawing and what it cannot know: what is wrong with the data and with the next run. Refuses a
/// run or a race that an error in the list would make fail.
class ProblemsDock : public editor::ProblemsPanel {
    Q_DECLARE_TR_FUNCTIONS(studio::ProblemsDock)

public:
    explicit ProblemsDock(const WindowParts& parts)
        : ProblemsPanel(parts.workspace.document(), parts.parent), m_workspace(parts.workspace)
    {
        parts.training.setCheck([this](TrainingActions::Start start) { return refusal(start); });
        connect(&parts.training, &TrainingActions::refused, this, &ProblemsDock::list); // a file may have gone since
        connect(this, &ProblemsPanel::countChanged, this, [this] { m_workspace.nextRun().setBlocked(firstError()); });
        connect(this, &ProblemsPanel::noted, &m_workspace, &Workspace::noted);
        m_workspace.onChange(this, Changes(Change::Drawing) | Change::Facts | Change::Fit, [this] { list(); });
    }

private:
    void list()
    {
        const std::int64_t characters = m_workspace.data().vocabulary().size();
        setVocabulary(characters > 0 ? std::optional(characters) : std::nullopt);
        std::vector<editor::Warning> problems = m_workspace.nextRun().dataProblems();
        std::ranges::move(machineProblems(m_workspace.nextRun().fit(), m_workspace), std::back_inserter(problems));
        setRunProblems(std::move(problems));
    }
    /// A race has devices and engines of its own: those that were chosen for the run do not keep it from starting.
    QString firstErrorFor(TrainingActions::Start start) const
    {
        if (start == TrainingActions::Start::Run) {
            return firstError();
        }
        const std::vector<editor::Warning> problems = m_workspace.nextRun().dataProblems();
        const auto error = std::ranges::find(problems, editor::Warning::Severity::Error, &editor::Warning::severity);
        return error == problems.end() ? QString() : error->sentence;
    }
    std::optional<QString> refusal(TrainingActions::Start start)
    {
        emit m_workspace.startAsked(); // what was mended a moment ago is no problem any more
        list();
        const QString why = firstErrorFor(start);
        if (why.isEmpty()) {
            return std::nullopt;
        }
        select(why);
        emit m_workspace.panelWanted(QStringLiteral("problems"));
        const QString part = editor::withoutFullStop(why);
        return start == TrainingActions::Start::Run ? tr("The run does not start: %1.").arg(part)
                                                    : tr("The race does not start: %1.").arg(part);
    }

    Workspace& m_workspace;
};

/// What is in the net while it trains, here and in the drawing; the looks pause while the window is hidden.
class ValuesDock : public ValuesPanel, public Panel {
    Q_DECLARE_TR_FUNCTIONS(studio::ValuesDock)

public:
    explicit ValuesDock(const WindowParts& parts) : ValuesDock(parts, *makeToggle(parts.window)) {}
    ValuesDock(const WindowParts& parts, QAction& toggle)
        : ValuesPanel(toggle, parts.parent), m_parts(parts), m_toggle(toggle)
    {
        TrainingSession& training = parts.workspace.training();
        connect(&toggle, &QAction::toggled, this, [this](bool on) {
            follow();
            showInDrawing();
            if (on) { // who turns that on sees it
                emit m_parts.workspace.panelWanted(QStringLiteral("values"));
            }
        });
        connect(&training, &TrainingSession::lookedInside, this, &ValuesDock::note);
        connect(&training, &TrainingSession::stateChanged, this, [this](TrainingSession::State state) {
            if (state == TrainingSession::State::Starting) {
                note(nullptr); // what was seen is of another run
            } else if (state == TrainingSession::State::Idle) {
                showEnd(m_parts.workspace.training().progressNow().iteration);
            }
        });
        parts.window.installEventFilter(this);
        note(nullptr);
    }

    void showOpened() override { note(nullptr); }

    static QAction* makeToggle(QWidget& window)
    {
        auto* toggle = editor::described(
            new QAction(tr("&Values while it trains"), &window),
            {.name = "lookInside",
             .tip = tr("Values while it trains: weights, activations and gradients in the drawing and in the "
                       "panel Values"),
             .icon = "values",
             .status = tr("Show weights, activations and gradients in the drawing and in the panel Values")});
        toggle->setCheckable(true);
        return toggle;
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::WindowStateChange || event->type() == QEvent::Show ||
            event->type() == QEvent::Hide) {
            follow();
        }
        return ValuesPanel::eventFilter(watched, event);
    }

private:
    void follow()
    {
        const QMainWindow& window = m_parts.window;
        m_parts.workspace.training().lookInside(m_toggle.isChecked() && window.isVisible() && !window.isMinimized());
    }
    void note(const std::shared_ptr<const engine::NetLook>& look)
    {
        m_findings = look ? engine::findingsOf(*look) : std::vector<engine::LookFinding>();
        show(look, m_findings);
        showInDrawing();
    }
    void showInDrawing()
    {
        editor::CanvasScene& drawing = m_parts.centre.canvas().canvas();
        editor::UnrollView& unrolled = m_parts.centre.unrolled();
        if (!look() || !m_toggle.isChecked()) {
            drawing.setValues({});
            unrolled.setValues({});
            return;
        }
        unrolled.setValues(
            [this](const std::string& layer, std::int64_t step) { return stepWords(*look(), layer, step); });
        drawing.setValues([this](editor::Id id) -> std::optional<editor::NodeValues> {
            const editor::Node* const node = m_parts.workspace.document().content().find(id);
            return node && look() ? nodeValues(*look(), m_findings, node->layer) : std::nullopt;
        });
    }

    WindowParts m_parts;
    QAction& m_toggle;
    std::vector<engine::LookFinding> m_findings; ///< in what is shown
};

/// Reads with the nets of the open project.
class LensDock : public LensPanel, public Panel {
    Q_DECLARE_TR_FUNCTIONS(studio::LensDock)

public:
    explicit LensDock(const WindowParts& parts) : LensPanel(parts.parent), m_workspace(parts.workspace)
    {
        connect(this, &LensPanel::readRequested, this, &LensDock::read);
        connect(this, &LensPanel::clampRequested, &m_workspace, &Workspace::unitWanted);
        connect(&m_workspace, &Workspace::viewWanted, this, [this] { m_workspace.view().panels["lens"] = chosen(); });
        connect(&m_workspace, &Workspace::writingWanted, this, [this](const std::string& checkpoint) {
            setSources(netSources(m_workspace, NetUse::Writes));
            choose(checkpoint);
        });
    }

    void showOpened() override
    {
        m_work.stop();
        clear();
        chooseAgain(m_workspace.view().panels["lens"]);
    }
    void showChanges(Changes changes) override
    {
        if (changes & Change::Drawing) {
            setRefusal(whyItReadsNoText(m_workspace.document().derived().model));
        }
        if (changes & (Changes(Change::Runs) | Change::Choice | Change::Training | Change::Checkpoint)) {
            setSources(netSources(m_workspace, NetUse::Writes));
        }
    }

private:
    using Net =
        std::function<std::shared_ptr<const NetSnapshot>()>; ///< called on the other thread; throws engine::Error
    using Text = std::function<std::string()>;               ///< likewise

    void read(const LensWish& wish)
    {
        Text text;
        try {
            text = textOf(wish);
        } catch (const engine::Error& error) {
            fail(editor::inWords(error));
            return;
        }
        if (!wish.checkpoint.empty()) {
            work([source = m_workspace.exporter().netSource(
                      wish.checkpoint)] { return std::make_shared<const NetSnapshot>(textNet(source)); },
                 text);
            return;
        }
        m_workspace.training().snapshot(
            [self = QPointer<LensDock>(this), text](std::shared_ptr<const NetSnapshot> net) {
                if (self && !net) {
                    self->fail(tr("There is no net in training yet. Train one, or choose a checkpoint."));
                } else if (self) {
                    self->work([net] { return net; }, text);
                }
            });
    }

    /// Shows the first characters, and reads all of them where there are more than these.
    void work(const Net& net, const Text& text, std::size_t first = LensReading::beginning)
    {
        // Beside a training that has all cores, more threads would only make both wait for each other.
        const int threads = m_workspace.training().isBusy() ? 1 : m_workspace.nextRun().machine().device.threads;
        m_work.start([this, net, text, first, threads](const engine::GoOn& goOn) -> editor::LatestWork::Deliver {
            editor::LatestWork::Deliver deliver;
            const engine::Sentence failure = failureOf([&] {
                const std::shared_ptr<const NetSnapshot> snapshot = net();
                const std::string whole = text();
                // A backward direction comes from the end of what is read: with a beginning it would say something
                // else.
                const bool backward = std::ranges::any_of(snapshot->model.layers, engine::readsBackwardToo);
                const std::size_t most = backward ? LensReading::most : first;
                auto reading = std::make_shared<LensReading>(readForLens(*snapshot, whole, threads, goOn, most));
                reading->isBeginning = reading->cut && most < LensReading::most;
                deliver = [this, reading, snapshot, whole] {
                    show(reading);
                    if (reading->isBeginning) {
                        work([snapshot] { return snapshot; }, [whole] { return whole; }, LensReading::most);
                    }
                };
            });
            return deliver ? deliver : [this, failure] { fail(editor::inWords(failure)); };
        });
    }
    Text textOf(const LensWish& wish) const
    {
        std::string text;
        switch (wish.text) {
        case LensWish::Text::Written:
            text = m_workspace.textInView();
            if (text.empty()) {
                throw engine::Error(
                    ENGINE_TEXT("Session", "no text is written yet; write one first, or choose another text"));
            }
            break;
        case LensWish::Text::Learned:
            if (!engine::dataKindOf(m_workspace.document().derived().model).writes) { // a run of the queue's reads
                throw engine::Error(ENGINE_TEXT(
                    "Session",
                    "this project learns from no text; open the run as a project, or type a text of your own"));
            }
            return [file = m_workspace.data().file()] {
                const engine::TextFile learned(file, file.string());
                return std::string(learned.bytes().substr(0, 4 * LensReading::most)); // a character has 4 bytes at most
            };
        case LensWish::Text::Typed:
            text = wish.typed.toStdString();
            if (text.empty()) {
                throw engine::Error(ENGINE_TEXT("Session", "no text is typed; type one into the field above"));
            }
            break;
        }
        return [text] { return text; };
    }

    Workspace& m_workspace;
    editor::LatestWork m_work; // last, so that it ends before what it uses goes
};

template <class Dock>
QWidget* makeOfParts(const WindowParts& parts)
{
    return new Dock(parts);
}

struct Panels {
    Q_DECLARE_TR_FUNCTIONS(studio::Panels)

public:
    static std::span<const PanelSpec> all();
};

QWidget* makePalette(const WindowParts& parts)
{
    auto* palette = new editor::Palette(parts.parent);
    editor::CanvasView& canvas = parts.centre.canvas();
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
    QObject::connect(&parts.centre.canvas(), &editor::CanvasView::inspectRequested, inspector, [show, inspector] {
        show();
        inspector->setFocus();
    });
    QObject::connect(inspector, &editor::Inspector::left, &parts.centre.canvas(),
                     [&canvas = parts.centre.canvas()] { canvas.setFocus(Qt::OtherFocusReason); });
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
    QObject::connect(sizes, &editor::SizeTable::heatRequested, sizes, [sizes, &canvas = parts.centre.canvas()] {
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
    auto* strip = new LayerStrip(document, parts.centre.canvas().canvas());
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
        {"devices", QT_TR_NOOP("Devices"), makeOfParts<DevicesDock>, {}, {below, openBelow, below, below}},
        {"values", QT_TR_NOOP("Values"), makeOfParts<ValuesDock>, {}, {below, openBelow, below, below}},
        {"problems", QT_TR_NOOP("Problems"), makeOfParts<ProblemsDock>, {}, {below, below, below, below}},
        {"sizes", QT_TR_NOOP("Sizes"), makeSizes, {}, {below, below, below, below}},
        {"state", QT_TR_NOOP("State"), makeState, {}, {below, below, under, below}, {0, 0}},
        {"lens", QT_TR_NOOP("Lens"), makeOfParts<LensDock>, {}, {below, below, under, below}},
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
