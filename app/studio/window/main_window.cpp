// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/main_window.h"

#include "app/studio/panels/run_problems.h"
#include "app/studio/panels/runs_panel.h"
#include "app/studio/panels/training_panel.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/sequences/data_pages.h"
#include "app/studio/sequences/results_panel.h"
#include "app/studio/sequences/sequence_panel.h"
#include "app/studio/sequences/width_problems.h"
#include "app/studio/start/start_page.h"
#include "app/studio/text/diary.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/window/busy.h"
#include "app/studio/window/command_palette.h"
#include "app/studio/window/curves_link.h"
#include "app/studio/window/device_link.h"
#include "app/studio/window/exchange_link.h"
#include "app/studio/window/run_words.h"
#include "app/studio/window/text_link.h"
#include "editor/canvas/canvas_actions.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/document/edits.h"
#include "editor/looks/language.h"
#include "editor/looks/theme.h"
#include "editor/panels/history_panel.h"
#include "editor/panels/inspector.h"
#include "editor/panels/layer_tree.h"
#include "editor/panels/palette.h"
#include "editor/panels/problems_panel.h"
#include "editor/panels/size_table.h"
#include "editor/panels/solver_panel.h"
#include "editor/panels/text_twin.h"
#include "editor/panels/unroll_view.h"
#include "editor/words/numbers.h"
#include "editor/words/tips.h"
#include "engine/data/places.h"
#include "engine/devices/cpu/memory.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"

