// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/both.h"

#include <cuda_bf16.h>

#include <cstddef>
#include <cstdint>

namespace engine::cuda {

/// Numbers that products multiply, in a GPU's memory: bfloat16s, or floats where a run's precision is not bf16. Kernels
/// are compiled for one of both, or for bfloat16s alone.
class Factors {
public:
    Factors() = default;
    Factors(void* data, bool areFloats) : m_data(static_cast<char*>(data)), m_areFloats(areFloats) {}

    ENGINE_BOTH bool areFloats() const { return m_areFloats; }
    ENGINE_BOTH bool operator==(std::nullptr_t) const { return m_data == nullptr; }
    bool operator==(const Factors&) const = default;
    Factors operator+(std::int64_t count) const
    {
        return {m_data + count * static_cast<std::int64_t>(m_areFloats ? sizeof(float) : sizeof(__nv_bfloat16)),
                m_areFloats};
    }

    template <typename Number>
    ENGINE_BOTH Number* as() const
    {
        return reinterpret_cast<Number*>(m_data);
    }
    ENGINE_BOTH __nv_bfloat16* halves() const { return as<__nv_bfloat16>(); }

private:
    char* m_data = nullptr;
    bool m_areFloats = false;
};

/// use(a number of the kind that they are).
template <typename Use>
void withFactor(const Factors& factors, const Use& use)
{
    if (factors.areFloats()) {
        use(float{});
    } else {
        use(__nv_bfloat16{});
    }
}

} // namespace engine::cuda
