// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <QString>

namespace editor {

/// The number that a field's text says, in the user's spelling or the plain one, or that it works out: 2*128, 2×128,
/// (3+1)/8, 1e3. nullopt: it is no number, or none that is whole.
std::optional<std::int64_t> wholeNumberIn(const QString& text);
std::optional<double> realNumberIn(const QString& text);

bool isOfACalculation(const QString& text); ///< has only signs that a number or a calculation may have

} // namespace editor
