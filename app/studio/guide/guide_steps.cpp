// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/guide/guide_steps.h"

#include "engine/graph/catalog.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

namespace studio {
namespace {

using engine::Layer;
using engine::LayerType;
using engine::Model;

/// One layer of the net, in the order of the data. Any recurrent layer does for the LSTM.
struct Link {
    GuideStep step;
    std::string_view type;
};
constexpr std::array<Link, 5> chain = {{{GuideStep::Text, "TEXTDATA"},
                                        {GuideStep::Memory, "EMBED"},
                                        {GuideStep::Memory, "LSTM"},
                                        {GuideStep::Scores, "INNERPRODUCT"},
                                        {GuideStep::Scores, "SOFTMAXWITHLOSS"}}};

constexpr std::size_t enoughSamples = 3; ///< to see babble become words
constexpr double fallen = 0.75;          ///< of the first loss

bool serves(const Layer& layer, std::string_view type)
{
    const LayerType* found = engine::findLayerType(layer.type);
    const bool recurrent = engine::layerType(type).group == engine::LayerGroup::Recurrent;
    return found && (found->name == type || (recurrent && found->group == engine::LayerGroup::Recurrent));
}

/// Tensors that follow from the layer's first output by first inputs: labels and cont do not count.
std::set<std::string> following(const Model& model, const Layer& from)
{
    std::set<std::string> tensors;
    if (!from.tops.empty()) {
        tensors.insert(from.tops.front());
    }
    for (const Layer& layer : model.layers) {
        if (!layer.bottoms.empty() && tensors.contains(layer.bottoms.front())) {
            tensors.insert(layer.tops.begin(), layer.tops.end());
        }
    }
    return tensors;
}

/// The first that serves and reads one of the tensors, or else the first that serves.
const Layer* find(const Model& model, std::string_view type, const std::set<std::string>& tensors)
{
    const Layer* loose = nullptr;
    for (const Layer& layer : model.layers) {
        if (!serves(layer, type)) {
            continue;
        }
        if (!layer.bottoms.empty() && tensors.contains(layer.bottoms.front())) {
            return &layer;
        }
        loose = loose ? loose : &layer;
    }
    return loose;
}

/// The wire that a required input besides the first still wants from the text.
std::optional<GuideWish> sideWire(const Layer& text, const Layer& layer)
{
    const std::vector<engine::Port>& inputs = engine::layerType(layer.type).inputs;
    const std::vector<engine::Port>& outputs = engine::layerType(text.type).outputs;
    for (std::size_t port = 1; port < inputs.size(); ++port) {
        const bool wired = port < layer.bottoms.size() && !layer.bottoms[port].empty();
        const auto source = std::find_if(outputs.begin(), outputs.end(),
                                         [&](const engine::Port& output) { return output.role == inputs[port].role; });
        if (inputs[port].presence == engine::Presence::Required && !wired && source != outputs.end()) {
            return GuideWish{.task = GuideTask::Connect,
                             .from = text.name,
                             .output = static_cast<std::size_t>(source - outputs.begin()),
                             .to = layer.name,
                             .input = port};
        }
    }
    return std::nullopt;
}

/// What the drawing still wants; nothing where the chain is whole.
std::optional<GuideWish> drawingWish(const Model& model)
{
    const Layer* text = nullptr;
    const Layer* before = nullptr;
    for (const Link& link : chain) {
        const std::set<std::string> tensors = before ? following(model, *before) : std::set<std::string>();
        const Layer* found = find(model, link.type, tensors);
        if (!found) {
            return GuideWish{.step = link.step,
                             .task = GuideTask::AddLayer,
                             .type = std::string(link.type),
                             .from = before ? before->name : std::string()};
        }
        if (before && (found->bottoms.empty() || !tensors.contains(found->bottoms.front()))) {
            return GuideWish{.step = link.step, .task = GuideTask::Connect, .from = before->name, .to = found->name};
        }
        text = text ? text : found;
        if (std::optional<GuideWish> wire = sideWire(*text, *found)) {
            wire->step = link.step;
            return wire;
        }
        before = found;
    }
    return std::nullopt;
}

GuideWish runWish(const GuideRun& run)
{
    if (!run.started) {
        return {.step = GuideStep::Train, .task = GuideTask::StartTraining};
    }
    const bool learned = run.newestLoss < fallen * run.firstLoss;
    if (learned && (run.samples >= enoughSamples || run.ended)) {
        return {.step = GuideStep::Done, .task = GuideTask::Nothing};
    }
    return {.step = GuideStep::Read, .task = run.ended ? GuideTask::TrainLonger : GuideTask::Watch};
}

} // namespace

GuideWish guideWish(const Model& model, bool problems, const GuideRun& run)
{
    if (std::optional<GuideWish> wish = drawingWish(model)) {
        return *wish;
    }
    if (problems) {
        return {.step = GuideStep::Scores, .task = GuideTask::SolveProblem};
    }
    return runWish(run);
}

} // namespace studio
