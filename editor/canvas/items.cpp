// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/items.h"

#include "editor/canvas/overlays.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/words/numbers.h"
#include "engine/drawing/net_drawing.h"
#include "engine/drawing/wire_curve.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QLocale>
#include <QPainter>
#include <QPainterPathStroker>
#include <QStringList>
#include <QStyleOptionGraphicsItem>
#include <tuple>

namespace editor {
namespace {

struct Fonts {
    QString family; ///< of the program's font that these were made from
    std::array<QFont, 3> sizes;
};

std::array<QFont, 3> made(const QFont& base)
{
    std::array<QFont, 3> fonts{base, base, base};
    const std::array pixels{14, 12, 11};
    for (std::size_t index = 0; index < fonts.size(); ++index) {
        fonts[index].setPixelSize(pixels[index]);
        fonts[index].setHintingPreference(QFont::PreferNoHinting);
    }
    fonts[0].setWeight(QFont::DemiBold);
    return fonts;
}

} // namespace

const QFont& canvasFont(CanvasFont font)
{
    static Fonts fonts;
    const QFont base = QGuiApplication::font();
    if (fonts.family != base.family()) {
        fonts = {base.family(), made(base)};
    }
    return fonts.sizes[std::size_t(font)];
}

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("Canvas", text);
}

/// "Dropout between layers" is too long for a box: these settings have a shorter word there.
QString shortLabel(const engine::ParamSpec& spec)
{
    if (spec.key == "dropout_ratio") {
        return translated(QT_TRANSLATE_NOOP("Canvas", "dropout"));
    }
    if (spec.key == "axis") {
        return translated(QT_TRANSLATE_NOOP("Canvas", "axis"));
    }
    const QString label = engineText("Layers", spec.label);
    return QLocale().language() == QLocale::German ? label : label.toLower(); // its nouns keep their capitals
}

const engine::SettingLanguage& shownLanguage()
{
    static const engine::SettingLanguage language{
        .label = [](const engine::ParamSpec& spec) { return shortLabel(spec).toStdString(); },
        .no =
            [](const std::string& label) {
                return translated(QT_TRANSLATE_NOOP("Canvas", "no %1"))
                    .arg(QString::fromStdString(label))
                    .toStdString();
            },
        .whole = [](std::int64_t number) { return QLocale().toString(static_cast<qlonglong>(number)).toStdString(); },
        .real = [](double number, int digits) { return QLocale().toString(number, 'g', digits).toStdString(); }};
    return language;
}

} // namespace

QString drawnShape(const engine::Shape& shape)
{
    return shape.axes() == 0 ? QCoreApplication::translate("Words", "scalar")
                             : QString::fromStdString(engine::toString(shape));
}

QString settingsText(const Document& document, Id node)
{
    const engine::Layer* const layer = document.settledLayer(node);
    return layer ? QString::fromStdString(engine::settingsInWords(*layer, document.content().dialect, shownLanguage()))
                 : QString();
}

QString sizeText(const Document& document, const Symbols& symbols, Output output)
{
    const std::optional<engine::Shape> shape = document.shape(output);
    const QString letters = symbols.text(output), numbers = shape ? drawnShape(*shape) : QString();
    return letters.isEmpty() || !shape ? numbers : QStringLiteral("%1 = %2").arg(letters, numbers);
}

QString parametersText(const Document& document, Id node)
{
    const engine::LayerSizes* const sizes = document.sizes(node);
    return sizes ? QString::fromStdString(engine::shortCount(sizes->parameters, shownLanguage())) : QString();
}

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

/// Where a node's ports are, from its upper left corner.
QPointF inputPlace(std::size_t port, std::size_t ports)
{
    return {nodeSize.width() * double(port + 1) / double(ports + 1), 0};
}

QPointF outputPlace(std::size_t port, std::size_t ports)
{
    return inputPlace(port, ports) + QPointF(0, nodeSize.height());
}

/// Without the name of the layer, for which there is no room.
QString shortProblem(const NodeFace& face)
{
    return sentenceCase(withoutLayer(face.problem, face.problemOf));
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
    painter.setPen(QPen(faint(ink, 0.5), 1));
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
            painter.fillRect(area, faint(theme().canvas, 0.85)); // wires run there
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
    const QColor ink = faint(lit      ? colours.accent
                             : needed ? colours.port
                                      : colours.mutedText,
                             hint == PortHint::Dimmed ? 0.35 : 1);
    painter.setPen(QPen(ink, 1.5));
    painter.setBrush(port.connected || lit ? ink : colours.canvas);
    painter.drawEllipse(place, size, size);
}

NoteItem::NoteItem(const Note& note, const PaintState& state) : m_note(note), m_state(state)
{
    place();
}

