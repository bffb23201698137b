// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/file_watch.h"

#include <chrono>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>

namespace studio {
namespace {

constexpr std::chrono::milliseconds rest{300}; ///< without a further change
constexpr int maxFiles = 64;                   ///< of a folder that are looked at one by one

QString stateOf(const QFileInfo& file)
{
    return file.exists() ? QStringLiteral("%1 %2 %3\n")
                               .arg(file.fileName())
                               .arg(file.size())
                               .arg(file.lastModified().toMSecsSinceEpoch())
                         : QString();
}

QFileInfoList filesIn(const QString& folder)
{
    QFileInfoList files = QDir(folder).entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    return files.size() > maxFiles ? QFileInfoList() : files;
}

} // namespace

FileWatch::FileWatch(QObject* parent) : QObject(parent)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(rest);
    connect(&m_rest, &QTimer::timeout, this, &FileWatch::compare);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] { m_rest.start(); });
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] { m_rest.start(); });
}

void FileWatch::watch(const std::filesystem::path& fileOrFolder)
{
    const QString path = QString::fromStdString(fileOrFolder.string());
    if (path == m_path) {
        return;
    }
    m_path = path;
    m_rest.stop();
    follow();
    m_seen = state();
}

/// The folder, too, in which a file lies: a file that takes its place is another one to the system.
void FileWatch::follow()
{
    const QStringList before = m_watcher.files() + m_watcher.directories();
    if (!before.isEmpty()) {
        m_watcher.removePaths(before);
    }
    if (m_path.isEmpty()) {
        return;
    }
    const QFileInfo place(m_path);
    QStringList paths;
    if (place.isDir()) {
        for (const QFileInfo& file : filesIn(m_path)) {
            paths += file.filePath();
        }
    }
    for (const QString& path : {m_path, place.absolutePath()}) {
        if (QFileInfo::exists(path)) {
            paths += path;
        }
    }
    m_watcher.addPaths(paths);
}

void FileWatch::compare()
{
    follow(); // a file that took the place of another is not watched yet
    const QString now = state();
    if (now != m_seen) {
        m_seen = now;
        emit changed();
    }
}

QString FileWatch::state() const
{
    const QFileInfo place(m_path);
    QString state = stateOf(place);
    if (place.isDir()) {
        for (const QFileInfo& file : filesIn(m_path)) {
            state += stateOf(file);
        }
    }
    return state;
}

} // namespace studio

#include "moc_file_watch.cpp"
