// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/text_history.h"

#include "app/studio/text/text_panel.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <QContextMenuEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QSignalBlocker>

namespace studio {

namespace {

QString firstWords(const WrittenText& text)
{
    const QString start =
        QString::fromStdString((text.text.empty() ? text.prompt : text.text).substr(0, 400)).simplified().left(36);
    return start.isEmpty() ? TextHistory::tr("(nothing)") : start;
}

/// "unit 3 of lstm's h held at 0.5 from character 12 on". Its places are bytes of the text, which has prompt and all.
QString heldWords(const engine::HeldUnit& unit, std::string_view text)
{
    const QLocale locale;
    const auto characterAt = [&](std::int64_t byte) {
        return locale.toString(qint64{codePointsOf(text.substr(0, static_cast<std::size_t>(byte)))});
    };
    const QString state = QString::fromStdString(unit.state);
    const QString what =
        TextHistory::tr("unit %1 of %2's %3")
            .arg(locale.toString(qint64{unit.unit}), QString::fromStdString(unit.layer),
                 unit.stacked > 0 ? TextHistory::tr("%1 in layer %2").arg(state).arg(unit.stacked + 1) : state);
    const QString value = locale.toString(static_cast<double>(unit.value), 'g', 4);
    if (unit.from == engine::HeldUnit::atThePromptsEnd) {
        return TextHistory::tr("%1 held at %2 from the end of the prompt on").arg(what, value);
    }
    if (unit.from == unit.to) {
        return TextHistory::tr("%1 set to %2 at character %3").arg(what, value, characterAt(unit.from));
    }
    if (unit.to == engine::HeldUnit::always) {
        return TextHistory::tr("%1 held at %2 from character %3 on").arg(what, value, characterAt(unit.from));
    }
    return TextHistory::tr("%1 held at %2 from character %3 to %4")
        .arg(what, value, characterAt(unit.from), characterAt(unit.to));
}

constexpr int deepest = 8; ///< that is indented; a chain of continuations may be longer

int nextId(const std::vector<WrittenText>& texts)
{
    int last = 0;
    for (const WrittenText& text : texts) {
        last = std::max(last, text.id);
    }
    return last + 1;
}

} // namespace

QString settingsOf(const WrittenText& text)
{
    const QLocale locale;
    QStringList parts = {TextHistory::tr("Iteration %1").arg(locale.toString(qint64{text.iteration})),
                         TextHistory::tr("temperature %1").arg(locale.toString(text.temperature, 'g', 3))};
    if (text.topK > 0) {
        parts << TextHistory::tr("top-k %1").arg(locale.toString(qint64{text.topK}));
    }
    if (text.topP < 1) {
        parts << TextHistory::tr("top-p %1").arg(locale.toString(text.topP, 'g', 3));
    }
    parts << TextHistory::tr("seed %1").arg(text.seed);
    if (!text.state.empty()) {
        parts << TextHistory::tr("from %1").arg(QFileInfo(QString::fromStdString(text.state)).fileName());
    }
    for (const engine::HeldUnit& unit : text.held) {
        parts << heldWords(unit, text.prompt + text.text);
    }
    return parts.join(QStringLiteral(" · "));
}

TextHistory::TextHistory(QWidget* parent) : QListWidget(parent)
{
    setAccessibleName(tr("Texts written before"));
    setTextElideMode(Qt::ElideRight);
    setSpacing(1);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    connect(this, &QListWidget::currentRowChanged, this, [this](int row) {
        if (const WrittenText* text = textAt(row)) {
            emit chosen(*text);
        }
    });
    connect(this, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        if (const WrittenText* text = textAt(row(item))) {
            emit replayed(*text);
        }
    });
}

const WrittenText* TextHistory::textAt(int row) const
{
    const auto index = static_cast<std::size_t>(row);
    return row >= 0 && index < m_rows.size() ? &m_texts[m_rows[index]] : nullptr;
}

void TextHistory::setTexts(std::vector<WrittenText> texts)
{
    m_texts = std::move(texts);
    limit();
    for (WrittenText& text : m_texts) {
        text.id = text.id > 0 ? text.id : nextId(m_texts); // of a project that did not number them
    }
    fill();
}

int TextHistory::add(const WrittenText& text)
{
    const int id = nextId(m_texts);
    m_texts.push_back(text);
    m_texts.back().id = id;
    limit();
    fill();
    const auto row = std::ranges::find(m_rows, m_texts.size() - 1) - m_rows.begin();
    const QSignalBlocker quiet(this);
    setCurrentRow(static_cast<int>(row)); // it is shown already
    return id;
}

void TextHistory::limit()
{
    if (m_texts.size() > most) {
        m_texts.erase(m_texts.begin(), m_texts.end() - most);
    }
}

void TextHistory::fill()
{
    const QSignalBlocker quiet(this);
    clear();
    m_rows.clear();
    fillBelow(0, 0);
}

/// One whose parent was removed stands for itself. A parent is older than its branches, so there is no circle.
void TextHistory::fillBelow(int parent, int depth)
{
    for (std::size_t index = m_texts.size(); index-- > 0;) {
        const WrittenText& text = m_texts[index];
        const bool isBelow = text.parent > 0 && text.parent < text.id &&
                             std::ranges::find(m_texts, text.parent, &WrittenText::id) != m_texts.end();
        if ((isBelow ? text.parent : 0) == parent) {
            addRow(index, depth);
            fillBelow(text.id, depth + 1);
        }
    }
}

void TextHistory::addRow(std::size_t index, int depth)
{
    const WrittenText& text = m_texts[index];
    const QString indent(2 * std::min(depth, deepest), QChar(QChar::Nbsp));
    const QString arrow = depth > 0 ? QStringLiteral("\u21b3 ") : QString();
    auto* item =
        new QListWidgetItem(indent + arrow + firstWords(text) + QLatin1Char('\n') + indent + settingsOf(text), this);
    QString tip = text.checkpoint.empty() ? tr("Written by the net in training")
                                          : tr("Written by %1").arg(QString::fromStdString(text.checkpoint));
    if (depth > 0) {
        tip += QLatin1Char('\n') +
               tr("Continues the text above from its character %1").arg(QLocale().toString(text.branchPlace + 1));
    }
    item->setToolTip(tip);
    m_rows.push_back(index);
}

void TextHistory::removeAt(int row)
{
    if (textAt(row) == nullptr) {
        return;
    }
    m_texts.erase(m_texts.begin() + static_cast<std::ptrdiff_t>(m_rows[static_cast<std::size_t>(row)]));
    fill();
    emit removed();
}

void TextHistory::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Delete) {
        removeAt(currentRow());
        return;
    }
    QListWidget::keyPressEvent(event);
}

void TextHistory::contextMenuEvent(QContextMenuEvent* event)
{
    const WrittenText* text = textAt(currentRow());
    if (text == nullptr) {
        return;
    }
    QMenu menu(this);
    QAction* replay = menu.addAction(editor::icon(QStringLiteral("regenerate")), tr("Write it again"));
    QAction* remove = menu.addAction(editor::icon(QStringLiteral("delete")), tr("Remove from the list"));
    const QAction* picked = menu.exec(event->globalPos());
    if (picked == replay) {
        emit replayed(WrittenText(*text));
    } else if (picked == remove) {
        removeAt(currentRow());
    }
}

} // namespace studio

#include "moc_text_history.cpp"
