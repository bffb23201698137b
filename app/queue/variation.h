// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/run/run_description.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace queue {

/// A setting of a layer, LAYER.SETTING, or of the solver, solver.SETTING, and what it may be: some values, or a range.
/// Or the cell of all recurrent layers: the names that contest::withCell() takes, in the net's own directions, and
/// "drawn", which stands for the net as it is.
struct Variation {
    std::string layer;                    ///< or "solver"; empty: the cell
    std::string setting;                  ///< as model files name it
    std::vector<std::string> values = {}; ///< as the option had them; empty: a range
    double min = 0, max = 0;
    enum class Scale { Linear, Log } scale = Scale::Linear; ///< of a range

    std::string name() const { return isOfCell() ? "cell" : layer + "." + setting; }
    bool isRange() const { return values.empty(); }
    bool isOfSolver() const { return layer == "solver"; }
    bool isOfCell() const { return layer.empty(); }
};

/// "lstm.num_output=128,256" or "solver.base_lr=1e-3..1e-2", also with ":log" behind. Throws Error for any other text.
Variation readVariation(std::string_view text);

/// Throws Error for a range whose ends are wrong; `text` is what it was read from.
void requireSensible(const Variation& variation, std::string_view text);

/// Sets LAYER.SETTING, or solver.SETTING, to what the text says, in all layers of that name that have it. Throws Error
/// with the nearest names where there is none, and for what is no value of it.
void set(engine::RunDescription& run, const Variation& variation, const std::string& value);

/// Throws Error for a value, or an end of a range, that the setting does not take, and for one value that is given
/// twice, however it is written.
void requireValues(const Variation& variation, const engine::RunDescription& run);

/// A value for each of some variations, in their order.
using Choice = std::vector<std::string>;

/// How many choices the lists have together; the greatest number where there are more. Throws Error for a range.
std::int64_t gridSize(std::span<const Variation> variations);

/// All of them, the last variation's value changes first.
std::vector<Choice> grid(std::span<const Variation> variations);

/// So many choices at random, none of them twice: fewer where there are no more. The same seed gives the same. Values
/// out of a range have four digits, and are whole where the setting is.
std::vector<Choice> trials(std::span<const Variation> variations, const engine::RunDescription& run, std::int64_t count,
                           std::uint64_t seed);

} // namespace queue
