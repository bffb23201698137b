// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/items.h"

#include "editor/canvas/overlays.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/words/numbers.h"
#include "engine/cells/equations_line.h"
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

QString translatedLayer(std::string_view text)
{
    return QCoreApplication::translate("Layers", std::string(text).c_str());
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
    const QString label = translatedLayer(spec.label);
    return QLocale().language() == QLocale::German ? label : label.toLower(); // its nouns keep their capitals
}

QString joined(const std::vector<std::int64_t>& numbers)
{
    return listed(numbers, QStringLiteral("×"), [](std::int64_t number) { return QString::number(number); });
}

struct SettingWords {
    const engine::ParamSpec& spec;

    QString operator()(bool value) const
    {
        return value ? shortLabel(spec) : translated(QT_TRANSLATE_NOOP("Canvas", "no %1")).arg(shortLabel(spec));
    }
    QString operator()(std::int64_t value) const
    {
        const bool counts = spec.label.ends_with('s') && spec.key != "axis"; // "512 units", but "width 32"
        if (counts && value == 1 && QLocale().language() != QLocale::German) {
            return translated(QT_TRANSLATE_NOOP("Canvas", "%1 %2")).arg(1).arg(shortLabel(spec).chopped(1));
        }
        if (counts && value != 1) {
            return translated(QT_TRANSLATE_NOOP("Canvas", "%1 %2"))
                .arg(QLocale().toString(qlonglong(value)), shortLabel(spec));
        }
        return named(QLocale().toString(qlonglong(value)));
    }
    QString operator()(double value) const { return named(QLocale().toString(value, 'g', 4)); }
    QString operator()(const std::string& value) const
    {
        return spec.key == "equations" ? QString::fromStdString(engine::cells::equationsLine(value))
               : std::holds_alternative<engine::Choices>(spec.kind) ? QString::fromStdString(value)
                                                                    : named(QString::fromStdString(value));
    }
    QString operator()(const std::vector<std::int64_t>& value) const
    {
        return std::get<engine::IntList>(spec.kind).extents ? joined(value) : named(joined(value));
    }
    QString operator()(const std::vector<double>& value) const
    {
        return named(QStringLiteral("×%1").arg(value.size()));
    }
    QString operator()(const std::vector<engine::Shape>& value) const
    {
        return listed(value, QStringLiteral(", "), [](const engine::Shape& shape) { return joined(shape.extents()); });
    }
    QString operator()(const engine::Filler& value) const { return QString::fromStdString(value.type); }

    QString named(const QString& value) const { return QStringLiteral("%1 %2").arg(shortLabel(spec), value); }
};

/// How values start says nothing about what a layer does, and is long.
bool belongsOnTheBox(const engine::ParamSpec& spec)
{
    return !std::holds_alternative<engine::FillerKind>(spec.kind) && !spec.key.ends_with("seed");
}

/// Its size, and what is chosen or switched on; not a number by which it is tuned, nor what is left away.
bool saysWhatItIs(const engine::ParamSpec& spec, const engine::ParamValue& value)
{
    const auto* const flag = std::get_if<bool>(&value);
    const bool chosen = std::holds_alternative<engine::Choices>(spec.kind) && spec.key != "engine";
    return spec.key.starts_with("num_") || chosen || (flag && *flag);
}

QString settingsOf(const engine::Layer& layer, engine::Dialect dialect)
{
    const engine::LayerType* type = engine::findLayerType(layer.type);
    if (!type) {
        return {};
    }
    std::array<QString, 2> parts; // what the layer is, and how it is tuned: a box may have no room for the latter
    for (const engine::ParamSpec& spec : type->params) {
        const auto given = layer.params.find(spec.key);
        const engine::ParamValue fallback = engine::fallbackOf(spec, dialect);
        const engine::ParamValue value = given == layer.params.end() ? fallback : given->second;
        const bool isAllThatItDoes = type->name == "DROPOUT" && spec.key == "dropout_ratio";
        if (!belongsOnTheBox(spec) || (value == fallback && !isAllThatItDoes)) {
            continue;
        }
        const QString words = spec.key == "num_layers" ? QStringLiteral(" × %1").arg(std::get<std::int64_t>(value))
                                                       : std::visit(SettingWords{spec}, value);
        QString& part = parts[saysWhatItIs(spec, value) ? 0 : 1];
        const bool together = spec.key == "num_layers" || part.isEmpty();
        part += together ? words : QStringLiteral(", ") + words;
    }
    const bool both = !parts[0].isEmpty() && !parts[1].isEmpty();
    return parts[0] + (both ? QStringLiteral(", ") : QString()) + parts[1];
}

/// Three digits and a letter: 999, 12.3 k, 3.25 M.
QString shortCount(std::int64_t count)
{
    struct UnitPrefix {
        double size;
        const char* letter;
    };
    for (const UnitPrefix& step : {UnitPrefix{1e9, "G"}, UnitPrefix{1e6, "M"}, UnitPrefix{1e3, "k"}}) {
        if (double(count) >= step.size) {
            return QLocale().toString(double(count) / step.size, 'g', 3) + QChar(0x202f) + QLatin1String(step.letter);
        }
    }
    return count == 0 ? QString() : QLocale().toString(qlonglong(count));
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
    return layer ? settingsOf(*layer, document.content().dialect) : QString();
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
    return sizes ? shortCount(sizes->parameters) : QString();
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

bool WireItem::isNear(QPointF scenePoint, double reach) const
{
    if (!m_path.controlPointRect().adjusted(-reach, -reach, reach, reach).contains(scenePoint)) {
        return false;
    }
    QPainterPathStroker stroker;
    stroker.setWidth(2 * reach);
    return stroker.createStroke(m_path).contains(scenePoint);
}

bool WireItem::crosses(const QRectF& area) const
{
    if (!m_path.controlPointRect().adjusted(-1, -1, 1, 1).intersects(area)) {
        return false;
    }
    const QLineF diagonals[] = {{area.topLeft(), area.bottomRight()}, {area.bottomLeft(), area.topRight()}};
    for (const QPolygonF& line : m_path.toSubpathPolygons()) {
        for (qsizetype end = 1; end < line.size(); ++end) {
            const QLineF piece(line[end - 1], line[end]);
            const auto meets = [&](const QLineF& diagonal) {
                return piece.intersects(diagonal, nullptr) == QLineF::BoundedIntersection;
            };
            if (area.contains(piece.p1()) || area.contains(piece.p2()) || std::ranges::any_of(diagonals, meets)) {
                return true;
            }
        }
    }
    return false;
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
