// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shape.h"

namespace editor {

/// The shape of a tensor where it is known.
using ShapeOf = std::function<std::optional<engine::Shape>(Output)>;

/// Why a wire cannot be led from there to here, as a sentence; nothing where it can: a layer to itself, a cycle, a
/// shape that the layer does not take. Inputs that have no wire yet are given the benefit of the doubt.
std::optional<engine::Sentence> refusal(const Content& content, const ShapeOf& shapeOf, Output from, Input to);

/// A kind of layer that takes a tensor, and at which of its inputs.
struct Candidate {
    const engine::LayerType* type;
    std::size_t input;
    engine::Sentence refusal; ///< why it does not fit; empty: it fits
};

/// Every kind of layer that has inputs, for a wire that is let go over nothing: those that fit first, each in the
/// palette's order.
std::vector<Candidate> candidates(const Content& content, const ShapeOf& shapeOf, Output from);

} // namespace editor
