// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/layer_tree.h"

#include "editor/document/edits.h"
#include "editor/document/sentence_words.h"
#include "editor/document/warnings.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"
#include "editor/words/numbers.h"
#include "editor/words/tips.h"
#include "engine/graph/catalog.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTreeWidget>

namespace editor {
namespace {

enum TreeRole { LayerId = Qt::UserRole, NeighbourId, Searched };

QTreeWidgetItem* portItem(const PortWords& port, Id layer)
{
    auto* item = new QTreeWidgetItem({port.text, port.shape ? shapeText(*port.shape) : QString()});
    item->setIcon(0, icon(port.isInput ? QStringLiteral("right") : QStringLiteral("left")));
    item->setForeground(0, theme().mutedText);
    item->setForeground(1, theme().mutedText);
    item->setData(0, LayerId, layer);
    item->setData(0, NeighbourId, port.neighbour);
    return item;
}

QTreeWidgetItem* layerItem(const Document& document, const Node& node, const QString& problem)
{
    const QString name = QString::fromStdString(node.layer.name), typeName = QString::fromStdString(node.layer.type);
    const std::optional<engine::Shape> shape = document.shape({node.id, 0});
    const QString size = !problem.isEmpty() ? LayerTree::tr("does not fit") : shape ? shapeText(*shape) : QString();
    auto* item = new QTreeWidgetItem({name, size});
    const engine::LayerType* const type = engine::findLayerType(node.layer.type);
    item->setIcon(0, icon(type ? groupIconName(type->group) : QStringLiteral("help")));
    item->setForeground(1, problem.isEmpty() ? theme().mutedText : theme().error);
    if (!problem.isEmpty()) {
        item->setIcon(1, icon(QStringLiteral("error")));
    }
    QStringList words{problem};
    for (const PortWords& port : portWords(document, node)) {
        item->addChild(portItem(port, node.id));
        words << port.text;
    }
    words.removeAll(QString());
    for (const int column : {0, 1}) {
        item->setToolTip(column, problem.isEmpty() ? typeName : problem);
    }
    item->setData(0, Qt::AccessibleTextRole, LayerTree::tr("%1, %2").arg(name, typeName));
    item->setData(0, Qt::AccessibleDescriptionRole, words.join(QStringLiteral("; ")));
    item->setData(0, LayerId, node.id);
    item->setData(0, Searched, QStringList{name, typeName, words.join(QLatin1Char('\n'))});
    item->setFlags(item->flags() | Qt::ItemIsEditable);
    return item;
}

Id layerOf(const QTreeWidgetItem* item)
{
    return item ? item->data(0, LayerId).toInt() : 0;
}

} // namespace

LayerTree::LayerTree(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_search(searchField(this, tr("Search the drawing"), tr("Search the drawing"))),
      m_view(new QTreeWidget(this)),
      m_nothing(editor::label({}, this, Look::Wraps | Look::Muted)),
      m_problem(editor::label({}, this, Look::Wraps))
{
    m_search->installEventFilter(this);
    makeView();
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setMargin(16);
    m_problem->hide();

    inColumn(this, {m_search, {m_view, 1}, {m_nothing, 1}, m_problem}, QMargins(6, 6, 6, 6));
    setFocusProxy(m_view);

    connect(m_search, &QLineEdit::textChanged, this, &LayerTree::filter);
    connect(&document, &Document::loaded, m_search, &QLineEdit::clear); // it was for another drawing
    connect(&m_document, &Document::changed, this, &LayerTree::refresh);
    connect(&m_document, &Document::selectionChanged, this, &LayerTree::selectInView);
    onNewLooks(this, &LayerTree::refresh);
}

void LayerTree::makeView()
{
    m_view->setAccessibleName(tr("Layers of the drawing"));
    m_view->setHeaderLabels({tr("Layer"), tr("Size")});
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers); // rename() edits names alone
    m_view->setExpandsOnDoubleClick(false);
    m_view->setUniformRowHeights(true);
    m_view->setIndentation(16);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->addAction(tr("Show in the drawing"), this, [this] { activate(m_view->currentItem()); });
    QAction* const removes = m_view->addAction(icon(QStringLiteral("delete")), tr("Delete"),
                                               QKeySequence(QKeySequence::Delete), this, &LayerTree::remove);
    QAction* const renames = m_view->addAction(tr("Rename…"), QKeySequence(Qt::Key_F2), this, &LayerTree::rename);
    for (QAction* const action : {removes, renames}) {
        action->setShortcutContext(Qt::WidgetShortcut);
    }
    m_view->header()->setStretchLastSection(false); // names and sizes are whole: the tree scrolls
    connect(m_view, &QTreeWidget::customContextMenuRequested, this, [this](QPoint point) {
        if (m_view->itemAt(point)) {
            QMenu::exec(m_view->actions(), m_view->viewport()->mapToGlobal(point));
        }
    });
    connect(m_view, &QTreeWidget::itemExpanded, this, &LayerTree::fitColumns);
    connect(m_view, &QTreeWidget::itemSelectionChanged, this, &LayerTree::selectInDocument);
    connect(m_view, &QTreeWidget::itemActivated, this, &LayerTree::activate); // double-click and Enter
    connect(m_view, &QTreeWidget::itemChanged, this, [this](const QTreeWidgetItem* item) {
        if (!m_filling) { // not now: the item that would go is still being edited
            const auto take = [this, layer = layerOf(item), name = item->text(0).trimmed()] { takeName(layer, name); };
            QMetaObject::invokeMethod(this, take, Qt::QueuedConnection);
        }
    });
}

void LayerTree::refresh()
{
    m_problem->hide();
    m_stale = !isVisible();
    if (m_stale) {
        return;
    }
    QTreeWidgetItem* kept = nullptr; // the current one
    {
        const QScopedValueRollback filling(m_filling, true);
        std::set<Id> expanded;
        for (int row = 0; row < m_view->topLevelItemCount(); ++row) {
            if (m_view->topLevelItem(row)->isExpanded()) {
                expanded.insert(layerOf(m_view->topLevelItem(row)));
            }
        }
        QTreeWidgetItem* const now = m_view->currentItem();
        const Id current = layerOf(now);
        const int port = now && now->parent() ? now->parent()->indexOfChild(now) : -1;
        const int place = m_view->verticalScrollBar()->value();
        m_view->clear();
        const std::map<Id, ShownProblem> problems = problemsByNode(m_document);
        QList<QTreeWidgetItem*> items;
        for (const Node& node : m_document.content().nodes) {
            const auto problem = problems.find(node.id);
            items << layerItem(m_document, node,
                               problem == problems.end() ? QString() : inWords(problem->second.problem->sentence));
        }
        m_view->addTopLevelItems(items);
        for (QTreeWidgetItem* item : items) {
            item->setExpanded(expanded.contains(layerOf(item)));
            if (layerOf(item) == current) {
                kept = port >= 0 && item->isExpanded() ? item->child(port) : item;
            }
        }
        m_view->verticalScrollBar()->setValue(place);
    }
    filter();
    fitColumns();
    selectInView();
    if (kept && m_document.selection().contains(layerOf(kept))) {
        m_view->setCurrentItem(kept, 0, QItemSelectionModel::NoUpdate);
    }
}

/// Not by the header's own mode, which follows what is in view, and with it bars that come and go.
void LayerTree::fitColumns()
{
    if (!m_filling) {
        m_view->resizeColumnToContents(0);
        m_view->resizeColumnToContents(1);
    }
}

void LayerTree::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale) {
        refresh();
    }
}

