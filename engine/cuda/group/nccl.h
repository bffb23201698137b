// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime.h>

#include <array>
#include <cstddef>

namespace engine::cuda {

/// NVIDIA's library of sums over GPUs, opened at run time: who trains on one GPU needs none. Its functions as NCCL 2
/// has them; throws UnavailableError where it is not found, with what to install.
class Nccl {
public:
    struct Id {
        std::array<char, 128> bytes;
    };
    using Communicator = struct ncclComm*;

    static const Nccl& instance();

    int version() const; ///< 22809 is 2.28.9

    /// Of a new group of processes, in rank 0.
    Id newId() const;

    /// Waits until all ranks have called it.
    Communicator join(const Id& id, int rank, int size) const;

    /// Queued: sums over all ranks, in place.
    void sum(float* values, std::size_t count, double* more, std::size_t moreCount, Communicator communicator,
             cudaStream_t stream) const;

    void leave(Communicator communicator) const noexcept;
    void abort(Communicator communicator) const noexcept; ///< from any thread; what is queued ends

private:
    Nccl();
    void check(int result, const char* what) const;

    struct Functions {
        int (*version)(int*);
        int (*newId)(Id*);
        int (*join)(Communicator*, int, Id, int);
        int (*allReduce)(const void*, void*, std::size_t, int, int, Communicator, cudaStream_t);
        int (*beginGroup)();
        int (*endGroup)();
        int (*leave)(Communicator);
        int (*abort)(Communicator);
        const char* (*words)(int);
    };
    Functions m_functions = {};
};

} // namespace engine::cuda
