// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/canvas_adding.h"

#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/items.h"
#include "editor/canvas/overlays.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/document/layout.h"
#include "editor/document/sentence_words.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace editor {
namespace {

/// A net is a few kilobytes; a file beyond this was dropped by mistake.
constexpr qint64 largestPrototxt = 16 << 20;

QString nameOf(const Content& content, Id id)
{
    return QString::fromStdString(content.find(id)->layer.name);
}

} // namespace

bool canStandInWire(const engine::LayerType& type)
{
    return !type.inputs.empty() && !type.outputs.empty();
}

CanvasAdding::CanvasAdding(CanvasView& view) : m_view(view), m_document(view.document()) {}

QuickAdd* CanvasAdding::openQuickAdd() const
{
    return m_open && !m_open->isHidden() ? m_open.data() : nullptr;
}

void CanvasAdding::open(std::map<QString, QString> offered, const QString& title, QPoint window,
                        const std::function<Id(Content&, const engine::LayerType&)>& add, const QString& typed)
{
    if (QuickAdd* const before = openQuickAdd()) {
        before->leave();
    }
    const auto choose = [this, add](const QString& type) {
        Id id = 0;
        if (m_view.change(CanvasView::tr("Add %1").arg(type),
                          [&](Content& content) { id = add(content, engine::layerType(type.toStdString())); })) {
            m_view.goTo(id);
        }
    };
    m_open = new QuickAdd(std::move(offered), title, choose, &m_view);
    m_open->open(window, typed);
}

void CanvasAdding::quickAdd(QPoint window, const QString& typed)
{
    const Id at = m_view.current();
    const Node* node = m_document.content().find(at);
    if (node && !outputPorts(*node).empty() && m_document.selection().contains(at)) {
        quickAddBehind({at, 0}, window, placeBelow(m_document.content(), at), typed);
        return;
    }
    std::map<QString, QString> offered;
    for (const engine::LayerType& type : engine::catalog()) {
        offered[typeName(type)];
    }
    const QPointF place = m_view.mapToScene(window);
    open(
        std::move(offered), CanvasView::tr("Add layer"), window,
        [place](Content& content, const engine::LayerType& type) {
            return addLayer(content, type, freePlace(content, place));
        },
        typed);
}

Id CanvasAdding::append(const engine::LayerType& type)
{
    const Id at = m_view.current();
    const Node* node = m_document.content().find(at);
    const bool behind = node && !outputPorts(*node).empty() && takesOutputOf(at, type);
    Id id = 0;
    m_view.change(CanvasView::tr("Add %1").arg(typeName(type)), [&](Content& content) {
        id = behind ? addAfter(content, type, {at, 0}, placeBelow(content, at))
                    : addLayer(content, type, freePlace(content, m_view.placeForNew()));
    });
    m_view.goTo(id);
    return id;
}

bool CanvasAdding::takesOutputOf(Id node, const engine::LayerType& type) const
{
    const auto shapeOf = [this](Output output) { return m_document.shape(output); };
    const std::vector<Candidate> all = candidates(m_document.content(), shapeOf, {node, 0});
    return std::any_of(all.begin(), all.end(), [&](const Candidate& candidate) {
        return candidate.type->name == type.name && candidate.refusal.empty();
    });
}

void CanvasAdding::quickAddFor(const End& loose, QPoint window)
{
    const QPointF point = m_view.mapToScene(window) - QPointF(nodeSize.width() / 2, 0);
    if (const Output* from = std::get_if<Output>(&loose)) {
        quickAddBehind(*from, window, point, {});
    } else {
        quickAddBefore(std::get<Input>(loose), window, point - QPointF(0, nodeSize.height()));
    }
}

void CanvasAdding::quickAddBehind(Output from, QPoint window, QPointF at, const QString& typed)
{
    std::map<QString, QString> offered;
    const auto shapeOf = [this](Output output) { return m_document.shape(output); };
    for (const Candidate& candidate : candidates(m_document.content(), shapeOf, from)) {
        offered[typeName(*candidate.type)] = inWords(candidate.refusal);
    }
    for (const engine::LayerType& type : engine::catalog()) {
        if (type.inputs.empty() && !typed.isEmpty()) { // stands beside, without a wire: for who asks for it
            offered[typeName(type)];
        }
    }
    open(
        std::move(offered), CanvasView::tr("Add after %1").arg(nameOf(m_document.content(), from.node)), window,
        [from, at](Content& content, const engine::LayerType& type) {
            const QPointF place = freePlace(content, at);
            return type.inputs.empty() ? addLayer(content, type, place) : addAfter(content, type, from, place);
        },
        typed);
}

