// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/cuda/factors.h"
#include "engine/cuda/fused/cluster_shape.h"
#include "engine/cuda/side_stream.h"
#include "engine/graph/recurrent.h"

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <optional>

namespace engine::cuda::fused {

// What depends on the step before, over all steps of one direction of one recurrent layer: where the layer is small
// enough, in one kernel each way that stays on the GPU from the first step to the last. The products that do not depend
// on it (by x, and of all gradients by weights and inputs) are made before and after it, for all steps at once.
// block_recurrence.cu, cluster_recurrence.cuh, recurrence.cu, step_by_step.cu and wide_step.cu say how.

enum class Way {
    InBlock,      ///< one kernel; a block has all units of a stream
    InClusters,   ///< one kernel; a group's blocks are a cluster and write into each other's shared memory
    ThroughCache, ///< one kernel; a group's blocks read what the others made from the second-level cache
    StepByStep    ///< a product by cuBLAS and a kernel for the cells, or one kernel for both, for every step
};

/// How a direction of a layer is laid out over a GPU.
struct RecurrencePlan {
    Way way;
    int room;                     ///< units that the kernels compute: those of the layer, filled up with zeros
    int layersAtOnce = 1;         ///< so many of a stack run side by side
    int groups = 1;               ///< of streams
    int rows = 0;                 ///< streams of a group; the last may have fewer
    int blocksOfGroup = 1;        ///< which share the units
    int multiprocessors = 0;      ///< that a step's product is meant for, step by step; 0: all
    int sideBySide = 1;           ///< directions, or layers of a stack, that run at the same time step by step
    int left = 0;                 ///< multiprocessors that one layer's clusters leave to other work
    bool stepIsOneKernel = false; ///< see wide_step.cu; else a product and a kernel for the cells
    Precision precision = Precision::Bfloat16; ///< of products; in a block alone another one

    /// Whether what a unit takes of x lies side by side.
    bool takesByUnit() const { return way != Way::ThroughCache; }
};

/// The most units of a layer that the kernel for every GPU can hold.
inline constexpr std::int64_t maxUnitsThroughCache = 1024;

/// The most streams times units for which it is quicker than a product and a kernel for the cells each step, and than
/// one kernel for both.
inline constexpr std::int64_t maxCellsThroughCache = 48 * 1024, maxCellsBesideOneKernel = 24 * 1024;

/// The most streams times units for which one kernel a step is quicker than two: each 64 or 128 streams read all
/// weights anew.
inline constexpr std::int64_t maxCellsOfOneKernel = 256 * 1024;

/// Empty if no block can hold its part, or a GPU of `multiprocessors` cannot hold all blocks at once. LSTM in one
/// direction only.
std::optional<RecurrencePlan> planRecurrence(std::int64_t units, std::int64_t streams, int multiprocessors);

/// The same in clusters on the current GPU, of compute capability 9.0 or later. Both directions run side by side, and
/// if there is room also two layers. Empty if the GPU has no such clusters, or they cannot hold the layer.
std::optional<RecurrencePlan> planInClusters(const RecurrentStack& stack, std::int64_t units, std::int64_t streams);

/// A block a stream on the current GPU of that many multiprocessors. Empty for more than 64 units, and in bf16 where
/// not all blocks run at once.
std::optional<RecurrencePlan> planInBlock(const RecurrentStack& stack, std::int64_t units, std::int64_t streams,
                                          Precision precision, int multiprocessors);

/// Any number of units and streams, on any GPU, in bf16. All layers of a stack in one direction run side by side.
RecurrencePlan planStepByStep(const RecurrentStack& stack, std::int64_t units, int multiprocessors);

/// The fastest plan that this GPU can hold. The kernels through the cache run only an LSTM in one direction without
/// states at ports.
RecurrencePlan planOf(const CudaDevice& device, const RecurrentStack& stack, std::int64_t units, std::int64_t streams,
                      bool hasPorts);

/// How many numbers a unit has in the recurrent kernels.
struct CellNumbers {
    int gates;     ///< rows of Wx and of Wh
    int inputs;    ///< that it takes of x: its gates', filled up so that one access reads them
    int gradients; ///< that it gives for all steps: by the sums of x, then by those of the state that differ from them
    int kept;      ///< factors that forward keeps for backward, besides a state
};
CellNumbers numbersOf(const Cell& cell);

/// Whether there are kernels for the cell.
bool knows(const Cell& cell);

struct RecurrenceShape {
    int steps, streams, units; ///< T, N, H
};

/// How many numbers forward keeps for backward; each plan has an order of its own for them.
struct KeptSizes {
    std::int64_t gates, states;
};
KeptSizes keptSizes(const RecurrencePlan& plan, const CellNumbers& numbers, const RecurrenceShape& shape);

/// Floats of scratch memory that both passes need; each direction of a layer has its own.
std::int64_t scratchSize(const RecurrencePlan& plan, const CellNumbers& numbers, const RecurrenceShape& shape);

/// What an RNN makes its sums into h by. LSTM and GRU have no choice.
enum class Activation { Tanh, Relu };

/// R is the plan's room for units, D the directions of the layer. Tensors that both directions share are given from
/// this direction's part on, and say how far it is from one row, of a step and a stream, to the next.
struct ForwardRecurrence {
    RecurrenceShape shape;
    bool reversed;            ///< from the last step to the first
    Activation activation;    ///< of RNN
    Factors Wh;               ///< [G, R, R]
    const float* b;           ///< [G·H]
    const float* bh;          ///< [G·H], or null
    const float* inputs;      ///< Wx x of every step: a row is [R, inputs of a unit], through the cache [4, R]
    std::int64_t inputStride; ///< in floats
    const float* cont;        ///< [T, N]
    const float* firstH;      ///< [N, H]; null: zeros
    const float* firstC;      ///< [N, H]; null: zeros
    float* lastH;             ///< [N, H]; may be firstH; null: not wanted
    float* lastC;             ///< [N, H]; may be firstC; null: not wanted
    Factors h;                ///< a row [R] of every step
    Factors hBefore;          ///< likewise, of the state before the first step: N rows; null: they are there already,
                              ///< before h
    std::int64_t hStride;
    float* y; ///< h once more as floats, rows [H], or null
    std::int64_t yStride;
    float* keptStates; ///< see keptSizes
    Factors keptGates; ///< after their activations; null without a backward pass
    float* scratch;    ///< see scratchSize
};

struct BackwardRecurrence {
    RecurrenceShape shape;
    bool reversed;
    Activation activation; ///< of RNN
    Factors turned;        ///< Wh as [R, G, R], the unit of the state before first
    const float* cont;     ///< [T, N]
    const float* dy;       ///< rows [H]; null: zeros (not through the cache)
    std::int64_t dyStride;
    const float* dLastH; ///< [N, H]; null: zeros
    const float* dLastC; ///< [N, H]; null: zeros
    float* dFirstH;      ///< [N, H]; null: not wanted
    float* dFirstC;      ///< [N, H]; null: not wanted
    const float* keptStates;
    Factors keptGates;
    Factors dGates; ///< rows [gradients of a unit, R]
    std::int64_t gateStride;
    float* db;     ///< the sums of those over the steps [N, gradients of a unit, R]; not step by step: see sumOverSteps
    bool addsSums; ///< to what db holds; else db is overwritten
    float* scratch; ///< see scratchSize

