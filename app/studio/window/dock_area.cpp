// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/dock_area.h"

#include <QAbstractButton>
#include <QLabel>
#include <QMenuBar>

namespace studio {
namespace {

constexpr int version = 7; ///< goes up when docks come or go: kept arrangements of another version are dropped
constexpr QSize leastPanel{200, 150};

} // namespace

DockArea::DockArea(QMainWindow& window) : m_window(window)
{
    window.setDockNestingEnabled(true);
    window.setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks | QMainWindow::GroupedDragging);
    window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
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

QDockWidget* DockArea::add(const QString& name, const QString& title, QWidget* widget, Qt::DockWidgetArea area)
{
    auto* made = new QDockWidget(title, &m_window);
    made->setObjectName(name);
    widget->setMinimumSize(leastPanel); // what is taller than that scrolls or squeezes: a small screen shows all docks
    made->setWidget(widget);
    m_window.addDockWidget(area, made);
    m_docks.append(made);
    connect(made, &QDockWidget::dockLocationChanged, this, [this] { m_dress.start(); });
    connect(made, &QDockWidget::topLevelChanged, this, [this] { m_dress.start(); });
    connect(made, &QDockWidget::visibilityChanged, this, [this] { m_dress.start(); });
    return made;
}

/// Alt and a letter open a menu. Panels lie in tabs behind each other, and those behind count as visible: a letter that
/// a menu has is taken from them.
void DockArea::leaveKeysToMenus()
{
    QList<QKeySequence> taken;
    for (const QAction* menu : m_window.menuBar()->actions()) {
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
void DockArea::dress()
{
    for (QDockWidget* made : m_docks) {
        const bool titled = made->isFloating() || m_window.tabifiedDockWidgets(made).isEmpty();
        if (titled && made->titleBarWidget()) {
            QWidget* bar = made->titleBarWidget();
            made->setTitleBarWidget(nullptr);
            bar->deleteLater();
        } else if (!titled && !made->titleBarWidget()) {
            made->setTitleBarWidget(new QWidget(made));
        }
    }
}

void DockArea::keepAsDefault()
{
    m_default = m_window.saveState(version);
}

void DockArea::arrangeByDefault()
{
    arrange(m_default);
}

/// Docks of a larger screen would push the window over the edge of this one: it keeps its size.
void DockArea::arrange(const QByteArray& kept)
{
    const QSize before = m_window.size();
    m_window.restoreState(kept, version);
    if (!m_window.isMaximized() && !m_window.isFullScreen()) {
        m_window.resize(before);
    }
}

QByteArray DockArea::arrangement() const
{
    return m_shown ? m_window.saveState(version) : m_aside;
}

void DockArea::hideAtFirst(const QByteArray& kept)
{
    m_aside = kept;
    m_shown = false;
    for (QDockWidget* made : m_docks) {
        made->toggleViewAction()->setEnabled(false);
        made->hide();
    }
}

void DockArea::show(bool open)
{
    if (open == m_shown) {
        return;
    }
    m_aside = arrangement();
    m_shown = open;
    for (QDockWidget* made : m_docks) {
        made->toggleViewAction()->setEnabled(open);
        made->setVisible(open);
    }
    if (open) {
        arrange(m_aside.isEmpty() ? m_default : m_aside);
    }
}

} // namespace studio
