// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/palette.h"

#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"
#include "editor/words/numbers.h"
#include "editor/words/tips.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTreeWidget>

namespace editor {
namespace {

constexpr std::array<std::pair<engine::LayerGroup, const char*>, 6> groups = {
    {{engine::LayerGroup::Source, QT_TRANSLATE_NOOP("editor::LayerList", "Sources")},
     {engine::LayerGroup::Recurrent, QT_TRANSLATE_NOOP("editor::LayerList", "Recurrent")},
     {engine::LayerGroup::Common, QT_TRANSLATE_NOOP("editor::LayerList", "Common")},
     {engine::LayerGroup::Activation, QT_TRANSLATE_NOOP("editor::LayerList", "Activations")},
     {engine::LayerGroup::Shape, QT_TRANSLATE_NOOP("editor::LayerList", "Shapes")},
     {engine::LayerGroup::Loss, QT_TRANSLATE_NOOP("editor::LayerList", "Losses")}}};

enum Role { TypeName = Qt::UserRole, Help, Group };

/// The tree of types. What is dragged out of it is a type's name.
class TypeTree : public QTreeWidget {
public:
    explicit TypeTree(QWidget* parent) : QTreeWidget(parent) {}

protected:
    QStringList mimeTypes() const override { return {QLatin1String(layerMimeType)}; }

    QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override
    {
        const QString type = items.isEmpty() ? QString() : items.first()->data(0, TypeName).toString();
        if (type.isEmpty()) {
            return nullptr;
        }
        auto* dragged = new QMimeData;
        dragged->setData(QLatin1String(layerMimeType), type.toUtf8());
        return dragged;
    }
};

/// A type: its group's stripe and its name, as low as all can be seen at once.
class TypeDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return {120, option.fontMetrics.height() + (index.data(TypeName).isValid() ? 1 : 3)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const override
    {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        if (!index.data(TypeName).isValid()) {
            option.font.setWeight(QFont::DemiBold);
            QStyledItemDelegate::paint(painter, option, index);
            return;
        }
        const QString name = option.text;
        option.text.clear();
        const QStyle* style = option.widget->style();
        style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
        paintWords(painter, option, name, index);
    }

private:
    static constexpr QMargins margins{10, 0, 4, 0};

    /// Narrower where the name would not be whole, as it is in a small window.
    static QFont fitting(QFont font, const QString& name, int width)
    {
        constexpr int narrowest = 65; // percent, legible
        for (int stretch = 95; stretch >= narrowest && QFontMetrics(font).horizontalAdvance(name) > width;
             stretch -= 5) {
            font.setStretch(stretch);
        }
        return font;
    }

