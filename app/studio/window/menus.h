// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/window/panels.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QObject>

class QToolBar;
class QToolButton;

namespace studio {

class WindowGuide;

/// The window's menus and tool bar, made from what its parts can do.
class Menus : public QObject {
    Q_OBJECT

public:
    /// Behind the panels, whose actions it offers too.
    Menus(const WindowParts& parts, WindowGuide& guide);

private:
    void makeFileMenu(QMenu& menu);
    void makeEditMenu(QMenu& menu);
    void makeLayerMenu(QMenu& menu);
    void makeTrainingMenu(QMenu& menu);
    void offerRace(); ///< where the drawing can train, or says why not
    void makeViewMenu(QMenu& menu);
    void makePhaseMenu(QMenu& menu);
    void makePanelsMenu(QMenu& menu);
    void makeLooksMenu(QMenu& menu);
    void makeLanguageMenu(QMenu& menu);
    void makeHelpMenu(QMenu& menu);
    void makeToolBar();
    void addActivities(const QToolBar& tools);
    void nameActivities(); ///< with words where the window has room for them beside Start and Stop
    bool eventFilter(QObject* watched, QEvent* event) override;
    void addDrawingTools(QToolBar& bar);

    QAction& named(const char* action) const;

    QMainWindow& m_window;
    WindowParts m_parts;
    WindowGuide& m_guide;
    QAction *m_undo, *m_redo, *m_race;
    std::vector<QToolButton*> m_activities;
    int m_roomForWords = 0; ///< pixels, of the window
};

} // namespace studio
