// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/start/start_page.h"
#include "app/studio/workspace/workspace.h"
#include "editor/canvas/canvas_view.h"

#include <QStackedWidget>

namespace editor {
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
    void showAsKept();  ///< zoom and middle as the project's view has them
    void showWhole();   ///< the whole drawing, or, where that would be too small to read, its head
    void showDrawing(); ///< back from an unrolled layer, to the drawing as it was left
    void keepView();    ///< in the project's view

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void unroll(editor::Id node);

    Workspace& m_workspace;
    StartPage* m_start;
    editor::CanvasView* m_canvas;
    editor::UnrollView* m_unroll;
    bool m_fitted = false; ///< the whole drawing is in view, and shall stay so
};

} // namespace studio
