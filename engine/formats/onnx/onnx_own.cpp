// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_own.h"

#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_node.h"
#include "engine/graph/params.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace engine::onnx {
namespace {

/// The model's weights, all zeros. Throws Error where they are more than the graph has numbers: a short file may tell
/// of a net of any size.
std::vector<NamedTensor> zerosFor(const Model& model, const Graph& graph, const std::string& fileName)
{
    std::int64_t left = 0;
    for (const Tensor& tensor : graph.constants) {
        left += std::ssize(tensor.values);
    }
    std::vector<NamedTensor> zeros;
    for (const LayerPlaces& layer : weightPlaces(inUse(model))) {
        for (const LayerWeight& place : layer.weights) {
            const std::int64_t count = place.spec.shape.count();
            if (count > left) {
                throw Error(say(
                    ENGINE_TEXT("Sentences", "%1: the net in its metadata has more weights than its graph: %2 is %3"),
                    fileName, place.name, place.spec.shape));
            }
            left -= count;
            zeros.push_back({place.name, place.spec.shape, std::vector<float>(static_cast<std::size_t>(count))});
        }
    }
    return zeros;
}

class Comparison {
public:
    /// `typed`: the weights of typed cells, with the constants that they are.
    Comparison(const Graph& graph, const Graph& wanted, const std::vector<TensorMove>& typed,
               const std::string& fileName)
        : m_graph(&graph), m_wanted(&wanted), m_typed(&typed), m_file(&fileName)
    {
        for (const Tensor& tensor : graph.constants) {
            m_constants.emplace(tensor.name, &tensor);
        }
    }

    OwnGraph run()
    {
        const std::size_t count = std::min(m_graph->nodes.size(), m_wanted->nodes.size());
        for (std::size_t index = 0; index < count; ++index) {
            compare(m_graph->nodes[index], m_wanted->nodes[index]);
        }
        if (m_graph->nodes.size() > count) {
            node(m_graph->nodes[count])
                .refuse(say(ENGINE_TEXT("Sentences", "it comes behind the end of the net in the metadata%1"), rule));
        }
        if (m_wanted->nodes.size() > count) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: its graph ends before node %2 of the net in its metadata"),
                            *m_file, labelOf(m_wanted->nodes[count])));
        }
        if (m_graph->inputs != m_wanted->inputs || m_graph->outputs != m_wanted->outputs ||
            m_graph->opset != m_wanted->opset) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: its inputs and outputs are not those of the net in its metadata%2"),
                    *m_file, rule));
        }
        OwnGraph own;
        for (const Node& node : m_graph->nodes) {
            add(node, own.stages);
        }
        for (const TensorMove& weight : *m_typed) {
            m_weights.insert(weight.to);
        }
        requireConstants();
        for (const TensorMove& weight : *m_typed) {
            own.typed.push_back({weight.from, weight.shape, m_constants.at(weight.to)->values});
        }
        return own;
    }

