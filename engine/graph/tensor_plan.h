// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"
#include "engine/graph/model.h"
#include "engine/graph/size_report.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// In a plan's block, or in a tensor that has memory of its own.
struct TensorPlace {
    std::int64_t offset = 0;                   ///< floats
    std::optional<std::size_t> outsideOf = {}; ///< the number of that tensor
};

/// Where the tensors of a model and their gradients lie in one block of memory, worked out without a device: a sequence
/// allocates the block and runs in it, an estimate reads the totals.
///
/// A tensor lives from its maker's forward pass to its maker's backward pass, or without training to its reader's
/// forward pass; what is read in, what no layer reads and what is to be kept lives throughout. A gradient lives from
/// the backward pass of the tensor's reader to that of its maker, where something learned lies before it and a loss
/// behind. Where gradients of weights are made later (layersBeside), what they are made of lives to the end, and so
/// does a recurrent layer's cont. Two that never live at the same moment may lie at the same place, so gradients reuse
/// the memory of tensors that are no longer needed. Tensors lie inside others as Sizes::sharing says.
struct TensorPlan {
    /// A tensor as one layer makes it; an in-place layer makes another of the same name.
    struct Tensor {
        std::string name;
        Shape shape;
        std::size_t maker;
        std::optional<std::size_t> reader = {}; ///< one at most, as the model has its splits
        double lossWeight = 0;
        TensorPlace data = {};
        std::optional<TensorPlace> gradient = {}; ///< nothing: none is wanted
    };

    std::vector<Tensor> tensors;                                 ///< in the order in which they are made
    std::vector<std::vector<std::optional<std::size_t>>> inputs; ///< by layer: numbers of tensors; nothing if unknown
    std::vector<std::vector<std::size_t>> outputs;               ///< by layer
    std::int64_t values = 0;                                     ///< floats that a block without gradients would have
    std::int64_t total = 0;                                      ///< floats of the block

    /// Whether backward has to run the layer: something arrives, and something before it or in it is learned.
    bool derives(std::size_t layer) const;
};

/// What a plan is made from.
struct TensorPlanRequest {
    const Model& model;                   ///< one phase's layers, with splits
    const std::vector<LayerSizes>& sizes; ///< of the model's layers; those without sizes are left out
    Phase phase = Phase::Train;
    std::function<bool(std::size_t layer)> learns = {}; ///< whether a layer has learned weights; asked in training
    std::map<std::string, bool> outside = {}; ///< tensors with memory of their own: whether they have a gradient there
    std::vector<std::string> kept = {};       ///< tensors that are read after forward, beside those that no layer reads
    bool totalsOnly = false; ///< of more than 4,096 tensors they are those of maxAtOnce() then, and no place is told
    bool gradientsFromOutside = false; ///< those of outside tensors are what is derived, instead of the model's losses
};

/// Floats stay at 2^60 where there would be more. Does not throw.
TensorPlan planTensors(const TensorPlanRequest& request);

/// For each layer, the one beside whose backward pass the gradients of its weights are made: for an INNERPRODUCT the
/// nearest recurrent layer before it, which takes longer and leaves room on a GPU.
std::vector<std::optional<std::size_t>> layersBeside(const Model& model);

/// Whether the gradient by this input of a layer is wanted by who makes it.
bool passesGradient(const Layer& layer, const LayerType& type, std::size_t input);

} // namespace engine
