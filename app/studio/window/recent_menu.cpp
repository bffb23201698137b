// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/recent_menu.h"

#include "editor/looks/theme.h"

#include <QAction>
#include <QFileInfo>

namespace studio {

RecentMenu::RecentMenu(const QString& title, QWidget* parent) : QMenu(title, parent)
{
    setIcon(editor::icon(QStringLiteral("recent")));
    connect(&m_recent, &RecentFiles::changed, this, [this] {
        fill();
        emit filesChanged(files());
    });
    fill();
}

void RecentMenu::add(const QString& file)
{
    m_recent.add(file);
}

QStringList RecentMenu::files() const
{
    QStringList files;
    for (const RecentFiles::Entry& entry : m_recent.entries()) {
        files.append(entry.file);
    }
    return files;
}

void RecentMenu::fill()
{
    clear();
    for (const RecentFiles::Entry& entry : m_recent.entries()) {
        QAction* offered = addAction(QFileInfo(entry.file).fileName());
        offered->setEnabled(entry.exists);
        connect(offered, &QAction::triggered, this, [this, file = entry.file] { emit chosen(file); });
    }
    setEnabled(!isEmpty());
}

} // namespace studio
