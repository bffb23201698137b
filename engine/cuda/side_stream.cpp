// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/side_stream.h"

#include "engine/cuda/check.h"

namespace engine::cuda {

StreamWait::StreamWait()
{
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
    m_event.reset(event);
}

void StreamWait::order(cudaStream_t before, cudaStream_t after)
{
    if (before == after) {
        return;
    }
    check(cudaEventRecord(m_event.get(), before), "marking a place in a stream");
    check(cudaStreamWaitEvent(after, m_event.get(), 0), "ordering two streams");
}

SideStream::SideStream(CudaDevice& device, Use use) : m_workspace(device.allocate(bytes / std::int64_t{sizeof(float)}))
{
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, use == Use::Equal ? priorityOfStreams : 0),
          "making a second stream");
    m_stream.reset(stream);
    cublasHandle_t cublas = nullptr;
    {
        const std::unique_lock noneRecords = withoutRecordings();
        check(cublasCreate(&cublas), "opening the library");
    }
    m_cublas.reset(cublas);
    check(cublasSetStream(cublas, stream), "taking the stream");
    check(cublasSetWorkspace(cublas, m_workspace.data(), m_workspace.span().size_bytes()), "giving the library memory");
}

} // namespace engine::cuda
