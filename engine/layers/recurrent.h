// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

// What the layers over whole sequences share, whatever their cell: ports, settings, sizes.

namespace engine {

/// What one such layer has of its own.
struct RecurrentLayer {
    std::string_view name, caffeName;
    std::string_view help, formula;
    std::vector<ParamSpec> params = {}; ///< behind the shared ones
    const Cell* cell = nullptr;         ///< null: each has its own
    /// Where settings choose the cell, which has the same tensors unless `cell` is null. Throws Error.
    std::function<const Cell&(const Params&)> cellBy = {};
    bool extension = false;

    /// A block of a bias that starts at a constant: none, or the gate's name and the setting's key.
    struct BiasStart {
        std::string_view gate;
        std::string_view key;
    };
    std::optional<BiasStart> biasStart = {};

    /// The blob of Caffe's that a tensor of one layer is, where that is not its place; see WeightSpec::blob.
    std::vector<std::size_t> blobs = {};
};

/// x [T, N, ...], cont [T, N], h0 ... [L·D, N, H]  ->  h [T, N, D·H], hT ... [L·D, N, H]: T steps, N streams, H units,
/// L stacked layers, D directions; the axes after N are I wide together. The first state of the forward directions is
/// that after the last batch, or comes in by ports with expose_hidden; where cont[t, n] is 0 the state before step t
/// counts as zero. A backward direction reads from the last step to the first: it starts every batch from zero, or from
/// the ports, and where cont[t, n] is 0 the state that goes from step t to step t - 1 counts as zero.
LayerType recurrentType(const RecurrentLayer& layer);

} // namespace engine
