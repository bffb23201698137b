// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/node_item.h"

#include "editor/canvas/canvas_fonts.h"
#include "editor/canvas/plate.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <tuple>

namespace editor {
namespace {

const QPixmap& groupIcon(engine::LayerGroup group, double zoom)
{
    static std::map<std::tuple<engine::LayerGroup, int, bool>, QPixmap> kept;
    const double scale = zoom * qGuiApp->devicePixelRatio();
    const int step = scale <= 1 ? 1 : scale <= 2 ? 2 : 4;
    QPixmap& picture = kept[{group, step, theme().dark}];
    if (picture.isNull()) {
        picture = icon(groupIconName(group)).pixmap(QSize(22, 22), step);
    }
    return picture;
}

std::vector<PortFace> facesOf(const std::vector<PortView>& ports)
{
    std::vector<PortFace> faces;
    faces.reserve(ports.size());
    for (const PortView& port : ports) {
        faces.push_back({.name = QString::fromStdString(port.name),
                         .connected = !port.blob.empty(),
                         .required = port.presence == engine::Presence::Required});
    }
    return faces;
}

std::optional<double> fraction(const FaceSources& sources, Id node)
{
    const std::optional<double> value = sources.heat ? sources.heat(node) : std::nullopt;
    return value && std::isfinite(*value) ? std::optional(std::clamp(*value, 0.0, 1.0)) : std::nullopt;
}

constexpr double radius = 8;
constexpr double stripeWidth = 6;
constexpr double margin = 16;
constexpr QRectF outline{0, 0, nodeSize.width(), nodeSize.height()};
constexpr QRectF iconArea{margin - 2, 12, 22, 22};
constexpr QRectF nameArea{margin + 26, 9, nodeSize.width() - margin - 26 - 12, 20};
constexpr QRectF typeArea{margin + 26, 27, nodeSize.width() - margin - 26 - 12, 16};
constexpr QRectF settingsArea{margin, 48, nodeSize.width() - margin - 12, 18};
constexpr QRectF bottomArea{margin, 67, nodeSize.width() - margin - 12, 18};
constexpr double badgeHeight = 18;
constexpr double portNameHeight = 16;

/// The box's left edge with its two round corners.
const QPainterPath& stripe()
{
    static const QPainterPath path = [] {
        QPainterPath rounded;
        rounded.addRoundedRect(outline, radius, radius);
        QPainterPath edge;
        edge.addRect(0, 0, stripeWidth, outline.height());
        return rounded.intersected(edge);
    }();
    return path;
}

QString elided(const QString& words, const QFont& font, double width)
{
    return QFontMetricsF(font).elidedText(words, Qt::ElideRight, width);
}

/// Takes off as many of the words as one line has room for; none where the first is too long.
QString takeLine(QString& words, const QFont& font, double width)
{
    const QFontMetricsF metrics(font);
    qsizetype end = 0;
    for (qsizetype space = words.indexOf(u' '); space >= 0 && metrics.horizontalAdvance(words.left(space)) <= width;
         space = words.indexOf(u' ', space + 1)) {
        end = space;
    }
    const QString line = words.left(end);
    words = words.mid(end).trimmed();
    return line;
}

/// Black or white, whichever reads better on the ground.
QColor readableOn(const QColor& ground)
{
    return ground.lightnessF() * 0.4 + ground.greenF() * 0.6 > 0.5 ? QColor(Qt::black) : QColor(Qt::white);
}

/// Without the name of the layer, for which there is no room.
QString shortProblem(const NodeFace& face)
{
    return sentenceCase(withoutLayer(face.problem, face.problemOf));
}

QColor between(const QColor& a, const QColor& b, double part)
{
    const auto mix = [part](float x, float y) { return float(x + (y - x) * part); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

} // namespace

NodeFace faceOf(const Node& node, const FaceSources& sources)
{
    const engine::LayerType* type = engine::findLayerType(node.layer.type);
    const auto problem = sources.problems.find(node.id);
    const bool bad = problem != sources.problems.end();
    const Node& named = bad ? *sources.document.content().find(problem->second.problem->node) : node;
    const auto doubts = sources.doubts.find(node.id);
    const Warning* doubt = doubts != sources.doubts.end() ? &doubts->second.front() : nullptr;
    const bool grave = doubt && doubt->severity == Warning::Severity::Error;
    return {
        .name = QString::fromStdString(node.layer.name),
        .type = QString::fromStdString(node.layer.type),
        .settings = settingsText(sources.document, node.id),
        .output = sizeText(sources.document, sources.symbols, {node.id, 0}),
        .parameters = parametersText(sources.document, node.id),
        .problem = bad     ? inWords(problem->second.problem->sentence)
                   : grave ? doubt->sentence
                           : QString(),
        .problemOf = QString::fromStdString(named.layer.name),
        .follows = bad && problem->second.follows,
        .doubt = doubt && !grave ? doubt->sentence : QString(),
        .group = type ? std::optional(type->group) : std::nullopt,
        .frozen = isFrozen(node),
        .outsidePhase = sources.document.derived().outsidePhase.contains(node.id),
        .heat = fraction(sources, node.id),
        .inputs = facesOf(inputPorts(node)),
        .outputs = facesOf(outputPorts(node)),
    };
}

QPointF inputPlace(std::size_t port, std::size_t ports)
{
    return {nodeSize.width() * double(port + 1) / double(ports + 1), 0};
}

QPointF outputPlace(std::size_t port, std::size_t ports)
{
    return {nodeSize.width() * double(port + 1) / double(ports + 1), nodeSize.height()};
}

NodeItem::NodeItem(Id id, const PaintState& state) : m_id(id), m_state(state)
{
    setZValue(10);
}

void NodeItem::setFace(NodeFace face)
{
    if (face == m_face) {
        return;
    }
    m_face = std::move(face);
    layOut();
    update();
}

QPointF NodeItem::inputPoint(std::size_t port) const
{
    return pos() + inputPlace(port, std::max(m_face.inputs.size(), port + 1));
}

QPointF NodeItem::outputPoint(std::size_t port) const
{
    return pos() + outputPlace(port, std::max(m_face.outputs.size(), port + 1));
}

QPointF NodeItem::portPoint(const End& port) const
{
    const auto* const input = std::get_if<Input>(&port);
    return input ? inputPoint(input->port) : outputPoint(std::get<Output>(port).port);
}

QRectF NodeItem::boundingRect() const
{
    return outline.adjusted(-12, -portNameHeight - 2, 12, portNameHeight + 2);
}

void NodeItem::layOut()
{
    const double badge = m_face.parameters.isEmpty()
                             ? 0
                             : QFontMetricsF(canvasFont(CanvasFont::Small)).horizontalAdvance(m_face.parameters) + 12;
    const double bottomWidth = bottomArea.width() - (m_face.frozen ? 22 : 0);
    QString settings = m_face.settings, bottom = m_face.problem.isEmpty() ? m_face.output : shortProblem(m_face);
    const QFont body = canvasFont(CanvasFont::Body);
    m_twoLines = !m_face.problem.isEmpty() && QFontMetricsF(body).horizontalAdvance(bottom) > bottomWidth;
    if (m_twoLines) { // what is wrong matters more than what is set
        settings = takeLine(bottom, body, settingsArea.width());
    }
    m_lines = {
        .name = elided(m_face.name, canvasFont(CanvasFont::Title), nameArea.width() - (badge > 0 ? badge + 6 : 0)),
        .type = elided(m_face.type, canvasFont(CanvasFont::Small), typeArea.width()),
        .settings = elided(settings, body, settingsArea.width()),
        .bottom = elided(bottom, body, bottomWidth),
        .badgeWidth = badge,
    };
}

QColor NodeItem::ground() const
{
    return m_face.heat ? theme().heat(*m_face.heat) : theme().node;
}

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    painter->setOpacity(m_face.outsidePhase ? 0.4 : 1);
    paintBox(*painter, zoom);
    if (zoom >= minZoomForText) {
        paintWords(*painter, zoom);
        paintMarks(*painter);
    }
    if (zoom >= minZoomForText || m_state.hint) {
        paintPorts(*painter);
    }
    if (namesPorts(zoom)) {
        paintPortNames(*painter);
    }
}

void NodeItem::paintBox(QPainter& painter, double zoom) const
{
    const Theme& colours = theme();
    const bool bad = !m_face.problem.isEmpty() && !m_face.follows;
    QPen border(selected() ? colours.accent : bad ? colours.error : colours.nodeBorder, selected() || bad ? 2 : 1);
    border.setWidthF(std::max(border.widthF(), border.widthF() / zoom * 0.8));
    const QColor edge = m_face.group ? colours.group(*m_face.group) : colours.mutedText;
    if (zoom < minZoomForText) {
        painter.setRenderHint(QPainter::Antialiasing, false); // upright edges: half the time, and no difference
        painter.fillRect(outline, ground());
        painter.fillRect(QRectF(0, 0, stripeWidth * 3, outline.height()), edge);
        painter.setPen(border);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(outline);
        painter.setRenderHint(QPainter::Antialiasing);
        return;
    }
    if (m_state.hovered == m_id && !selected()) {
        border.setColor(between(border.color(), colours.accent, 0.6));
    }
    painter.setPen(border);
    painter.setBrush(ground());
    painter.drawRoundedRect(outline, radius, radius);
    painter.fillPath(stripe(), edge);
    if (m_state.current == m_id && m_state.keyboardFocus) {
        painter.setPen(QPen(colours.accent, 2, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(outline.adjusted(-5, -5, 5, 5), radius + 4, radius + 4);
    }
}

void NodeItem::paintWords(QPainter& painter, double zoom) const
{
    const Theme& colours = theme();
    const QColor strong = m_face.heat ? readableOn(ground()) : colours.text;
    const QColor muted = m_face.heat ? strong : colours.mutedText;
    const bool bad = !m_face.problem.isEmpty();
    if (m_face.group) {
        painter.drawPixmap(iconArea, groupIcon(*m_face.group, zoom), QRectF());
    }
    const auto write = [&painter](const QRectF& area, CanvasFont font, const QColor& colour, const QString& words) {
        painter.setFont(canvasFont(font));
        painter.setPen(colour);
        painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, words);
    };
    write(nameArea, CanvasFont::Title, strong, m_lines.name);
    write(typeArea, CanvasFont::Small, muted, m_lines.type);
    const QColor problem = m_face.heat ? strong : m_face.follows ? colours.mutedText : colours.error;
    write(settingsArea, CanvasFont::Body, m_twoLines ? problem : strong, m_lines.settings);
    write(bottomArea, CanvasFont::Body, bad ? problem : muted, m_lines.bottom);
    if (m_lines.badgeWidth > 0) {
        paintBadge(painter);
    }
}

void NodeItem::paintBadge(QPainter& painter) const
{
    const QColor ink = m_face.heat ? readableOn(ground()) : theme().mutedText;
    const QRectF area(nodeSize.width() - 12 - m_lines.badgeWidth, nameArea.center().y() - badgeHeight / 2,
                      m_lines.badgeWidth, badgeHeight);
    QColor rim = ink;
    rim.setAlphaF(0.5f);
    painter.setPen(QPen(rim, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(area, badgeHeight / 2, badgeHeight / 2);
    painter.setPen(ink);
    painter.setFont(canvasFont(CanvasFont::Small));
    painter.drawText(area, Qt::AlignCenter | Qt::TextSingleLine, m_face.parameters);
}

void NodeItem::paintMarks(QPainter& painter) const
{
    if (!m_face.problem.isEmpty() && !m_face.follows) {
        const QRectF disc(outline.right() - 9, outline.top() - 9, 18, 18);
        painter.setPen(QPen(theme().canvas, 1.5));
        painter.setBrush(theme().error);
        painter.drawEllipse(disc);
        painter.setPen(QPen(theme().node, 2, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(disc.center() - QPointF(0, 4.5), disc.center() + QPointF(0, 0.5));
        painter.drawPoint(disc.center() + QPointF(0, 4.5));
    } else if (!m_face.doubt.isEmpty()) { // a triangle, so that it is told from a problem without its colour, too
        const QPointF middle(outline.right(), outline.top() + 1);
        painter.setPen(QPen(theme().canvas, 1.5, Qt::SolidLine, Qt::SquareCap, Qt::RoundJoin));
        painter.setBrush(theme().warning);
        painter.drawPolygon(QPolygonF{middle + QPointF(0, -11), middle + QPointF(11, 8), middle + QPointF(-11, 8)});
        painter.setPen(QPen(theme().node, 2, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(middle + QPointF(0, -4), middle + QPointF(0, 1));
        painter.drawPoint(middle + QPointF(0, 5));
    }
    if (m_face.frozen) { // a snow crystal
        const QPointF centre(outline.right() - 20, bottomArea.center().y());
        painter.setPen(QPen(m_face.heat ? readableOn(ground()) : theme().accent, 1.5, Qt::SolidLine, Qt::RoundCap));
        for (const QPointF arm : {QPointF(0, 7), QPointF(6, 3.5), QPointF(6, -3.5)}) {
            painter.drawLine(centre - arm, centre + arm);
        }
    }
}

void NodeItem::paintPorts(QPainter& painter) const
{
    const auto paint = [&](const End& end, QPointF place, const PortFace& port) {
        const PortHint hint = m_state.hint ? m_state.hint(end) : PortHint::Plain;
        paintPort(painter, place, port, hint, !m_state.hint && m_state.hoveredPort == end);
    };
    for (std::size_t port = 0; port < m_face.inputs.size(); ++port) {
        paint(Input{m_id, port}, inputPlace(port, m_face.inputs.size()), m_face.inputs[port]);
    }
    for (std::size_t port = 0; port < m_face.outputs.size(); ++port) {
        paint(Output{m_id, port}, outputPlace(port, m_face.outputs.size()), m_face.outputs[port]);
    }
}

bool NodeItem::namesPorts(double zoom) const
{
    const auto isOurs = [this](const auto& port) { return port.node == m_id; };
    const bool pointedAt = m_state.hovered == m_id || (m_state.hoveredPort && std::visit(isOurs, *m_state.hoveredPort));
    return zoom >= minZoomForPortNames || (pointedAt && zoom >= minZoomForText);
}

void NodeItem::paintPortNames(QPainter& painter) const
{
    painter.setFont(canvasFont(CanvasFont::Small));
    const auto write = [&](const std::vector<PortFace>& ports, QPointF (*place)(std::size_t, std::size_t), double top) {
        const double room = nodeSize.width() / double(ports.size() + 1) - portRadius - 8;
        for (std::size_t port = 0; port < ports.size(); ++port) {
            const QPointF at = place(port, ports.size());
            const QString name = elided(ports[port].name, painter.font(), room);
            const QRectF area(at.x() + portRadius + 3, at.y() + top,
                              QFontMetricsF(painter.font()).horizontalAdvance(name) + 4, portNameHeight - 2);
            QColor ground = theme().canvas;
            ground.setAlphaF(0.85f); // wires run there
            painter.fillRect(area, ground);
            painter.setPen(ports[port].required || ports[port].connected ? theme().text : theme().mutedText);
            painter.drawText(area, Qt::AlignCenter | Qt::TextSingleLine, name);
        }
    };
    write(m_face.inputs, inputPlace, -portNameHeight);
    write(m_face.outputs, outputPlace, 2);
}

/// A ring for a free place, a disc for a taken one; while a wire is led, a larger disc where it fits and a small cross
/// where it does not.
void NodeItem::paintPort(QPainter& painter, QPointF place, const PortFace& port, PortHint hint, bool hovered) const
{
    const Theme& colours = theme();
    if (hint == PortHint::Unfit || hint == PortHint::Refused) {
        const double arm = hint == PortHint::Refused ? 6 : 3;
        painter.setPen(QPen(hint == PortHint::Refused ? colours.error : colours.mutedText, arm / 2));
        painter.drawLine(place - QPointF(arm, arm), place + QPointF(arm, arm));
        painter.drawLine(place - QPointF(arm, -arm), place + QPointF(arm, -arm));
        return;
    }
    const bool quiet = hint == PortHint::Plain || hint == PortHint::Dimmed;
    const bool lit = !quiet || hovered;
    const bool needed = port.required || port.connected;
    const double size = hint == PortHint::Target || hovered ? portRadius + 3
                        : hint == PortHint::Fits            ? portRadius + 1.5
                        : needed || lit                     ? portRadius
                                                            : portRadius - 1;
    QColor ink = lit ? colours.accent : needed ? colours.port : colours.mutedText;
    ink.setAlphaF(hint == PortHint::Dimmed ? 0.35f : 1);
    painter.setPen(QPen(ink, 1.5));
    painter.setBrush(port.connected || lit ? ink : colours.canvas);
    painter.drawEllipse(place, size, size);
}

} // namespace editor
