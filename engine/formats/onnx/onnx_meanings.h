// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/onnx/onnx_constants.h"
#include "engine/graph/sentence.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine {
struct TransferReport;
}

namespace engine::onnx {

/// What is known of a value of a graph.
struct Meaning {
    enum class Kind {
        Input,    ///< an input of the graph, maybe under other axes
        Start,    ///< a state to start from: zeros, or what inputs of the graph say
        Constant, ///< of the file, maybe cut, joined or turned
        Sizes,    ///< whole numbers that follow from shapes and constants
        Text,     ///< what the text has become
        End,      ///< a state after the last step
        Computed  ///< anything else
    };

    Kind kind = Kind::Computed;
    const Node* node = nullptr; ///< that made it; of what is computed: the first that did what is not read
    Layout layout = {};         ///< of Input, where it is tracked, and Text
    bool tracked = false;
    bool outside = false;                          ///< of Start: whether inputs of the graph are in it
    bool backwardIsZeros = false;                  ///< of Start: whether it is two parts, the second of zeros
    Value::Element element = Value::Element::Real; ///< of Input
    std::size_t place = 0;          ///< of Input: among the graph's inputs; of Text: among the chain's stages
    const Tensor* tensor = nullptr; ///< of Constant
    Sizes sizes = {};               ///< of Sizes: its numbers; of Start: its shape, where it is known
};

/// What a node does to the axes of its first input, where it gives the same numbers in each place of the text.
struct Relaid {
    std::optional<Layout> layout = {};
    Sentence why = {}; ///< it does not: the end of a sentence
};

/// Whether the node only cuts, joins, repeats or reshapes numbers, so that zeros stay zeros. Throws Error where it has
/// a setting, an input or an output that its type has not.
bool isArranging(const CheckedNode& node);

/// The values of a graph, by their names, in the order of its nodes. The graph, the file's name and the report must
/// outlive this.
class Meanings {
public:
    Meanings(const Graph& graph, const std::string& fileName, TransferReport& report);

    CheckedNode checked(const Node& node) const { return {node, *m_file, m_graph->opset}; }

    /// Of the node's input number `place`. Throws Error where nothing before the node makes it; null where it is left
    /// out.
    const Meaning* of(const CheckedNode& node, std::size_t place) const;
    const Meaning* of(const std::string& value) const; ///< null where nothing makes it

    /// Settings for computed(), axesOf() and partsOf(): null for an input that is left out; unknown for what is none.
    std::vector<const Sizes*> settingsOf(const CheckedNode& node) const;

    /// Throws Error where the name has a meaning already.
    void define(const CheckedNode& node, std::size_t output, Meaning meaning);

    /// A node that reads nothing of the text: constants, shapes, states.
    void add(const CheckedNode& node);
    /// The first that computed something else, or null: no net of Hamnet's has it.
    const Node* firstStrange() const { return m_strange; }

    Relaid relaid(const CheckedNode& node, const Layout& layout) const;
    /// A constant of floats, to be copied. Throws Error, which calls it `what`.
    const Tensor& numbers(const CheckedNode& node, std::size_t place, const char* what);

    /// Whether the value may be where a text starts: zeros, or an input of the graph.
    static bool isStart(const Meaning& meaning);
    /// Notes the inputs that states and lengths come from. An input of the ids may be none.
    bool givesState(std::size_t input) const { return m_stateInputs.contains(input); }
    void noteState(const Meaning& meaning);

    /// Reports constants that might be weights and lead to none of `taken`, names that the net's layers read.
    void reportUnused(std::set<std::string_view> taken) const;

    /// The constants that nodes have made, for those that point at them.
    std::vector<std::unique_ptr<Tensor>> release() && { return std::move(m_made); }

private:
    void addInput(const Value& value, std::size_t place);
    void addConstant(const Tensor& tensor);
    void charge(const CheckedNode& node, std::size_t numbers);

    Meaning meaningOf(const CheckedNode& node);
    Meaning constantOf(const CheckedNode& node);
    Meaning shapeOf(const CheckedNode& node) const;
    std::optional<std::vector<std::optional<Extent>>> extentsOf(const Meaning& value) const;
    Meaning filledShape(const CheckedNode& node) const;
    Meaning foldedConstant(const CheckedNode& node);
    Meaning changedInput(const CheckedNode& node, const Meaning& input);
    std::optional<Meaning> startOf(const CheckedNode& node);
    Meaning made(const Node& node, Tensor tensor);

    const Graph* m_graph;
    const std::string* m_file;
    TransferReport* m_report;
    std::unordered_map<std::string_view, Meaning> m_meanings;
    std::vector<std::unique_ptr<Tensor>> m_made;
    std::set<std::size_t> m_stateInputs;
    std::size_t m_numbers = 0, m_copied = 0; ///< of the file's constants, and copied from them
    const Node* m_strange = nullptr;
};

} // namespace engine::onnx
