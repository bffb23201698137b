// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/reference.h"
#include "engine/graph/go_on.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine::cells {

/// Where a gradient is furthest from what differences say.
struct GradientError {
    double relative = 0;      ///< NaN where the cell's values are no numbers
    std::string tensor = {};  ///< "Wf", "x", or "c[t-1]": the state before the first step
    std::int64_t element = 0; ///< of the tensor, from 0

    /// What double precision gives of a gradient that is right.
    static constexpr double tolerance = 1e-6;
    bool isRight() const { return relative <= tolerance; }
};

/// A short run with random numbers in all of it, of at most a few units, which the cell can have where it can have
/// `sizes`. Throws CellError where it cannot.
CellRun smallRun(const Definition& cell, CellSizes sizes);

/// Gradients that arrive at the end of the run: random numbers, of the loss that is checked.
CellResult randomGradients(const Definition& cell, const CellRun& run);

/// Compares `claimed`, the gradients of the sum of results × `arriving`, with central differences in all tensors: in
/// each element, in large tensors in some. Throws CancelledError.
GradientError compareGradients(const Definition& cell, const CellRun& run, const CellResult& arriving,
                               const CellGradients& claimed, const GoOn& goOn = {});

/// Compares the backward pass of the cell over smallRun() with central differences.
GradientError checkGradient(const Definition& cell, CellSizes sizes, const GoOn& goOn = {});

/// What an equation gives in a run.
struct ValueRange {
    std::string name;
    double min = 0, max = 0;                 ///< of the numbers that it gave
    std::optional<double> saturated = {};    ///< of a sigmoid or tanh: the share of values within 0.01 of a bound
    bool grows = false;                      ///< its values are still larger at the end than in the first half
    std::optional<std::int64_t> lostAt = {}; ///< the step, from 1, that gave no number, or one too large for floats
};

inline constexpr std::int64_t rangeSteps = 1000;

/// The values of each equation over 1,000 steps of standard normal input, or until one gives no number. Matrices begin
/// as "xavier" draws them, vectors as `init` says, else at 0. At most 16 units and inputs, or as many as the heads
/// need.
std::vector<ValueRange> valueRanges(const Definition& cell, CellSizes sizes, const GoOn& goOn = {});

} // namespace engine::cells
