// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <QString>

namespace studio {

/// What `work` threw, as a sentence; nothing where it did what it should.
std::optional<QString> refusalOf(const std::function<void()>& work);

bool isThere(const std::filesystem::path& file); ///< never throws: what cannot be looked at is not there

/// Where the file itself lies: a project's text and runs are beside it, and not beside a link to it.
std::filesystem::path behindLinks(const std::filesystem::path& file);

class Workspace;

/// Call it before anything is exported or saved to `file`. Throws engine::Error where that is a file that the open
/// project or its run reads, by whatever name: its own file, data, weights, states or checkpoints.
void requireNotInUse(const Workspace& workspace, const std::filesystem::path& file);

/// The same before the project itself is saved there, which may be its own file.
void requireNotInUseByProject(const Workspace& workspace, const std::filesystem::path& file);

} // namespace studio
