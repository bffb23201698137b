// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/guide/guide_steps.h"
#include "app/studio/window/panels.h"
#include "app/studio/workspace/workspace.h"

#include <functional>
#include <QMainWindow>
#include <QObject>
#include <QTimer>
#include <QWidget>
#include <vector>

namespace studio {

class GuideBubble;
class GuideRing;

/// The guided first net: says the next step at the place where it is done, and notices by drawing and run that it is.
class GuidedNet : public QObject {
    Q_OBJECT

public:
    /// What the window knows and can do.
    struct Window {
        std::function<GuideSight(const GuideWish&)> sight;
        std::function<void(const GuideWish&)> reveal; ///< as a wish comes up: scrolls and raises what it needs
        std::function<void(const GuideWish&)> doIt;   ///< in the user's place
    };
    GuidedNet(Workspace& workspace, QWidget* parent, Window window);

    void start();
    void leave(); ///< takes everything away
    bool isActive() const { return m_bubble; }
    const GuideWish& wish() const { return m_wish; }
    void takeKeyboard(); ///< into the bubble

private:
    void look();
    void mark(const std::vector<QRect>& marks);
    GuideRun run() const;

    Workspace& m_workspace;
    QWidget* m_parent;
    Window m_window;
    GuideWish m_wish;
    bool m_isRead = false;           ///< what there was to watch: the user goes on
    GuideBubble* m_bubble = nullptr; ///< null: no user is guided
    std::vector<GuideRing*> m_rings;
    QTimer m_look;        ///< parts of the window move without telling
    bool m_ran = false;   ///< a run has started since the guide did
    bool m_ended = false; ///< and come to its end
};

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
