// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>

namespace editor {

/// Colours Caffe's prototxt by its parts: messages, fields, texts, numbers, words, comments.
class PrototxtHighlighter : public QSyntaxHighlighter {
    Q_OBJECT

public:
    explicit PrototxtHighlighter(QTextDocument* document);

protected:
    void highlightBlock(const QString& line) override;

private:
    void takeColours();
    qsizetype highlightWord(const QString& line, qsizetype first, bool isValue);

    QTextCharFormat m_message, m_field, m_text, m_number, m_word, m_comment;
};

} // namespace editor
