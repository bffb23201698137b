// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/help/gesture_card.h"
#include "app/studio/help/manual_window.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/race/race.h"
#include "app/studio/window/activities.h"
#include "app/studio/window/file_commands.h"
#include "app/studio/window/panels.h"
#include "editor/canvas/canvas_actions.h"
#include "editor/looks/language.h"
#include "editor/looks/theme.h"
#include "editor/panels/layer_tree.h"
#include "editor/panels/problems_panel.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <QActionGroup>
#include <QCoreApplication>
#include <QDialog>
#include <QFocusFrame>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMainWindow>
#include <QMenuBar>
#include <QMessageBox>
#include <QPixmap>
#include <QPointer>
#include <QScreen>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>
#include <vector>

namespace studio {

namespace {

constexpr QSize preferredSize{520, 420};
constexpr int commandRole = Qt::UserRole;
constexpr int iconSide = 18, rowHeight = 28, keyMargin = 8;

enum PaletteColumn { Name, Menu, Keys, columnCount };

QString plain(const QString& text)
{
    return QString(text).remove(QLatin1Char('&'));
}

/// Every command of the menus and of the lists' own ones, to be found by typing parts of its words. accept() closes it;
/// chosen() is what was chosen.
class CommandPalette : public QDialog {
    Q_DECLARE_TR_FUNCTIONS(studio::CommandPalette)

public:
    explicit CommandPalette(QMainWindow& window)
        : QDialog(&window), m_search(new QLineEdit(this)), m_list(new QTreeWidget(this))
    {
        setObjectName(QStringLiteral("commands"));
        setWindowTitle(tr("Commands"));
        resize(preferredSize.boundedTo(screen()->availableSize() * 0.9));
        m_search->setPlaceholderText(tr("Type a part of a command"));
        m_search->setAccessibleName(tr("Search commands"));
        m_search->setClearButtonEnabled(true);
        m_search->installEventFilter(this);
        m_list->setAccessibleName(tr("Commands"));
        m_list->setColumnCount(columnCount);
        m_list->setHeaderHidden(true);
        m_list->setRootIsDecorated(false);
        m_list->setUniformRowHeights(true);
        m_list->setIconSize({iconSide, iconSide});
        QPixmap nothing(iconSide, iconSide);
        nothing.fill(Qt::transparent);
        m_noIcon = QIcon(nothing);           // names stand below each other
        m_list->setFocusPolicy(Qt::NoFocus); // the keyboard stays with the search, which hands on what moves
        editor::inColumn(this, {m_search, {m_list, 1}});
        for (const QAction* top : window.menuBar()->actions()) {
            if (top->menu()) {
                collect(top->menu()->actions(), plain(top->text()));
            }
        }
        for (const QWidget* list : window.findChildren<QWidget*>()) {
            if (list->contextMenuPolicy() == Qt::ActionsContextMenu && list->isVisible()) {
                collect(list->actions(), list->accessibleName());
            }
        }
        connect(m_search, &QLineEdit::textChanged, this, &CommandPalette::filter);
        connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::choose);
        filter();
        fit();
    }

    QAction* chosen() const { return m_chosen; } ///< null: nothing

protected:
    /// Arrows move through the list while the search keeps the keyboard.
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == m_search && event->type() == QEvent::KeyPress) {
            const int key = static_cast<QKeyEvent*>(event)->key();
            if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
                QCoreApplication::sendEvent(m_list, event);
                return true;
            }
            if (key == Qt::Key_Return || key == Qt::Key_Enter) {
                choose();
                return true;
            }
        }
        return QDialog::eventFilter(watched, event);
    }

