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

inline void open(Document& document, const char* name)
{
    document.load(sample(name));
}

} // namespace editor
