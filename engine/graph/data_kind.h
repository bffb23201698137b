// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/data_wiring.h"
#include "engine/graph/model.h"

#include <span>
#include <string_view>
#include <vector>

namespace engine {

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
