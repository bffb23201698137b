// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/files_in_use.h"

#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/graph/error.h"

#include <system_error>

namespace studio {

namespace fs = std::filesystem;

std::optional<QString> refusalOf(const std::function<void()>& work)
{
    const engine::Sentence why = failureOf(work);
    return why.empty() ? std::nullopt : std::optional(editor::inWords(why));
}

bool isThere(const fs::path& file)
{
    std::error_code unknown;
    return fs::exists(file, unknown);
}

fs::path behindLinks(const fs::path& file)
{
    std::error_code unknown;
    const fs::path real = fs::is_symlink(file, unknown) ? fs::canonical(file, unknown) : file;
    return unknown ? file : real;
}

namespace {

/// The files that the project names, wherever they lie.
std::vector<engine::InputFile> filesOf(const Project& project)
{
    std::vector<engine::InputFile> files;
    const auto take = [&](const std::string& file) { files.push_back({file, "a file of the project"}); };
    take(project.content.corpus);
    take(project.choice.first.file.string());
    take(project.choice.first.text.string());
    take(project.choice.first.solverState.string());
    for (const RunRecord& run : project.runs) {
        for (const engine::CheckpointEvent& mark : run.checkpoints) {
            take(mark.file);
        }
    }
    for (const WrittenText& text : project.texts) {
        take(text.checkpoint);
        take(text.state);
    }
    return files;
}

std::vector<engine::InputFile> filesReadBy(const Workspace& workspace)
{
    std::vector<engine::InputFile> files = filesOf(workspace.files().project());
    try {
        files.push_back({workspace.data().file(), "the data"});
    } catch (const engine::Error&) { // NOLINT(bugprone-empty-catch): nothing is read yet
    }
    if (workspace.training().isBusy()) {
        const engine::RunDescription& run = workspace.training().request().run;
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
