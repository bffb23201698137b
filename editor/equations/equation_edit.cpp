// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/equation_edit.h"

#include "editor/document/sentence_words.h"
#include "editor/equations/cell_text_edit.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/numbers.h"

#include <QSignalBlocker>
#include <QVBoxLayout>

namespace editor {

EquationEdit::EquationEdit(QWidget* parent)
    : QWidget(parent), m_edit(new CellTextEdit(this)), m_sentence(new TintedLabel(this))
{
    m_edit->setAccessibleName(tr("Equations of the cell"));
    m_edit->setUndoRedoEnabled(false); // there is one history, that of the owner
    m_rest.setSingleShot(true);
    m_rest.setInterval(restTime);
    QSizePolicy keepsRoom = m_sentence->sizePolicy(); // what stands below does not move at each letter
    keepsRoom.setRetainSizeWhenHidden(true);
    m_sentence->setSizePolicy(keepsRoom);
    m_sentence->setMinimumHeight(2 * m_sentence->fontMetrics().lineSpacing());
    m_sentence->setAlignment(Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_edit, 1);
    column->addWidget(m_sentence);
    setFocusProxy(m_edit);
    connect(&m_rest, &QTimer::timeout, this, &EquationEdit::rest);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &EquationEdit::typed);
    connect(m_edit, &CodeEdit::left, this, &EquationEdit::rest);
    connect(m_edit, &CodeEdit::undoRequested, this, &EquationEdit::undoRequested);
    connect(m_edit, &CodeEdit::redoRequested, this, &EquationEdit::redoRequested);
    read();
}

/// The text loses the focus when it is destroyed; that must not be signalled any more.
EquationEdit::~EquationEdit()
{
    m_edit->disconnect(this);
}

void EquationEdit::setText(const QString& text)
{
    if (text != m_text) {
        QSignalBlocker quiet(this);
        m_edit->replaceText(text);
        quiet.unblock();
        rest();
        emit cellChanged();
    }
}

void EquationEdit::setSizes(std::optional<engine::cells::CellSizes> sizes)
{
    if (sizes != m_sizes) {
        m_sizes = sizes;
        read();
    }
}

void EquationEdit::typed()
{
    const QString text = m_edit->toPlainText();
    if (text != m_text) { // else its colours changed
        m_text = text;
        read();
        m_rest.start();
        emit edited(m_text);
    }
}

void EquationEdit::rest()
{
    m_rest.stop();
    ++m_step;
}

void EquationEdit::read()
{
    try {
        m_cell = engine::cells::define(m_text.toStdString());
        if (m_sizes) {
            checkSizes(*m_cell, *m_sizes);
        }
        m_problem.clear();
        m_edit->showError(std::nullopt);
    } catch (const engine::cells::CellError& error) {
        m_cell.reset();
        showError(error);
    }
    m_sentence->showError(m_problem);
    emit cellChanged();
}

/// Columns count bytes, which are letters: a text reads no further than to what is not ASCII.
void EquationEdit::showError(const engine::cells::CellError& error)
{
    const auto [line, column] = error.place();
    m_edit->showError(CodeEdit::Error{line - 1, column - 1});
    const bool tellsColumn = sentenceOf(error).pattern().find("column") != std::string::npos;
    m_problem = tellsColumn ? inWords(error)
                            : tr("%1 (line %2, column %3)").arg(inWords(error), countText(line), countText(column));
    m_problem[0] = m_problem[0].toUpper();
}

} // namespace editor

#include "moc_equation_edit.cpp"
