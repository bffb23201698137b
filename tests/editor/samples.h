// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"
#include "editor/document/document.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/support/paths.h"

namespace editor {

/// A file of models/ as a drawing.
inline Content sample(const char* name)
{
    return contentOf(engine::readModelFile(modelsFolder() / name));
}

/// A document with that in it.
class Opened : public Document {
public:
    explicit Opened(const Content& content) { load(content); }
    explicit Opened(const char* name) : Opened(sample(name)) {}
};

} // namespace editor
