// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"
#include "engine/graph/recurrent.h"

#include <optional>
#include <QString>
#include <string>
#include <vector>

namespace editor {

/// One operation of the inner net, with the tensors that go in and come out.
struct UnrolledOperation {
    engine::Layer layer;
    engine::LayerSizes sizes;
};

/// One direction of one of the stacked layers: the steps of its inner net.
struct UnrollBand {
    std::int64_t layer = 0; ///< of the stack, from 0
    engine::Direction direction = engine::Direction::Forward;
    std::int64_t width = 0;                            ///< of what it reads
    std::vector<UnrolledOperation> inputs;             ///< W_xc_x = Wx x + b: what is done for all steps at once
    std::vector<std::vector<UnrolledOperation>> steps; ///< by the step's place in the sequence: from top to bottom
};

/// A recurrent layer's inner net as a grid: steps to the right, what each does downwards, stacked layers as bands; of
/// both directions the backward one below the forward one.
struct UnrollGrid {
    std::string layer, type;
    std::int64_t steps = 0, streams = 0, units = 0;
    engine::RecurrentStack stack = {};
    std::vector<UnrollBand> bands;
    bool dropout = false;        ///< between the layers, as one operation each
    std::int64_t operations = 0; ///< that compute, one after the other, forward: cutting and joining along the steps
                                 ///< moves nothing and is not counted

    /// What each step does: as many operations in every band.
    int rows() const { return bands.empty() ? 0 : static_cast<int>(bands.front().steps.front().size()); }
};

/// What joins the operations of a step with each other and with the next step, at all steps alike: rows of the grid.
struct UnrollLinks {
    struct Inside {
        int from, to; ///< to: rows() where it is h that leaves the step
    };
    struct State {
        std::string name; ///< of its tensors, without the step: "h"
        int from, to;     ///< the row that gives it, and the row of the next step that reads it
    };
    std::vector<Inside> inside;
    std::vector<State> states;
    std::vector<int> fed; ///< what reads a step of x, or of what is made of it for all steps at once

    bool givesState(int row) const;
};

UnrollLinks linksOf(const UnrollGrid& grid);

/// Whether double-clicking such a layer opens a grid.
bool canUnroll(const Node& node);

/// The grid of a node. Nothing where it has none; `why` is then a sentence.
std::optional<UnrollGrid> unrollGrid(const Document& document, Id node, QString* why);

/// "75 steps × 2 layers: 602 operations one after another, forward; the fused engine (ONEDNN) makes 2 calls."
QString unrollSummary(const UnrollGrid& grid);

/// An operation as a tooltip: what it computes, its tensors with their shapes, what it costs.
QString operationTip(const UnrolledOperation& operation, std::int64_t step, std::int64_t steps);

} // namespace editor
