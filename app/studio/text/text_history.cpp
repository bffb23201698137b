// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/text_history.h"

#include "editor/looks/theme.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QSignalBlocker>

namespace studio {

namespace {

QString firstWords(const WrittenText& text)
{
    const QString start =
        QString::fromStdString((text.text.empty() ? text.prompt : text.text).substr(0, 400)).simplified().left(60);
    return start.isEmpty() ? TextHistory::tr("(nothing)") : start;
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
    return parts.join(QStringLiteral(" · "));
}

TextHistory::TextHistory(QWidget* parent) : QListWidget(parent)
{
    setAccessibleName(tr("Texts written before"));
    setFrameShape(QFrame::NoFrame);
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
    return row >= 0 && index < m_texts.size() ? &m_texts[m_texts.size() - 1 - index] : nullptr;
}

void TextHistory::setTexts(std::vector<WrittenText> texts)
{
    m_texts = std::move(texts);
    if (m_texts.size() > most) {
        m_texts.erase(m_texts.begin(), m_texts.end() - most);
    }
    fill();
}

void TextHistory::add(const WrittenText& text)
{
    m_texts.push_back(text);
    if (m_texts.size() > most) {
        m_texts.erase(m_texts.begin());
    }
    fill();
    const QSignalBlocker quiet(this);
    setCurrentRow(0); // it is shown already
}

void TextHistory::fill()
{
    const QSignalBlocker quiet(this);
    clear();
    for (auto text = m_texts.rbegin(); text != m_texts.rend(); ++text) {
        auto* item = new QListWidgetItem(firstWords(*text) + QLatin1Char('\n') + settingsOf(*text), this);
        item->setToolTip(text->checkpoint.empty() ? tr("Written by the net in training")
                                                  : tr("Written by %1").arg(QString::fromStdString(text->checkpoint)));
    }
}

void TextHistory::removeAt(int row)
{
    if (textAt(row) == nullptr) {
        return;
    }
    m_texts.erase(m_texts.end() - 1 - row);
    fill();
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
