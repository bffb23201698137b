// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/prototxt/prototxt_text.h"
#include "engine/graph/params.h"
#include "engine/graph/sentence.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine::prototxt {

/// Where unknown fields were found, and what is known there.
struct KnownFields {
    Sentence owner; ///< starts each sentence: "layer lstm1", "the solver"
    std::span<const ParamSpec> specs = {};
    std::span<const std::string_view> others = {}; ///< fields that are no settings: name, bottom, ...
};

/// One sentence for each unknown field, with the known name that may have been meant; for many of them, one for the
/// rest.
std::vector<Sentence> notesOnUnknown(const Message& unknown, const KnownFields& known);

} // namespace engine::prototxt
