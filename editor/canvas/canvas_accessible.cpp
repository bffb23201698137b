// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/canvas_accessible.h"

#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/node_item.h"
#include "editor/document/document.h"

#include <algorithm>
#include <map>
#include <QAccessibleWidget>
#include <QPointer>

namespace editor {
namespace {

/// A layer, for screen readers. It may outlive its node: then it is not valid.
class NodeAccessible : public QAccessibleInterface {
public:
    NodeAccessible(CanvasView& view, Id node) : m_view(&view), m_node(node) {}

    bool isValid() const override { return m_view && m_view->canvas().node(m_node); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override {}

    QRect rect() const override
    {
        if (!isValid()) {
            return {};
        }
        const QRect window = m_view->mapFromScene(m_view->canvas().area(m_node)).boundingRect();
        return {m_view->viewport()->mapToGlobal(window.topLeft()), window.size()};
    }

    QString text(QAccessible::Text kind) const override
    {
        if (!isValid()) {
            return {};
        }
        const NodeFace& face = m_view->canvas().node(m_node)->face();
        if (kind == QAccessible::Name) {
            return CanvasView::tr("%1, %2").arg(face.name, face.type);
        }
        QStringList facts{face.settings, face.output, face.problem};
        facts.removeAll(QString());
        return kind == QAccessible::Description ? facts.join(QStringLiteral(", ")) : QString();
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        if (isValid()) {
            state.selectable = state.focusable = state.multiSelectable = true;
            state.selected = m_view->document().selection().contains(m_node);
            state.focused = m_view->hasFocus() && m_view->current() == m_node;
        } else {
            state.invalid = true;
        }
        return state;
    }

private:
    QPointer<CanvasView> m_view;
    Id m_node;
};

/// The canvas with what lies above it (a banner, a search field) and, behind those, its layers in the model's order.
class CanvasAccessible : public QAccessibleWidget {
public:
    explicit CanvasAccessible(CanvasView& view)
        : QAccessibleWidget(&view, QAccessible::List, view.accessibleName()), m_view(view)
    {}

    ~CanvasAccessible() override
    {
        for (const auto& [node, id] : m_made) {
            QAccessible::deleteAccessibleInterface(id);
        }
    }

    int childCount() const override { return QAccessibleWidget::childCount() + int(nodes().size()); }

    QAccessibleInterface* child(int index) const override
    {
        const int widgets = QAccessibleWidget::childCount();
        if (index < widgets) {
            return QAccessibleWidget::child(index);
        }
        const std::size_t place = std::size_t(index - widgets);
        return place < nodes().size() ? nodeInterface(nodes()[place].id) : nullptr;
    }

    int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (std::size_t place = 0; place < nodes().size(); ++place) {
            if (nodeInterface(nodes()[place].id) == child) {
                return QAccessibleWidget::childCount() + int(place);
            }
        }
        return QAccessibleWidget::indexOfChild(child);
    }

    QAccessibleInterface* focusChild() const override
    {
        return m_view.hasFocus() && m_view.canvas().node(m_view.current()) ? nodeInterface(m_view.current())
                                                                           : QAccessibleWidget::focusChild();
    }

private:
    const std::vector<Node>& nodes() const { return m_view.document().content().nodes; }

    QAccessibleInterface* nodeInterface(Id node) const
    {
        const auto [entry, isNew] = m_made.try_emplace(node);
        if (isNew) {
            entry->second = QAccessible::registerAccessibleInterface(new NodeAccessible(m_view, node));
        }
        return QAccessible::accessibleInterface(entry->second);
    }

    CanvasView& m_view;
    mutable std::map<Id, QAccessible::Id> m_made; ///< made on request
};

QAccessibleInterface* factory(const QString& name, QObject* object)
{
    auto* view = name == QLatin1String("editor::CanvasView") ? qobject_cast<CanvasView*>(object) : nullptr;
    return view ? new CanvasAccessible(*view) : nullptr;
}

} // namespace

void makeCanvasAccessible()
{
    static const bool once = [] {
        QAccessible::installFactory(factory);
        return true;
    }();
    Q_UNUSED(once)
}

void announceCurrent(CanvasView& view)
{
    const std::vector<Node>& nodes = view.document().content().nodes;
    const auto at =
        std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) { return node.id == view.current(); });
    QAccessibleInterface* canvas =
        at != nodes.end() && QAccessible::isActive() ? QAccessible::queryAccessibleInterface(&view) : nullptr;
    if (canvas) {
        QAccessibleEvent event(&view, QAccessible::Focus);
        event.setChild(canvas->childCount() - int(nodes.end() - at));
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace editor
