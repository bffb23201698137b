// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/class_runs.h"

#include "engine/devices/cpu/fast_math.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine::caffe {
namespace {

/// Sums and maxima have as many accumulators as a vector has elements, so that their order is fixed and still fast.
constexpr std::int64_t lanes = 16;

ENGINE_VECTOR_CLONES float largest(const float* x, std::int64_t count)
{
    float best[lanes];
    std::fill_n(best, lanes, -std::numeric_limits<float>::infinity());
    std::int64_t index = 0;
    for (; index + lanes <= count; index += lanes) {
        for (std::int64_t lane = 0; lane < lanes; ++lane) {
            best[lane] = x[index + lane] > best[lane] ? x[index + lane] : best[lane];
        }
    }
    float most = *std::max_element(best, best + lanes);
    for (; index < count; ++index) {
        most = x[index] > most ? x[index] : most;
    }
    return most;
}

/// p = e^(x - offset); the sum of it.
ENGINE_VECTOR_CLONES float powers(const float* x, float offset, float* p, std::int64_t count)
{
    float sums[lanes] = {};
    std::int64_t index = 0;
    for (; index + lanes <= count; index += lanes) {
#pragma GCC ivdep
        for (std::int64_t lane = 0; lane < lanes; ++lane) {
            const float power = FastMath::exp(x[index + lane] - offset);
            p[index + lane] = power;
            sums[lane] += power;
        }
    }
    float sum = 0;
    for (const float part : sums) {
        sum += part;
    }
    for (; index < count; ++index) {
        p[index] = FastMath::exp(x[index] - offset);
        sum += p[index];
    }
    return sum;
}

ENGINE_VECTOR_CLONES float dot(const float* a, const float* b, std::int64_t count)
{
    float sums[lanes] = {};
    std::int64_t index = 0;
    for (; index + lanes <= count; index += lanes) {
        for (std::int64_t lane = 0; lane < lanes; ++lane) {
            sums[lane] += a[index + lane] * b[index + lane];
        }
    }
    float sum = 0;
    for (const float part : sums) {
        sum += part;
    }
    for (; index < count; ++index) {
        sum += a[index] * b[index];
    }
    return sum;
}

/// softmax where the classes do not lie side by side.
float softmaxApart(const float* x, float* p, const ClassRun& run)
{
    const std::int64_t last = run.first + run.count * run.stride;
    float most = -std::numeric_limits<float>::infinity();
    for (std::int64_t index = run.first; index < last; index += run.stride) {
        most = x[index] > most ? x[index] : most;
    }
    float sum = 0;
    for (std::int64_t index = run.first; index < last; index += run.stride) {
        p[index] = FastMath::exp(x[index] - most);
        sum += p[index];
    }
    for (std::int64_t index = run.first; index < last; index += run.stride) {
        p[index] /= sum;
    }
    return most + std::log(sum);
}

} // namespace

float softmax(CpuTeam, const float* x, float* p, const ClassRun& run)
{
    if (run.stride != 1) {
        return softmaxApart(x, p, run);
    }
    const float most = largest(x + run.first, run.count); // subtracted, so that no exponential overflows
    const float sum = powers(x + run.first, most, p + run.first, run.count);
    const float factor = 1.0f / sum;
    for (std::int64_t index = run.first; index < run.first + run.count; ++index) {
        p[index] *= factor;
    }
    return most + std::log(sum);
}

void softmaxBackward(CpuTeam, const float* p, const float* dp, float* dx, const ClassRun& run)
{
    const std::int64_t last = run.first + run.count * run.stride;
    float mean = 0;
    if (run.stride == 1) {
        mean = dot(p + run.first, dp + run.first, run.count);
    } else {
        for (std::int64_t index = run.first; index < last; index += run.stride) {
            mean += p[index] * dp[index];
        }
    }
    for (std::int64_t index = run.first; index < last; index += run.stride) {
        dx[index] = p[index] * (dp[index] - mean);
    }
}

} // namespace engine::caffe
