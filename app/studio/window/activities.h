// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/window/centre.h"
#include "app/studio/window/dock_area.h"
#include "app/studio/window/panels.h"

#include <array>
#include <QAction>
#include <QByteArray>
#include <QObject>

namespace studio {

/// Switches the window between its activities: what owns the middle, and the panels around it as they were left there,
/// in a small window and in a larger one.
class Activities : public QObject {
    Q_OBJECT

public:
    Activities(QMainWindow& window, DockArea& docks, Centre& centre);

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
    DockArea& m_docks;
    Centre& m_centre;
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
