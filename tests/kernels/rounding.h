// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/kernels/cases.h"
#include "tests/kernels/layer_run.h"

#include <ostream>
#include <vector>

// Engines that multiply in bf16 beside one that multiplies in fp32: the bounds of the conformance suite are not for
// them.

namespace engine::test {

/// A recurrent layer.
struct RecurrentSizes {
    std::int64_t steps, streams, width, units, layers;
    double dropout = 0;
    const char* type = "LSTM";
    bool bothDirections = false, ports = false;
    const char* activation = nullptr;
};

void PrintTo(const RecurrentSizes& sizes, std::ostream* to);

/// Weights as small as those of a net that learns, since gates at their ends would hide everything.
Problem problemOf(const RecurrentSizes& sizes);

/// ‖found - wanted‖ / ‖wanted‖; 0 where both are nothing.
double relativeError(const std::vector<float>& found, const std::vector<float>& wanted);

/// Runs a problem's passes by both, from the same numbers.
template <typename... Runs>
void step(const std::vector<std::uint64_t>& passes, Runs&... runs)
{
    for (LayerRun* run : {&runs...}) {
        for (const std::uint64_t pass : passes) {
            run->step(pass);
        }
    }
}

/// Outputs and states, and gradients by inputs and weights, within what rounding factors to 8 bits costs where sums of
/// many factors average it out.
void expectNear(const LayerRun& found, const LayerRun& wanted, const Problem& problem);

/// All of them in a layer of few factors, where nothing averages.
void expectNearWithFewFactors(const LayerRun& found, const LayerRun& wanted, const Problem& problem);

/// The recurrent cases of the conformance suite.
std::vector<Case> recurrentCases();

} // namespace engine::test
