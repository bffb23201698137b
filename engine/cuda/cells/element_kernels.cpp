// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/element_kernels.h"

#include "engine/cuda/cells/code_cache.h"
#include "engine/cuda/cells/nvrtc.h"
#include "engine/cuda/open_library.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <cuda.h>
#include <dlfcn.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>

namespace engine::cuda::cells {
namespace {

const OpenedLibrary& driver()
{
    // The device has opened it already, where the loader finds it: no other copy.
    static const OpenedLibrary opened{.name = "libcuda.so.1",
                                      .handle = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL)};
    return opened;
}

// By the driver's own names, which hide its declarations here.
#define HAMNET_DRIVER(name) const LibraryFunction<driver, decltype(&::name)> name(#name)
HAMNET_DRIVER(cuFuncSetAttribute);
HAMNET_DRIVER(cuGetErrorString);
HAMNET_DRIVER(cuLaunchKernel);
HAMNET_DRIVER(cuLaunchKernelEx);
HAMNET_DRIVER(cuModuleGetFunction);
HAMNET_DRIVER(cuModuleLoadData);
HAMNET_DRIVER(cuModuleUnload);
#undef HAMNET_DRIVER

void check(CUresult result, const char* what)
{
    if (result != CUDA_SUCCESS) {
        const char* text = "unknown error";
        static_cast<void>(cuGetErrorString(result, &text));
        throw Error(say(ENGINE_TEXT("Sentences", "CUDA: %1: %2"), what, text));
    }
}

std::vector<InterpretedStep> stepsOf(const ElementWork& work)
{
    using How = ElementWork::How;
    using notation::Instruction;
    std::vector<InterpretedStep> steps;
    for (const Instruction& instruction : work.instructions) {
        switch (instruction.kind) {
        case Instruction::Kind::Load: {
            const How how = work.reads[static_cast<std::size_t>(instruction.a)].how;
            const auto code = how == How::Carry   ? InterpretedStep::loadCarried
                              : how == How::IfAny ? InterpretedStep::loadAny
                                                  : InterpretedStep::load;
            steps.push_back({code, -1, instruction.a, 0});
            break;
        }
        case Instruction::Kind::Constant:
            steps.push_back({InterpretedStep::constant, -1, -1, static_cast<float>(instruction.number)});
            break;
        case Instruction::Kind::Operation:
            steps.push_back({static_cast<int>(instruction.operation), instruction.a, instruction.b, 0});
            break;
        }
    }
    auto view = static_cast<int>(work.reads.size());
    for (const ElementWork::Write& write : work.writes) {
        steps.push_back({InterpretedStep::store, write.source, view++, 0});
    }
    for (const ElementWork::Carry& carry : work.carries) {
        steps.push_back({InterpretedStep::storeCarried, carry.source, view++, 0});
    }
    for (const ElementWork::Sum& sum : work.sums) {
        steps.push_back({InterpretedStep::sum, sum.source, sum.place, 0});
    }
    return steps;
}

void checkViews(const ElementKernelSpec& kernel)
{
    const int views = kernel.views(), most = kernel.walks || kernel.cluster ? ElementKernels::maxWalkViews : maxViews;
    if (views > most) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "CELL: a stage reads and writes %1 tensors, but at most %2 fit into the "
                                         "arguments of a kernel"),
                views, most));
    }
}

void checkRegisters(const ElementWork& work)
{
    const auto registers = static_cast<int>(work.instructions.size());
    if (registers > maxRegisters) {
        throw Error(say(ENGINE_TEXT("Sentences", "CELL: a stage has %1 operations, but at most %2 are possible without "
                                                 "NVRTC"),
                        registers, maxRegisters));
    }
}

} // namespace

struct ElementKernels::Module {
    CUmodule code = nullptr;
    std::vector<CUfunction> functions;
    std::vector<unsigned> shared;  ///< bytes of shared memory of a block of a cluster
    std::vector<unsigned> threads; ///< of a block, in clusters
    std::vector<bool> multiplies;  ///< see step_products.cuh

