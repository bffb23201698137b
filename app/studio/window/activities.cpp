// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/activities.h"

#include "editor/widgets/parts.h"

#include <algorithm>
#include <QAbstractButton>
#include <QActionGroup>
#include <QDataStream>
#include <QEvent>
#include <QIODevice>
#include <QLabel>
#include <QLayout>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <utility>

namespace studio {
namespace {

constexpr quint32 keptVersion = 3; ///< goes up with what kept() writes
constexpr int docksVersion =
    13; ///< goes up when docks or tool bars come or go: kept arrangements of another version are dropped

/// Pages of fields, whose scroll areas have this name.
QList<QScrollArea*> formsIn(const QDockWidget& dock)
{
    return dock.findChildren<QScrollArea*>(QStringLiteral("form"));
}

/// What the form is wider than its page where it scrolls, shown or not: a bar that comes must ask for no more room.
int barOf(const QScrollArea& form)
{
    return form.verticalScrollBar()->sizeHint().width() + 2 * form.frameWidth();
}

struct ActivityWords {
    const char *object, *icon, *keys; ///< object: its action's name
    const char *name, *tip;
};

constexpr std::array<ActivityWords, activities.size()> activityWords{{
    {"activity1", "layout", "Ctrl+1", QT_TRANSLATE_NOOP("studio::Activities", "&Draw"),
     QT_TRANSLATE_NOOP("studio::Activities", "Draw: the net, its layers and their sizes")},
    {"activity2", "plot", "Ctrl+2", QT_TRANSLATE_NOOP("studio::Activities", "T&rain"),
     QT_TRANSLATE_NOOP("studio::Activities", "Train: curves, and what the net writes on the way")},
    {"activity3", "text", "Ctrl+3", QT_TRANSLATE_NOOP("studio::Activities", "&Write"),
     QT_TRANSLATE_NOOP("studio::Activities", "Write: let a net of texts write, branch by branch")},
    {"activity4", "sample", "Ctrl+4", QT_TRANSLATE_NOOP("studio::Activities", "Tr&y"),
     QT_TRANSLATE_NOOP("studio::Activities", "Try: what the net says of new images, lines and series")},
    {"activity5", "sizes", "Ctrl+5", QT_TRANSLATE_NOOP("studio::Activities", "R&uns"),
     QT_TRANSLATE_NOOP("studio::Activities", "Runs: all of them, the queue, and which one is best")},
}};

} // namespace

Activities::Activities(QMainWindow& window, Centre& centre) : QObject(&window), m_window(window), m_centre(centre)
{
    window.setDockNestingEnabled(true);
    window.setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks | QMainWindow::GroupedDragging);
    window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_dress.setSingleShot(true);
    m_dress.setInterval(0); // once, after all that one change brings with it
    m_dress.callOnTimeout(this, &Activities::dress);
    makeActions();
    setOpen(false);
    window.installEventFilter(this);
}

/// A window that becomes small, or no longer is, has other panels side by side.
bool Activities::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == &m_window) {
        QTimer::singleShot(0, this, &Activities::fitWindow); // not amid its layout
    }
    return QObject::eventFilter(watched, event);
}

void Activities::fitWindow()
{
    if (m_open && m_window.isVisible() && !m_middleOnly->isChecked() && isSmall() != m_small) {
        note();
        show();
    }
}

bool Activities::isSmall() const
{
    constexpr int narrow = 1200, low = 640;
    return m_window.width() < narrow || m_window.height() < low;
}

/// The panels of the activity that is shown, in a window as they are arranged for.
QByteArray& Activities::keptHere()
{
    return m_kept[numberOf(m_now) + (m_small ? activities.size() : 0)];
}

