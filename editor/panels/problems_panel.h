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

    int errors() const { return count(Warning::Severity::Error); }
    int doubts() const { return count(Warning::Severity::Doubt); }
    int hints() const { return count(Warning::Severity::Hint); }

    /// The sentence of the first error; empty: none.
    QString firstError() const;
    void select(const QString& sentence); ///< the problem of that sentence

signals:
    void countChanged();
    void noted(const QString& sentence); ///< of a fix that was applied: what it has changed

private:
    struct Entry {
        Warning said;
        std::optional<Problem> problem; ///< its fixes are found by trying; else they are the warning's own
    };

    void refresh();
    void list();
    int count(Warning::Severity severity) const;
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
    QTreeWidget* m_list;
    QLabel* m_nothing;
    QWidget* m_fixes;
    FlowLayout* m_fixFlow;
    QTimer m_fixTimer{this};
    QAction* m_quickFix;
};

} // namespace editor
