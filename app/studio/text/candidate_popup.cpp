// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/candidate_popup.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace studio {

namespace {

enum Data { Probability = Qt::UserRole, Percent, Text, IsWritten };

constexpr int margin = 6, barWidth = 96;

/// Name, bar and percentage, in columns.
class CandidateRow : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QFontMetrics bold(boldFont(option.font));
        return {nameWidth(bold, index) + barWidth + percentWidth(bold) + 4 * margin, bold.height() + 4};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const editor::Theme& theme = editor::theme();
        if (selected) {
            painter->fillRect(option.rect, option.palette.highlight());
        } else if (option.state.testFlag(QStyle::State_MouseOver)) {
            painter->fillRect(option.rect, option.palette.alternateBase());
        }
        painter->save();
        painter->setFont(index.data(IsWritten).toBool() ? boldFont(option.font) : option.font);
        painter->setPen(
            option.palette.color(option.state.testFlag(QStyle::State_Enabled) ? QPalette::Normal : QPalette::Disabled,
                                 selected ? QPalette::HighlightedText : QPalette::Text));
        const QRect row = option.rect.adjusted(margin, 0, -margin, 0);
        const int percent = percentWidth(QFontMetrics(boldFont(option.font)));
        const QRect bar(row.right() - percent - margin - barWidth, row.top() + 4, barWidth, row.height() - 8);
        painter->drawText(row, Qt::AlignLeft | Qt::AlignVCenter, index.data(Qt::DisplayRole).toString());
        painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter, index.data(Percent).toString());
        painter->setPen(theme.mutedText);
        painter->drawRect(bar.adjusted(0, 0, -1, -1));
        const int filled = static_cast<int>((bar.width() - 2) * index.data(Probability).toDouble() + 0.5);
        painter->fillRect(QRect(bar.left() + 1, bar.top() + 1, filled, bar.height() - 2), theme.smoothed);
        painter->restore();
    }

private:
    static QFont boldFont(QFont font)
    {
        font.setBold(true);
        return font;
    }
    static int nameWidth(const QFontMetrics& metrics, const QModelIndex& index)
    {
        return metrics.horizontalAdvance(index.data(Qt::DisplayRole).toString());
    }
    static int percentWidth(const QFontMetrics& metrics)
    {
        return metrics.horizontalAdvance(QLocale().toString(100.0, 'f', 1) + QStringLiteral(" %"));
    }
};

QString percentOf(double probability)
{
    return CandidatePopup::tr("%1 %").arg(QLocale().toString(100 * probability, 'f', 1));
}

} // namespace

QString characterName(char32_t character, engine::Encoding encoding)
{
    switch (character) {
    case U'\n':
        return CandidatePopup::tr("new line");
    case U'\r':
        return CandidatePopup::tr("carriage return");
    case U'\t':
        return CandidatePopup::tr("tab");
    case U' ':
        return CandidatePopup::tr("space");
    case 0xA0:
        return CandidatePopup::tr("non-breaking space");
    default:
        break;
    }
    const bool part = encoding == engine::Encoding::Bytes && character >= 0x80;
    if (part || character < 0x20 || character == 0x7f || !QChar::isPrint(character)) {
        return QString::fromStdString(engine::nameOf(character, encoding));
    }
    return QString::fromUcs4(&character, 1);
}

std::optional<QString> candidateText(const Candidate& candidate, engine::Encoding encoding)
{
    if (encoding == engine::Encoding::Bytes && candidate.character >= 0x80) {
        return std::nullopt;
    }
    return QString::fromUcs4(&candidate.character, 1);
}

CandidatePopup::CandidatePopup(QWidget* parent)
    : QFrame(parent), m_title(new QLabel), m_list(new QListWidget), m_footer(new QLabel)
{
    setObjectName(QStringLiteral("candidates"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    for (QLabel* label : {m_title, m_footer}) {
        label->setTextFormat(Qt::PlainText);
        label->setMargin(margin);
    }
    m_list->setAccessibleName(tr("The most likely characters here"));
    m_list->setToolTip(tr("Probabilities at temperature 1, before top-k and top-p"));
    m_list->setItemDelegate(new CandidateRow(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(m_title);
    column->addWidget(m_list);
    column->addWidget(m_footer);
    connect(m_list, &QListWidget::itemClicked, this, &CandidatePopup::choose);
    hide();
}

void CandidatePopup::showCandidates(const Candidates& candidates, const Place& place)
{
    m_title->setText(place.title);
    m_footer->setText(place.footer);
    m_list->clear();
    for (const Candidate& one : candidates.known()) {
        auto* item = new QListWidgetItem(characterName(one.character, candidates.encoding), m_list);
        const std::optional<QString> text = candidateText(one, candidates.encoding);
        item->setData(Probability, one.probability);
        item->setData(Percent, percentOf(one.probability));
        item->setData(Qt::AccessibleTextRole, item->text() + QStringLiteral(", ") + percentOf(one.probability));
        item->setData(Text, text.value_or(QString()));
        item->setData(IsWritten, text == place.written);
        if (!text || !place.choosable) {
            item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
        }
    }
    m_list->setVisible(true);
    int height = 0;
    for (int row = 0; row < m_list->count(); ++row) {
        height += m_list->sizeHintForRow(row);
    }
    m_list->setFixedSize(
        std::max({m_list->sizeHintForColumn(0), m_title->sizeHint().width(), m_footer->sizeHint().width()}), height);
    adjustSize();
}

void CandidatePopup::showSentence(const QString& title, const QString& sentence)
{
    m_title->setText(title);
    m_footer->setText(sentence);
    m_list->clear();
    m_list->hide();
    adjustSize();
}

void CandidatePopup::takeKeyboard()
{
    setFocusProxy(m_list);
    if (m_list->currentRow() < 0) {
        m_list->setCurrentRow(0);
    }
    m_list->setFocus(Qt::PopupFocusReason);
}

void CandidatePopup::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        emit closed();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose();
        return;
    default:
        QFrame::keyPressEvent(event);
    }
}

void CandidatePopup::choose()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (item != nullptr && item->flags().testFlag(Qt::ItemIsEnabled)) {
        emit chosen(item->data(Text).toString());
    }
}

} // namespace studio

#include "moc_candidate_popup.cpp"
