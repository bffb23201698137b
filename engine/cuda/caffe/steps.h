// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"
#include "engine/kernels/gru_cell.h"
#include "engine/kernels/gru_rows.h"
#include "engine/kernels/lstm_cell.h"
#include "engine/kernels/lstm_rows.h"

#include <cstdint>

/// For .cu files: one step of an LSTM's or a GRU's cells as on the CPU (engine/kernels/lstm_rows.h, gru_rows.h: shapes,
/// which pointers may be null or one another).
namespace engine::cuda::caffe {

using engine::caffe::quotient;

/// Where a unit's gates lie in [N, 4H].
struct LstmGatePlace {
    std::int64_t first, stride;
    int g, o; ///< blocks

    __device__ LstmGates<float> read(const float* gates) const
    {
        return {gates[first], gates[first + stride], gates[first + g * stride], gates[first + o * stride]};
    }
    __device__ void write(const LstmGates<float>& from, float* gates) const
    {
        gates[first] = from.i;
        gates[first + stride] = from.f;
        gates[first + g * stride] = from.g;
        gates[first + o * stride] = from.o;
    }
};

/// Unit i of [N, H]: its gates, and whether its stream goes on.
struct LstmUnit {
    LstmGatePlace gates;
    float cont;

    __device__ LstmUnit(const LstmStep& step, std::int64_t i)
    {
        const std::int64_t stream = quotient(i, step.units);
        gates = {4 * stream * step.units + i - stream * step.units, step.units, step.g, step.o};
        cont = step.cont != nullptr ? step.cont[stream] : 1.0f;
    }
};

/// One thread a unit.
struct LstmForward {
    LstmStep step;
    const float* a;
    float *gates, *c, *h;
    __device__ void operator()(std::int64_t i) const
    {
        const LstmUnit unit(step, i);
        const LstmGates<float> active = lstmGates(unit.gates.read(a));
        const LstmCell<float> cell = lstmForward(active, step.cBefore[i] * unit.cont);
        if (gates != nullptr) {
            unit.gates.write(active, gates);
        }
        c[i] = cell.c;
        h[i] = cell.h;
    }
};

enum class GateForm { Inputs, Active };

/// One thread a unit.
template <GateForm form>
struct LstmBackward {
    LstmStep step;
    const float *gates, *c;
    LstmStepGradients to;
    __device__ void operator()(std::int64_t i) const
    {
        const LstmUnit unit(step, i);
        const LstmGates<float> given = unit.gates.read(gates);
        const LstmGates<float> active = form == GateForm::Inputs ? lstmGates(given) : given;
        const float dh = to.dh != nullptr ? to.dh[i] : 0.0f, dc = to.dc != nullptr ? to.dc[i] : 0.0f;
        const LstmGradients<float> back = lstmBackward(active, step.cBefore[i] * unit.cont, c[i], dh, dc);
        if (to.da != nullptr) {
            unit.gates.write(back.a, to.da);
        }
        if (to.dcBefore != nullptr) {
            to.dcBefore[i] = back.cBefore * unit.cont;
        }
    }
};

/// Where a unit's three sums or their gradients lie in [N, 3H].
struct GruGatePlace {
    std::int64_t first, stride;

    __device__ GruGatePlace(const GruStep& step, std::int64_t i)
    {
        const std::int64_t stream = quotient(i, step.units);
        first = 3 * stream * step.units + i - stream * step.units;
        stride = step.units;
    }
    __device__ GruGates<float> read(const float* gates) const
    {
        return {gates[first], gates[first + stride], gates[first + 2 * stride]};
    }
    __device__ void write(const GruGates<float>& from, float* gates) const
    {
        gates[first] = from.r;
        gates[first + stride] = from.z;
        gates[first + 2 * stride] = from.n;
    }
};

/// One thread a unit of [N, H].
struct GruForward {
    GruStep step;
    float* h;
    __device__ void operator()(std::int64_t i) const
    {
        const GruGatePlace place(step, i);
        h[i] = gruForward(gruGates(place.read(step.a), place.read(step.u)), step.hBefore[i]);
    }
};

/// One thread a unit of [N, H].
struct GruBackward {
    GruStep step;
    GruStepGradients to;
    __device__ void operator()(std::int64_t i) const
    {
        const GruGatePlace place(step, i);
        const GruGates<float> u = place.read(step.u);
        const GruGates<float> gates = gruGates(place.read(step.a), u);
        const float dh = to.dh != nullptr ? to.dh[i] : 0.0f;
        const GruGradients<float> back = gruBackward(gates, u.n, step.hBefore[i], dh);
        if (to.da != nullptr) {
            place.write(back.a, to.da);
        }
        if (to.du != nullptr) {
            place.write({back.a.r, back.a.z, back.un}, to.du);
        }
        if (to.dhBefore != nullptr) {
            to.dhBefore[i] = back.hBefore;
        }
    }
};

} // namespace engine::cuda::caffe
