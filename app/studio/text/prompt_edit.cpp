// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/prompt_edit.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <QFontDatabase>
#include <QKeyEvent>

namespace studio {

namespace {
constexpr int lines = 2;
constexpr int maxMarks = 200; ///< underlined at once; all are counted
} // namespace

PromptEdit::PromptEdit(QWidget* parent) : QPlainTextEdit(parent)
{
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setTabChangesFocus(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setPlaceholderText(tr("What the text begins with, such as CRAKE:"));
    connect(this, &QPlainTextEdit::textChanged, this, &PromptEdit::check);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, &PromptEdit::check);
}

QSize PromptEdit::sizeHint() const
{
    const int margin = static_cast<int>(document()->documentMargin()) + frameWidth();
    return {200, lines * fontMetrics().lineSpacing() + 2 * margin};
}

void PromptEdit::setVocabulary(const engine::Vocabulary& vocabulary)
{
    m_vocabulary = vocabulary;
    check();
}

bool PromptEdit::knows(char32_t character) const
{
    if (m_vocabulary.encoding() == engine::Encoding::Utf8) {
        return m_vocabulary.idOf(character).has_value();
    }
    const QByteArray bytes = QString::fromUcs4(&character, 1).toUtf8();
    return std::all_of(bytes.begin(), bytes.end(),
                       [&](char byte) { return m_vocabulary.idOf(static_cast<unsigned char>(byte)).has_value(); });
}

void PromptEdit::check()
{
    QStringList unknown;
    QList<QTextEdit::ExtraSelection> marks;
    QTextCharFormat wave;
    wave.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    wave.setUnderlineColor(editor::theme().error);
    int position = 0;
    const QString text = toPlainText();
    for (const uint character : m_vocabulary.size() > 0 ? text.toUcs4() : QList<uint>()) {
        const int units = character >= 0x10000 ? 2 : 1;
        if (!knows(character)) {
            const QString name = QString::fromStdString(engine::nameOf(character, engine::Encoding::Utf8));
            if (!unknown.contains(name)) {
                unknown << name;
            }
            if (marks.size() < maxMarks) {
                QTextCursor cursor(document());
                cursor.setPosition(position);
                cursor.setPosition(position + units, QTextCursor::KeepAnchor);
                marks.push_back({cursor, wave});
            }
        }
        position += units;
    }
    setExtraSelections(marks);
    if (unknown != m_unknown) {
        m_unknown = unknown;
        emit unknownChanged(m_unknown);
    }
}

void PromptEdit::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers().testFlag(Qt::ControlModifier)) {
        emit accepted();
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

} // namespace studio

#include "moc_prompt_edit.cpp"