void Activities::makeActions()
{
    auto* group = new QActionGroup(this);
    for (const Activity activity : activities) {
        const ActivityWords& of = activityWords[numberOf(activity)];
        auto* choice = editor::described(
            new QAction(tr(of.name), this),
            {.name = of.object, .tip = tr(of.tip), .icon = of.icon, .keys = of.keys, .status = tr(of.tip)}, this,
            [this, activity] {
                go(activity);
                m_centre.takeFocus();
            });
        choice->setCheckable(true);
        choice->setActionGroup(group);
        m_choices[numberOf(activity)] = choice;
    }
    m_middleOnly = editor::described(new QAction(tr("&Middle only"), this),
                                     {.name = "middleOnly",
                                      .keys = "F11",
                                      .status = tr("Hide all panels around what is worked on, or bring them back")});
    m_middleOnly->setCheckable(true);
    connect(m_middleOnly, &QAction::toggled, this, [this](bool on) {
        if (on) {
            note();
            hideAll();
        } else {
            bringBack();
        }
    });
    m_reset = editor::described(new QAction(tr("Default arrangement of this wor&kspace"), this),
                                {.name = "defaultArrangement"}, this, [this] {
                                    m_small = isSmall();
                                    keptHere().clear();
                                    show();
                                });
}

void Activities::go(Activity activity)
{
    if (!m_open || activity == m_now) {
        return;
    }
    m_middleOnly->setChecked(false);
    note();
    m_now = activity;
    show();
    m_centre.takeFocus();
}

void Activities::showPanel(const QString& panel)
{
    for (const PanelSpec& spec : panelSpecs()) {
        if (spec.page && panel == QLatin1String(spec.id)) {
            go(*spec.page);
            return;
        }
    }
    bringForward(qPrintable(panel));
}

/// All panels that were hidden for the middle. What was opened meanwhile stays.
void Activities::bringBack()
{
    QList<QDockWidget*> opened = m_docks;
    opened.removeIf([](const QDockWidget* dock) { return dock->isHidden(); });
    show();
    for (QDockWidget* dock : opened) {
        dock->show();
        dock->raise();
    }
}

void Activities::setOpen(bool open)
{
    note();
    m_open = open;
    m_lensIsOld = true;
    m_now = Activity::Draw;
    for (QAction* action : m_choices) {
        action->setEnabled(open);
    }
    m_middleOnly->setEnabled(open);
    m_reset->setEnabled(open);
    for (QDockWidget* dock : m_docks) {
        dock->toggleViewAction()->setEnabled(open);
    }
    show();
}

/// Remembers the panels of the activity that is shown.
void Activities::note()
{
    if (m_open && !m_middleOnly->isChecked()) {
        keptHere() = arrangement();
    }
}

void Activities::show()
{
    m_centre.show(m_open ? m_now : Activity::Draw);
    m_choices[numberOf(m_now)]->setChecked(true);
    {
        const QSignalBlocker quiet(m_middleOnly);
        m_middleOnly->setChecked(false);
    }
    m_small = isSmall();
    if (!m_open) {
        hideAll();
    } else if (keptHere().isEmpty() || !arrange(keptHere())) {
        arrangeByDefault();
    }
    if (m_open && m_now == Activity::Write && std::exchange(m_lensIsOld, false)) {
        named("state").hide();
        named("lens").hide();
    }
    emit changed(m_now);
}

QByteArray Activities::kept()
{
    note();
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_0);
    stream << keptVersion << quint32(numberOf(m_now));
    for (const QByteArray& one : m_kept) {
        stream << one;
    }
    return bytes;
}

void Activities::restore(const QByteArray& kept)
{
    QDataStream stream(kept);
    stream.setVersion(QDataStream::Qt_6_0);
    quint32 version = 0, now = 0;
    auto all = decltype(m_kept)();
    stream >> version >> now;
    for (QByteArray& one : all) {
        stream >> one;
    }
    if (stream.status() != QDataStream::Ok || version != keptVersion || now >= activities.size()) {
        return;
    }
    for (std::size_t place = 0; place < all.size(); ++place) {
        if (!all[place].isEmpty()) { // what it never showed stays as the user has it
            m_kept[place] = all[place];
        }
    }
    const std::size_t writing = numberOf(Activity::Write);
    m_lensIsOld = all[writing].isEmpty() && all[writing + activities.size()].isEmpty();
    m_now = activities[now];
    if (m_open) {
        show();
    }
}