    static void paintWords(QPainter* painter, const QStyleOptionViewItem& option, const QString& name,
                           const QModelIndex& index)
    {
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const QColor first = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
        const QRect box = option.rect.marginsRemoved(margins);
        const auto group = static_cast<engine::LayerGroup>(index.data(Group).toInt());
        painter->save();
        painter->fillRect(QRect(option.rect.left() + 3, box.top(), 3, box.height()), theme().group(group));
        painter->setPen(first);
        painter->setFont(fitting(option.font, name, box.width()));
        painter->drawText(box, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                          painter->fontMetrics().elidedText(name, Qt::ElideRight, box.width()));
        painter->restore();
    }
};

/// Letters and digits only, in lower case: "inner product" finds INNERPRODUCT and "lstm simple" LSTM_SIMPLE.
QString folded(const QString& words)
{
    QString letters;
    std::ranges::copy_if(words.toLower(), std::back_inserter(letters),
                         [](QChar one) { return one.isLetterOrNumber(); });
    return letters;
}

} // namespace

QString typeName(const engine::LayerType& type)
{
    return QString::fromUtf8(type.name);
}

int matchQuality(const engine::LayerType& type, const QString& typed)
{
    const QString wanted = folded(typed);
    const QString name = folded(typeName(type)), caffeName = folded(QString::fromUtf8(type.caffeName));
    if (wanted.isEmpty() || name == wanted || caffeName == wanted) {
        return 4;
    }
    if (name.startsWith(wanted) || caffeName.startsWith(wanted)) {
        return 3;
    }
    if (name.contains(wanted) || caffeName.contains(wanted)) {
        return 2;
    }
    return engineText("Layers", type.help).contains(typed.trimmed(), Qt::CaseInsensitive) ? 1 : 0;
}

LayerList::LayerList(QWidget* parent)
    : QWidget(parent),
      m_search(searchField(this, tr("Search layers"), tr("Search layers"))),
      m_tree(described(new TypeTree(this), {.title = tr("Layer types")})),
      m_nothing(editor::label({}, this, Look::Wraps | Look::Muted)),
      m_chosen(editor::label({}, this, Look::Wraps | Look::Muted, "chosenLayer"))
{
    m_search->installEventFilter(this);

    m_tree->setHeaderHidden(true);
    m_tree->setIndentation(10);
    m_tree->setItemDelegate(new TypeDelegate(m_tree));
    m_tree->setDragEnabled(true);
    m_tree->setDragDropMode(QAbstractItemView::DragOnly);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setExpandsOnDoubleClick(true);

    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setMargin(16);

    constexpr int lines = 4; // of every layer's words
    m_chosen->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_chosen->setFixedHeight(lines * fontMetrics().lineSpacing());
    m_chosen->setText(tr("Drag a layer onto the canvas, or double-click it."));
    connect(m_tree, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        const QString refusal = item ? refusalOf(*item) : QString();
        m_chosen->setText(!refusal.isEmpty() ? refusal : item ? item->data(0, Help).toString() : QString());
    });

    inColumn(this, {m_search, {m_tree, 1}, {m_nothing, 1}, m_chosen}, QMargins(6, 6, 6, 2), 2);
    setFocusProxy(m_search);

    connect(m_search, &QLineEdit::textChanged, this, &LayerList::filter);
    connect(m_tree, &QTreeWidget::itemActivated, this, &LayerList::take); // double-click and Enter
    fill();
    filter({});
}

void LayerList::fill()
{
    for (const auto& [group, title] : groups) {
        auto* head = new QTreeWidgetItem(m_tree, {tr(title)});
        head->setIcon(0, icon(groupIconName(group)));
        head->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        for (const engine::LayerType& type : engine::catalog()) {
            if (type.group != group) {
                continue;
            }
            auto* item = new QTreeWidgetItem(head, {typeName(type)});
            item->setData(0, TypeName, typeName(type));
            item->setData(0, Help, engineText("Layers", type.help));
            item->setData(0, Group, static_cast<int>(group));
            item->setData(0, Qt::AccessibleDescriptionRole, engineText("Layers", type.help));
            item->setToolTip(0, typeTip(type));
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled);
        }
        head->setExpanded(true);
    }
}

void LayerList::offer(std::map<QString, QString> refusals)
{
    m_refusals = std::move(refusals);
    for (QTreeWidgetItemIterator item(m_tree, QTreeWidgetItemIterator::NoChildren); *item; ++item) {
        if (const QString refusal = refusalOf(**item); !refusal.isEmpty()) {
            (*item)->setToolTip(0, refusal);
            (*item)->setData(0, Qt::AccessibleDescriptionRole, refusal);
            (*item)->setForeground(0, theme().mutedText);
        }
    }
    filter(m_search->text());
}

QString LayerList::refusalOf(const QTreeWidgetItem& item) const
{
    const auto found = m_refusals.find(item.data(0, TypeName).toString());
    return found == m_refusals.end() ? QString() : found->second;
}

