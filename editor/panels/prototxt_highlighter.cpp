// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/prototxt_highlighter.h"

#include "editor/looks/theme.h"

namespace editor {
namespace {

bool isNameCharacter(QChar letter)
{
    return letter.isLetterOrNumber() || letter == QLatin1Char('_') || letter == QLatin1Char('.') ||
           letter == QLatin1Char('-') || letter == QLatin1Char('+');
}

} // namespace

PrototxtHighlighter::PrototxtHighlighter(QTextDocument* document) : QSyntaxHighlighter(document)
{
    takeColours();
    connect(&Looks::instance(), &Looks::changed, this, [this] {
        takeColours();
        rehighlight();
    });
}

void PrototxtHighlighter::takeColours()
{
    const Theme& colours = theme();
    m_message.setForeground(colours.group(engine::LayerGroup::Recurrent));
    m_message.setFontWeight(QFont::DemiBold);
    m_field.setForeground(colours.group(engine::LayerGroup::Common));
    m_text.setForeground(colours.group(engine::LayerGroup::Source));
    m_number.setForeground(colours.group(engine::LayerGroup::Loss));
    m_word.setForeground(colours.group(engine::LayerGroup::Activation));
    m_comment.setForeground(colours.mutedText);
    m_comment.setFontItalic(true);
}

void PrototxtHighlighter::highlightBlock(const QString& line)
{
    bool isValue = false; // behind a colon
    for (qsizetype index = 0; index < line.size();) {
        const QChar letter = line[index];
        if (letter == QLatin1Char('#')) {
            setFormat(static_cast<int>(index), static_cast<int>(line.size() - index), m_comment);
            return;
        }
        if (letter == QLatin1Char('"') || letter == QLatin1Char('\'')) {
            qsizetype end = index + 1;
            while (end < line.size() && line[end] != letter) {
                end += line[end] == QLatin1Char('\\') ? 2 : 1;
            }
            end = std::min(end + 1, line.size());
            setFormat(static_cast<int>(index), static_cast<int>(end - index), m_text);
            index = end;
            isValue = false;
        } else if (isNameCharacter(letter)) {
            index = highlightWord(line, index, isValue);
            isValue = false;
        } else {
            isValue = letter == QLatin1Char(':') || (isValue && letter.isSpace());
            ++index;
        }
    }
}

/// Returns the index behind the word.
qsizetype PrototxtHighlighter::highlightWord(const QString& line, qsizetype first, bool isValue)
{
    qsizetype end = first;
    while (end < line.size() && isNameCharacter(line[end])) {
        ++end;
    }
    qsizetype next = end;
    while (next < line.size() && line[next].isSpace()) {
        ++next;
    }
    const bool startsNumber = line[first].isDigit() || line[first] == QLatin1Char('-') ||
                              line[first] == QLatin1Char('.') || line[first] == QLatin1Char('+');
    const bool opens = next < line.size() && line[next] == QLatin1Char('{');
    const QTextCharFormat& format = isValue ? (startsNumber ? m_number : m_word) : opens ? m_message : m_field;
    setFormat(static_cast<int>(first), static_cast<int>(end - first), format);
    return end;
}

} // namespace editor

#include "moc_prototxt_highlighter.cpp"