#include <algorithm>
#include <cmath>
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLayout>
#include <QLocale>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace studio {
namespace {

using State = TrainingSession::State;

constexpr int docksVersion = 4;  ///< goes up when docks come or go: kept arrangements of another version are dropped
constexpr int noticeTime = 8000; ///< milliseconds
constexpr QSize usualSize{1480, 920};
constexpr QSize leastPanel{200, 150};
constexpr double leastReadable = 0.45; ///< zoom at which a layer's words can be read
constexpr QSize leastCanvas{240, 160};

QString percent(double zoom)
{
    return QLocale().toString(100 * zoom, 'f', 0) + QStringLiteral(" %");
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      m_autosave([this] { return m_workspace.project(); }),
      m_symbols(m_workspace.document()),
      m_training(new TrainingActions(m_workspace, this)),
      m_exchange(new ExchangeLink(m_workspace, *this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(editor::icon(QStringLiteral("hamnet")));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks | QMainWindow::GroupedDragging);
    resize(usualSize.boundedTo(screen()->availableSize() * 0.96)); // before the docks, which share it
    makeFileActions();
    makePages();
    makeDocks();
    makeMenus();
    keepMenuKeys();
    makeToolBar();
    makeStatusBar();
    wire();
    m_usualDocks = saveState(docksVersion);
    const QSettings settings;
    m_docksAside = settings.value(QStringLiteral("window/docks")).toByteArray();
    for (QDockWidget* made : m_docks) {
        made->hide();
    }
    // Anew: side by side, before they became tabs, the docks have widened the window and the least that it may be.
    layout()->activate();
    resize(usualSize.boundedTo(screen()->availableSize() * 0.96));
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    showPage();
    showTitle();
    showStatus();
}

/// Panels and canvas look at the workspace: they go before it, which children of a window would not by themselves.
MainWindow::~MainWindow()
{
    for (QDockWidget* made : m_docks) {
        made->disconnect(this);
    }
    qDeleteAll(m_docks);
    delete m_pages;
}

QAction* MainWindow::action(const QString& icon, const QString& text, const QKeySequence& keys,
                            const std::function<void()>& act)
{
    auto* made = new QAction(text, this);
    if (!icon.isEmpty()) {
        made->setIcon(editor::icon(icon));
    }
    made->setShortcut(keys);
    connect(made, &QAction::triggered, this, act);
    return made;
}

void MainWindow::makeFileActions()
{
    m_new = action(QStringLiteral("new"), tr("&New drawing"), QKeySequence::New, [this] {
        if (mayLeave()) {
            m_workspace.startNew();
        }
    });
    m_open = action(QStringLiteral("open"), tr("&Open…"), QKeySequence::Open, [this] { chooseAndOpen(); });
    m_save = action(QStringLiteral("save"), tr("&Save"), QKeySequence::Save, [this] { save(); });
    m_saveAs = action(QStringLiteral("save_as"), tr("Save &as…"), QKeySequence::SaveAs, [this] { saveAs(); });
    m_import = action(QStringLiteral("import"), tr("&Import…"), QKeySequence(Qt::CTRL | Qt::Key_I),
                      [this] { m_exchange->chooseAndImport(); });
    m_import->setStatusTip(tr("Nets and weights of ONNX, PyTorch (safetensors), Caffe and MyCaffe"));
    m_export = action(QStringLiteral("export"), tr("&Export…"), QKeySequence(Qt::CTRL | Qt::Key_E),
                      [this] { m_exchange->showExport(); });
    m_export->setStatusTip(tr("What was learned, curves or the drawing, for other programs"));
    m_close = action(QString(), tr("&Close project"), QKeySequence::Close, [this] {
        if (mayLeave()) {
            m_workspace.close();
        }
    });
}

void MainWindow::makePages()
{
    m_pages = new QStackedWidget(this);
    m_start = new StartPage({m_new, m_open}, m_pages);
    m_pages->addWidget(m_start);
    m_canvas = new editor::CanvasView(m_workspace.document(), m_pages);
    m_pages->addWidget(m_canvas);
    m_pages->setMinimumSize(leastCanvas);
    m_unroll = new editor::UnrollView(m_workspace.document(), m_pages);
    m_pages->addWidget(m_unroll);
    connect(m_unroll, &editor::UnrollView::closeRequested, this, &MainWindow::showDrawing);
    setCentralWidget(m_pages);
    showCanvasWords();
    try {
        m_start->setSamples(samplesIn(engine::bundledModels()));
    } catch (const engine::Error& error) {
        m_start->setSamplesProblem(QString::fromStdString(error.what()));
    }
}

QDockWidget* MainWindow::dock(const QString& name, const QString& title, QWidget* widget, Qt::DockWidgetArea area)
{
    auto* made = new QDockWidget(title, this);
    made->setObjectName(name);
    widget->setMinimumSize(leastPanel); // what is taller than that scrolls or squeezes: a small screen shows all docks
    made->setWidget(widget);
    addDockWidget(area, made);
    m_docks.append(made);
    connect(made, &QDockWidget::dockLocationChanged, this, [this] { m_dressDocks.start(); });
    connect(made, &QDockWidget::topLevelChanged, this, [this] { m_dressDocks.start(); });
    connect(made, &QDockWidget::visibilityChanged, this, [this] { m_dressDocks.start(); });
    return made;
}

/// Alt and a letter open a menu. Panels lie in tabs behind each other, and those behind count as visible: a letter that
/// a menu has is taken from them.
void MainWindow::keepMenuKeys()
{
    QList<QKeySequence> taken;
    for (const QAction* menu : menuBar()->actions()) {
        taken.append(QKeySequence::mnemonic(menu->text()));
    }
    const auto yield = [&](auto* part) {
        if (taken.contains(QKeySequence::mnemonic(part->text()))) {
            part->setText(part->text().remove(QLatin1Char('&')));
        }
    };
    for (const QDockWidget* made : m_docks) {
        for (QLabel* label : made->findChildren<QLabel*>()) {
            yield(label);
        }
        for (QAbstractButton* button : made->findChildren<QAbstractButton*>()) {
            yield(button);
        }
    }
}

/// A dock among tabs has its title on its tab: a bar with the same words above it would be one row too many.
void MainWindow::dressDocks()
{
    for (QDockWidget* made : m_docks) {
        const bool titled = made->isFloating() || tabifiedDockWidgets(made).isEmpty();
        if (titled && made->titleBarWidget()) {
            QWidget* bar = made->titleBarWidget();
            made->setTitleBarWidget(nullptr);
            bar->deleteLater();
        } else if (!titled && !made->titleBarWidget()) {
            made->setTitleBarWidget(new QWidget(made));
        }
    }
}

void MainWindow::makeDocks()
{
    m_dressDocks.setSingleShot(true);
    m_dressDocks.setInterval(0); // once, after all that one change brings with it
    connect(&m_dressDocks, &QTimer::timeout, this, &MainWindow::dressDocks);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    editor::Document& document = m_workspace.document();

    m_palette = new editor::Palette(this);
    QDockWidget* palette = dock(QStringLiteral("palette"), tr("Layers"), m_palette, Qt::LeftDockWidgetArea);
    QDockWidget* history = dock(QStringLiteral("history"), tr("History"), new editor::HistoryPanel(document, this),
                                Qt::LeftDockWidgetArea);
    m_tree = new editor::LayerTree(document, this);
    m_treeDock = dock(QStringLiteral("tree"), tr("Structure"), m_tree, Qt::LeftDockWidgetArea);
    tabifyDockWidget(palette, m_treeDock);
    tabifyDockWidget(m_treeDock, history);
    palette->raise();

    m_inspector = new editor::Inspector(document, this);
    QDockWidget* inspector = dock(QStringLiteral("inspector"), tr("Inspector"), m_inspector, Qt::RightDockWidgetArea);
    m_trainingPanel = new TrainingPanel(m_workspace, *m_training, this);
    QDockWidget* training = dock(QStringLiteral("training"), tr("Training"), m_trainingPanel, Qt::RightDockWidgetArea);
    m_data = new DataPages(m_workspace, this);
    QDockWidget* reading = dock(QStringLiteral("data"), tr("Data"), m_data, Qt::RightDockWidgetArea);
    QDockWidget* twin =
        dock(QStringLiteral("prototxt"), tr("Prototxt"), new editor::TextTwin(document, this), Qt::RightDockWidgetArea);
    QDockWidget* solver =
        dock(QStringLiteral("solver"), tr("Solver"), new editor::SolverPanel(document, this), Qt::RightDockWidgetArea);
    tabifyDockWidget(inspector, solver);
    tabifyDockWidget(solver, training);
    tabifyDockWidget(training, reading);
    inspector->raise();

    auto* plot = new LossPlot(this);
    auto* diary = new Diary(this);
    m_curves = new CurvesLink(m_workspace, *plot, *diary);
    QDockWidget* curves = dock(QStringLiteral("curves"), tr("Curves"), plot, Qt::BottomDockWidgetArea);
    auto* text = new TextPanel(this);
    m_text = new TextLink(m_workspace, *text);
    connect(m_text, &TextLink::copied, this,
            [this](const QString& command) { statusBar()->showMessage(tr("Copied: %1").arg(command), noticeTime); });
    QDockWidget* writing = dock(QStringLiteral("writing"), tr("Writing"), text, Qt::RightDockWidgetArea);
    tabifyDockWidget(reading, twin);
    tabifyDockWidget(twin, writing);
    inspector->raise();
    m_diaryDock = dock(QStringLiteral("diary"), tr("Samples"), diary, Qt::BottomDockWidgetArea);
    m_resultsDock =
        dock(QStringLiteral("results"), tr("Results"), new ResultsPanel(m_workspace, this), Qt::BottomDockWidgetArea);
    splitDockWidget(curves, m_diaryDock, Qt::Horizontal);
    tabifyDockWidget(m_diaryDock, m_resultsDock);
    m_diaryDock->raise();
    connect(diary, &Diary::replayRequested, this, [text, writing](const WrittenText& sample) {
        text->setWish(sample);
        writing->raise();
        text->setFocus();
    });
    connect(plot, &LossPlot::checkpointActivated, this, [text, writing](const QString& file) {
        text->setSource(file.toStdString());
        writing->raise();
        text->setFocus();
    });
    connect(m_data, &DataPages::factsChanged, text, [this, text] { text->setVocabulary(m_data->facts().known); });
    m_sizes = new editor::SizeTable(document, this);
    QDockWidget* sizes = dock(QStringLiteral("sizes"), tr("Sizes"), m_sizes, Qt::BottomDockWidgetArea);
    m_problems = new editor::ProblemsPanel(document, this);
    m_problemsDock = dock(QStringLiteral("problems"), tr("Problems"), m_problems, Qt::BottomDockWidgetArea);
    auto* runs = new RunsPanel(m_workspace, this);
    QDockWidget* runList = dock(QStringLiteral("runs"), tr("Runs"), runs, Qt::BottomDockWidgetArea);
    connect(runs, &RunsPanel::problem, this, &MainWindow::say);
    connect(runs, &RunsPanel::exportRequested, this,
            [this](ExportContent content, int run) { m_exchange->showExport(content, run); });
    connect(runs, &RunsPanel::writeRequested, this, [text, writing](const QString& file) {
        text->setSource(file.toStdString());
        writing->raise();
        text->setFocus();
    });
    auto* devices = new QTabWidget(this);
    connect(new DeviceLink(*devices), &DeviceLink::taken, m_trainingPanel, &TrainingPanel::noteReading);
    QDockWidget* meters = dock(QStringLiteral("devices"), tr("Devices"), devices, Qt::BottomDockWidgetArea);
    tabifyDockWidget(curves, runList);
    tabifyDockWidget(runList, meters);
    tabifyDockWidget(meters, sizes);
    tabifyDockWidget(sizes, m_problemsDock);
    curves->raise();
    m_sizes->setAvailableMemory(engine::processMemory().available, tr("this computer"));
    connect(m_trainingPanel, &TrainingPanel::fitChanged, this, [this] {
        const WillItFit& fit = m_trainingPanel->fit();
        if (fit.device && fit.device->of != "CPU") {
            const std::int64_t besides = fit.device->needed - fit.parts.onDevice(); // its context and libraries
            m_sizes->setAvailableMemory(fit.device->memory.available - besides, QString::fromStdString(fit.device->of),
                                        editor::MemoryView::Counts::NetOnly);
        } else if (fit.device) {
            m_sizes->setAvailableMemory(fit.device->memory.available, tr("this computer"));
        }
        listRunProblems();
    });
    connect(m_data, &DataPages::factsChanged, this, [this] {
        const CorpusFacts& facts = m_data->facts();
        const bool known = facts.problem.isEmpty() && facts.known.size() > 0;
        m_problems->setVocabulary(known ? std::optional<std::int64_t>(facts.known.size()) : std::nullopt);
        listRunProblems();
    });
    connect(&document, &editor::Document::changed, this, &MainWindow::listRunProblems);
    connect(m_problems, &editor::ProblemsPanel::countChanged, this, &MainWindow::showStatus);
    connect(m_sizes, &editor::SizeTable::heatRequested, this, [this] {
        const bool coloured = m_sizes->heatColumn().has_value();
        m_canvas->setHeat(coloured ? [this](editor::Id id) { return m_sizes->heat(id); }
                                   : std::function<std::optional<double>(editor::Id)>());
    });
    connect(m_sizes, &editor::SizeTable::arithmeticRequested, this, [this, inspector](editor::Id id) {
        m_workspace.document().focus(id);
        inspector->raise();
    });

    resizeDocks({palette, inspector},
                {std::clamp(width() * 17 / 100, 180, 250), std::clamp(width() * 27 / 100, 320, 400)}, Qt::Horizontal);
    const int low = std::clamp(height() * 31 / 100, 150, 290);
    resizeDocks({curves, m_diaryDock}, {low, low}, Qt::Vertical);
    resizeDocks({curves, m_diaryDock}, {560, 480}, Qt::Horizontal);
}

void MainWindow::makeMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addActions({m_new, m_open});
    m_recentMenu = file->addMenu(editor::icon(QStringLiteral("recent")), tr("Open &recent"));
    file->addSeparator();
    file->addActions({m_save, m_saveAs});
    file->addSeparator();
    file->addActions({m_import, m_export});
    file->addSeparator();
    file->addAction(m_close);
    file->addAction(action({}, tr("&Quit"), QKeySequence::Quit, [this] { close(); }));

    QUndoStack& stack = m_workspace.document().undoStack();
    QAction* undo = stack.createUndoAction(this, tr("&Undo"));
    undo->setIcon(editor::icon(QStringLiteral("undo")));
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo = stack.createRedoAction(this, tr("&Redo"));
    redo->setIcon(editor::icon(QStringLiteral("redo")));
    redo->setShortcut(QKeySequence::Redo);
    undo->setObjectName(QStringLiteral("undo"));
    redo->setObjectName(QStringLiteral("redo"));

    const editor::CanvasActions& canvas = m_canvas->actions();
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({undo, redo});
    edit->addSeparator();
    edit->addActions({canvas.cut, canvas.copy, canvas.paste, canvas.duplicate, canvas.remove, canvas.removeCutting});
    edit->addSeparator();
    edit->addActions({canvas.selectAll, canvas.selectUpstream, canvas.selectDownstream});
    edit->addSeparator();
    edit->addAction(action(QStringLiteral("search"), tr("&Find layer…"), QKeySequence::Find, [this] {
        m_treeDock->show();
        m_treeDock->raise();
        m_tree->focusSearch();
    }));

    QMenu* layer = menuBar()->addMenu(tr("&Layer"));
    layer->addActions({canvas.add, canvas.connectOutput, canvas.disconnectInputs, canvas.rename, canvas.inspect,
                       canvas.unroll, canvas.freeze, canvas.addOutput});
    layer->addSeparator();
    layer->addActions({canvas.addComment, canvas.addFrame});
    layer->addSeparator();
    layer->addActions({canvas.arrange, canvas.arrangeSelection});
    QMenu* align = layer->addMenu(editor::icon(QStringLiteral("align_left")), tr("A&lign and distribute"));
    for (QAction* aligning : canvas.aligning()) {
        align->addAction(aligning);
    }

    QMenu* training = menuBar()->addMenu(tr("&Training"));
    training->addActions({m_training->train, m_training->pause, m_training->step, m_training->stop});
    training->addSeparator();
    training->addActions({m_training->resume, m_training->validate, m_training->save});

    makeViewMenu(*menuBar()->addMenu(tr("&View")));
    makeHelpMenu(*menuBar()->addMenu(tr("&Help")));
}

void MainWindow::makeViewMenu(QMenu& menu)
{
    const editor::CanvasActions& canvas = m_canvas->actions();
    menu.addActions({canvas.zoomIn, canvas.zoomOut, canvas.zoomOne, canvas.zoomFit, canvas.zoomSelection});
    menu.addSeparator();
    menu.addActions({canvas.grid, canvas.snap, canvas.minimap});
    QMenu* phases = menu.addMenu(tr("Show &phase"));
    auto* group = new QActionGroup(this);
    const std::pair<engine::Phase, QString> names[] = {{engine::Phase::Train, tr("&Training")},
                                                       {engine::Phase::Test, tr("T&est")},
                                                       {engine::Phase::Run, tr("&Writing (RUN)")}};
    for (const auto& [phase, name] : names) {
        QAction* show = phases->addAction(name, this, [this, shown = phase] {
            m_workspace.document().showPhase(shown);
            m_workspace.view().phase = shown;
        });
        show->setCheckable(true);
        show->setActionGroup(group);
        connect(&m_workspace.document(), &editor::Document::changed, show,
                [this, show, shown = phase] { show->setChecked(m_workspace.document().shownPhase() == shown); });
        show->setChecked(phase == engine::Phase::Train);
    }
    menu.addSeparator();
    QMenu* panels = menu.addMenu(tr("Pa&nels"));
    for (QDockWidget* made : m_docks) {
        panels->addAction(made->toggleViewAction());
    }
    panels->addSeparator();
    panels->addAction(tr("&Usual arrangement"), this, [this] { arrangeDocks(m_usualDocks); });
    makeLooksMenu(*menu.addMenu(tr("&Theme")));
    makeLanguageMenu(*menu.addMenu(tr("&Language")));
}

void MainWindow::makeLanguageMenu(QMenu& menu)
{
    auto* group = new QActionGroup(this);
    const auto offer = [&](const QString& code, const QString& name) {
        QAction* choose = menu.addAction(name, this, [this, code] {
            editor::chooseLanguage(code);
            say(tr("The language changes when Hamnet is started anew."));
        });
        choose->setCheckable(true);
        choose->setActionGroup(group);
        choose->setChecked(editor::chosenLanguage() == code);
    };
    offer({}, tr("As the &desktop"));
    for (const QString& code : editor::languages()) {
        offer(code, QLocale(code).nativeLanguageName());
    }
}

void MainWindow::makeLooksMenu(QMenu& menu)
{
    using Mode = editor::Looks::Mode;
    auto* group = new QActionGroup(this);
    const std::pair<Mode, QString> modes[] = {
        {Mode::System, tr("As the &desktop")}, {Mode::Light, tr("&Light")}, {Mode::Dark, tr("Da&rk")}};
    for (const auto& [mode, name] : modes) {
        QAction* choose = menu.addAction(name, this, [wanted = mode] { editor::Looks::instance().setMode(wanted); });
        choose->setCheckable(true);
        choose->setActionGroup(group);
        choose->setChecked(editor::Looks::instance().mode() == mode);
    }
}

void MainWindow::makeHelpMenu(QMenu& menu)
{
    menu.addAction(action(QStringLiteral("search"), tr("Find &command…"),
                          QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), [this] { showCommands(); }));
    menu.addAction(
        action(QStringLiteral("help"), tr("&Keys…"), QKeySequence(QKeySequence::HelpContents), [this] { showKeys(); }));
    menu.addAction(tr("&About Hamnet"), this, [this] { showAbout(); });
}

