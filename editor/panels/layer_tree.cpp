// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/layer_tree.h"

#include "editor/document/edits.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStyle>
#include <QTreeView>
#include <QVBoxLayout>

namespace editor {

LayerTree::LayerTree(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_model(new LayerTreeModel(document, this)),
      m_search(new QLineEdit(this)),
      m_view(new QTreeView(this)),
      m_nothing(new QLabel(this)),
      m_problem(new QLabel(this))
{
    m_search->setPlaceholderText(tr("Search the drawing"));
    m_search->setAccessibleName(tr("Search the drawing"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    makeView();
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_nothing->setMargin(16);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_problem->setWordWrap(true);
    m_problem->hide();

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(m_search);
    column->addWidget(m_view, 1);
    column->addWidget(m_nothing, 1);
    column->addWidget(m_problem);
    setFocusProxy(m_view);

    connect(m_search, &QLineEdit::textChanged, this, &LayerTree::filter);
    connect(&document, &Document::loaded, m_search, &QLineEdit::clear); // it was for another drawing
    connect(&m_document, &Document::changed, this, &LayerTree::refresh);
    connect(&m_document, &Document::selectionChanged, this, &LayerTree::selectInView);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &LayerTree::selectInDocument);
    connect(m_model, &LayerTreeModel::renameRefused, this, [this](const QString& sentence) {
        m_problem->setText(sentence);
        m_problem->show();
    });
    connect(&Looks::instance(), &Looks::changed, m_view->viewport(), qOverload<>(&QWidget::update));
    filter({});
}

void LayerTree::makeView()
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Layers of the drawing"));
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_view->setExpandsOnDoubleClick(false);
    m_view->setUniformRowHeights(true);
    m_view->setIndentation(16);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->installEventFilter(this);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setResizeContentsPrecision(0); // by what is in view: large drawings have thousands of rows
    m_view->header()->setSectionResizeMode(LayerTreeModel::Name, QHeaderView::Fixed);
    m_view->header()->setSectionResizeMode(LayerTreeModel::Size, QHeaderView::ResizeToContents);
    m_view->viewport()->installEventFilter(this);
    connect(m_view->header(), &QHeaderView::sectionResized, this, &LayerTree::fitNames);
    connect(m_view, &QTreeView::activated, this, &LayerTree::activate); // double-click and Enter
    connect(m_view, &QTreeView::customContextMenuRequested, this, &LayerTree::openMenu);
    connect(m_view, &QTreeView::expanded, this,
            [this](const QModelIndex& index) { m_expanded.insert(m_model->nodeOf(index)); });
    connect(m_view, &QTreeView::collapsed, this,
            [this](const QModelIndex& index) { m_expanded.erase(m_model->nodeOf(index)); });
}

/// Layers' names are whole; where sizes have no room beside them, the tree scrolls.
void LayerTree::fitNames()
{
    const QFontMetrics metrics = m_view->fontMetrics();
    int widest = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        widest = std::max(widest, metrics.horizontalAdvance(m_model->index(row, 0).data().toString()));
    }
    const int beside = m_view->indentation() + m_view->style()->pixelMetric(QStyle::PM_SmallIconSize) + 16; // and gaps
    QHeaderView* const header = m_view->header();
    const int left = m_view->viewport()->width() - header->sectionSize(LayerTreeModel::Size);
    header->resizeSection(LayerTreeModel::Name, std::max(widest + beside, left));
}

void LayerTree::refresh()
{
    m_problem->hide();
    if (!isVisible()) {
        m_stale = true;
        return;
    }
    m_stale = false;
    const std::set<Id> expanded = m_expanded;
    m_selecting = true; // a reset takes the selection away; the document has it
    m_model->refresh();
    m_selecting = false;
    for (const Id id : expanded) {
        const QModelIndex index = m_model->indexOf(id);
        if (index.isValid() && !m_view->isExpanded(index)) {
            m_view->expand(index);
        }
    }
    fitNames();
    filter(m_search->text());
    selectInView();
}

void LayerTree::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale) {
        refresh();
    }
}

