// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/catalog.h"

#include "engine/graph/error.h"
#include "engine/graph/model.h"
#include "engine/graph/sentence.h"
#include "engine/graph/sizing.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace engine {
namespace {

/// How many wires the ports take: the required ones at least, without end where the last is repeated.
struct PortCount {
    std::size_t least = 0, most = 0;
    bool endless = false;
    bool takes(std::size_t wires) const { return wires >= least && (endless || wires <= most); }
};

PortCount portCount(const std::vector<Port>& ports)
{
    PortCount count{.most = ports.size()};
    for (const Port& port : ports) {
        count.least += port.presence == Presence::Optional ? 0 : 1;
        count.endless = count.endless || port.presence == Presence::Repeated;
    }
    return count;
}

std::string portNames(const std::vector<Port>& ports)
{
    std::string text;
    for (const Port& port : ports) {
        const std::string_view shown = port.presence == Presence::Repeated ? " ..." : "";
        const bool optional = port.presence == Presence::Optional;
        text += say("%1%2%3%4%5", text.empty() ? "" : ", ", optional ? "[" : "", port.name, shown, optional ? "]" : "");
    }
    return text.empty() ? std::string("none") : text;
}

void checkPorts(const LayerRequest& request, const std::vector<Port>& ports, std::size_t wires, std::string_view word)
{
    const PortCount count = portCount(ports);
    if (count.takes(wires)) {
        return;
    }
    const Sentence wanted = count.endless ? say(ENGINE_TEXT("Sentences", "%1 or more"), count.least)
                            : count.least == count.most
                                ? say("%1", count.least)
                                : say(ENGINE_TEXT("Sentences", "%1 to %2"), count.least, count.most);
    refuse(request, say(ENGINE_TEXT("Sentences", "it has %1 %2%3, but must have %4 (%5)"), wires, word,
                        wires == 1 ? "" : "s", wanted, portNames(ports)));
}

void checkSize(const LayerRequest& request, std::string_view what, const Shape& shape)
{
    for (const std::int64_t extent : shape.extents()) {
        if (extent < 1) {
            refuse(request, say(ENGINE_TEXT("Sentences", "%1 is %2, but every extent must be 1 or more"), what, shape));
        }
    }
    if (elements(shape) > maxElements) {
        refuse(request, say(ENGINE_TEXT("Sentences", "%1 is %2, but must not have more than %3 elements"), what, shape,
                            maxElements));
    }
}

/// The layer's own infer between the checks that every layer needs: the number of wires and tensors of a sensible size.
Sizes checkedInfer(const LayerType& type, const LayerRequest& request)
{
    checkPorts(request, type.inputs, request.inputs.size(), "bottom");
    checkPorts(request, type.outputs, request.outputCount, "top");
    for (std::size_t input = 0; input < request.inputs.size(); ++input) {
        checkSize(request, say(ENGINE_TEXT("Sentences", "input %1"), input + 1), request.inputs[input]);
    }
    Sizes sizes = type.infer(request);
    for (std::size_t output = 0; output < sizes.outputs.size(); ++output) {
        checkSize(request, say(ENGINE_TEXT("Sentences", "output %1"), output + 1), sizes.outputs[output]);
    }
    for (const WeightSpec& weight : sizes.weights) {
        checkSize(request, say(ENGINE_TEXT("Sentences", "weight %1"), weight.name), weight.shape);
    }
    for (const StateSpec& state : sizes.state) {
        checkSize(request, say(ENGINE_TEXT("Sentences", "state %1"), state.name), state.shape);
    }
    return sizes;
}

LayerType checked(LayerType type)
{
    LayerType whole = type;
    whole.infer = [type = std::move(type)](const LayerRequest& request) { return checkedInfer(type, request); };
    return whole;
}

std::vector<LayerType> makeCatalog()
{
    std::vector<LayerType> types;
    for (const LayerMaker make : layerMakers()) {
        types.push_back(checked(make()));
    }
    return types;
}

} // namespace

std::span<const LayerType> catalog()
{
    static const std::vector<LayerType> types = makeCatalog();
    return types;
}

const LayerType* findLayerType(std::string_view name)
{
    static const auto byName = [] {
        std::unordered_map<std::string, const LayerType*> types;
        for (const LayerType& type : catalog()) {
            types.emplace(folded(type.name), &type);
            types.emplace(folded(type.caffeName), &type);
        }
        return types;
    }();
    const auto type = byName.find(folded(name));
    return type == byName.end() ? nullptr : type->second;
}

const LayerType& layerType(std::string_view name)
{
    if (const LayerType* type = findLayerType(name)) {
        return *type;
    }
    std::vector<std::string_view> names;
    std::transform(catalog().begin(), catalog().end(), std::back_inserter(names),
                   [](const auto& type) { return type.name; });
    throw Error(say(ENGINE_TEXT("Sentences", "there is no layer type \"%1\"%2"), name, hint(name, names)));
}

bool isType(const Layer& layer, std::string_view name)
{
    const LayerType* const type = findLayerType(layer.type);
    return type && type->name == name;
}

} // namespace engine
