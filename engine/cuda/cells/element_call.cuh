// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the host and kernels of element-wise work share. It is also put, as text, before kernels that are compiled at
// run time, so it includes nothing.

namespace engine::cuda::cells {

/// What products multiply: bfloat16s, or floats in the text of a cell that says so before this.
#ifdef ENGINE_FACTORS_ARE_FLOATS
using Factor = float;
#else
using Factor = unsigned short;
#endif

/// Rows of one step in a GPU's memory, as floats and as factors of products; null where there is none of them.
struct ElementView {
    float* data;
    Factor* factor;
    int stride, factorStride; ///< from one row to the next; 0: one row for all
    int parts;              ///< whose sum the floats are, where loadSum() reads them; 0 where there are none
    long long partStride;
};

/// The same of all steps.
struct WalkView {
    ElementView first;
    int step, factorStep; ///< from the first row of a step to that of the next
};

/// One step of some rows.
template <int views>
struct ElementCall {
    int rows, units;
    const float* factors; ///< by row, of what is carried from step to step; null: 1
    float* sums;          ///< [sums of the program, blocks over the rows, units], to which a kernel adds
    ElementView view[views];
};

/// A product of a step's rows by a square matrix, which the kernel of the step's elements multiplies itself.
struct StepTerm {
    const unsigned short *operand, *matrix;
    int stride; ///< of the operand, from one row to the next
};
template <int terms>
struct StepProducts {
    int depth; ///< rows and columns of each matrix: a multiple of 8
    StepTerm term[terms];
};
/// Of such a kernel: terms, and what they add up to, each of which takes 8 of the 48 KB of shared memory that a block
/// has.
constexpr int maxTerms = 24, maxProducts = 5;

/// What a block of such a kernel has; a thread has one unit of one row.
struct StepTile {
    static constexpr int units = 8, rows = 32, threads = units * rows;
};

/// All steps of some streams.
template <int views>
struct WalkCall {
    int rows, units;
    int steps;
    bool reversed, backward;
    const float* cont; ///< [steps, rows]
    float* sums;
    WalkView view[views];
};

#ifdef __CUDACC__

// ---- cells::Operation, on one element. Comparisons are written so that NaN stays NaN.

__device__ inline float negate(float a)
{
    return -a;
}
__device__ inline float add(float a, float b)
{
    return a + b;
}
__device__ inline float subtract(float a, float b)
{
    return a - b;
}
__device__ inline float multiply(float a, float b)
{
    return a * b;
}
__device__ inline float divide(float a, float b)
{
    return a / b;
}
__device__ inline float sigmoid(float a)
{
    return __fdividef(1.0f, 1.0f + __expf(-a));
}
__device__ inline float hyperbolicTangent(float a)
{
    return 1.0f - __fdividef(2.0f, 1.0f + __expf(2.0f * a));
}
__device__ inline float relu(float a)
{
    return a < 0.0f ? 0.0f : a;
}
__device__ inline float exponential(float a)
{
    return expf(a);
}
__device__ inline float logarithm(float a)
{
    return logf(a);
}
/// log(1 + e^a) without overflow.
__device__ inline float softplus(float a)
{
    return relu(a) + log1pf(__expf(-fabsf(a)));
}
__device__ inline float squareRoot(float a)
{
    return sqrtf(a);
}
__device__ inline float square(float a)
{
    return a * a;
}
__device__ inline float absolute(float a)
{
    return fabsf(a);
}
__device__ inline float larger(float a, float b)
{
    return a < b ? b : a;
}
__device__ inline float smaller(float a, float b)
{
    return b < a ? b : a;
}
__device__ inline float atLeast(float a, float b)
{
    return a >= b ? 1.0f : 0.0f;
}
__device__ inline float less(float a, float b)
{
    return a < b ? 1.0f : 0.0f;
}

// ---- memory

/// A state that is not taken over may be infinite.
__device__ inline float carried(float factor, float value)
{
    return factor == 0.0f ? 0.0f : factor * value;
}

__device__ inline const float& load(const ElementView& view, int row, int unit)
{
    return view.data[static_cast<long long>(row) * view.stride + unit];
}

/// 0 where there is no such tensor.
__device__ inline float loadAny(const ElementView& view, int row, int unit)
{
    return view.data == nullptr ? 0.0f : load(view, row, unit);
}

/// The sum of all parts.
__device__ inline float loadSum(const ElementView& view, int row, int unit)
{
    float sum = 0.0f;
    for (int part = 0; part < view.parts; ++part) {
        sum += view.data[part * view.partStride + static_cast<long long>(row) * view.stride + unit];
    }
    return sum;
}

/// The same of `most` parts or fewer: all are loaded before they are added up.
template <int most>
__device__ inline float loadSum(const ElementView& view, int row, int unit)
{
    float of[most];
#pragma unroll
    for (int part = 0; part < most; ++part) {
        of[part] = part >= view.parts
                       ? 0.0f
                       : view.data[part * view.partStride + static_cast<long long>(row) * view.stride + unit];
    }
    float sum = of[0];
#pragma unroll
    for (int part = 1; part < most; ++part) {
        sum += of[part];
    }
    return sum;
}

__device__ inline void storeFloat(const ElementView& view, int row, int unit, float value)
{
    view.data[static_cast<long long>(row) * view.stride + unit] = value;
}

/// Rounded to the nearest bfloat16 where factors are that.
__device__ inline void storeFactor(const ElementView& view, int row, int unit, float value)
{
    Factor& to = view.factor[static_cast<long long>(row) * view.factorStride + unit];
#ifdef ENGINE_FACTORS_ARE_FLOATS
    to = value;
#elif __CUDA_ARCH__ >= 800
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(to) : "f"(value));
#endif
}

