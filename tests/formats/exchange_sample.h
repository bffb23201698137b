// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/vocabulary.h"
#include "engine/formats/exchange/weight_places.h"

#include <filesystem>
#include <string>
#include <vector>

namespace engine {

/// EMBED (7 characters, 3 wide, with a bias), LSTMs of 2 units, INNERPRODUCT. The LSTMs are one layer "lstm" with
/// `stacked` of them, thinned out between.
Model sampleModel(int stacked = 1);

/// The recurrent layer of a sample.
struct SampleCell {
    std::string type = "LSTM";
    std::string activation = {}; ///< where the layer has such a setting
    bool bidirectional = false;
    int stacked = 1;
    int units = 2;
    std::string settings = {}; ///< others, as prototxt has them: of a CELL, cell: "janet"

    std::string name() const; ///< "RNN RELU, 2 layers, bidirectional"
};

/// The same net with another recurrent layer, still called "lstm".
Model sampleModel(const SampleCell& cell);

/// Each cell, in one and in both directions, alone and stacked.
std::vector<SampleCell> sampleCells();
Vocabulary sampleVocabulary();

/// A different number at every place.
std::vector<NamedTensor> sampleWeights(const Model& model);

std::vector<NamedTensor> sortedByName(std::vector<NamedTensor> tensors);

/// A name in a fresh folder.
std::filesystem::path freshFile(const std::string& name);

} // namespace engine
