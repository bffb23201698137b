// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace editor {

/// Words that are edited where they stand. Enter keeps them (Ctrl+Enter where there may be several lines), and so does
/// a click elsewhere. Escape forgets a line, but keeps several: they may be much work, and undo takes them back.
class InlineEditor : public QPlainTextEdit {
    Q_OBJECT

public:
    enum class Lines { One, Several };
    InlineEditor(const QString& text, Lines lines, QWidget* canvas);

    void open(const QRect& window); ///< in the canvas's window
    void finish();                  ///< keeps what stands there
    void giveUp();

signals:
    void kept(const QString& text);
    void closed(); ///< after kept(); it deletes itself

private:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

    const Lines m_lines;
    bool m_closing = false;
};

} // namespace editor
