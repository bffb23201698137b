// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"

#include <algorithm>
#include <utility>

namespace engine {

std::int64_t product(std::initializer_list<std::int64_t> factors)
{
    constexpr std::int64_t most = std::int64_t{1} << 58;
    std::int64_t result = 1;
    bool clamped = false;
    for (const std::int64_t factor : factors) {
        if (factor == 0) {
            return 0;
        }
        clamped = clamped || __builtin_mul_overflow(result, factor, &result) || result > most;
        result = clamped ? most : result;
    }
    return result;
}

void addTo(std::int64_t& sum, std::int64_t term)
{
    constexpr std::int64_t most = std::int64_t{1} << 60;
    sum = std::min(std::min(sum, most) + std::min(term, most), most);
}

std::int64_t elements(const Shape& shape)
{
    std::int64_t count = 1;
    for (const std::int64_t extent : shape.extents()) {
        count = product({count, extent});
    }
    return count;
}

std::size_t axisParam(const LayerRequest& request, std::string_view key, std::size_t axes, std::size_t extra)
{
    const std::int64_t axis = intParam(request.params, key);
    const auto count = static_cast<std::int64_t>(axes), most = count + static_cast<std::int64_t>(extra);
    const std::int64_t fromStart = axis < 0 ? most + axis : axis;
    if (fromStart < 0 || fromStart >= most) {
        refuse(request, say(ENGINE_TEXT("Sentences", "%1 is %2, but the input has %3 (%4)"), key, axis,
                            counted(axes, ENGINE_TEXT("Sentences", "1 axis"), ENGINE_TEXT("Sentences", "%1 axes")),
                            request.inputs.empty() ? std::string("none") : toString(request.inputs.front())));
    }
    return static_cast<std::size_t>(fromStart);
}

Shape joined(const Shape& shape, std::size_t first, std::size_t last, std::initializer_list<std::int64_t> others)
{
    const auto begin = shape.extents().begin();
    std::vector<std::int64_t> extents(begin + static_cast<std::ptrdiff_t>(first),
                                      begin + static_cast<std::ptrdiff_t>(last));
    extents.insert(extents.end(), others);
    return Shape(std::move(extents));
}

} // namespace engine
