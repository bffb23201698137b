// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/drawn_seed.h"

#include "engine/training/run/solver_run.h"

#include <variant>

namespace studio {
namespace {

constexpr std::int64_t anotherEachTime = -1;

std::optional<std::int64_t> seedIn(const engine::SolverSettings& solver)
{
    const auto found = solver.params.find("random_seed");
    const auto* const seed = found == solver.params.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return seed ? std::optional(*seed) : std::nullopt;
}

} // namespace

DrawnSeed::DrawnSeed(const engine::SolverSettings& solver) : m_ofSolver(seedIn(solver))
{
    draw();
}

bool DrawnSeed::follow(const engine::SolverSettings& solver)
{
    const std::optional<std::int64_t> said = seedIn(solver);
    if (said == m_ofSolver) {
        return false;
    }
    m_ofSolver = said;
    draw();
    return true;
}

void DrawnSeed::draw()
{
    const engine::SolverSettings wish{.params = {{"random_seed", anotherEachTime}}};
    m_drawn = static_cast<std::int64_t>(engine::seedOf(wish));
}

std::optional<std::int64_t> DrawnSeed::value(const engine::Params& choice) const
{
    const auto given = choice.find("seed");
    const bool draws =
        given == choice.end() ? m_ofSolver == anotherEachTime : given->second == engine::ParamValue(anotherEachTime);
    return draws ? std::optional(m_drawn) : std::nullopt;
}

} // namespace studio
