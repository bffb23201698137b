// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "tests/support/paths.h"

namespace editor {

/// A file of models/ as a drawing.
inline Content sample(const char* name)
{
    return contentOf(engine::readModelFile(modelsFolder() / name));
}

inline Id named(const Content& content, const std::string& layer)
{
    return content.findNamed(layer)->id;
}

/// TEXTDATA -> EMBED -> a recurrent layer -> INNERPRODUCT -> SOFTMAXWITHLOSS, as a newcomer draws it from an empty
/// canvas.
inline Content drawnFromNothing(std::string_view recurrent = "LSTM")
{
    Content content;
    const Id text = addLayer(content, engine::layerType("TEXTDATA"), {});
    const Id embed = addAfter(content, engine::layerType("EMBED"), {text, 0}, {});
    const Id lstm = addAfter(content, engine::layerType(recurrent), {embed, 0}, {});
    const Id scores = addAfter(content, engine::layerType("INNERPRODUCT"), {lstm, 0}, {});
    addAfter(content, engine::layerType("SOFTMAXWITHLOSS"), {scores, 0}, {});
    return content;
}

/// A document with that in it.
class Opened : public Document {
public:
    explicit Opened(const Content& content) { load(content); }
    explicit Opened(const char* name) : Opened(sample(name)) {}
};

} // namespace editor
