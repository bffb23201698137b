// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/widgets/code_edit.h"
#include "engine/cells/definition.h"

#include <optional>
#include <QTimer>
#include <QWidget>

class QCompleter;
class QStringListModel;

namespace editor {

class CellHighlighter;
class TintedLabel;

/// The text of a cell: in colours, with its names offered while one types a word, or by Ctrl+Space.
class CellTextEdit : public CodeEdit {
    Q_OBJECT

public:
    explicit CellTextEdit(QWidget* parent = nullptr);

    QCompleter* completer() const { return m_completer; }
    void takeNames(); ///< those of the text that was typed, for their colours

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Ask { WhileTyping, AtOnce };
    void offer(Ask ask);
    void complete(const QString& word);
    QString wordBefore() const; ///< the part of a name that ends at the cursor

    CellHighlighter* m_highlighter;
    QStringListModel* m_words;
    QCompleter* m_completer;
};

/// Edits the equations of a cell. What is wrong is marked at each key, where it stands, with its sentence below.
/// Whoever owns the text takes it at each key, right or wrong, and undoes it.
class EquationEdit : public QWidget {
    Q_OBJECT

public:
    explicit EquationEdit(QWidget* parent = nullptr);
    ~EquationEdit() override;

    /// Time without a key after which the next key is another step, in milliseconds.
    static constexpr int restTime = 300;

    QString text() const { return m_text; }

    /// The owner's text; changed only where it differs, so that the cursor stays. edited() does not follow.
    void setText(const QString& text);

    /// What the layer has: heads have to divide H, and x element by element asks for I = H.
    void setSizes(std::optional<engine::cells::CellSizes> sizes);
    const std::optional<engine::cells::CellSizes>& sizes() const { return m_sizes; }

    const std::optional<engine::cells::Definition>& cell() const { return m_cell; } ///< none where the text is wrong
    QString problem() const { return m_problem; }                                   ///< empty: none

    int step() const { return m_step; } ///< what is typed without a rest is one step to undo

    CellTextEdit* edit() const { return m_edit; }

signals:
    void cellChanged();               ///< cell() is another one, at each key
    void edited(const QString& text); ///< at each key

private:
    void typed();
    void rest();
    void read();
    void showError(const engine::cells::CellError& error);

    CellTextEdit* m_edit;
    TintedLabel* m_sentence;
    QTimer m_rest;
    int m_step = 0;
    QString m_text, m_problem;
    std::optional<engine::cells::CellSizes> m_sizes;
    std::optional<engine::cells::Definition> m_cell;
};

} // namespace editor
