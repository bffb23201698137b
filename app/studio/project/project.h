// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "editor/document/content.h"
#include "engine/training/run/run_description.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace studio {

/// How the window showed the project: nothing that a number depends on.
struct ViewState {
    double zoom = 1;
    double middleX = 0, middleY = 0;                ///< of what is seen, in canvas units
    engine::Phase phase = engine::Phase::Train;     ///< that is shown
    std::string docks = {};                         ///< as QMainWindow::saveState() has them; empty: as usual
    std::optional<std::vector<int>> runs = {};      ///< ids of those ticked in the curves; nothing: never chosen
    std::string prompt = {};                        ///< of the next text to write
    std::map<std::string, std::string> panels = {}; ///< what else was made in a panel, by its name: a drawn image
    bool operator==(const ViewState&) const = default;
};

/// All that a project file holds. What was learned lies in checkpoints in the folder of the runs.
struct Project {
    editor::Content content = {};
    std::vector<RunRecord> runs = {};
    int nextRun = 1;                     ///< id of the next record
    std::vector<WrittenText> texts = {}; ///< that the user asked for, in their order
    engine::RunDescription choice = {};  ///< what the training form holds: settings and first weights of the next run
    ViewState view = {};
};

/// Both have the ending .hamnet and the same container.
enum class FileKind { Project, Checkpoint };

/// Throws Error for a file that is damaged, of a newer version, or neither.
FileKind kindOf(const std::filesystem::path& file);

/// Replaces the file whole or not at all. Paths at or below the project's folder are kept as seen from there, so that
/// project and runs can move together. Throws Error with the system's words; then an earlier file is as it was.
void saveProject(const std::filesystem::path& file, const Project& project);

/// Throws Error for a file that is none of ours, truncated, altered, of a newer version, or a checkpoint.
Project loadProject(const std::filesystem::path& file);

/// Where the version of a project before its last save is kept: "play.hamnet" -> "play.hamnet~".
std::filesystem::path previousVersionFile(const std::filesystem::path& project);

/// The folder beside the project in which the checkpoints of its runs lie: "play.hamnet" -> "play.runs".
std::filesystem::path runsFolder(const std::filesystem::path& project);

/// A checkpoint's name that no record has, such as "play.runs/run-3.hamnet", and where no file begins as it does. The
/// folder is made. Throws Error where it cannot be, or leads elsewhere.
std::filesystem::path nextRunFile(const std::filesystem::path& folder, const Project& project);

/// Checkpoints of runs in the folder that were begun after the project was saved last, and that it does not list: it
/// was not saved since, or could not be.
std::vector<std::filesystem::path> unlistedRuns(const std::filesystem::path& folder, const Project& project);

/// Throws Error for a folder of runs that is a symbolic link to a place outside the folder that it lies in: a project
/// that came from somewhere else may have brought it, and what is written to it would not lie where its user thinks.
void requireOwnFolder(const std::filesystem::path& runs);

/// Moves the folder of runs, as a project that was never saved gets its first file; the records follow. What cannot be
/// moved stays where it was, with its record, and is one sentence in `notes`. Links and folders in it are none of ours
/// and stay.
void moveRuns(Project& project, const std::filesystem::path& from, const std::filesystem::path& to,
              std::vector<engine::Sentence>& notes);

// For copies of a project that lie elsewhere: see autosave.h.

/// What a list of copies shows without reading the whole.
struct ProjectSummary {
    std::string name;                ///< the net's
    std::filesystem::path file = {}; ///< the project's own file; empty: it was never saved
    std::string written = {};        ///< ISO 8601, UTC
    std::int64_t layers = 0, runs = 0;
};

/// A copy of the project that belongs in `original`, in another place.
void saveCopy(const std::filesystem::path& file, const Project& project, const std::filesystem::path& original);
Project loadCopy(const std::filesystem::path& file);
ProjectSummary readProjectSummary(const std::filesystem::path& file);

} // namespace studio
