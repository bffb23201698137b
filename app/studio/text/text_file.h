// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <QString>
#include <string>

namespace studio {

/// Writes the bytes of a text, whole or not at all. Gives the sentence of what went wrong.
std::optional<QString> writeTextFile(const QString& file, const std::string& text);

} // namespace studio
