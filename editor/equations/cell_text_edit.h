// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/widgets/code_edit.h"

class QCompleter;
class QStringListModel;

namespace editor {

class CellHighlighter;

/// The text of a cell: in colours, with its names offered while one types a word, or by Ctrl+Space.
class CellTextEdit : public CodeEdit {
    Q_OBJECT

public:
    explicit CellTextEdit(QWidget* parent = nullptr);

    QCompleter* completer() const { return m_completer; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Ask { WhileTyping, AtOnce };
    void offer(Ask ask);
    void complete(const QString& word);
    QString wordBefore() const; ///< the part of a name that ends at the cursor
    void takeNames();

    CellHighlighter* m_highlighter;
    QStringListModel* m_words;
    QCompleter* m_completer;
    QString m_text; ///< as it was last seen: a change of colours is none of the text
};

} // namespace editor
