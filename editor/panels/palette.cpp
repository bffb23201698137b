// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/palette.h"

#include "editor/looks/theme.h"
#include "editor/words/numbers.h"
#include "editor/words/tips.h"
#include "engine/graph/catalog.h"
#include "engine/graph/sentence.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace editor {
namespace {

constexpr std::array<engine::LayerGroup, 6> groups = {engine::LayerGroup::Source, engine::LayerGroup::Recurrent,
                                                      engine::LayerGroup::Common, engine::LayerGroup::Activation,
                                                      engine::LayerGroup::Shape,  engine::LayerGroup::Loss};

enum Role { TypeName = Qt::UserRole, Help, Group };

QString typeName(const engine::LayerType& type)
{
    return QString::fromUtf8(type.name.data(), static_cast<qsizetype>(type.name.size()));
}

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

bool matches(const engine::LayerType& type, const QString& text)
{
    const QString name = QString::fromStdString(engine::folded(type.name));
    const QString wanted = QString::fromStdString(engine::folded(text.trimmed().toStdString()));
    return name.contains(wanted) || engineText("Layers", type.help).contains(text.trimmed(), Qt::CaseInsensitive);
}

} // namespace

QString groupName(engine::LayerGroup group)
{
    switch (group) {
    case engine::LayerGroup::Source:
        return Palette::tr("Sources");
    case engine::LayerGroup::Recurrent:
        return Palette::tr("Recurrent");
    case engine::LayerGroup::Common:
        return Palette::tr("Common");
    case engine::LayerGroup::Activation:
        return Palette::tr("Activations");
    case engine::LayerGroup::Shape:
        return Palette::tr("Shapes");
    case engine::LayerGroup::Loss:
        return Palette::tr("Losses");
    }
    return {};
}

Palette::Palette(QWidget* parent)
    : QWidget(parent),
      m_search(new QLineEdit(this)),
      m_tree(new TypeTree(this)),
      m_nothing(new QLabel(this)),
      m_chosen(new QLabel(this))
{
    m_search->setPlaceholderText(tr("Search layers"));
    m_search->setAccessibleName(tr("Search layers"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);

    m_tree->setAccessibleName(tr("Layer types"));
    m_tree->setHeaderHidden(true);
    m_tree->setIndentation(10);
    m_tree->setItemDelegate(new TypeDelegate(m_tree));
    m_tree->setDragEnabled(true);
    m_tree->setDragDropMode(QAbstractItemView::DragOnly);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setExpandsOnDoubleClick(true);

    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_nothing->setMargin(16);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);

    constexpr int lines = 3; // of every layer's words
    m_chosen->setObjectName(QStringLiteral("chosenLayer"));
    m_chosen->setWordWrap(true);
    m_chosen->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_chosen->setForegroundRole(QPalette::PlaceholderText);
    m_chosen->setFixedHeight(lines * fontMetrics().lineSpacing());
    m_chosen->setText(tr("Drag a layer onto the canvas, or double-click it."));
    connect(m_tree, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        m_chosen->setText(item ? item->data(0, Help).toString() : QString());
    });

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 2);
    column->setSpacing(2);
    column->addWidget(m_search);
    column->addWidget(m_tree, 1);
    column->addWidget(m_nothing, 1);
    column->addWidget(m_chosen);
    setFocusProxy(m_search);

    connect(m_search, &QLineEdit::textChanged, this, &Palette::filter);
    connect(m_tree, &QTreeWidget::itemActivated, this, &Palette::request); // double-click and Enter
    connect(&Looks::instance(), &Looks::changed, m_tree->viewport(), qOverload<>(&QWidget::update));
    fill();
    filter({});
}

void Palette::fill()
{
    for (const engine::LayerGroup group : groups) {
        auto* head = new QTreeWidgetItem(m_tree, {groupName(group)});
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

void Palette::filter(const QString& text)
{
    bool any = false;
    for (int group = 0; group < m_tree->topLevelItemCount(); ++group) {
        QTreeWidgetItem* head = m_tree->topLevelItem(group);
        bool anyHere = false;
        for (int child = 0; child < head->childCount(); ++child) {
            const std::string name = head->child(child)->data(0, TypeName).toString().toStdString();
            const bool shown = matches(engine::layerType(name), text);
            head->child(child)->setHidden(!shown);
            anyHere = anyHere || shown;
        }
        head->setHidden(!anyHere);
        if (!text.isEmpty() && anyHere) {
            head->setExpanded(true);
        }
        any = any || anyHere;
    }
    m_tree->setVisible(any);
    m_nothing->setVisible(!any);
    m_nothing->setText(tr("Nothing matches “%1”.").arg(text));
    if (!text.isEmpty()) {
        selectFirstShown();
    }
}

void Palette::selectFirstShown()
{
    QTreeWidgetItemIterator item(m_tree, QTreeWidgetItemIterator::NotHidden);
    for (; *item; ++item) {
        if ((*item)->data(0, TypeName).isValid()) {
            m_tree->setCurrentItem(*item);
            return;
        }
    }
}

void Palette::request(const QTreeWidgetItem* item)
{
    const QString type = item ? item->data(0, TypeName).toString() : QString();
    if (!type.isEmpty()) {
        emit addRequested(type);
    }
}

void Palette::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

QTreeWidgetItem* Palette::itemOf(const QString& type) const
{
    for (QTreeWidgetItemIterator item(m_tree); *item; ++item) {
        if ((*item)->data(0, TypeName).toString() == type) {
            return *item;
        }
    }
    return nullptr;
}

void Palette::reveal(const QString& type)
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

QRect Palette::areaOf(const QString& type) const
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

/// In the search field: up and down go through what is found, Enter adds it, Escape clears.
bool Palette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up:
        if (m_tree->isHidden()) {
            return true;
        }
        m_tree->setFocus(Qt::TabFocusReason);
        if (!m_tree->currentItem()) {
            selectFirstShown();
        }
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_tree->isHidden() && !m_search->text().isEmpty()) {
            request(m_tree->currentItem());
        }
        return true;
    case Qt::Key_Escape:
        if (!m_search->text().isEmpty()) {
            m_search->clear();
            return true;
        }
        return false;
    default:
        return false;
    }
}

} // namespace editor

#include "moc_palette.cpp"