void MainWindow::makeToolBar()
{
    QToolBar* bar = addToolBar(tr("Main tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setIconSize({20, 20});
    bar->addActions({m_new, m_open, m_save});
    bar->addSeparator();
    bar->addActions({findChild<QAction*>(QStringLiteral("undo")), findChild<QAction*>(QStringLiteral("redo"))});
    bar->addSeparator();
    bar->addActions({m_training->train, m_training->pause, m_training->step, m_training->stop});
    if (auto* train = qobject_cast<QToolButton*>(bar->widgetForAction(m_training->train))) {
        train->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    bar->addSeparator();
    const editor::CanvasActions& canvas = m_canvas->actions();
    bar->addActions({canvas.arrange, canvas.zoomFit, canvas.zoomIn, canvas.zoomOut, canvas.snap, canvas.minimap});
}

void MainWindow::makeStatusBar()
{
    m_runStatus = new QLabel(this);
    m_sizeStatus = new QLabel(this);
    m_zoomStatus = new QLabel(this);
    m_problemStatus = new QToolButton(this);
    m_problemStatus->setObjectName(QStringLiteral("problemStatus"));
    m_problemStatus->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_problemStatus->setAutoRaise(true);
    connect(m_problemStatus, &QToolButton::clicked, this, [this] {
        m_problemsDock->show();
        m_problemsDock->raise();
    });
    for (QWidget* part : std::initializer_list<QWidget*>{m_runStatus, m_problemStatus, m_sizeStatus, m_zoomStatus}) {
        statusBar()->addPermanentWidget(part);
    }
}

void MainWindow::wire()
{
    editor::Document& document = m_workspace.document();
    TrainingSession& training = m_workspace.training();
    connect(&document, &editor::Document::changed, this, &MainWindow::showStatus);
    connect(&document, &editor::Document::recounted, this, &MainWindow::showStatus);
    connect(&document, &editor::Document::changed, this, &MainWindow::keepCopy);
    connect(&document, &editor::Document::focusRequested, this,
            &MainWindow::showDrawing); // the canvas goes to the node
    connect(&m_workspace, &Workspace::opened, this, &MainWindow::showPage);
    connect(&m_workspace, &Workspace::fileChanged, this, &MainWindow::showTitle);
    connect(&m_workspace, &Workspace::runsChanged, this, &MainWindow::keepCopy);
    connect(&m_workspace, &Workspace::choiceChanged, this, &MainWindow::keepCopy);
    connect(&m_workspace, &Workspace::noted, this,
            [this](const QString& sentence) { statusBar()->showMessage(sentence, noticeTime); });
    connect(&m_workspace, &Workspace::warned, this, &MainWindow::say);
    connect(&m_autosave, &AutoSave::failed, this, &MainWindow::say);
    connect(&m_autosave, &AutoSave::copied, this, &MainWindow::forgetRecovered);
    connect(&training, &TrainingSession::stateChanged, this, &MainWindow::showStatus);
    connect(&training, &TrainingSession::progressed, this, &MainWindow::showStatus);
    connect(&m_workspace, &Workspace::staleChanged, this, &MainWindow::showStatus);
    connect(&training, &TrainingSession::progressed, m_inspector, [this](const TrainingProgress& progress) {
        if (!m_workspace.isStale()) {
            m_inspector->setStepTime(progress.millisecondsPerStep);
        }
    });
    connect(&training, &TrainingSession::checkpointed, this, &MainWindow::keepCopy);
    connect(m_training, &TrainingActions::refused, this, &MainWindow::say);
    connect(m_trainingPanel, &TrainingPanel::importRequested, m_import, &QAction::trigger);
    connect(m_exchange, &ExchangeLink::said, this, &MainWindow::say);
    connect(m_exchange, &ExchangeLink::noted, this,
            [this](const QString& sentence) { statusBar()->showMessage(sentence, noticeTime); });
    connect(m_exchange, &ExchangeLink::openRequested, this, [this](const QString& file) {
        if (m_workspace.joins(file.toStdString()) || mayLeave()) {
            openFile(file);
        }
    });
    connect(&training, &TrainingSession::failed, this, &MainWindow::say);
    connect(&training, &TrainingSession::troubled, this, &MainWindow::say);
    connect(m_start, &StartPage::fileChosen, this, [this](const QString& file) {
        if (mayLeave()) {
            openFile(file);
        }
    });
    connect(m_start, &StartPage::sampleChosen, this, [this](const QString& file, const QString& knownSet) {
        if (mayLeave() && openFile(file)) {
            findChild<QDockWidget*>(QStringLiteral("data"))->raise();
            m_data->sequences().useKnownSet({.set = engine::knownSet(knownSet.toStdString())});
        }
    });
    connect(m_start, &StartPage::recoverChosen, this, &MainWindow::recover);
    connect(m_start, &StartPage::discardChosen, this, [this](const Recoverable& copy) {
        discard(copy);
        offerRecovery();
    });
    connect(m_palette, &editor::Palette::addRequested, this,
            [this](const QString& type) { m_canvas->append(engine::layerType(type.toStdString())); });
    m_canvas->viewport()->installEventFilter(this);
    connect(m_canvas, &editor::CanvasView::zoomChanged, this,
            [this](double zoom) { m_zoomStatus->setText(percent(zoom)); });
    connect(m_canvas, &editor::CanvasView::inspectRequested, this, [this] {
        findChild<QDockWidget*>(QStringLiteral("inspector"))->raise();
        m_inspector->setFocus();
    });
    connect(m_canvas, &editor::CanvasView::unrollRequested, this, &MainWindow::unroll);
    connect(&m_recent, &RecentFiles::changed, this, [this] {
        QStringList files;
        m_recentMenu->clear();
        for (const RecentFiles::Entry& entry : m_recent.entries()) {
            files.append(entry.file);
            m_recentMenu
                ->addAction(QFileInfo(entry.file).fileName(), this,
                            [this, file = entry.file] {
                                if (mayLeave()) {
                                    openFile(file);
                                }
                            })
                ->setEnabled(entry.exists);
        }
        m_recentMenu->setEnabled(!files.isEmpty());
        m_start->setRecent(files);
    });
    emit m_recent.changed();
}

bool MainWindow::openFile(const QString& file)
{
    const std::filesystem::path path = QFileInfo(file).absoluteFilePath().toStdString();
    const Busy busy(*statusBar(), tr("Opening %1…").arg(QFileInfo(file).fileName()));
    if (const auto problem = m_workspace.open(path)) {
        say(*problem);
        if (m_workspace.isModified()) {
            m_autosave.touch(); // what was to be left is still open, its copy perhaps gone
        }
        return false;
    }
    if (m_workspace.file() == path) {
        m_recent.add(QString::fromStdString(path.string()));
    }
    return true;
}

void MainWindow::chooseAndOpen()
{
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open"), QString(),
        tr("Projects, nets and texts (*.hamnet *.prototxt *.onnx *.safetensors *.caffemodel *.mycaffemodel "
           "*.txt);;Projects and checkpoints (*.hamnet);;Nets and solvers (*.prototxt *.pbtxt);;Nets and weights of "
           "other programs (*.onnx *.safetensors *.caffemodel *.mycaffemodel *.solverstate);;Texts (*.txt);;All files "
           "(*)"));
    if (!file.isEmpty() && (m_workspace.joins(file.toStdString()) || mayLeave())) {
        openFile(file);
    }
}

/// The weights that runs start from may be copied to the project's own, however large.
std::optional<QString> MainWindow::saveTo(const std::filesystem::path& file)
{
    const Busy busy(*statusBar(), tr("Saving %1…").arg(QString::fromStdString(file.filename().string())));
    return m_workspace.save(file);
}

bool MainWindow::save()
{
    if (m_workspace.file().empty()) {
        return saveAs();
    }
    keepView();
    if (const auto problem = saveTo(m_workspace.file())) {
        say(*problem);
        return false;
    }
    m_autosave.close();
    forgetRecovered();
    m_recent.add(QString::fromStdString(m_workspace.file().string()));
    statusBar()->showMessage(tr("Saved"), noticeTime);
    return true;
}

bool MainWindow::saveAs()
{
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save project"), m_workspace.title() + QStringLiteral(".hamnet"), tr("Hamnet projects (*.hamnet)"));
    if (file.isEmpty()) {
        return false;
    }
    keepView();
    std::filesystem::path path = file.toStdString();
    if (path.extension() != ".hamnet") {
        path += ".hamnet";
    }
    if (const auto problem = saveTo(path)) {
        say(*problem);
        return false;
    }
    m_autosave.close();
    forgetRecovered();
    m_autosave.setOriginal(path);
    m_recent.add(QString::fromStdString(path.string()));
    statusBar()->showMessage(tr("Saved"), noticeTime);
    return true;
}

bool MainWindow::mayLeave()
{
    TrainingSession& training = m_workspace.training();
    if (training.isBusy()) {
        QMessageBox box(QMessageBox::Question, tr("A run is under way"),
                        tr("%1 is still training.").arg(QString::fromStdString(training.record().name)),
                        QMessageBox::NoButton, this);
        box.setInformativeText(tr("Its checkpoint is saved when it stops, so that it can go on later."));
        QPushButton* stop = box.addButton(tr("&Stop and save"), QMessageBox::AcceptRole);
        box.addButton(tr("&Keep training"), QMessageBox::RejectRole);
        box.setDefaultButton(stop);
        box.exec();
        if (box.clickedButton() != static_cast<QAbstractButton*>(stop)) {
            return false;
        }
        QEventLoop waiting;
        connect(&training, &TrainingSession::stateChanged, &waiting, [&](State state) {
            if (state == State::Idle) {
                waiting.quit();
            }
        });
        training.stop();
        if (training.isBusy()) {
            waiting.exec();
        }
    }
    if (!m_workspace.isModified()) {
        m_autosave.close();
        return true;
    }
    QMessageBox box(QMessageBox::Question, tr("Save changes?"),
                    tr("%1 has changes that are not saved.").arg(m_workspace.title()),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    if (m_workspace.file().empty() && !m_workspace.runs().empty()) {
        box.setInformativeText(tr("Discard throws the checkpoints of its runs away, too."));
    }
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return save();
    case QMessageBox::Discard:
        m_workspace.discardUnsaved();
        m_autosave.close();
        forgetRecovered();
        return true;
    default:
        return false;
    }
}

void MainWindow::say(const QString& sentence)
{
    if (m_workspace.isOpen()) {
        m_canvas->say(sentence);
    } else {
        m_start->setNotice(sentence);
    }
}

void MainWindow::showPage()
{
    const bool open = m_workspace.isOpen();
    m_pages->setCurrentWidget(open ? static_cast<QWidget*>(m_canvas) : m_start);
    showDocks(open);
    if (open) {
        m_start->setNotice({});
        m_autosave.setOriginal(m_workspace.file());
        m_fitted = m_workspace.view().docks.empty();
        if (m_fitted) {
            showWhole();
        } else {
            arrangeDocks(QByteArray::fromStdString(m_workspace.view().docks));
            m_canvas->setZoom(m_workspace.view().zoom);
            m_canvas->centerOn(m_workspace.view().middleX, m_workspace.view().middleY);
        }
        showWhatItSays();
        m_canvas->setFocus();
    }
    for (QAction* needsProject : {m_save, m_saveAs, m_close, m_export}) {
        needsProject->setEnabled(open);
    }
    showTitle();
    showStatus();
}

/// A net of texts writes samples, one of sequences has results.
void MainWindow::showWhatItSays()
{
    const bool sequences = engine::learnsSequences(m_workspace.document().derived().model);
    (sequences ? m_resultsDock : m_diaryDock)->raise();
}

/// Docks as they were kept. Those of a larger screen would push the window over the edge of this one: it keeps its
/// size.
void MainWindow::arrangeDocks(const QByteArray& kept)
{
    const QSize before = size();
    restoreState(kept, docksVersion);
    if (!isMaximized() && !isFullScreen()) {
        resize(before);
    }
}

/// The start page stands alone; who opens a project finds the panels as they were.
void MainWindow::showDocks(bool open)
{
    if (open == m_docksShown) {
        return;
    }
    m_docksShown = open;
    if (!open) {
        m_docksAside = saveState(docksVersion);
    }
    for (QDockWidget* made : m_docks) {
        made->toggleViewAction()->setEnabled(open);
        made->setVisible(open);
    }
    if (open) {
        arrangeDocks(m_docksAside.isEmpty() ? m_usualDocks : m_docksAside);
    }
}

void MainWindow::keepView()
{
    ViewState& view = m_workspace.view();
    view.zoom = m_canvas->zoom();
    const QPointF middle = m_canvas->shownArea().center();
    view.middleX = middle.x();
    view.middleY = middle.y();
    view.docks = saveState(docksVersion).toStdString();
}

void MainWindow::showTitle()
{
    setWindowModified(m_workspace.isModified());
    setWindowTitle(m_workspace.isOpen() ? tr("%1[*] – Hamnet").arg(m_workspace.title()) : tr("Hamnet"));
    if (!m_workspace.file().empty()) {
        setWindowFilePath({});
    }
}

void MainWindow::listRunProblems()
{
    std::vector<editor::Warning> problems = runProblems(m_data->facts(), m_trainingPanel->fit());
    for (editor::Warning& problem : widthProblems(m_workspace.document(), m_data->sequences().facts())) {
        problems.push_back(std::move(problem));
    }
    m_problems->setRunProblems(std::move(problems));
}

void MainWindow::showStatus()
{
    const bool open = m_workspace.isOpen();
    const editor::Derived& derived = m_workspace.document().derived();
    const int errors = m_problems->errors(), doubts = m_problems->doubts();
    m_problemStatus->setVisible(open && !m_workspace.document().content().nodes.empty());
    m_problemStatus->setIcon(editor::icon(errors > 0   ? QStringLiteral("error")
                                          : doubts > 0 ? QStringLiteral("warning")
                                                       : QStringLiteral("info")));
    m_problemStatus->setText(errors > 0   ? tr("%n problem(s)", nullptr, errors)
                             : doubts > 0 ? tr("%n warning(s)", nullptr, doubts)
                                          : tr("No problems"));
    m_sizeStatus->setVisible(open && !m_workspace.document().content().nodes.empty());
    m_sizeStatus->setText(
        tr("%1 parameters, %2 to train")
            .arg(editor::countText(derived.report.parameters), editor::bytesText(derived.report.memory.total())));
    m_zoomStatus->setVisible(open);
    const TrainingSession& training = m_workspace.training();
    const TrainingProgress& progress = training.progressNow();
    m_runStatus->setVisible(training.isBusy());
    if (training.isBusy()) {
        const bool knows = training.state() != State::Starting && progress.iteration > 0;
        const QString words = knows ? runInWords(training.begun(), progress) : tr("Starting…");
        m_runStatus->setText(m_workspace.isStale() ? tr("The drawing has changed since · %1").arg(words) : words);
    }
}

void MainWindow::showCanvasWords()
{
    editor::Document& document = m_workspace.document();
    editor::CanvasWords words = editor::plainWords(document);
    words.nodeHelp = [this, &document](editor::Id id) { return editor::nodeTip(document, m_symbols.now(), id); };
    words.wireHelp = [this, &document](const editor::Wire& wire) {
        return editor::wireTip(document, m_symbols.now(), wire);
    };
    words.wireLabel = [this, plain = words.wireLabel](const editor::Wire& wire) {
        const QString symbols = m_symbols.now().text(wire.from), numbers = plain(wire);
        return symbols.isEmpty() || numbers.isEmpty() ? numbers : tr("%1 = %2").arg(symbols, numbers);
    };
    m_canvas->setWords(std::move(words));
}

void MainWindow::unroll(editor::Id node)
{
    m_unroll->setNode(node);
    m_pages->setCurrentWidget(m_unroll);
    m_unroll->setFocus();
}

/// The whole drawing, or, where that would be too small to read, its head.
void MainWindow::showWhole()
{
    m_canvas->fitAll();
    if (m_canvas->zoom() < leastReadable && !m_workspace.document().content().nodes.empty()) {
        const QRectF all = m_canvas->canvas().itemsBoundingRect();
        m_canvas->setZoom(leastReadable);
        const double high = m_canvas->shownArea().height();
        m_canvas->centerOn(all.center().x(), all.top() + high / 2 - 2 * editor::gridStep);
    }
}

/// Back from an unrolled layer, to the drawing as it was left.
void MainWindow::showDrawing()
{
    m_pages->setCurrentWidget(m_canvas);
    m_canvas->setFocus();
}

/// What was chosen runs once the palette is gone and the window has the focus again.
void MainWindow::showCommands()
{
    CommandPalette palette(*menuBar(), this);
    if (palette.exec() == QDialog::Accepted && palette.chosen()) {
        QTimer::singleShot(0, palette.chosen(), &QAction::trigger);
    }
}

void MainWindow::showKeys()
{
    QString rows;
    for (const QAction* listed : findChildren<QAction*>()) {
        if (!listed->shortcut().isEmpty() && !listed->text().isEmpty()) {
            rows += QStringLiteral("<tr><td style='padding-right:24px'>%1</td><td>%2</td></tr>")
                        .arg(listed->text().remove(QLatin1Char('&')).toHtmlEscaped(),
                             listed->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped());
        }
    }
    QDialog dialog(this);
    dialog.setWindowTitle(tr("Keys"));
    dialog.resize(QSize(460, 560).boundedTo(screen()->availableSize() * 0.9));
    auto* list = new QTextBrowser(&dialog);
    list->setHtml(QStringLiteral("<table>%1</table>").arg(rows));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* whole = new QVBoxLayout(&dialog);
    whole->addWidget(list);
    whole->addWidget(buttons);
    dialog.exec();
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About Hamnet"),
                       tr("<h3>Hamnet %1</h3><p>Draw recurrent nets, train them, and read what they write.</p>"
                          "<p>Free software under the GNU General Public License, version 3 or later. Plots by "
                          "QCustomPlot.</p>")
                           .arg(QCoreApplication::applicationVersion()));
}

/// A drawing that was just opened stays whole in view while the window finds its size, until the user takes over.
bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
        if (m_fitted) {
            QTimer::singleShot(0, this, &MainWindow::showWhole);
        }
        break;
    case QEvent::Wheel:
    case QEvent::MouseButtonPress:
    case QEvent::KeyPress:
        m_fitted = false;
        break;
    default:
        break;
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayLeave()) {
        event->ignore();
        return;
    }
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/docks"), m_docksShown ? saveState(docksVersion) : m_docksAside);
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            const QString file = url.toLocalFile();
            if (m_workspace.joins(file.toStdString()) || mayLeave()) {
                openFile(file);
            }
            event->acceptProposedAction();
            return;
        }
    }
}

/// What is as it was opened needs no copy: nothing would be lost.
void MainWindow::keepCopy()
{
    if (m_workspace.isModified()) {
        m_autosave.touch();
    }
}

void MainWindow::offerRecovery()
{
    m_start->setRecoverable(recoverable());
}

void MainWindow::recover(const Recoverable& copy)
{
    try {
        m_workspace.restore(loadCopy(copy.copy), copy.summary.file);
    } catch (const engine::Error& error) {
        say(QString::fromStdString(error.what()));
        return;
    }
    m_recovered = copy;
    m_autosave.touch();
}

/// A recovered copy goes once there is a newer one, or the project itself is saved: until then a second crash would
/// lose what it holds.
void MainWindow::forgetRecovered()
{
    if (m_recovered) {
        discard(*m_recovered);
        m_recovered.reset();
        offerRecovery();
    }
}

} // namespace studio
