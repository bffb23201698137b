// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/workspace/workspace.h"
#include "editor/work/latest_work.h"
#include "engine/data/download.h"

#include <filesystem>
#include <optional>
#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace editor {
class FlowLayout;
}

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

/// The head of both panels of the dock Data: what is learned from, the buttons that choose it, how far a download is,
/// and what keeps the data from being read.
class SourceBox : public QWidget {
    Q_OBJECT

public:
    SourceBox(Workspace& workspace, const QString& title, QWidget* parent);

    QPushButton* addButton(const QString& words, const QString& tip, const QString& icon = {});
    QPushButton* addFetchButton(const QString& words, const QString& tip); ///< rests while something is fetched
    void addReadAgain();
    void show(const QString& name, const QString& tip, const QString& problem); ///< each may be empty
    void showProblem(const QString& sentence);

    /// Fetches on a thread of its own and returns the file or folder; throws engine::Error.
    using Fetch = std::function<std::filesystem::path(const engine::DownloadProgress& progress)>;
    void fetch(const Fetch& fetch); ///< fetched() follows, or the sentence why not

    /// The file, folder or name of made data that is to be read. Nothing where none is, and then why. readAgain()
    /// comes, too, where it changes on disk: also where another takes its place or where it comes back.
    std::optional<std::filesystem::path> data(QString& problem);

signals:
    void fetched(const QString& fileOrFolder);
    void readAgain(); ///< by the button, or as the data have changed on disk

private:
    void buildProgress();
    void endFetching();

    Workspace& m_workspace;
    QLabel *m_name, *m_problem;
    editor::FlowLayout* m_buttons;
    QPushButton* m_fetch = nullptr;
    QWidget* m_progressRow;
    QProgressBar* m_progress;
    FileWatch* m_watch;
    editor::LatestWork m_download; // last, so that it ends before what it uses goes
};

} // namespace studio
