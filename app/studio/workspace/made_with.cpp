// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/made_with.h"

#include "app/studio/workspace/files_in_use.h"
#include "app/studio/workspace/workspace.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_settings.h"

#include <utility>

namespace studio {
namespace {

using engine::CheckpointUsed;
using engine::Provenance;

/// The file as it is now; without a digest where it cannot be read.
CheckpointUsed usedCheckpoint(const std::string& file)
{
    CheckpointUsed used{.file = engine::shortPath(file), .digest = {}, .iteration = {}};
    try {
        used.digest = engine::netDigest(file);
        while (!isForeign(file)) { // again where a training has replaced the file meanwhile
            used.iteration = engine::readSummary(file).iteration;
            const std::string now = engine::netDigest(file);
            if (std::exchange(used.digest, now) == now) {
                break;
            }
        }
    } catch (const engine::Error&) {
        used.digest.clear();
        used.iteration.reset();
    }
    return used;
}

/// The run's checkpoint of that iteration, or else the newest that is there; empty: none is.
std::string checkpointOf(const RunRecord& run, std::optional<std::int64_t> iteration = {})
{
    const std::vector<engine::CheckpointEvent> marks = checkpointsThere(run);
    for (const engine::CheckpointEvent& mark : marks) {
        try {
            if (iteration && mark.iteration == *iteration && engine::readSummary(mark.file).iteration == *iteration) {
                return mark.file;
            }
        } catch (const engine::Error&) {
            continue; // it is damaged, and made nothing that can be made again
        }
    }
    return marks.empty() ? std::string() : marks.front().file;
}

/// Whether the checkpoint is of the net that is drawn.
bool isOf(const engine::Model& drawn, const std::string& checkpointFile)
{
    try {
        const engine::Checkpoint checkpoint = engine::loadStructure(checkpointFile);
        const std::int64_t vocabulary = checkpoint.vocabulary.size();
        const engine::Model settled =
            engine::dataKindOf(checkpoint).writes
                ? engine::withVocabulary(drawn, vocabulary)
                : engine::withSamples(drawn, engine::sizesOf(checkpoint.sequences, vocabulary));
        return engine::writeModel(settled) == checkpoint.model;
    } catch (const engine::Error&) {
        return false;
    }
}

/// The solver as a file for other programs has it, with what the training form says.
std::string solverOf(const Workspace& workspace)
{
    return engine::writeSolver(engine::withSettings(
        workspace.document().content().solver, workspace.nextRun().choice().settings, engine::SolverReader::Hamnet));
}

std::optional<std::uint64_t> seedOfNextRun(const Workspace& workspace)
{
    try {
        return workspace.nextRun().runSettings().seed;
    } catch (const engine::Error&) {
        return std::nullopt; // a setting out of range, which the training form shows
    }
}

/// The net that wrote a text, with its solver.
void takeNet(Workspace& workspace, const WrittenText& text, Provenance& made)
{
    const RunRecord* const run =
        text.checkpoint.empty() ? workspace.runs().shown() : workspace.runs().savedBy(text.checkpoint);
    if (run != nullptr && !run->start.model.empty()) {
        made.model = run->start.model;
        made.solver = run->start.solver;
    } else if (isForeign(text.checkpoint) && workspace.importer().bringsNet(text.checkpoint)) {
        made.model = engine::writeModel(readNet(workspace.exporter().netSource(text.checkpoint)).model);
    } else if (!text.checkpoint.empty() && !isForeign(text.checkpoint) && isThere(text.checkpoint)) {
        const engine::Checkpoint checkpoint = engine::loadStructure(text.checkpoint);
        made.model = checkpoint.model;
        made.solver = checkpoint.solver;
    } else {
        made.model = engine::writeModel(workspace.document().derived().model);
        made.solver = solverOf(workspace);
    }
}

} // namespace

Provenance provenanceOfDrawing(const Workspace& workspace)
{
    const editor::Content& content = workspace.document().content();
    const engine::Model model = editor::model(content);
    Provenance made{.model = engine::writeModel(model), .solver = solverOf(workspace)};
    for (const editor::Node& node : content.nodes) {
        made.positions.push_back({node.position.x(), node.position.y()});
    }
    for (const editor::Note& note : content.notes) {
        made.notes.push_back({.area = {note.area.x(), note.area.y(), note.area.width(), note.area.height()},
                              .text = note.text.toStdString(),
                              .frame = note.kind == editor::Note::Kind::Frame});
    }
    const RunRecord* const run = workspace.runs().shown();
    const std::string file = run != nullptr ? checkpointOf(*run) : std::string();
    if (!file.empty() && isOf(model, file)) {
        made.seed = run->start.seed;
        made.checkpoint = usedCheckpoint(file);
        made.iteration = made.checkpoint->iteration;
    } else {
        made.seed = seedOfNextRun(workspace);
    }
    return made;
}

Provenance provenanceOfRun(const Workspace& workspace, const RunRecord* run)
{
    if (run == nullptr || run->start.model.empty()) {
        Provenance made = provenanceOfDrawing(workspace);
        made.kind = Provenance::Kind::Curves;
        return made;
    }
    Provenance made{.kind = Provenance::Kind::Curves,
                    .model = run->start.model,
                    .solver = run->start.solver,
                    .seed = run->start.seed};
    if (!run->curve.empty()) {
        made.iteration = run->curve.back().iteration;
    }
    if (const std::string file = checkpointOf(*run); !file.empty()) {
        made.checkpoint = usedCheckpoint(file);
    }
    return made;
}

Provenance provenanceOfRace(const TrainingRequest& request)
{
    Provenance made{.kind = Provenance::Kind::Race,
                    .model = engine::writeModel(request.run.model),
                    .solver = engine::writeSolver(
                        engine::withSettings(request.run.solver, request.run.settings, engine::SolverReader::Hamnet)),
                    .seed = runSettingsOf(request).seed};
    if (!request.run.first.file.empty()) {
        made.checkpoint = usedCheckpoint(request.run.first.file.string());
    }
    return made;
}

Provenance provenanceOfState(Workspace& workspace, const WrittenText& text)
{
    Provenance made{.kind = Provenance::Kind::State, .seed = text.seed, .iteration = text.iteration};
    takeNet(workspace, text, made);
    const RunRecord* const run = workspace.runs().shown();
    const std::string file = !text.checkpoint.empty() ? text.checkpoint
                             : run != nullptr         ? checkpointOf(*run, text.iteration)
                                                      : std::string();
    if (!file.empty()) {
        made.checkpoint = usedCheckpoint(file);
    }
    return made;
}

} // namespace studio
