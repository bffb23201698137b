// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <QCoreApplication>
#include <QLocale>
#include <QString>
#include <QStringList>
#include <string_view>

namespace editor {

/// Translates texts that belong to no widget: Words::tr("on").
struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

/// Numbers as the screen shows them: by the user's locale, in the units of the terminal's `hamnet info`.
/// The user's locale, with digits in groups even where it is C.
QLocale shownLocale();

QString countText(std::int64_t number);        ///< "1,234,567"
QString bytesText(std::int64_t bytes);         ///< "824 bytes", "12.3 MiB"
QString flopsText(std::int64_t operations);    ///< "610 FLOP", "4.51 GFLOP"
QString shareText(double part, double all);    ///< "12 %", "< 1 %"; empty where there is nothing to share
QString durationText(double seconds);          ///< "0.42 ms", "12.3 ms", "1.20 s"
QString shapeText(const engine::Shape& shape); ///< "75 × 25 × 512"; "scalar"

/// What `text` says of each of them.
template <typename Items, typename Text>
QString listed(const Items& items, const QString& between, const Text& text)
{
    QStringList parts;
    for (const auto& item : items) {
        parts << std::invoke(text, item);
    }
    return parts.join(between);
}

/// As short as it can be without losing a digit: "0.05", "1e-8".
QString realText(double number);

/// Engine texts in the user's language: context "Layers" or "Solver".
QString engineText(const char* context, std::string_view text);

/// A setting's value in one line: "512", "0.05", "on", "75 × 25; 75 × 25", "uniform from -0.01 to 0.01".
QString valueText(const engine::ParamValue& value);
QString fillerText(const engine::Filler& filler);

/// The number that a field's text says, in the user's spelling or the plain one, or that it works out: 2*128, 2×128,
/// (3+1)/8, 1e3. nullopt: it is no number, or none that is whole.
std::optional<std::int64_t> wholeNumberIn(const QString& text);
std::optional<double> realNumberIn(const QString& text);

bool isOfACalculation(const QString& text); ///< has only signs that a number or a calculation may have

} // namespace editor
