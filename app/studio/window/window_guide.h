// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/guide/guide_steps.h"
#include "app/studio/window/panels.h"

#include <QMainWindow>
#include <QObject>
#include <QTimer>
#include <QWidget>
#include <vector>

namespace studio {

class GuideBubble;
class GuideRing;

/// Leads the guided first net over the window: says the next step at the place where it is done, notices by drawing and
/// run that it is, and does it in the user's place where that is asked.
class WindowGuide : public QObject {
    Q_OBJECT

public:
    explicit WindowGuide(const WindowParts& parts); ///< behind the panels

    /// Begins with an empty drawing, or goes on with one that the guide knows how to continue. Where the user is guided
    /// already, the bubble takes the keyboard.
    void startOrShow();

private:
    void offer(); ///< on the start page, where that is due
    bool prepareDrawing();
    bool canContinue() const;
    void leave(); ///< takes everything away
    void look();
    void mark(const std::vector<QRect>& places);
    GuideRun run() const;

    // Of what the guide wishes now.
    GuideSight sight() const;
    std::vector<QRect> marks() const;
    std::vector<QRect> ports() const;
    void reveal(); ///< as it comes up: scrolls and raises what it needs
    void doIt();   ///< in the user's place

    QRect inWindow(const QWidget& part) const; ///< empty: it is not seen
    QRect inWindow(const QWidget& part, const QRect& area) const;
    QRect areaOf(const char* dockName) const; ///< of a dock, or of its tab where another lies before it
    QRect buttonOf(const char* bar, const QAction* action) const; ///< in a tool bar

    QMainWindow& m_window;
    WindowParts m_parts;
    GuideWish m_wish;
    bool m_isRead = false;           ///< what there was to watch: the user goes on
    GuideBubble* m_bubble = nullptr; ///< null: no user is guided
    std::vector<GuideRing*> m_rings;
    QTimer m_look;        ///< parts of the window move without telling
    bool m_ran = false;   ///< a run has started since the guide did
    bool m_ended = false; ///< and come to its end
};

} // namespace studio