    // Of chunks of steps, step by step: the states' gradients stay in scratch from one to the next.
    bool goesOn;  ///< to a later chunk, whose gradients are there
    bool isFirst; ///< chunk of the sequence; dFirstH and dFirstC are of that alone
};

// All return at once. If blocks wait for each other, they are launched cooperatively or as clusters, so that all blocks
// of a group are resident at the same time.
void launch(const RecurrencePlan& plan, const Cell& cell, const ForwardRecurrence& work, const Lane& on);
void launch(const RecurrencePlan& plan, const Cell& cell, const BackwardRecurrence& work, const Lane& on);

/// to [N, width] = the sums over the steps of rows of `width`, which lie `stride` apart.
void sumOverSteps(const __nv_bfloat16* gradients, const RecurrenceShape& shape, std::int64_t width, std::int64_t stride,
                  float* to, cudaStream_t stream);

// recurrence.cu
void launchThroughCache(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream);
void launchThroughCache(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream);

/// The kernels of one cell with a block a stream.
struct BlockKernels {
    void (*forward)(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream);
    void (*backward)(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream);
    int (*blocksOfMultiprocessor)(int room); ///< that run at once
};
extern const BlockKernels lstmInBlock, gruInBlock, rnnInBlock;
extern const BlockKernels lstmOfFloats, gruOfFloats, rnnOfFloats; ///< whose factors and what they keep are floats
int roomInBlock(std::int64_t units);                              ///< 0 where there is none

/// How those kernels hold a layer of which `sideBySide` directions, or layers, run at once; as planInBlock of a stack.
std::optional<RecurrencePlan> planInBlock(const BlockKernels& kernels, std::int64_t units, std::int64_t streams,
                                          std::int64_t sideBySide, int multiprocessors);

/// The kernels in clusters of one cell.
struct ClusterKernels {
    void (*forward)(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream);
    void (*backward)(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream);

    /// How many groups of that many tiles of 8 streams the GPU runs at once, forward and backward; none where the
    /// kernels were compiled for an earlier GPU, which has no clusters. Throws Error where it cannot say.
    int (*groupsAtOnce)(int room, int tiles);
};
extern const ClusterKernels lstmInClusters, gruInClusters, rnnInClusters;

/// How those kernels hold a layer of which `sideBySide` directions run at once; as planInClusters of a stack.
std::optional<RecurrencePlan> planInClusters(const ClusterKernels& kernels, std::int64_t units, std::int64_t streams,
                                             std::int64_t sideBySide);

/// The same of one cell step by step; see step_by_step.cu.
struct StepKernels {
    CellNumbers numbers;
    void (*forward)(const RecurrencePlan& plan, const ForwardRecurrence& work, const Lane& on);
    void (*backward)(const RecurrencePlan& plan, const BackwardRecurrence& work, const Lane& on);
};

/// Whether the current GPU, of that compute capability, runs a step of a wide layer as one kernel; see wide_step.cu.
bool hasWideSteps(int major, int minor);

extern const StepKernels lstmStepByStep, gruStepByStep, rnnStepByStep;

} // namespace engine::cuda::fused
