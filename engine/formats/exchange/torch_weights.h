// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/samples.h"
#include "engine/formats/exchange/safetensors.h"
#include "engine/formats/exchange/weight_places.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace engine {

struct PortableNet;

// A net's weights under the names and in the layout of PyTorch's modules:
//
//     EMBED          Embedding   embed.weight [V, E]
//     LSTM           LSTM        rnn.weight_ih_l0 [4H, I]  rnn.weight_hh_l0 [4H, H]  rnn.bias_ih_l0, rnn.bias_hh_l0
//     [4H]
//                                _l1, _l2, ... for stacked layers; gates in the order i, f, g, o, which is ours
//     LSTM_SIMPLE    the same
//     GRU            GRU         the same with [3H, ...], gates r, z, n
//     RNN            RNN         the same with [H, ...]
//                                _l0_reverse, ... for the backward direction of any of them
//     INNERPRODUCT   Linear      decoder.weight [O, I]  decoder.bias [O]
//     SCALE          (none)      scale.weight, scale.bias
//
// Where a net has several layers of a kind, each module has its layer's name ("lstm1.weight_ih_l0") with dots and
// slashes as underscores. The two biases of PyTorch's LSTM and RNN only ever appear summed: the first holds ours, the
// second zeros; reading adds them. A GRU's are our b and bh. PyTorch's Embedding has no bias: ours is added into each
// row, which leaves every output the same to the bit.
//
// metadata: "format" is "pt"; "hamnet.model" the net as prototxt; "hamnet.vocabulary" JSON, {"encoding": "bytes" or
// "utf8", "characters": [10, 32, ...]}; "hamnet.iteration" a number; "hamnet.sequences" JSON of what a net reads that
// learned sequences (printSequences).

/// What travels with the weights.
struct TorchFile {
    std::optional<Model> model;
    std::optional<Vocabulary> vocabulary;
    std::optional<SampleFacts> sequences = {};
    std::int64_t iteration = 0;
};

/// The file for a net, and what it says besides the weights, as ONNX files do, too.
TensorFile toTorch(const PortableNet& net, TransferReport& report);
std::map<std::string, std::string> metadataOf(const PortableNet& net);

/// The module of each layer with weights: what the names of its tensors in the file begin with.
std::map<std::string, std::string> torchModules(const Model& model);

/// What the metadata say. Throws Error where they are damaged.
TorchFile torchFileOf(const std::map<std::string, std::string>& metadata, const std::string& fileName);

/// The model's weights from a file by PyTorch. A module goes whole, or not at all, to the layer that it alone fits by
/// the names and shapes of its tensors; of several that fit alike there are as many of both, and their names, whole
/// or behind the last dot, are the same, or differ in numbers alone, in whose order they go. What was not found is not
/// in the result. Throws Error where several fit otherwise, and for weights of another cell.
std::vector<NamedTensor> fromTorch(const TensorFile& file, const Model& model, TransferReport& report);

/// The rows of the only matrix without a bias that is as wide as the model's embedding of characters; 0 where there are
/// none or several.
std::int64_t vocabularyOf(const TensorFile& file, const Model& model);

/// The vocabulary as text, and back; throws Error. As ONNX files hold it, too.
std::string printVocabulary(const Vocabulary& vocabulary);
Vocabulary parseVocabulary(const std::string& text, const std::string& fileName);

/// The same for what a net of sequences reads, but not which file that came from:
/// {"kind": "table", "steps": 30, "width": 1, "classes": [], "target": "sun", "inputs": ["sun"],
///  "input_scales": [[mean, deviation], ...], "target_scale": [mean, deviation]}
std::string printSequences(const SampleFacts& facts);
SampleFacts parseSequences(const std::string& text, const std::string& fileName);

} // namespace engine
