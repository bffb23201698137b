// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"

#include <cuda_runtime.h>

#include <memory>
#include <type_traits>

namespace engine::cuda {

/// A second stream of a device, for work that runs beside the device's own between two meetings. Recordings of the
/// device's stream record what runs here too.
class SideStream {
public:
    explicit SideStream(const CudaDevice& device);

    cudaStream_t stream() const { return m_stream.get(); }

    /// What is asked for here from now on follows all that was asked for on the device's stream.
    void follow();

    /// What is asked for on the device's stream from now on follows all that was asked for here.
    void join();

private:
    struct Destroy {
        void operator()(cudaStream_t stream) const { static_cast<void>(cudaStreamDestroy(stream)); }
        void operator()(cudaEvent_t event) const { static_cast<void>(cudaEventDestroy(event)); }
    };
    using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Destroy>;
    using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, Destroy>;

    static Event makeEvent();
    static void order(cudaStream_t before, const Event& event, cudaStream_t after);

    cudaStream_t m_main;
    Stream m_stream;
    Event m_forked, m_joined;
};

} // namespace engine::cuda