void LayerTree::filter()
{
    const QString text = m_search->text();
    bool any = false;
    for (int row = 0; row < m_view->topLevelItemCount(); ++row) {
        QTreeWidgetItem* const item = m_view->topLevelItem(row);
        const QStringList words = item->data(0, Searched).toStringList();
        item->setHidden(!text.isEmpty() && words.filter(text, Qt::CaseInsensitive).isEmpty());
        any = any || !item->isHidden();
    }
    m_view->setVisible(any);
    m_nothing->setVisible(!any);
    m_nothing->setText(text.isEmpty() ? tr("Nothing is drawn yet.") : tr("Nothing matches “%1”.").arg(text));
}

void LayerTree::selectInDocument()
{
    if (m_filling) {
        return;
    }
    std::set<Id> ids;
    for (const QTreeWidgetItem* item : m_view->selectedItems()) {
        ids.insert(layerOf(item));
    }
    const QScopedValueRollback telling(m_filling, true);
    m_document.select(ids);
}

void LayerTree::selectInView()
{
    if (m_filling || m_stale) {
        return;
    }
    const QScopedValueRollback filling(m_filling, true);
    QTreeWidgetItem* first = nullptr;
    for (int row = 0; row < m_view->topLevelItemCount(); ++row) {
        QTreeWidgetItem* const item = m_view->topLevelItem(row);
        item->setSelected(m_document.selection().contains(layerOf(item)));
        first = !first && item->isSelected() ? item : first;
        for (int port = 0; port < item->childCount(); ++port) {
            item->child(port)->setSelected(false);
        }
    }
    if (first && !m_document.selection().contains(layerOf(m_view->currentItem()))) { // else a port of it stays
        m_view->setCurrentItem(first, 0, QItemSelectionModel::NoUpdate);
        m_view->scrollToItem(first);
    }
}

