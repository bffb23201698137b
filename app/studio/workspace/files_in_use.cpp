// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/files_in_use.h"

#include "app/studio/project/named_files.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "engine/formats/exchange/input_files.h"
#include "engine/graph/error.h"

namespace studio {
namespace {

std::vector<engine::InputFile> filesReadBy(const Workspace& workspace)
{
    std::vector<engine::InputFile> files;
    for (const std::filesystem::path& file : filesOf(workspace.files().project())) {
        files.push_back({file, "a file of the project"});
    }
    try {
        files.push_back({workspace.data().file(), "the data"});
    } catch (const engine::Error&) { // NOLINT(bugprone-empty-catch): nothing is read yet
    }
    if (workspace.training().isBusy()) {
        const engine::RunDescription& run = workspace.training().run().request.run;
        files.push_back({run.data, "the data of the run"});
        files.push_back({run.resume, "the checkpoint of the run"});
        files.push_back({run.first.file, "the file of the run's first weights"});
        files.push_back({run.first.text, "the text of the run's first weights"});
        files.push_back({run.first.solverState, "the solver's state of the run"});
    }
    return files;
}

} // namespace

void requireNotInUse(const Workspace& workspace, const std::filesystem::path& file)
{
    std::vector<engine::InputFile> files = filesReadBy(workspace);
    files.push_back({workspace.files().path(), "the open project"});
    engine::requireNoInput(file, files);
}

void requireNotInUseByProject(const Workspace& workspace, const std::filesystem::path& file)
{
    engine::requireNoInput(file, filesReadBy(workspace));
}

} // namespace studio
