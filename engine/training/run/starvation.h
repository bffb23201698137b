// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace engine {

/// How a run uses its GPU, as meters tell it: means over some seconds of training.
struct GpuUse {
    double busyShare = 1;                  ///< of the time in which any kernel ran: 0 to 1
    std::optional<double> powerShare = {}; ///< of the GPU's power limit; empty if unknown
    bool hasFused = false;                 ///< the engine FUSED could train the net here, and does not
    double betweenShare = 0;  ///< of the time that passed between steps: validations, samples, checkpoints, rests
    bool recordsSteps = true; ///< false: the host starts every kernel of a step by itself
    std::optional<double> secondsLeft = {}; ///< of the run; nothing: not known
};

/// A GPU that waits more than it computes: its kernels are too small, or are launched too slowly.
struct Starvation {
    enum class Sign {
        Idle,         ///< no kernel runs for a good part of the time
        LittlePower,  ///< kernels run all the time, but occupy too few of the GPU's multiprocessors
        BetweenSteps, ///< no kernel runs for a good part of the time, as the run is busy with other things than steps
    };
    enum class Remedy { LargerBatch, FusedEngine, RecordSteps, FewerChecks };

    Sign sign = Sign::Idle;
    double share = 0; ///< busyShare, powerShare or betweenShare, by the sign
    std::vector<Remedy> remedies = {};
};

/// Whether the GPU is starved, which sign shows it, and the remedies, the surest first; empty if the GPU has enough to
/// do or the run ends too soon for a remedy. A GPU counts as busy while a single kernel runs, so that recorded steps of
/// small kernels show in the power alone.
std::optional<Starvation> starvation(const GpuUse& use);

} // namespace engine
