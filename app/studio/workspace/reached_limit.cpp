// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/reached_limit.h"

#include "app/studio/workspace/workspace.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/learning_rate.h"
#include "engine/graph/solver_settings.h"
#include "engine/training/run/run_settings.h"

#include <algorithm>
#include <cmath>
#include <QLocale>

namespace studio {
namespace {

/// Of the newest checkpoint in that file; nothing where the record has none.
std::optional<std::int64_t> iterationOf(const RunRecord& record, const std::filesystem::path& checkpoint)
{
    const auto mark = std::find_if(record.checkpoints.rbegin(), record.checkpoints.rend(),
                                   [&](const engine::CheckpointEvent& one) { return one.file == checkpoint; });
    return mark == record.checkpoints.rend() ? std::nullopt : std::optional(mark->iteration);
}

/// The iteration at which so many epochs end; nothing where the record does not tell what part of one an iteration is.
std::optional<std::int64_t> lastOf(std::int64_t epochs, const RunRecord& record)
{
    if (!(record.start.stepsPerEpoch > 0)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(std::ceil(static_cast<double>(epochs) * record.start.stepsPerEpoch - 1e-6));
}

/// The whole epochs in which so many iterations have room.
std::int64_t epochsAt(std::int64_t iterations, const RunRecord& record)
{
    return static_cast<std::int64_t>(std::ceil(record.epochsUntil(iterations) - 1e-6));
}

/// How many of the iterations from `at` on, of so many, come before the learning rate is 0 for good.
std::int64_t beforeRateIsZero(const engine::SolverSettings& solver, std::int64_t at, std::int64_t iterations)
{
    const engine::Params params = engine::completeParams(solver);
    std::int64_t before = 0, zero = iterations; // once it is 0 it stays so
    while (before < zero) {
        const std::int64_t middle = before + (zero - before) / 2;
        if (engine::learningRate(params, at + middle) != 0) {
            before = middle + 1;
        } else {
            zero = middle;
        }
    }
    return before;
}

QString inWords(const ReachedLimit& limit)
{
    return limit.epochs > 0 ? Workspace::tr("%Ln epoch(s)", nullptr, static_cast<int>(limit.epochs))
                            : Workspace::tr("%Ln iteration(s)", nullptr, static_cast<int>(limit.iterations));
}

} // namespace

QString ReachedLimit::sentence() const
{
    if (rateIsZero) {
        return Workspace::tr(
                   "This run has reached its limit of %1, and its learning rate is 0 from there on: more iterations "
                   "would not change the net. To train more, start a new run with its checkpoint as initial weights.")
            .arg(inWords(*this));
    }
    return Workspace::tr("This run has reached its limit of %1. To train more, raise the limit in the panel Training.")
        .arg(inWords(*this));
}

std::optional<ReachedLimit> reachedLimit(const RunRecord& record, const std::filesystem::path& checkpoint,
                                         const engine::Params& settings)
{
    const std::optional<std::int64_t> at = iterationOf(record, checkpoint);
    if (!at || *at == 0 || record.start.solver.empty()) {
        return std::nullopt;
    }
    const engine::SolverSettings solver = engine::readSolver(record.start.solver, record.name);
    const engine::RunLimits limits = engine::limitsOf(settings, solver);
    const std::int64_t more = beforeRateIsZero(solver, *at, *at);
    ReachedLimit reached{.checkpoint = checkpoint, .more = more, .rateIsZero = more == 0};
    const std::optional<std::int64_t> lastEpoch = limits.epochs ? lastOf(*limits.epochs, record) : std::nullopt;
    if (lastEpoch && *lastEpoch <= *at) {
        reached.iterations = *lastEpoch;
        reached.epochs = *limits.epochs;
        reached.raised["epochs"] = epochsAt(*at + reached.more, record);
    }
    if (limits.iterations > 0 && limits.iterations <= *at) {
        if (reached.epochs == 0 || limits.iterations < reached.iterations) { // the lower one ended the run
            reached.iterations = limits.iterations;
            reached.epochs = 0;
        }
        reached.raised["iterations"] = *at + reached.more;
    }
    return reached.raised.empty() ? std::nullopt : std::optional(reached);
}

} // namespace studio
