// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/edits.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "tests/support/paths.h"

/// models/char_rnn_best with so many layers more behind its dropout.
inline editor::Content longChain(int more)
{
    editor::Content content = editor::contentOf(engine::readModelFile(sourceRoot() / "models/char_rnn_best.prototxt"));
    editor::Id last = content.findNamed("dropout")->id;
    for (int layer = 0; layer < more; ++layer) {
        last = editor::addAfter(content, engine::layerType("DROPOUT"), {last, 0}, {});
    }
    return content;
}
