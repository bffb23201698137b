// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"

#include <optional>
#include <QString>

/// Settings that are lists, as one line of text: "25, 75", "0.5, 1", "-1 × 1 × 512", "75 × 25; 75 × 25".
namespace editor {

QString listText(const engine::ParamSpec& spec, const engine::ParamValue& value);

/// Extents may be parted by ×, x, * or blanks, numbers by blanks, commas or semicolons; shapes by commas or semicolons.
/// nullopt where the text is no such list.
std::optional<engine::ParamValue> parsedList(const engine::ParamSpec& spec, const QString& text);

QString listRefusal(const engine::ParamSpec& spec); ///< what a text must be like that parsedList() refused
QString listExample(const engine::ParamSpec& spec); ///< what to type, for an empty field

} // namespace editor
