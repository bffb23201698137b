// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/golden.h"

#include "tests/support/layer_from.h"
#include "tests/support/paths.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace engine {
namespace {

using nlohmann::ordered_json;

const std::filesystem::path folder = sourceRoot() / "tests/golden";

constexpr std::int64_t textLength = 4000;

std::vector<GoldenTensor> tensorsOf(const ordered_json& object)
{
    std::vector<GoldenTensor> tensors;
    for (const auto& [name, tensor] : object.items()) {
        tensors.push_back({name, Shape(tensor.at("shape").get<std::vector<std::int64_t>>()),
                           tensor.at("data").get<std::vector<double>>()});
    }
    return tensors;
}

SolverSettings solverOf(const ordered_json& document)
{
    SolverSettings settings;
    settings.params["type"] = document.at("solver").get<std::string>();
    settings.params["lr_policy"] = std::string("fixed");
    const bool adamW = document.at("solver") == "AdamW";
    for (const auto& [key, value] : document.at("hyperparameters").items()) {
        // The files call AdamW's decay, which goes past the averages, weight_decay; in a solver file that is L2's.
        const std::string name = adamW && key == "weight_decay" ? "adamw_decay" : key;
        settings.params[name] = value.get<double>();
    }
    return settings;
}

std::vector<std::string> filesStarting(const std::string& start)
{
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(start) && entry.path().extension() == ".json") {
            files.push_back(name);
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

std::vector<std::string> goldenRunFiles()
{
    return filesStarting("run_");
}

std::vector<std::string> goldenSamplesFiles()
{
    return filesStarting("samples_");
}

GoldenSamples readGoldenSamples(const std::string& file)
{
    std::ifstream stream(folder / file);
    const ordered_json document = ordered_json::parse(stream);
    return {.file = file,
            .cell = document.at("cell"),
            .classes = document.at("task") == "classes",
            .bidirectional = document.at("bidirectional"),
            .steps = document.at("T"),
            .streams = document.at("N"),
            .width = document.at("I"),
            .units = document.at("H"),
            .outputs = document.at("O"),
            .iterations = document.at("iterations"),
            .rate = document.at("base_lr"),
            .momentum = document.at("momentum"),
            .initial = tensorsOf(document.at("initial")),
            .final = tensorsOf(document.at("final")),
            .losses = document.at("losses").get<std::vector<double>>()};
}

SampleBatch batchOf(const GoldenSamples& run, std::int64_t iteration)
{
    SampleBatch batch;
    const auto phase = [&](std::int64_t n) { return 0.7 * static_cast<double>(iteration * run.streams + n); };
    for (std::int64_t t = 0; t < run.steps; ++t) {
        for (std::int64_t n = 0; n < run.streams; ++n) {
            for (std::int64_t i = 0; i < run.width; ++i) {
                batch.x.push_back(std::sin(phase(n) + 0.9 * static_cast<double>(t * (i + 1))));
            }
        }
    }
    for (std::int64_t n = 0; n < run.streams; ++n) {
        const std::int64_t sample = iteration * run.streams + n;
        batch.answers.push_back(run.classes ? static_cast<double>(sample % 3)
                                            : std::cos(phase(n) + 0.9 * static_cast<double>(run.steps)));
    }
    return batch;
}

Model modelOf(const GoldenSamples& run)
{
    const bool rnn = run.cell.starts_with("rnn");
    Params recurrent{{"num_output", run.units}, {"bidirectional", run.bidirectional}};
    if (rnn) {
        recurrent["activation"] = std::string(run.cell == "rnn_relu" ? "RELU" : "TANH");
    }
    const std::vector<Shape> shapes = {{run.steps, run.streams, run.width}, {run.steps, run.streams}, {run.streams}};
    const std::string cell = rnn ? "RNN" : run.cell == "gru" ? "GRU" : "LSTM";
    const std::string loss = run.classes ? "SOFTMAXWITHLOSS" : "EUCLIDEANLOSS";
    return {.name = "samples",
            .layers = {layerFrom("data INPUT -> x clip label", {{"shape", shapes}}),
                       layerFrom("cell " + cell + " x clip -> h", recurrent),
                       layerFrom("end LAST h -> end", {{"bidirectional", run.bidirectional}}),
                       layerFrom("ip INNERPRODUCT end -> said", {{"num_output", run.outputs}}),
                       layerFrom("loss " + loss + " said label -> loss")}};
}

std::vector<NamedTensor> asWeights(const GoldenSamples& run, const std::vector<GoldenTensor>& tensors)
{
    std::vector<NamedTensor> weights;
    for (const GoldenTensor& tensor : tensors) {
        const bool isIp = tensor.name.starts_with("ip.");
        const std::string name = isIp                ? "ip/" + tensor.name.substr(3)
                                 : run.bidirectional ? "cell/" + tensor.name
                                                     : "cell/" + tensor.name.substr(3);
        weights.push_back({name, tensor.shape, std::vector<float>(tensor.values.begin(), tensor.values.end())});
    }
    return weights;
}

GoldenRun readGoldenRun(const std::string& file)
{
    std::ifstream stream(folder / file);
    if (!stream) {
        throw std::runtime_error("cannot read " + (folder / file).string());
    }
    const ordered_json document = ordered_json::parse(stream);
    const auto number = [&](const char* key) { return document.at(key).get<std::int64_t>(); };
    return {
        .file = file,
        .solver = solverOf(document),
        .vocabulary = number("V"),
        .embedding = number("E"),
        .units = number("H"),
        .layers = number("L"),
        .steps = number("T"),
        .streams = number("N"),
        .iterations = number("iterations"),
        .carried = document.at("what").get<std::string>().find("(no:") == std::string::npos,
        .initial = tensorsOf(document.at("initial")),
        .final = tensorsOf(document.at("final")),
        .losses = document.at("losses").get<std::vector<double>>(),
        .gradientNorms = document.at("gradient_norms").get<std::vector<double>>(),
    };
}

GoldenBatch batchOf(const GoldenRun& run, std::int64_t iteration)
{
    const auto character = [&](std::int64_t index) {
        const std::int64_t k = index + 1;
        return static_cast<float>((3 * k + k * k / 7 + 2 * (k % 5)) % run.vocabulary);
    };
    const std::int64_t streamLength = textLength / run.streams;
    const std::int64_t offset = iteration * run.steps % (streamLength - run.steps - 1);
    GoldenBatch batch;
    for (std::int64_t t = 0; t < run.steps; ++t) {
        for (std::int64_t n = 0; n < run.streams; ++n) {
            const std::int64_t index = n * streamLength + offset + t;
            batch.ids.push_back(character(index));
            batch.cont.push_back(run.carried || t > 0 ? 1.0f : 0.0f);
            batch.targets.push_back(character(index + 1));
        }
    }
    return batch;
}

Model modelOf(const GoldenRun& run)
{
    Model model{.name = run.file};
    const std::int64_t T = run.steps, N = run.streams;
    model.layers = {
        layerFrom("input INPUT -> data clip label", {{"shape", std::vector<Shape>{{T, N}, {T, N}, {T * N}}}}),
        layerFrom("embed EMBED data -> x", {{"input_dim", run.vocabulary}, {"num_output", run.embedding}})};
    std::string below = "x";
    for (std::int64_t layer = 0; layer < run.layers; ++layer) {
        const std::string name = "lstm" + std::to_string(layer);
        model.layers.push_back(layerFrom(name + " LSTM " + below + " clip -> " + name, {{"num_output", run.units}}));
        below = name;
    }
    model.layers.push_back(
        layerFrom("rows RESHAPE " + below + " -> rows", {{"shape", std::vector<std::int64_t>{-1, run.units}}}));
    model.layers.push_back(layerFrom("ip INNERPRODUCT rows -> ip", {{"num_output", run.vocabulary}}));
    model.layers.push_back(layerFrom("loss SOFTMAXWITHLOSS ip label -> loss"));
    return model;
}

std::vector<NamedTensor> asWeights(const std::vector<GoldenTensor>& tensors)
{
    std::vector<NamedTensor> weights;
    for (const GoldenTensor& tensor : tensors) {
        NamedTensor weight{tensor.name, tensor.shape, {tensor.values.begin(), tensor.values.end()}};
        std::replace(weight.name.begin(), weight.name.end(), '.', '/');
        weights.push_back(std::move(weight));
    }
    return weights;
}

} // namespace engine
