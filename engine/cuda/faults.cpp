// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/faults.h"

#include "engine/cuda/check.h"
#include "engine/graph/error.h"

namespace engine::cuda {

Faults::Faults()
{
    check(cudaHostAlloc(&m_host, sizeof(Fault), cudaHostAllocMapped), "memory that host and GPU share");
    *m_host = {};
    check(cudaHostGetDevicePointer(&m_device, m_host, 0), "memory that host and GPU share");
}

Faults::~Faults()
{
    static_cast<void>(cudaFreeHost(m_host));
}

int Faults::place(Words words)
{
    m_words.push_back(std::move(words));
    return static_cast<int>(m_words.size());
}

void Faults::throwIfThere()
{
    const Fault fault = *m_host; // written before the wait
    if (fault.place == 0) {
        return;
    }
    *m_host = {};
    throw Error(m_words[static_cast<std::size_t>(fault.place - 1)](fault.element, static_cast<double>(fault.value)));
}

} // namespace engine::cuda
