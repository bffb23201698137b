// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/drawing/svg.h"

#include "engine/graph/characters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace engine {
namespace {

constexpr double boxMargin = 16, radius = 8, stripeWidth = 6, portRadius = 5;
constexpr double captionHeight = 28;

std::string number(double value)
{
    char digits[32];
    const double rounded = std::round(value * 100) / 100;
    const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), rounded == 0 ? 0 : rounded);
    return {digits, end};
}

std::string colour(std::uint32_t rgb)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "#";
    for (int shift = 20; shift >= 0; shift -= 4) {
        text += digits[rgb >> shift & 0xf];
    }
    return text;
}

/// Text for between tags and between quotes: XML has no control characters, whatever a layer is called.
std::string escaped(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t length = characterBytes(text);
        const char first = text.front();
        const bool isCharacter =
            length > 0 && text.substr(0, 3) != "\xef\xbf\xbe" && text.substr(0, 3) != "\xef\xbf\xbf";
        if (!isCharacter ||
            (length == 1 && static_cast<unsigned char>(first) < 0x20 && first != '\n' && first != '\t')) {
            result += "\xef\xbf\xbd";
        } else if (first == '&') {
            result += "&amp;";
        } else if (first == '<') {
            result += "&lt;";
        } else if (first == '>') {
            result += "&gt;";
        } else if (first == '"') {
            result += "&quot;";
        } else {
            result += text.substr(0, length);
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}

/// As much of the words as there is room for, with dots where something is left away.
std::string fitting(std::string_view words, double width, double height)
{
    if (textWidth(words, height) <= width) {
        return std::string(words);
    }
    std::string shorter(words);
    while (!shorter.empty() && textWidth(shorter + "…", height) > width) {
        do {
            shorter.pop_back();
        } while (!shorter.empty() && (shorter.back() & 0xc0) == 0x80);
        if (!shorter.empty() && static_cast<unsigned char>(shorter.back()) >= 0xc0) { // its letter is gone
            shorter.pop_back();
        }
    }
    return shorter + "…";
}

/// The lines that the words take at that width, broken between words.
std::vector<std::string> wrapped(std::string_view text, double width, double height)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view rest = text.substr(0, end);
        std::string line;
        while (!rest.empty()) {
            const std::size_t length = std::min(rest.find(' '), rest.size());
            const std::string longer = (line.empty() ? line : line + ' ') + std::string(rest.substr(0, length));
            if (!line.empty() && textWidth(longer, height) > width) {
                lines.push_back(std::move(line));
                line = rest.substr(0, length);
            } else {
                line = longer;
            }
            rest.remove_prefix(std::min(length + 1, rest.size()));
        }
        lines.push_back(std::move(line));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// Writes elements one after another.
class Writer {
public:
    explicit Writer(const DrawingColours& colours) : m_colours(colours) {}

    void head(const Drawing& drawing, const DrawingArea& bounds, const std::string& metadata);
    void note(const DrawnNote& note);
    void wire(const DrawnWire& wire);
    void wireLabel(const DrawnWire& wire);
    void box(const DrawnBox& box);
    void caption(const DrawingArea& bounds, const std::string& words);
    std::string end() { return std::move(m_text) + "</svg>\n"; }

private:
    enum class Anchor { Start, Middle, End };
    struct Words {
        DrawingPoint place; ///< of the anchor, on the base line
        double height;
        std::uint32_t ink;
        Anchor anchor = Anchor::Start;
        bool bold = false;
    };
    void words(std::string_view text, const Words& how);
    void rectangle(const DrawingArea& area, double round, const std::string& paint);
    void line(DrawingPoint from, DrawingPoint to);
    void arrows(DrawingPoint middle);
    void port(DrawingPoint place, const DrawnPort& port);

    const DrawingColours& m_colours;
    std::string m_text;
};

void Writer::head(const Drawing& drawing, const DrawingArea& bounds, const std::string& metadata)
{
    const std::string width = number(bounds.width), height = number(bounds.height);
    m_text += R"(<?xml version="1.0" encoding="UTF-8"?>)"
              "\n"
              R"(<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny" width=")" +
              width + R"(" height=")" + height + R"(" viewBox=")" + number(bounds.x) + " " + number(bounds.y) + " " +
              width + " " + height + R"(" font-family="Inter, Noto Sans, DejaVu Sans, sans-serif">)" + "\n<title>" +
              escaped(drawing.title.empty() ? "Hamnet" : drawing.title) + "</title>\n";
    if (!metadata.empty()) {
        m_text += "<metadata>" + escaped(metadata) + "</metadata>\n";
    }
    rectangle(bounds, 0, R"( fill=")" + colour(m_colours.canvas) + '"');
}

