// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

#include <algorithm>
#include <utility>

namespace engine {
namespace {

constexpr std::string_view reshapeMessage = "reshape_param";

/// The axes [first, last) of x that `shape` takes the place of.
struct Span {
    std::size_t first, last;
};

Span replaced(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const std::size_t first = axisParam(request, "axis", x.axes(), 1);
    const std::int64_t axes = intParam(request.params, "num_axes");
    const std::size_t last = axes < 0 ? x.axes() : first + static_cast<std::size_t>(axes);
    if (last > x.axes()) {
        refuse(request, say(ENGINE_TEXT("Sentences", "num_axes is %1 from axis %2, but the input has %3 axes (%4)"),
                            axes, first, x.axes(), x));
    }
    return {first, last};
}

/// `dims` as it is written, such as "-1 × 1 × 512".
std::string written(const std::vector<std::int64_t>& dims)
{
    return dims.empty() ? std::string("empty") : toString(Shape(dims));
}

/// Puts in the extents that 0 (as in x) and -1 (what is left) stand for.
Shape resolved(const LayerRequest& request, const Span& span)
{
    const Shape& x = request.inputs[0];
    const std::vector<std::int64_t>& dims = intListParam(request.params, "shape");
    Shape head = joined(x, 0, span.first);
    std::vector<std::int64_t> extents = head.extents();
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] == 0 && span.first + i >= x.axes()) {
            refuse(request,
                   say(ENGINE_TEXT("Sentences",
                                   "shape is %1 with 0 in place %2, but the input %3 has no axis there to copy"),
                       written(dims), i + 1, x));
        }
        extents.push_back(dims[i] == 0 ? x[span.first + i] : dims[i]);
    }
    extents.insert(extents.end(), x.extents().begin() + static_cast<std::ptrdiff_t>(span.last), x.extents().end());

    const auto open = std::find(extents.begin(), extents.end(), -1);
    if (open != extents.end()) {
        std::int64_t known = 1;
        for (const std::int64_t extent : extents) {
            known = extent == -1 ? known : product({known, extent});
        }
        if (elements(x) % known != 0) {
            refuse(request,
                   say(ENGINE_TEXT("Sentences",
                                   "shape is %1, but the %2 elements of the input %3 do not divide into rows of %4"),
                       written(dims), elements(x), x, known));
        }
        *open = elements(x) / known;
    }
    return Shape(std::move(extents));
}

Sizes inferReshape(const LayerRequest& request)
{
    const std::vector<std::int64_t>& dims = intListParam(request.params, "shape");
    if (std::count(dims.begin(), dims.end(), -1) > 1) {
        refuse(request, say(ENGINE_TEXT("Sentences", "shape is %1, but only one extent may be -1"), written(dims)));
    }
    const Shape shape = resolved(request, replaced(request));
    if (elements(shape) != elements(request.inputs[0])) {
        refuse(request, say(ENGINE_TEXT("Sentences", "shape gives %1 with %2 elements, but the input %3 has %4"), shape,
                            elements(shape), request.inputs[0], elements(request.inputs[0])));
    }
    return {.outputs = {shape}, .sharing = Sharing::OutputsInsideInput, .offsets = {0}};
}

} // namespace

/// The same numbers under other axes.
///
///     x [2, 3, 8], shape 0 × -1  ->  y [2, 24]           0 copies an extent of x, one -1 takes what is left
///
/// `shape` takes the place of num_axes axes from `axis` on (-1: of all that follow). Nothing is moved.
LayerType reshapeType()
{
    return {
        .name = "RESHAPE",
        .caffeName = "Reshape",
        .group = LayerGroup::Shape,
        .help = ENGINE_TEXT("Layers", "Changes the shape of a tensor, but not its values or their order."),
        .formula = "x [2, 3, 8], shape 0 × -1 -> y [2, 24]; 0 copies an extent of x, one -1 takes what is left",
        .inputs = {{"x", ENGINE_TEXT("Layers", "Any tensor.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The same values in the new shape.")}},
        .params = {{.key = "shape",
                    .label = ENGINE_TEXT("Layers", "Shape"),
                    .help = ENGINE_TEXT(
                        "Layers",
                        "The new shape, outermost axis first; 0 copies the input's size, a single -1 is inferred."),
                    .kind = IntList{.least = -1, .most = maxElements, .extents = true},
                    .message = reshapeMessage},
                   {.key = "axis",
                    .label = ENGINE_TEXT("Layers", "First axis"),
                    .help = ENGINE_TEXT("Layers", "The first axis to reshape; those before it stay."),
                    .kind = IntRange{.fallback = 0, .least = -32, .most = 31},
                    .message = reshapeMessage},
                   {.key = "num_axes",
                    .label = ENGINE_TEXT("Layers", "Axes changed"),
                    .help = ENGINE_TEXT("Layers", "The number of axes that the shape replaces; -1: all that follow."),
                    .kind = IntRange{.fallback = -1, .least = -1, .most = 32},
                    .message = reshapeMessage}},
        .infer = inferReshape,
        .passing = Passing::Whole,
    };
}

} // namespace engine
