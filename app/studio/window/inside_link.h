// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/workspace/workspace.h"
#include "editor/canvas/value_marks.h"
#include "editor/panels/unroll_view.h"
#include "engine/training/measure/look_inside.h"

#include <memory>
#include <QAction>
#include <QObject>
#include <vector>

namespace studio {

class ValuesPanel;

/// Carries what is in the net in training to its panel and to the drawing, and pauses the looks while both are hidden.
class InsideLink : public QObject {
    Q_OBJECT

public:
    InsideLink(Workspace& workspace, QWidget& window, QObject* parent);

    QAction& toggle() { return *m_toggle; }
    void setPanel(ValuesPanel& panel);

signals:
    void valuesChanged(const editor::ValuesOf& values);              ///< an empty function: none are to be shown
    void stepsChanged(const editor::UnrollView::StepValues& values); ///< the same

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void forget();
    void note(const std::shared_ptr<const engine::NetLook>& look);
    void showInDrawing();

    Workspace& m_workspace;
    QWidget& m_window;
    QAction* m_toggle;
    ValuesPanel* m_panel = nullptr;
    std::shared_ptr<const engine::NetLook> m_look; ///< shared with the panel
    std::vector<engine::LookFinding> m_findings;   ///< in it
};

} // namespace studio