void LayerTree::filter(const QString& text)
{
    bool any = false;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const bool shown = m_model->matches(row, text);
        m_view->setRowHidden(row, {}, !shown);
        any = any || shown;
    }
    m_view->setVisible(any);
    m_nothing->setVisible(!any);
    m_nothing->setText(text.isEmpty() ? tr("Nothing is drawn yet.") : tr("Nothing matches “%1”.").arg(text));
}

void LayerTree::selectInDocument()
{
    if (m_selecting) {
        return;
    }
    std::set<Id> ids;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
        ids.insert(m_model->nodeOf(index));
    }
    ids.erase(0);
    m_selecting = true;
    m_document.select(ids);
    m_selecting = false;
}

void LayerTree::selectInView()
{
    if (m_selecting || m_stale) {
        return;
    }
    QItemSelection wanted;
    QModelIndex first;
    for (const Id id : m_document.selection()) {
        const QModelIndex index = m_model->indexOf(id);
        if (index.isValid()) {
            wanted.select(index, index);
            first = first.isValid() ? first : index;
        }
    }
    m_selecting = true;
    m_view->selectionModel()->select(wanted, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (first.isValid()) {
        m_view->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
        m_view->scrollTo(first);
    }
    m_selecting = false;
}

/// A layer comes into view on the canvas; a port leads to the layer at the other end.
void LayerTree::activate(const QModelIndex& index)
{
    const Id neighbour = m_model->neighbourOf(index);
    const Id node = neighbour != 0 ? neighbour : m_model->nodeOf(index);
    if (node != 0) {
        m_document.focus(node);
    }
}

void LayerTree::rename()
{
    const Id node = m_model->nodeOf(m_view->currentIndex());
    if (node != 0) {
        m_view->edit(m_model->indexOf(node));
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
    const auto nearness = [&](const QModelIndex& index) { // a row may be shown for a port's name
        const QString name = index.data().toString();
        return name == wanted                                   ? 3
               : name.compare(wanted, Qt::CaseInsensitive) == 0 ? 2
               : name.contains(wanted, Qt::CaseInsensitive)     ? 1
                                                                : 0;
    };
    const QModelIndex now = m_view->currentIndex();
    const QModelIndex chosen = (now.parent().isValid() ? now.parent() : now).siblingAtColumn(0);
    const bool isFound = now.isValid() && m_view->selectionModel()->isSelected(now) && nearness(chosen) > 0;
    QModelIndex nearest = isFound ? chosen : QModelIndex();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        if (!m_view->isRowHidden(row, {}) && (!nearest.isValid() || nearness(index) > nearness(nearest))) {
            nearest = index;
        }
    }
    if (nearest.isValid() && !(isFound && nearest == chosen)) {
        m_view->setCurrentIndex(nearest);
    }
}

void LayerTree::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void LayerTree::openMenu(QPoint point)
{
    if (!m_view->indexAt(point).isValid()) {
        return;
    }
    QMenu menu(this);
    menu.addAction(tr("Show in the drawing"), this, [this] { activate(m_view->currentIndex()); });
    menu.addAction(icon(QStringLiteral("delete")), tr("Delete"), this, &LayerTree::remove);
    menu.addAction(tr("Rename…"), this, &LayerTree::rename);
    menu.exec(m_view->viewport()->mapToGlobal(point));
}

/// Delete and F2 in the tree; down from the search field into it.
bool LayerTree::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_view->viewport()) {
        fitNames();
    }
    if (event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    if (watched == m_view && key->matches(QKeySequence::Delete)) {
        remove();
        return true;
    }
    if (watched == m_view && key->key() == Qt::Key_F2) {
        rename();
        return true;
    }
    const bool enters = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (watched == m_search && (key->key() == Qt::Key_Down || enters)) {
        chooseFound();
        if (enters && m_view->currentIndex().isValid()) {
            activate(m_view->currentIndex());
        } else {
            m_view->setFocus(Qt::TabFocusReason);
        }
        return true;
    }
    if (watched == m_search && key->key() == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
        return true;
    }
    return false;
}

} // namespace editor

#include "moc_layer_tree.cpp"
