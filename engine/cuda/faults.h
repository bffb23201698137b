// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <string>
#include <vector>

namespace engine::cuda {

/// The first invalid number that a kernel found since the host last checked. In the host's memory, visible to both.
struct Fault {
    int taken;         ///< 1 once a thread has it
    int place;         ///< from 1; 0: there is none
    long long element; ///< of the tensor
    float value;
};

/// The places in a device's nets that may report such a number, and the fault itself.
class Faults {
public:
    Faults();
    ~Faults();
    Faults(const Faults&) = delete;
    Faults& operator=(const Faults&) = delete;

    /// Says what is wrong with a value, as a sentence.
    using Words = std::function<std::string(long long element, double value)>;

    /// A place for tellFault(); kept as long as the device.
    int place(Words words);

    Fault* cell() const { return m_device; } ///< for kernels

    /// After a wait. Throws Error with the fault, and forgets it.
    void throwIfThere();

private:
    Fault* m_host = nullptr;
    Fault* m_device = nullptr;
    std::vector<Words> m_words;
};

#ifdef __CUDACC__
/// From any thread of any kernel; the first one is kept.
__device__ inline void tellFault(Fault* fault, int place, long long element, float value)
{
    if (atomicCAS(&fault->taken, 0, 1) != 0) {
        return;
    }
    fault->element = element;
    fault->value = value;
    __threadfence_system();
    fault->place = place;
}
#endif

} // namespace engine::cuda
