// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cells/element_call.cuh"
#include "engine/cuda/cells/element_source.h"
#include "engine/cuda/cells/row_kernels.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/device_array.h"
#include "engine/cuda/factors.h"
#include "engine/cuda/fused/cluster_shape.h"

#include <memory>
#include <optional>
#include <vector>

namespace engine::cuda::cells {

/// How clusters of blocks hold a cell; see cluster_walk.cuh. Without tiles each group is one stream in one block; see
/// block_walk.cuh.
struct ClusterPlan {
    int room = 0;              ///< units, filled up
    int tiles = 0, groups = 0; ///< of 8 streams, of a cluster; clusters
    Precision precision = Precision::Bfloat16;

    bool areFloats() const { return precision != Precision::Bfloat16; } ///< the factors of products
    bool isInBlocks() const { return tiles == 0; }
    int rowsOfGroup() const { return isInBlocks() ? 1 : tiles * fused::clusters::tileRows; }
    int blocksOfGroup() const { return isInBlocks() ? 1 : fused::clusters::blocksOf(room); }
};

/// What a kernel of one step is called with.
struct StepCall {
    ElementCall<maxViews> elements;
    StepProducts<maxTerms> products; ///< where it multiplies
};

/// The element-wise kernels of a cell on a GPU: compiled for it, or programs that a kernel of ours interprets.
class ElementKernels {
public:
    enum class Way { Compiled, Interpreted };
    static Way bestWay(); ///< Compiled where NVRTC is found

    /// Throws Error where a kernel would have more views or registers than it can. Walks are not interpreted.
    ElementKernels(CudaDevice& device, std::vector<ElementKernelSpec> kernels, Way way);
    ~ElementKernels();
    ElementKernels(const ElementKernels&) = delete;
    ElementKernels& operator=(const ElementKernels&) = delete;

    /// The blocks over `rows` in y; so many sums there are of each.
    static int blocksOver(std::int64_t rows);

    void run(std::size_t kernel, const StepCall& call, cudaStream_t stream) const;
    /// Two kernels by one that joins them; the second multiplies nothing.
    void runJoined(std::size_t kernel, const StepCall& first, const StepCall& second, cudaStream_t stream) const;
    static constexpr int maxWalkViews = 72; ///< as many as fit the arguments of a walk
    void walk(std::size_t kernel, const WalkCall<maxWalkViews>& call, cudaStream_t stream) const;
    /// `matrices` [gates, room, room], filled up with zeros.
    void walkInClusters(std::size_t kernel, const WalkCall<maxWalkViews>& call, const Factors& matrices,
                        const ClusterPlan& plan, cudaStream_t stream) const;

private:
    struct Module; ///< compiled code
    struct Interpreted {
        DeviceArray<InterpretedStep> steps;
        int count, registers;
    };

    void launch(std::size_t kernel, int rows, int units, void** calls, cudaStream_t stream) const;

    std::unique_ptr<Module> m_module;
    std::vector<Interpreted> m_interpreted;
    std::vector<std::optional<JoinedSpec>> m_joined; ///< by kernel
};

} // namespace engine::cuda::cells
