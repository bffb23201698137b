// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <memory>
#include <mutex>
#include <type_traits>

namespace engine::cuda {

inline Lane laneOf(const CudaDevice& device)
{
    return {device.stream(), device.cublas()};
}

/// Makes one stream wait for another, any number of times. While one stream is recorded, the other's later work is
/// recorded too.
class StreamWait {
public:
    StreamWait();

    /// Work queued on `after` from now on runs after all work queued on `before` so far.
    void order(cudaStream_t before, cudaStream_t after);

private:
    struct Destroy {
        void operator()(cudaEvent_t event) const { static_cast<void>(cudaEventDestroy(event)); }
    };
    std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, Destroy> m_event;
};

/// A stream beside a device's own, for work that runs at the same time. It has to meet the device's stream (StreamWait)
/// before its first work and after its last.
class SideStream {
public:
    static constexpr std::int64_t bytes = 4 << 20; ///< that it holds, for cuBLAS
    enum class Use {
        Equal,  ///< as urgent as the device's own
        CanWait ///< low priority: starts where the others leave room
    };
    SideStream(CudaDevice& device, Use use);

    Lane lane() const { return {m_stream.get(), m_cublas.get()}; }

private:
    struct Destroy {
        void operator()(cudaStream_t stream) const { static_cast<void>(cudaStreamDestroy(stream)); }
        void operator()(cublasHandle_t handle) const
        {
            const std::unique_lock noneRecords = withoutRecordings();
            static_cast<void>(cublasDestroy(handle));
        }
    };

    Buffer m_workspace; ///< of cuBLAS, so that it takes none while work is recorded
    std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Destroy> m_stream;
    std::unique_ptr<std::remove_pointer_t<cublasHandle_t>, Destroy> m_cublas;
};

} // namespace engine::cuda
