// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/samples.h"
#include "engine/formats/exchange/portable_net.h"

#include <cstdint>
#include <string>
#include <vector>

namespace engine {

/// A small net of sequences with an answer each, in the shape that a sentence of settings gives it.
struct SequenceCase {
    std::string kind = "ROWS"; ///< as SEQUENCEDATA has it
    std::string cell = "LSTM"; ///< the layer's type
    std::string settings = {}; ///< of the cell: "activation: RELU bidirectional: true num_layers: 2"
    std::string end = "Last";  ///< or MeanOverSteps
    bool lengths = false, columns = false, numbers = false;

    bool bidirectional() const { return settings.find("bidirectional") != std::string::npos; }
    std::string name() const;
};

/// Each kind, cell and end at least once, in one and in both directions, with sequences of one and of several lengths.
std::vector<SequenceCase> sequenceCases();

/// With weights, and what the net was told of its data.
PortableNet sequenceNet(const SequenceCase& one);

/// Five sequences for it.
Samples sequencesFor(const SequenceCase& one);

/// One input of the net's ONNX graph: the sequences as a file of data has them.
struct GraphInput {
    std::string name;
    std::vector<std::int64_t> extents;
    std::vector<double> values;
    bool whole; ///< of whole numbers
};
std::vector<GraphInput> graphInputs(const PortableNet& net, const Samples& samples);

/// What the net says, by our own engine: scores [N, classes], or numbers [N] in their own unit.
std::vector<float> answersOf(const PortableNet& net, const Samples& samples);

} // namespace engine
