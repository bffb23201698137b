// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/random.h"
#include "engine/graph/layer_type.h"
#include "engine/graph/model.h"
#include "engine/graph/recurrent.h"
#include "tests/kernels/traced.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace engine::test {

template <typename Number>
using Tensors = std::vector<std::vector<Number>>;

/// One layer and all numbers that go into it.
struct Problem {
    const LayerType* type = nullptr;
    Params params = {}; ///< complete
    Phase phase = Phase::Train;
    std::vector<Shape> inputShapes = {};
    Sizes sizes = {};
    Tensors<double> inputs = {}, weights = {}, state = {};
    Tensors<double> outputGradients = {}; ///< what the slopes are taken of: the sum of outputs times these
    RandomStream random = {};
    std::uint64_t pass = 0;
};

template <typename Number>
struct Answer {
    Tensors<Number> outputs, state;
};

/// What the layer makes of its inputs, weights and state, written as plainly as it can be, in double precision.
/// `Number` is double, or Traced for the slopes.
template <typename Number>
Answer<Number> answer(const Problem& problem, const Tensors<Number>& inputs, const Tensors<Number>& weights,
                      const Tensors<Number>& state);

/// The same for the problem's own numbers.
Answer<double> answer(const Problem& problem);

struct Gradients {
    Tensors<double> inputs, weights;
};

/// The slopes of Σ output · outputGradient by every input and weight.
Gradients gradients(const Problem& problem);

/// What each equation of a recurrent layer's cell gives at each step of one stream, by its name: one direction over the
/// rows of x, from a zero state. Weights are those of a part: see RecurrentStack.
std::vector<std::map<std::string, std::vector<double>>> recurrentRows(const Cell& cell, Direction direction,
                                                                      std::int64_t units, const Tensors<double>& x,
                                                                      const Tensors<double>& weights);

/// Σ (above - below) · outputGradient over all outputs.
double weighedDifference(const Problem& problem, const Answer<double>& above, const Answer<double>& below);

} // namespace engine::test
