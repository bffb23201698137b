// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/style_sheet.h"

#include "editor/looks/palette.h"

namespace editor {
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
QToolBar QToolButton:checked, QToolButton[autoRaise="true"]:checked { background: @chosen@; border-color: @accent@; }
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

/// `over` at the given strength on `ground`, opaque.
QColor tint(const QColor& ground, const QColor& over, double strength)
{
    const auto mixed = [strength](int a, int b) { return static_cast<int>(a + (b - a) * strength); };
    return {mixed(ground.red(), over.red()), mixed(ground.green(), over.green()), mixed(ground.blue(), over.blue())};
}

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
        {"@line@", tint(window, theme.text, 0.16)},
        {"@hover@", tint(window, theme.text, 0.08)},
        {"@pressed@", tint(window, theme.text, 0.15)},
        {"@chosen@", tint(window, theme.accent, 0.16)},
        {"@disabled@", palette.color(QPalette::Disabled, QPalette::Text)},
        {"@error@", theme.error},
        {"@errorground@", tint(window, theme.error, 0.1)},
        {"@warning@", theme.warning},
        {"@warningground@", tint(window, theme.warning, 0.1)},
        {"@handle@", tint(window, theme.text, 0.45)},
        {"@handlehover@", tint(window, theme.text, 0.65)},
    };
    QString text = QString::fromLatin1(sheet);
    for (const auto& [word, colour] : colours) {
        text.replace(QLatin1String(word), colour.name());
    }
    return text;
}

} // namespace editor
