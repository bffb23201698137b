// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"
#include "engine/graph/model.h"
#include "engine/graph/sentence.h"

#include <string>
#include <vector>

namespace engine {

struct SizeOptions {
    Phase phase = Phase::Train;
    MemoryOf memory = memoryByFormula; ///< what will be held for each layer
    int historyTensors = 1;            ///< copies of the weights that the solver keeps: 1 for SGD, 2 for Adam
};

struct LayerSizes {
    std::string name;
    std::string type;
    std::vector<Shape> inputs;
    Sizes sizes; ///< empty where there is a problem
    LayerMemory memory = {};
    std::int64_t parameters = 0;
    std::int64_t activationBytes = 0; ///< outputs with memory of their own, and what is kept for the backward pass
    std::int64_t gradientBytes = 0;   ///< of the outputs and of the weights
    Sentence problem;                 ///< the sentence that says what does not fit; empty where all is well
    int line = 0;
};

/// One end-to-end connection.
struct WireSizes {
    std::string blob;
    std::string from, to;              ///< names of layers
    std::size_t output = 0, input = 0; ///< ports
    Shape shape = {};                  ///< no axes and `known` false where the layer before it has a problem
    bool known = false;
    std::int64_t bytes = 0;
};

/// What a process of ours holds before it has a net: code, libraries, a mapped text. Measured: 25 to 30 MiB.
inline constexpr std::int64_t programBytes = std::int64_t{28} << 20;

/// What a run needs, by part, in bytes, 4 a number. Tensors and their gradients take what a sequence allocates for them
/// (tensor_plan.h). Outside the phase TRAIN only weights and activations, without what is kept.
struct TrainingMemory {
    std::int64_t weights = 0;             ///< shared ones count once
    std::int64_t gradients = 0;           ///< of the weights
    std::int64_t history = 0;             ///< of the solver: weights x historyTensors
    std::int64_t activations = 0;         ///< tensors, recurrent state and what is kept for the backward pass
    std::int64_t activationGradients = 0; ///< by how much the tensors' memory grows with their gradients in it
    std::int64_t workspace = 0;           ///< private copies of weights and scratch
    std::int64_t program = 0;  ///< the program itself, and the copies that a checkpoint is written from: in the host's
                               ///< memory, wherever the net is
    std::int64_t inPieces = 0; ///< more, and in no sum: see LayerMemory

    std::int64_t onDevice() const ///< where the net runs
    {
        return weights + gradients + history + activations + activationGradients + workspace;
    }
    std::int64_t total() const { return onDevice() + program; }
};

struct SizeReport {
    std::vector<LayerSizes> layers; ///< of the phase, in the model's order, splits left out
    std::vector<WireSizes> wires;
    TrainingMemory memory;
    std::int64_t parameters = 0; ///< shared tensors count once
    std::int64_t flopsForward = 0, flopsBackward = 0;
    std::vector<Sentence> problems; ///< of the model as a whole (a cycle, a name twice) and of each layer
    std::vector<int> problemLines;  ///< Layer::line of each; 0 where it is the model's as a whole

    bool fits() const { return problems.empty(); }
};

/// The sizes of every node and wire. Never throws for what a model can hold: each node gets its sizes or its problem.
SizeReport sizeReport(const Model& model, const SizeOptions& options = {});

/// Bytes of that many floats; stays at 2^60 where there would be more.
std::int64_t floatBytes(std::int64_t floats);

/// Shapes, weights and state of every layer, or its problem, in the model's order. Never throws, as sizeReport().
std::vector<LayerSizes> sizesOrProblems(const Model& model);

/// The same for a model that fits. Throws Error with the first problem.
std::vector<LayerSizes> inferSizes(const Model& model);

} // namespace engine
