// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/command_palette.h"

#include "editor/widgets/parts.h"

#include <algorithm>
#include <QCoreApplication>
#include <QIcon>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPixmap>
#include <QScreen>
#include <QTreeWidget>

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

} // namespace

CommandPalette::CommandPalette(const QMenuBar& menus, QWidget* parent)
    : QDialog(parent), m_search(new QLineEdit(this)), m_list(new QTreeWidget(this))
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
    for (const QAction* top : menus.actions()) {
        if (top->menu()) {
            collect(top->menu()->actions(), plain(top->text()));
        }
    }
    for (const QWidget* list : parent->findChildren<QWidget*>()) {
        if (list->contextMenuPolicy() == Qt::ActionsContextMenu && list->isVisible()) {
            collect(list->actions(), list->accessibleName());
        }
    }
    connect(m_search, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::choose);
    filter();
    fit();
}

/// As wide as the names, their menus and their keys.
void CommandPalette::fit()
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

/// What the lists have in menus of their own comes after the menus, without what those have.
void CommandPalette::collect(const QList<QAction*>& actions, const QString& path)
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
            const QString words = QStringList{path, plain(action->text()), action->statusTip()}.join(QLatin1Char(' '));
            m_commands.push_back({.action = action, .path = path, .words = words});
        }
    }
}

/// What has every word that was typed; what starts so before what only has them in its name, then in its menu or tip;
/// what cannot be done now last.
void CommandPalette::filter()
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

void CommandPalette::choose()
{
    const QTreeWidgetItem* item = m_list->currentItem();
    if (item && item->flags().testFlag(Qt::ItemIsEnabled)) {
        m_chosen = m_commands[static_cast<std::size_t>(item->data(Name, commandRole).toLongLong())].action;
        accept();
    }
}

/// Arrows move through the list while the search keeps the keyboard.
bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
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

} // namespace studio

#include "moc_command_palette.cpp"