void CanvasAdding::quickAddOn(const Wire& wire, QPoint window)
{
    std::map<QString, QString> offered;
    const auto shapeOf = [this](Output output) { return m_document.shape(output); };
    for (const Candidate& candidate : candidates(m_document.content(), shapeOf, wire.from)) {
        if (canStandInWire(*candidate.type)) {
            offered[typeName(*candidate.type)] = inWords(candidate.refusal);
        }
    }
    const QPointF at = onGrid(m_view.canvas().wire(wire)->path().pointAtPercent(0.5) -
                              QPointF(nodeSize.width(), nodeSize.height()) / 2);
    const QString title =
        CanvasView::tr("Insert between %1 and %2")
            .arg(nameOf(m_document.content(), wire.from.node), nameOf(m_document.content(), wire.to.node));
    open(std::move(offered), title, window,
         [wire, at](Content& content, const engine::LayerType& type) {
             const Id id = insertOnWire(content, type, wire, at);
             makeRoom(content, id);
             return id;
         },
         {});
}

void CanvasAdding::quickAddBefore(Input to, QPoint window, QPointF at)
{
    std::map<QString, QString> offered;
    for (const engine::LayerType& type : engine::catalog()) {
        if (!type.outputs.empty()) {
            offered[typeName(type)];
        }
    }
    open(std::move(offered), CanvasView::tr("Add before %1").arg(nameOf(m_document.content(), to.node)), window,
         [to, at](Content& content, const engine::LayerType& type) {
             const Id id = addLayer(content, type, freePlace(content, at));
             addWire(content, Output{id, 0}, to);
             return id;
         },
         {});
}

/// The first output that nothing reads and that the type takes: of the current layer, or else of the nearest above.
std::optional<Output> CanvasAdding::freeOutputAbove(QPointF at, const engine::LayerType& type) const
{
    std::set<Output> read;
    for (const Wire& wire : m_document.derived().wires) {
        read.insert(wire.from);
    }
    std::vector<std::pair<double, Id>> open;
    for (const Node& node : m_document.content().nodes) {
        const QPointF way = at - node.position;
        const engine::LayerType* const maker = engine::findLayerType(node.layer.type);
        const bool isEnd = maker && maker->group == engine::LayerGroup::Loss; // what it makes is there to be looked at
        if (!node.layer.tops.empty() && !isEnd && !read.contains({node.id, 0}) && way.y() > 0) {
            open.emplace_back(node.id == m_view.current() ? 0 : std::hypot(way.x(), way.y()), node.id);
        }
    }
    std::ranges::sort(open);
    const auto found = std::ranges::find_if(open, [&](const auto& entry) { return takesOutputOf(entry.second, type); });
    return found != open.end() ? std::optional(Output{found->second, 0}) : std::nullopt;
}

void CanvasAdding::addAt(const engine::LayerType& type, QPointF at, std::optional<Wire> wire, Connects connects)
{
    const std::optional<Output> from = wire || connects == Connects::No ? std::nullopt : freeOutputAbove(at, type);
    Id id = 0;
    if (m_view.change(wire ? CanvasView::tr("Insert %1 into wire").arg(typeName(type))
                           : CanvasView::tr("Add %1").arg(typeName(type)),
                      [&](Content& content) {
                          const QPointF place = wire ? at : freePlace(content, at);
                          id = wire   ? insertOnWire(content, type, *wire, place)
                               : from ? addAfter(content, type, *from, place)
                                      : addLayer(content, type, place);
                          if (wire) {
                              makeRoom(content, id);
                          }
                      })) {
        m_view.goTo(id);
    }
}

void CanvasAdding::pasteFile(const QString& name, QPointF at)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly)) {
        m_view.say(CanvasView::tr("%1 cannot be read: %2").arg(QFileInfo(name).fileName(), file.errorString()));
        return;
    }
    if (file.size() > largestPrototxt) {
        m_view.say(CanvasView::tr("%1 is too large for a net").arg(QFileInfo(name).fileName()));
        return;
    }
    QMimeData text;
    text.setText(QString::fromUtf8(file.readAll()));
    pasteAt(text, at);
}

