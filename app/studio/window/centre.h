// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/start/start_page.h"
#include "app/studio/workspace/workspace.h"
#include "editor/canvas/canvas_view.h"

#include <array>
#include <QStackedWidget>

namespace editor {
class Banner;
class UnrollView;
} // namespace editor

namespace studio {

/// What the window is used for: each owns the middle of it, with panels of its own around.
enum class Activity { Draw, Train, Write, Try, Runs };
inline constexpr std::array activities{Activity::Draw, Activity::Train, Activity::Write, Activity::Try, Activity::Runs};
constexpr std::size_t numberOf(Activity activity)
{
    return static_cast<std::size_t>(activity);
}

/// The middle of the window: the drawing, one of its layers unrolled or the start page, the curves, the text that is
/// written, what the net says of sequences of one's own, or all runs.
class Centre : public QStackedWidget {
    Q_OBJECT

public:
    Centre(Workspace& workspace, const QList<QAction*>& begins, QWidget* parent = nullptr);

    StartPage& start() { return *m_start; }
    editor::CanvasView& canvas() { return *m_canvas; }
    editor::UnrollView& unrolled() { return *m_unroll; }

    void setPage(Activity activity, QWidget& page);
    void show(Activity activity);
    Activity shown() const;
    void takeFocus() { currentWidget()->setFocus(); }

    // While one draws.
    void showOpened();  ///< the start page, or the drawing of what was just opened as a whole
    void showDrawing(); ///< back from an unrolled layer, to the drawing as it was left
    void keepView();    ///< in the project's view

    void say(const QString& sentence); ///< above what is shown, for a while; without a project on the start page
    QString said() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showWhole();         ///< the whole drawing, or, where that would be too small to read, its head
    void draw(QWidget* page); ///< becomes that of Draw

    Workspace& m_workspace;
    StartPage* m_start;
    editor::CanvasView* m_canvas;
    editor::UnrollView* m_unroll;
    std::array<QWidget*, activities.size()> m_pages{}; ///< of Draw one of these three
    editor::Banner* m_banner;
    bool m_fitted = false; ///< the whole drawing is in view, and shall stay so
};

} // namespace studio
