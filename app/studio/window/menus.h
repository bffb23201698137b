// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/window/panels.h"

#include <QAction>
#include <QDialog>
#include <QIcon>
#include <QMainWindow>
#include <QMenu>
#include <QObject>
#include <QPointer>
#include <vector>

class QToolBar;
class QToolButton;
class QLineEdit;
class QMenuBar;
class QTreeWidget;

namespace studio {

class WindowGuide;

/// Every command of the menus and of the lists' own ones, to be found by typing parts of its words. accept() closes it;
/// chosen() is what was chosen.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    CommandPalette(const QMenuBar& menus, QWidget* parent);

    QAction* chosen() const { return m_chosen; } ///< null: nothing

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Command {
        QPointer<QAction> action;
        QString path;  ///< of menus above it: "View › Panels"
        QString words; ///< that are searched
    };
    void collect(const QList<QAction*>& actions, const QString& path);
    void fit();
    void filter();
    void choose();

    std::vector<Command> m_commands; ///< in the order of the menus
    QPointer<QAction> m_chosen;
    QLineEdit* m_search;
    QTreeWidget* m_list;
    QIcon m_noIcon; ///< as wide as an icon
};

/// The window's menus and tool bar, made from what its parts can do.
class Menus : public QObject {
    Q_OBJECT

public:
    /// Behind the panels, whose actions it offers too.
    Menus(const WindowParts& parts, WindowGuide& guide);

private:
    void makeEditing(); ///< the menus File, Edit and Layer
    void makeTraining();
    void offerRace(); ///< where the drawing can train, or says why not
    void makeView();
    void makePhaseMenu(QMenu& menu);
    void makeLooksMenu(QMenu& menu);
    void makeLanguageMenu(QMenu& menu);
    void makeHelp(WindowGuide& guide);
    void makeToolBar();
    void addActivities(const QToolBar& tools);
    void nameActivities(); ///< with words where the window has room for them beside Start and Stop
    bool eventFilter(QObject* watched, QEvent* event) override;
    void addDrawingTools(QToolBar& bar);

    QAction& named(const char* action) const;

    QMainWindow& m_window;
    WindowParts m_parts;
    QAction *m_undo, *m_redo, *m_race;
    std::vector<QToolButton*> m_activities;
    int m_roomForWords = 0; ///< pixels, of the window
};

} // namespace studio
