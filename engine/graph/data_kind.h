// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/sentence.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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

/// A kind of data that nets learn from, as far as a net and what is told of it are concerned. How such data are opened
/// and read is told by BatchSource.
struct DataKind {
    std::string_view name;      ///< as events and checkpoints have it: "text"
    std::string_view unit;      ///< what batches, parts and speeds count, in the plural: "characters"
    std::string_view shortUnit; ///< the same in a column of the terminal: "chars"
    std::string_view oneUnit;   ///< "character"
    std::string_view layer;     ///< which reads it: "TEXTDATA"
    std::string_view parameter; ///< as SEQUENCEDATA names it: "TABLE"; empty where it reads none
    std::string_view content;   ///< "lines of text"
    std::string_view choice;    ///< the same as a choice among kinds: "Lines of text with a label"
    std::string_view own;       ///< what comes with Hamnet, and what else can be given in the terminal
    std::string_view folder;    ///< where well-known data of the kind are kept, and the command that fetches them
    bool ofCharacters;          ///< a step is the number of a character, else some numbers
    bool ofPictures;            ///< the steps are rows of pixels, from 0 to 255
    bool ofColumns;             ///< the data lie in one file of columns with names
    bool hasOwnLength;          ///< the data have as many steps as a net is to read, whatever it asks for
    bool writes;                ///< a net can go on with what it has read
    bool answersEachStep;       ///< there is an answer to each step, and not one for a whole sequence
    bool inEpochs;              ///< runs validate once an epoch, and tell in epochs how far they are
    bool lossPerUnit;           ///< losses are nats a unit, whatever else a net minimises
    Phase used;                 ///< in which a trained net writes or predicts
    DataWiring (*wiring)(const Model& model, Phase phase); ///< never throws, also for half a drawing
    Model (*inUse)(const Model& model); ///< what writes or predicts of a trained net; throws Error where nothing does
    std::vector<VocabularyWidth> (*vocabularyWidths)(const Model& model); ///< of what reads or makes characters
};

namespace kinds {
extern const DataKind text;
extern const DataKind sequences; ///< with an answer each; the data tell which of those below
extern const DataKind rows;      ///< of images
extern const DataKind table;     ///< windows of its rows
extern const DataKind lines;     ///< of text
} // namespace kinds

/// The kind of that name, or null.
const DataKind* dataKindNamed(std::string_view name);

/// Those that SEQUENCEDATA reads, of which the first is told by the data.
std::span<const DataKind* const> sequenceKinds();

/// That one of them by its name, or by the parameter of SEQUENCEDATA; the first where none is so called.
const DataKind& sequencesNamed(std::string_view name);
const DataKind& sequencesOfParameter(std::string_view parameter);

/// What a run of the model learns from: the kind that its SEQUENCEDATA names, sequences where INPUT layers take some
/// with an answer each and no text, else a text.
const DataKind& dataKindOf(const Model& model);

/// How the model is wired to its kind of data.
DataWiring wiringOf(const Model& model, Phase phase);

/// The same, or to that kind of data. Throws Error with the first problem, or with what keeps the net from having
/// sizes.
DataWiring requiredWiring(const Model& model, Phase phase);
DataWiring requiredWiring(const Model& model, Phase phase, const DataKind& kind);

} // namespace engine