// The docks -----------------------------------------------------------------------------------------------------------

Activities::~Activities()
{
    for (QDockWidget* made : m_docks) {
        made->disconnect(this);
    }
    qDeleteAll(m_docks);
}

void Activities::add(const QString& name, const QString& title, const std::function<QWidget*(QWidget*)>& make,
                     const QSize& minSize)
{
    auto* made = new QDockWidget(title, &m_window);
    made->setObjectName(name);
    made->setWidget(make(made));
    made->widget()->setMinimumSize(minSize);
    m_window.addDockWidget(Qt::LeftDockWidgetArea, made);
    made->hide();
    m_docks.append(made);
    for (const QScrollArea* form : formsIn(*made)) {
        // What it shows may ask for more width later, as when another layer is selected.
        connect(form->horizontalScrollBar(), &QScrollBar::rangeChanged, made,
                [this, made] { QTimer::singleShot(0, made, [this, made] { giveRoom(*made); }); });
    }
    connect(made, &QDockWidget::dockLocationChanged, this, [this] { m_dress.start(); });
    connect(made, &QDockWidget::topLevelChanged, this, [this] { m_dress.start(); });
    connect(made, &QDockWidget::visibilityChanged, this, [this, made](bool seen) {
        m_dress.start();
        QTimer::singleShot(0, made, [this, made] { giveRoom(*made); }); // once the layout has come to rest
        const QWidget* const field = m_window.focusWidget();
        if (!seen && !m_window.isMinimized() && !made->isFloating() && field && made->isAncestorOf(field)) {
            m_centre.takeFocus(); // else keys would change a field unseen
        }
    });
}

/// Alt and a letter open a menu. Panels lie in tabs behind each other, and those behind count as visible: a letter that
/// a menu has is taken from them.
void Activities::leaveKeysToMenus()
{
    QList<QKeySequence> taken;
    for (const QAction* menu : m_window.menuBar()->actions()) {
        taken.append(QKeySequence::mnemonic(menu->text()));
    }
    const auto yield = [&](auto* word) {
        if (taken.contains(QKeySequence::mnemonic(word->text()))) {
            word->setText(word->text().remove(QLatin1Char('&')));
        }
    };
    QList<const QWidget*> parts(m_docks.begin(), m_docks.end());
    parts.append(&m_centre);
    for (const QWidget* part : parts) {
        for (QLabel* label : part->findChildren<QLabel*>()) {
            yield(label);
        }
        for (QAbstractButton* button : part->findChildren<QAbstractButton*>()) {
            yield(button);
        }
    }
}

/// A dock among tabs has its title on its tab: a bar with the same words above it would be one row too many.
void Activities::dress()
{
    for (QDockWidget* made : m_docks) {
        const QList<QDockWidget*> tabs = m_window.tabifiedDockWidgets(made);
        const bool alone =
            std::all_of(tabs.begin(), tabs.end(), [](const QDockWidget* tab) { return tab->isHidden(); });
        const bool titled = made->isFloating() || alone;
        if (titled && made->titleBarWidget()) {
            QWidget* bar = made->titleBarWidget();
            made->setTitleBarWidget(nullptr);
            bar->deleteLater();
        } else if (!titled && !made->titleBarWidget()) {
            made->setTitleBarWidget(new QWidget(made));
        }
    }
}

