// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/queued_run.h"
#include "app/queue/run_folder.h"

#include <sys/types.h>

#include <filesystem>
#include <QObject>
#include <QTimer>

namespace studio {

/// `hamnet train --seeds` in a process of this program that outlives the window; it is asked to stop through its
/// folder.
class SeedsProcess : public QObject {
    Q_OBJECT

public:
    /// Makes the folder where it is not there, and writes the job's net to it. Throws Error where the folder has
    /// anything in it, where it cannot be written, and where no process starts.
    SeedsProcess(const engine::RunDescription& run, int seeds, const std::filesystem::path& folder,
                 QObject* parent = nullptr);

signals:
    void ended(const QString& problem); ///< empty: as it was to, or as it was asked to

private:
    void look();

    queue::RunFolder m_folder;
    pid_t m_process;
    QTimer m_looks;
};

} // namespace studio
