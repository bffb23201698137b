// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"
#include "engine/graph/sentence.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace engine {

struct Sizes;

/// What a net is made for; Caffe's two phases and MyCaffe's RUN (text generation).
enum class Phase { Train, Test, Run };

/// When a layer is in the net (Caffe's NetStateRule). Every given condition must hold.
struct PhaseRule {
    std::optional<Phase> phase = {};
    std::optional<int> minLevel = {}, maxLevel = {};
    std::vector<std::string> stages = {};    ///< all of them must be set
    std::vector<std::string> notStages = {}; ///< none of them may be set

    bool operator==(const PhaseRule&) const = default;
};

/// What the rules of layers are matched against besides the phase (Caffe's NetState).
struct NetState {
    int level = 0;
    std::vector<std::string> stages = {};

    bool operator==(const NetState&) const = default;
};

/// One learned tensor's name and pace (Caffe's ParamSpec, the `param` field). Weights with one name are one tensor.
struct WeightSettings {
    std::string name = {};
    std::optional<double> lrMult = {}, decayMult = {}; ///< 1 where absent

    bool operator==(const WeightSettings&) const = default;
};

/// One node of the graph.
struct Layer {
    std::string name = {}; ///< unique among the layers of a phase
    std::string type = {}; ///< LayerType::name; a type that is not in the catalogue is kept as it was read
    std::vector<std::string> bottoms = {}; ///< names of the tensors that it reads, in the order of the ports
    std::vector<std::string> tops = {};    ///< names of the tensors that it makes
    Params params = {};                    ///< only what was given; see completeParams
    std::vector<WeightSettings> weights = {};
    std::vector<double> lossWeights = {};
    std::vector<bool> propagateDown = {};
    std::vector<PhaseRule> include = {}, exclude = {};
    std::string comment = {}; ///< the lines of comment before it, without '#'
    std::string unknown = {}; ///< prototxt of the unknown fields, written back unchanged
    int line = 0;             ///< where it was read from, from 1; 0 where it was not

    bool operator==(const Layer&) const = default;
};

/// A net as it is drawn and written: a value. A tensor ("blob") is named by the layer that makes it, and an in-place
/// layer makes a new tensor of the same name, which the layers after it read.
struct Model {
    std::string name = {};
    Dialect dialect = Dialect::Bvlc;
    std::vector<Layer> layers = {}; ///< in an order in which every tensor is made before it is read
    std::string comment = {};       ///< the lines at the head of the file
    std::string unknown = {};

    bool operator==(const Model&) const = default;
};

/// The settings of a layer, complete. Throws Error for an unknown type or a value out of range.
Params completeParams(const Layer& layer, Dialect dialect);

/// Name and pace of one of the layer's weights: the `param` field at its place among Caffe's blobs.
WeightSettings weightSettings(const Layer& layer, const Sizes& sizes, std::size_t weight);

/// Whether the layer is in the net of this phase and state.
bool inPhase(const Layer& layer, Phase phase, const NetState& state = {});

/// The layers of one phase.
Model forPhase(const Model& model, Phase phase);

/// What a top counts for in what the net minimises: its loss_weight, or 1 for the first top of a loss layer that gives
/// none.
double lossWeight(const Layer& layer, std::size_t top);

/// Whether anything counts in what the net of a phase minimises.
bool hasLoss(const Model& model, Phase phase);

std::string_view phaseName(Phase phase); ///< "TRAIN"

/// By tensor, why the layer that makes it is not in the net of the phase: "layer lstm, which
/// is not in the net of the phase TRAIN: ..."
std::map<std::string, Sentence> leftOutOf(const Model& model, Phase phase);

/// Throws Error where a layer of the phase reads what only a layer makes that is not in its net.
void requireMakers(const Model& model, Phase phase);

/// The model with an explicit SPLIT where a tensor is read more than once, as Caffe inserts it: named
/// "<blob>_<layer>_<port>_split", its tops "..._split_0", "..._split_1", ... An in-place reader counts as a reader, and
/// so does the sum of the losses: a tensor that counts there and is read has its loss_weight at the SPLIT's first top.
Model withSplits(const Model& model);

/// The same model for other T steps and N streams: rewrites the shapes of INPUT ([T, N], [T, N, ...] and [T·N, ...])
/// and the settings of TEXTDATA.
Model withBatch(const Model& model, std::int64_t steps, std::int64_t streams);

/// The layers before number `end` that lead to the tensors in `wanted`, without rules of phases; adds what they read.
Model leadingTo(const Model& model, std::size_t end, std::set<std::string>& wanted);

/// What generates text from the model: phase RUN, without labels, losses and accuracies, 1 step x 1 stream.
/// It has no more layers than lead to the scores (see scoresOf), and no phase rules: it is whole in any phase. Throws
/// Error where a text cannot feed it.
Model forGeneration(const Model& model);

/// The name of the tensor with a score for each character, in forGeneration(model): what the loss reads that holds it
/// against the text's labels, or in a net without a loss its end (see DataWiring). Throws Error where there is none.
std::string scoresOf(const Model& model);

/// The model with vocabularyWidths() set to the size of the vocabulary. Each change is one sentence in `notes`.
Model withVocabulary(const Model& model, std::int64_t vocabulary, std::vector<Sentence>* notes = nullptr);

} // namespace engine
