// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/words/symbols.h"
#include "engine/graph/shape.h"

#include <QString>

/// What stands in a layer's box and on wires. Empty where there is nothing to say.
namespace editor {

QString settingsText(const Document& document, Id node);                           ///< "512 units × 2, dropout 0.3"
QString sizeText(const Document& document, const Symbols& symbols, Output output); ///< "T × N × H = 75×25×512"
QString parametersText(const Document& document, Id node);                         ///< "3.2 M", the badge

QString drawnShape(const engine::Shape& shape); ///< "75×25×512", or "scalar" in the window's language

} // namespace editor
