// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/guide/guided_net.h"
#include "app/studio/window/panels.h"
#include "app/studio/workspace/workspace.h"

#include <QMainWindow>
#include <QObject>

namespace studio {

/// Leads the guided first net over the window: where the things are that it speaks of, and what it does for the user.
class WindowGuide : public QObject {
    Q_OBJECT

public:
    explicit WindowGuide(const WindowParts& parts); ///< behind the panels
    ~WindowGuide() override;                        ///< ends the guide, which asks this

    /// Begins with an empty drawing, or goes on with one that the guide knows how to continue. Where the user is guided
    /// already, the bubble takes the keyboard.
    void startOrShow();

private:
    void offer(); ///< on the start page, where that is due
    bool prepareDrawing();
    bool canContinue() const;

    GuideSight sight(const GuideWish& wish) const;
    std::vector<QRect> marks(const GuideWish& wish) const;
    std::vector<QRect> ports(const GuideWish& wish) const;
    QRect inWindow(const QWidget& part) const; ///< empty: it is not seen
    QRect inWindow(const QWidget& part, const QRect& area) const;
    QRect areaOf(const char* dockName) const; ///< of a dock, or of its tab where another lies before it
    QRect buttonOf(const char* bar, const QAction* action) const; ///< in a tool bar
    void reveal(const GuideWish& wish);
    void revealWire(const GuideWish& wish);
    void doIt(const GuideWish& wish);

    QMainWindow& m_window;
    WindowParts m_parts;
    GuidedNet* m_guide;
};

} // namespace studio
