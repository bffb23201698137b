// SPDX-License-Identifier: GPL-3.0-or-later
// What ProjectFiles does with each kind of file that it opens.
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
    CheckpointPast past = pastOf(checkpoint, {.characters = batchCharacters(checkpoint)});
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

/// Of a drawing: its net.
void openPicture(Workspace& workspace, const fs::path& file)
{
    beginDrawing(workspace, drawing(engine::readModel(modelInPicture(file), file.string()), engine::usualSolver()),
                 file);
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
        drawing(model, solver.empty() ? engine::usualSolver() : engine::readSolverFile(solver, std::nullopt, &notes)),
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
    workspace.files().beginUntrusted(std::move(project), {.home = home});
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
            return Workspace::tr("%1 is not there any more.").arg(QString::fromStdString(file.string()));
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
        case engine::Content::Picture:
            openPicture(m_workspace, file);
            return std::nullopt;
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
        return false;
    case engine::Content::Weights:
        return !m_workspace.importer().bringsNet(file);
    case engine::Content::Model:
        return solverIn(file).has_value();
    case engine::Content::Picture:
        return false;
    default:
        return true;
    }
}

} // namespace studio
