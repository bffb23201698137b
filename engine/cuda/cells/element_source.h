// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cells/element_work.h"

#include <optional>
#include <string>
#include <vector>

namespace engine::cuda::cells {

/// How a cluster of blocks goes through all steps of a cell with one product a step; see cluster_walk.cuh. Without
/// tiles a block has all units of one stream; see block_walk.cuh.
struct ClusterSpec {
    int room, tiles; ///< units, filled up, and tiles of streams of a cluster
    bool areFloats;  ///< the factors; else bfloat16s
    int gates;       ///< matrices
    int sent = -1;   ///< forward: the state that they multiply
    std::vector<int> views =
        {}; ///< of the factors of that, or backward of `gradients`, which are sent; -1: not written

    // Backward.
    std::vector<int> gradientOf = {}; ///< by gate: which of `gradients` it multiplies
    std::vector<int> gradients = {};  ///< registers
    ElementWork finish = {};          ///< the elements after the product, one step later

    bool isBackward() const { return !gradients.empty(); }
    bool isInBlocks() const { return tiles == 0; }
    int threads() const; ///< of a block
};

/// A product of a step's rows by a matrix, in the kernel of the elements; see step_products.cuh. Those with the same
/// operand follow each other.
struct ProductTerm {
    int result;  ///< which of ElementWork::products it is added to
    int operand; ///< a tensor
    bool transposed;
};

/// Two kernels in one: what ends a step and what begins the next.
struct JoinedSpec {
    std::size_t first, second; ///< their numbers
    /// The second reads, at a place in its `reads`, what a register of the first has.
    struct Handed {
        std::size_t read;
        int source;
    };
    std::vector<Handed> handed;
};

/// What one kernel does.
struct ElementKernelSpec {
    ElementWork work;
    bool walks = false; ///< through all steps; else it does one
    std::vector<ProductTerm> terms = {};
    std::optional<ClusterSpec> cluster = {};
    std::optional<JoinedSpec> joined = {};

    /// Those of `work`, then of what leaves a cluster backward.
    int views() const { return work.views() + (cluster ? static_cast<int>(cluster->finish.carries.size()) : 0); }
};

std::string kernelName(std::size_t index); ///< of the `index`-th kernel in elementSource()

/// The kernels as CUDA C++: each thread has one unit of some rows, or walks through the steps of one unit of a row.
std::string elementSource(const std::vector<ElementKernelSpec>& kernels);

} // namespace engine::cuda::cells
