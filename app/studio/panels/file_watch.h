// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>

namespace studio {

/// Tells that a file, or what lies directly in a folder, has changed: written in place, replaced by another of its name
/// as editors do, removed, or back. A change is told once the file has come to rest.
class FileWatch : public QObject {
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent = nullptr);

    void watch(const std::filesystem::path& fileOrFolder); ///< in place of the one before; a path without a file: none

signals:
    void changed();

private:
    void follow();
    void compare();
    QString state() const;

    QString m_path;
    QString m_seen; ///< sizes and times when they were looked at last
    QFileSystemWatcher m_watcher;
    QTimer m_rest;
};

} // namespace studio
