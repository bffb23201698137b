// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/recurrent.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// One layer of a recurrent stack: T steps, N streams, I wide input, H units a direction.
struct UnrollSizes {
    std::int64_t steps, streams, width, units;
    std::int64_t directions = 1;
};

/// What a layer of an unrolled net is there for.
enum class UnrolledPart {
    Input,
    InputProduct, ///< Wx x + b of all steps
    Slices,       ///< that product, or cont, cut into steps
    Step,
    End, ///< the states after the last step; h of all steps, one behind the other
    Join ///< h of both directions beside each other
};

struct UnrolledPlace {
    UnrolledPart part;
    Direction direction = Direction::Forward;
    std::int64_t step = 0; ///< of UnrolledPart::Step: 1 to T
};

struct Unrolled {
    Model model;
    std::vector<UnrolledPlace> places; ///< of each layer
};

/// Writes the layers of one direction of an unrolled net: names of the backward direction have "back_" before them.
class DirectionWriter {
public:
    DirectionWriter(const UnrollSizes& sizes, Direction direction, Unrolled& net)
        : m_sizes(&sizes), m_direction(direction), m_net(&net)
    {}

    std::string name(std::string_view part) const;
    std::string name(std::string_view part, std::int64_t step) const;
    std::string weight(std::string_view name) const; ///< "Wx" or "back.Wx"
    std::int64_t before(std::int64_t step) const { return isBackward() ? step + 1 : step - 1; }
    std::string cont(std::int64_t step) const; ///< what multiplies the states before the step

    void put(Layer layer, UnrolledPart part, std::int64_t step = 0);
    void putSlices(const std::string& whole, std::string_view part); ///< a tensor of all steps into its parts
    void putKept(std::string_view state, std::int64_t step, const std::string& kept); ///< SCALE of a state by cont
    void putEnd(const Cell& cell, const std::string& h);

    /// visit(step) in the order in which the direction reads.
    void forEachStep(const std::function<void(std::int64_t step)>& visit) const;

private:
    bool isBackward() const { return m_direction == Direction::Backward; }

    const UnrollSizes* m_sizes;
    Direction m_direction;
    Unrolled* m_net;
};

/// One layer of a recurrent stack as a net whose steps `write` puts into it, of each direction: the layers between the
/// inputs, as unrollRecurrent has them, and the states and h of all steps.
Unrolled unrollWith(const Cell& cell, const UnrollSizes& sizes, const std::function<void(DirectionWriter&)>& write);

/// One layer of a recurrent stack as the net that Caffe runs inside it: for an LSTM
///
///     cont [T, N], x [T, N, I], h_0 [1, N, H], c_0 [1, N, H]  ->  h [T, N, H], h_T, c_T [1, N, H]
///
///     cont_slice   SLICE         cont -> cont_1 .. cont_T           [1, N]
///     x_transform  INNERPRODUCT  x -> W_xc_x                        [T, N, 4H]     weights Wx, b
///     W_xc_x_slice SLICE         W_xc_x -> W_xc_x_1 .. W_xc_x_T     [1, N, 4H]
///     each step t: h_conted_t   SCALE         h_{t-1}, cont_t -> h_conted_{t-1}
///                  transform_t  INNERPRODUCT  -> W_hc_h_{t-1}       [1, N, 4H]     weight Wh, no bias
///                  gate_input_t ELTWISE       SUM of W_hc_h_{t-1} and W_xc_x_t
///                  unit_t       LSTM_UNIT     c_{t-1}, gate_input_t, cont_t -> c_t, h_t
///     h_concat     CONCAT        h_1 .. h_T -> h
///
/// An RNN has TANH or RELU in the place of LSTM_UNIT, without c. A GRU's transform_t has the bias bh, and GRU_UNIT
/// takes h_conted_{t-1}, W_xc_x_t and W_hc_h_{t-1}, without a sum before it.
///
/// With two directions the backward one has layers and tensors of the same names behind "back_". Its step t reads
/// back_h_{t+1}, multiplied by cont_{t+1}; its first state is back_h_{T+1}, its last goes out as back_h_T (back_c_T),
/// and cont_{T+1} [1, N] is an input that has to be 1. Then h_concat makes h_forward, back_h_concat makes h_back, and
/// h_join puts both beside each other into h [T, N, 2H].
///
/// Weights are shared by the names "Wx", "Wh", "b", "bh" and "back.Wx", ...; gate blocks lie in the canonical order,
/// not in Caffe's. The inputs are INPUT layers. Typed cells: engine/cells/unrolled.h.
Unrolled unrollRecurrent(const Cell& cell, const UnrollSizes& sizes);

/// The tensors of an unrolled net that hold a state (h, c) before the first step of a direction and after its last.
struct UnrolledState {
    std::string before, after;
};
UnrolledState unrolledState(std::string_view state, Direction direction, std::int64_t steps);

/// What the tensors of a value are called before the number of their step: its name, with a mark behind it where an
/// unrolled net has tensors of such a name itself (cont, and what begins with back_).
std::string unrolledName(std::string_view value);

/// "cont_{T+1}": what the backward direction multiplies its first state by.
std::string contBehindLast(std::int64_t steps);

} // namespace engine
