// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/protobuf_wire.h"
#include "engine/graph/params.h"
#include "engine/graph/value_statistics.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

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

// TensorBoard's event files: records one behind the other, each a message with its length and checksums. They are made
// here in memory; a file may be read while it grows. TensorBoard finds files with "tfevents" in their names.

/// What a file begins with. Times are in seconds since 1970. Where a run goes on from a step, what other files of its
/// folder have behind that no longer counts.
std::string firstRecords(double time, std::int64_t step = 0);

/// What is told of one step.
class TensorBoardEvent {
public:
    TensorBoardEvent(double time, std::int64_t step);

    void scalar(std::string_view tag, double number);       ///< nothing where it is NaN
    void text(std::string_view tag, std::string_view text); ///< shown with its line breaks; what is no UTF-8 as U+FFFD
    void histogram(std::string_view tag, const ValueStatistics& values);

    // For the table of settings; its metrics are the scalars in the folders below that of the file.
    void settings(const Params& settings, double begin);
    void end(bool hasFailed, double end);

    bool empty() const { return m_summary.bytes().empty(); }
    std::string record() const;

private:
    void tensor(std::string_view tag, const wire::Writer& tensor, std::string_view plugin, std::string_view content);
    void ofSettings(std::string_view tag, int field, const wire::Writer& info);

    wire::Writer m_event, m_summary;
};

/// CRC-32C (Castagnoli) of the bytes, as iSCSI and these records use it.
std::uint32_t crc32c(std::string_view bytes);

} // namespace engine