/// A layer comes into view on the canvas; a port leads to the layer at the other end.
void LayerTree::activate(const QTreeWidgetItem* item)
{
    const Id neighbour = item ? item->data(0, NeighbourId).toInt() : 0;
    const Id node = neighbour != 0 ? neighbour : layerOf(item);
    if (node != 0) {
        m_document.focus(node);
    }
}

void LayerTree::rename()
{
    QTreeWidgetItem* const item = m_view->currentItem();
    if (item) {
        m_view->editItem(item->parent() ? item->parent() : item, 0);
    }
}

void LayerTree::takeName(Id layer, const QString& name)
{
    const Node* const node = m_document.content().find(layer);
    if (!node || name == QString::fromStdString(node->layer.name)) {
        return;
    }
    const std::optional<QString> problem = m_document.change(
        tr("Rename to %1").arg(name), [&](Content& content) { editor::rename(content, layer, name.toStdString()); });
    if (problem) {
        refresh();
        m_problem->setText(*problem);
        m_problem->show();
    }
}

void LayerTree::remove()
{
    const std::set<Id> ids = m_document.selection();
    if (!ids.empty()) {
        m_document.change(tr("Delete %n layer(s)", nullptr, static_cast<int>(ids.size())),
                          [&](Content& content) { editor::remove(content, ids, Bypass::Yes); });
    }
}

/// The layer whose name is nearest to what was typed: an exact name before one that has it as a part. Among equals the
/// chosen one stays.
void LayerTree::chooseFound()
{
    const QString wanted = m_search->text().trimmed();
    const auto nearness = [&](const QTreeWidgetItem& item) { // it may be shown for a port's name
        const QString name = item.text(0);
        return name == wanted                                   ? 3
               : name.compare(wanted, Qt::CaseInsensitive) == 0 ? 2
               : name.contains(wanted, Qt::CaseInsensitive)     ? 1
                                                                : 0;
    };
    QTreeWidgetItem* const now = m_view->currentItem();
    QTreeWidgetItem* const chosen = now && now->parent() ? now->parent() : now;
    const bool isFound = now && now->isSelected() && nearness(*chosen) > 0;
    QTreeWidgetItem* nearest = isFound ? chosen : nullptr;
    for (int row = 0; row < m_view->topLevelItemCount(); ++row) {
        QTreeWidgetItem* const item = m_view->topLevelItem(row);
        if (!item->isHidden() && (!nearest || nearness(*item) > nearness(*nearest))) {
            nearest = item;
        }
    }
    if (nearest && !(isFound && nearest == chosen)) {
        m_view->setCurrentItem(nearest);
    }
}

void LayerTree::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

/// Of the search field: down into the tree.
bool LayerTree::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool enters = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if ((key->key() == Qt::Key_Down || enters)) {
        chooseFound();
        if (enters && m_view->currentItem()) {
            activate(m_view->currentItem());
        } else {
            m_view->setFocus(Qt::TabFocusReason);
        }
        return true;
    }
    if (key->key() == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
        return true;
    }
    return false;
}

} // namespace editor

#include "moc_layer_tree.cpp"
