// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"
#include "app/studio/project/project_file.h"
#include "app/studio/workspace/unsaved_runs.h"

#include <filesystem>
#include <optional>
#include <QString>
#include <vector>

namespace studio {

class Workspace;

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
