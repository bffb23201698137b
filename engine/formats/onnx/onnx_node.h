// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/onnx/onnx_graph.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace engine::onnx {

/// "LSTM /rnn/LSTM": a node for sentences, by its output where it has no name. As printable() has names.
std::string labelOf(const Node& node);

/// A node of a file under inspection. What is not as wanted is an Error that has the node's name.
class CheckedNode {
public:
    CheckedNode(const Node& node, const std::string& fileName, std::int64_t opset)
        : m_node(&node), m_file(&fileName), m_opset(opset)
    {}

    const Node& node() const { return *m_node; }
    const std::string& type() const { return m_node->type; }
    std::int64_t opset() const { return m_opset; }

    [[noreturn]] void refuse(const Sentence& why) const
    {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: node %2: %3"), *m_file, labelOf(*m_node), why));
    }

    void require(bool isSo, const Sentence& otherwise) const
    {
        if (!isSo) {
            refuse(otherwise);
        }
    }

    /// Empty where it is left out.
    const std::string& input(std::size_t place) const;
    bool has(const char* attribute) const { return m_node->attribute(attribute) != nullptr; }

    /// Throws Error where it has an attribute besides these, or one twice.
    void requireAttributes(const std::set<std::string_view>& known) const;
    /// Throws Error where it has more inputs or outputs, as of a version of the operator that came later.
    void requirePorts(std::size_t inputs, std::size_t outputs) const;

    // Attributes. Throw Error where one is there that is not of this kind.
    std::int64_t integer(const char* attribute, std::int64_t otherwise) const;
    float real(const char* attribute, float otherwise) const;
    std::optional<std::vector<std::int64_t>> integers(const char* attribute) const;

private:
    template <typename Number>
    Number number(const char* attribute, std::optional<Number> Attribute::*kind, Number otherwise) const;

    const Node* m_node;
    const std::string* m_file;
    std::int64_t m_opset;
};

} // namespace engine::onnx
