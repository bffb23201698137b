// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/data_kind.h"
#include "engine/graph/model.h"
#include "engine/graph/sentence.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace engine {

/// How a net is wired to a text, in one phase; in phases other than TRAIN the scores are those of TRAIN where the phase
/// makes them. Never throws, also for half a drawing.
DataWiring textWiring(const Model& model, Phase phase);

/// Whether each batch goes on where the last one ended, with its state, as the order of a TEXTDATA layer says; null for
/// INPUT layers, whose texts are read as the dialect's program does.
bool readsStreams(const Layer* textData, Dialect dialect);

/// Whether it is a recurrent layer with a backward direction: that reads what comes next in a text.
bool readsBackwardToo(const Layer& layer);

/// The input_dim of each EMBED that reads a text's characters, and the num_output of the INNERPRODUCT that makes the
/// scores which a loss holds against the text's labels, in any phase; nothing else. In the order of the layers.
std::vector<VocabularyWidth> vocabularyWidths(const Model& model);

/// The results of the functions above, for callers that need all of them after each edit: they take the sizes of the
/// whole net.
struct TextReading {
    DataWiring training;
    std::vector<VocabularyWidth> widths;
    struct Scores {
        std::size_t layer; ///< the loss that reads them
        std::int64_t classes;
    };
    std::vector<Scores> scores; ///< of the phase TRAIN, where their size is known
};
TextReading readText(const Model& model);

/// Throws Error where the scores that the loss holds against the text's labels are not as wide as the vocabulary.
void requireScoresFor(const Model& model, const TextReading& reading, std::int64_t vocabulary);

/// withVocabulary() for vocabularyWidths() that are known.
Model withVocabulary(const Model& model, const std::vector<VocabularyWidth>& widths, std::int64_t vocabulary,
                     std::vector<Sentence>* notes = nullptr);

} // namespace engine
