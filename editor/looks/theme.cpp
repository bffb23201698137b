// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/theme.h"

#include "editor/looks/themes.h"
#include "engine/drawing/colours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace editor {
namespace {

/// Between two colours, in the display's own values: near enough for neighbours on a scale.
QColor between(const QColor& from, const QColor& to, double fraction)
{
    const auto mixed = [fraction](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * fraction)); };
    return {mixed(from.red(), to.red()), mixed(from.green(), to.green()), mixed(from.blue(), to.blue())};
}

} // namespace

const Theme& lightTheme()
{
    static const engine::DrawingColours& drawn = engine::drawingColours(engine::Ground::Light);
    static const Theme theme{
        .dark = false,
        .canvas = QColor(drawn.canvas),
        .grid = QColor(0xe3e1da),
        .node = QColor(drawn.node),
        .nodeBorder = QColor(drawn.nodeBorder),
        .text = QColor(drawn.text),
        .mutedText = QColor(drawn.mutedText),
        .wire = QColor(drawn.wire),
        .port = QColor(drawn.port),
        .accent = QColor(drawn.accent),
        .error = QColor(drawn.error),
        .warning = QColor(0x9a5b00),
        .success = QColor(0x2e7a36),
        .frame = QColor(drawn.frame),
        .note = QColor(drawn.note),
        .raw = QColor(0x788ca5),
        .smoothed = QColor(0x1f62b0),
        .validation = QColor(0xb94a08),
    };
    return theme;
}

const Theme& darkTheme()
{
    static const engine::DrawingColours& drawn = engine::drawingColours(engine::Ground::Dark);
    static const Theme theme{
        .dark = true,
        .canvas = QColor(drawn.canvas),
        .grid = QColor(0x262b32),
        .node = QColor(drawn.node),
        .nodeBorder = QColor(drawn.nodeBorder),
        .text = QColor(drawn.text),
        .mutedText = QColor(drawn.mutedText),
        .wire = QColor(drawn.wire),
        .port = QColor(drawn.port),
        .accent = QColor(drawn.accent),
        .error = QColor(drawn.error),
        .warning = QColor(0xeab04a),
        .success = QColor(0x7fcf74),
        .frame = QColor(drawn.frame),
        .note = QColor(drawn.note),
        .raw = QColor(0x71839b),
        .smoothed = QColor(0x6cb2ff),
        .validation = QColor(0xff9d57),
    };
    return theme;
}

QColor Theme::group(engine::LayerGroup group) const
{
    return QColor(engine::drawingColours(dark ? engine::Ground::Dark : engine::Ground::Light).group(group));
}

QColor Theme::curve(int index) const
{
    // Blue, orange, green, red, purple, olive, teal, grey, each with a contrast of 3 on both themes' grounds.
    static constexpr std::array<QRgb, 8> colours{0x0196d9, 0xcc7a07, 0x0e8845, 0xe5625c,
                                                 0x8c65a5, 0x7b7625, 0x009d9e, 0x847772};
    return QColor(colours.at(static_cast<std::size_t>(std::abs(index)) % colours.size()));
}

QColor Theme::heat(double fraction) const
{
    const std::array<QColor, 4> steps =
        dark ? std::array{QColor(0x26303f), QColor(0x34464f), QColor(0x665324), QColor(0x96420f)}
             : std::array{QColor(0xe9f1f8), QColor(0xd9ecc8), QColor(0xfbd76a), QColor(0xf28a4b)};
    const double place = std::clamp(std::isfinite(fraction) ? fraction : 0.0, 0.0, 1.0) * (steps.size() - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(place), steps.size() - 2);
    return between(steps.at(below), steps.at(below + 1), place - static_cast<double>(below));
}

} // namespace editor

#include "moc_theme.cpp"
