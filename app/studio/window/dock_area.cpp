// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/dock_area.h"

#include <algorithm>
#include <QAbstractButton>
#include <QDataStream>
#include <QIODevice>
#include <QLabel>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>

namespace studio {
namespace {

constexpr int version =
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
    m_dress.callOnTimeout(this, &DockArea::dress);
}

DockArea::~DockArea()
{
    for (QDockWidget* made : m_docks) {
        made->disconnect(this);
    }
    qDeleteAll(m_docks);
}

void DockArea::add(const QString& name, const QString& title, const std::function<QWidget*(QWidget*)>& make,
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
    connect(made, &QDockWidget::visibilityChanged, this, [this, made] {
        m_dress.start();
        QTimer::singleShot(0, made, [this, made] { giveRoom(*made); }); // once the layout has come to rest
    });
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

/// So that the words of its form are whole, as far as the window has room beside it; a form in less room is scrolled.
/// Only once for each width that the form asks for, since the user may make the dock narrower then.
void DockArea::giveRoom(QDockWidget& dock)
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

void DockArea::forgetGiven()
{
    m_given.clear();
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

void DockArea::put(const char* dock, Qt::DockWidgetArea area)
{
    named(dock).setFloating(false);
    m_window.addDockWidget(area, &named(dock));
    named(dock).show();
}

void DockArea::putBeside(const char* first, const char* dock, Qt::Orientation along)
{
    named(dock).setFloating(false);
    m_window.splitDockWidget(&named(first), &named(dock), along);
    named(dock).show();
}

void DockArea::bringForward(const char* dock)
{
    named(dock).show();
    named(dock).raise();
}

void DockArea::stack(const QList<const char*>& tabs, qsizetype open)
{
    for (qsizetype tab = 1; tab < tabs.size(); ++tab) {
        named(tabs[tab]).setFloating(false);
        m_window.tabifyDockWidget(&named(tabs[tab - 1]), &named(tabs[tab]));
        named(tabs[tab]).setVisible(tab < open);
    }
    named(tabs.front()).raise();
}

int DockArea::formWidth(const char* dock) const
{
    int wanted = 0;
    for (const QScrollArea* form : named(dock).findChildren<QScrollArea*>()) {
        wanted = std::max(wanted, form->widget() ? form->widget()->sizeHint().width() + barOf(*form) : 0);
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
    stream.setVersion(QDataStream::Qt_6_0);
    QByteArray state;
    stream >> state >> m_given;
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
    stream.setVersion(QDataStream::Qt_6_0);
    stream << m_window.saveState(version) << m_given;
    return kept;
}

} // namespace studio

#include "moc_dock_area.cpp"
