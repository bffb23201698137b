// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/palette.h"

#include "editor/looks/themes.h"

namespace editor {
namespace {

/// What the palette's roles are made from.
struct Tones {
    QColor window, base, alternate, button;
    QColor text, placeholder, disabled;
    QColor light, mid, dark, shadow; ///< edges, as Fusion draws them
    QColor highlight, disabledHighlight;
    QColor link, linkVisited;
};

Tones lightTones()
{
    return {.window = QColor(0xefeeea),
            .base = QColor(0xffffff),
            .alternate = QColor(0xf6f5f1),
            .button = QColor(0xfaf9f7),
            .text = lightTheme().text,
            .placeholder = QColor(0x68717c),
            .disabled = QColor(0x8b929a),
            .light = QColor(0xffffff),
            .mid = QColor(0xc8c6bf),
            .dark = QColor(0xa3a199),
            .shadow = QColor(0x6f6d66),
            .highlight = QColor(0x0a7570),
            .disabledHighlight = QColor(0xb9c4c3),
            .link = QColor(0x0b689c),
            .linkVisited = QColor(0x6b47b0)};
}

Tones darkTones()
{
    return {.window = QColor(0x1e2228),
            .base = QColor(0x171a1f),
            .alternate = QColor(0x1c2026),
            .button = QColor(0x2b3139),
            .text = darkTheme().text,
            .placeholder = QColor(0x8b95a1),
            .disabled = QColor(0x717a85),
            .light = QColor(0x3a414b),
            .mid = QColor(0x3b424c),
            .dark = QColor(0x11141a),
            .shadow = QColor(0x0b0d10),
            .highlight = QColor(0x1f7a73),
            .disabledHighlight = QColor(0x37414a),
            .link = QColor(0x6cc5f0),
            .linkVisited = QColor(0xc0a2ff)};
}

} // namespace

QPalette paletteOf(const Theme& theme)
{
    const Tones tones = theme.dark ? darkTones() : lightTones();
    QPalette palette;
    palette.setColor(QPalette::Window, tones.window);
    palette.setColor(QPalette::WindowText, tones.text);
    palette.setColor(QPalette::Base, tones.base);
    palette.setColor(QPalette::AlternateBase, tones.alternate);
    palette.setColor(QPalette::ToolTipBase, theme.node);
    palette.setColor(QPalette::ToolTipText, tones.text);
    palette.setColor(QPalette::PlaceholderText, tones.placeholder);
    palette.setColor(QPalette::Text, tones.text);
    palette.setColor(QPalette::Button, tones.button);
    palette.setColor(QPalette::ButtonText, tones.text);
    palette.setColor(QPalette::BrightText, QColor(Qt::white));
    palette.setColor(QPalette::Light, tones.light);
    palette.setColor(QPalette::Midlight, tones.button);
    palette.setColor(QPalette::Mid, tones.mid);
    palette.setColor(QPalette::Dark, tones.dark);
    palette.setColor(QPalette::Shadow, tones.shadow);
    palette.setColor(QPalette::Highlight, tones.highlight);
    palette.setColor(QPalette::HighlightedText, QColor(Qt::white));
    palette.setColor(QPalette::Link, tones.link);
    palette.setColor(QPalette::LinkVisited, tones.linkVisited);
#if QT_VERSION >= QT_VERSION_CHECK(6, 6, 0)
    palette.setColor(QPalette::Accent, tones.highlight);
#endif
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText, QPalette::ToolTipText,
          QPalette::HighlightedText}) {
        palette.setColor(QPalette::Disabled, role, tones.disabled);
    }
    palette.setColor(QPalette::Disabled, QPalette::Base, tones.window);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, tones.disabledHighlight);
    return palette;
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

} // namespace editor
