// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"
#include "engine/formats/checkpoint/write_lock.h"
#include "engine/formats/exchange/provenance.h"
#include "engine/graph/sentence.h"

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <QString>
#include <tuple>
#include <vector>

namespace studio {

class Workspace;

/// What `work` threw, as a sentence; nothing where it did what it should.
std::optional<QString> refusalOf(const std::function<void()>& work);

bool isThere(const std::filesystem::path& file); ///< never throws: what cannot be looked at is not there

/// Where the file itself lies: a project's text and runs are beside it, and not beside a link to it.
std::filesystem::path behindLinks(const std::filesystem::path& file);

/// Call it before anything is exported or saved to `file`. Throws engine::Error where that is a file that the open
/// project or its run reads, by whatever name: its own file, data, weights, states or checkpoints.
void requireNotInUse(const Workspace& workspace, const std::filesystem::path& file);

/// The same before the project itself is saved there, which may be its own file.
void requireNotInUseByProject(const Workspace& workspace, const std::filesystem::path& file);

bool hasPreviousVersion(const Workspace& workspace); ///< of the open project, before it was last saved

/// What it has that the present project has not, and the other way round: layers, solver, data, runs, as a sentence.
QString differences(const Project& previous, const Project& present);

/// The file that an open project came from or was saved to. While it lives no other window may save there, and a save
/// never replaces what another program has written since.
class ProjectFile {
public:
    ProjectFile() = default; ///< of a project that was never saved

    /// To be made before the file is read. The file may be missing, and an empty path is a project never saved. Never
    /// throws: where another window has the file, this one may look at it.
    explicit ProjectFile(std::filesystem::path file);

    const std::filesystem::path& path() const { return m_path; } ///< empty: never saved

    /// Takes the lock over from the same file as it was opened here before.
    void takeLockOf(ProjectFile& before);

    /// Which other program has the file open for writing; empty if none has.
    const std::optional<engine::WriteLock::Writer>& otherWriter() const { return m_other; }

    /// Throws engine::Error where another window has the file, and where it is no longer the one that was read or
    /// written here last.
    void prepareToSave();
    void noteSaved(); ///< what lies there now is ours

private:
    /// Device, inode, size and time: what tells one state of a file from the next; nothing where it is not there.
    using Stamp = std::optional<std::tuple<dev_t, ino_t, off_t, time_t, long>>;
    static Stamp stampOf(const std::filesystem::path& file);

    std::filesystem::path m_path;
    std::optional<engine::WriteLock> m_lock;
    std::optional<engine::WriteLock::Writer> m_other;
    Stamp m_known;
};

/// Where a project comes from.
struct Origin {
    ProjectFile file = {};
    std::filesystem::path home = {}; ///< the folder of what was opened that is no project; empty: nothing was
};

/// The open project as a file: opened, saved, closed. Functions that can fail give the sentence of what went wrong;
/// then everything is as it was.
class ProjectFiles {
public:
    explicit ProjectFiles(Workspace& workspace) : m_workspace(workspace) {}
    ~ProjectFiles(); ///< removes what the user did not want

    bool isOpen() const { return m_open; }                              ///< false: nothing has been begun yet
    const std::filesystem::path& path() const { return m_file.path(); } ///< empty: never saved
    bool isOpenElsewhere() const { return m_file.otherWriter().has_value(); }
    QString title() const; ///< the file's, or else the net's name
    bool isModified() const;
    void setModified();

    void startNew();

    /// A project, a checkpoint, another program's net, a net's or a solver's prototxt, or a text to learn from. A
    /// solver, a text or weights without their net join what is open. A picture, a text or a state that says what made
    /// it opens that: the net with its solver, and the checkpoint where it is found.
    std::optional<QString> open(const std::filesystem::path& file);

    /// The same file as it was read, before anything is given up for it. Throws engine::Error where it is damaged.
    struct Opening {
        bool joins = false; ///< the drawing stays in its place
        std::function<void()> begin;
    };
    Opening openingOf(const std::filesystem::path& file);

    void restore(const Project& project, const std::filesystem::path& file); ///< of a copy that survived a crash

    /// Opens the version before the last save in the place of the open project. The file changes only by a save.
    void restorePrevious(const Project& previous);
    std::optional<QString> save(const std::filesystem::path& file);
    void close();

    /// The user does not want to save. What was trained and written since is put into the project's file all the same,
    /// beside the drawing as it was saved; the sentence says why it could not. The checkpoints of a project that never
    /// had a file go as the project is left, and not before: what was to be opened in its place may turn out to be
    /// damaged.
    std::optional<QString> giveUpChanges();

    /// Checkpoints beside the project that it does not list, see unlistedRuns(), and what takes them in. None while a
    /// run goes on.
    std::vector<std::filesystem::path> runsToAdd() const;
    std::optional<QString> addRuns(const std::vector<std::filesystem::path>& checkpoints);

    Project project() const; ///< all of it: what a save writes, a copy holds, and either is compared with

    void begin(Project project, Origin origin); ///< puts the project in the place of the open one

    /// Where the checkpoints of the next run go. A project without a file gets a folder of its own for them.
    std::filesystem::path folderOfRuns();

private:
    Opening openingOfModel(const std::filesystem::path& file);
    void beginWhatMade(const std::filesystem::path& file, const engine::Provenance& made);
    void requireOpen(); ///< a new project for what joins one
    void tell(const std::vector<engine::Sentence>& notes);
    void adoptUnsavedRuns();
    Project movedBeside(const std::filesystem::path& place); ///< the open project; its unsaved runs move there
    void leave();                                            ///< the open project is over

    Workspace& m_workspace;
    ProjectFile m_file;
    /// The folder of the checkpoints of a project that has no file yet, which the first save moves beside the file.
    std::filesystem::path m_unsavedRuns; ///< empty: none yet
    bool m_isDiscarded = false;          ///< the user does not want them
    bool m_open = false;
    bool m_modified = false;   ///< besides the drawing
    bool m_isPrevious = false; ///< the file has a later version
};

} // namespace studio
