// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace engine {

/// How a run uses its GPU, as meters tell it: means over some seconds of training.
struct GpuUse {
    double busyShare = 1;                  ///< of the time in which any kernel ran: 0 to 1
    std::optional<double> powerShare = {}; ///< of the power that the GPU may take; nothing where nobody tells
    bool hasFused = false;                 ///< the engine FUSED could train the net here, and does not
    double betweenShare = 0;  ///< of the time that passed between steps: validations, samples, checkpoints, rests
    bool recordsSteps = true; ///< false: the host starts every kernel of a step by itself
    std::optional<double> secondsLeft = {}; ///< of the run; nothing: not known
};

/// A GPU that waits more than it computes: its pieces of work are too small, or come too slowly.
struct Starvation {
    enum class Sign {
        Idle,         ///< no kernel runs for a good part of the time
        LittlePower,  ///< kernels run all the time, but too few of the GPU's units have work
        BetweenSteps, ///< no kernel runs for a good part of the time, as the run is busy with other things than steps
    };
    enum class Remedy { LargerBatch, FusedEngine, RecordSteps, FewerChecks };

    Sign sign = Sign::Idle;
    double share = 0; ///< busyShare, powerShare or betweenShare, by the sign
    std::vector<Remedy> remedies = {};
};

/// Whether the GPU is starved, by what it is seen, and what helps, the surest remedy first; nothing where it has enough
/// to do, or where the run ends too soon for anybody to act. A GPU counts as busy while a single kernel runs, so that
/// recorded steps of small kernels are seen by the power alone.
std::optional<Starvation> starvation(const GpuUse& use);

} // namespace engine
