// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

#include <utility>

namespace engine {
namespace {

constexpr std::string_view sliceMessage = "slice_param";

/// Where each piece starts along the axis, and the axis' end.
std::vector<std::int64_t> cuts(const LayerRequest& request, std::int64_t extent)
{
    const std::vector<std::int64_t>& points = intListParam(request.params, "slice_point");
    const auto pieces = static_cast<std::int64_t>(request.outputCount);
    std::vector<std::int64_t> starts = {0};
    if (points.empty()) {
        if (extent % pieces != 0) {
            refuse(request,
                   say(ENGINE_TEXT(
                           "Sentences",
                           "the axis to cut is %1 long, but must divide by the %2 tops where no slice_point is given"),
                       extent, pieces));
        }
        for (std::int64_t piece = 1; piece <= pieces; ++piece) {
            starts.push_back(piece * (extent / pieces));
        }
        return starts;
    }
    if (static_cast<std::int64_t>(points.size()) != pieces - 1) {
        refuse(request, say(ENGINE_TEXT("Sentences", "slice_point is given %1 times, but %2 tops need %3"),
                            points.size(), pieces, pieces - 1));
    }
    for (const std::int64_t point : points) {
        if (point <= starts.back() || point >= extent) {
            refuse(request, say(ENGINE_TEXT("Sentences", "slice_point is %1, but must lie between %2 and %3"), point,
                                starts.back() + 1, extent - 1));
        }
        starts.push_back(point);
    }
    starts.push_back(extent);
    return starts;
}

Sizes inferSlice(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const std::size_t axis = axisParam(request, "axis", x.axes());
    const std::vector<std::int64_t> starts = cuts(request, x[axis]);
    const bool outermost = x.count(0, axis) == 1;
    Sizes sizes;
    for (std::size_t piece = 0; piece + 1 < starts.size(); ++piece) {
        std::vector<std::int64_t> extents = x.extents();
        extents[axis] = starts[piece + 1] - starts[piece];
        sizes.outputs.emplace_back(std::move(extents));
        if (outermost) {
            sizes.offsets.push_back(starts[piece] * x.count(axis + 1));
        }
    }
    sizes.sharing = outermost ? Sharing::OutputsInsideInput : Sharing::None;
    return sizes;
}

} // namespace

/// Cuts a tensor into pieces along one axis.
///
///     x [A, B, C]  ->  y_1 [A, B_1, C], y_2 [A, B_2, C], ...      B_1 + B_2 + ... = B
///
/// Pieces along the outermost axis (all axes before it are 1) lie inside x, and nothing is moved.
LayerType sliceType()
{
    return {
        .name = "SLICE",
        .caffeName = "Slice",
        .group = LayerGroup::Shape,
        .help = ENGINE_TEXT("Layers", "Slices a tensor into pieces along an axis."),
        .formula = "x [A, B, C] -> y_1 [A, B_1, C], y_2 [A, B_2, C], ... with B_1 + B_2 + ... = B",
        .inputs = {{"x", ENGINE_TEXT("Layers", "The tensor to slice.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The pieces, in order."), Presence::Repeated}},
        .params = {{.key = "axis",
                    .label = ENGINE_TEXT("Layers", "Axis"),
                    .help = ENGINE_TEXT("Layers", "The axis along which the tensor is sliced."),
                    .kind = IntRange{.fallback = 1, .least = -32, .most = 31},
                    .message = sliceMessage},
                   {.key = "slice_point",
                    .label = ENGINE_TEXT("Layers", "Slice points"),
                    .help = ENGINE_TEXT("Layers", "Where each piece after the first starts; none: equal pieces."),
                    .kind = IntList{.least = 0, .most = maxElements},
                    .message = sliceMessage},
                   {.key = "slice_dim",
                    .label = ENGINE_TEXT("Layers", "Axis (old name)"),
                    .help = ENGINE_TEXT("Layers", "The axis under its name in old files."),
                    .kind = IntRange{.fallback = 1, .least = 0, .most = 31},
                    .message = sliceMessage}},
        .infer = inferSlice,
        .passing = Passing::Pieces,
    };
}

} // namespace engine
