// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/recent_menu.h"

#include "editor/looks/theme.h"

#include <QAction>
#include <QDir>
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

void RecentMenu::remove(const QString& file)
{
    m_recent.remove(file);
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
        QString name = QFileInfo(entry.file).fileName();
        QAction* offered = addAction(name.replace(QLatin1Char('&'), QStringLiteral("&&")));
        offered->setStatusTip(QDir::toNativeSeparators(entry.file)); // files in two folders may have one name
        connect(offered, &QAction::triggered, this, [this, file = entry.file] { emit chosen(file); });
    }
    setEnabled(!isEmpty());
}

} // namespace studio

#include "moc_recent_menu.cpp"
