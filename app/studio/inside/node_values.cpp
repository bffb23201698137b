// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/inside/node_values.h"

#include "app/studio/inside/inside_words.h"

#include <algorithm>

namespace studio {
namespace {

editor::NodeValues::Tensor markOf(const engine::TensorLook& tensor)
{
    return {.name = QString::fromStdString(tensor.name), .values = tensor.values, .gradients = tensor.gradients};
}

} // namespace

std::optional<editor::NodeValues>
nodeValues(const engine::NetLook& look, const std::vector<engine::LookFinding>& findings, const engine::Layer& layer)
{
    const engine::LayerLook* const seen = look.find(layer.name);
    if (seen == nullptr || seen->type != layer.type) {
        return std::nullopt;
    }
    editor::NodeValues values;
    for (const engine::TensorLook& weight : seen->weights) {
        values.weights.push_back(markOf(weight));
    }
    for (std::size_t port = 0; port < seen->outputs.size(); ++port) {
        const engine::TensorLook& output = seen->outputs[port];
        if (output.gradients && output.values.count > 1) {
            values.outputs.push_back({.port = port, .tensor = markOf(output)});
        }
    }
    const auto found = std::ranges::find(findings, layer.name, &engine::LookFinding::layer);
    if (found != findings.end()) {
        values.warning = shortFinding(*found, look);
    }
    return values;
}

} // namespace studio
