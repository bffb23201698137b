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

std::unique_ptr<Device> openCuda(const DeviceWish& wish, int index)
{
    const CudaAvailability& cuda = cudaModule();
    if (cuda.module == nullptr) {
        throw UnavailableError("device \"" + wish.name + "\" is not available: " + cuda.refusal);
    }
    return cuda.module->open(
        {.index = index, .precision = wish.precision.value_or(Precision::Tf32), .graphs = wish.graphs});
}

std::vector<CudaGpu> gpus()
{
    const CudaAvailability& cuda = cudaModule();
    try {
        return cuda.module == nullptr ? std::vector<CudaGpu>() : cuda.module->gpus();
    } catch (const UnavailableError&) {
        return {}; // no driver: `hamnet devices` tells; who wants a GPU names it and gets the sentence
    }
}

/// Null where none can be taken: some other program may hold it alone, or all of its memory.
std::unique_ptr<Device> openFirstGpu(const DeviceWish& wish)
{
    for (const CudaGpu& gpu : gpus()) {
        try {
            if (!gpu.refusal) {
                return openCuda(wish, gpu.index);
            }
        } catch (const Error&) {
            continue;
        }
    }
    return nullptr;
}

/// The first GPU without a refusal.
std::optional<int> firstGpu()
{
    for (const CudaGpu& gpu : gpus()) {
        if (!gpu.refusal) {
            return gpu.index;
        }
    }
    return std::nullopt;
}

} // namespace

std::unique_ptr<Device> openDevice(const DeviceWish& wish)
{
    const std::string name = lowerCase(wish.name);
    if (name == "auto") {
        std::unique_ptr<Device> gpu = openFirstGpu(wish);
        return gpu ? std::move(gpu) : openCpu(wish);
    }
    if (name == "cpu") {
        return openCpu(wish);
    }
    if (name == "cuda") {
        return openCuda(wish, firstGpu().value_or(0));
    }
    int index = 0;
    constexpr std::string_view prefix = "cuda:";
    const char* const end = name.data() + name.size();
    if (name.starts_with(prefix)) {
        const auto [stop, failure] = std::from_chars(name.data() + prefix.size(), end, index);
        if (failure == std::errc() && stop == end && index >= 0) {
            return openCuda(wish, index);
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
