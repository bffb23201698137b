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

/// The middle of the window: the start page, the drawing, or one of its layers unrolled.
class CanvasPages : public QStackedWidget {
    Q_OBJECT

public:
    CanvasPages(Workspace& workspace, const QList<QAction*>& begins, QWidget* parent = nullptr);

    StartPage& start() { return *m_start; }
    editor::CanvasView& canvas() { return *m_canvas; }
    editor::UnrollView& unrolled() { return *m_unroll; }

    void showOpened();  ///< the start page, or the drawing of what was just opened as a whole
    void showDrawing(); ///< back from an unrolled layer, to the drawing as it was left
    void keepView();    ///< in the project's view

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showWhole(); ///< the whole drawing, or, where that would be too small to read, its head
    void unroll(editor::Id node);

    Workspace& m_workspace;
    StartPage* m_start;
    editor::CanvasView* m_canvas;
    editor::UnrollView* m_unroll;
    bool m_fitted = false; ///< the whole drawing is in view, and shall stay so
};

/// What the window is used for: each owns the middle of it, with panels of its own around.
enum class Activity { Draw, Train, Write, Try, Runs };
inline constexpr std::array activities{Activity::Draw, Activity::Train, Activity::Write, Activity::Try, Activity::Runs};

/// The middle of the window: the drawing with its start page, the curves, the text that is written, what the net says
/// of sequences of one's own, or all runs.
class Centre : public QStackedWidget {
    Q_OBJECT

public:
    explicit Centre(CanvasPages& drawing, QWidget* parent = nullptr);

    void setPage(Activity activity, QWidget& page);
    void show(Activity activity);
    Activity shown() const;
    void takeFocus();

    void say(const QString& sentence); ///< above what is shown, for a while; without a project on the start page
    QString said() const;

private:
    CanvasPages& m_drawing;
    std::array<QWidget*, activities.size()> m_pages{};
    editor::Banner* m_banner;
};

} // namespace studio
