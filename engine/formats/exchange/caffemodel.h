// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/weight_places.h"
#include "engine/graph/named_tensor.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace engine {

struct PortableNet;

// Caffe's binary files, read and written by the numbers of their fields.
//
//     NetParameter    name 1, layer 100
//     layer           name 1, type 2, blobs 7
//     blob            num 1, channels 2, height 3, width 4 (the old four axes), data 5, shape 7, double_data 8
//     shape           dim 1
//     SolverState     iter 1, learned_net 2, history 3 (blobs), current_step 4
//
// MyCaffe puts a trailer behind the message, which is taken off. An LSTM's blobs are Wx, b, Wh with the gate blocks i,
// f, o, g; ours are i, f, g, o. MyCaffe's CUDNN engine keeps all of an LSTM in one blob as cuDNN lays it out: the
// matrices of all stacked layers (i, f, g, o of Wx, then of Wh), then two biases for each.

/// A tensor as Caffe has it.
struct CaffeBlob {
    Shape shape; ///< the old four axes where the file has no others
    std::vector<float> values;
};

struct CaffeLayer {
    std::string name;
    std::string type; ///< empty in MyCaffe's files
    std::vector<CaffeBlob> blobs;
};

/// The weights of a net, with nothing else of it.
struct CaffeNet {
    std::string name;
    std::vector<CaffeLayer> layers;
};

/// Throw Error for what is no such file or is damaged. Take a small multiple of the file's size.
CaffeNet parseCaffeNet(std::span<const std::byte> bytes, const std::string& fileName);
std::string printCaffeNet(const CaffeNet& net);

/// For the net that strictBvlcModel() makes of the model: stacked LSTMs are layers of their own.
CaffeNet toCaffe(const Model& model, const std::vector<NamedTensor>& weights, TransferReport& report);

/// The model's weights; layers are matched by name, stacked LSTMs also as toCaffe() names them. A layer is taken
/// whole or not at all; what was not taken is not in the result.
std::vector<NamedTensor> fromCaffe(const CaffeNet& net, const Model& model, TransferReport& report);

/// The number of characters that the net's embedding has; 0 where it cannot be told.
std::int64_t vocabularyOf(const CaffeNet& net, const Model& model);

/// A solver in the middle of a run.
struct CaffeSolverState {
    std::int64_t iteration = 0;
    std::string learnedNet = {}; ///< the file of the weights; MyCaffe names none
    std::vector<CaffeBlob> history = {};
    std::int64_t currentStep = 0; ///< of the policy "multistep"
};
CaffeSolverState readCaffeSolverState(const std::filesystem::path& file);
CaffeSolverState parseCaffeSolverState(std::span<const std::byte> bytes, const std::string& fileName);
std::string printCaffeSolverState(const CaffeSolverState& state);

/// That of the checkpoint that the net is. Throws Error, which names where the net is `from`, for any other net.
void writeCaffeSolverState(const std::filesystem::path& file, const PortableNet& net, const std::string& from);

/// The solver's history, as Solver::history() names it, to Caffe's list and back. Throws Error where blobs are missing,
/// too many or of another shape.
std::vector<CaffeBlob> historyToCaffe(const Model& model, const std::vector<NamedTensor>& history);
std::vector<NamedTensor> historyFromCaffe(const std::vector<CaffeBlob>& blobs, const Model& model);

} // namespace engine