private:
    static constexpr const char* rule =
        ENGINE_TEXT("Sentences", "; of nets on sequences or with a CELL only files that Hamnet wrote are read");

    CheckedNode node(const Node& node) const { return {node, *m_file, m_graph->opset}; }

    void compare(const Node& here, const Node& there) const
    {
        if (here.type != there.type) {
            node(here).refuse(
                say(ENGINE_TEXT("Sentences", "the net in the metadata has a %1 there%2"), there.type, rule));
        }
        if (here.inputs != there.inputs || here.outputs != there.outputs || here.attributes != there.attributes ||
            here.domain != there.domain) {
            node(here).refuse(
                say(ENGINE_TEXT("Sentences",
                                "it has other inputs, outputs or attributes than in the net of the metadata%1"),
                    rule));
        }
    }

    const Tensor* constant(const Node& node, std::size_t place) const
    {
        const auto found = place < node.inputs.size() ? m_constants.find(node.inputs[place]) : m_constants.end();
        return found == m_constants.end() ? nullptr : found->second;
    }

    /// A constant that is a weight.
    const Tensor* weight(const Node& node, std::size_t place)
    {
        const Tensor* const found = constant(node, place);
        if (found != nullptr) {
            m_weights.insert(found->name);
        }
        return found;
    }

    static const Cell* cellOf(const Node& node)
    {
        const Attribute* const functions = node.attribute("activations");
        for (const Cell* cell : cellsOf(node.type)) {
            if (functions == nullptr || functions->texts.front() == cell->onnx.functions.front()) {
                return cell;
            }
        }
        return nullptr;
    }

    void add(const Node& node, std::vector<Stage>& stages)
    {
        const Tensor* const second = constant(node, 1);
        if (const Cell* const cell = cellOf(node)) {
            if (second != nullptr && m_weights.contains(second->name)) {
                return; // the same layer behind the ends of lines
            }
            stages.push_back({.kind = Stage::Kind::Recurrent,
                              .node = &node,
                              .layer = cell->layer,
                              .matrix = weight(node, 1),
                              .recurrent = weight(node, 2),
                              .bias = weight(node, 3),
                              .cell = cell});
        } else if (node.type == "Gather" && constant(node, 0) != nullptr) {
            stages.push_back(
                {.kind = Stage::Kind::Embedding, .node = &node, .layer = "EMBED", .matrix = weight(node, 0)});
        } else if (node.type == "MatMul" && second != nullptr) {
            stages.push_back(
                {.kind = Stage::Kind::Linear, .node = &node, .layer = "INNERPRODUCT", .matrix = weight(node, 1)});
        } else if (node.type == "Add" && second != nullptr && !stages.empty() &&
                   node.inputs[0] == stages.back().node->outputs[0]) {
            stages.back().bias = weight(node, 1);
        }
    }

    /// Throws Error unless they are the wanted ones, of the same shapes, and those that are no weights have the same
    /// numbers.
    void requireConstants() const
    {
        if (m_constants.size() != m_wanted->constants.size() || m_graph->constants.size() != m_constants.size()) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: it has %2 constants, but the net in its metadata has %3%4"),
                            *m_file, m_graph->constants.size(), m_wanted->constants.size(), rule));
        }
        for (const Tensor& wanted : m_wanted->constants) {
            const auto found = m_constants.find(wanted.name);
            const bool same = found != m_constants.end() && found->second->known &&
                              found->second->shape == wanted.shape && found->second->integers == wanted.integers &&
                              found->second->values.size() == wanted.values.size() &&
                              (m_weights.contains(wanted.name) || found->second->values == wanted.values);
            if (!same) {
                throw Error(
                    say(ENGINE_TEXT("Sentences", "%1: its constant %2 is not that of the net in its metadata%3"),
                        *m_file, shortened(wanted.name), rule));
            }
        }
    }

    const Graph* m_graph;
    const Graph* m_wanted;
    const std::vector<TensorMove>* m_typed;
    const std::string* m_file;
    std::map<std::string, const Tensor*> m_constants; ///< of the file
    std::set<std::string> m_weights;
};

/// Of what was moved, the weights of typed cells, each once.
std::vector<TensorMove> ofTypedCells(const std::vector<TensorMove>& moved, const Model& model)
{
    std::set<std::string_view> names;
    const std::vector<LayerPlaces> places = weightPlaces(model);
    for (const LayerPlaces& layer : places) {
        for (const LayerWeight& place : layer.weights) {
            if (layer.stack && layer.stack->cell->typed) {
                names.insert(place.name);
            }
        }
    }
    std::vector<TensorMove> typed;
    std::ranges::copy_if(moved, std::back_inserter(typed),
                         [&](const TensorMove& move) { return names.erase(move.from) > 0; });
    return typed;
}

} // namespace

OwnGraph ownGraph(const Graph& graph, const PortableNet& net, const std::string& fileName)
{
    PortableNet bare = net;
    bare.weights = zerosFor(net.model, graph, fileName);
    TransferReport report;
    Graph wanted;
    try {
        wanted = graphOf(bare, report);
    } catch (const Error& error) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: the net in its metadata has no graph: %2"), fileName, error.sentence()));
    }
    return Comparison(graph, wanted, ofTypedCells(report.moved, inUse(net.model)), fileName).run();
}

} // namespace engine::onnx