    Module(const std::vector<ElementKernelSpec>& kernels, int capability)
    {
        const std::string compiled = compiledCode(*Nvrtc::find(), elementSource(kernels), capability);
        const std::unique_lock noneRecords = withoutRecordings();
        check(cuModuleLoadData(&code, compiled.data()), "loading a cell's code");
        for (std::size_t index = 0; index < kernels.size(); ++index) {
            functions.emplace_back();
            check(cuModuleGetFunction(&functions.back(), code, kernelName(index).c_str()), "finding a cell's kernel");
            shared.push_back(sharedOf(kernels[index]));
            threads.push_back(kernels[index].cluster ? static_cast<unsigned>(kernels[index].cluster->threads())
                                                     : elementThreads);
            const auto& joined = kernels[index].joined;
            multiplies.push_back(!(joined ? kernels[joined->first] : kernels[index]).terms.empty());
            if (shared.back() > 0) {
                check(cuFuncSetAttribute(functions.back(), CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                         static_cast<int>(shared.back())),
                      "taking shared memory for a cell");
                check(cuFuncSetAttribute(functions.back(), CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
                      "allowing clusters of 16 blocks");
            }
        }
    }
    ~Module()
    {
        const std::unique_lock noneRecords = withoutRecordings();
        static_cast<void>(cudaDeviceSynchronize()); // what still runs is in it
        static_cast<void>(cuModuleUnload(code));
    }
    static unsigned sharedOf(const ElementKernelSpec& kernel)
    {
        if (!kernel.cluster || kernel.cluster->isInBlocks()) {
            return 0;
        }
        const auto& [room, tiles, areFloats, gates, sent, views, gradientOf, gradients, finish] = *kernel.cluster;
        return static_cast<unsigned>(
            gradients.empty() ? fused::clusters::forwardBytes(room, tiles)
                              : fused::clusters::backwardBytes(room, tiles, gates, static_cast<int>(gradients.size())));
    }
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;
};

ElementKernels::Way ElementKernels::bestWay()
{
    return Nvrtc::find() != nullptr ? Way::Compiled : Way::Interpreted;
}

ElementKernels::ElementKernels(CudaDevice& device, std::vector<ElementKernelSpec> kernels, Way way)
{
    std::ranges::for_each(kernels, checkViews);
    std::ranges::transform(kernels, std::back_inserter(m_joined), &ElementKernelSpec::joined);
    if (way == Way::Compiled) {
        const cudaDeviceProp& gpu = device.properties();
        m_module = std::make_unique<Module>(kernels, 10 * gpu.major + gpu.minor);
        return;
    }
    device.note(ENGINE_TEXT("Sentences",
                            "NVRTC was not found, so FUSED interprets what CELL computes element by element, which is "
                            "slower: install NVIDIA's CUDA toolkit, or name its folder in HAMNET_CUDA_LIBRARIES"));
    for (const ElementKernelSpec& kernel : kernels) {
        if (kernel.joined) { // the last one
            continue;
        }
        checkRegisters(kernel.work);
        const std::vector<InterpretedStep> steps = stepsOf(kernel.work);
        m_interpreted.push_back({DeviceArray<InterpretedStep>(device, std::span(steps)), static_cast<int>(steps.size()),
                                 static_cast<int>(kernel.work.instructions.size())});
    }
    device.finish();
}

ElementKernels::~ElementKernels() = default;

int ElementKernels::blocksOver(std::int64_t rows)
{
    constexpr std::int64_t most = 256; // fills a GPU, and sums over rows stay few
    return static_cast<int>(std::clamp<std::int64_t>(rows, 1, most));
}

void ElementKernels::launch(std::size_t kernel, int rows, int units, void** calls, cudaStream_t stream) const
{
    const bool inTiles = m_module->multiplies[kernel];
    const auto threads = inTiles ? unsigned{StepTile::threads} : elementThreads;
    const auto unitsOfBlock = inTiles ? unsigned{StepTile::units} : elementThreads;
    const unsigned blocks = inTiles ? (static_cast<unsigned>(rows) + StepTile::rows - 1) / StepTile::rows
                                    : static_cast<unsigned>(blocksOver(rows));
    check(cuLaunchKernel(m_module->functions[kernel], (static_cast<unsigned>(units) + unitsOfBlock - 1) / unitsOfBlock,
                         blocks, 1, threads, 1, 1, 0, stream, calls, nullptr),
          "starting a cell's kernel");
}

void ElementKernels::run(std::size_t kernel, const StepCall& call, cudaStream_t stream) const
{
    const auto& [elements, products] = call;
    if (m_module) {
        void* calls[] = {const_cast<ElementCall<maxViews>*>(&elements), const_cast<StepProducts<maxTerms>*>(&products)};
        launch(kernel, elements.rows, elements.units, calls, stream);
        return;
    }
    const Interpreted& program = m_interpreted[kernel];
    const dim3 blocks((static_cast<unsigned>(elements.units) + elementThreads - 1) / elementThreads,
                      static_cast<unsigned>(blocksOver(elements.rows)));
    interpret(elements, program.steps.data(), program.count, program.registers, blocks, stream);
}

void ElementKernels::runJoined(std::size_t kernel, const StepCall& first, const StepCall& second,
                               cudaStream_t stream) const
{
    const ElementCall<maxViews>& elements = first.elements;
    if (m_module) {
        void* calls[] = {const_cast<ElementCall<maxViews>*>(&elements),
                         const_cast<ElementCall<maxViews>*>(&second.elements),
                         const_cast<StepProducts<maxTerms>*>(&first.products)};
        launch(kernel, elements.rows, elements.units, calls, stream);
        return;
    }
    run(m_joined[kernel]->first, first, stream);
    run(m_joined[kernel]->second, second, stream);
}

void ElementKernels::walk(std::size_t kernel, const WalkCall<maxWalkViews>& call, cudaStream_t stream) const
{
    void* calls[] = {const_cast<WalkCall<maxWalkViews>*>(&call)};
    launch(kernel, call.rows, call.units, calls, stream);
}

void ElementKernels::walkInClusters(std::size_t kernel, const WalkCall<maxWalkViews>& call, const Factors& matrices,
                                    const ClusterPlan& plan, cudaStream_t stream) const
{
    const auto blocks = static_cast<unsigned>(plan.blocksOfGroup());
    int rowsOfGroup = plan.rowsOfGroup();
    CUlaunchAttribute ofCluster{};
    ofCluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    ofCluster.value.clusterDim = {blocks, 1, 1};
    const CUlaunchConfig config{.gridDimX = static_cast<unsigned>(plan.groups) * blocks,
                                .gridDimY = 1,
                                .gridDimZ = 1,
                                .blockDimX = m_module->threads[kernel],
                                .blockDimY = 1,
                                .blockDimZ = 1,
                                .sharedMemBytes = m_module->shared[kernel],
                                .hStream = stream,
                                .attrs = &ofCluster,
                                .numAttrs = plan.isInBlocks() ? 0U : 1U};
    void* pointer = matrices.as<void>();
    void* arguments[] = {const_cast<WalkCall<maxWalkViews>*>(&call), &pointer, &rowsOfGroup};
    check(cuLaunchKernelEx(&config, m_module->functions[kernel], arguments, nullptr),
          "starting a cell's kernel in clusters");
}

} // namespace engine::cuda::cells
