// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/menus.h"

#include "app/studio/panels/training_actions.h"
#include "app/studio/race/race_dialog.h"
#include "app/studio/window/activities.h"
#include "app/studio/window/file_commands.h"
#include "app/studio/window/help_dialogs.h"
#include "app/studio/window/window_guide.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/canvas/canvas_actions.h"
#include "editor/looks/language.h"
#include "editor/looks/theme.h"
#include "editor/panels/layer_tree.h"
#include "editor/panels/problems_panel.h"
#include "editor/widgets/parts.h"

#include <QActionGroup>
#include <QLocale>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

namespace studio {

Menus::Menus(const WindowParts& parts, WindowGuide& guide)
    : QObject(&parts.window), m_window(parts.window), m_parts(parts), m_guide(guide)
{
    QMenuBar& bar = *m_window.menuBar();
    makeFileMenu(*bar.addMenu(tr("&File")));
    makeEditMenu(*bar.addMenu(tr("&Edit")));
    makeLayerMenu(*bar.addMenu(tr("&Layer")));
    makeTrainingMenu(*bar.addMenu(tr("&Training")));
    makeViewMenu(*bar.addMenu(tr("&View")));
    makeHelpMenu(*bar.addMenu(tr("&Help")));
    makeToolBar();
}

QAction& Menus::named(const char* action) const
{
    auto* const found = m_window.findChild<QAction*>(QLatin1String(action));
    if (!found) {
        qFatal("there is no action %s", action);
    }
    return *found;
}

void Menus::makeFileMenu(QMenu& menu)
{
    FileCommands& files = m_parts.files;
    menu.addActions({files.begin, files.open});
    menu.addMenu(files.recent);
    menu.addSeparator();
    menu.addActions({files.save, files.saveAs, files.restore});
    menu.addSeparator();
    menu.addActions({files.importFrom, files.exportTo});
    menu.addSeparator();
    menu.addAction(files.close);
    QAction* quit = menu.addAction(tr("&Quit"), &m_window, &QWidget::close);
    quit->setShortcut(QKeySequence::Quit);
}

void Menus::makeEditMenu(QMenu& menu)
{
    QUndoStack& stack = m_parts.workspace.document().undoStack();
    m_undo = stack.createUndoAction(&m_window, tr("&Undo"));
    m_undo->setIcon(editor::icon(QStringLiteral("undo")));
    m_undo->setShortcut(QKeySequence::Undo);
    m_undo->setObjectName(QStringLiteral("undo"));
    m_redo = stack.createRedoAction(&m_window, tr("&Redo"));
    m_redo->setIcon(editor::icon(QStringLiteral("redo")));
    m_redo->setShortcut(QKeySequence::Redo);
    m_redo->setObjectName(QStringLiteral("redo"));
    const editor::CanvasActions& canvas = m_parts.pages.canvas().actions();
    menu.addActions({m_undo, m_redo});
    menu.addSeparator();
    menu.addActions({canvas.cut, canvas.copy, canvas.paste, canvas.duplicate, canvas.remove, canvas.removeCutting});
    menu.addSeparator();
    menu.addActions({canvas.selectAll, canvas.selectUpstream, canvas.selectDownstream});
    menu.addSeparator();
    QAction* find = menu.addAction(editor::icon(QStringLiteral("search")), tr("&Find layer…"), this, [this] {
        m_parts.activities.go(Activity::Draw);
        m_parts.docks.bringForward("tree");
        m_window.findChild<editor::LayerTree*>()->focusSearch();
    });
    find->setShortcut(QKeySequence::Find);
    menu.addAction(m_window.findChild<editor::ProblemsPanel*>()->quickFix());
}

void Menus::makeLayerMenu(QMenu& menu)
{
    const editor::CanvasActions& canvas = m_parts.pages.canvas().actions();
    menu.addActions({canvas.add, canvas.connectOutput, canvas.disconnectInputs, canvas.rename, canvas.inspect,
                     canvas.unroll, canvas.freeze, canvas.addOutput});
    menu.addSeparator();
    menu.addActions({canvas.addComment, canvas.addFrame});
    menu.addSeparator();
    menu.addActions({canvas.arrange, canvas.arrangeSelection});
    QMenu* layout = menu.addMenu(editor::icon(QStringLiteral("layout")), tr("La&yout"));
    layout->addActions({canvas.oneColumn, canvas.severalColumns});
}

void Menus::makeTrainingMenu(QMenu& menu)
{
    TrainingActions& training = m_parts.training;
    menu.addActions({training.train, training.stop, training.pause, training.step});
    menu.addSeparator();
    menu.addActions({training.resume, training.validate, training.save});
    menu.addSeparator();
    for (const char* action : {"queueRun", "trySettings", "whichCell", "trainSeeds"}) {
        menu.addAction(&named(action));
    }
    menu.addSeparator();
    menu.setToolTipsVisible(true); // they say why there can be no race
    m_race = menu.addAction(tr("Race &engines…"), this, [this] {
        auto* dialog = new RaceDialog(m_parts.workspace, &m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setCheck([this] { return m_parts.training.refusal(TrainingActions::Start::Race); });
        dialog->open();
    });
    m_race->setObjectName(QStringLiteral("raceEngines"));
    menu.addAction(&named("followRun"));
    m_parts.workspace.onChange(this, Change::Drawing, [this] { offerRace(); });
    offerRace();
}

void Menus::offerRace()
{
    const Workspace& workspace = m_parts.workspace;
    const std::optional<QString> problem =
        workspace.files().isOpen() ? problemOf(workspace.document()) : tr("A race needs an open project.");
    m_race->setEnabled(!problem);
    m_race->setStatusTip(
        problem.value_or(tr("Train this net with several engines from the same weights and compare them")));
    m_race->setToolTip(m_race->statusTip());
}

void Menus::makeViewMenu(QMenu& menu)
{
    for (QAction* choice : m_parts.activities.choices()) {
        menu.addAction(choice);
    }
    menu.addActions({m_parts.activities.middleOnly(), m_parts.activities.reset()});
    menu.addSeparator();
    const editor::CanvasActions& canvas = m_parts.pages.canvas().actions();
    menu.addActions({canvas.zoomIn, canvas.zoomOut, canvas.zoomOne, canvas.zoomFit, canvas.zoomSelection});
    menu.addSeparator();
    menu.addActions({canvas.grid, canvas.snap, canvas.minimap, &named("lookInside")});
    makePhaseMenu(*menu.addMenu(tr("Show &phase")));
    menu.addSeparator();
    makePanelsMenu(*menu.addMenu(tr("Pan&els")));
    makeLooksMenu(*menu.addMenu(tr("&Theme")));
    makeLanguageMenu(*menu.addMenu(tr("&Language")));
}

void Menus::makePhaseMenu(QMenu& menu)
{
    editor::Document& document = m_parts.workspace.document();
    auto* group = new QActionGroup(this);
    const std::pair<engine::Phase, QString> names[] = {{engine::Phase::Train, tr("&Training")},
                                                       {engine::Phase::Test, tr("T&est")},
                                                       {engine::Phase::Run, tr("&Writing (RUN)")}};
    for (const auto& [phase, name] : names) {
        QAction* show = menu.addAction(name, this, [this, shown = phase] {
            m_parts.workspace.document().showPhase(shown);
            m_parts.workspace.view().phase = shown;
        });
        show->setCheckable(true);
        show->setActionGroup(group);
        connect(&document, &editor::Document::changed, show,
                [&document, show, shown = phase] { show->setChecked(document.shownPhase() == shown); });
        show->setChecked(phase == engine::Phase::Train);
    }
}

void Menus::makePanelsMenu(QMenu& menu)
{
    for (QDockWidget* dock : m_parts.docks.all()) {
        menu.addAction(dock->toggleViewAction());
    }
}

void Menus::makeLanguageMenu(QMenu& menu)
{
    auto* group = new QActionGroup(this);
    const auto offer = [&](const QString& code, const QString& name) {
        QAction* choose = menu.addAction(name, this, [this, code] {
            editor::chooseLanguage(code);
            emit m_parts.workspace.warned(tr("The language changes when Hamnet is restarted."));
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

void Menus::makeLooksMenu(QMenu& menu)
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

void Menus::makeHelpMenu(QMenu& menu)
{
    QAction* commands = menu.addAction(editor::icon(QStringLiteral("search")), tr("Find &command…"), this,
                                       [this] { showCommands(m_window); });
    commands->setObjectName(QStringLiteral("findCommand"));
    commands->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P));
    QAction* keys = menu.addAction(editor::icon(QStringLiteral("help")), tr("&Keys and gestures…"), this,
                                   [this] { showGestures(m_window); });
    keys->setObjectName(QStringLiteral("keysAndGestures"));
    keys->setShortcut(QKeySequence(QKeySequence::HelpContents));
    QAction* guide = menu.addAction(tr("&Guided first net"), &m_guide, &WindowGuide::startOrShow);
    guide->setObjectName(QStringLiteral("guidedNet"));
    guide->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F1));
    guide->setStatusTip(tr("Draw and train a first net in five steps, in this window"));
    menu.addAction(tr("&Manual"), this, [this] { showManual(m_window); });
    QAction* about = menu.addAction(tr("&About Hamnet"), this, [this] { showAbout(m_window); });
    about->setObjectName(QStringLiteral("about"));
}

/// They are there while one draws.
void Menus::addDrawingTools(QToolBar& bar)
{
    const editor::CanvasActions& canvas = m_parts.pages.canvas().actions();
    QList<QAction*> places = {bar.addSeparator()};
    for (QAction* action : {canvas.arrange, canvas.zoomFit, canvas.zoomIn, canvas.zoomOut, canvas.snap, canvas.minimap,
                            &named("lookInside")}) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus); // as all others there
        button->setIconSize(bar.iconSize());
        places.append(bar.addWidget(button));
    }
    connect(&m_parts.activities, &Activities::changed, this, [this, places](Activity now) {
        for (QAction* place : places) { // not the actions, which are in the menus too
            place->setVisible(now == Activity::Draw && m_parts.workspace.files().isOpen());
        }
    });
}