/// To where there is such a tensor.
__device__ inline void storeAny(const ElementView& view, int row, int unit, float value)
{
    if (view.data != nullptr) {
        storeFloat(view, row, unit, value);
    }
    if (view.factor != nullptr) {
        storeFactor(view, row, unit, value);
    }
}

/// Of the `place`-th sum; the blocks over the rows each have their own, or each row has, which is the same up to 256
/// rows.
__device__ inline void addToSum(float* sums, int units, int place, int unit, float value)
{
    sums[(static_cast<long long>(place) * gridDim.y + blockIdx.y) * units + unit] += value;
}
__device__ inline void addToSumOfRow(float* sums, int rows, int units, int place, int row, int unit, float value)
{
    sums[(static_cast<long long>(place) * rows + row) * units + unit] += value;
}

// ---- steps

__device__ inline ElementView at(const WalkView& view, int step)
{
    ElementView of = view.first;
    of.data = of.data == nullptr ? nullptr : of.data + static_cast<long long>(step) * view.step;
    of.factor = of.factor == nullptr ? nullptr : of.factor + static_cast<long long>(step) * view.factorStep;
    return of;
}

/// The same of one that is there: of what a step in a cluster or a block reads and writes.
__device__ inline ElementView thereAt(const WalkView& view, int step)
{
    ElementView of = view.first;
    of.data += static_cast<long long>(step) * view.step;
    of.factor += static_cast<long long>(step) * view.factorStep;
    return of;
}

/// What several tensors have of a unit, side by side; `view` is the `lane`-th's.
template <typename Numbers>
__device__ inline const Numbers& unitOf(const ElementView& view, int row, int unit, int lane)
{
    constexpr int lanes = sizeof(Numbers) / sizeof(float);
    return *reinterpret_cast<const Numbers*>(view.data - lane + (row * view.stride + unit * lanes));
}

/// As storeFloat, of a step; a row is a stream here, so that its place is an int.
__device__ inline void storeOfStep(const WalkView& view, int step, int row, int unit, float value)
{
    view.first.data[static_cast<long long>(step) * view.step + (row * view.first.stride + unit)] = value;
}

/// A thread's own numbers of a step, where those of all threads lie side by side; `slot` counts threads, of all steps.
/// `view` is the `lane`-th's.
template <typename Numbers>
__device__ inline Numbers& ownOf(const WalkView& view, int lane, long long slot)
{
    return reinterpret_cast<Numbers*>(view.first.data - lane)[slot];
}

/// Which step the `index`-th is that a walk takes.
template <typename Call>
__device__ int timeOf(const Call& call, int index)
{
    return call.backward != call.reversed ? call.steps - 1 - index : index;
}

/// What multiplies a state, or its gradient, between the steps that a walk takes as the `index`-th and before it: the
/// cont of the later of the two in time. A state that enters the backward direction comes from no step, and what a
/// walk begins with in its last step is not multiplied.
template <typename Call>
__device__ float contBefore(const Call& call, int index, int row)
{
    const int place = call.backward ? call.steps - index : index; // steps of the forward pass before it
    if (place == call.steps || (call.reversed && place == 0)) {
        return 1.0f;
    }
    return call.cont[static_cast<long long>(call.reversed ? call.steps - place : place) * call.rows + row];
}

/// One number of each step of a walk, in the order in which it takes them: addresses are added up, not worked out anew.
struct Along {
    float* data;
    Factor* factor;
    int step, factorStep;

    template <typename Call>
    __device__ Along(const Call& call, const WalkView& view, int row, int unit)
    {
        const ElementView of = engine::cuda::cells::at(view, timeOf(call, 0));
        const int sign = timeOf(call, 1) - timeOf(call, 0);
        data = of.data == nullptr ? nullptr : of.data + (static_cast<long long>(row) * of.stride + unit);
        factor = of.factor == nullptr ? nullptr : of.factor + (static_cast<long long>(row) * of.factorStride + unit);
        step = sign * view.step;
        factorStep = sign * view.factorStep;
    }
    /// The view of that number alone, `steps` steps on.
    __device__ ElementView at(int steps) const
    {
        ElementView of{};
        of.data = data + static_cast<long long>(steps) * step;
        of.factor = factor + static_cast<long long>(steps) * factorStep;
        return of;
    }
    __device__ void goOn(int steps)
    {
        data += static_cast<long long>(steps) * step;
        factor += static_cast<long long>(steps) * factorStep;
    }
};

/// contBefore() of each step but the first, likewise.
struct FactorsAlong {
    const float* cont;
    int step;

    template <typename Call>
    __device__ FactorsAlong(const Call& call, int row)
    {
        const bool goesBack = call.backward != call.reversed;
        // threadIdx.y is 0. With it the compiler does not see that all threads of a block load the same: it would move
        // what they load to a uniform register, and wait for it at once.
        const int own = row + static_cast<int>(threadIdx.y);
        cont = call.cont + ((goesBack ? static_cast<long long>(call.steps) * call.rows : 0) + own);
        step = goesBack ? -call.rows : call.rows;
    }
    __device__ float at(int steps) const { return cont[static_cast<long long>(steps) * step]; }
    __device__ void goOn(int steps) { cont += static_cast<long long>(steps) * step; }
};

#endif

} // namespace engine::cuda::cells
