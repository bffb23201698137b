// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/theme.h"

#include "engine/drawing/colours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace editor {

QColor between(const QColor& from, const QColor& to, double part)
{
    const auto mixed = [part](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * part)); };
    return {mixed(from.red(), to.red()), mixed(from.green(), to.green()), mixed(from.blue(), to.blue())};
}

QColor faint(QColor colour, double opacity)
{
    colour.setAlphaF(static_cast<float>(opacity));
    return colour;
}

namespace {

/// A drawing's colours, as files have them, too, and those of the window alone.
Theme themeOf(engine::Ground ground, Theme own)
{
    const engine::DrawingColours& drawn = engine::drawingColours(ground);
    own.dark = ground == engine::Ground::Dark;
    own.canvas = QColor(drawn.canvas);
    own.node = QColor(drawn.node);
    own.nodeBorder = QColor(drawn.nodeBorder);
    own.text = QColor(drawn.text);
    own.mutedText = QColor(drawn.mutedText);
    own.wire = QColor(drawn.wire);
    own.port = QColor(drawn.port);
    own.accent = QColor(drawn.accent);
    own.error = QColor(drawn.error);
    own.frame = QColor(drawn.frame);
    own.note = QColor(drawn.note);
    return own;
}

} // namespace

const Theme& lightTheme()
{
    static const Theme theme = themeOf(engine::Ground::Light, {.grid = 0xe3e1da,
                                                               .warning = 0x9a5b00,
                                                               .success = 0x2e7a36,
                                                               .raw = 0x788ca5,
                                                               .smoothed = 0x1f62b0,
                                                               .validation = 0xb94a08});
    return theme;
}

const Theme& darkTheme()
{
    static const Theme theme = themeOf(engine::Ground::Dark, {.grid = 0x262b32,
                                                              .warning = 0xeab04a,
                                                              .success = 0x7fcf74,
                                                              .raw = 0x71839b,
                                                              .smoothed = 0x6cb2ff,
                                                              .validation = 0xff9d57});
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

QPalette paletteOf(const Theme& theme)
{
    struct Tone {
        QPalette::ColorRole role;
        QRgb light, dark;
    };
    constexpr std::array<Tone, 15> tones = {{{QPalette::Window, 0xefeeea, 0x1e2228},
                                             {QPalette::Base, 0xffffff, 0x171a1f},
                                             {QPalette::AlternateBase, 0xf6f5f1, 0x1c2026},
                                             {QPalette::PlaceholderText, 0x68717c, 0x8b95a1},
                                             {QPalette::Button, 0xfaf9f7, 0x2b3139},
                                             {QPalette::Midlight, 0xfaf9f7, 0x2b3139},
                                             {QPalette::BrightText, 0xffffff, 0xffffff},
                                             {QPalette::HighlightedText, 0xffffff, 0xffffff},
                                             {QPalette::Light, 0xffffff, 0x3a414b}, // edges, as Fusion draws them
                                             {QPalette::Mid, 0xc8c6bf, 0x3b424c},
                                             {QPalette::Dark, 0xa3a199, 0x11141a},
                                             {QPalette::Shadow, 0x6f6d66, 0x0b0d10},
                                             {QPalette::Highlight, 0x0a7570, 0x1f7a73},
                                             {QPalette::Link, 0x0b689c, 0x6cc5f0},
                                             {QPalette::LinkVisited, 0x6b47b0, 0xc0a2ff}}};
    const auto toned = [&](QRgb light, QRgb dark) { return QColor(theme.dark ? dark : light); };
    QPalette palette;
    for (const auto& [role, light, dark] : tones) {
        palette.setColor(role, toned(light, dark));
    }
    palette.setColor(QPalette::ToolTipBase, theme.node);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, theme.text);
    }
#if QT_VERSION >= QT_VERSION_CHECK(6, 6, 0)
    palette.setColor(QPalette::Accent, palette.color(QPalette::Highlight));
#endif
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText, QPalette::ToolTipText,
          QPalette::HighlightedText}) {
        palette.setColor(QPalette::Disabled, role, toned(0x8b929a, 0x717a85));
    }
    palette.setColor(QPalette::Disabled, QPalette::Base, palette.color(QPalette::Window));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, toned(0xb9c4c3, 0x37414a));
    return palette;
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

