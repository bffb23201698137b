// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"

#include <filesystem>
#include <string>
#include <vector>

namespace studio {

// A project may be a stranger's. What it names outside its own folder is used where the user has named the same file on
// this machine: chosen, dropped, imported, or saved in a project of his.

/// Keeps in the state folder that the user named the files. Where that cannot be written, he is asked again later.
void rememberNamed(const std::vector<std::filesystem::path>& files);
void rememberNamed(const std::filesystem::path& file);
bool wasNamed(const std::filesystem::path& file);

/// What a project named that is not used before the user names it himself.
struct Strangers {
    std::string text;                 ///< to learn from; the drawing still names it. Empty: none
    std::vector<std::string> leftOut; ///< weights, solvers' states and checkpoints, each once: gone from the project
};

/// Takes out of the project what lies outside its folder, was not named by the user, and is no run of a project that
/// was never saved. An empty folder: nothing lies in it.
Strangers leaveOutStrangers(Project& project, const std::filesystem::path& folder);

/// The files that the project uses, wherever they lie.
std::vector<std::filesystem::path> filesOf(const Project& project);

/// The files outside the folder that the project uses.
std::vector<std::filesystem::path> filesOutside(const Project& project, const std::filesystem::path& folder);

} // namespace studio
