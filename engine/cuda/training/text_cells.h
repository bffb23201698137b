// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/recurrent.h"
#include "engine/kernels/gru_cell.h"
#include "engine/kernels/lstm_cell.h"
#include "engine/kernels/rnn_cell.h"

/// The cells that text_kernel.cu is compiled for, one type each:
///
///     kind              which of the engine's cells it is
///     gates             blocks of H rows in Wx and in Wh
///     sums              sums of products and biases that a unit's formula takes; a power of two
///     gateOfWx(sum)     the gate whose product with Wx, and bias b, is part of a sum; noGate: none is
///     gateOfWh(sum)     likewise for Wh and the bias bh
///     step(a, carried)  h_t of one unit from its sums a; `carried` is what the unit keeps from step to step: c, or h
///     in
///                       a cell without c. It enters as that of step t - 1 and leaves as that of step t
///
/// The formulas themselves are in engine/kernels.
namespace engine::cuda {

constexpr int noGate = -1;

/// One sum a gate: Wx x_t + b + Wh h_{t-1}.
template <int Gates>
struct OneSumEach {
    static constexpr int gates = Gates, sums = Gates;
    ENGINE_BOTH static constexpr int gateOfWx(int sum) { return sum; }
    ENGINE_BOTH static constexpr int gateOfWh(int sum) { return sum; }
};

struct LstmText : OneSumEach<4> {
    static constexpr Cell::Kind kind = Cell::Kind::Lstm;
    ENGINE_BOTH static float step(const float (&a)[sums], float& carried)
    {
        const LstmCell<float> cell = lstmForward(lstmGates(LstmGates<float>{a[0], a[1], a[2], a[3]}), carried);
        carried = cell.c;
        return cell.h;
    }
};

/// The gate r multiplies n's recurrent product, which is a sum of its own therefore: a_r + u_r, a_z + u_z, a_n, u_n
/// with a = Wx x_t + b and u = Wh h_{t-1} + bh.
struct GruText {
    static constexpr Cell::Kind kind = Cell::Kind::Gru;
    static constexpr int gates = 3, sums = 4;
    ENGINE_BOTH static constexpr int gateOfWx(int sum) { return sum < 3 ? sum : noGate; }
    ENGINE_BOTH static constexpr int gateOfWh(int sum) { return sum < 2 ? sum : sum == 3 ? 2 : noGate; }

    ENGINE_BOTH static float step(const float (&a)[sums], float& carried)
    {
        carried = gruForward(gruGates(GruGates<float>{a[0], a[1], a[2]}, GruGates<float>{0, 0, a[3]}), carried);
        return carried;
    }
};

struct RnnTanhText : OneSumEach<1> {
    static constexpr Cell::Kind kind = Cell::Kind::RnnTanh;
    ENGINE_BOTH static float step(const float (&a)[sums], float& carried) { return carried = rnnTanhForward(a[0]); }
};

struct RnnReluText : OneSumEach<1> {
    static constexpr Cell::Kind kind = Cell::Kind::RnnRelu;
    ENGINE_BOTH static float step(const float (&a)[sums], float& carried) { return carried = rnnReluForward(a[0]); }
};

template <typename... Cells>
struct TextCellList {};

/// All that the kernel is compiled for.
using TextCells = TextCellList<LstmText, GruText, RnnTanhText, RnnReluText>;

} // namespace engine::cuda
