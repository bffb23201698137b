// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"

namespace engine {

/// One layer of an LSTM as the net that Caffe runs inside it: for T steps, N streams, I wide input, H units
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
/// Weights are shared by the names "Wx", "b" and "Wh"; gate blocks lie in the canonical order i, f, g, o, not in
/// Caffe's. The inputs are INPUT layers.
struct UnrollSizes {
    std::int64_t steps, streams, width, units;
};
Model unrollLstm(const UnrollSizes& sizes);

} // namespace engine
