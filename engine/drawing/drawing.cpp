// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/drawing/drawing.h"

#include "engine/drawing/wire_curve.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace engine {
namespace {

constexpr double drawingMargin = 36;
constexpr double labelHeight = 16;

double portOffset(std::size_t port, std::size_t ports)
{
    return boxWidth * static_cast<double>(port + 1) / static_cast<double>(std::max(ports, port + 1) + 1);
}

/// The first place on the wire, else beside it, where the label covers no box and no other label; else its middle. Two
/// wires side by side have no room for both labels on them.
DrawingArea labelArea(const DrawnWire& wire, const std::vector<DrawingArea>& taken)
{
    const double width = textWidth(wire.label, 11) + 8;
    const double beside = width / 2 + 3;
    const auto place = [&](double part, double aside) {
        const DrawingPoint middle = wire.curve.at(part);
        return DrawingArea{middle.x + aside - width / 2, middle.y - labelHeight / 2, width, labelHeight};
    };
    for (const double aside : {0.0, beside, -beside}) {
        for (const double part : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8}) {
            const DrawingArea area = place(part, aside);
            if (std::ranges::none_of(taken, [&](const DrawingArea& other) { return area.overlaps(other); })) {
                return area;
            }
        }
    }
    return place(0.5, 0);
}

} // namespace

DrawingPoint DrawnBox::input(std::size_t port) const
{
    return {corner.x + portOffset(port, inputs.size()), corner.y};
}

DrawingPoint DrawnBox::output(std::size_t port) const
{
    return {corner.x + portOffset(port, outputs.size()), corner.y + boxHeight};
}

DrawingPoint DrawnCurve::at(double part) const
{
    const double place = std::clamp(part, 0.0, 1.0) * static_cast<double>(pieces.size());
    const std::size_t piece = std::min(static_cast<std::size_t>(place), pieces.size() - 1);
    const double t = place - static_cast<double>(piece), s = 1 - t;
    const DrawingPoint a = piece == 0 ? start : pieces[piece - 1][2];
    const auto& [b, c, d] = pieces[piece];
    const auto mix = [&](double p, double q, double r, double u) {
        return s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * u;
    };
    return {mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y)};
}

DrawingArea Drawing::bounds() const
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double left = infinity, top = infinity, right = -infinity, bottom = -infinity;
    const auto reach = [&](const DrawingArea& area) {
        left = std::min(left, area.x);
        top = std::min(top, area.y);
        right = std::max(right, area.right());
        bottom = std::max(bottom, area.bottom());
    };
    for (const DrawnBox& box : boxes) {
        reach(box.area());
    }
    for (const DrawnNote& note : notes) {
        reach(note.area);
    }
    for (const DrawnWire& wire : wires) {
        for (int step = 0; step <= 24; ++step) {
            const DrawingPoint point = wire.curve.at(step / 24.0);
            reach({point.x, point.y, 0, 0});
        }
        const double half = textWidth(wire.label, 11) / 2 + 4;
        reach({wire.labelMiddle.x - half, wire.labelMiddle.y - labelHeight / 2, 2 * half, labelHeight});
    }
    if (left > right) { // nothing is drawn
        return {0, 0, boxWidth, boxHeight};
    }
    return {left - drawingMargin, top - drawingMargin, right - left + 2 * drawingMargin,
            bottom - top + 2 * drawingMargin};
}

double textWidth(std::string_view words, double height)
{
    constexpr double meanAdvance = 0.6; // of a sans-serif font, on the wide side
    const auto letters = std::count_if(words.begin(), words.end(), [](char byte) { return (byte & 0xc0) != 0x80; });
    return static_cast<double>(letters) * meanAdvance * height;
}

void routeWires(Drawing& drawing)
{
    std::vector<DrawingArea> areas, taken;
    for (const DrawnBox& box : drawing.boxes) {
        areas.push_back(box.area());
    }
    taken = areas;
    std::size_t lane = 0;
    std::tuple<std::size_t, std::size_t> lastSource;
    for (DrawnWire& wire : drawing.wires) {
        const DrawingPoint from = drawing.boxes[wire.from].output(wire.output);
        const DrawingPoint to = drawing.boxes[wire.to].input(wire.input);
        wire.curve = wireCurveAround(from, to, areas, lane % 8);
        const std::tuple source(wire.from, wire.output);
        lane += wire.curve.pieces.size() > 1 && source != lastSource ? 1 : 0; // wires of one output share a lane
        lastSource = source;
    }
    for (DrawnWire& wire : drawing.wires) {
        if (wire.label.empty()) {
            wire.labelMiddle = wire.curve.at(0.5);
            continue;
        }
        const DrawingArea area = labelArea(wire, taken);
        taken.push_back(area);
        wire.labelMiddle = {area.x + area.width / 2, area.y + area.height / 2};
    }
}

} // namespace engine
