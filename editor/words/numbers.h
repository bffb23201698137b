// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"

#include <cstdint>
#include <QLocale>
#include <QString>
#include <string_view>

/// Numbers as the screen shows them: by the user's locale, in the units of the terminal's `hamnet info`.
namespace editor {

/// The user's locale, with digits in groups even where it is C.
QLocale shownLocale();

QString countText(std::int64_t number);        ///< "1,234,567"
QString bytesText(std::int64_t bytes);         ///< "824 bytes", "12.3 MiB"
QString flopsText(std::int64_t operations);    ///< "610 FLOP", "4.51 GFLOP"
QString shareText(double part, double all);    ///< "12 %", "< 1 %"; empty where there is nothing to share
QString durationText(double seconds);          ///< "0.42 ms", "12.3 ms", "1.20 s"
QString shapeText(const engine::Shape& shape); ///< "75 × 25 × 512"; "scalar"

/// As short as it can be without losing a digit: "0.05", "1e-8".
QString realText(double number);

/// Engine texts in the user's language: context "Layers" or "Solver".
QString engineText(const char* context, std::string_view text);

/// A setting's value in one line: "512", "0.05", "on", "75 × 25; 75 × 25", "uniform from -0.01 to 0.01".
QString valueText(const engine::ParamValue& value);
QString fillerText(const engine::Filler& filler);

} // namespace editor
