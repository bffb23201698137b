// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/element_equation.h"
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

#include <algorithm>

namespace engine {
namespace {

constexpr std::string_view cellUnitMessage = "cell_unit_param";

cells::ElementEquation equationOf(const LayerRequest& request)
{
    try {
        return cells::elementEquation(textParam(request.params, "equation"), textParam(request.params, "reads"));
    } catch (const Error& error) {
        refuse(request, error.sentence());
    }
}

std::int64_t operations(const cells::Program& program)
{
    return std::ranges::count(program.instructions, cells::Instruction::Kind::Operation, &cells::Instruction::kind);
}

Sizes inferCellUnit(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    if (x.axes() == 0) {
        refuse(request, ENGINE_TEXT("Sentences", "input 1 is a single number, but must have an axis of units"));
    }
    for (std::size_t input = 1; input < request.inputs.size(); ++input) {
        if (request.inputs[input] != x) {
            refuse(request, say(ENGINE_TEXT("Sentences", "input %1 is %2, but must be %3 as the first"), input + 1,
                                request.inputs[input], x));
        }
    }
    const cells::ElementEquation equation = equationOf(request);
    if (equation.inputs.size() != request.inputs.size()) {
        refuse(request, say(ENGINE_TEXT("Sentences", "reads names %1 tensors, but the layer has %2 bottoms"),
                            equation.inputs.size(), request.inputs.size()));
    }
    Sizes sizes{.outputs = {x}};
    for (const std::string& vector : equation.vectors) {
        sizes.weights.push_back({.name = vector,
                                 .shape = {x.extents().back()},
                                 .axes = "H",
                                 .filler = fillerParam(request.params, "bias_filler")});
    }
    const cells::Program backward =
        cells::backwardProgram(equation, {.inputs = std::vector<bool>(equation.inputs.size(), true),
                                          .vectors = std::vector<bool>(equation.vectors.size(), true)});
    sizes.flopsForward = product({operations(cells::forwardProgram(equation)), elements(x)});
    sizes.flopsBackward = product({operations(backward), elements(x)});
    return sizes;
}

} // namespace

/// One equation of a cell, element by element: what an unrolled CELL has T of for each of its equations. The notation:
/// engine/cells/README.md, without matrices, layernorm and [t-1].
///
///     p_1, p_2, ... [..., H]  ->  f [..., H]             such as f = sigmoid(p1 + p2 + bf)
///
/// `reads` are the names of the inputs in the equation; all others are learned vectors [H].
LayerType cellUnitType()
{
    return {
        .name = "CELL_UNIT",
        .caffeName = "CellUnit",
        .group = LayerGroup::Recurrent,
        .help = ENGINE_TEXT("Layers", "One equation of a recurrent cell, computed for each unit alone."),
        .formula = "p_1, p_2, ... [..., H] -> f [..., H]; such as f = σ(p_1 + p_2 + b); b [H]",
        .inputs = {{"p", ENGINE_TEXT("Layers", "The tensors that the equation reads, all of the same shape."),
                    Presence::Repeated}},
        .outputs = {{"f", ENGINE_TEXT("Layers", "What the equation gives, of the same shape.")}},
        .params = {{.key = "equation",
                    .label = ENGINE_TEXT("Layers", "Equation"),
                    .help = ENGINE_TEXT("Layers", "The equation, such as f = sigmoid(p1 + p2 + bf)."),
                    .kind = FreeText{""},
                    .message = cellUnitMessage,
                    .extension = true},
                   {.key = "reads",
                    .label = ENGINE_TEXT("Layers", "Names of the inputs"),
                    .help = ENGINE_TEXT("Layers", "The names that stand for the inputs in the equation, in their "
                                                  "order, such as p1 p2; all other names are learned."),
                    .kind = FreeText{""},
                    .message = cellUnitMessage,
                    .extension = true},
                   {.key = "bias_filler",
                    .label = ENGINE_TEXT("Layers", "Initial vectors"),
                    .help = ENGINE_TEXT("Layers", "How the learned vectors are initialized."),
                    .kind = FillerKind{},
                    .message = cellUnitMessage,
                    .extension = true}},
        .infer = inferCellUnit,
        .extension = true,
    };
}

} // namespace engine
