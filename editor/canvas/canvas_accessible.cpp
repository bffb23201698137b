// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/items.h"
#include "editor/document/layout.h"
#include "editor/words/tips.h"

#include <algorithm>
#include <map>
#include <QAccessibleWidget>
#include <QPointer>

namespace editor {
namespace {

/// A layer or a note, for screen readers. It may outlive what it stands for: then it is not valid.
class ItemAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    ItemAccessible(CanvasView& view, Id item) : m_view(&view), m_item(item) {}

    bool isValid() const override { return node() || note() || m_isLeaving; }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override {}
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }

    QRect rect() const override
    {
        if (!isValid()) {
            return {};
        }
        const QRect window = m_view->mapFromScene(m_view->canvas().area(m_item)).boundingRect();
        return {m_view->viewport()->mapToGlobal(window.topLeft()), window.size()};
    }

    QString text(QAccessible::Text kind) const override
    {
        if (const Note* written = note()) {
            return kind != QAccessible::Name            ? QString()
                   : !written->text.trimmed().isEmpty() ? written->text
                   : written->kind == Note::Kind::Frame ? CanvasView::tr("frame")
                                                        : CanvasView::tr("note");
        }
        const NodeItem* const item = node() ? m_view->canvas().node(m_item) : nullptr;
        if (!item || (kind != QAccessible::Name && kind != QAccessible::Description)) {
            return {};
        }
        const NodeFace& face = item->face();
        if (kind == QAccessible::Name) {
            return CanvasView::tr("%1, %2").arg(face.name, face.type);
        }
        QStringList facts{face.problem, face.doubt, face.settings};
        for (const PortWords& port : portWords(m_view->document(), *node())) {
            facts << (port.shape ? CanvasView::tr("%1, %2").arg(port.text, drawnShape(*port.shape)) : port.text);
        }
        facts.removeAll(QString());
        return facts.join(QStringLiteral("; "));
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        if (isValid()) {
            state.selectable = state.focusable = state.multiSelectable = true;
            state.selected = m_view->document().selection().contains(m_item);
            state.focused = m_view->hasFocus() && m_view->current() == m_item;
        } else {
            state.invalid = true;
        }
        return state;
    }

    QStringList actionNames() const override { return {setFocusAction(), pressAction()}; }

    /// As Tab to it and then Enter.
    void doAction(const QString& action) override
    {
        if (isValid()) {
            m_view->setFocus(Qt::OtherFocusReason);
            m_view->goTo(m_item);
        }
        if (node() && action == pressAction()) {
            emit m_view->inspectRequested(m_item);
        } else if (note() && action == pressAction()) {
            m_view->editText(m_item);
        }
    }

    /// What it stood for is gone. Qt tells nothing of what is not valid.
    void tellItLeft()
    {
        m_isLeaving = true;
        QAccessibleEvent event(this, QAccessible::ObjectDestroyed);
        QAccessible::updateAccessibility(&event);
        m_isLeaving = false;
    }

private:
    const Node* node() const { return m_view ? m_view->document().content().find(m_item) : nullptr; }
    const Note* note() const { return m_view ? m_view->document().content().findNote(m_item) : nullptr; }

    QPointer<CanvasView> m_view;
    Id m_item;
    bool m_isLeaving = false;
};

/// The canvas with what lies above it (a banner, a search field) and, behind those, its layers in the model's order and
/// its notes.
class CanvasAccessible : public QAccessibleWidget {
public:
    explicit CanvasAccessible(CanvasView& view)
        : QAccessibleWidget(&view, QAccessible::List, view.accessibleName()), m_view(view)
    {
        QObject::connect(&view.document(), &Document::selectionChanged, &m_listening, [this] { tellChanges(); });
        tellChanges();
        m_tells = true;
    }

    ~CanvasAccessible() override
    {
        for (const auto& [item, known] : m_known) {
            QAccessible::deleteAccessibleInterface(known.id);
        }
    }

    int childCount() const override { return QAccessibleWidget::childCount() + int(items().size()); }

    QAccessibleInterface* child(int index) const override
    {
        const int widgets = QAccessibleWidget::childCount();
        if (index < widgets) {
            return QAccessibleWidget::child(index);
        }
        const std::vector<Id> all = items();
        const std::size_t place = std::size_t(index - widgets);
        return place < all.size() ? interfaceOf(all[place]) : nullptr;
    }

    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const std::vector<Id> all = items();
        const auto found = std::ranges::find(all, child, [this](Id item) { return interfaceOf(item); });
        return found == all.end() ? QAccessibleWidget::indexOfChild(child)
                                  : QAccessibleWidget::childCount() + int(found - all.begin());
    }

    QAccessibleInterface* focusChild() const override
    {
        const bool isAtItem = m_view.hasFocus() && !m_view.canvas().area(m_view.current()).isEmpty();
        return isAtItem ? interfaceOf(m_view.current()) : QAccessibleWidget::focusChild();
    }

private:
    /// What screen readers were told of an item.
    struct Known {
        QAccessible::Id id = 0;
        bool isThere = false, isSelected = false;
        QString name = {}, description = {};
    };

    std::vector<Id> items() const { return walkOrder(m_view.document().content()); }

    QAccessibleInterface* interfaceOf(Id item) const
    {
        const auto [entry, isNew] = m_known.try_emplace(item);
        if (isNew) {
            entry->second.id = QAccessible::registerAccessibleInterface(new ItemAccessible(m_view, item));
        }
        return QAccessible::accessibleInterface(entry->second.id);
    }

    static void tell(QAccessibleInterface& item, QAccessible::Event what)
    {
        QAccessibleEvent event(&item, what);
        QAccessible::updateAccessibility(&event);
    }

    void tellChanges()
    {
        for (const Id id : items()) {
            QAccessibleInterface& item = *interfaceOf(id);
            Known& known = m_known.at(id);
            Known now{.id = known.id,
                      .isThere = true,
                      .isSelected = item.state().selected != 0,
                      .name = item.text(QAccessible::Name),
                      .description = item.text(QAccessible::Description)};
            const Known before = std::exchange(known, std::move(now));
            if (!m_tells) {
                continue;
            }
            if (!before.isThere) {
                tell(item, QAccessible::ObjectCreated);
            } else if (before.name != known.name) {
                tell(item, QAccessible::NameChanged);
            }
            if (before.isThere && before.description != known.description) {
                tell(item, QAccessible::DescriptionChanged);
            }
            if (before.isSelected != known.isSelected) {
                tell(item, known.isSelected ? QAccessible::SelectionAdd : QAccessible::SelectionRemove);
            }
        }
        for (auto& [id, known] : m_known) {
            auto& item = static_cast<ItemAccessible&>(*QAccessible::accessibleInterface(known.id));
            if (known.isThere && !item.isValid()) {
                known = {.id = known.id};
                item.tellItLeft();
            }
        }
    }

    CanvasView& m_view;
    QObject m_listening;
    bool m_tells = false; ///< what is there from the beginning is not told
    mutable std::map<Id, Known> m_known;
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
    const std::vector<Id> items = walkOrder(view.document().content());
    const auto at = std::ranges::find(items, view.current());
    QAccessibleInterface* canvas =
        at != items.end() && QAccessible::isActive() ? QAccessible::queryAccessibleInterface(&view) : nullptr;
    if (canvas) {
        QAccessibleEvent event(&view, QAccessible::Focus);
        event.setChild(canvas->childCount() - int(items.end() - at));
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace editor