void Writer::words(std::string_view text, const Words& how)
{
    if (text.empty()) {
        return;
    }
    m_text += R"(<text x=")" + number(how.place.x) + R"(" y=")" + number(how.place.y) + R"(" font-size=")" +
              number(how.height) + R"(" fill=")" + colour(how.ink) + '"' + (how.bold ? R"( font-weight="bold")" : "") +
              (how.anchor == Anchor::Middle ? R"( text-anchor="middle")"
               : how.anchor == Anchor::End  ? R"( text-anchor="end")"
                                            : "") +
              ">" + escaped(text) + "</text>\n";
}

void Writer::rectangle(const DrawingArea& area, double round, const std::string& paint)
{
    m_text += R"(<rect x=")" + number(area.x) + R"(" y=")" + number(area.y) + R"(" width=")" + number(area.width) +
              R"(" height=")" + number(area.height) + '"' + (round > 0 ? R"( rx=")" + number(round) + '"' : "") +
              paint + "/>\n";
}

void Writer::line(DrawingPoint from, DrawingPoint to)
{
    m_text += R"(<path d="M)" + number(from.x) + ' ' + number(from.y) + 'L' + number(to.x) + ' ' + number(to.y) +
              R"(" fill="none" stroke=")" + colour(m_colours.mutedText) + R"(" stroke-width="1.5"/>)" + '\n';
}

/// To the right and, below it, to the left: the layer reads its sequence in both directions.
void Writer::arrows(DrawingPoint middle)
{
    for (const double side : {1.0, -1.0}) {
        const DrawingPoint tip{middle.x + side * 9, middle.y - side * 3.5};
        line({middle.x - side * 9, tip.y}, tip);
        line({tip.x - side * 4, tip.y - 3}, tip);
        line({tip.x - side * 4, tip.y + 3}, tip);
    }
}

void Writer::note(const DrawnNote& note)
{
    rectangle(note.area, 6,
              R"( fill=")" + colour(note.frame ? m_colours.frame : m_colours.note) + R"(" stroke=")" +
                  colour(m_colours.nodeBorder) + '"');
    constexpr double height = 13, lineHeight = 18;
    const double width = note.area.width - 20;
    const std::vector<std::string> lines =
        note.frame ? std::vector{note.text.substr(0, note.text.find('\n'))} : wrapped(note.text, width, height);
    double y = note.area.y + 20;
    for (const std::string& line : lines) {
        if (y >= note.area.bottom()) {
            return;
        }
        words(fitting(line, width, height),
              {.place = {note.area.x + 10, y}, .height = height, .ink = m_colours.text, .bold = note.frame});
        y += lineHeight;
    }
}

void Writer::wire(const DrawnWire& wire)
{
    m_text += R"(<path d="M)" + number(wire.curve.start.x) + ' ' + number(wire.curve.start.y);
    for (const auto& piece : wire.curve.pieces) {
        m_text += 'C';
        for (const DrawingPoint& point : piece) {
            m_text += number(point.x) + ' ' + number(point.y) + (&point == &piece.back() ? "" : " ");
        }
    }
    m_text += R"(" fill="none" stroke=")" + colour(m_colours.wire) + R"(" stroke-width="2"/>)" + '\n';
}

void Writer::wireLabel(const DrawnWire& wire)
{
    if (wire.label.empty()) {
        return;
    }
    const double width = textWidth(wire.label, 11) + 8;
    rectangle({wire.labelMiddle.x - width / 2, wire.labelMiddle.y - 8, width, 16}, 8,
              R"( fill=")" + colour(m_colours.canvas) + '"'); // no wire crosses it out
    words(wire.label, {.place = {wire.labelMiddle.x, wire.labelMiddle.y + 4},
                       .height = 11,
                       .ink = m_colours.mutedText,
                       .anchor = Anchor::Middle});
}

