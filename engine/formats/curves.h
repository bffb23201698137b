// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace engine {

/// How the curves of a run lie in a file for other programs.
enum class CurveFormat {
    Csv,       ///< a heading, then a line for each point; an empty cell where nothing was measured
    JsonLines, ///< an object a line with the same keys; null where nothing was measured
    Events,    ///< TensorBoard's event file with the scalars loss/train, loss/validation, learning_rate, gradient_norm
};

/// What the name says: ".csv", ".jsonl", or "tfevents" anywhere in it, which TensorBoard goes by.
std::optional<CurveFormat> curveFormat(const std::filesystem::path& file);

/// `begin` is when the run began, in seconds since 1970: TensorBoard shows points by the clock, too.
std::string printCurve(std::span<const CurvePoint> curve, CurveFormat format, double begin);
void writeCurve(const std::filesystem::path& file, std::span<const CurvePoint> curve, CurveFormat format, double begin);

/// CRC-32C (Castagnoli) of the bytes, as iSCSI and TensorBoard's records use it.
std::uint32_t crc32c(std::string_view bytes);

} // namespace engine
