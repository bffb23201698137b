// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/candidates.h"

#include "app/studio/text/text_panel.h"
#include "app/studio/text/written_view.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <array>
#include <map>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QTimerEvent>
#include <utility>

namespace studio {

namespace {

enum Data { Share = Qt::UserRole, Percent, Text, IsBold, Ground };

constexpr int margin = 6, barWidth = 96;
constexpr int grace = 300; ///< milliseconds that the mouse may be outside on its way to the popup

QFont boldFont(QFont font)
{
    font.setBold(true);
    return font;
}

/// Name, bar and percentage, in columns.
class BarRow : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QFontMetrics bold(boldFont(option.font));
        return {nameWidth(bold, *index.model()) + barWidth + percentWidth(bold) + 4 * margin, bold.height() + 4};
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
        painter->setFont(index.data(IsBold).toBool() ? boldFont(option.font) : option.font);
        painter->setPen(
            option.palette.color(option.state.testFlag(QStyle::State_Enabled) ? QPalette::Normal : QPalette::Disabled,
                                 selected ? QPalette::HighlightedText : QPalette::Text));
        const QFontMetrics bold(boldFont(option.font));
        const QRect row = option.rect.adjusted(margin, 0, -margin, 0);
        const int percent = percentWidth(bold);
        const int name =
            std::clamp(row.width() - percent - 2 * margin - barWidth / 2, 0, nameWidth(bold, *index.model()));
        const QRect bar = row.adjusted(name + margin, 4, -percent - margin, -4);
        painter->drawText(QRect(row.topLeft(), QSize(name, row.height())), Qt::AlignLeft | Qt::AlignVCenter,
                          bold.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideRight, name));
        painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter, index.data(Percent).toString());
        painter->setPen(theme.mutedText);
        painter->drawRect(bar.adjusted(0, 0, -1, -1));
        const int filled = static_cast<int>((bar.width() - 2) * index.data(Share).toDouble() + 0.5);
        const auto ground = index.data(Ground).value<QBrush>();
        painter->fillRect(QRect(bar.left() + 1, bar.top() + 1, filled, bar.height() - 2),
                          ground.style() == Qt::NoBrush ? QBrush(theme.smoothed) : ground);
        painter->restore();
    }

private:
    static int nameWidth(const QFontMetrics& metrics, const QAbstractItemModel& model)
    {
        int width = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            width = std::max(width, metrics.horizontalAdvance(model.index(row, 0).data().toString()));
        }
        return width;
    }
    static int percentWidth(const QFontMetrics& metrics)
    {
        return metrics.horizontalAdvance(QLocale().toString(100.0, 'f', 1) + QStringLiteral(" %"));
    }
};

} // namespace

