// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace editor {
class ProblemsPanel;
} // namespace editor

namespace studio {

class DataPages;
class TrainingActions;
class TrainingPanel;
class Workspace;

/// Tells the list of problems what the drawing cannot know: what is wrong with the data and with the next run.
class ProblemsLink : public QObject {
    Q_OBJECT

public:
    ProblemsLink(Workspace& workspace, editor::ProblemsPanel& problems, DataPages& data, const TrainingPanel& training,
                 const TrainingActions& actions, QObject* parent);

signals:
    void runBlocked(const QString& why); ///< the first of the errors in Problems; empty: none

private:
    void noteVocabulary();
    void list();

    Workspace& m_workspace;
    editor::ProblemsPanel& m_problems;
    DataPages& m_data;
    const TrainingPanel& m_training;
};

} // namespace studio
