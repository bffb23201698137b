// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/solver_settings.h"

#include <cstdint>
#include <optional>

namespace studio {

/// The seed of the next run where each is to have another one: by the user's choice (seed: -1) or, where that says
/// nothing, by the solver (random_seed: -1). It is drawn before the run, so that it can be shown and typed into a
/// terminal.
class DrawnSeed {
public:
    DrawnSeed() = default;
    explicit DrawnSeed(const engine::SolverSettings& solver);

    /// Gives true, and draws, if the solver's random_seed is another one than before.
    bool follow(const engine::SolverSettings& solver);
    void draw(); ///< the one before is used up

    /// With the settings that the user chose; nothing: the seed is said.
    std::optional<std::int64_t> value(const engine::Params& choice) const;

private:
    std::optional<std::int64_t> m_ofSolver; ///< its random_seed; nothing: it says none
    std::int64_t m_drawn = 1;
};

} // namespace studio
