// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"

#include <filesystem>
#include <string>
#include <vector>

namespace studio {

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

} // namespace studio
