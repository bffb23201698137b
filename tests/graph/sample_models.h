// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/error.h"
#include "engine/graph/model.h"
#include "engine/graph/size_report.h"
#include "tests/support/layer_from.h"
#include "tests/support/sentence_of.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace engine {

/// How a failed test shows a shape.
inline void PrintTo(const Shape& shape, std::ostream* stream)
{
    *stream << toString(shape);
}

} // namespace engine

namespace engine::test {

inline std::int64_t whole(std::int64_t number)
{
    return number;
}

inline Layer inputLayer(std::vector<std::string> tops, std::vector<Shape> shapes)
{
    return {.name = "Input", .type = "INPUT", .tops = std::move(tops), .params = {{"shape", std::move(shapes)}}};
}

inline Layer lstmLayer(const std::string& name, const std::string& bottom, std::int64_t units)
{
    return {
        .name = name, .type = "LSTM", .bottoms = {bottom, "clip"}, .tops = {name}, .params = {{"num_output", units}}};
}

inline Layer dropoutLayer(const std::string& name, const std::string& bottom, const std::string& top)
{
    return {.name = name, .type = "DROPOUT", .bottoms = {bottom}, .tops = {top}, .params = {{"dropout_ratio", 0.4}}};
}

/// MyCaffe's char-RNN for its CAFFE engine: T = 75, N = 25, embedding 15, two layers of 512 units.
inline Model charRnn(std::int64_t vocabulary = 65)
{
    return {
        .name = "Char-RNN",
        .dialect = Dialect::MyCaffe,
        .layers =
            {
                inputLayer({"data", "clip", "label"}, {{75, 25}, {75, 25}, {1875, 1}}),
                layerFrom("EmbedLayer EMBED data -> inputVectors",
                          {{"num_output", whole(15)}, {"input_dim", vocabulary}}),
                lstmLayer("lstm1", "inputVectors", 512),
                dropoutLayer("Drop1", "lstm1", "lstm1_drop"),
                lstmLayer("lstm2", "lstm1_drop", 512),
                dropoutLayer("Drop2", "lstm2", "lstm2_drop"),
                layerFrom("Reshape_lstm2 RESHAPE lstm2_drop -> lstm2_reshaped",
                          {{"shape", std::vector<std::int64_t>{-1, 1, 512}}}),
                layerFrom("ip1 INNERPRODUCT lstm2_reshaped -> ip1", {{"num_output", vocabulary}}),
                {.name = "Loss",
                 .type = "SOFTMAXWITHLOSS",
                 .bottoms = {"ip1", "label"},
                 .tops = {"loss"},
                 .exclude = {{.phase = Phase::Run}}},
            },
    };
}

/// A small net on a TEXTDATA layer: T = 6, N = 3, embedding 4, 5 units, vocabulary 7.
inline Model smallTextNet()
{
    return {
        .name = "small",
        .layers =
            {
                layerFrom("text TEXTDATA -> data clip label", {{"time_steps", whole(6)}, {"batch_size", whole(3)}}),
                layerFrom("embed EMBED data -> x", {{"num_output", whole(4)}, {"input_dim", whole(7)}}),
                lstmLayer("lstm", "x", 5),
                layerFrom("ip INNERPRODUCT lstm -> ip", {{"num_output", whole(7)}, {"axis", whole(2)}}),
                layerFrom("loss SOFTMAXWITHLOSS ip label -> loss", {{"axis", whole(2)}}),
            },
    };
}

inline Layer& layerNamed(Model& model, const std::string& name)
{
    for (Layer& layer : model.layers) {
        if (layer.name == name) {
            return layer;
        }
    }
    throw Error("the test's model has no layer " + name);
}

inline const LayerSizes& sizesNamed(const std::vector<LayerSizes>& all, const std::string& name)
{
    for (const LayerSizes& layer : all) {
        if (layer.name == name) {
            return layer;
        }
    }
    throw Error("the test's sizes have no layer " + name);
}

inline std::vector<std::string> names(const Model& model)
{
    std::vector<std::string> all;
    for (const Layer& layer : model.layers) {
        all.push_back(layer.name);
    }
    return all;
}

} // namespace engine::test
