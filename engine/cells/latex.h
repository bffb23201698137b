// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"

#include <cstddef>
#include <string>

namespace engine::cells {

/// An equation of the cell as LaTeX sets mathematics: "f_{t} = \sigma\left(W_{f}\, x_{t} + U_{f}\, h_{t-1} +
/// b_{f}\right)".
std::string latexOf(const Definition& cell, std::size_t equation);

/// The same as HTML with characters of mathematics, on one line: "<i>f</i><sub><i>t</i></sub> = σ(...".
std::string htmlOf(const Definition& cell, std::size_t equation);

} // namespace engine::cells