BarList::BarList(QWidget* parent) : QListWidget(parent)
{
    setItemDelegate(new BarRow(this));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void BarList::setBars(const std::vector<Bar>& bars)
{
    clear();
    for (const Bar& bar : bars) {
        auto* item = new QListWidgetItem(bar.name, this);
        item->setData(Share, bar.share);
        item->setData(Percent, bar.percent);
        item->setData(Qt::AccessibleTextRole, bar.name + QStringLiteral(", ") + bar.percent);
        item->setData(Text, bar.text);
        item->setData(IsBold, bar.isBold);
        item->setData(Ground, bar.ground);
        if (!bar.isChoosable) {
            item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
        }
    }
    int height = 0;
    for (int row = 0; row < count(); ++row) {
        height += sizeHintForRow(row);
    }
    setFixedHeight(height);
}

QString percentOf(double share, int digits)
{
    return CandidatePopup::tr("%1 %").arg(QLocale().toString(100 * share, 'f', digits));
}

QString characterName(char32_t character, engine::Encoding encoding)
{
    const std::map<char32_t, QString> names = {{U'\n', CandidatePopup::tr("new line")},
                                               {U'\r', CandidatePopup::tr("carriage return")},
                                               {U'\t', CandidatePopup::tr("tab")},
                                               {U' ', CandidatePopup::tr("space")},
                                               {0xA0, CandidatePopup::tr("non-breaking space")}};
    if (const auto name = names.find(character); name != names.end()) {
        return name->second;
    }
    const bool part = encoding == engine::Encoding::Bytes && character >= 0x80;
    if (part || character < 0x20 || character == 0x7f || !QChar::isPrint(character)) {
        return QString::fromStdString(engine::nameOf(character, encoding));
    }
    return QString::fromUcs4(&character, 1);
}

CandidatePopup::CandidatePopup(WrittenView& view, const TextInView& inView)
    : QFrame(&view), m_view(view), m_inView(inView), m_title(new QLabel), m_list(new BarList), m_footer(new QLabel)
{
    setObjectName(QStringLiteral("candidates"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    for (QLabel* label : {m_title, m_footer}) {
        label->setTextFormat(Qt::PlainText);
        label->setMargin(margin);
    }
    m_list->setAccessibleName(tr("The most likely characters here"));
    m_list->setToolTip(tr("Probabilities at temperature 1, before top-k and top-p"));
    m_list->setMouseTracking(true);
    editor::inColumn(this, {m_title, m_list, m_footer}, QMargins(1, 1, 1, 1), 0);
    connect(m_list, &QListWidget::itemClicked, this, &CandidatePopup::choose);
    hide();
    view.viewport()->setMouseTracking(true);
    view.viewport()->installEventFilter(this);
    view.installEventFilter(this);
    connect(view.verticalScrollBar(), &QScrollBar::valueChanged, this, &CandidatePopup::putAway);
    connect(&view, &QObject::destroyed, this, &QObject::deleteLater); // it lies in the window while it is open
}

void CandidatePopup::showCandidates(const Candidates& candidates)
{
    const QString written = m_view.characterAt(m_position);
    m_title->setText(m_view.describe(m_position));
    m_footer->setText(m_whyNot.isEmpty() ? tr("Click a character to continue with it.") : m_whyNot);
    std::vector<BarList::Bar> bars;
    for (const Candidate& one : candidates.known()) {
        // A byte that is only a part of a character adds nothing to a text.
        const bool isPart = candidates.encoding == engine::Encoding::Bytes && one.character >= 0x80;
        const QString text = isPart ? QString() : QString::fromUcs4(&one.character, 1);
        bars.push_back({.name = characterName(one.character, candidates.encoding),
                        .share = one.probability,
                        .percent = percentOf(one.probability, 1),
                        .isBold = !isPart && text == written,
                        .text = text,
                        .isChoosable = !isPart && m_whyNot.isEmpty()});
    }
    m_list->setBars(bars);
    m_list->setVisible(true);
    m_list->setFixedWidth(
        std::max({m_list->sizeHintForColumn(0), m_title->sizeHint().width(), m_footer->sizeHint().width()}));
    adjustSize();
}

void CandidatePopup::say(const QString& title, const QString& sentence)
{
    m_title->setText(title);
    m_footer->setText(sentence);
    m_list->clear();
    m_list->hide();
    adjustSize();
}

void CandidatePopup::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        leave();
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
        const qint64 place = m_view.placeAt(m_position);
        const QString text = item->data(Text).toString();
        leave(); // else the focus goes on to whatever is next in the window
        emit branchRequested(place, text);
    }
}

void CandidatePopup::leave()
{
    putAway();
    m_view.setFocus(Qt::PopupFocusReason);
}

void CandidatePopup::tellAgain()
{
    if (isVisible() && m_position >= 0) {
        showAt(m_position);
    }
}

void CandidatePopup::setBranching(const QString& whyNot)
{
    m_whyNot = whyNot;
}

void CandidatePopup::putAway()
{
    m_closing.stop();
    hide();
    m_position = -1;
    m_stays = m_byKeyboard = false;
}

void CandidatePopup::showAt(int position)
{
    const qint64 place = m_view.placeAt(position);
    const TextInView::Part* const writer = m_inView.writerOf(place);
    if (writer == nullptr) {
        putAway();
        return;
    }
    const bool moved = std::exchange(m_position, position) != position;
    if (moved && writer->unknown.isEmpty() && writer->candidatesAt(place).empty()) {
        emit wanted(writer->text);
        if (m_position < 0) {
            return; // the receiver has closed it
        }
    }
    if (const Candidates candidates = writer->candidatesAt(place); !candidates.empty()) {
        showCandidates(candidates);
    } else {
        say(m_view.describe(position),
            writer->unknown.isEmpty() ? tr("Computing the probabilities here…") : writer->unknown);
    }
    put(m_view.rectOf(position));
    if (m_byKeyboard) {
        setFocusProxy(m_list);
        m_list->setCurrentRow(std::max(0, m_list->currentRow()));
        m_list->setFocus(Qt::PopupFocusReason);
    }
}

/// To where the character is now.
void CandidatePopup::follow()
{
    const QRect character = m_position < 0 ? QRect() : m_view.rectOf(m_position);
    if (m_view.viewport()->rect().intersects(character)) {
        put(character);
    } else {
        putAway();
    }
}

/// Right below the character, so that the mouse gets there without crossing others and what the net read before stays
/// in sight; above where there is no room.
void CandidatePopup::put(const QRect& character)
{
    QWidget* const window = m_view.window();
    if (parentWidget() != window) {
        setParent(window);
    }
    const QPoint under = m_view.viewport()->mapTo(window, character.bottomLeft());
    const QPoint over = m_view.viewport()->mapTo(window, character.topLeft());
    const QSize room = window->size() - size();
    const int top = under.y() < room.height() ? under.y() + 1 : over.y() - height();
    move(std::clamp(over.x(), 0, std::max(0, room.width())), std::clamp(top, 0, std::max(0, room.height())));
    show();
    raise();
}

void CandidatePopup::openByKeyboard()
{
    const int position = m_view.textCursor().position();
    m_stays = m_byKeyboard = true;
    if (m_inView.writerOf(m_view.placeAt(position)) != nullptr || m_view.document()->isEmpty()) {
        showAt(position);
        return;
    }
    say(tr("No net wrote a character here."), tr("Move the cursor to a character that a net wrote."));
    put(m_view.rectOf(position));
}

bool CandidatePopup::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view.viewport()) {
        return viewportEvent(event);
    }
    if (watched == &m_view && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        if (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier) {
            openByKeyboard();
            return true;
        }
        constexpr std::array modifiers = {Qt::Key_Control, Qt::Key_Shift, Qt::Key_Alt, Qt::Key_Meta};
        if (isVisible() && std::ranges::find(modifiers, key->key()) == modifiers.end()) { // it goes on in the text
            putAway();
            return key->key() == Qt::Key_Escape;
        }
    } else if (watched == &m_view && event->type() == QEvent::Hide) {
        putAway();
    }
    return false;
}

