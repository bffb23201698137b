// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/earlier_gates.h"

#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace engine {
namespace {

/// Whether it may have an LSTM_UNIT, however that is spelled. Most models have none, and need not be parsed for it.
bool mayHaveUnits(std::string_view model)
{
    constexpr std::string_view part = "unit";
    const auto matches = [](char letter, char wanted) {
        return std::tolower(static_cast<unsigned char>(letter)) == wanted;
    };
    return std::search(model.begin(), model.end(), part.begin(), part.end(), matches) != model.end();
}

} // namespace

void giveEarlierGates(Layer& layer)
{
    const LayerType* type = findLayerType(layer.type);
    if (type && type->name == "LSTM_UNIT") {
        layer.params.try_emplace("gate_order", std::string("IFGO"));
    }
}

std::string withEarlierGates(const std::string& model)
{
    if (!mayHaveUnits(model)) {
        return model;
    }
    try {
        const Model read = readModel(model, "model");
        Model result = read;
        std::for_each(result.layers.begin(), result.layers.end(), giveEarlierGates);
        return result == read ? model : writeModel(result);
    } catch (const Error&) { // who uses the text will say what is wrong with it
        return model;
    }
}

} // namespace engine
