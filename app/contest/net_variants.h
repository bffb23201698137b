// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/solver_settings.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Nets, and a solver for them, that differ from a given one in one respect, to be compared with it.
namespace contest {

/// The cells that withCell() knows, made from the engine's list: "lstm", "gru", "rnn_tanh", "rnn_relu", a layer's name
/// alone for its first cell ("rnn" is "rnn_tanh"), and each of them in both directions as "bidirectional_lstm".
std::vector<std::string> cellNames();

/// The name as cellNames() spells it: "lstm" for "LSTM"; "cell:janet" for a typed cell of the library, "cell:FILE" for
/// one whose equations are in a file. Throws Error for a name that is none of these, and for a cell that does not read.
std::string cellName(const std::string& name);

/// The net with this cell in all of its recurrent layers; units, stacked layers, fillers and wires stay. It
/// reads in both directions only where the name says so. Throws Error as cellName() does, and where
/// the net has no recurrent layer or one whose cell cannot be changed.
engine::Model withCell(const engine::Model& model, const std::string& cell);

/// The net with types and settings of another one's recurrent layers, which have the names of its own; wires stay.
/// Throws Error where one of the nets has a recurrent layer that the other has not.
engine::Model withRecurrentLayers(const engine::Model& model, const engine::Model& from);

/// How many numbers a net learns.
using CountParameters = std::function<std::int64_t(const engine::Model&)>;

/// The net with its recurrent layers wider or narrower, all in the same ratio, so that it learns as nearly so many
/// numbers as whole units allow.
engine::Model withParameters(const engine::Model& model, std::int64_t parameters, const CountParameters& count);

/// The solver with its learning rates spread over `factor` times as many iterations: with a batch half as large an
/// epoch has twice as many, and at its end the rate is the same.
engine::SolverSettings withSchedule(const engine::SolverSettings& solver, double factor);

/// Whether the learning rate changes with the iterations.
bool hasSchedule(const engine::SolverSettings& solver);

} // namespace contest
