// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/formats/exchange_sample.h"

#include "engine/formats/prototxt/prototxt.h"
#include "engine/layers/layers.h"

#include <stdlib.h>

#include <algorithm>

namespace engine {

std::string SampleCell::name() const
{
    return type + (activation.empty() ? "" : " " + activation) + ", " + std::to_string(stacked) + " layers" +
           (bidirectional ? ", bidirectional" : "") + (settings.empty() ? "" : ", " + settings);
}

std::vector<SampleCell> sampleCells()
{
    std::vector<SampleCell> all;
    for (const Cell* const cell : recurrentCells()) {
        const std::string activation(cell->choice ? cell->choice->value : "");
        for (const bool bidirectional : {false, true}) {
            for (const int stacked : {1, 2}) {
                all.push_back({.type = std::string(cell->layer), .activation = activation});
                all.back().bidirectional = bidirectional;
                all.back().stacked = stacked;
            }
        }
    }
    return all;
}

Model sampleModel(int stacked)
{
    return sampleModel(SampleCell{.stacked = stacked});
}

Model sampleModel(const SampleCell& cell)
{
    const std::string more = (cell.bidirectional ? std::string(" bidirectional: true") : std::string()) +
                             (cell.activation.empty() ? "" : " activation: " + cell.activation) + ' ' + cell.settings;
    return readModel(R"(name: "sample"
layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label"
  text_data_param { time_steps: 4 batch_size: 2 } }
layer { name: "letters" type: "Embed" bottom: "data" top: "vectors"
  embed_param { input_dim: 7 num_output: 3 weight_filler { type: "xavier" } } }
layer { name: "lstm" type: ")" +
                         cell.type + R"(" bottom: "vectors" bottom: "clip" top: "memory"
  recurrent_param { num_output: )" +
                         std::to_string(cell.units) +
                         R"( weight_filler { type: "xavier" } dropout_ratio: 0.25 num_layers: )" +
                         std::to_string(cell.stacked) + more + R"( } }
layer { name: "scores" type: "InnerProduct" bottom: "memory" top: "scores"
  inner_product_param { num_output: 7 axis: 2 weight_filler { type: "xavier" } } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" softmax_param { axis: 2 } }
)",
                     "sample");
}

Vocabulary sampleVocabulary()
{
    return {Encoding::Utf8, {U'\n', U' ', U'"', U'a', U'é', U'…', U'𝄞'}};
}

std::vector<NamedTensor> sampleWeights(const Model& model)
{
    std::vector<NamedTensor> tensors;
    float next = -20;
    for (const LayerPlaces& layer : weightPlaces(model)) {
        for (const LayerWeight& place : layer.weights) {
            NamedTensor tensor{place.name, place.spec.shape, {}};
            for (std::int64_t index = 0; index < place.spec.shape.count(); ++index) {
                tensor.values.push_back(next += 0.125F);
            }
            tensors.push_back(std::move(tensor));
        }
    }
    return tensors;
}

std::vector<NamedTensor> sortedByName(std::vector<NamedTensor> tensors)
{
    std::sort(tensors.begin(), tensors.end(),
              [](const NamedTensor& a, const NamedTensor& b) { return a.name < b.name; });
    return tensors;
}

std::filesystem::path freshFile(const std::string& name)
{
    std::string folder = (std::filesystem::temp_directory_path() / "hamnet-exchange-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) {
        throw std::runtime_error("no temporary folder");
    }
    return std::filesystem::path(folder) / name;
}

} // namespace engine
