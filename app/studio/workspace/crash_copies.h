// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/autosave.h"

#include <filesystem>
#include <optional>
#include <QDateTime>
#include <QObject>
#include <vector>

namespace studio {

class Workspace;

QDateTime writtenAt(const Recoverable& copy);

/// What a crash has left of this project; nothing where it left nothing that can be read and is newer than the file.
std::optional<Recoverable> newerCopyOf(const std::filesystem::path& file);

/// The copies that outlive a crash: keeps that of the open project, and offers those that earlier crashes left.
class CrashCopies : public AutoSave {
    Q_OBJECT

public:
    explicit CrashCopies(Workspace& workspace, QObject* parent = nullptr);

    void keep(); ///< the project may have changed; one that is as it was opened needs no copy: nothing would be lost

    // The open project needs no copy any more, as after close(), nor the one that it was recovered from.
    void noteSaved(const std::filesystem::path& file);
    void noteDiscarded();

    // Those that crashes left.
    void offer();                          ///< offered() follows
    bool recover(const Recoverable& copy); ///< false: the workspace has warned why
    void remove(const Recoverable& copy);

signals:
    void offered(const std::vector<studio::Recoverable>& copies);

private:
    void lookAtPanels();
    void forgetRecovered();

    Workspace& m_workspace;
    QTimer m_look;
    ViewState m_known;                      ///< as it was opened, saved, or looked at last
    std::optional<Recoverable> m_recovered; ///< the copy that the project came from
};

} // namespace studio
