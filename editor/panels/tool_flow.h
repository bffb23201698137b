// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QToolButton;

namespace editor {

/// Actions as buttons, in as many rows as the width asks for: nothing is hidden. Their words stand beside their icons
/// unless that takes more than two rows.
class ToolFlow : public QWidget {
public:
    explicit ToolFlow(QWidget* parent = nullptr);

    void add(QAction* action);
    void add(const QList<QAction*>& actions);

private:
    void resizeEvent(QResizeEvent* event) override;
    void showWords(Qt::ToolButtonStyle style);

    QList<QToolButton*> m_buttons;
};

} // namespace editor
