// SPDX-License-Identifier: GPL-3.0-or-later
// What ProjectFiles does with each kind of file that it opens.
#include "app/studio/project/named_files.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/importer.h"
#include "app/studio/workspace/made_opening.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/opened_project.h"
#include "app/studio/workspace/paths.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "engine/formats/checkpoint.h"
#include "engine/formats/file_formats.h"
#include "engine/formats/prototxt.h"
#include "engine/formats/provenance_file.h"
#include "engine/graph/error.h"
#include "engine/training/solver_run.h"

#include <system_error>
#include <utility>

namespace studio {
namespace {

namespace fs = std::filesystem;

/// What the file is about; a text where neither its name nor its first bytes tell.
engine::Content contentOf(const fs::path& file)
{
    const engine::FileFormat* const format = engine::formatOf(file);
    return format ? format->content : engine::Content::Text;
}

/// The file's solver; nothing where it holds something else, such as a net.
std::optional<engine::SolverSettings> solverIn(const fs::path& file, std::vector<std::string>* notes = nullptr)
{
    try {
        engine::SolverSettings solver = engine::readSolverFile(file, std::nullopt, notes);
        const bool saysPace = solver.params.contains("base_lr") || solver.params.contains("lr_policy");
        return saysPace ? std::optional(std::move(solver)) : std::nullopt;
    } catch (const engine::Error&) {
        return std::nullopt;
    }
}

/// The solver that belongs to a net: NAME_solver.prototxt beside NAME.prototxt, or MyCaffe's solver.prototxt, where
/// that does not name another net. Empty: there is none.
fs::path solverOf(const fs::path& model)
{
    const fs::path beside = engine::solverBeside(model), general = model.parent_path() / "solver.prototxt";
    if (isThere(beside) || !isThere(general)) {
        return isThere(beside) ? beside : fs::path();
    }
    const auto solver = solverIn(general);
    if (!solver) {
        return {};
    }
    for (const char* key : {"net", "train_net"}) {
        const auto named = solver->params.find(key);
        const auto* const net = named == solver->params.end() ? nullptr : std::get_if<std::string>(&named->second);
        if (net && !net->empty() && fs::path(*net).filename() != model.filename()) {
            return {};
        }
    }
    return general;
}

/// What a picture, a text or a state says of what made it; nothing of other files.
std::optional<engine::Provenance> madeWith(const fs::path& file)
{
    switch (contentOf(file)) {
    case engine::Content::Picture:
        return engine::netOfPicture(file);
    case engine::Content::Text:
    case engine::Content::WritingState:
        return engine::provenanceIn(file);
    default:
        return std::nullopt;
    }
}

void beginDrawing(Workspace& workspace, editor::Content content, const fs::path& file)
{
    Project project;
    project.content = std::move(content);
    workspace.files().begin(std::move(project), {.home = fs::absolute(file).parent_path()});
}

/// A new project for what joins one.
void requireProject(Workspace& workspace)
{
    if (!workspace.files().isOpen()) {
        workspace.files().startNew();
    }
}

std::optional<QString> openModel(Workspace& workspace, const fs::path& file)
{
    std::vector<std::string> notes;
    const auto tell = [&] {
        for (const std::string& note : notes) {
            emit workspace.noted(QString::fromStdString(note));
        }
    };
    if (const auto solver = solverIn(file, &notes)) {
        requireProject(workspace);
        tell();
        return workspace.document().change(Workspace::tr("Read solver"),
                                           [&](editor::Content& content) { content.solver = *solver; });
    }
    notes.clear();
    const engine::Model model = engine::readModelFile(file, std::nullopt, &notes);
    const fs::path solver = solverOf(file);
    beginDrawing(
        workspace,
        laidOut(model, solver.empty() ? engine::usualSolver() : engine::readSolverFile(solver, std::nullopt, &notes)),
        file);
    const editor::Document& document = workspace.document();
    const bool beside = solver == engine::solverBeside(file);
    workspace.nextRun().setModelFile({.path = file,
                                      .model = document.derived().model,
                                      .solver = beside ? std::optional(document.content().solver) : std::nullopt});
    tell();
    return std::nullopt;
}

void openCheckpoint(Workspace& workspace, const fs::path& file)
{
    const engine::Checkpoint checkpoint = engine::loadCheckpoint(file);
    Project project;
    project.content = laidOut(engine::readModel(checkpoint.model, file.string()),
                              engine::readSolver(checkpoint.solver, file.string()));
    addRun(project, checkpoint, file);
    rememberNamed(file);
    workspace.files().beginUntrusted(std::move(project), {.home = fs::absolute(file).parent_path()});
}

std::optional<QString> openText(Workspace& workspace, const fs::path& file)
{
    if (const auto refused = whyNoText(file)) {
        return refused;
    }
    requireProject(workspace);
    return workspace.data().choose(file);
}

} // namespace

std::optional<QString> ProjectFiles::open(const fs::path& file)
{
    try {
        if (!isThere(file)) {
            return Workspace::tr("%1 no longer exists.").arg(QString::fromStdString(file.string()));
        }
        if (const auto made = madeWith(file); made && !hasNetOf(m_workspace, *made)) {
            openWhatMade(m_workspace, m_unsavedRuns, {.file = file, .made = *made});
            return std::nullopt;
        }
        switch (contentOf(file)) {
        case engine::Content::Project:
            if (kindOf(file) == FileKind::Checkpoint) {
                openCheckpoint(m_workspace, file);
            } else {
                load(behindLinks(file));
            }
            return std::nullopt;
        case engine::Content::Weights:
            return m_workspace.importer().open(file);
        case engine::Content::SolverState:
            return m_workspace.importer().importWeights(file);
        case engine::Content::Model:
            return openModel(m_workspace, file);
        case engine::Content::WritingState:
            emit m_workspace.writingStateOpened(file);
            return std::nullopt;
        default:
            return openText(m_workspace, file);
        }
    } catch (const std::exception& error) {
        return QString::fromStdString(error.what());
    }
}

bool ProjectFiles::joins(const fs::path& file) const
{
    if (!m_open || !isThere(file)) {
        return false;
    }
    switch (contentOf(file)) {
    case engine::Content::Project:
    case engine::Content::Picture:
        return false;
    case engine::Content::Weights:
        return !m_workspace.importer().bringsNet(file);
    case engine::Content::Model:
        return solverIn(file).has_value();
    default:
        break;
    }
    try {
        const auto made = madeWith(file);
        return !made || hasNetOf(m_workspace, *made);
    } catch (const engine::Error&) {
        return true; // open() refuses it, and the project stays
    }
}

} // namespace studio