void Menus::makeToolBar()
{
    QToolBar* bar = m_window.addToolBar(tr("Main tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setIconSize({20, 20});
    FileCommands& files = m_parts.files;
    bar->addActions({files.begin, files.open, files.save});
    bar->addSeparator();
    bar->addActions({m_undo, m_redo});
    bar->addSeparator();
    TrainingActions& training = m_parts.training;
    bar->addActions(
        {training.train, training.stop, training.pause, training.step, training.resume, &named("queueRun")});
    if (auto* train = qobject_cast<QToolButton*>(bar->widgetForAction(training.train))) {
        train->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        training.keepWidth(*train);
    }
    addDrawingTools(*bar);
    addActivities(*bar);
}

/// A bar of its own, which is always seen whole: tools of the other go into its overflow first.
void Menus::addActivities(const QToolBar& tools)
{
    auto* content = new QWidget;
    auto* row = editor::inRow(content, {editor::stretch()}, QMargins(), 2);
    QToolBar* bar = m_window.addToolBar(tr("Workspaces"));
    bar->setObjectName(QStringLiteral("activities"));
    bar->setMovable(false);
    bar->toggleViewAction()->setVisible(false);
    for (QAction* choice : m_parts.activities.choices()) {
        auto* button = new QToolButton;
        button->setDefaultAction(choice);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus);
        button->setIconSize({20, 20});
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        row->addWidget(button);
        m_activities.push_back(button);
    }
    bar->addWidget(content);
    constexpr int besides = 60; // the overflow's button, margins
    m_roomForWords = bar->sizeHint().width() + besides;
    for (QAction* tool : tools.actions()) {
        m_roomForWords += tools.widgetForAction(tool)->sizeHint().width();
        if (tool == m_parts.training.stop) {
            break;
        }
    }
    m_window.installEventFilter(this);
    connect(&m_parts.activities, &Activities::changed, this, &Menus::nameActivities);
    nameActivities();
}

void Menus::nameActivities()
{
    for (QToolButton* button : m_activities) {
        const bool hasWords = m_window.width() >= m_roomForWords || button->defaultAction()->isChecked();
        button->setToolButtonStyle(hasWords ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    }
}

bool Menus::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_window && event->type() == QEvent::Resize) {
        nameActivities();
    }
    return QObject::eventFilter(watched, event);
}

} // namespace studio

#include "moc_menus.cpp"
