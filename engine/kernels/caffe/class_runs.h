// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/classes.h"

#include <atomic>
#include <cstdint>

namespace engine::caffe {

/// The team of a task on the CPU: one thread.
struct CpuTeam {
    static std::int64_t member() { return 0; }
    static std::int64_t size() { return 1; }

    /// Over all members.
    template <typename Number>
    static Number sum(Number value)
    {
        return value;
    }

    /// Adds to a number that other teams add to as well.
    static void add(unsigned& to, unsigned value) { std::atomic_ref(to).fetch_add(value, std::memory_order_relaxed); }
};

/// p_k = e^(x_k) / Σ e^(x_j) over a run; p may be x. Returns log Σ e^(x_j).
float softmax(CpuTeam team, const float* x, float* p, const ClassRun& run);

/// dx_k = p_k (dp_k - Σ dp_j p_j); dx may be dp.
void softmaxBackward(CpuTeam team, const float* p, const float* dp, float* dx, const ClassRun& run);

} // namespace engine::caffe
