// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/drawing/unrolled_drawing.h"

#include "engine/cells/unrolled.h"
#include "engine/drawing/net_drawing.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace engine {
namespace {

constexpr double columnStep = 23 * drawingGrid, unrolledRowStep = 12 * drawingGrid;

/// Rows from top to bottom: the inputs, what is done for all steps at once, the operations of a step, what joins them.
/// A direction's columns are its steps; those of the backward direction come behind the forward ones.
std::vector<std::optional<DrawingPoint>> gridOf(const Unrolled& net, std::int64_t steps)
{
    std::map<std::pair<Direction, std::int64_t>, std::int64_t> rowsOfStep;
    std::vector<std::int64_t> rows;
    std::int64_t maxRows = 0;
    for (const UnrolledPlace& place : net.places) {
        rows.push_back(place.part == UnrolledPart::Step ? rowsOfStep[{place.direction, place.step}]++ : 0);
        maxRows = std::max(maxRows, rows.back() + 1);
    }
    const auto rowOf = [&](std::size_t layer) -> std::int64_t {
        switch (net.places[layer].part) {
        case UnrolledPart::Input:
            return 0;
        case UnrolledPart::InputProduct:
            return 1;
        case UnrolledPart::Slices:
            return 2;
        case UnrolledPart::Step:
            return rows[layer] + 3;
        case UnrolledPart::End:
            return maxRows + 3;
        case UnrolledPart::Join:
            return maxRows + 4;
        }
        return 0;
    };
    std::map<std::int64_t, std::int64_t> taken; // of the rows above and below the steps: how many boxes stand there
    std::vector<std::optional<DrawingPoint>> points;
    for (std::size_t layer = 0; layer < net.places.size(); ++layer) {
        const UnrolledPlace& place = net.places[layer];
        const std::int64_t row = rowOf(layer), firstColumn = place.direction == Direction::Backward ? steps + 1 : 0;
        std::int64_t column = firstColumn + place.step - 1;
        if (place.part != UnrolledPart::Step) {
            column = place.part == UnrolledPart::Input ? taken[row] : std::max(taken[row], firstColumn);
            taken[row] = column + 1;
        }
        points.push_back(
            DrawingPoint{static_cast<double>(column) * columnStep, static_cast<double>(row) * unrolledRowStep});
    }
    return points;
}

const LayerSizes& sizesOf(const SizeReport& report, const std::string& name)
{
    const auto found = std::find_if(report.layers.begin(), report.layers.end(),
                                    [&](const LayerSizes& layer) { return layer.name == name; });
    if (found == report.layers.end()) {
        std::vector<std::string_view> names;
        for (const LayerSizes& layer : report.layers) {
            names.push_back(layer.name);
        }
        throw Error(say(ENGINE_TEXT("Sentences", "the net has no layer %1 in this phase%2"), name, hint(name, names)));
    }
    if (!found->problem.empty()) {
        throw Error(found->problem);
    }
    return *found;
}

} // namespace

Drawing unrolledDrawing(const Model& model, const std::string& layer, const UnrolledDrawingOptions& options)
{
    const Model inPhase = forPhase(model, options.phase);
    const SizeReport report = sizeReport(model, {.phase = options.phase});
    const LayerSizes& sizes = sizesOf(report, layer);
    const Layer& one = *std::find_if(inPhase.layers.begin(), inPhase.layers.end(),
                                     [&](const Layer& some) { return some.name == layer; });
    const std::optional<RecurrentStack> stack = recurrentStack(layerType(one.type), completeParams(one, model.dialect));
    if (!stack || stack->rows) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "layer %1: its type is %2, but only LSTM, GRU, RNN and CELL can be unrolled"),
                layer, one.type));
    }
    const Shape& x = sizes.inputs.front();
    const std::int64_t steps = std::min(options.steps, x[0]);
    const Unrolled inner =
        cells::unroll(*stack->cell, {.steps = steps,
                                     .streams = x[1],
                                     .width = x.count(2, x.axes()),
                                     .units = sizes.sizes.outputs.front().extents().back() / stack->directions,
                                     .directions = stack->directions});
    Drawing drawing = netDrawing(inner.model, {.places = gridOf(inner, steps)});
    drawing.title = layer;
    drawing.caption = layer + " (" + std::string(stack->cell->name) + ") unrolled: " + std::to_string(steps) + " of " +
                      std::to_string(x[0]) + " steps";
    if (stack->layers > 1) {
        drawing.caption += ", the lowest of " + std::to_string(stack->layers) + " layers";
    }
    if (stack->isBidirectional()) {
        drawing.caption += ", backward direction on the right";
    }
    return drawing;
}

} // namespace engine
