// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/side_stream.h"

#include "engine/cuda/check.h"

namespace engine::cuda {

SideStream::SideStream(const CudaDevice& device) : m_main(device.stream()), m_forked(makeEvent()), m_joined(makeEvent())
{
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a second stream");
    m_stream.reset(stream);
}

SideStream::Event SideStream::makeEvent()
{
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
    return Event(event);
}

void SideStream::order(cudaStream_t before, const Event& event, cudaStream_t after)
{
    check(cudaEventRecord(event.get(), before), "marking a place in a stream");
    check(cudaStreamWaitEvent(after, event.get(), 0), "ordering two streams");
}

void SideStream::follow()
{
    order(m_main, m_forked, m_stream.get());
}

void SideStream::join()
{
    order(m_stream.get(), m_joined, m_main);
}

} // namespace engine::cuda
