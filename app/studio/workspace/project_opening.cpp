// SPDX-License-Identifier: GPL-3.0-or-later
// What ProjectFiles does with each kind of file that it opens.
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/files_in_use.h"
#include "app/studio/workspace/importer.h"
#include "app/studio/workspace/made_opening.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/opened_project.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/net_file.h"
#include "engine/formats/exchange/provenance_file.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/net_states.h"
#include "engine/training/run/solver_run.h"

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

/// What a picture or a state says of what made it; nothing of other files.
std::optional<engine::Provenance> madeWith(const fs::path& file)
{
    switch (contentOf(file)) {
    case engine::Content::Picture:
        return engine::netOfPicture(file);
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

void openCheckpoint(Workspace& workspace, const fs::path& file)
{
    const engine::Checkpoint checkpoint = engine::loadCheckpoint(file);
    Project project;
    project.content = laidOut(engine::readModel(checkpoint.model, file.string()),
                              engine::readSolver(checkpoint.solver, file.string()));
    addRun(project, checkpoint, file);
    workspace.files().begin(std::move(project), {.home = fs::absolute(file).parent_path()});
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

std::optional<QString> ProjectFiles::openModel(const fs::path& file)
{
    std::vector<engine::Sentence> notes;
    const auto tell = [&] {
        for (const engine::Sentence& note : notes) {
            emit m_workspace.noted(editor::inWords(note));
        }
    };
    if (const auto solver = engine::solverIn(file, &notes)) {
        requireProject(m_workspace);
        tell();
        return m_workspace.document().change(Workspace::tr("Read solver"), [&](editor::Content& content) {
            content.solver = *solver;
            for (editor::Node& node : content.nodes) {
                node.layer = engine::withStates(node.layer, *solver);
            }
        });
    }
    notes.clear();
    const engine::Model written = engine::readModelFile(file, std::nullopt, &notes);
    const fs::path solver = engine::solverOf(file);
    const engine::SolverSettings settings =
        solver.empty() ? engine::solverOfNewNet() : engine::readSolverFile(solver, std::nullopt, &notes);
    const engine::Model model = engine::withStates(written, settings);
    if (model != written) {
        notes.push_back(engine::say(
            ENGINE_TEXT("Sentences", "the solver's train_state and test_state decide which layers are in the net: the "
                                     "stages and levels in their rules were replaced by phases")));
    }
    beginDrawing(m_workspace, laidOut(model, settings), file);
    const editor::Document& document = m_workspace.document();
    m_workspace.nextRun().setModelFile(
        {.path = file,
         .model = document.derived().model,
         .solverFile = solver,
         .solver = solver.empty() ? std::nullopt : std::optional(document.content().solver)});
    tell();
    if (!solver.empty() && solver != engine::solverBeside(file)) {
        emit m_workspace.noted(
            Workspace::tr("The solver was read from %1.").arg(QString::fromStdString(solver.string())));
    }
    return std::nullopt;
}

std::optional<QString> ProjectFiles::open(const fs::path& file)
{
    try {
        if (!isThere(file)) {
            return Workspace::tr("%1 no longer exists.").arg(QString::fromStdString(file.string()));
        }
        if (const auto made = madeWith(file); made && !hasNetOf(m_workspace, *made)) {
            if (const QString missing = openWhatMade(m_workspace, m_unsavedRuns, {.file = file, .made = *made});
                !missing.isEmpty()) {
                emit m_workspace.warned(missing);
            }
            if (made->kind == engine::Provenance::Kind::State) {
                emit m_workspace.writingStateOpened(file);
            }
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
            return openModel(file);
        case engine::Content::WritingState:
            emit m_workspace.writingStateOpened(file);
            return std::nullopt;
        default:
            return openText(m_workspace, file);
        }
    } catch (const std::exception& error) {
        return editor::inWords(error);
    }
}

std::optional<QString> whyDamaged(const fs::path& file)
{
    try {
        switch (contentOf(file)) {
        case engine::Content::Project:
            if (kindOf(file) == FileKind::Checkpoint) {
                const engine::Checkpoint checkpoint = engine::loadCheckpoint(file);
                engine::readModel(checkpoint.model, file.string());
                engine::readSolver(checkpoint.solver, file.string());
            } else {
                loadProject(file);
            }
            break;
        case engine::Content::Model:
            if (!engine::solverIn(file)) {
                engine::readModelFile(file);
                if (const fs::path solver = engine::solverOf(file); !solver.empty()) {
                    engine::readSolverFile(solver);
                }
            }
            break;
        case engine::Content::Weights:
            if (engine::bringsItsNet(file)) {
                engine::readNet(file);
            }
            break;
        default:
            madeWith(file);
            break;
        }
    } catch (const std::exception& error) {
        return editor::inWords(error);
    }
    return std::nullopt;
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
        return engine::solverIn(file).has_value();
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
