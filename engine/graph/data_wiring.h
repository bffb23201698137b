// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// What a net is to say of a sequence, as its loss takes it.
enum class Answer { Classes, Numbers };

/// How a net is wired to its data in one phase: the tensors of its data layers that a run fills, and the tensor that
/// answers. Names of tensors mean nothing: a data layer's port may say what it makes, and else the ports say it that
/// its tensor leads to (Port::role). T steps, N streams, I numbers a step.
struct DataWiring {
    std::string values, cont, answers, lengths; ///< tensors that a run fills; empty where the net has none
    std::int64_t steps = 0, streams = 0;        ///< T and N; 0 where no data lead into the net
    std::int64_t width = 0;                     ///< I; 0 where a step is a character
    std::optional<Answer> answer; ///< of sequences, by the losses that read `answers`; nothing where none does
    std::string scores;      ///< what the loss holds against the answers, or of a text the end of a net without one
    std::string scoresLayer; ///< of a text: which makes them
    std::string lossLayer;   ///< of a text the last one that counts in what is minimised, else the first
    std::string targets;     ///< of a text: what that loss reads as labels, `answers` or in an autoencoder `values`

    bool isAutoencoder() const { return !targets.empty() && targets == values; }

    /// Why no run over such data can feed this net.
    struct Problem {
        std::string layer; ///< empty: the net as a whole
        Sentence sentence;
        bool readsAhead = false;      ///< the layer is bidirectional and sees what the net is to predict
        std::string streamsFrom = {}; ///< the TEXTDATA layer whose order is STREAMS, which a bidirectional layer reads
    };
    std::vector<Problem> problems;
};

/// A setting that has to be the number of different characters.
struct VocabularyWidth {
    std::size_t layer; ///< number in the model
    std::string_view key;
    auto operator<=>(const VocabularyWidth&) const = default;
};

} // namespace engine
