// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;

namespace editor {

/// Actions as buttons with icon and word, in as many rows as the width asks for: nothing is hidden.
class ToolFlow : public QWidget {
public:
    explicit ToolFlow(QWidget* parent = nullptr);

    void add(QAction* action);
    void add(const QList<QAction*>& actions);
};

} // namespace editor
