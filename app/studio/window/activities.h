// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/window/centre.h"
#include "app/studio/window/panels.h"

#include <array>
#include <functional>
#include <QAction>
#include <QByteArray>
#include <QDockWidget>
#include <QList>
#include <QMainWindow>
#include <QMap>
#include <QObject>
#include <QString>
#include <QTimer>

namespace studio {

/// Switches the window between its activities: what owns the middle, and the docks around it as they were left there,
/// in a small window and in a larger one. It makes the docks, and lays them side by side or as tabs.
class Activities : public QObject {
    Q_OBJECT

public:
    Activities(QMainWindow& window, Centre& centre);
    ~Activities() override; ///< deletes the docks with their panels, before what they look at

    /// A new dock, hidden until it is put somewhere, around what is made as its child.
    void add(const QString& name, const QString& title, const std::function<QWidget*(QWidget*)>& make,
             const QSize& minSize);
    const QList<QDockWidget*>& docks() const { return m_docks; }
    QDockWidget& named(const char* name) const; ///< one that was added

    void bringForward(const char* dock); ///< shown, and before others in its place
    /// Takes mnemonics that the window's menus have from the panels and from the middle.
    void leaveKeysToMenus();

    const std::array<QAction*, activities.size()>& choices() const { return m_choices; } ///< Ctrl+1 to Ctrl+5
    QAction* middleOnly() const { return m_middleOnly; } ///< hides all panels, and brings them back
    QAction* reset() const { return m_reset; }           ///< the panels of this activity, as they were at first

    void go(Activity activity);
    void showPanel(const QString& panel); ///< goes to the activity whose page it is, or brings its dock forward

    /// Another project begins where one draws. Without one there is only the start page.
    void setOpen(bool open);

    QByteArray kept();                    ///< which activity, and the panels of each
    void restore(const QByteArray& kept); ///< as kept() gave it; anything else, such as an older one, changes nothing

signals:
    void changed(studio::Activity now);

private:
    void put(const char* dock, Qt::DockWidgetArea area); ///< at an edge of the window, shown
    /// To the right of one that is shown, or below it.
    void putBeside(const char* first, const char* dock, Qt::Orientation along = Qt::Horizontal);
    /// Tabs in the place of the first, which stays in front; all but the first `open` come up there when they are
    /// opened.
    void putAsTabs(const QList<const char*>& tabs, qsizetype open);
    int formWidth(const char* dock) const; ///< that its form would like, with the scroll bar beside it
    void resize(const char* dock, int pixels, Qt::Orientation along);
    void hideAll();
    bool arrange(const QByteArray& kept); ///< as arrangement() gave it; false: it is of another version of the window
    QByteArray arrangement() const;
    void dress();
    void giveRoom(QDockWidget& dock);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void makeActions();
    bool isSmall() const;
    QByteArray& keptHere();
    void fitWindow();
    void show();
    void bringBack();
    void note();
    void arrangeByDefault();
    struct Stack {
        QList<const char*> docks; ///< those that are open first
        qsizetype open = 0;
    };
    Stack stackAt(Place::Edge edge) const;
    void arrangeEdges(int wide, int high);

    QMainWindow& m_window;
    Centre& m_centre;
    QList<QDockWidget*> m_docks;
    QMap<QString, int> m_given; ///< by dock: the largest width that its form was given room for
    QTimer m_dress;
    std::array<QAction*, activities.size()> m_choices{};
    QAction *m_middleOnly, *m_reset;
    Activity m_now = Activity::Draw;
    bool m_open = false;
    bool m_lensIsOld = false; ///< where Writing has one, it was opened for another project
    bool m_small = false;     ///< whether the panels are arranged for a small window
    std::array<QByteArray, 2 * activities.size()>
        m_kept; ///< of larger windows, then of small ones; empty: not seen yet
};

} // namespace studio
