// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/items.h"
#include "editor/canvas/value_marks.h"

#include <map>
#include <QGraphicsScene>

namespace editor {

class Document;
class NodeItem;
class NoteItem;
class WireItem;
class WireLabels;

/// What lies at a point of the canvas.
struct Hit {
    enum class Kind { Nothing, Port, Node, Wire, Note, NoteEdge };
    Kind kind = Kind::Nothing;
    Id id = 0; ///< of the node or note
    End port = {};
    Wire wire = {};
    Qt::Edges edges = {}; ///< of a note
};

/// Mirrors a document by id. Each change is compared with what is there: items are made, changed and taken away, never
/// all of them again.
class CanvasScene : public QGraphicsScene {
    Q_OBJECT

public:
    explicit CanvasScene(Document& document, QObject* parent = nullptr);
    ~CanvasScene() override;

    const Symbols& symbols() { return m_symbols.now(); }
    void setHeat(std::function<std::optional<double>(Id)> heat); ///< 0 .. 1; an empty function: no colouring
    void setValues(ValuesOf values);                             ///< an empty function: none are shown

    const std::map<Id, NodeItem*>& nodes() const { return m_nodes; }
    const std::map<Id, NoteItem*>& notes() const { return m_notes; }
    const std::map<Wire, WireItem*>& wires() const { return m_wires; }
    NodeItem* node(Id id) const { return found(m_nodes, id); }
    NoteItem* note(Id id) const { return found(m_notes, id); }
    WireItem* wire(const Wire& wire) const { return found(m_wires, wire); }
    QRectF area(Id id) const;                       ///< of a node or note; empty where there is none
    QRectF drawing() const;                         ///< around everything; empty where there is nothing
    std::size_t layersIn(const QRectF& area) const; ///< how many it touches

    /// `reach` is how far beside a port or wire still counts, in canvas units.
    Hit hitAt(QPointF point, double reach) const;
    const WireItem* wireThrough(const QRectF& area) const; ///< nearest to its middle, of those that cross it

    PaintState& state() { return m_state; }
    void selectWires(std::set<Wire> wires);
    void moveItems(const std::map<Id, QPointF>& corners); ///< ahead of the document

    void sync(); ///< to the document; it is called at each of its changes

signals:
    void synced();
    void valuesSynced(); ///< what the layers' marks show may be another

private:
    template <typename Key, typename Item>
    static Item* found(const std::map<Key, Item*>& items, const Key& key)
    {
        const auto entry = items.find(key);
        return entry == items.end() ? nullptr : entry->second;
    }

    void dropAll();
    void syncNodes();
    void syncNotes();
    void syncWires();
    void followWires();
    void syncValues();
    void placeLabels();

    Document& m_document;
    LiveSymbols m_symbols;
    std::function<std::optional<double>(Id)> m_heat;
    ValuesOf m_values;
    std::map<Id, NodeItem*> m_nodes; ///< the scene owns the items
    std::map<Id, NoteItem*> m_notes;
    std::map<Wire, WireItem*> m_wires;
    WireLabels* m_labels;
    PaintState m_state;
};

} // namespace editor
