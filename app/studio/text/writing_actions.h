// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QObject>

namespace editor {
class ToolFlow;
} // namespace editor

namespace studio {

/// What can be done in the panel Writing, and when.
class WritingActions : public QObject {
    Q_OBJECT

public:
    explicit WritingActions(QObject* parent = nullptr);

    QAction* generate;
    QAction* stop;
    QAction* writeOn;    ///< where the text ends
    QAction* regenerate; ///< with another seed
    QAction* pin;
    QAction* copy;
    QAction* save;
    QAction* command; ///< for a terminal
    QAction* tint;    ///< by surprise; checkable, as is the history
    QAction* showHistory;

    editor::ToolFlow* makeTools() const;

    struct State {
        bool hasNet, isBusy, hasText;
    };
    void enable(const State& state);

private:
    QAction* make(const char* icon, const QString& text, const QString& tip);
};

} // namespace studio
