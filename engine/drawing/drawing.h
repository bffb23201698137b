// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// A net as a picture: values without pixels. Lengths are in the canvas's units: 1/96 inch at zoom 1.
namespace engine {

/// Of every layer's box.
inline constexpr double boxWidth = 220, boxHeight = 96;
inline constexpr double drawingGrid = 12;

struct DrawingPoint {
    double x = 0, y = 0;
    bool operator==(const DrawingPoint&) const = default;
};

struct DrawingArea {
    double x = 0, y = 0, width = 0, height = 0;

    double right() const { return x + width; }
    double bottom() const { return y + height; }
    bool overlaps(const DrawingArea& other) const
    {
        return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
    }
    bool operator==(const DrawingArea&) const = default;
};

/// A place on a box's edge: inputs on the upper one, outputs on the lower one, at equal distances.
struct DrawnPort {
    std::string name;
    bool connected = false, required = true;
};

/// A layer.
struct DrawnBox {
    DrawingPoint corner; ///< upper left
    std::string name, type;
    std::string settings = {};   ///< "512 units, 2 layers"
    std::string size = {};       ///< of the first output: "75×25×512"
    std::string parameters = {}; ///< "3.25 M"; empty: none
    std::string problem = {};    ///< empty where all is well; stands in the place of the size
    std::optional<LayerGroup> group = {};
    bool bidirectional = false;
    std::vector<DrawnPort> inputs = {}, outputs = {};

    DrawingArea area() const { return {corner.x, corner.y, boxWidth, boxHeight}; }
    DrawingPoint input(std::size_t port) const;
    DrawingPoint output(std::size_t port) const;
};

/// A smooth line of cubic Bezier pieces: two points that it is pulled to, then the end of the piece.
struct DrawnCurve {
    DrawingPoint start;
    std::vector<std::array<DrawingPoint, 3>> pieces;

    DrawingPoint at(double part) const; ///< 0 the start, 1 the end; each piece takes the same share
};

/// What flows from an output to an input.
struct DrawnWire {
    std::size_t from = 0, to = 0; ///< boxes
    std::size_t output = 0, input = 0;
    std::string label = {}; ///< the tensor's shape; empty where it is not known or said elsewhere
    DrawnCurve curve = {};
    DrawingPoint labelMiddle = {};
};

/// Words on the drawing, in a frame or on a sheet of their own.
struct DrawnNote {
    DrawingArea area;
    std::string text;
    bool frame = false; ///< a frame with a title, and not a comment
    bool operator==(const DrawnNote&) const = default;
};

struct Drawing {
    std::string title;
    std::string caption = {}; ///< a line below the drawing
    std::vector<DrawnBox> boxes;
    std::vector<DrawnWire> wires;
    std::vector<DrawnNote> notes = {};

    DrawingArea bounds() const; ///< all of it, with a margin
};

/// About how wide the words are in a font of that height. Programs that show a picture bring fonts of their own.
double textWidth(std::string_view words, double height);

/// Gives the wires their curves and their labels' places, around the boxes as they stand.
void routeWires(Drawing& drawing);

} // namespace engine
