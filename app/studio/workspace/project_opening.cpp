// SPDX-License-Identifier: GPL-3.0-or-later
// How each kind of file is opened.
#include "app/studio/project/named_files.h"
#include "app/studio/session/checkpoint_past.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/importer.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/paths.h"
#include "app/studio/workspace/picture_model.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/layout.h"
#include "engine/formats/checkpoint.h"
#include "engine/formats/file_formats.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/open_source.h"
#include "engine/training/solver_run.h"
#include "engine/training/text_source.h"

#include <cmath>
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

/// A drawing of the net with its solver, laid out.
editor::Content drawing(const engine::Model& model, const engine::SolverSettings& solver)
{
    editor::Content content = editor::arranged(editor::contentOf(model), {}, editor::roomByChoice());
    content.solver = solver;
    return content;
}

/// Characters or sequences of one iteration; NaN where that cannot be told.
double batchCharacters(const engine::Checkpoint& checkpoint)
{
    try {
        const engine::Model model = engine::readModel(checkpoint.model, "checkpoint");
        const engine::Params solver = engine::completeParams(engine::readSolver(checkpoint.solver, "checkpoint"));
        const std::int64_t batches = engine::intParam(solver, "iter_size");
        if (!checkpoint.sequences.kind.empty()) {
            return static_cast<double>(engine::requiredSampleWiring(model, engine::Phase::Train).streams * batches);
        }
        const engine::TextWiring text = engine::requiredTextWiring(model, engine::Phase::Train);
        return static_cast<double>(text.steps * text.streams * batches);
    } catch (const engine::Error&) {
        return std::nan("");
    }
}

/// The record that a checkpoint tells of itself.
RunRecord recordOf(const engine::Checkpoint& checkpoint, const fs::path& file, int id)
{
    const bool readsText = checkpoint.sequences.kind.empty();
    RunRecord record{.id = id,
                     .name = file.stem().string(),
                     .model = checkpoint.model,
                     .solver = checkpoint.solver,
                     .corpus = readsText ? checkpoint.corpus.file : checkpoint.sequences.file,
                     .readsText = readsText,
                     .engine = checkpoint.engine,
                     .device = checkpoint.device,
                     .seed = checkpoint.seed,
                     .started = {},
                     .ending = std::string(engine::toString(engine::EndReason::Stopped)),
                     .curve = {},
                     .validations = {},
                     .checkpoints = {{checkpoint.iteration, file.string(), false}},
                     .diary = {},
                     .notes = {},
                     .remark = {},
                     .origin = {}};
    CheckpointPast past =
        pastOf(checkpoint, engine::Curve(checkpoint.curve), {.characters = batchCharacters(checkpoint)});
    record.curve = std::move(past.curve);
    record.validations = std::move(past.validations);
    for (const engine::TextSample& sample : checkpoint.samples) {
        WrittenText& text = record.diary.emplace_back();
        text.iteration = sample.iteration;
        text.seed = sample.seed;
        text.text = sample.text;
    }
    return record;
}

} // namespace

std::optional<QString> ProjectFiles::open(const fs::path& file)
{
    try {
        if (!isThere(file)) {
            return Workspace::tr("%1 is not there any more.").arg(QString::fromStdString(file.string()));
        }
        switch (contentOf(file)) {
        case engine::Content::Project:
            return openHamnetFile(file);
        case engine::Content::Weights:
            return m_workspace.importer().open(file);
        case engine::Content::SolverState:
            return m_workspace.importer().importWeights(file);
        case engine::Content::Model:
            return openModel(file);
        case engine::Content::Picture:
            return openPicture(file);
        case engine::Content::WritingState:
            emit m_workspace.writingStateOpened(file);
            return std::nullopt;
        default:
            return openText(file);
        }
    } catch (const std::exception& error) {
        return QString::fromStdString(error.what());
    }
}

std::optional<QString> ProjectFiles::openHamnetFile(const fs::path& file)
{
    if (kindOf(file) == FileKind::Checkpoint) {
        return openCheckpoint(file);
    }
    const fs::path project = behindLinks(file);
    ProjectFile held(project);
    beginCarefully(loadProject(project), {.file = std::move(held)});
    adoptUnsavedRuns(); // it was saved while it trained, and not again
    return std::nullopt;
}

bool ProjectFiles::joins(const fs::path& file) const
{
    if (!m_open || !isThere(file)) {
        return false;
    }
    switch (contentOf(file)) {
    case engine::Content::Project:
        return false;
    case engine::Content::Weights:
        return !m_workspace.importer().bringsNet(file);
    case engine::Content::Model:
        return engine::solverIn(file).has_value();
    case engine::Content::Picture:
        return false;
    default:
        return true;
    }
}

std::optional<QString> ProjectFiles::openPicture(const fs::path& file)
{
    Project project;
    project.content = drawing(engine::readModel(modelInPicture(file), file.string()), engine::usualSolver());
    begin(std::move(project), {.home = fs::absolute(file).parent_path()});
    return std::nullopt;
}

std::optional<QString> ProjectFiles::openModel(const fs::path& file)
{
    std::vector<std::string> notes;
    const auto tell = [&] {
        for (const std::string& note : notes) {
            emit m_workspace.noted(QString::fromStdString(note));
        }
    };
    if (const auto solver = engine::solverIn(file, &notes)) {
        if (!m_open) {
            startNew();
        }
        tell();
        return m_workspace.document().change(Workspace::tr("Read solver"),
                                             [&](editor::Content& content) { content.solver = *solver; });
    }
    notes.clear();
    const engine::Model model = engine::readModelFile(file, std::nullopt, &notes);
    const fs::path solver = engine::solverOf(file);
    Project project;
    project.content =
        drawing(model, solver.empty() ? engine::usualSolver() : engine::readSolverFile(solver, std::nullopt, &notes));
    begin(std::move(project), {.home = fs::absolute(file).parent_path()});
    m_workspace.nextRun().setModelFile(file, solver);
    tell();
    if (!solver.empty() && solver != engine::solverBeside(file)) {
        emit m_workspace.noted(
            Workspace::tr("The solver was read from %1.").arg(QString::fromStdString(solver.string())));
    }
    return std::nullopt;
}

std::optional<QString> ProjectFiles::openCheckpoint(const fs::path& file)
{
    const engine::Checkpoint checkpoint = engine::loadCheckpoint(file);
    Project project;
    project.content = drawing(engine::readModel(checkpoint.model, file.string()),
                              engine::readSolver(checkpoint.solver, file.string()));
    const fs::path home = fs::absolute(file).parent_path();
    const bool made = engine::isMadeData(checkpoint.sequences.file);
    if (!made && !(checkpoint.corpus.file + checkpoint.sequences.file).empty()) {
        const fs::path data = engine::dataOfCheckpoint(checkpoint, fs::absolute(file));
        project.content.corpus = (isThere(data) ? fs::absolute(data) : home / data).lexically_normal().string();
    }
    project.choice.settings.emplace("seed", static_cast<std::int64_t>(checkpoint.seed));
    project.runs.push_back(recordOf(checkpoint, file, project.nextRun++));
    rememberNamed(file);
    beginCarefully(std::move(project), {.home = home});
    return std::nullopt;
}

std::optional<QString> ProjectFiles::openText(const fs::path& file)
{
    if (const auto refused = whyNoText(file)) {
        return refused;
    }
    if (!m_open) {
        startNew();
    }
    return m_workspace.data().choose(file);
}

} // namespace studio