void LayerList::filter(const QString& text)
{
    QTreeWidgetItem* best = nullptr;
    int highest = 0;
    for (int group = 0; group < m_tree->topLevelItemCount(); ++group) {
        QTreeWidgetItem* head = m_tree->topLevelItem(group);
        bool anyHere = false;
        for (int child = 0; child < head->childCount(); ++child) {
            QTreeWidgetItem* const item = head->child(child);
            const QString name = item->data(0, TypeName).toString();
            const bool isOffered = m_refusals.empty() || m_refusals.contains(name);
            const int quality = isOffered ? matchQuality(engine::layerType(name.toStdString()), text) : 0;
            item->setHidden(quality == 0);
            anyHere = anyHere || quality > 0;
            const int rank = quality == 0 ? 0 : quality + (refusalOf(*item).isEmpty() ? 10 : 0);
            if (rank > highest) {
                highest = rank;
                best = item;
            }
        }
        head->setHidden(!anyHere);
        if (!text.isEmpty() && anyHere) {
            head->setExpanded(true);
        }
    }
    m_tree->setVisible(best);
    m_nothing->setVisible(!best);
    m_nothing->setText(tr("Nothing matches “%1”.").arg(text));
    if (best && (!text.isEmpty() || !m_refusals.empty())) {
        m_tree->setCurrentItem(best);
    }
}

std::vector<QTreeWidgetItem*> LayerList::shown() const
{
    std::vector<QTreeWidgetItem*> kinds;
    constexpr auto which = QTreeWidgetItemIterator::NotHidden | QTreeWidgetItemIterator::NoChildren;
    for (QTreeWidgetItemIterator item(m_tree, which); *item; ++item) {
        kinds.push_back(*item);
    }
    return kinds;
}

void LayerList::step(int by)
{
    const std::vector<QTreeWidgetItem*> kinds = shown();
    const auto at = std::ranges::find(kinds, m_tree->currentItem()) - kinds.begin();
    if (!kinds.empty()) {
        const auto next = at == std::ssize(kinds) ? 0 : std::clamp<std::ptrdiff_t>(at + by, 0, std::ssize(kinds) - 1);
        m_tree->setCurrentItem(kinds[static_cast<std::size_t>(next)]);
    }
}

void LayerList::take(const QTreeWidgetItem* item)
{
    const QString type = item ? item->data(0, TypeName).toString() : QString();
    if (!type.isEmpty() && refusalOf(*item).isEmpty()) {
        emit addRequested(type);
    }
}

QTreeWidgetItem* LayerList::itemOf(const QString& type) const
{
    for (QTreeWidgetItemIterator item(m_tree); *item; ++item) {
        if ((*item)->data(0, TypeName).toString() == type) {
            return *item;
        }
    }
    return nullptr;
}

void LayerList::reveal(const QString& type)
{
    QTreeWidgetItem* item = itemOf(type);
    if (item && item->isHidden()) {
        m_search->clear();
    }
    if (item) {
        item->parent()->setExpanded(true);
        if (!m_tree->viewport()->rect().contains(m_tree->visualItemRect(item))) {
            m_tree->scrollToItem(item, QAbstractItemView::PositionAtCenter);
        }
    }
}

QRect LayerList::areaOf(const QString& type) const
{
    const QTreeWidgetItem* item = itemOf(type);
    if (!item || item->isHidden() || m_tree->isHidden()) {
        return {};
    }
    const QRect row = m_tree->visualItemRect(item);
    const QRect shown = row.intersected(m_tree->viewport()->rect());
    const bool whole = !row.isEmpty() && 2 * shown.height() > row.height(); // enough to be clicked
    return whole ? QRect(m_tree->viewport()->mapTo(this, shown.topLeft()), shown.size()) : QRect();
}

/// In the search field: up and down go through what is found, Enter takes it, Escape clears.
bool LayerList::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    constexpr int page = 6;
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int by = key == Qt::Key_Down       ? 1
                   : key == Qt::Key_Up       ? -1
                   : key == Qt::Key_PageDown ? page
                   : key == Qt::Key_PageUp   ? -page
                                             : 0;
    if (by != 0) {
        step(by);
    } else if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        take(m_tree->isHidden() ? nullptr : m_tree->currentItem());
    } else if (key == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
    } else {
        return false;
    }
    return true;
}

} // namespace editor

#include "moc_palette.cpp"
