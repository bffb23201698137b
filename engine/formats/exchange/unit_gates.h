// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/size_report.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace engine {

/// In which order the four blocks of gates lie along the rows of a weight.
enum class GateRows {
    None,      ///< they are no gates
    Canonical, ///< i, f, g, o: LSTM, LSTM_SIMPLE, and what feeds an LSTM_UNIT with gate_order IFGO
    Caffe,     ///< i, f, o, g: what feeds an LSTM_UNIT as Caffe has it
};

/// The INNERPRODUCTs whose rows are the gates of LSTM_UNITs, by their number in the model. Their blocks can be
/// exchanged and the net computes the same with the other gate_order.
struct UnitGates {
    std::map<std::size_t, GateRows> layers;
    std::vector<Sentence> problems; ///< LSTM_UNITs in our order whose gates are no such rows: sentences
};

/// The orders that the LSTM_UNITs of a phase's layers have: none, one, or both.
std::set<GateRows> unitOrders(const Model& phase);

/// Of the layers of one phase, with their sizes.
UnitGates unitGates(const Model& phase, const std::vector<LayerSizes>& sizes);

} // namespace engine
