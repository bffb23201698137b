// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/data_wiring.h"
#include "engine/graph/model.h"

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
    bool writes;                ///< a net can go on with what it has read
    bool answersEachStep;       ///< there is an answer to each step, and not one for a whole sequence
    bool inEpochs;              ///< runs validate once an epoch, and tell in epochs how far they are
    bool lossPerUnit;           ///< losses are nats a unit, whatever else a net minimises
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