/// The first one opens where a tooltip would; while it is open it follows the mouse at once. One that a click or a key
/// opened stays where it is.
bool CandidatePopup::viewportEvent(QEvent* event)
{
    switch (event->type()) {
    case QEvent::ToolTip: {
        const int position = m_view.positionUnder(static_cast<const QHelpEvent*>(event)->pos());
        if (m_inView.writerOf(m_view.placeAt(position)) == nullptr) {
            return false; // a plain tooltip says what is known
        }
        if (!m_stays) {
            showAt(position);
        }
        return true;
    }
    case QEvent::MouseMove: {
        const auto* mouse = static_cast<const QMouseEvent*>(event);
        if (isVisible() && !m_stays && mouse->buttons() == Qt::NoButton) {
            const int position = m_view.positionUnder(mouse->pos());
            if (position < 0) {
                m_closing.start(grace, this);
            } else if (position != m_position) {
                m_closing.stop();
                showAt(position);
            }
        }
        return false;
    }
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
        putAway();
        return false;
    case QEvent::MouseButtonRelease: {
        const auto* mouse = static_cast<const QMouseEvent*>(event);
        const int position = m_view.positionUnder(mouse->pos());
        if (mouse->button() == Qt::LeftButton && position >= 0 && !m_view.textCursor().hasSelection()) {
            m_stays = true;
            showAt(position);
        }
        return false;
    }
    case QEvent::Resize:
        if (isVisible()) {
            QTimer::singleShot(0, this, [this] { // once the text is wrapped again
                if (isVisible()) {
                    follow();
                }
            });
        }
        return false;
    case QEvent::Leave:
        if (isVisible() && !m_stays) {
            m_closing.start(grace, this);
        }
        return false;
    default:
        return false;
    }
}

void CandidatePopup::leaveEvent(QEvent*)
{
    if (!m_stays) {
        m_closing.start(grace, this);
    }
}

void CandidatePopup::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_closing.timerId()) {
        putAway();
    }
}

} // namespace studio

#include "moc_candidates.cpp"
