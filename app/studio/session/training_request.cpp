// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_request.h"

#include "app/studio/session/training_reports.h"

#include <limits>

namespace studio {

namespace {

constexpr std::int64_t usualPause = 500; ///< iterations between validations, where the solver does not say
constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

} // namespace

engine::RunSettings usualRunSettings(const engine::SolverSettings& solver, std::uint64_t seed)
{
    const engine::Params params = engine::completeParams(solver);
    const std::int64_t interval = engine::intParam(params, "test_interval"), end = engine::intParam(params, "max_iter");
    engine::RunSettings settings{.iterations = end > 0 ? end : endless,
                                 .reportEvery = 1,
                                 .validateEvery = interval > 0 ? interval : usualPause,
                                 .sampleEvery = interval > 0 ? interval : usualPause,
                                 .checkpointAtPause = true};
    settings.sample.length = 300;
    settings.sample.temperature = 0.8; // safe enough to read, wild enough not to repeat itself
    settings.sample.seed = seed;
    return settings;
}

std::uint64_t usualSeed(const engine::SolverSettings& solver)
{
    const auto given = solver.params.find("random_seed");
    const std::int64_t seed = given == solver.params.end() ? -1 : engine::intParam(solver.params, "random_seed");
    return seed >= 0 ? static_cast<std::uint64_t>(seed) : 1;
}

bool TrainingStart::hasEnd() const
{
    return iterations != endless;
}

} // namespace studio
