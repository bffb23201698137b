// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <QPlainTextEdit>

class QUndoStack;

namespace editor {

/// A text with numbers beside its lines, marks on some of them, and one error.
class CodeEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit CodeEdit(QWidget* parent = nullptr);

    struct Error {
        int line = 0, column = 0; ///< from 0; the column in characters
    };
    void showError(std::optional<Error> error);
    void goToError(); ///< the cursor, with the keyboard

    /// Sentences at lines (from 0): a dot beside the number, the sentence as its tooltip.
    void setMarks(std::map<int, QString> marks);

    void setNotes(std::map<int, QString> notes); ///< words behind lines, which are none of the text
    const std::map<int, QString>& notes() const { return m_notes; }

    void setLit(int first, int last);   ///< lines with a ground of their own; first > last: none
    void setFound(const QString& text); ///< every place where it stands is lit
    int foundCount() const { return static_cast<int>(m_found.size()); }

    /// The owner's, undone and redone where the text itself has nothing to undo or redo.
    void setHistory(QUndoStack* history) { m_history = history; }

    /// Another text, changed only where it differs: cursor and scroll bars stay where they can. Cannot be undone here.
    void replaceText(const QString& text);

    int gutterWidth() const;
    void paintGutter(QPaintEvent* event);
    QString gutterTip(QPoint point) const;

signals:
    void left(); ///< the keyboard goes elsewhere

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    void layOut();
    void scrollGutter(const QRect& area, int vertical);
    void light();
    QList<QTextEdit::ExtraSelection> errorSelections() const;
    int lineAt(int y) const; ///< -1: none

    QWidget* m_gutter;
    QUndoStack* m_history = nullptr;
    std::optional<Error> m_error;
    std::map<int, QString> m_marks, m_notes;
    QList<QTextEdit::ExtraSelection> m_found;
    QString m_foundText;
    int m_litFirst = 0, m_litLast = -1;
};

} // namespace editor
