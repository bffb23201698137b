// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/workspace/workspace.h"

#include <functional>
#include <optional>
#include <QAction>
#include <QObject>
#include <QToolButton>
#include <utility>

namespace studio {

/// What can be done to the training, as actions that panel, menu and toolbar share. Each says in its tooltip why it
/// cannot be done now.
class TrainingActions : public QObject {
    Q_OBJECT

public:
    explicit TrainingActions(Workspace& workspace, QObject* parent = nullptr);

    enum class Start { Run, Race };

    /// Gives the sentence why a run or a race does not start; nothing where it may.
    using Check = std::function<std::optional<QString>(Start)>;
    void setCheck(Check check) { m_check = std::move(check); } ///< asked before anything of either is made
    std::optional<QString> refusal(Start start) const { return m_check ? m_check(start) : std::nullopt; }

    /// Keeps a button of `train` as wide as its longest word, so that what stands beside it stays where it is.
    void keepWidth(QToolButton& button) const;

    QAction* train;  ///< F5: a new run, or on after a pause
    QAction* pause;  ///< F6
    QAction* step;   ///< F10
    QAction* stop;   ///< Shift+F5
    QAction* resume; ///< from the newest checkpoint
    QAction* validate;
    QAction* save; ///< a checkpoint

signals:
    void refused(const QString& sentence); ///< why a training did not start

private:
    void refresh();
    void tell(const std::optional<QString>& refusal);

    Workspace& m_workspace;
    Check m_check;
};

} // namespace studio
