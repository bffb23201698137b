// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"

#include <string>

namespace engine {

// Before LSTM_UNIT had the setting gate_order, Hamnet read its blocks in the order i, f, g, o, which IFGO says now. So
// the models in Hamnet's own files of those versions get that setting where they have none.

void giveEarlierGates(Layer& layer);

/// The same for a model's text, which stays as it is where it has no such layer or does not read.
std::string withEarlierGates(const std::string& model);

} // namespace engine
