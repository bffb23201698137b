// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/solver_settings.h"
#include "tests/random/reference_net.h"

#include <cstdint>
#include <string>
#include <vector>

namespace engine::test {

/// A net, a solver and what they are trained on: all of it follows from the seed.
struct RandomNet {
    std::uint64_t seed = 0;
    Model model;
    SolverSettings solver;
    BatchTops tops;
    std::int64_t steps = 0, streams = 0, vocabulary = 0; ///< T, N, V
    int threads = 1;
    std::vector<Batch> batches;        ///< iter_size for each update
    Batch test;                        ///< one for the phase TEST
    std::string text;                  ///< for a whole run: of V different characters
    std::vector<std::string> refusals; ///< what the checker said of layers that were tried and left out
};

RandomNet makeRandomNet(std::uint64_t seed);

/// The same on sequences with an answer each, for six updates: `text` is empty.
RandomNet makeRandomSequenceNet(std::uint64_t seed);

/// Seed, model and solver, to read and to run again.
std::string describe(const RandomNet& net);

} // namespace engine::test
