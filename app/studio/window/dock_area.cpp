// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/dock_area.h"

#include <algorithm>
#include <QAbstractButton>
#include <QDataStream>
#include <QIODevice>
#include <QLabel>
#include <QMenuBar>
#include <QMouseEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <utility>

namespace studio {
namespace {

constexpr int version =
    10; ///< goes up when docks or tool bars come or go: kept arrangements of another version are dropped
constexpr QSize leastPanel{200, 100};

} // namespace

DockArea::DockArea(QMainWindow& window) : m_window(window)
{
    window.setDockNestingEnabled(true);
    window.setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks | QMainWindow::GroupedDragging);
    window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    window.installEventFilter(this);
    m_dress.setSingleShot(true);
    m_dress.setInterval(0); // once, after all that one change brings with it
    connect(&m_dress, &QTimer::timeout, this, &DockArea::dress);
}

DockArea::~DockArea()
{
    for (QDockWidget* made : m_docks) {
        made->disconnect(this);
    }
    qDeleteAll(m_docks);
}

QDockWidget* DockArea::add(const QString& name, const QString& title, QWidget* widget)
{
    auto* made = new QDockWidget(title, &m_window);
    made->setObjectName(name);
    widget->setMinimumSize(leastPanel); // what is taller than that scrolls or squeezes: a small screen shows all docks
    made->setWidget(widget);
    m_window.addDockWidget(Qt::LeftDockWidgetArea, made);
    made->hide();
    m_docks.append(made);
    for (const QScrollArea* form : widget->findChildren<QScrollArea*>()) {
        // What it shows may ask for more width later, as when another layer is selected.
        connect(form->horizontalScrollBar(), &QScrollBar::rangeChanged, made,
                [this, made] { QTimer::singleShot(0, made, [this, made] { giveRoom(*made); }); });
    }
    connect(made, &QDockWidget::dockLocationChanged, this, [this] { m_dress.start(); });
    connect(made, &QDockWidget::topLevelChanged, this, [this] { m_dress.start(); });
    connect(made, &QDockWidget::visibilityChanged, this, [this, made](bool visible) {
        m_dress.start();
        if (visible) {
            QTimer::singleShot(0, made, [this, made] { giveRoom(*made); }); // once the layout has come to rest
        }
    });
    return made;
}

/// Alt and a letter open a menu. Panels lie in tabs behind each other, and those behind count as visible: a letter that
/// a menu has is taken from them.
void DockArea::leaveKeysToMenus(const QWidget& middle)
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
    parts.append(&middle);
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
void DockArea::dress()
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

/// The edges between docks belong to the window.
bool DockArea::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress) {
        const auto* const press = static_cast<QMouseEvent*>(event);
        const bool drags = press->button() == Qt::LeftButton && m_window.isSeparator(press->position().toPoint());
        m_before = drags ? widths() : std::vector<int>();
    } else if (event->type() == QEvent::MouseButtonRelease && !m_before.empty()) {
        QTimer::singleShot(0, this, &DockArea::noteSized); // once the layout has come to rest
    }
    return QObject::eventFilter(watched, event);
}

std::vector<int> DockArea::widths() const
{
    std::vector<int> all;
    for (const QDockWidget* made : m_docks) {
        all.push_back(made->width());
    }
    return all;
}

void DockArea::noteSized()
{
    const std::vector<int> before = std::exchange(m_before, {}), now = widths();
    for (std::size_t index = 0; index < std::min(before.size(), now.size()); ++index) {
        if (before[index] != now[index]) {
            m_sized.insert(m_docks[static_cast<qsizetype>(index)]->objectName());
        }
    }
}

/// Or that of a tab in the same place.
bool DockArea::isSized(QDockWidget& dock) const
{
    const QList<QDockWidget*> tabs = m_window.tabifiedDockWidgets(&dock);
    return m_sized.contains(dock.objectName()) ||
           std::ranges::any_of(tabs, [this](const QDockWidget* tab) { return m_sized.contains(tab->objectName()); });
}

/// A form that is not to be scrolled sideways would be cut in a place that is narrower; the user may want it so.
void DockArea::giveRoom(QDockWidget& dock)
{
    const bool isDragged = !m_before.empty();
    if (!dock.isVisible() || dock.isFloating() || dock.visibleRegion().isEmpty() || isDragged || isSized(dock)) {
        return;
    }
    int wanted = 0;
    for (const QScrollArea* form : dock.findChildren<QScrollArea*>()) {
        if (form->isVisible() && form->widget() && form->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff) {
            const int besides = dock.width() - form->viewport()->width();
            wanted = std::max(wanted, form->widget()->minimumSizeHint().width() + besides);
        }
    }
    if (wanted > dock.width()) {
        m_window.resizeDocks({&dock}, {wanted}, Qt::Horizontal);
    }
}

QDockWidget& DockArea::named(const char* name) const
{
    for (QDockWidget* made : m_docks) {
        if (made->objectName() == QLatin1String(name)) {
            return *made;
        }
    }
    qFatal("there is no dock %s", name);
}

void DockArea::hideAll()
{
    for (QDockWidget* made : m_docks) {
        made->hide();
    }
}

void DockArea::forgetSizes()
{
    m_sized.clear();
}

void DockArea::put(const char* dock, Qt::DockWidgetArea area)
{
    named(dock).setFloating(false);
    m_window.addDockWidget(area, &named(dock));
    named(dock).show();
}

void DockArea::putBeside(const char* first, const char* dock)
{
    named(dock).setFloating(false);
    m_window.splitDockWidget(&named(first), &named(dock), Qt::Horizontal);
    named(dock).show();
}

void DockArea::stack(const QList<const char*>& tabs, const QList<const char*>& closed)
{
    const QList<const char*> all = tabs + closed;
    for (qsizetype tab = 1; tab < all.size(); ++tab) {
        named(all[tab]).setFloating(false);
        m_window.tabifyDockWidget(&named(all[tab - 1]), &named(all[tab]));
        named(all[tab]).setVisible(tab < tabs.size());
    }
    named(tabs.front()).raise();
}

int DockArea::formWidth(const char* dock) const
{
    int wanted = 0;
    for (const QScrollArea* form : named(dock).findChildren<QScrollArea*>()) {
        const int bar = form->verticalScrollBar()->sizeHint().width() + 2 * form->frameWidth();
        wanted = std::max(wanted, form->widget() ? form->widget()->sizeHint().width() + bar : 0);
    }
    return wanted;
}

void DockArea::resize(const char* dock, int pixels, Qt::Orientation along)
{
    m_window.resizeDocks({&named(dock)}, {pixels}, along);
}

/// Docks of a larger screen would push the window over the edge of this one: it keeps its size.
bool DockArea::arrange(const QByteArray& kept)
{
    const QSize before = m_window.size();
    QDataStream stream(kept);
    QByteArray state;
    stream >> state >> m_sized;
    const bool known = m_window.restoreState(state, version);
    if (!m_window.isMaximized() && !m_window.isFullScreen()) {
        m_window.resize(before);
    }
    return known;
}

QByteArray DockArea::arrangement() const
{
    QByteArray kept;
    QDataStream stream(&kept, QIODevice::WriteOnly);
    stream << m_window.saveState(version) << m_sized;
    return kept;
}

} // namespace studio
