// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/training_actions.h"
#include "app/studio/window/activities.h"
#include "app/studio/window/canvas_pages.h"
#include "app/studio/window/file_commands.h"
#include "app/studio/window/guide_link.h"
#include "app/studio/window/panels.h"
#include "app/studio/workspace/workspace.h"

#include <QMainWindow>
#include <QMenu>
#include <QObject>

class QToolBar;

namespace studio {

/// The window's menus and tool bar, made from what its parts can do.
class Menus : public QObject {
    Q_OBJECT

public:
    /// What the menus offer.
    struct Parts {
        Workspace& workspace;
        FileCommands& files;
        CanvasPages& pages;
        Activities& activities;
        Panels& panels;
        TrainingActions& training;
        GuideLink& guide;
    };
    Menus(QMainWindow& window, const Parts& parts);

signals:
    void said(const QString& sentence);

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
    void addActivities();
    void addDrawingTools(QToolBar& bar);

    QMainWindow& m_window;
    Parts m_parts;
    QAction *m_undo, *m_redo, *m_race;
};

} // namespace studio
