// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/drawing/unrolled_drawing.h"

#include "engine/drawing/net_drawing.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
#include "engine/graph/unroll.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace engine {
namespace {

constexpr double columnStep = 23 * drawingGrid, rowStep = 12 * drawingGrid;

/// The step of "transform_12"; 0 where the name ends with no number.
std::int64_t stepOf(const std::string& name)
{
    const std::size_t line = name.rfind('_');
    std::int64_t step = 0;
    const char* const end = name.data() + name.size();
    const bool whole =
        line != std::string::npos && std::from_chars(name.data() + line + 1, end, step).ptr == end && step > 0;
    return whole ? step : 0;
}

bool isInput(const Layer& layer)
{
    return layer.type == "INPUT";
}

/// Which layers read what a step made, directly or through others: the final states' among them.
std::vector<bool> readingSteps(const Model& inner)
{
    std::set<std::string> made;
    std::vector<bool> reads;
    for (const Layer& layer : inner.layers) {
        reads.push_back(
            std::ranges::any_of(layer.bottoms, [&](const std::string& blob) { return made.contains(blob); }));
        if (stepOf(layer.name) > 0 || reads.back()) {
            made.insert(layer.tops.begin(), layer.tops.end());
        }
    }
    return reads;
}

/// Rows from top to bottom: the inputs, what is done for all steps at once, the operations of a step, what joins them.
/// A direction's columns are its steps; those of the backward direction come behind the forward ones.
std::vector<std::optional<DrawingPoint>> gridOf(const Model& inner, std::int64_t steps)
{
    std::int64_t mostRows = 0;
    std::map<std::pair<bool, std::int64_t>, std::int64_t> rowsOfStep;
    std::vector<std::int64_t> rows(inner.layers.size(), -1);
    const std::vector<bool> isLate = readingSteps(inner);
    const auto isBack = [](const Layer& layer) { return layer.name.starts_with("back_"); };
    for (std::size_t index = 0; index < inner.layers.size(); ++index) {
        const Layer& layer = inner.layers[index];
        if (!isInput(layer) && stepOf(layer.name) > 0) {
            rows[index] = rowsOfStep[{isBack(layer), stepOf(layer.name)}]++;
            mostRows = std::max(mostRows, rows[index] + 1);
        }
    }
    std::map<std::int64_t, std::int64_t> taken; // of the rows above and below the steps: how many boxes stand there
    std::vector<std::optional<DrawingPoint>> places;
    for (std::size_t index = 0; index < inner.layers.size(); ++index) {
        const Layer& layer = inner.layers[index];
        const std::int64_t firstColumn = isBack(layer) ? steps + 1 : 0;
        std::int64_t row = rows[index] + 3, column = firstColumn + stepOf(layer.name) - 1;
        if (rows[index] < 0) {
            const bool joins = layer.name.ends_with("concat") || layer.name.ends_with("join");
            row = isInput(layer)                      ? 0
                  : layer.name.ends_with("transform") ? 1
                  : layer.name.ends_with("join")      ? mostRows + 4
                  : joins || isLate[index]            ? mostRows + 3
                                                      : 2;
            column = taken[row];
            if (!isInput(layer)) {
                column = std::max(column, firstColumn);
            }
            taken[row] = column + 1;
        }
        places.push_back(DrawingPoint{static_cast<double>(column) * columnStep, static_cast<double>(row) * rowStep});
    }
    return places;
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
            say(ENGINE_TEXT("Sentences", "layer %1: its type is %2, but only LSTM, GRU and RNN can be unrolled"), layer,
                one.type));
    }
    const Shape& x = sizes.inputs.front();
    const std::int64_t steps = std::min(options.steps, x[0]);
    const Model inner =
        unrollRecurrent(*stack->cell, {.steps = steps,
                                       .streams = x[1],
                                       .width = x.count(2, x.axes()),
                                       .units = sizes.sizes.outputs.front().extents().back() / stack->directions,
                                       .directions = stack->directions});
    Drawing drawing = netDrawing(inner, {.places = gridOf(inner, steps)});
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
