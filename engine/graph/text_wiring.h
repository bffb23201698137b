// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/sentence.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// How a net is wired to a text: the tensors of its data layers that a run fills, and the tensor that answers. A data
/// layer's port may say itself what it makes, and its readers must take that; else the ports say it that its tensor
/// leads to (Port::role). Names of tensors mean nothing.
struct TextWiring {
    std::string characters, cont, labels; ///< tensors that a run fills; empty where the net has none
    std::int64_t steps = 0, streams = 0;  ///< T and N; 0 where no text leads into the net
    std::string scores;                   ///< what the text's loss reads, or the end of a net without one; may be empty
    std::string scoresLayer;              ///< which makes them
    std::string lossLayer; ///< the last that holds scores against the text's labels and counts in what is minimised
    std::string targets;   ///< what that loss reads as labels: `labels`, or in an autoencoder `characters`

    bool isAutoencoder() const { return !targets.empty() && targets == characters; }

    /// Why no run over a text can feed this net.
    struct Problem {
        std::string layer; ///< empty: the net as a whole
        Sentence sentence;
        bool readsAhead = false;      ///< the layer is bidirectional and sees what the net is to predict
        std::string streamsFrom = {}; ///< the TEXTDATA layer whose order is STREAMS, which a bidirectional layer reads
    };
    std::vector<Problem> problems;
};

/// Of the layers of one phase; in phases other than TRAIN the scores are those of TRAIN where the phase makes them.
/// Never throws, also for half a drawing.
TextWiring textWiring(const Model& model, Phase phase);

/// The same. Throws Error with the first problem, or with what keeps the net from having sizes.
TextWiring requiredTextWiring(const Model& model, Phase phase);

/// Whether each batch goes on where the last one ended, with its state, as the order of a TEXTDATA layer says; null for
/// INPUT layers, whose texts are read as the dialect's program does.
bool readsStreams(const Layer* textData, Dialect dialect);

/// Whether it is a recurrent layer with a backward direction: that reads what comes next in a text.
bool readsBackwardToo(const Layer& layer);

/// A setting that has to be the number of different characters.
struct VocabularyWidth {
    std::size_t layer; ///< number in the model
    std::string_view key;
    auto operator<=>(const VocabularyWidth&) const = default;
};

/// The input_dim of each EMBED that reads a text's characters, and the num_output of the INNERPRODUCT that makes the
/// scores which a loss holds against the text's labels, in any phase; nothing else. In the order of the layers.
std::vector<VocabularyWidth> vocabularyWidths(const Model& model);

/// Throws Error where the scores that the loss holds against the text's labels are not as wide as the vocabulary.
void requireScoresFor(const Model& model, std::int64_t vocabulary);

/// The results of the functions above, for callers that need all of them after each edit: they take the sizes of the
/// whole net.
struct TextReading {
    TextWiring training;
    std::vector<VocabularyWidth> widths;
    struct Scores {
        std::size_t layer; ///< the loss that reads them
        std::int64_t classes;
    };
    std::vector<Scores> scores; ///< of the phase TRAIN, where their size is known
};
TextReading readText(const Model& model);

void requireScoresFor(const Model& model, const TextReading& reading, std::int64_t vocabulary);

/// withVocabulary() for vocabularyWidths() that are known.
Model withVocabulary(const Model& model, const std::vector<VocabularyWidth>& widths, std::int64_t vocabulary,
                     std::vector<Sentence>* notes = nullptr);

} // namespace engine
