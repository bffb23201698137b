// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/check.h"

#include <cuda_runtime.h>

#include <array>

namespace engine::cuda {

/// Microseconds of the device's stream.
class StreamClock {
public:
    explicit StreamClock(cudaStream_t stream) : m_stream(stream)
    {
        for (cudaEvent_t& event : m_events) {
            check(cudaEventCreate(&event), "making an event");
        }
    }
    ~StreamClock()
    {
        for (cudaEvent_t event : m_events) {
            static_cast<void>(cudaEventDestroy(event));
        }
    }
    StreamClock(const StreamClock&) = delete;
    StreamClock& operator=(const StreamClock&) = delete;

    template <typename Work>
    double timeOf(Work work)
    {
        check(cudaEventRecord(m_events[0], m_stream), "taking the time");
        work();
        check(cudaEventRecord(m_events[1], m_stream), "taking the time");
        check(cudaEventSynchronize(m_events[1]), "waiting for the GPU");
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, m_events[0], m_events[1]), "taking the time");
        return 1e3 * static_cast<double>(milliseconds);
    }

private:
    cudaStream_t m_stream;
    std::array<cudaEvent_t, 2> m_events{};
};

} // namespace engine::cuda
