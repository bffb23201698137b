// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"
#include "editor/work/latest_work.h"

#include <functional>
#include <memory>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

class QLockFile;

namespace studio {

/// Where the studio keeps what must outlive a crash: $XDG_STATE_HOME/hamnet, or ~/.local/state/hamnet.
/// Throws Error where the user has no home.
std::filesystem::path stateFolder();

/// Its folder for copies. Empty where the user has no home: then there are no copies, and AutoSave says so.
std::filesystem::path copiesFolder();

/// The runs of a project that was never saved, in the state folder: a new folder for each.
std::filesystem::path unsavedRunsFolder();

/// Whether it is such a folder, ours to move and to take away, and not one of the user's.
bool isUnsavedRunsFolder(const std::filesystem::path& folder);

/// Keeps a copy of the project under work, so that a crash loses seconds only. Lives on the GUI thread; copies are
/// written on a thread of their own, so the window never waits for the disk.
///
/// The copy lies in the state folder with a lock beside it that names process and host: a copy whose lock is not held
/// was left by a crash. Closing in good order removes both.
class AutoSave : public QObject {
    Q_OBJECT

public:
    /// `snapshot` gives the project as it is now; it is called on this thread.
    explicit AutoSave(std::function<Project()> snapshot, std::filesystem::path folder = copiesFolder());
    ~AutoSave() override; ///< waits for a copy under way; the copy stays: see close()

    /// Which file the project belongs in; empty: none yet.
    void setOriginal(const std::filesystem::path& file) { m_original = file; }

    /// The least time between two copies; the first follows an edit by a second, or by this where it is shorter.
    void setInterval(int milliseconds) { m_interval = milliseconds; }

    void close(); ///< the project is saved, or its changes are given up: no copy is needed any more

public slots:
    void touch(); ///< something changed

signals:
    void copied();                        ///< up to the last touch() that came before it
    void failed(const QString& sentence); ///< no copy could be written; the next change tries again

private:
    void write();

    std::function<Project()> m_snapshot;
    std::filesystem::path m_folder, m_copy;
    std::filesystem::path m_original;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
    QElapsedTimer m_sinceWrite;
    int m_interval = 10'000;
    bool m_touched = false;
    editor::LatestWork m_writer;
};

/// A copy that a crash left.
struct Recoverable {
    std::filesystem::path copy;
    ProjectSummary summary;
    engine::Sentence problem; ///< why it cannot be read; empty: it can
};

/// The newest first. Copies of programs that still run are not among them.
std::vector<Recoverable> recoverable(const std::filesystem::path& folder = copiesFolder());

/// Removes a copy, after its project is open (and copied again) or is not wanted.
void discard(const Recoverable& copy);

} // namespace studio
