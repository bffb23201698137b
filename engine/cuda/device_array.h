// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/check.h"
#include "engine/cuda/cuda_device.h"

#include <cstdint>
#include <span>
#include <type_traits>

namespace engine::cuda {

/// An array of plain values in a GPU's memory, zeroed at first; released when this is destroyed.
template <typename Thing>
class DeviceArray {
    static_assert(std::is_trivially_copyable_v<Thing>);

public:
    DeviceArray(CudaDevice& device, std::int64_t count)
        : m_memory(device.allocate((count * std::int64_t{sizeof(Thing)} + 3) / std::int64_t{sizeof(float)}))
    {}

    DeviceArray(CudaDevice& device, std::span<const Thing> things) : DeviceArray(device, std::ssize(things))
    {
        write(device, 0, things);
    }

    Thing* data() const { return reinterpret_cast<Thing*>(m_memory.data()); }

    /// In the stream's order. The host's memory may be reused when this returns: it must not be page-locked.
    void write(CudaDevice& device, std::int64_t first, std::span<const Thing> things)
    {
        if (!things.empty()) {
            check(cudaMemcpyAsync(data() + first, things.data(), things.size_bytes(), cudaMemcpyHostToDevice,
                                  device.stream()),
                  "copying to the GPU");
        }
    }

private:
    Buffer m_memory;
};

} // namespace engine::cuda
