// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/open_device.h"

#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/cuda_module.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace engine {
namespace {

constexpr std::array precisions = {std::pair{Precision::Float32, "fp32"}, std::pair{Precision::Tf32, "tf32"},
                                   std::pair{Precision::Bfloat16, "bf16"}};

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return lower;
}

std::unique_ptr<Device> openCpu(const DeviceWish& wish)
{
    if (wish.precision && *wish.precision != Precision::Float32) {
        throw UnavailableError("the precision is " + std::string(nameOf(*wish.precision)) +
                               ", but the CPU computes in fp32 only");
    }
    return std::make_unique<CpuDevice>(wish.threads);
}

std::unique_ptr<Device> openCuda(const DeviceWish& wish, const CudaAvailability& cuda, int index)
{
    if (cuda.module == nullptr) {
        throw UnavailableError("device \"" + wish.name + "\" is not available: " + cuda.refusal);
    }
    return cuda.module->open(
        {.index = index, .precision = wish.precision.value_or(Precision::Tf32), .graphs = wish.graphs});
}

std::vector<CudaGpu> gpusOf(const CudaAvailability& cuda)
{
    try {
        return cuda.module == nullptr ? std::vector<CudaGpu>() : cuda.module->gpus();
    } catch (const UnavailableError&) {
        return {}; // no driver: `hamnet devices` tells; who wants a GPU names it and gets the sentence
    }
}

/// The first GPU that can be taken, else the CPU: some other program may hold the GPUs alone, or all of their memory.
std::unique_ptr<Device> openBest(const DeviceWish& wish, const CudaAvailability& cuda, std::vector<std::string>* notes)
{
    std::string refusals;
    for (const CudaGpu& gpu : gpusOf(cuda)) {
        std::string refusal;
        try {
            if (!gpu.refusal) {
                return openCuda(wish, cuda, gpu.index);
            }
            refusal = "CUDA:" + std::to_string(gpu.index) + " (" + gpu.name + ") cannot be taken: " + *gpu.refusal;
        } catch (const Error& error) {
            refusal = error.what();
        }
        refusals += (refusals.empty() ? "" : "; ") + refusal;
    }
    try {
        std::unique_ptr<Device> cpu = openCpu(wish);
        if (notes != nullptr && !refusals.empty()) {
            notes->push_back("the CPU computes, as no GPU can be taken: " + refusals);
        }
        return cpu;
    } catch (const UnavailableError& error) {
        throw refusals.empty() ? error : UnavailableError(std::string(error.what()) + ", and " + refusals);
    }
}

/// The first GPU without a refusal.
std::optional<int> firstGpu(const CudaAvailability& cuda)
{
    for (const CudaGpu& gpu : gpusOf(cuda)) {
        if (!gpu.refusal) {
            return gpu.index;
        }
    }
    return std::nullopt;
}

} // namespace

std::unique_ptr<Device> openDevice(const DeviceWish& wish, std::vector<std::string>* notes)
{
    return openDevice(wish, lowerCase(wish.name) == "cpu" ? CudaAvailability() : cudaModule(), notes);
}

std::unique_ptr<Device> openDevice(const DeviceWish& wish, const CudaAvailability& cuda,
                                   std::vector<std::string>* notes)
{
    const std::string name = lowerCase(wish.name);
    if (name == "auto") {
        return openBest(wish, cuda, notes);
    }
    if (name == "cpu") {
        return openCpu(wish);
    }
    if (name == "cuda") {
        return openCuda(wish, cuda, firstGpu(cuda).value_or(0));
    }
    int index = 0;
    constexpr std::string_view prefix = "cuda:";
    const char* const end = name.data() + name.size();
    if (name.starts_with(prefix)) {
        const auto [stop, failure] = std::from_chars(name.data() + prefix.size(), end, index);
        if (failure == std::errc() && stop == end && index >= 0) {
            return openCuda(wish, cuda, index);
        }
    }
    throw UnavailableError("the device is \"" + wish.name + "\", but must be auto, cpu, cuda or cuda:N");
}

std::string_view nameOf(Precision precision)
{
    return std::ranges::find(precisions, precision, &decltype(precisions)::value_type::first)->second;
}

std::optional<Precision> precisionNamed(std::string_view name)
{
    const auto found = std::ranges::find(precisions, lowerCase(name), &decltype(precisions)::value_type::second);
    return found == precisions.end() ? std::nullopt : std::optional(found->first);
}

} // namespace engine
