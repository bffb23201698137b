// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/recorded_work.h"

#include "engine/cuda/check.h"

#include <cudaTypedefs.h>

#include <algorithm>
#include <vector>

namespace engine::cuda {
namespace {

/// A function of the driver; null where it has none of that name. This module is not linked to the driver, which a
/// machine without a GPU lacks.
template <typename Function>
Function driverFunction(const char* name, unsigned version)
{
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
    const cudaError_t status = cudaGetDriverEntryPointByVersion(name, &function, version, cudaEnableDefault, &found);
#else
    static_cast<void>(version);
    const cudaError_t status = cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &found);
#endif
    static_cast<void>(cudaGetLastError());
    return status == cudaSuccess && found == cudaDriverEntryPointSuccess ? reinterpret_cast<Function>(function)
                                                                         : nullptr;
}

/// The driver's view of kernels: it also knows those of libraries, which the runtime does not.
struct Driver {
    PFN_cuGraphKernelNodeGetParams_v12000 nodeParams =
        driverFunction<PFN_cuGraphKernelNodeGetParams_v12000>("cuGraphKernelNodeGetParams", 12000);
    PFN_cuKernelGetFunction_v12000 functionOf =
        driverFunction<PFN_cuKernelGetFunction_v12000>("cuKernelGetFunction", 12000);
    PFN_cuOccupancyMaxActiveBlocksPerMultiprocessor_v6050 activeBlocks =
        driverFunction<PFN_cuOccupancyMaxActiveBlocksPerMultiprocessor_v6050>(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor", 6050);

    bool tells() const { return nodeParams != nullptr && functionOf != nullptr && activeBlocks != nullptr; }
};

std::vector<cudaGraphNode_t> nodesOf(cudaGraph_t graph)
{
    std::size_t count = 0;
    check(cudaGraphGetNodes(graph, nullptr, &count), "counting the recorded work");
    std::vector<cudaGraphNode_t> nodes(count);
    if (count > 0) {
        check(cudaGraphGetNodes(graph, nodes.data(), &count), "looking at the recorded work");
    }
    return nodes;
}

/// Adds the kernel's occupancy of the GPU, if the driver reports it.
void addShares(const Driver& driver, cudaGraphNode_t node, const cudaDeviceProp& gpu, RecordedWork& work)
{
    CUDA_KERNEL_NODE_PARAMS params{};
    if (!driver.tells() || driver.nodeParams(node, &params) != CUDA_SUCCESS) {
        return;
    }
    CUfunction function = params.func;
    if (function == nullptr && driver.functionOf(&function, params.kern) != CUDA_SUCCESS) {
        return;
    }
    const auto threads = static_cast<int>(params.blockDimX * params.blockDimY * params.blockDimZ);
    int blocksAtOnce = 0; // of a multiprocessor
    if (driver.activeBlocks(&blocksAtOnce, function, threads, params.sharedMemBytes) != CUDA_SUCCESS) {
        return;
    }
    const double blocks = static_cast<double>(params.gridDimX) * params.gridDimY * params.gridDimZ;
    const double processors = gpu.multiProcessorCount;
    ++work.sized;
    work.processorShare += std::min(blocks, processors) / processors;
    work.threadShare +=
        std::min(blocks, processors * blocksAtOnce) * threads / (processors * gpu.maxThreadsPerMultiProcessor);
}

void addGraph(const Driver& driver, cudaGraph_t graph, const cudaDeviceProp& gpu, RecordedWork& work)
{
    for (const cudaGraphNode_t node : nodesOf(graph)) {
        cudaGraphNodeType type{};
        check(cudaGraphNodeGetType(node, &type), "looking at the recorded work");
        switch (type) {
        case cudaGraphNodeTypeKernel:
            ++work.kernels;
            addShares(driver, node, gpu, work);
            break;
        case cudaGraphNodeTypeMemcpy:
        case cudaGraphNodeTypeMemset:
            ++work.copies;
            break;
        case cudaGraphNodeTypeGraph: {
            cudaGraph_t child = nullptr;
            check(cudaGraphChildGraphNodeGetGraph(node, &child), "looking at the recorded work");
            addGraph(driver, child, gpu, work);
            break;
        }
        case cudaGraphNodeTypeEmpty: // only orders others
            break;
        default:
            ++work.others;
        }
    }
}

} // namespace

RecordedWork workOf(cudaGraph_t graph, const cudaDeviceProp& gpu)
{
    RecordedWork work;
    addGraph(Driver(), graph, gpu, work);
    if (work.sized > 0) {
        work.processorShare /= static_cast<double>(work.sized);
        work.threadShare /= static_cast<double>(work.sized);
    }
    return work;
}

} // namespace engine::cuda
