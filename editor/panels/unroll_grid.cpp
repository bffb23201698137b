// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/unroll_grid.h"

#include "editor/document/sentence_words.h"
#include "editor/words/numbers.h"
#include "editor/words/tips.h"
#include "editor/words/words.h"
#include "engine/cells/typed_cell.h"
#include "engine/cells/unrolled.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <map>

namespace editor {
namespace {

/// What it makes lies inside what it reads, or the other way round: nothing is computed.
bool computes(const engine::LayerSizes& sizes)
{
    return sizes.sizes.sharing == engine::Sharing::None && sizes.type != "INPUT";
}

/// One of the stacked layers.
struct InnerLayer {
    std::vector<UnrollBand> bands; ///< a direction each
    std::int64_t operations = 0;
};

InnerLayer innerLayer(const engine::Cell& cell, const engine::UnrollSizes& sizes)
{
    const engine::Unrolled inner = engine::cells::unroll(cell, sizes);
    const std::vector<engine::LayerSizes> all = engine::inferSizes(inner.model);
    InnerLayer layer;
    for (std::int64_t direction = 0; direction < sizes.directions; ++direction) {
        layer.bands.push_back({.direction = static_cast<engine::Direction>(direction),
                               .width = sizes.width,
                               .inputs = {},
                               .steps = std::vector<std::vector<UnrolledOperation>>(std::size_t(sizes.steps))});
    }
    for (std::size_t index = 0; index < inner.places.size(); ++index) {
        const engine::Layer& one = inner.model.layers[index];
        const engine::UnrolledPlace& place = inner.places[index];
        layer.operations += computes(all[index]) ? 1 : 0;
        UnrollBand& band = layer.bands[static_cast<std::size_t>(place.direction)];
        if (place.part == engine::UnrolledPart::InputProduct) {
            band.inputs.push_back({one, all[index]});
        } else if (place.part == engine::UnrolledPart::Step) {
            band.steps.at(static_cast<std::size_t>(place.step - 1)).push_back({one, all[index]});
        }
    }
    return layer;
}

/// T, N, I, H; x of LSTM_SIMPLE has rows.
engine::UnrollSizes sizesOf(const engine::LayerSizes& sizes, const engine::RecurrentStack& stack,
                            const engine::Params& params)
{
    const engine::Shape& x = sizes.inputs.front();
    const std::int64_t units = engine::intParam(params, "num_output");
    if (!stack.rows) {
        return {.steps = x[0], .streams = x[1], .width = x.count(2), .units = units, .directions = stack.directions};
    }
    const std::int64_t streams = engine::intParam(params, "batch_size");
    return {.steps = x[0] / streams, .streams = streams, .width = x.count(1), .units = units};
}

} // namespace

bool canUnroll(const Node& node)
{
    const engine::LayerType* type = engine::findLayerType(node.layer.type);
    return type && type->recurrent;
}

std::optional<UnrollGrid> unrollGrid(const Document& document, Id id, QString* why)
{
    const auto refuse = [&](const QString& sentence) {
        *why = sentence;
        return std::nullopt;
    };
    const Node* node = document.content().find(id);
    if (!node) {
        return refuse(Words::tr("The layer is no longer in the drawing."));
    }
    const QString name = QString::fromStdString(node->layer.name);
    if (!canUnroll(*node)) {
        return refuse(Words::tr("%1 has no steps inside: only recurrent layers unroll.").arg(name));
    }
    const engine::LayerSizes* sizes = document.sizes(id);
    if (!sizes || !sizes->problem.empty() || sizes->inputs.empty()) {
        return refuse(sizes && !sizes->problem.empty() ? inWords(sizes->problem)
                                                       : Words::tr("%1 has no sizes yet.").arg(name));
    }
    const engine::Params params = engine::completeParams(node->layer, document.content().dialect);
    const engine::RecurrentStack stack = *engine::recurrentStack(engine::layerType(node->layer.type), params);
    engine::UnrollSizes inner = sizesOf(*sizes, stack, params);
    constexpr std::int64_t maxBoxes = 200'000, untypedRows = 4;
    const std::int64_t maxRows =
        stack.cell->typed ? std::ssize(stack.cell->typed->definition.syntax.nodes) : untypedRows;
    if (inner.steps < 1 || inner.steps * stack.parts() * maxRows > maxBoxes) {
        return refuse(Words::tr("%1 has too many steps to draw each of them.").arg(name));
    }
    UnrollGrid grid{.layer = node->layer.name,
                    .type = node->layer.type,
                    .steps = inner.steps,
                    .streams = inner.streams,
                    .units = inner.units,
                    .stack = stack,
                    .bands = {}};
    grid.dropout = stack.layers > 1 && engine::floatParam(params, "dropout_ratio") > 0 &&
                   document.shownPhase() == engine::Phase::Train;
    InnerLayer made;
    for (std::int64_t layer = 0; layer < stack.layers; ++layer) {
        if (layer < 2) { // above the second all are alike
            inner.width = stack.widthOf(layer, inner.width, inner.units);
            made = innerLayer(*stack.cell, inner);
        }
        for (UnrollBand& band : made.bands) {
            band.layer = layer;
            grid.bands.push_back(band);
        }
        grid.operations += made.operations + (grid.dropout && layer > 0 ? 1 : 0);
    }
    return grid;
}

bool UnrollLinks::givesState(int row) const
{
    return std::ranges::any_of(states, [row](const State& state) { return state.from == row; });
}

/// As the first step of the forward direction has them.
UnrollLinks linksOf(const UnrollGrid& grid)
{
    const std::vector<UnrolledOperation>& rows = grid.bands.front().steps.front();
    std::map<std::string, int> makers; // of tensors
    for (int row = 0; row < grid.rows(); ++row) {
        for (const std::string& top : rows[static_cast<std::size_t>(row)].layer.tops) {
            makers[top] = row;
        }
    }
    UnrollLinks links;
    std::map<std::string, std::string> before; // names of states by tensors before the step
    for (const std::string_view state : grid.stack.cell->states) {
        before[engine::unrolledState(state, engine::Direction::Forward, grid.steps).before] =
            engine::unrolledName(state);
    }
    for (int row = 0; row < grid.rows(); ++row) {
        for (const std::string& bottom : rows[static_cast<std::size_t>(row)].layer.bottoms) {
            if (const auto state = before.find(bottom); state != before.end()) {
                links.states.push_back({state->second, makers.at(state->second + "_1"), row});
            } else if (const auto maker = makers.find(bottom); maker != makers.end()) {
                links.inside.push_back({maker->second, row});
            } else if (bottom != "cont_1" && (links.fed.empty() || links.fed.back() != row)) {
                links.fed.push_back(row);
            }
        }
    }
    links.inside.push_back({makers.at("h_1"), grid.rows()});
    return links;
}

QString unrollSummary(const UnrollGrid& grid)
{
    const engine::RecurrentStack& stack = grid.stack;
    QString size = Words::tr("%n step(s)", nullptr, static_cast<int>(grid.steps));
    if (stack.layers > 1 && stack.isBidirectional()) {
        size = Words::tr("%1 steps × %2 layers × 2 directions").arg(countText(grid.steps), countText(stack.layers));
    } else if (stack.layers > 1) {
        size = Words::tr("%1 steps × %2 layers").arg(countText(grid.steps), countText(stack.layers));
    } else if (stack.isBidirectional()) {
        size = Words::tr("%1 steps × 2 directions").arg(countText(grid.steps));
    }
    const QString work = Words::tr("%1: %2 operations in sequence, forward").arg(size, countText(grid.operations));
    if (stack.rows) {
        return Words::tr("%1. No fused engine has this layer, so it always runs like this.").arg(work);
    }
    const QString calls =
        stack.isBidirectional()
            ? Words::tr("at most %1 calls, one for each layer and direction").arg(countText(stack.parts()))
        : stack.layers == 1 ? Words::tr("1 call")
                            : Words::tr("%1 calls, one a layer").arg(countText(stack.layers));
    const QString engine = stack.cell->typed ? QStringLiteral("FUSED") : QStringLiteral("ONEDNN");
    return Words::tr("%1; the fused engine (%2) makes %3.").arg(work, engine, calls);
}

QString operationTip(const UnrolledOperation& operation, std::int64_t step, std::int64_t steps)
{
    const engine::Layer& layer = operation.layer;
    const auto tensor = [](const std::string& name, const engine::Shape& shape) {
        return QStringLiteral("<tr><td style='padding-right:10px'><tt>%1</tt></td><td>%2</td></tr>")
            .arg(QString::fromStdString(name).toHtmlEscaped(), shapeText(shape));
    };
    QString rows;
    for (std::size_t index = 0; index < layer.bottoms.size() && index < operation.sizes.inputs.size(); ++index) {
        rows += tensor(layer.bottoms[index], operation.sizes.inputs[index]);
    }
    for (const engine::WeightSpec& weight : operation.sizes.sizes.weights) {
        const auto index = static_cast<std::size_t>(&weight - operation.sizes.sizes.weights.data());
        const std::string name = index < layer.weights.size() ? layer.weights[index].name : weight.name;
        rows += tensor(name, weight.shape);
    }
    QString made;
    for (std::size_t index = 0; index < layer.tops.size() && index < operation.sizes.sizes.outputs.size(); ++index) {
        made += tensor(layer.tops[index], operation.sizes.sizes.outputs[index]);
    }
    const engine::LayerType& type = engine::layerType(layer.type);
    const QString when = step > 0 ? Words::tr("step %1 of %2").arg(countText(step), countText(steps))
                                  : Words::tr("all %1 steps at once").arg(countText(steps));
    return QStringLiteral("<p><b>%1</b> · %2</p><p>%3</p><p>%4</p><table>%5</table><p>%6</p><table>%7</table>"
                          "<p>%8</p>")
        .arg(QString::fromStdString(layer.type), when, engineText("Layers", type.help).toHtmlEscaped(),
             layer.type == "CELL_UNIT" ? QString::fromStdString(engine::textParam(layer.params, "equation"))
                                       : formulaLines(type.formula),
             rows, Words::tr("output"), made, flopsText(operation.sizes.sizes.flopsForward));
}

} // namespace editor
