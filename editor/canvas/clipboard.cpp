// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/clipboard.h"

#include "editor/document/edits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace editor {
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
