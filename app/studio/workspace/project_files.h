// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/write_lock.h"
#include "engine/graph/model.h"
#include "engine/graph/solver_settings.h"

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <QDateTime>
#include <QString>
#include <tuple>
#include <vector>

namespace studio {

class Workspace;

// Parts of a project that is made from another kind of file.

/// A drawing of the net with its solver, laid out.
editor::Content laidOut(const engine::Model& model, const engine::SolverSettings& solver);

/// The run that a checkpoint tells of, its seed, and what it learns from.
void addRun(Project& project, const engine::Checkpoint& checkpoint, const std::filesystem::path& file);

/// The open project as it was before it was last saved.
struct PreviousVersion {
    Project project;
    QDateTime saved; ///< when that version was written
};

bool hasPreviousVersion(const Workspace& workspace);

/// Throws engine::Error where there is none, or where it is damaged.
PreviousVersion readPreviousVersion(const Workspace& workspace);

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

/// The folder of the checkpoints of a project that has no file yet. The first save moves it beside the file.
class UnsavedRuns {
public:
    const std::filesystem::path& folder(); ///< a new one for each project

    /// Takes the folder over that these runs of an earlier session lie in, if there is one.
    void adopt(const std::vector<RunRecord>& runs);

    /// Moves the folder to `place`; the project's records follow. Gives sentences about what had to stay behind.
    std::vector<engine::Sentence> moveTo(const std::filesystem::path& place, Project& project);
    bool isEmpty() const; ///< there is nothing to move
    bool holds(const std::filesystem::path& file) const;

    // The user does not want them, or has changed his mind.
    void discard() { m_discarded = true; }
    void keep() { m_discarded = false; }
    void removeDiscarded(); ///< does nothing where discard() was not said

private:
    std::filesystem::path m_folder; ///< empty: none yet
    bool m_discarded = false;
};

/// What opening a file that leaves no room for the open project would complain of; nothing where it reads.
std::optional<QString> whyDamaged(const std::filesystem::path& file);

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
    bool joins(const std::filesystem::path& file) const; ///< whether open() would leave the drawing in its place
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
    void load(const std::filesystem::path& project);
    std::optional<QString> openModel(const std::filesystem::path& file);
    Project movedBeside(const std::filesystem::path& place); ///< the open project; its unsaved runs move there
    void leave();                                            ///< the open project is over

    Workspace& m_workspace;
    ProjectFile m_file;
    UnsavedRuns m_unsavedRuns;
    bool m_open = false;
    bool m_modified = false;   ///< besides the drawing
    bool m_isPrevious = false; ///< the file has a later version
};

} // namespace studio