void CanvasAdding::pasteAt(const QMimeData& copy, QPointF at)
{
    std::set<Id> ids;
    if (m_view.change(CanvasView::tr("Paste"), [&](Content& content) { ids = pasted(content, copy, onGrid(at)); })) {
        m_document.select(ids);
    }
}

namespace {

const QString placesType = QStringLiteral("application/x-hamnet-places");

QPointF upperLeft(const Content& content, const std::set<Id>& ids)
{
    QPointF corner(std::numeric_limits<double>::max(), std::numeric_limits<double>::max());
    const auto take = [&corner](QPointF point) {
        corner = {std::min(corner.x(), point.x()), std::min(corner.y(), point.y())};
    };
    for (const Id id : ids) {
        if (const Node* node = content.find(id)) {
            take(node->position);
        } else if (const Note* note = content.findNote(id)) {
            take(note->area.topLeft());
        }
    }
    return corner;
}

QJsonObject noteObject(const Note& note, QPointF corner)
{
    return {{QStringLiteral("frame"), note.kind == Note::Kind::Frame},
            {QStringLiteral("text"), note.text},
            {QStringLiteral("x"), note.area.x() - corner.x()},
            {QStringLiteral("y"), note.area.y() - corner.y()},
            {QStringLiteral("width"), note.area.width()},
            {QStringLiteral("height"), note.area.height()}};
}

/// A clipboard may hold anything: numbers that are none become 0.
double number(const QJsonValue& value, const QString& key)
{
    const double found = value[key].toDouble();
    return std::isfinite(found) ? std::clamp(found, -1e6, 1e6) : 0;
}

QPointF point(const QJsonValue& value)
{
    return {number(value, QStringLiteral("x")), number(value, QStringLiteral("y"))};
}

Id addedNote(Content& content, const QJsonValue& value, QPointF at)
{
    const auto kind = value[QStringLiteral("frame")].toBool() ? Note::Kind::Frame : Note::Kind::Comment;
    const QSizeF size(std::max(number(value, QStringLiteral("width")), 72.0),
                      std::max(number(value, QStringLiteral("height")), 48.0));
    return addNote(content, kind, value[QStringLiteral("text")].toString(), QRectF(at + point(value), size));
}

} // namespace

std::unique_ptr<QMimeData> copied(const Content& content, const std::set<Id>& ids)
{
    const QPointF corner = upperLeft(content, ids);
    QJsonArray nodes, notes;
    std::set<Id> nodeIds;
    for (const Node& node : content.nodes) {
        if (ids.contains(node.id)) {
            nodeIds.insert(node.id);
            const QPointF place = node.position - corner;
            nodes.append(QJsonObject{{QStringLiteral("x"), place.x()}, {QStringLiteral("y"), place.y()}});
        }
    }
    for (const Note& note : content.notes) {
        if (ids.contains(note.id)) {
            notes.append(noteObject(note, corner));
        }
    }
    auto data = std::make_unique<QMimeData>();
    const QJsonObject places{{QStringLiteral("nodes"), nodes}, {QStringLiteral("notes"), notes}};
    data->setData(placesType, QJsonDocument(places).toJson(QJsonDocument::Compact));
    if (!nodeIds.empty()) {
        data->setText(QString::fromStdString(textOf(content, nodeIds)));
    }
    return data;
}

bool canPaste(const QMimeData& data)
{
    return data.hasFormat(placesType) || data.hasText();
}

std::set<Id> pasted(Content& content, const QMimeData& data, QPointF at)
{
    const QJsonDocument places = QJsonDocument::fromJson(data.data(placesType));
    std::set<Id> ids;
    if (data.hasText()) {
        ids = paste(content, data.text().toStdString(), at);
    }
    const QJsonArray nodes = places[QStringLiteral("nodes")].toArray();
    if (nodes.size() == qsizetype(ids.size())) { // else the text is another's
        qsizetype next = 0;
        for (Node& node : content.nodes) { // both in the model's order
            if (ids.contains(node.id)) {
                node.position = at + point(nodes[next++]);
            }
        }
    }
    for (const QJsonValue& note : places[QStringLiteral("notes")].toArray()) {
        ids.insert(addedNote(content, note, at));
    }
    return ids;
}

} // namespace editor
