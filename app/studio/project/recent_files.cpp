// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/recent_files.h"

#include <QFileInfo>

namespace studio {
namespace {

constexpr auto recentFilesKey = "recentFiles";

} // namespace

RecentFiles::RecentFiles(QObject* parent) : QObject(parent) {}

QList<RecentFiles::Entry> RecentFiles::entries() const
{
    QList<Entry> all;
    for (const QString& file : m_settings.value(recentFilesKey).toStringList().mid(0, most)) {
        all.append({.file = file, .exists = QFileInfo::exists(file)});
    }
    return all;
}

void RecentFiles::add(const QString& file)
{
    const QString whole = QFileInfo(file).absoluteFilePath();
    QStringList files = m_settings.value(recentFilesKey).toStringList();
    files.removeAll(whole);
    files.prepend(whole);
    keep(files.mid(0, most));
}

void RecentFiles::remove(const QString& file)
{
    QStringList files = m_settings.value(recentFilesKey).toStringList();
    if (files.removeAll(QFileInfo(file).absoluteFilePath()) > 0) {
        keep(files);
    }
}

void RecentFiles::clear()
{
    keep({});
}

void RecentFiles::keep(const QStringList& files)
{
    m_settings.setValue(recentFilesKey, files);
    emit changed();
}

} // namespace studio

#include "moc_recent_files.cpp"
