// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

#include <QString>
#include <vector>

namespace editor {

/// One line of a model's sizes.
struct Total {
    QString name;
    QString value;
    std::int64_t number; ///< parameters, operations or bytes
};

/// Layers, parameters, work of one pass forward and back.
std::vector<Total> totals(const engine::SizeReport& report);

/// What training takes, by part, and all of it last.
std::vector<Total> memoryParts(const engine::TrainingMemory& memory);

/// Both as an HTML table; a sentence where nothing is drawn yet.
QString totalsHtml(const Document& document);

} // namespace editor
