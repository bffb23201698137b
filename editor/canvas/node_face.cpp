// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/node_face.h"

#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/document/sentence_words.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <cmath>

namespace editor {
namespace {

std::vector<PortFace> facesOf(const std::vector<PortView>& ports)
{
    std::vector<PortFace> faces;
    faces.reserve(ports.size());
    for (const PortView& port : ports) {
        faces.push_back({.name = QString::fromStdString(port.name),
                         .connected = !port.blob.empty(),
                         .required = port.presence == engine::Presence::Required});
    }
    return faces;
}

std::optional<double> fraction(const FaceSources& sources, Id node)
{
    const std::optional<double> value = sources.heat ? sources.heat(node) : std::nullopt;
    return value && std::isfinite(*value) ? std::optional(std::clamp(*value, 0.0, 1.0)) : std::nullopt;
}

} // namespace

NodeFace faceOf(const Node& node, const FaceSources& sources)
{
    const engine::LayerType* type = engine::findLayerType(node.layer.type);
    const auto problem = sources.problems.find(node.id);
    const bool bad = problem != sources.problems.end();
    const Node& named = bad ? *sources.document.content().find(problem->second.problem->node) : node;
    const auto doubts = sources.doubts.find(node.id);
    const Warning* doubt = doubts != sources.doubts.end() ? &doubts->second.front() : nullptr;
    const bool grave = doubt && doubt->severity == Warning::Severity::Error;
    return {
        .name = QString::fromStdString(node.layer.name),
        .type = QString::fromStdString(node.layer.type),
        .settings = settingsText(sources.document, node.id),
        .output = sizeText(sources.document, sources.symbols, {node.id, 0}),
        .parameters = parametersText(sources.document, node.id),
        .problem = bad     ? inWords(problem->second.problem->sentence)
                   : grave ? doubt->sentence
                           : QString(),
        .problemOf = QString::fromStdString(named.layer.name),
        .follows = bad && problem->second.follows,
        .doubt = doubt && !grave ? doubt->sentence : QString(),
        .group = type ? std::optional(type->group) : std::nullopt,
        .frozen = isFrozen(node),
        .outsidePhase = sources.document.derived().outsidePhase.contains(node.id),
        .heat = fraction(sources, node.id),
        .inputs = facesOf(inputPorts(node)),
        .outputs = facesOf(outputPorts(node)),
    };
}

} // namespace editor
