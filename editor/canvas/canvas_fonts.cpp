// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/canvas_fonts.h"

#include <array>
#include <QGuiApplication>

namespace editor {
namespace {

struct Fonts {
    QString family; ///< of the program's font that these were made from
    std::array<QFont, 3> sizes;
};

std::array<QFont, 3> made(const QFont& base)
{
    std::array<QFont, 3> fonts{base, base, base};
    const std::array pixels{14, 12, 11};
    for (std::size_t index = 0; index < fonts.size(); ++index) {
        fonts[index].setPixelSize(pixels[index]);
        fonts[index].setHintingPreference(QFont::PreferNoHinting);
    }
    fonts[0].setWeight(QFont::DemiBold);
    return fonts;
}

} // namespace

const QFont& canvasFont(CanvasFont font)
{
    static Fonts fonts;
    const QFont base = QGuiApplication::font();
    if (fonts.family != base.family()) {
        fonts = {base.family(), made(base)};
    }
    return fonts.sizes[std::size_t(font)];
}

} // namespace editor
