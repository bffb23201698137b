// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/snapping.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace editor {
namespace {

/// A box seen along one axis: where it starts and ends there, and across.
struct Span {
    double start, end, acrossStart, acrossEnd;
    std::array<double, 3> lines() const { return {start, (start + end) / 2, end}; }
};

Span alongX(const QRectF& box)
{
    return {box.left(), box.right(), box.top(), box.bottom()};
}

Span alongY(const QRectF& box)
{
    return {box.top(), box.bottom(), box.left(), box.right()};
}

struct Snap {
    double offset;
    Guide guide;
};

/// The nearest of the others' lines that one of ours could lie on: start on start, middle on middle, end on end.
std::optional<Snap> pull(const Span& moving, const std::vector<Span>& others, double reach, Qt::Orientation lines)
{
    std::optional<Snap> nearest;
    for (const Span& other : others) {
        for (std::size_t line = 0; line < 3; ++line) {
            const double at = other.lines()[line], offset = at - moving.lines()[line];
            if (std::abs(offset) > reach || (nearest && std::abs(offset) > std::abs(nearest->offset))) {
                continue;
            }
            const double from = std::min(moving.acrossStart, other.acrossStart);
            const double to = std::max(moving.acrossEnd, other.acrossEnd);
            if (nearest && offset == nearest->offset && nearest->guide.at == at) {
                nearest->guide.from = std::min(nearest->guide.from, from);
                nearest->guide.to = std::max(nearest->guide.to, to);
            } else if (!nearest || std::abs(offset) < std::abs(nearest->offset)) {
                nearest = Snap{offset, {lines, at, from, to}};
            }
        }
    }
    return nearest;
}

double gridOffset(double at, double grid)
{
    return grid > 0 ? std::round(at / grid) * grid - at : 0;
}

} // namespace

Snapped snapped(const QRectF& moving, const std::vector<QRectF>& others, const SnapOptions& options)
{
    std::vector<Span> xs, ys;
    for (const QRectF& other : others) {
        xs.push_back(alongX(other));
        ys.push_back(alongY(other));
    }
    const auto x = pull(alongX(moving), xs, options.reach, Qt::Vertical);
    const auto y = pull(alongY(moving), ys, options.reach, Qt::Horizontal);
    Snapped result{.offset = {x ? x->offset : gridOffset(moving.left(), options.grid),
                              y ? y->offset : gridOffset(moving.top(), options.grid)}};
    if (x) {
        result.guides.push_back(x->guide);
        result.guides.back().from = std::min(x->guide.from, moving.top() + result.offset.y());
        result.guides.back().to = std::max(x->guide.to, moving.bottom() + result.offset.y());
    }
    if (y) {
        result.guides.push_back(y->guide);
        result.guides.back().from = std::min(y->guide.from, moving.left() + result.offset.x());
        result.guides.back().to = std::max(y->guide.to, moving.right() + result.offset.x());
    }
    return result;
}

} // namespace editor
