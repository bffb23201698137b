// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/opened_project.h"

#include "app/studio/session/run_record.h"
#include "app/studio/workspace/files_in_use.h"
#include "editor/document/layout.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/solver_run.h"

#include <cmath>

namespace studio {
namespace {

namespace fs = std::filesystem;

/// Characters or sequences of one iteration; 0 where that cannot be told.
std::int64_t unitsInBatch(const engine::Checkpoint& checkpoint)
{
    try {
        const engine::Model model = engine::readModel(checkpoint.model, "checkpoint");
        const engine::Params solver = engine::completeParams(engine::readSolver(checkpoint.solver, "checkpoint"));
        const std::int64_t batches = engine::intParam(solver, "iter_size");
        const engine::DataWiring wiring = engine::requiredWiring(model, engine::Phase::Train);
        const std::int64_t answers = engine::dataKindOf(checkpoint).answersEachStep ? wiring.steps : 1;
        return answers * wiring.streams * batches;
    } catch (const engine::Error&) {
        return 0;
    }
}

/// The record that a checkpoint tells of itself.
RunRecord recordOf(const engine::Checkpoint& checkpoint, const fs::path& file, int id)
{
    const engine::DataKind& kind = engine::dataKindOf(checkpoint);
    RunRecord record;
    record.id = id;
    record.name = file.stem().string();
    record.start = {.engine = checkpoint.engine,
                    .device = checkpoint.device,
                    .seed = checkpoint.seed,
                    .batchUnits = unitsInBatch(checkpoint),
                    .kind = &kind,
                    .model = checkpoint.model,
                    .solver = checkpoint.solver,
                    .data = kind.writes ? checkpoint.corpus.file : checkpoint.sequences.file};
    if (!checkpoint.precision.empty()) {
        record.run.settings.emplace("precision", checkpoint.precision);
    }
    record.curve = checkpoint.curve;
    record.validations = validationsIn(checkpoint);
    record.checkpoints = {{checkpoint.iteration, file.string(), false}};
    for (const engine::TextSample& sample : checkpoint.samples) {
        record.samples.push_back({.iteration = sample.iteration, .seed = sample.seed, .text = sample.text});
    }
    record.end = {.iterations = checkpoint.iteration, .reason = engine::EndReason::Stopped};
    return record;
}

} // namespace

editor::Content laidOut(const engine::Model& model, const engine::SolverSettings& solver)
{
    editor::Content content = editor::arranged(editor::contentOf(model), {}, editor::roomByChoice());
    content.solver = solver;
    return content;
}

void addRun(Project& project, const engine::Checkpoint& checkpoint, const fs::path& file)
{
    const bool made = engine::isMadeData(checkpoint.sequences.file);
    if (!made && !(checkpoint.corpus.file + checkpoint.sequences.file).empty()) {
        const fs::path data = engine::dataOfCheckpoint(checkpoint, fs::absolute(file));
        const fs::path home = fs::absolute(file).parent_path();
        project.content.corpus = (isThere(data) ? fs::absolute(data) : home / data).lexically_normal().string();
    }
    project.choice.settings.emplace("seed", static_cast<std::int64_t>(checkpoint.seed));
    project.runs.push_back(recordOf(checkpoint, file, project.nextRun++));
}

} // namespace studio
