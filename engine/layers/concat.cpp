// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

#include <utility>

namespace engine {
namespace {

constexpr std::string_view concatMessage = "concat_param";

void checkEqualBut(const LayerRequest& request, std::size_t axis, std::size_t input)
{
    std::vector<std::int64_t> first = request.inputs[0].extents(), other = request.inputs[input].extents();
    if (other.size() == first.size()) {
        other[axis] = first[axis];
    }
    if (other != first) {
        refuse(request,
               say(ENGINE_TEXT("Sentences", "input %1 is %2, but must equal the first, %3, in all axes but axis %4"),
                   input + 1, request.inputs[input], request.inputs[0], axis));
    }
}

Sizes inferConcat(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const std::size_t axis = axisParam(request, "axis", x.axes());
    const bool outermost = x.count(0, axis) == 1;
    std::vector<std::int64_t> extents = x.extents();
    extents[axis] = 0;
    Sizes sizes;
    for (std::size_t input = 0; input < request.inputs.size(); ++input) {
        checkEqualBut(request, axis, input);
        if (outermost) {
            sizes.offsets.push_back(product({extents[axis], x.count(axis + 1)}));
        }
        extents[axis] += request.inputs[input][axis];
    }
    sizes.outputs.emplace_back(std::move(extents));
    sizes.sharing = outermost ? Sharing::InputsInsideOutput : Sharing::None;
    return sizes;
}

} // namespace

/// Joins tensors along one axis.
///
///     x_1 [A, B_1, C], x_2 [A, B_2, C], ...  ->  y [A, B, C]      B = B_1 + B_2 + ...
///
/// Along the outermost axis (all axes before it are 1) the inputs lie inside y, and nothing is moved.
LayerType concatType()
{
    return {
        .name = "CONCAT",
        .caffeName = "Concat",
        .group = LayerGroup::Shape,
        .help = ENGINE_TEXT("Layers", "Concatenates tensors along an axis."),
        .formula = "x_1 [A, B_1, C], x_2 [A, B_2, C], ... -> y [A, B, C] with B = B_1 + B_2 + ...",
        .inputs = {{"x", ENGINE_TEXT("Layers", "The tensors to concatenate, in order."), Presence::Repeated}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The concatenated tensor.")}},
        .params = {{.key = "axis",
                    .label = ENGINE_TEXT("Layers", "Axis"),
                    .help = ENGINE_TEXT("Layers", "The axis along which the tensors are concatenated."),
                    .kind = IntRange{.fallback = 1, .least = -32, .most = 31},
                    .message = concatMessage},
                   {.key = "concat_dim",
                    .label = ENGINE_TEXT("Layers", "Axis (old name)"),
                    .help = ENGINE_TEXT("Layers", "The axis under its name in old files."),
                    .kind = IntRange{.fallback = 1, .least = 0, .most = 31},
                    .message = concatMessage}},
        .infer = inferConcat,
        .passing = Passing::Joined,
    };
}

} // namespace engine
