// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/net_variants.h"

#include "app/cli/options.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>
#include <string_view>

namespace cli {
namespace {

constexpr std::string_view bothDirections = "bidirectional_";

/// A cell by its name on the command line.
struct NamedCell {
    std::string_view name, layer, activation; ///< activation is empty where the layer has no such choice
};
constexpr NamedCell cells[] = {{"lstm", "LSTM", ""},
                               {"gru", "GRU", ""},
                               {"rnn_tanh", "RNN", "TANH"},
                               {"rnn_relu", "RNN", "RELU"},
                               {"rnn", "RNN", "TANH"}};

struct CellChoice {
    NamedCell cell;
    bool bidirectional;
};

CellChoice cellNamed(const std::string& name)
{
    const std::string folded = engine::folded(name);
    for (const NamedCell& cell : cells) {
        if (folded == engine::folded(std::string(cell.name))) {
            return {cell, false};
        }
        if (folded == engine::folded(std::string(bothDirections) + std::string(cell.name))) {
            return {cell, true};
        }
    }
    throw engine::Error("--cells has \"" + name + "\", but knows " + braced(cellNames()));
}

const engine::LayerType* recurrentType(const engine::Layer& layer, engine::Dialect dialect)
{
    const engine::LayerType* const type = engine::findLayerType(layer.type);
    const bool isRecurrent = type && engine::recurrentStack(*type, engine::completeParams(layer, dialect));
    return isRecurrent ? type : nullptr;
}

/// The same settings for another type: without those that only the old one has.
engine::Params settingsFor(const engine::LayerType& type, const engine::Params& given)
{
    engine::Params settings;
    for (const auto& [key, value] : given) {
        const auto isKey = [&](const engine::ParamSpec& spec) { return spec.key == key; };
        if (std::ranges::any_of(type.params, isKey)) {
            settings.emplace(key, value);
        }
    }
    return settings;
}

} // namespace

const std::vector<std::string>& cellNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const NamedCell& cell : cells) {
            all.emplace_back(cell.name);
        }
        for (const NamedCell& cell : cells) {
            all.push_back(std::string(bothDirections) + std::string(cell.name));
        }
        return all;
    }();
    return names;
}

engine::Model withCell(const engine::Model& model, const std::string& cell)
{
    const CellChoice choice = cellNamed(cell);
    engine::Model changed = model;
    bool found = false;
    for (engine::Layer& layer : changed.layers) {
        const engine::LayerType* const before = recurrentType(layer, model.dialect);
        if (!before) {
            continue;
        }
        if (engine::recurrentStack(*before, engine::completeParams(layer, model.dialect))->rows) {
            throw engine::Error("layer " + layer.name + " is " + layer.type +
                                ", whose cell cannot be changed, but --cells wants LSTM, GRU or RNN there");
        }
        const engine::LayerType& after = engine::layerType(choice.cell.layer);
        if (before->name != after.name) {
            layer.params = settingsFor(after, layer.params);
            layer.type = after.name;
        }
        if (!choice.cell.activation.empty()) {
            layer.params.insert_or_assign("activation", std::string(choice.cell.activation));
        }
        if (choice.bidirectional) {
            layer.params.insert_or_assign("bidirectional", true);
        }
        found = true;
    }
    if (!found) {
        throw engine::Error("the model \"" + model.name +
                            "\" has no recurrent layer, but --cells changes the cell of LSTM, GRU or RNN layers");
    }
    return changed;
}

engine::Model withBatchSize(const engine::Model& model, std::int64_t streams)
{
    if (!engine::learnsSequences(model)) {
        const engine::TextWiring wiring = engine::requiredTextWiring(model, engine::Phase::Train);
        return engine::withBatch(model, wiring.steps, streams);
    }
    engine::Model changed = model;
    bool found = false;
    for (engine::Layer& layer : changed.layers) {
        const engine::LayerType* const type = engine::findLayerType(layer.type);
        if (type && type->name == "SEQUENCEDATA") {
            layer.params.insert_or_assign("batch_size", streams);
            found = true;
        }
    }
    if (!found) {
        throw engine::Error("the model \"" + model.name +
                            "\" reads INPUT layers, whose shapes set the batch, but --batch changes SEQUENCEDATA");
    }
    return changed;
}

} // namespace cli
