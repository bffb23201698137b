// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/unsaved_runs.h"

#include "app/studio/project/autosave.h"
#include "app/studio/workspace/files_in_use.h"
#include "engine/data/places.h"

#include <system_error>

namespace studio {
namespace fs = std::filesystem;

const fs::path& UnsavedRuns::folder()
{
    if (m_folder.empty()) {
        m_folder = unsavedRunsFolder();
    }
    return m_folder;
}

void UnsavedRuns::adopt(const std::vector<RunRecord>& runs)
{
    for (const RunRecord& run : runs) {
        const fs::path folder =
            run.checkpoints.empty() ? fs::path() : fs::path(run.checkpoints.back().file).parent_path();
        if (isUnsavedRunsFolder(folder)) {
            m_folder = folder;
        }
    }
}

bool UnsavedRuns::isEmpty() const
{
    return !isThere(m_folder);
}

bool UnsavedRuns::holds(const fs::path& file) const
{
    return !m_folder.empty() && !file.empty() && engine::liesBelow(m_folder, file);
}

std::vector<engine::Sentence> UnsavedRuns::moveTo(const fs::path& place, Project& project)
{
    std::vector<engine::Sentence> notes;
    moveRuns(project, m_folder, place, notes);
    m_folder.clear();
    return notes;
}

void UnsavedRuns::removeDiscarded()
{
    if (m_discarded && !m_folder.empty()) {
        std::error_code unknown; // what cannot be removed stays: it does no harm
        fs::remove_all(m_folder, unknown);
    }
}

} // namespace studio
