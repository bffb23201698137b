// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"
#include "engine/graph/shape.h"

#include <functional>
#include <QString>

namespace editor {

class Document;

/// What the canvas says about nodes and wires. The words are another library's; plainWords() serves until they are set.
/// A function that has nothing to say returns an empty text.
struct CanvasWords {
    std::function<QString(Id)> settings;           ///< "512 units × 2, dropout 0.3"
    std::function<QString(Id)> outputSize;         ///< "75×25×512"
    std::function<QString(Id)> parameters;         ///< "3.2 M", the badge
    std::function<QString(Id)> nodeHelp;           ///< rich text for the tooltip
    std::function<QString(const Wire&)> wireLabel; ///< the shape that flows
    std::function<QString(const Wire&)> wireHelp;
};

/// Words made from the document and the catalogue alone. The document must outlive them.
CanvasWords plainWords(const Document& document);

QString drawnShape(const engine::Shape& shape); ///< "75×25×512", or "scalar" in the window's language

} // namespace editor
