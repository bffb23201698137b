// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/caffe/teams.h"
#include "engine/kernels/classes.h"

#include <cmath>
#include <cstdint>

/// For .cu files: what layers do with the scores of classes. A team of threads works on one place.
namespace engine::cuda::caffe {

/// p_k = e^(x_k) / Σ e^(x_j) over a run; p may be x. Returns log Σ e^(x_j) to all of the team.
template <int threads>
__device__ float softmax(Team<threads>, const float* x, float* p, const ClassRun& run)
{
    float most = -INFINITY; // subtracted, so that no exponential overflows
    for (std::int64_t k = Team<threads>::member(); k < run.count; k += threads) {
        most = fmaxf(most, x[run.first + k * run.stride]);
    }
    most = Team<threads>::maximum(most);
    float sum = 0.0f;
    for (std::int64_t k = Team<threads>::member(); k < run.count; k += threads) {
        const float power = expf(x[run.first + k * run.stride] - most);
        p[run.first + k * run.stride] = power;
        sum += power;
    }
    sum = Team<threads>::sum(sum);
    const float factor = 1.0f / sum;
    for (std::int64_t k = Team<threads>::member(); k < run.count; k += threads) {
        p[run.first + k * run.stride] *= factor;
    }
    return most + logf(sum);
}

/// dx_k = p_k (dp_k - Σ dp_j p_j); dx may be dp.
template <int threads>
__device__ void softmaxBackward(Team<threads>, const float* p, const float* dp, float* dx, const ClassRun& run)
{
    float mean = 0.0f;
    for (std::int64_t k = Team<threads>::member(); k < run.count; k += threads) {
        const std::int64_t at = run.first + k * run.stride;
        mean += p[at] * dp[at];
    }
    mean = Team<threads>::sum(mean);
    for (std::int64_t k = Team<threads>::member(); k < run.count; k += threads) {
        const std::int64_t at = run.first + k * run.stride;
        dx[at] = p[at] * (dp[at] - mean);
    }
}

} // namespace engine::cuda::caffe
