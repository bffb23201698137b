// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_node.h"

#include <algorithm>

namespace engine::onnx {

std::string labelOf(const Node& node)
{
    const auto output =
        std::find_if(node.outputs.begin(), node.outputs.end(), [](const std::string& name) { return !name.empty(); });
    const std::string name = !node.name.empty() ? node.name
                             : output == node.outputs.end()
                                 ? std::string("without a name")
                                 : say(ENGINE_TEXT("Sentences", "(output %1)"), printable(*output));
    return say("%1 %2", printable(node.type), printable(name));
}

const std::string& CheckedNode::input(std::size_t place) const
{
    static const std::string none;
    return place < m_node->inputs.size() ? m_node->inputs[place] : none;
}

void CheckedNode::requireAttributes(const std::set<std::string_view>& known) const
{
    for (const Attribute& attribute : m_node->attributes) {
        if (!known.contains(attribute.name)) {
            refuse(say(ENGINE_TEXT("Sentences", "it has the attribute %1, which Hamnet does not read"),
                       printable(attribute.name)));
        }
        if (m_node->attribute(attribute.name) != &attribute) {
            refuse(say(ENGINE_TEXT("Sentences", "it has the attribute %1 twice"), printable(attribute.name)));
        }
    }
}

void CheckedNode::requirePorts(std::size_t inputs, std::size_t outputs) const
{
    if (m_node->inputs.size() > inputs || m_node->outputs.size() > outputs) {
        refuse(say(
            ENGINE_TEXT("Sentences", "it has %1 inputs and %2 outputs, but %3 and %4 are the most that Hamnet reads"),
            m_node->inputs.size(), m_node->outputs.size(), inputs, outputs));
    }
}

std::int64_t CheckedNode::integer(const char* attribute, std::int64_t otherwise) const
{
    return number(attribute, &Attribute::integer, otherwise);
}

float CheckedNode::real(const char* attribute, float otherwise) const
{
    return number(attribute, &Attribute::real, otherwise);
}

template <typename Number>
Number CheckedNode::number(const char* attribute, std::optional<Number> Attribute::*kind, Number otherwise) const
{
    const Attribute* const found = m_node->attribute(attribute);
    if (found != nullptr && !(found->*kind)) {
        refuse(say(ENGINE_TEXT("Sentences", "its attribute %1 is of another kind than ONNX's"), attribute));
    }
    return found == nullptr ? otherwise : *(found->*kind);
}

std::optional<std::vector<std::int64_t>> CheckedNode::integers(const char* attribute) const
{
    const Attribute* const found = m_node->attribute(attribute);
    if (found == nullptr) {
        return std::nullopt;
    }
    if (*found != Attribute{.name = found->name, .integers = found->integers}) {
        refuse(say(ENGINE_TEXT("Sentences", "its attribute %1 is of another kind than ONNX's"), attribute));
    }
    return found->integers;
}

} // namespace engine::onnx