namespace {

// @words@ stand for colours; a plain % argument list would not say which is which.
const char* const sheet = R"(
QToolTip { background: @node@; color: @text@; border: 1px solid @line@; padding: 4px 6px; }

QMainWindow::separator { background: @window@; width: 5px; height: 5px; }
QMainWindow::separator:hover { background: @accent@; }
QSplitter::handle { background: @window@; }
QSplitter::handle:hover { background: @accent@; }
QSplitter::handle:horizontal { width: 5px; }
QSplitter::handle:vertical { height: 5px; }

QDockWidget::title { background: @window@; padding: 5px 8px; text-align: left; }
QDockWidget::close-button, QDockWidget::float-button { border: none; border-radius: 4px; padding: 1px; }
QDockWidget::close-button:hover, QDockWidget::float-button:hover { background: @hover@; }

QStatusBar { background: @window@; border-top: 1px solid @line@; }
QStatusBar::item { border: none; }

QToolBar { background: @window@; border: none; padding: 3px 4px; spacing: 2px; }
QToolBar::separator { background: @line@; width: 1px; height: 1px; margin: 4px 5px; }
QToolBar QToolButton, QToolButton[autoRaise="true"] {
    background: transparent; border: 1px solid transparent; border-radius: 5px; padding: 3px; }
QToolBar QToolButton[popupMode="1"], QToolButton[autoRaise="true"][popupMode="1"] { padding-right: 15px; }
QToolBar QToolButton[popupMode="2"], QToolButton[autoRaise="true"][popupMode="2"] { padding-right: 13px; }
QToolBar QToolButton::menu-button, QToolButton[autoRaise="true"]::menu-button { border: none; width: 13px; }
QToolBar QToolButton::menu-indicator, QToolButton[autoRaise="true"]::menu-indicator {
    subcontrol-position: right center; right: 1px; }
QToolBar QToolButton:hover, QToolButton[autoRaise="true"]:hover { background: @hover@; }
QToolBar QToolButton:pressed, QToolButton[autoRaise="true"]:pressed { background: @pressed@; }
QToolBar QToolButton:checked, QToolButton[autoRaise="true"]:checked { background: @chosen@; }
QToolBar QToolButton:focus, QToolButton[autoRaise="true"]:focus { border-color: @accent@; }

QTabWidget::pane { border: none; border-top: 1px solid @line@; }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @muted@; border: none; padding: 5px 7px; }
QMainWindow > QTabBar::tab { padding: 5px; }
QTabBar::tab:top { border-bottom: 2px solid transparent; }
QTabBar::tab:bottom { border-top: 2px solid transparent; }
QTabBar::tab:hover { color: @text@; background: @hover@; }
QTabBar::tab:selected { color: @text@; }
QTabBar::tab:top:selected { border-bottom-color: @accent@; }
QTabBar::tab:bottom:selected { border-top-color: @accent@; }
QTabBar::tab:focus { background: @accent@; color: @window@; }
QTabBar::tab:disabled { color: @disabled@; }

QGroupBox { border: none; border-top: 1px solid @line@; margin-top: 1.1em; padding-top: 0.2em; }
QGroupBox::title { subcontrol-origin: margin; subcontrol-position: top left; padding: 0 6px 0 0; color: @muted@; }

QHeaderView { background: @window@; }
QHeaderView::section { background: @window@; color: @muted@; border: none; border-right: 1px solid @line@;
    border-bottom: 1px solid @line@; padding: 3px 6px; }
QHeaderView::section:hover { color: @text@; }

QLabel#problem, QLabel#warning, QLabel#starved { border: none; border-left: 3px solid @error@; border-radius: 2px;
    padding: 7px 10px; background: @errorground@; }
QLabel#warning, QLabel#starved { border-left-color: @warning@; background: @warningground@; }

QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: @handle@; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @handlehover@; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

)";

} // namespace

QString styleSheet(const Theme& theme)
{
    const QPalette palette = paletteOf(theme);
    const QColor window = palette.color(QPalette::Window);
    const std::initializer_list<std::pair<const char*, QColor>> colours = {
        {"@node@", theme.node},
        {"@text@", theme.text},
        {"@muted@", theme.mutedText},
        {"@accent@", theme.accent},
        {"@window@", window},
        {"@line@", between(window, theme.text, 0.16)},
        {"@hover@", between(window, theme.text, 0.08)},
        {"@pressed@", between(window, theme.text, 0.15)},
        {"@chosen@", between(window, theme.accent, 0.3)},
        {"@disabled@", palette.color(QPalette::Disabled, QPalette::Text)},
        {"@error@", theme.error},
        {"@errorground@", between(window, theme.error, 0.1)},
        {"@warning@", theme.warning},
        {"@warningground@", between(window, theme.warning, 0.1)},
        {"@handle@", between(window, theme.text, 0.45)},
        {"@handlehover@", between(window, theme.text, 0.65)},
    };
    QString text = QString::fromLatin1(sheet);
    for (const auto& [word, colour] : colours) {
        text.replace(QLatin1String(word), colour.name());
    }
    return text;
}

} // namespace editor

#include "moc_theme.cpp"
