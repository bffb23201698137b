// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/checkpoint.h"

#include <filesystem>
#include <span>
#include <string>

namespace engine {

// The curve of a run for other programs. `begin` is when the run began, in seconds since 1970: TensorBoard shows points
// by the clock, too.

/// A heading, then a line for each point; an empty cell where nothing was measured.
std::string printCsv(std::span<const CurvePoint> curve, double begin);

/// An object a line with the same keys; null where nothing was measured.
std::string printJsonLines(std::span<const CurvePoint> curve, double begin);

/// TensorBoard's event file with the scalars loss/train, loss/validation, and the curve's other columns by their keys.
std::string printEvents(std::span<const CurvePoint> curve, double begin);

/// Writes as the file's name says. Throws Error where it is no curve's, and where the file cannot be written.
void writeCurve(const std::filesystem::path& file, std::span<const CurvePoint> curve, double begin);

} // namespace engine