/// So that the words of its form are whole, as far as the window has room beside it; a form in less room is scrolled.
/// Only once for each width that the form asks for, since the user may make the dock narrower then.
void Activities::giveRoom(QDockWidget& dock)
{
    if (!dock.isVisible() || dock.isFloating() || dock.visibleRegion().isEmpty()) {
        return;
    }
    int wanted = 0;
    for (const QScrollArea* form : formsIn(dock)) {
        if (form->isVisible()) {
            const int besides = dock.width() - form->width() + barOf(*form);
            wanted = std::max(wanted, form->widget()->minimumSizeHint().width() + besides);
        }
    }
    int& given = m_given[dock.objectName()];
    if (wanted > given && wanted > dock.width()) {
        m_window.resizeDocks({&dock}, {wanted}, Qt::Horizontal);
    }
    given = std::max(given, wanted);
}

QDockWidget& Activities::named(const char* name) const
{
    for (QDockWidget* made : m_docks) {
        if (made->objectName() == QLatin1String(name)) {
            return *made;
        }
    }
    qFatal("there is no dock %s", name);
}

void Activities::hideAll()
{
    for (QDockWidget* made : m_docks) {
        made->hide();
    }
}

void Activities::put(const char* dock, Qt::DockWidgetArea area)
{
    named(dock).setFloating(false);
    m_window.addDockWidget(area, &named(dock));
    named(dock).show();
}

void Activities::putBeside(const char* first, const char* dock, Qt::Orientation along)
{
    named(dock).setFloating(false);
    m_window.splitDockWidget(&named(first), &named(dock), along);
    named(dock).show();
}

void Activities::bringForward(const char* dock)
{
    named(dock).show();
    named(dock).raise();
}

void Activities::putAsTabs(const QList<const char*>& tabs, qsizetype open)
{
    for (qsizetype tab = 1; tab < tabs.size(); ++tab) {
        named(tabs[tab]).setFloating(false);
        m_window.tabifyDockWidget(&named(tabs[tab - 1]), &named(tabs[tab]));
        named(tabs[tab]).setVisible(tab < open);
    }
    named(tabs.front()).raise();
}

int Activities::formWidth(const char* dock) const
{
    int wanted = 0;
    for (const QScrollArea* form : named(dock).findChildren<QScrollArea*>()) {
        wanted = std::max(wanted, form->widget() ? form->widget()->sizeHint().width() + barOf(*form) : 0);
    }
    return wanted;
}

void Activities::resize(const char* dock, int pixels, Qt::Orientation along)
{
    m_window.resizeDocks({&named(dock)}, {pixels}, along);
}

/// Docks of a larger screen would push the window over the edge of this one: it keeps its size.
bool Activities::arrange(const QByteArray& kept)
{
    const QSize before = m_window.size();
    QDataStream stream(kept);
    stream.setVersion(QDataStream::Qt_6_0);
    QByteArray state;
    stream >> state >> m_given;
    const bool known = m_window.restoreState(state, docksVersion);
    if (!m_window.isMaximized() && !m_window.isFullScreen()) {
        m_window.resize(before);
    }
    return known;
}

QByteArray Activities::arrangement() const
{
    QByteArray kept;
    QDataStream stream(&kept, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_0);
    stream << m_window.saveState(docksVersion) << m_given;
    return kept;
}

// How each begins -----------------------------------------------------------------------------------------------------

void Activities::arrangeByDefault()
{
    const QSize before = m_window.size();
    hideAll();
    m_given.clear();
    arrangeEdges(before.width(), before.height());
    if (!m_window.isMaximized() && !m_window.isFullScreen()) {
        m_window.resize(before); // docks side by side, before they became tabs, may have widened it
    }
}

