// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/quick_add.h"

#include "editor/canvas/group_icon.h"
#include "editor/looks/theme.h"
#include "engine/graph/layer_type.h"

#include <algorithm>
#include <numeric>
#include <QApplication>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace editor {
namespace {

constexpr QSize popupSize{420, 380};
constexpr QMargins rowMargins{8, 5, 8, 5};
constexpr int iconRoom = 30;
constexpr int barRoom = 20; ///< of the list's scroll bar

QString typeText(std::string_view english)
{
    return QString::fromUtf8(english.data(), qsizetype(english.size()));
}

QString helpOf(const engine::LayerType& type)
{
    return QCoreApplication::translate("Layers", std::string(type.help).c_str());
}

/// Letters and digits only, in lower case: "inner product" finds INNERPRODUCT and "lstm simple" LSTM_SIMPLE.
QString folded(const QString& words)
{
    QString letters;
    for (const QChar letter : words.toLower()) {
        if (letter.isLetterOrNumber()) {
            letters += letter;
        }
    }
    return letters;
}

/// Icon, name, and below it what the layer does, or in its place why it cannot be added.
class RowPainter : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// The help wraps: how high a row is follows from the width of the list.
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const int width = popupSize.width() - barRoom - iconRoom - rowMargins.left() - rowMargins.right();
        const QRect help = QFontMetrics(smallFont(option.font))
                               .boundingRect(QRect(0, 0, width - barRoom, 1000), helpFlags, helpAt(index));
        return {100, QFontMetrics(nameFont(option.font)).height() + help.height() + rowMargins.top() +
                         rowMargins.bottom() + lineGap};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem ground = option;
        initStyleOption(&ground, index);
        ground.text.clear();
        ground.icon = QIcon();
        QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter, option.widget);

        const bool enabled = index.flags().testFlag(Qt::ItemIsEnabled);
        const bool marked = option.state.testFlag(QStyle::State_Selected);
        const QColor strong = marked    ? option.palette.highlightedText().color()
                              : enabled ? theme().text
                                        : theme().mutedText;
        const QColor weak = marked ? strong : theme().mutedText;
        const QRect area = option.rect.marginsRemoved(rowMargins);
        const QIcon picture = index.data(Qt::DecorationRole).value<QIcon>();
        picture.paint(painter, QRect(area.left(), area.top(), 20, area.height()), Qt::AlignCenter,
                      !enabled ? QIcon::Disabled
                      : marked ? QIcon::Selected
                               : QIcon::Normal);
        const QRect words = area.adjusted(iconRoom, 0, 0, 0);
        painter->setFont(nameFont(option.font));
        painter->setPen(strong);
        painter->drawText(words, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, index.data().toString());
        const int nameHeight = painter->fontMetrics().height();
        painter->setFont(smallFont(option.font));
        painter->setPen(weak);
        painter->drawText(words.adjusted(0, nameHeight + lineGap, 0, 0), helpFlags, helpAt(index));
    }

private:
    static constexpr int lineGap = 1;
    static constexpr int helpFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

    static QFont nameFont(QFont font)
    {
        font.setWeight(QFont::DemiBold);
        return font;
    }

    static QFont smallFont(QFont font)
    {
        font.setPointSizeF(font.pointSizeF() * 0.88);
        return font;
    }

    static QString helpAt(const QModelIndex& index)
    {
        const QString refusal = index.data(QuickAddModel::RefusalRole).toString();
        return refusal.isEmpty() ? index.data(QuickAddModel::HelpRole).toString() : refusal;
    }
};

} // namespace

int matchQuality(const engine::LayerType& type, const QString& typed)
{
    const QString wanted = folded(typed);
    const QString name = folded(typeText(type.name)), caffeName = folded(typeText(type.caffeName));
    if (wanted.isEmpty() || name == wanted || caffeName == wanted) {
        return 4;
    }
    if (name.startsWith(wanted) || caffeName.startsWith(wanted)) {
        return 3;
    }
    if (name.contains(wanted) || caffeName.contains(wanted)) {
        return 2;
    }
    return helpOf(type).contains(typed.trimmed(), Qt::CaseInsensitive) ? 1 : 0;
}

QuickAddModel::QuickAddModel(std::vector<QuickAddEntry> entries, QObject* parent)
    : QAbstractListModel(parent), m_entries(std::move(entries))
{
    filter({});
}

void QuickAddModel::filter(const QString& typed)
{
    beginResetModel();
    std::vector<int> quality;
    m_shown.clear();
    for (std::size_t index = 0; index < m_entries.size(); ++index) {
        const int match = matchQuality(*m_entries[index].type, typed);
        quality.push_back(m_entries[index].refusal.isEmpty() ? match + 10 : match);
        if (match > 0) {
            m_shown.push_back(int(index));
        }
    }
    std::stable_sort(m_shown.begin(), m_shown.end(),
                     [&](int a, int b) { return quality[std::size_t(a)] > quality[std::size_t(b)]; });
    endResetModel();
}

int QuickAddModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

QVariant QuickAddModel::data(const QModelIndex& index, int role) const
{
    const QuickAddEntry& shown = entry(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return typeText(shown.type->name);
    case Qt::DecorationRole:
        return icon(groupIconName(shown.type->group));
    case HelpRole:
        return helpOf(*shown.type);
    case RefusalRole:
        return shown.refusal;
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return shown.refusal.isEmpty() ? helpOf(*shown.type) : shown.refusal;
    default:
        return {};
    }
}

Qt::ItemFlags QuickAddModel::flags(const QModelIndex& index) const
{
    return entry(index.row()).refusal.isEmpty() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren
                                                : Qt::ItemNeverHasChildren;
}

QuickAdd::QuickAdd(std::vector<QuickAddEntry> entries, const QString& title, QWidget* canvas)
    : Plate(canvas),
      m_title(new QLabel(title, this)),
      m_field(new QLineEdit(this)),
      m_list(new QListView(this)),
      m_nothing(new QLabel(tr("No matching layer"), this)),
      m_model(new QuickAddModel(std::move(entries), this))
{
    setObjectName(QStringLiteral("quickAdd"));
    setAccessibleName(title);
    m_title->setBuddy(m_field);
    m_field->setPlaceholderText(tr("Name or purpose"));
    m_field->setClearButtonEnabled(true);
    m_field->setAccessibleName(tr("Layer to add"));
    m_field->installEventFilter(this);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new RowPainter(m_list));
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel); // rows are of different heights
    m_list->setFocusPolicy(Qt::NoFocus); // the field keeps the keyboard and steers the list
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Layers"));
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 10, 10, 10);
    column->setSpacing(6);
    column->addWidget(m_title);
    column->addWidget(m_field);
    column->addWidget(m_list, 1);
    column->addWidget(m_nothing, 1);
    connect(m_field, &QLineEdit::textChanged, this, &QuickAdd::typed);
    connect(m_list, &QListView::clicked, this, &QuickAdd::take);
    typed({});
}

void QuickAdd::open(QPoint window, const QString& words)
{
    const QSize room = parentWidget()->size();
    resize(popupSize.boundedTo(room));
    move(std::clamp(window.x(), 0, std::max(0, room.width() - width())),
         std::clamp(window.y(), 0, std::max(0, room.height() - height())));
    m_field->setText(words);
    show();
    raise();
    m_field->setFocus(Qt::PopupFocusReason);
}

bool QuickAdd::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) { // Escape and the arrows are ours, not the window's
        event->accept();
        return true;
    }
    if (event->type() == QEvent::KeyPress && steer(static_cast<QKeyEvent*>(event)->key())) {
        return true;
    }
    if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason) {
        leave();
    }
    return Plate::eventFilter(watched, event);
}

bool QuickAdd::steer(int key)
{
    const int row = m_list->currentIndex().row(), rows = m_model->rowCount();
    const auto mark = [&](int wanted) {
        if (rows > 0) {
            m_list->setCurrentIndex(m_model->index(std::clamp(wanted, 0, rows - 1)));
        }
        return true;
    };
    switch (key) {
    case Qt::Key_Down:
    case Qt::Key_Tab: // it walks the drawing, and must not change it here
        return mark(row + 1);
    case Qt::Key_Up:
    case Qt::Key_Backtab:
        return mark(row - 1);
    case Qt::Key_PageDown:
        return mark(row + 6);
    case Qt::Key_PageUp:
        return mark(row - 6);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        take(m_list->currentIndex());
        return true;
    case Qt::Key_Escape:
        leave();
        return true;
    default:
        return false;
    }
}

void QuickAdd::typed(const QString& words)
{
    m_model->filter(words);
    const bool any = m_model->rowCount() > 0;
    m_list->setVisible(any);
    m_nothing->setVisible(!any);
    if (any) {
        m_list->setCurrentIndex(m_model->index(0));
        m_list->scrollToTop();
    }
}

void QuickAdd::take(const QModelIndex& index)
{
    if (!index.isValid() || !index.flags().testFlag(Qt::ItemIsEnabled)) {
        return;
    }
    const engine::LayerType* type = m_model->entry(index.row()).type;
    leave();
    emit chosen(type);
}

/// Closes first, so that the one who hears of the choice may open another.
void QuickAdd::leave()
{
    if (m_closing) {
        return;
    }
    m_closing = true;
    if (m_field->hasFocus()) { // else Qt hands it on as Tab does, which leads to the first layer
        parentWidget()->setFocus(Qt::PopupFocusReason);
    }
    hide();
    emit closed();
    deleteLater();
}

} // namespace editor

#include "moc_quick_add.cpp"
