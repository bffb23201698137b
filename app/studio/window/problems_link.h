// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/training_actions.h"
#include "editor/document/warnings.h"

#include <optional>
#include <QObject>
#include <QString>
#include <vector>

namespace editor {
class ProblemsPanel;
} // namespace editor

namespace studio {

class DataPages;
class TrainingPanel;

/// Tells the drawing which sizes its data settle, and the list of problems what the drawing cannot know: what is wrong
/// with the data and with the next run. Refuses
/// a run or a race that an error in the list would make fail.
class ProblemsLink : public QObject {
    Q_OBJECT

public:
    ProblemsLink(Workspace& workspace, editor::ProblemsPanel& problems, DataPages& data, TrainingPanel& training,
                 TrainingActions& actions, QObject* parent);

signals:
    void runBlocked(const QString& why); ///< the first of the errors in Problems; empty: none
    void refused();                      ///< the error that keeps a run from starting is selected in Problems

private:
    void noteVocabulary();
    void settleSizes();
    void list();
    std::vector<editor::Warning> ofData() const;
    QString firstErrorFor(TrainingActions::Start start) const;
    std::optional<QString> refusal(TrainingActions::Start start);

    Workspace& m_workspace;
    editor::ProblemsPanel& m_problems;
    DataPages& m_data;
    TrainingPanel& m_training;
};

} // namespace studio