/// The docks that begin at this edge, and how many of them are open. A small window has the first of what is below and
/// what lies beside that as tabs beside the curves, and no net.
Activities::Stack Activities::stackAt(Place::Edge edge) const
{
    Stack stack;
    bool hasBottom = false;
    for (const PanelSpec& spec : panelSpecs()) {
        Place place = spec.places[numberOf(m_now)];
        if (spec.page) {
            continue;
        }
        if (m_small && m_now == Activity::Train) {
            const bool isBelow = place.edge == Place::Edge::Bottom;
            place.open = place.open && place.edge != Place::Edge::Left && !(isBelow && hasBottom);
            hasBottom = hasBottom || (isBelow && place.open);
            place.edge = place.edge == Place::Edge::Left ? place.edge : Place::Edge::Right;
        }
        if (m_small && place.edge == Place::Edge::Under) {
            place.edge = Place::Edge::Right;
        }
        if (place.edge == edge) {
            stack.docks.insert(place.open ? stack.open++ : stack.docks.size(), spec.id);
        }
    }
    return stack;
}

/// Each edge has its docks as tabs. What begins closed is laid out with the others, so that it has its size when it is
/// opened. In Train the samples stand beside the curves where there is room, else beside the runs.
void Activities::arrangeEdges(int wide, int high)
{
    constexpr int roomy = 1700;
    const bool isTrain = m_now == Activity::Train;
    const Stack left = stackAt(Place::Edge::Left), right = stackAt(Place::Edge::Right),
                bottom = stackAt(Place::Edge::Bottom), beside = stackAt(Place::Edge::Beside),
                under = stackAt(Place::Edge::Under);
    const std::pair<const Stack&, Qt::DockWidgetArea> edges[] = {
        {left, Qt::LeftDockWidgetArea}, {right, Qt::RightDockWidgetArea}, {bottom, Qt::BottomDockWidgetArea}};
    for (const auto& [stack, area] : edges) {
        if (!stack.docks.isEmpty()) {
            put(stack.docks.front(), area);
        }
    }
    if (!beside.docks.isEmpty() && wide >= roomy) {
        put(beside.docks.front(), Qt::RightDockWidgetArea);
        putBeside(beside.docks.front(), right.docks.front());
    } else if (!beside.docks.isEmpty()) {
        putBeside(bottom.docks.front(), beside.docks.front());
    }
    for (const char* above = right.docks.front(); const char* dock : under.docks) {
        putBeside(above, dock, Qt::Vertical);
        above = dock;
    }
    for (const Stack* stack : {&left, &right, &bottom, &beside}) {
        if (!stack->docks.isEmpty()) {
            putAsTabs(stack->docks, stack->open);
        }
    }
    m_window.layout()->activate();
    const auto size = [this](const Stack& stack, int pixels, Qt::Orientation along) {
        if (!stack.docks.isEmpty()) {
            resize(stack.docks.front(), pixels, along);
        }
    };
    size(left, isTrain ? std::clamp(wide * 7 / 100, 100, 150) : std::clamp(wide * 12 / 100, 160, 250), Qt::Horizontal);
    size(right,
         isTrain                               ? std::clamp(formWidth("training"), 370, 440)
         : m_now == Activity::Try              ? std::clamp(wide * 40 / 100, 320, 760)
         : m_small && m_now == Activity::Write ? wide * 35 / 100
                                               : std::clamp(wide * 26 / 100, 365, 400),
         Qt::Horizontal);
    size(bottom, isTrain ? std::clamp(high * 25 / 100, 240, 340) : std::clamp(high * 30 / 100, 150, 300), Qt::Vertical);
    for (const char* dock : under.docks) { // the last one has most of the room
        resize(dock, high * (dock == under.docks.back() ? 50 : 25) / 100, Qt::Vertical);
    }
    size(beside, wide >= roomy ? 520 : wide * 34 / 100, Qt::Horizontal);
    for (const Stack* stack : {&left, &right, &bottom}) {
        if (!stack->docks.isEmpty() && stack->open == 0) {
            named(stack->docks.front()).hide();
        }
    }
    for (const char* dock : under.docks) {
        named(dock).hide();
    }
}

} // namespace studio

#include "moc_activities.cpp"