void NoteItem::setNote(const Note& note)
{
    if (note == m_note && pos() == note.area.topLeft()) {
        return;
    }
    prepareGeometryChange();
    m_note = note;
    place();
    update();
}

void NoteItem::setArea(const QRectF& area)
{
    prepareGeometryChange();
    m_note.area = area;
    place();
    update();
}

/// Frames lie below wires, the larger ones below the smaller; comments lie between wires and nodes.
void NoteItem::place()
{
    setPos(m_note.area.topLeft());
    const double size = m_note.area.width() + m_note.area.height();
    setZValue(m_note.kind == Note::Kind::Frame ? -20 - std::min(size, 1e6) / 1e6 : 5);
}

QRectF NoteItem::grip() const
{
    return m_note.kind == Note::Kind::Comment ? area() : QRectF(pos(), QSizeF(area().width(), frameTitleHeight));
}

Qt::Edges NoteItem::edgesAt(QPointF scenePoint, double reach) const
{
    const QRectF all = area();
    if (!all.adjusted(-reach, -reach, reach, reach).contains(scenePoint)) {
        return {};
    }
    Qt::Edges edges;
    edges.setFlag(Qt::LeftEdge, std::abs(scenePoint.x() - all.left()) <= reach);
    edges.setFlag(Qt::RightEdge, std::abs(scenePoint.x() - all.right()) <= reach);
    edges.setFlag(Qt::TopEdge, std::abs(scenePoint.y() - all.top()) <= reach);
    edges.setFlag(Qt::BottomEdge, std::abs(scenePoint.y() - all.bottom()) <= reach);
    return edges;
}

QRectF NoteItem::boundingRect() const
{
    return QRectF(QPointF(), m_note.area.size()).adjusted(-8, -8, 8, 8);
}

void NoteItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const QRectF all(QPointF(), m_note.area.size());
    const bool frame = m_note.kind == Note::Kind::Frame;
    const bool selected = m_state.selection.contains(id());
    QColor ground = frame ? theme().frame : theme().note;
    painter->setPen(QPen(selected ? theme().accent : theme().nodeBorder, std::max(selected ? 2.0 : 1.0, 1 / zoom)));
    painter->setBrush(ground);
    painter->drawRoundedRect(all, 6, 6);
    if (m_state.current == id() && m_state.keyboardFocus) {
        painter->setPen(QPen(theme().accent, 2, Qt::DashLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(all.adjusted(-5, -5, 5, 5), 9, 9);
    }
    if (zoom < minZoomForText && !frame) {
        return;
    }
    painter->setPen(theme().text);
    painter->setFont(canvasFont(frame ? CanvasFont::Title : CanvasFont::Body));
    if (frame) {
        const QRectF title = QRectF(0, 0, all.width(), frameTitleHeight).adjusted(12, 0, -12, 0);
        const QString words = painter->fontMetrics().elidedText(m_note.text, Qt::ElideRight, int(title.width()));
        painter->drawText(title, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, words);
    } else {
        painter->drawText(all.adjusted(10, 8, -10, -8), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_note.text);
    }
}

namespace {

engine::DrawingPoint plain(QPointF point)
{
    return {point.x(), point.y()};
}

QPointF shown(const engine::DrawingPoint& point)
{
    return {point.x, point.y};
}

QPainterPath pathOf(const engine::DrawnCurve& curve)
{
    QPainterPath path(shown(curve.start));
    for (const auto& [first, second, end] : curve.pieces) {
        path.cubicTo(shown(first), shown(second), shown(end));
    }
    return path;
}

constexpr double labelHeight = 16;
constexpr double fadedOpacity = 0.35; ///< of what the phase leaves out

} // namespace

QPainterPath wirePath(QPointF from, QPointF to)
{
    return pathOf(engine::wireCurve(plain(from), plain(to)));
}

QPainterPath wirePathAround(QPointF from, QPointF to, const std::vector<QRectF>& boxes, std::size_t lane)
{
    std::vector<engine::DrawingArea> areas;
    areas.reserve(boxes.size());
    for (const QRectF& box : boxes) {
        areas.push_back({box.x(), box.y(), box.width(), box.height()});
    }
    return pathOf(engine::wireCurveAround(plain(from), plain(to), areas, lane));
}

WireItem::WireItem(const Wire& wire, const NodeItem& from, const NodeItem& to, const PaintState& state)
    : m_wire(wire), m_from(from), m_to(to), m_state(state)
{}

void WireItem::setLabel(const QString& label)
{
    if (label == m_label) {
        return;
    }
    prepareGeometryChange();
    m_label = label;
    m_labelWidth = QFontMetricsF(canvasFont(CanvasFont::Small)).horizontalAdvance(label) + 10;
    update();
}

void WireItem::setFaded(bool faded)
{
    if (faded != m_faded) {
        m_faded = faded;
        update();
    }
}

void WireItem::follow(const std::vector<QRectF>& boxes)
{
    const QPainterPath path =
        wirePathAround(m_from.outputPoint(m_wire.from.port), m_to.inputPoint(m_wire.to.port), boxes, m_wire.from.port);
    if (path != m_path) {
        prepareGeometryChange();
        m_path = path;
        update();
    }
}

/// All that lies within that distance of the wire.
QPainterPath WireItem::around(double reach) const
{
    QPainterPathStroker stroker;
    stroker.setWidth(2 * reach);
    return stroker.createStroke(m_path);
}

bool WireItem::isNear(QPointF scenePoint, double reach) const
{
    return m_path.controlPointRect().adjusted(-reach, -reach, reach, reach).contains(scenePoint) &&
           around(reach).contains(scenePoint);
}

bool WireItem::crosses(const QPainterPath& area) const
{
    return m_path.controlPointRect().adjusted(-1, -1, 1, 1).intersects(area.controlPointRect()) &&
           around(0.5).intersects(area);
}

QRectF WireItem::boundingRect() const
{
    const double side = std::max(8.0, m_labelWidth + 2); // where the label stands beside it
    return m_path.controlPointRect().adjusted(-side, -8, side, 8);
}

void WireItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const bool insertion = m_state.insertionWire == m_wire;
    const bool lit = insertion || m_state.hoveredWire == m_wire || m_state.selectedWires.contains(m_wire);
    const double width = std::max(insertion ? 5.0 : lit ? 3.0 : 2.0, 1 / zoom);
    painter->setOpacity(m_faded ? fadedOpacity : 1);
    painter->setPen(QPen(lit ? theme().accent : theme().wire, width));
    painter->setBrush(Qt::NoBrush);
    if (zoom < minZoomForText / 2 && !lit && m_path.elementCount() == 4) {
        painter->drawLine(m_path.elementAt(0), m_path.currentPosition());
        return;
    }
    painter->drawPath(m_path);
}

