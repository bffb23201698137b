// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx_node.h"

#include <algorithm>

namespace engine::onnx {

std::string shortened(const std::string& name)
{
    constexpr std::size_t most = 200;
    if (name.size() <= most) {
        return name;
    }
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) { // inside a character of UTF-8
        --end;
    }
    return name.substr(0, end) + "...";
}

std::string labelOf(const Node& node)
{
    const auto output =
        std::find_if(node.outputs.begin(), node.outputs.end(), [](const std::string& name) { return !name.empty(); });
    const std::string name = !node.name.empty()             ? node.name
                             : output == node.outputs.end() ? std::string("without a name")
                                                            : sentence("(output ", shortened(*output), ")");
    return sentence(shortened(node.type), " ", shortened(name));
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
            refuse("it has the attribute ", shortened(attribute.name), ", which Hamnet does not read");
        }
        if (m_node->attribute(attribute.name) != &attribute) {
            refuse("it has the attribute ", shortened(attribute.name), " twice");
        }
    }
}

void CheckedNode::requirePorts(std::size_t inputs, std::size_t outputs) const
{
    if (m_node->inputs.size() > inputs || m_node->outputs.size() > outputs) {
        refuse("it has ", m_node->inputs.size(), " inputs and ", m_node->outputs.size(), " outputs, but ", inputs,
               " and ", outputs, " are the most that Hamnet reads");
    }
}

std::int64_t CheckedNode::integer(const char* attribute, std::int64_t otherwise) const
{
    const Attribute* const found = m_node->attribute(attribute);
    if (found == nullptr) {
        return otherwise;
    }
    if (!found->integer) {
        refuse("its attribute ", attribute, " is no whole number");
    }
    return *found->integer;
}

float CheckedNode::real(const char* attribute, float otherwise) const
{
    const Attribute* const found = m_node->attribute(attribute);
    if (found == nullptr) {
        return otherwise;
    }
    if (!found->real) {
        refuse("its attribute ", attribute, " is no number");
    }
    return *found->real;
}

std::optional<std::vector<std::int64_t>> CheckedNode::integers(const char* attribute) const
{
    const Attribute* const found = m_node->attribute(attribute);
    return found == nullptr ? std::nullopt : std::optional(found->integers);
}

} // namespace engine::onnx