void Writer::box(const DrawnBox& box)
{
    const double left = box.corner.x, top = box.corner.y, right = left + boxWidth, inside = left + boxMargin;
    const bool bad = !box.problem.empty();
    m_text += "<g>\n<title>" + escaped(box.name) + "</title>\n";
    rectangle(box.area(), radius,
              R"( fill=")" + colour(m_colours.node) + R"(" stroke=")" +
                  colour(bad ? m_colours.error : m_colours.nodeBorder) + R"(" stroke-width=")" + (bad ? "2" : "1") +
                  '"');
    const std::uint32_t stripe = box.group ? m_colours.group(*box.group) : m_colours.mutedText;
    rectangle({left + 3, top + 8, stripeWidth, boxHeight - 16}, 3, R"( fill=")" + colour(stripe) + '"');
    const double badge = box.parameters.empty() ? 0 : textWidth(box.parameters, 11) + 12;
    if (badge > 0) {
        rectangle({right - 12 - badge, top + 10, badge, 18}, 9,
                  R"( fill="none" stroke=")" + colour(m_colours.mutedText) + R"(" stroke-opacity="0.5")");
        words(box.parameters, {.place = {right - 12 - badge / 2, top + 23},
                               .height = 11,
                               .ink = m_colours.mutedText,
                               .anchor = Anchor::Middle});
    }
    const double width = boxWidth - boxMargin - 12;
    words(fitting(box.name, width - badge - 6, 14),
          {.place = {inside, top + 25}, .height = 14, .ink = m_colours.text, .bold = true});
    words(box.type, {.place = {inside, top + 42}, .height = 11, .ink = m_colours.mutedText});
    if (box.bidirectional) {
        arrows({right - 24, top + 40});
    }
    words(fitting(box.settings, width, 12), {.place = {inside, top + 61}, .height = 12, .ink = m_colours.text});
    words(fitting(bad ? box.problem : box.size, width, 12),
          {.place = {inside, top + 80}, .height = 12, .ink = bad ? m_colours.error : m_colours.mutedText});
    for (std::size_t input = 0; input < box.inputs.size(); ++input) {
        port(box.input(input), box.inputs[input]);
    }
    for (std::size_t output = 0; output < box.outputs.size(); ++output) {
        port(box.output(output), box.outputs[output]);
    }
    m_text += "</g>\n";
}

/// A ring for a free place, a disc for a taken one.
void Writer::port(DrawingPoint place, const DrawnPort& port)
{
    const bool needed = port.required || port.connected;
    const std::string ink = colour(needed ? m_colours.port : m_colours.mutedText);
    m_text += R"(<circle cx=")" + number(place.x) + R"(" cy=")" + number(place.y) + R"(" r=")" +
              number(needed ? portRadius : portRadius - 1) + R"(" fill=")" +
              (port.connected ? ink : colour(m_colours.canvas)) + R"(" stroke=")" + ink + R"(" stroke-width="1.5"/>)" +
              '\n';
}

void Writer::caption(const DrawingArea& bounds, const std::string& text)
{
    words(text, {.place = {bounds.x + 36, bounds.bottom() - 14}, .height = 13, .ink = m_colours.mutedText});
}

} // namespace

std::string svgOf(const Drawing& drawing, const SvgOptions& options)
{
    DrawingArea bounds = drawing.bounds();
    if (!drawing.caption.empty()) {
        bounds.height += captionHeight;
        bounds.width = std::max(bounds.width, textWidth(drawing.caption, 13) + 72);
    }
    Writer writer(drawingColours(options.ground));
    writer.head(drawing, bounds, options.metadata);
    for (const DrawnNote& note : drawing.notes) {
        writer.note(note);
    }
    for (const DrawnWire& wire : drawing.wires) {
        writer.wire(wire);
    }
    for (const DrawnBox& box : drawing.boxes) {
        writer.box(box);
    }
    for (const DrawnWire& wire : drawing.wires) {
        writer.wireLabel(wire);
    }
    writer.caption(bounds, drawing.caption);
    return writer.end();
}

} // namespace engine