void WireItem::placeLabel(const std::vector<QRectF>& taken)
{
    const double beside = m_labelWidth / 2 + 2;
    const QRectF reach = boundingRect(); // few of the taken areas are near: only those are compared
    std::vector<QRectF> near;
    std::ranges::copy_if(taken, std::back_inserter(near), [&](const QRectF& area) { return area.intersects(reach); });
    const auto freeArea = [&]() -> QRectF {
        for (const double aside : {0.0, beside, -beside}) {
            for (const double part : {0.5, 0.45, 0.55, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0.04, 0.96}) {
                const QPointF middle = m_path.pointAtPercent(part) + QPointF(aside, 0);
                const QRectF area(middle - QPointF(m_labelWidth, labelHeight) / 2, QSizeF(m_labelWidth, labelHeight));
                if (std::ranges::none_of(near, [&](const QRectF& other) { return other.intersects(area); })) {
                    return area;
                }
            }
        }
        return {};
    };
    const QRectF area = m_label.isEmpty() ? QRectF() : freeArea();
    if (area != m_labelArea) {
        m_labelArea = area;
        update();
    }
}

void WireItem::paintLabel(QPainter& painter) const
{
    if (!showsLabel()) {
        return;
    }
    painter.setOpacity(m_faded ? fadedOpacity : 1);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().canvas);
    painter.drawRoundedRect(m_labelArea, labelHeight / 2, labelHeight / 2);
    painter.setFont(canvasFont(CanvasFont::Small));
    painter.setPen(m_state.hoveredWire == m_wire ? theme().text : theme().mutedText);
    painter.drawText(m_labelArea, Qt::AlignCenter | Qt::TextSingleLine, m_label);
}

WireLabels::WireLabels(const std::map<Wire, WireItem*>& wires) : m_wires(wires)
{
    setZValue(1);                         // above the wires, below notes and nodes
    setFlag(ItemUsesExtendedStyleOption); // tells what is exposed
    setAcceptedMouseButtons(Qt::NoButton);
}

void WireLabels::follow()
{
    QRectF area;
    for (const auto& [wire, item] : m_wires) {
        area |= item->boundingRect(); // has room for the label
    }
    if (area != m_area) {
        prepareGeometryChange();
        m_area = area;
    }
}

void WireLabels::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*)
{
    if (QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform()) < minZoomForWireText) {
        return;
    }
    for (const auto& [wire, item] : m_wires) {
        if (item->boundingRect().intersects(option->exposedRect)) {
            item->paintLabel(*painter);
        }
    }
}

} // namespace editor
