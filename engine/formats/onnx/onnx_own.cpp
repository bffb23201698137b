// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_own.h"

#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_node.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace engine::onnx {
namespace {

constexpr const char* rule =
    ENGINE_TEXT("Sentences", "; wanted is the graph as Hamnet wrote it, or one of a net that reads a text, without "
                             "hamnet.model in its metadata");

/// The weights of the net in use, each number of which is its place among all, from 1 on, as the bits of a float: what
/// the exporter copies tells where it came from. Throws Error where they are more than the graph has numbers: a short
/// file may tell of a net of any size.
std::vector<NamedTensor> numbered(const Model& model, const Graph& graph, const std::string& fileName)
{
    std::int64_t left = 0;
    for (const Tensor& tensor : graph.constants) {
        left += std::ssize(tensor.values);
    }
    std::vector<NamedTensor> weights;
    std::set<std::string> names;
    std::uint32_t number = 0;
    for (const LayerPlaces& layer : weightPlaces(inUse(model))) {
        for (const LayerWeight& place : layer.weights) {
            if (!names.insert(place.name).second) {
                continue;
            }
            const std::int64_t count = place.spec.shape.count();
            if (count > left) {
                throw Error(say(
                    ENGINE_TEXT("Sentences", "%1: the net in its metadata has more weights than its graph: %2 is %3"),
                    fileName, place.name, place.spec.shape));
            }
            left -= count;
            weights.push_back({place.name, place.spec.shape, std::vector<float>(static_cast<std::size_t>(count))});
            std::ranges::generate(weights.back().values, [&] { return std::bit_cast<float>(++number); });
        }
    }
    return weights;
}

/// Throws Error for the first node that is not the wanted one; nodes may have other names.
void requireNodes(const Graph& graph, const Graph& wanted, const std::string& fileName)
{
    const auto isSame = [](const Node& one, const Node& other) {
        return one.type == other.type && one.inputs == other.inputs && one.outputs == other.outputs &&
               one.attributes == other.attributes && one.domain == other.domain;
    };
    const auto [here, there] = std::ranges::mismatch(graph.nodes, wanted.nodes, isSame);
    if (here != graph.nodes.end()) {
        CheckedNode(*here, fileName, graph.opset)
            .refuse(say(
                ENGINE_TEXT("Sentences",
                            "the net in the metadata has %1 there, with inputs, outputs and attributes of its own%2"),
                there == wanted.nodes.end() ? say(ENGINE_TEXT("Sentences", "nothing")) : Sentence(labelOf(*there)),
                rule));
    }
    if (there != wanted.nodes.end() || graph.inputs != wanted.inputs || graph.outputs != wanted.outputs ||
        graph.opset != wanted.opset) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: its last nodes, inputs or outputs are not those of the net in "
                                                 "its metadata%2"),
                        fileName, rule));
    }
}

/// Takes the weights' numbers out of a constant that was `wanted`. Returns whether it is that constant.
bool takeWeights(const Tensor& found, const Tensor& wanted, bool holdsWeights, const std::vector<float*>& places)
{
    if (!found.known || found.shape != wanted.shape || found.integers != wanted.integers ||
        found.values.size() != wanted.values.size()) {
        return false;
    }
    for (std::size_t index = 0; index < found.values.size(); ++index) {
        const auto number = holdsWeights ? std::bit_cast<std::uint32_t>(wanted.values[index]) : std::uint32_t{0};
        if (number > 0) {
            *places[number - 1] = found.values[index];
        } else if (found.values[index] != wanted.values[index]) {
            return false;
        }
    }
    return true;
}

} // namespace

std::vector<NamedTensor> ownWeights(const Graph& graph, const PortableNet& net, const std::string& fileName)
{
    PortableNet bare = net;
    bare.weights = numbered(net.model, graph, fileName);
    TransferReport report;
    Graph wanted;
    try {
        wanted = graphOf(bare, report);
    } catch (const Error& error) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: the net in its metadata has no graph: %2"), fileName, error.sentence()));
    }
    requireNodes(graph, wanted, fileName);
    std::set<std::string_view> ofWeights;
    for (const TensorMove& move : report.moved) {
        ofWeights.insert(move.to);
    }
    std::map<std::string_view, const Tensor*> constants;
    for (const Tensor& tensor : graph.constants) {
        constants.emplace(tensor.name, &tensor);
    }
    if (graph.constants.size() != wanted.constants.size()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: it has %2 constants, but the net in its metadata has %3%4"),
                        fileName, graph.constants.size(), wanted.constants.size(), rule));
    }
    std::vector<NamedTensor> weights = std::move(bare.weights);
    std::vector<float*> places;
    for (NamedTensor& weight : weights) {
        for (float& number : weight.values) {
            places.push_back(&number);
        }
    }
    for (const Tensor& tensor : wanted.constants) {
        const auto found = constants.find(tensor.name);
        if (found == constants.end() || !takeWeights(*found->second, tensor, ofWeights.contains(tensor.name), places)) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: its constant %2 is not that of the net in its metadata%3"),
                            fileName, printable(tensor.name), rule));
        }
    }
    return weights;
}

} // namespace engine::onnx
