// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/unroll_grid.h"

#include "editor/words/numbers.h"
#include "editor/words/words.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/unroll.h"
#include "engine/layers/layers.h"

#include <algorithm>
#include <map>

namespace editor {
namespace {

constexpr std::array<const char*, stepRows> stepLayers = {"h_conted_", "transform_", "gate_input_", "unit_"};

/// What it makes lies inside what it reads, or the other way round: nothing is computed.
bool computes(const engine::LayerSizes& sizes)
{
    return sizes.sizes.sharing == engine::Sharing::None && sizes.type != "INPUT";
}

UnrollBand bandOf(const engine::UnrollSizes& sizes)
{
    const engine::Model inner = engine::unrollRecurrent(engine::lstmCell(), sizes);
    const std::vector<engine::LayerSizes> all = engine::inferSizes(inner);
    UnrollBand band{.width = sizes.width, .input = {}, .steps = {}, .operations = 0};
    std::map<std::string, std::size_t> places;
    for (std::size_t index = 0; index < inner.layers.size(); ++index) {
        places[inner.layers[index].name] = index;
        band.operations += computes(all[index]) ? 1 : 0;
    }
    const auto operation = [&](const std::string& name) {
        const std::size_t place = places.at(name);
        return UnrolledOperation{inner.layers[place], all[place]};
    };
    band.input = operation("x_transform");
    for (std::int64_t step = 1; step <= sizes.steps; ++step) {
        std::array<UnrolledOperation, stepRows>& column = band.steps.emplace_back();
        for (std::size_t row = 0; row < column.size(); ++row) {
            column[row] = operation(stepLayers[row] + std::to_string(step));
        }
    }
    return band;
}

/// T, N, I, H of an LSTM, or of an LSTM_SIMPLE's rows.
engine::UnrollSizes sizesOf(const engine::LayerSizes& sizes, const engine::Params& params)
{
    const engine::Shape& x = sizes.inputs.front();
    const std::int64_t units = engine::intParam(params, "num_output");
    if (sizes.type == "LSTM") {
        return {.steps = x[0], .streams = x[1], .width = x.count(2), .units = units};
    }
    const std::int64_t streams = engine::intParam(params, "batch_size");
    return {.steps = x[0] / streams, .streams = streams, .width = x.count(1), .units = units};
}

} // namespace

bool canUnroll(const Node& node)
{
    return node.layer.type == "LSTM" || node.layer.type == "LSTM_SIMPLE";
}

std::optional<UnrollGrid> unrollGrid(const Document& document, Id id, QString* why)
{
    const auto refuse = [&](const QString& sentence) {
        *why = sentence;
        return std::nullopt;
    };
    const Node* node = document.content().find(id);
    if (!node) {
        return refuse(Words::tr("The layer is not in the drawing any more."));
    }
    const QString name = QString::fromStdString(node->layer.name);
    if (!canUnroll(*node)) {
        return refuse(Words::tr("%1 has no steps inside: only LSTM and LSTM_SIMPLE unroll.").arg(name));
    }
    const engine::LayerSizes* sizes = document.sizes(id);
    if (!sizes || !sizes->problem.empty() || sizes->inputs.empty()) {
        return refuse(sizes && !sizes->problem.empty() ? QString::fromStdString(sizes->problem)
                                                       : Words::tr("%1 has no sizes yet.").arg(name));
    }
    const engine::Params params = engine::completeParams(node->layer, document.content().dialect);
    const bool stacks = node->layer.type == "LSTM";
    const std::int64_t layers = stacks ? engine::intParam(params, "num_layers") : 1;
    engine::UnrollSizes inner = sizesOf(*sizes, params);
    constexpr std::int64_t mostBoxes = 200'000;
    if (inner.steps < 1 || inner.steps * layers * stepRows > mostBoxes) {
        return refuse(Words::tr("%1 has too many steps to draw each of them.").arg(name));
    }
    UnrollGrid grid{.layer = node->layer.name,
                    .type = node->layer.type,
                    .steps = inner.steps,
                    .streams = inner.streams,
                    .units = inner.units,
                    .bands = {}};
    grid.dropout = stacks && layers > 1 && engine::floatParam(params, "dropout_ratio") > 0 &&
                   document.shownPhase() == engine::Phase::Train;
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        // Above the first all are alike.
        grid.bands.push_back(layer < 2 ? bandOf(inner) : grid.bands.back());
        grid.operations += grid.bands.back().operations + (grid.dropout && layer > 0 ? 1 : 0);
        inner.width = inner.units;
    }
    return grid;
}

QString unrollSummary(const UnrollGrid& grid)
{
    const auto layers = static_cast<int>(grid.bands.size());
    const QString size = layers == 1 ? Words::tr("%n step(s)", nullptr, static_cast<int>(grid.steps))
                                     : Words::tr("%1 steps × %2 layers").arg(countText(grid.steps), countText(layers));
    const QString work =
        Words::tr("%1: %2 operations one after another, forward").arg(size, countText(grid.operations));
    if (grid.type != "LSTM") {
        return Words::tr("%1. No fused engine has this layer, so it always runs like this.").arg(work);
    }
    return Words::tr("%1; the fused engine (ONEDNN) makes %2.")
        .arg(work, layers == 1 ? Words::tr("1 call") : Words::tr("%1 calls, one a layer").arg(countText(layers)));
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
    return QStringLiteral("<p><b>%1</b> · %2</p><p>%3</p><p><i>%4</i></p><table>%5</table><p>%6</p><table>%7</table>"
                          "<p>%8</p>")
        .arg(QString::fromStdString(layer.type), when, engineText("Layers", type.help).toHtmlEscaped(),
             QString::fromUtf8(type.formula.data(), static_cast<qsizetype>(type.formula.size())).toHtmlEscaped(), rows,
             Words::tr("makes"), made, flopsText(operation.sizes.sizes.flopsForward));
}

} // namespace editor
