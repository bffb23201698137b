// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

#include <QColor>
#include <QIcon>
#include <QObject>
#include <QPalette>
#include <QString>

namespace editor {

class DesktopScheme;

/// Every colour that is not the palette's own. One value for light, one for dark; contrast to `canvas` and `node` is at
/// least 4.5 for text and 3 for graphics.
struct Theme {
    bool dark = false;
    QColor canvas = {}, grid = {};                   ///< the drawing's ground
    QColor node = {}, nodeBorder = {};               ///< a layer's box
    QColor text = {}, mutedText = {};                ///< on canvas and node
    QColor wire = {}, port = {};                     ///
    QColor accent = {};                              ///< selection, focus, progress
    QColor error = {}, warning = {}, success = {};   ///< always with a shape or a word beside it
    QColor frame = {}, note = {};                    ///< areas and comments on the canvas
    QColor raw = {}, smoothed = {}, validation = {}; ///< curves of the run under way

    QColor group(engine::LayerGroup group) const; ///< a layer's stripe and icon
    QColor curve(int index) const;                ///< of a run: eight that colour-blind readers can tell apart
    QColor heat(double fraction) const;           ///< 0 cool .. 1 hot, a ground that `text` is legible on
};

/// Light, dark, or as the desktop is; applies palette and style to the whole program.
class Looks : public QObject {
    Q_OBJECT

public:
    enum class Mode { System, Light, Dark };

    static Looks& instance(); ///< lives as long as the QApplication

    void setMode(Mode mode); ///< kept in the settings
    Mode mode() const { return m_mode; }
    const Theme& theme() const; ///< of what is shown now

signals:
    void changed(); ///< the theme: repaint

private:
    explicit Looks(QObject* parent);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void follow(); ///< asks what the desktop is
    void apply();

    DesktopScheme* m_portal;
    Mode m_mode = Mode::System;
    bool m_desktopDark = false;
    bool m_dark = false;
    bool m_applied = false;  ///< once at least
    bool m_applying = false; ///< the palette's change is our own
};

/// Calls `act` whenever the theme has changed, as long as `who` lives.
template <class Who, class Act>
void onNewLooks(Who* who, Act act)
{
    QObject::connect(&Looks::instance(), &Looks::changed, who, act);
}

/// Shorthand for Looks::instance().theme().
const Theme& theme();

/// A part of the way from one to the other, in the display's own values: near enough for neighbours on a scale.
QColor between(const QColor& from, const QColor& to, double part);
QColor faint(QColor colour, double opacity);

/// Our own icon by its name ("train", "pause", "unroll"), drawn from SVG in the palette's text colour, sharp at any
/// scale, faint where disabled, and again when the theme changes. Asserts that there is one.
QIcon icon(const QString& name);

/// The name of a group of layers' icon, for icon().
QString groupIconName(engine::LayerGroup group);

const Theme& lightTheme();
const Theme& darkTheme();

/// Every role in every state, so that nothing of the desktop's own palette shines through.
QPalette paletteOf(const Theme& theme);

/// Whether text on it would be light: what a desktop tells of its mode before Qt 6.5.
bool isDark(const QPalette& palette);

/// The few things that Fusion draws heavily: docks, tabs, tool buttons, scroll bars, groups. Sizes follow the font (em)
/// or the display's scale (px).
QString styleSheet(const Theme& theme);

} // namespace editor
