// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/reached_limit.h"

#include "app/studio/workspace/workspace.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/learning_rate.h"
#include "engine/graph/solver_settings.h"
#include "engine/training/run_plan.h"

#include <algorithm>
#include <cmath>
#include <QLocale>

namespace studio {
namespace {

/// Of the newest checkpoint in that file; nothing where the record has none.
std::optional<std::int64_t> iterationOf(const RunRecord& record, const std::filesystem::path& checkpoint)
{
    const auto mark = std::find_if(record.checkpoints.rbegin(), record.checkpoints.rend(),
                                   [&](const CheckpointMark& one) { return one.file == checkpoint; });
    return mark == record.checkpoints.rend() ? std::nullopt : std::optional(mark->iteration);
}

/// The iteration at which so many epochs end; nothing where the record does not tell what part of one an iteration is.
std::optional<std::int64_t> lastOf(std::int64_t epochs, const RunRecord& record)
{
    const double perIteration = record.curve.facts().epochs;
    if (!(perIteration > 0)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(std::ceil(static_cast<double>(epochs) / perIteration - 1e-6));
}

/// The whole epochs in which so many iterations have room.
std::int64_t epochsAt(std::int64_t iterations, const RunRecord& record)
{
    return static_cast<std::int64_t>(std::ceil(static_cast<double>(iterations) * record.curve.facts().epochs - 1e-6));
}

} // namespace

QString ReachedLimit::sentence() const
{
    if (rateIsZero) {
        return Workspace::tr(
            "This run has reached its limit of %Ln iteration(s), and its learning rate is 0 from there "
            "on: more iterations would not change the net. To train more, start a new run with its "
            "checkpoint as initial weights.",
            nullptr, static_cast<int>(iterations));
    }
    return Workspace::tr("This run has reached its limit of %Ln iteration(s). To train more, raise the limit in the "
                         "panel Training.",
                         nullptr, static_cast<int>(iterations));
}

std::optional<ReachedLimit> reachedLimit(const RunRecord& record, const std::filesystem::path& checkpoint,
                                         const engine::Params& settings)
{
    const std::optional<std::int64_t> at = iterationOf(record, checkpoint);
    if (!at || *at == 0 || record.solver.empty()) {
        return std::nullopt;
    }
    const engine::SolverSettings solver = engine::readSolver(record.solver, record.name);
    const engine::RunLimits limits = engine::limitsOf(settings, solver);
    ReachedLimit reached{.checkpoint = checkpoint,
                         .more = *at,
                         .rateIsZero = engine::learningRate(engine::completeParams(solver), *at) == 0};
    const auto note = [&](std::int64_t limit) {
        reached.iterations = reached.raised.empty() ? limit : std::min(reached.iterations, limit);
    };
    const std::optional<std::int64_t> lastEpoch = limits.epochs ? lastOf(*limits.epochs, record) : std::nullopt;
    if (lastEpoch && *lastEpoch <= *at) {
        note(*lastEpoch);
        reached.raised["epochs"] = epochsAt(*at + reached.more, record);
    }
    if (limits.iterations > 0 && limits.iterations <= *at) {
        note(limits.iterations);
        reached.raised["iterations"] = *at + reached.more;
    }
    return reached.raised.empty() ? std::nullopt : std::optional(reached);
}

} // namespace studio
