// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

#include <array>
#include <optional>
#include <QString>
#include <string>
#include <vector>

namespace editor {

/// What a step does, from top to bottom.
enum class StepRow { Scale, InnerProduct, Eltwise, Unit };
inline constexpr int stepRows = 4;

/// One operation of the inner net, with the tensors that go in and come out.
struct UnrolledOperation {
    engine::Layer layer;
    engine::LayerSizes sizes;
};

/// One of the stacked layers: its inner net, sorted into steps.
struct UnrollBand {
    std::int64_t width = 0;  ///< I of this layer
    UnrolledOperation input; ///< W_xc_x = Wx x + b, for all steps at once
    std::vector<std::array<UnrolledOperation, stepRows>> steps;
    std::int64_t operations = 0; ///< that compute; what only cuts and joins tensors moves nothing and is not counted
};

/// A recurrent layer's inner net as a grid: steps to the right, what each does downwards, stacked layers as bands.
struct UnrollGrid {
    std::string layer, type;
    std::int64_t steps = 0, streams = 0, units = 0;
    std::vector<UnrollBand> bands;
    bool dropout = false;        ///< between the bands, as one operation each
    std::int64_t operations = 0; ///< of all bands, one after the other, forward
};

/// Whether double-clicking such a layer opens a grid.
bool canUnroll(const Node& node);

/// The grid of a node. Nothing where it has none; `why` is then a sentence.
std::optional<UnrollGrid> unrollGrid(const Document& document, Id node, QString* why);

/// "75 steps × 2 layers: 602 operations one after another, forward; the fused engine (ONEDNN) makes 2 calls."
QString unrollSummary(const UnrollGrid& grid);

/// An operation as a tooltip: what it computes, its tensors with their shapes, what it costs.
QString operationTip(const UnrolledOperation& operation, std::int64_t step, std::int64_t steps);

} // namespace editor
