// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/text_history.h"

#include "app/studio/text/text_panel.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <map>
#include <QFileInfo>
#include <QSignalBlocker>
#include <utility>

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

TextHistory::TextHistory(QWidget* parent) : QTreeWidget(parent)
{
    setAccessibleName(tr("Texts written before"));
    setHeaderHidden(true);
    setExpandsOnDoubleClick(false);
    setIndentation(fontMetrics().averageCharWidth() * 2);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    const auto replay = [this] {
        if (const WrittenText* text = textOf(currentItem())) {
            emit replayed(WrittenText(*text));
        }
    };
    addAction(editor::icon(QStringLiteral("regenerate")), tr("Write it again"), this, replay);
    addAction(editor::icon(QStringLiteral("delete")), tr("Remove from the list"), QKeySequence(Qt::Key_Delete), this,
              [this] {
                  if (const WrittenText* text = textOf(currentItem())) {
                      m_texts.erase(m_texts.begin() + (text - m_texts.data()));
                      fill();
                      emit removed();
                  }
              })
        ->setShortcutContext(Qt::WidgetShortcut);
    connect(this, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* row) {
        if (const WrittenText* text = textOf(row)) {
            emit chosen(*text);
        }
    });
    connect(this, &QTreeWidget::itemActivated, this, replay);
}

const WrittenText* TextHistory::textOf(const QTreeWidgetItem* row) const
{
    const auto text = std::ranges::find(m_texts, row ? row->data(0, Qt::UserRole).toInt() : 0, &WrittenText::id);
    return text == m_texts.end() ? nullptr : &*text;
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
    QTreeWidgetItem* const row = fill();
    const QSignalBlocker quiet(this);
    setCurrentItem(row); // it is shown already
    return id;
}

void TextHistory::limit()
{
    if (m_texts.size() > most) {
        m_texts.erase(m_texts.begin(), m_texts.end() - most);
    }
}

/// One whose parent was removed stands for itself. A parent is older than its branches.
QTreeWidgetItem* TextHistory::fill()
{
    const QSignalBlocker quiet(this);
    clear();
    QTreeWidgetItem* row = nullptr;
    std::map<int, std::pair<QTreeWidgetItem*, int>> rows; // by their texts' ids, each with its depth
    for (const WrittenText& text : m_texts) {
        const auto parent = rows.find(text.parent);
        auto [above, depth] = parent == rows.end() ? std::pair(invisibleRootItem(), 0) : parent->second;
        QString tip = text.checkpoint.empty() ? tr("Written by the net in training")
                                              : tr("Written by %1").arg(QString::fromStdString(text.checkpoint));
        if (depth > 0) {
            tip += QLatin1Char('\n') +
                   tr("Continues the text above from its character %1").arg(QLocale().toString(text.branchPlace + 1));
        }
        if (depth > deepest) {
            above = above->parent();
            --depth;
        }
        row = new QTreeWidgetItem(QStringList{firstWords(text) + QLatin1Char('\n') + settingsOf(text)});
        row->setData(0, Qt::UserRole, text.id);
        row->setToolTip(0, tip);
        above->insertChild(0, row);
        rows[text.id] = {row, depth + 1};
    }
    expandAll();
    return row;
}

} // namespace studio

#include "moc_text_history.cpp"
