// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/faults.h"
#include "engine/kernels/caffe/operations.h"

#include <utility>

/// For .cu files: how a layer's kernels report an invalid number.
namespace engine::cuda::caffe {

struct FaultPlace {
    Fault* cell;
    int place;
    __device__ void tell(std::int64_t element, float value) const { tellFault(cell, place, element, value); }
};

class FaultHandle {
public:
    FaultHandle(Faults& faults, engine::caffe::FaultWords words)
        : m_place{faults.cell(), faults.place(std::move(words))}
    {}

    FaultPlace place() const { return m_place; }

    /// The host checks for it when it synchronizes.
    static void throwIfFound() {}

private:
    FaultPlace m_place;
};

} // namespace engine::cuda::caffe