private:
    struct Command {
        QPointer<QAction> action;
        QString path;  ///< of menus above it: "View › Panels"
        QString words; ///< that are searched
    };
    /// What the lists have in menus of their own comes after the menus, without what those have.
    void collect(const QList<QAction*>& actions, const QString& path)
    {
        for (QAction* action : actions) {
            const auto isSame = [&](const Command& known) {
                return known.action == action ||
                       (known.action && known.path == path && known.action->text() == action->text());
            };
            if (action->menu()) {
                emit action->menu()->aboutToShow(); // some are filled only then
                collect(action->menu()->actions(), tr("%1 › %2").arg(path, plain(action->text())));
            } else if (!action->isSeparator() && action->isVisible() && std::ranges::none_of(m_commands, isSame)) {
                const QString words =
                    QStringList{path, plain(action->text()), action->statusTip()}.join(QLatin1Char(' '));
                m_commands.push_back({.action = action, .path = path, .words = words});
            }
        }
    }
    /// As wide as the names, their menus and their keys.
    void fit()
    {
        const QAbstractItemView& list = *m_list;
        const QMargins around = layout()->contentsMargins();
        int wide = around.left() + around.right() + 2 * m_list->frameWidth() +
                   style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, m_list);
        for (const PaletteColumn column : {Name, Menu, Keys}) {
            wide += list.sizeHintForColumn(column);
        }
        resize(QSize(std::max(width(), wide), height()).boundedTo(screen()->availableSize() * 0.9));
    }
    /// What has every word that was typed; what starts so before what only has them in its name, then in its menu or
    /// tip; what cannot be done now last.
    void filter()
    {
        const QString typed = m_search->text().trimmed();
        const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        const auto hasAll = [&](const QString& text) {
            return std::ranges::all_of(words,
                                       [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
        };
        std::vector<const Command*> found;
        for (const Command& command : m_commands) {
            if (command.action && hasAll(command.words)) {
                found.push_back(&command);
            }
        }
        const auto nameOf = [](const Command* command) { return plain(command->action->text()); };
        std::ranges::stable_partition(found, hasAll, nameOf);
        std::ranges::stable_partition(
            found, [&](const QString& name) { return name.startsWith(typed, Qt::CaseInsensitive); }, nameOf);
        std::stable_partition(found.begin(), found.end(),
                              [](const Command* command) { return command->action->isEnabled(); });
        m_list->clear();
        for (const Command* command : found) {
            const bool enabled = command->action->isEnabled();
            auto* item = new QTreeWidgetItem(m_list, {plain(command->action->text()), command->path,
                                                      command->action->shortcut().toString(QKeySequence::NativeText)});
            const QIcon icon = command->action->icon();
            item->setIcon(Name, icon.isNull() ? m_noIcon : icon);
            const int keys = fontMetrics().horizontalAdvance(item->text(Keys));
            item->setSizeHint(Keys, {keys + 2 * keyMargin, rowHeight});
            item->setForeground(Menu, palette().placeholderText());
            item->setTextAlignment(Keys, Qt::AlignRight | Qt::AlignVCenter);
            item->setData(Name, commandRole, QVariant::fromValue(static_cast<qlonglong>(command - m_commands.data())));
            item->setDisabled(!enabled);
            if (!m_list->currentItem() && enabled) {
                m_list->setCurrentItem(item);
            }
        }
        if (found.empty()) {
            auto* item = new QTreeWidgetItem(
                m_list, {QCoreApplication::translate("editor::LayerList", "Nothing matches “%1”.").arg(typed)});
            item->setFirstColumnSpanned(true);
            item->setDisabled(true);
        }
        for (const PaletteColumn column : {Name, Menu}) {
            if (typed.isEmpty()) { // the columns stay where they are as the list gets shorter
                m_list->resizeColumnToContents(column);
            }
        }
    }
    void choose()
    {
        const QTreeWidgetItem* item = m_list->currentItem();
        if (item && item->flags().testFlag(Qt::ItemIsEnabled)) {
            m_chosen = m_commands[static_cast<std::size_t>(item->data(Name, commandRole).toLongLong())].action;
            accept();
        }
    }

    std::vector<Command> m_commands; ///< in the order of the menus
    QPointer<QAction> m_chosen;
    QLineEdit* m_search;
    QTreeWidget* m_list;
    QIcon m_noIcon; ///< as wide as an icon
};

/// What was chosen runs once the palette is gone and the window has the focus again.
void showCommands(QMainWindow& window)
{
    CommandPalette palette(window);
    QFocusFrame frame(&window);
    frame.setWidget(window.focusWidget()); // what a command acts on
    if (palette.exec() == QDialog::Accepted && palette.chosen()) {
        QTimer::singleShot(0, palette.chosen(), &QAction::trigger);
    }
}

void showManual(QMainWindow& window)
{
    auto* manual = window.findChild<ManualWindow*>();
    if (!manual) {
        manual = new ManualWindow(&window);
    }
    manual->showContents();
}

void showAbout(QMainWindow& window)
{
    QMessageBox::about(&window, QCoreApplication::translate("Help", "About Hamnet"),
                       QCoreApplication::translate(
                           "Help",
                           "<h3>Hamnet %1</h3><p>Draw recurrent nets, train them, and read what they write.</p>"
                           "<p>Free software under the GNU General Public License, version 3 or later. Plots by "
                           "QCustomPlot.</p>")
                           .arg(QCoreApplication::applicationVersion()));
}

/// The actions; null: a line between them.
template <class Bar>
void fill(Bar& bar, std::initializer_list<QAction*> actions)
{
    for (QAction* action : actions) {
        if (action) {
            bar.addAction(action);
        } else {
            bar.addSeparator();
        }
    }
}

/// One of several, of which one is chosen.
template <class Act>
QAction* addChoice(QActionGroup& group, QMenu& menu, const QString& name, bool isChosen, Act act)
{
    QAction* choice = menu.addAction(name, &group, act);
    choice->setCheckable(true);
    choice->setActionGroup(&group);
    choice->setChecked(isChosen);
    return choice;
}

/// In a tool bar, which Tab passes over.
QToolButton* toolOf(QAction& action, const QSize& iconSize)
{
    auto* button = new QToolButton;
    button->setDefaultAction(&action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    button->setIconSize(iconSize);
    return button;
}

/// The window's menus and tool bar, made from what its parts can do.
class Menus : public QObject {
    Q_DECLARE_TR_FUNCTIONS(studio::Menus)

public:
    explicit Menus(const WindowParts& parts) : QObject(&parts.window), m_window(parts.window), m_parts(parts)
    {
        makeEditing();
        makeTraining();
        makeView();
        makeHelp();
        makeToolBar();
    }

private:
    /// the menus File, Edit and Layer
    void makeEditing()
    {
        QMenuBar& bar = *m_window.menuBar();
        FileCommands& files = m_parts.files;
        auto* quit =
            editor::described(new QAction(tr("&Quit"), this), {.keys = QKeySequence::Quit}, &m_window, &QWidget::close);
        fill(*bar.addMenu(tr("&File")),
             {files.begin, files.open, files.recent->menuAction(), nullptr, files.save, files.saveAs, files.restore,
              nullptr, files.importFrom, files.exportTo, nullptr, files.close, quit});

        QUndoStack& stack = m_parts.workspace.document().undoStack();
        m_undo = editor::described(stack.createUndoAction(&m_window, tr("&Undo")),
                                   {.name = "undo", .icon = "undo", .keys = QKeySequence::Undo});
        m_redo = editor::described(stack.createRedoAction(&m_window, tr("&Redo")),
                                   {.name = "redo", .icon = "redo", .keys = QKeySequence::Redo});
        auto* find = editor::described(new QAction(tr("&Find layer…"), this),
                                       {.icon = "search", .keys = QKeySequence::Find}, this, [this] {
                                           m_parts.activities.go(Activity::Draw);
                                           m_parts.activities.bringForward("tree");
                                           m_window.findChild<editor::LayerTree*>()->focusSearch();
                                       });
        const editor::CanvasActions& canvas = m_parts.centre.canvas().actions();
        fill(*bar.addMenu(tr("&Edit")),
             {m_undo, m_redo, nullptr, canvas.cut, canvas.copy, canvas.paste, canvas.duplicate, canvas.remove,
              canvas.removeCutting, nullptr, canvas.selectAll, canvas.selectUpstream, canvas.selectDownstream, nullptr,
              find, m_window.findChild<editor::ProblemsPanel*>()->quickFix()});

        QMenu* layer = bar.addMenu(tr("&Layer"));
        fill(*layer, {canvas.add, canvas.connectOutput, canvas.disconnectInputs, canvas.rename, canvas.inspect,
                      canvas.unroll, canvas.freeze, canvas.addOutput, nullptr, canvas.addComment, canvas.addFrame,
                      nullptr, canvas.arrange, canvas.arrangeSelection});
        layer->addMenu(editor::icon(QStringLiteral("layout")), tr("La&yout"))
            ->addActions({canvas.oneColumn, canvas.severalColumns});
    }
    void makeTraining()
    {
        m_race = editor::described(new QAction(tr("Race &engines…"), this), {.name = "raceEngines"}, this, [this] {
            auto* dialog = new RaceDialog(m_parts.workspace, &m_window);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            dialog->setCheck([this] { return m_parts.training.refusal(TrainingActions::Start::Race); });
            dialog->open();
        });
        TrainingActions& training = m_parts.training;
        QMenu* menu = m_window.menuBar()->addMenu(tr("&Training"));
        menu->setToolTipsVisible(true); // they say why there can be no race
        fill(*menu, {training.train, training.stop, training.pause, training.step, nullptr, training.resume,
                     training.validate, training.save, nullptr, &named("queueRun"), &named("trySettings"),
                     &named("whichCell"), &named("trainSeeds"), nullptr, m_race, &named("followRun")});
        m_parts.workspace.onChange(this, Change::Drawing, [this] { offerRace(); });
        offerRace();
    }
    /// where the drawing can train, or says why not
    void offerRace()
    {
        const Workspace& workspace = m_parts.workspace;
        const std::optional<QString> problem =
            workspace.files().isOpen() ? problemOf(workspace.document()) : tr("A race needs an open project.");
        m_race->setEnabled(!problem);
        m_race->setStatusTip(
            problem.value_or(tr("Train this net with several engines from the same weights and compare them")));
        m_race->setToolTip(m_race->statusTip());
    }
    void makeView()
    {
        QMenu* menu = m_window.menuBar()->addMenu(tr("&View"));
        for (QAction* choice : m_parts.activities.choices()) {
            menu->addAction(choice);
        }
        const editor::CanvasActions& canvas = m_parts.centre.canvas().actions();
        fill(*menu, {m_parts.activities.middleOnly(), m_parts.activities.reset(), &named("nextPanel"), nullptr,
                     canvas.zoomIn, canvas.zoomOut, canvas.zoomOne, canvas.zoomFit, canvas.zoomSelection, nullptr,
                     canvas.grid, canvas.snap, canvas.minimap, &named("lookInside")});
        makePhaseMenu(*menu->addMenu(tr("Show &phase")));
        menu->addSeparator();
        QMenu* panels = menu->addMenu(tr("Pan&els"));
        for (QDockWidget* dock : m_parts.activities.docks()) {
            panels->addAction(dock->toggleViewAction());
        }
        makeLooksMenu(*menu->addMenu(tr("&Theme")));
        makeLanguageMenu(*menu->addMenu(tr("&Language")));
    }
    void makePhaseMenu(QMenu& menu)
    {
        editor::Document& document = m_parts.workspace.document();
        auto* group = new QActionGroup(this);
        const std::pair<engine::Phase, QString> names[] = {{engine::Phase::Train, tr("&Training")},
                                                           {engine::Phase::Test, tr("T&est")},
                                                           {engine::Phase::Run, tr("&Writing (RUN)")}};
        for (const auto& [phase, name] : names) {
            QAction* show = addChoice(*group, menu, name, phase == engine::Phase::Train, [this, shown = phase] {
                m_parts.workspace.document().showPhase(shown);
                m_parts.workspace.view().phase = shown;
            });
            connect(&document, &editor::Document::changed, show,
                    [&document, show, shown = phase] { show->setChecked(document.shownPhase() == shown); });
        }
    }
    void makeLooksMenu(QMenu& menu)
    {
        using Mode = editor::Looks::Mode;
        auto* group = new QActionGroup(this);
        const std::pair<Mode, QString> modes[] = {
            {Mode::System, tr("As the des&ktop")}, {Mode::Light, tr("&Light")}, {Mode::Dark, tr("&Dark")}};
        for (const auto& [mode, name] : modes) {
            addChoice(*group, menu, name, editor::Looks::instance().mode() == mode,
                      [wanted = mode] { editor::Looks::instance().setMode(wanted); });
        }
    }
    void makeLanguageMenu(QMenu& menu)
    {
        auto* group = new QActionGroup(this);
        const auto offer = [&](const QString& code, const QString& name) {
            addChoice(*group, menu, name, editor::chosenLanguage() == code, [this, code] {
                editor::chooseLanguage(code);
                emit m_parts.workspace.warned(tr("The language changes when Hamnet is restarted."));
            });
        };
        offer({}, tr("As the des&ktop"));
        for (const QString& code : editor::languages()) {
            offer(code, QLocale(code).nativeLanguageName());
        }
    }
    void makeHelp()
    {
        using editor::described;
        fill(*m_window.menuBar()->addMenu(tr("&Help")),
             {described(new QAction(tr("Find &command…"), this),
                        {.name = "findCommand", .icon = "search", .keys = "Ctrl+Shift+P"}, this,
                        [this] { showCommands(m_window); }),
              described(new QAction(tr("&Keys and gestures…"), this),
                        {.name = "keysAndGestures", .icon = "help", .keys = QKeySequence::HelpContents}, this,
                        [this] { GestureCard(m_window).exec(); }),
              &named("guidedNet"),
              described(new QAction(tr("&Manual"), this), {}, this, [this] { showManual(m_window); }),
              described(new QAction(tr("&About Hamnet"), this), {.name = "about"}, this,
                        [this] { showAbout(m_window); })});
    }
    void makeToolBar()
    {
        QToolBar* bar = m_window.addToolBar(tr("Main tools"));
        bar->setObjectName(QStringLiteral("tools"));
        bar->setMovable(false);
        bar->setIconSize({20, 20});
        FileCommands& files = m_parts.files;
        TrainingActions& training = m_parts.training;
        fill(*bar, {files.begin, files.open, files.save, nullptr, m_undo, m_redo, nullptr, training.train,
                    training.stop, training.pause, training.step, training.resume, &named("queueRun")});
        if (auto* train = qobject_cast<QToolButton*>(bar->widgetForAction(training.train))) {
            train->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
            training.keepWidth(*train);
        }
        addDrawingTools(*bar);
        addActivities(*bar);
    }
    /// A bar of its own, which is always seen whole: tools of the other go into its overflow first.
    void addActivities(const QToolBar& tools)
    {
        auto* content = new QWidget;
        auto* row = editor::inRow(content, {editor::stretch()}, QMargins(), 2);
        QToolBar* bar = m_window.addToolBar(tr("Workspaces"));
        bar->setObjectName(QStringLiteral("activities"));
        bar->setMovable(false);
        bar->toggleViewAction()->setVisible(false);
        for (QAction* choice : m_parts.activities.choices()) {
            QToolButton* button = toolOf(*choice, tools.iconSize());
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
    /// with words where the window has room for them beside Start and Stop
    void nameActivities()
    {
        for (QToolButton* button : m_activities) {
            const bool hasWords = m_window.width() >= m_roomForWords || button->defaultAction()->isChecked();
            button->setToolButtonStyle(hasWords ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        }
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == &m_window && event->type() == QEvent::Resize) {
            nameActivities();
        }
        return QObject::eventFilter(watched, event);
    }
    /// They are there while one draws.
    void addDrawingTools(QToolBar& bar)
    {
        const editor::CanvasActions& canvas = m_parts.centre.canvas().actions();
        QList<QAction*> places = {bar.addSeparator()};
        for (QAction* action : {canvas.arrange, canvas.zoomFit, canvas.zoomIn, canvas.zoomOut, canvas.snap,
                                canvas.minimap, &named("lookInside")}) {
            places.append(bar.addWidget(toolOf(*action, bar.iconSize())));
        }
        connect(&m_parts.activities, &Activities::changed, this, [this, places](Activity now) {
            for (QAction* place : places) { // not the actions, which are in the menus too
                place->setVisible(now == Activity::Draw && m_parts.workspace.files().isOpen());
            }
        });
    }

    QAction& named(const char* action) const
    {
        auto* const found = m_window.findChild<QAction*>(QLatin1String(action));
        if (!found) {
            qFatal("there is no action %s", action);
        }
        return *found;
    }

    QMainWindow& m_window;
    WindowParts m_parts;
    QAction *m_undo, *m_redo, *m_race;
    std::vector<QToolButton*> m_activities;
    int m_roomForWords = 0; ///< pixels, of the window
};

} // namespace

std::unique_ptr<QDialog> commandPalette(QMainWindow& window)
{
    return std::make_unique<CommandPalette>(window);
}

void makeMenus(const WindowParts& parts)
{
    new Menus(parts);
}

} // namespace studio
