// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/prototxt/prototxt.h"
#include "engine/formats/prototxt/prototxt_text.h"
#include "engine/graph/fields.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What reader and writer share: dialects, and what fields there are. The settings of layers and solvers are listed by
/// ParamSpecs; all other fields stand here once: fields(thing, visit) calls visit(name, member) for each of them, in
/// the order in which they are written.
namespace engine::prototxt {

struct Kept {};    ///< in place of a member: has no effect, and stays among the unknown fields
struct Checked {}; ///< in place of a member: says again what the place of its message says

template <IsA<PhaseRule> Rule>
void fields(Rule& rule, auto&& visit)
{
    visit("phase", rule.phase);
    visit("min_level", rule.minLevel);
    visit("max_level", rule.maxLevel);
    visit("stage", rule.stages);
    visit("not_stage", rule.notStages);
}

template <IsA<NetState> State>
void fields(State& state, auto&& visit)
{
    visit("level", state.level);
    visit("stage", state.stages);
    visit("phase", Checked());
}

template <IsA<WeightSettings> Weight>
void fields(Weight& weight, auto&& visit)
{
    visit("name", weight.name);
    visit("lr_mult", weight.lrMult);
    visit("decay_mult", weight.decayMult);
    visit("share_mode", Kept());
}

/// A number of a filler; fillers of the type read it.
struct FillerNumber {
    std::string_view name, type;
    double Filler::*number;
};
inline constexpr std::array<FillerNumber, 5> fillerNumbers = {{{"value", "constant", &Filler::value},
                                                               {"min", "uniform", &Filler::min},
                                                               {"max", "uniform", &Filler::max},
                                                               {"mean", "", &Filler::mean},
                                                               {"std", "gaussian", &Filler::std}}};

template <IsA<Filler> Some>
void fields(Some& filler, auto&& visit)
{
    visit("type", filler.type);
    for (const FillerNumber& one : fillerNumbers) {
        visit(one.name, filler.*one.number);
    }
    visit("variance_norm", filler.varianceNorm);
    visit("sparse", Kept());
}

template <IsA<Layer> Some>
void fields(Some& layer, auto&& visit)
{
    visit("name", layer.name);
    visit("type", layer.type);
    visit("bottom", layer.bottoms);
    visit("top", layer.tops);
    visit("loss_weight", layer.lossWeights);
    visit("propagate_down", layer.propagateDown);
    visit("include", layer.include);
    visit("exclude", layer.exclude);
    visit("param", layer.weights);
}

template <IsA<SolverSettings> Solver>
void fields(Solver& solver, auto&& visit)
{
    visit("train_state", solver.trainState);
    visit("test_state", solver.testState);
}

template <typename Type>
inline constexpr bool isList = false;
template <typename Element>
inline constexpr bool isList<std::vector<Element>> = true;

/// "BVLC" or "MyCaffe".
std::string_view dialectName(Dialect dialect);

/// By a line of comment without its '#', "dialect: BVLC".
std::optional<Dialect> markedDialect(std::string_view commentLine);

/// Removes the first such line from the head of the file and says what it named.
std::optional<Dialect> takeMarker(Message& file);

/// What the spelling shows, without the marker.
DialectFinding findDialect(const Message& file);

/// Whether only MyCaffe has a field of this name, in whatever message.
bool isMyCaffesOwn(std::string_view name);

/// A type of ours whose name BVLC Caffe has for another layer: the setting `key`, which only ours has, is always
/// written and tells them apart. Caffe's RNN has a second product behind h.
struct NamesakeOfCaffe {
    std::string_view type, key;
};
inline constexpr NamesakeOfCaffe rnnOfCaffe = {"RNN", "activation"};

/// Where the caller asked for sentences.
inline void tell(std::vector<Sentence>* sentences, const Sentence& sentence)
{
    if (sentences) {
        sentences->push_back(sentence);
    }
}

/// Whether the setting is one shape: key { dim: 1 dim: 2 }.
bool isShape(const ParamSpec& spec);

/// The settings as fields, each inside its message, in the order of the specifications. Throws Error for a setting that
/// has none.
Message writeParams(std::span<const ParamSpec> specs, const Params& params, WriteStyle style, const Sentence& owner);

} // namespace engine::prototxt

namespace engine {

/// The settings that the layer's type has; none for a type that is not in the catalogue.
std::span<const ParamSpec> paramsOf(const Layer& layer);

// The same under the other dialect: what was left to a default that differs is given.
Model inDialect(const Model& model, Dialect dialect);
SolverSettings inDialect(const SolverSettings& settings, Dialect dialect);

// As BVLC Caffe can have it; see strictBvlcModel in prototxt.h.
SolverSettings strictBvlcSolver(const SolverSettings& settings, std::vector<Sentence>* dropped);

} // namespace engine
