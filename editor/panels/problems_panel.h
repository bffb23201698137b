// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/warnings.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace editor {

class FlowLayout;

/// What keeps the net from running, and what is seldom meant. A click leads to the layer; buttons under the list offer
/// ways out of what is chosen, or else of the first problem that has any.
class ProblemsPanel : public QWidget {
    Q_OBJECT

public:
    explicit ProblemsPanel(Document& document, QWidget* parent = nullptr);

    /// The number of different characters of the corpus, for what training will change; nullopt: not known.
    void setVocabulary(std::optional<std::int64_t> vocabulary);

    /// What the drawing cannot know: of the text to learn from, of the memory there is. Listed with the rest.
    void setRunProblems(std::vector<Warning> problems);

    /// Does the first fix of a problem: of the selected layer's, of the chosen one, or else of the first that has any.
    QAction* quickFix() const { return m_quickFix; }

    int errors() const { return m_errors; }
    int doubts() const { return m_doubts; }
    int hints() const { return static_cast<int>(m_entries.size()) - m_errors - m_doubts; }

    /// The sentence of the first error; empty: none.
    QString firstError() const;
    void select(const QString& sentence); ///< the problem of that sentence

signals:
    void countChanged();
    void noted(const QString& sentence); ///< of a fix that was applied: what it has changed

private:
    struct Entry {
        Id node;
        QString iconName;
        QString sentence;
        std::optional<Problem> problem; ///< else a warning with its own fixes
        std::vector<Fix> fixes;
    };

    void refresh();
    void list();
    void addWarnings();
    void add(const Warning& warning);
    void addFollowers(int count);
    void showFixes();
    void clearFixes();
    std::vector<Fix> fixesOf(const Entry& entry) const;
    void fixFirst();
    void apply(const Fix& fix);
    void focus(const QTreeWidgetItem* item);
    const Entry* current() const;

    Document& m_document;
    std::optional<std::int64_t> m_vocabulary;
    std::vector<Warning> m_runProblems;
    std::vector<Warning> m_warnings; ///< of the drawing
    std::vector<Entry> m_entries;
    int m_errors = 0, m_doubts = 0;
    QTreeWidget* m_list;
    QLabel* m_nothing;
    QWidget* m_fixes;
    FlowLayout* m_fixFlow;
    QTimer m_fixTimer{this};
    QAction* m_quickFix;
};

} // namespace editor
