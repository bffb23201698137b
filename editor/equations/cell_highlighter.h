// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/tokens.h"

#include <QSet>
#include <QSyntaxHighlighter>
#include <vector>

namespace editor {

/// Colours the equations of a cell by what their names are: learned, a state, a function, the input.
class CellHighlighter : public QSyntaxHighlighter {
    Q_OBJECT

public:
    explicit CellHighlighter(QTextDocument* document);

    /// The names that equations give: all others are learned.
    void setGiven(const QSet<QString>& names);

protected:
    void highlightBlock(const QString& line) override;

private:
    void takeColours();
    const QTextCharFormat* formatOf(const std::vector<engine::cells::Token>& tokens, std::size_t index) const;

    QSet<QString> m_given;
    QTextCharFormat m_title, m_learned, m_state, m_function, m_input, m_number, m_comment;
};

} // namespace editor
