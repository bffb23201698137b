// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/words/tips.h"

#include "editor/document/sentence_words.h"
#include "editor/document/warnings.h"
#include "editor/words/arithmetic.h"
#include "editor/words/numbers.h"
#include "editor/words/solver_words.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <QCoreApplication>
#include <QStringList>

namespace editor {
namespace {

QString shown(std::string_view text)
{
    return QString::fromUtf8(text).toHtmlEscaped();
}

/// Tooltips of Qt grow as wide as the screen unless a table says how wide.
QString asTip(const QString& title, const QString& body)
{
    return QStringLiteral("<table width='380'><tr><td><b>%1</b>%2</td></tr></table>").arg(title, body);
}

QString paragraph(const QString& html)
{
    return html.isEmpty() ? QString() : QStringLiteral("<p style='margin:4px 0'>%1</p>").arg(html);
}

} // namespace

QString formulaLines(std::string_view formula)
{
    QString text = shown(formula);
    text.replace(QStringLiteral("-&gt;"), QStringLiteral("→"));
    text.replace(QStringLiteral("; "), QStringLiteral("<br>"));
    return QStringLiteral("<tt>%1</tt>").arg(text);
}

namespace {

QString portLine(const engine::Port& port)
{
    const QString presence = port.presence == engine::Presence::Optional   ? Words::tr(" (optional)")
                             : port.presence == engine::Presence::Repeated ? Words::tr(" (any number)")
                                                                           : QString();
    return QStringLiteral("<tt>%1</tt>%2 %3")
        .arg(shown(port.name), presence, engineText("Layers", port.help).toHtmlEscaped());
}

QString portLines(const QString& title, const std::vector<engine::Port>& ports)
{
    const QString line = QStringLiteral("<br>");
    return ports.empty() ? QString() : paragraph(title + line + listed(ports, line, portLine));
}

/// The minimum and the maximum of a range in words; a bound that is out of reach is left out.
QString boundsText(const QString& least, const QString& most, bool open)
{
    return open ? Words::tr("at least %1").arg(least) : Words::tr("%1 to %2").arg(least, most);
}

struct RangeWords {
    QString operator()(const engine::IntRange& range) const
    {
        if (range.least == INT64_MIN) {
            return {};
        }
        return boundsText(countText(range.least), countText(range.most), range.most >= INT32_MAX);
    }
    QString operator()(const engine::FloatRange& range) const
    {
        constexpr double endless = 1e30;
        if (range.least <= -endless) {
            return {};
        }
        return boundsText(realText(range.least), realText(range.most), range.most >= endless);
    }
    template <typename Other>
    QString operator()(const Other&) const
    {
        return {};
    }
};

/// "Default: 0.1 (MyCaffe), in files dropout_ratio".
QString defaultWords(const engine::ParamSpec& spec)
{
    const auto* range = std::get_if<engine::IntRange>(&spec.kind);
    if (range && (range->fallback < range->least || range->fallback > range->most)) {
        return Words::tr("It has no default and must be set");
    }
    const auto said = [&](const engine::ParamValue& value) {
        return value == offValue(spec.key) ? Words::tr("off") : valueText(value).toHtmlEscaped();
    };
    const QString fallback = said(engine::fallbackOf(spec, engine::Dialect::Bvlc));
    if (!spec.myCaffeFallback) {
        return Words::tr("Default: %1").arg(fallback);
    }
    return Words::tr("Default: %1; in MyCaffe %2").arg(fallback, said(*spec.myCaffeFallback));
}

} // namespace

QString besideName(const QString& sentence, const QString& layer)
{
    const QString rest = withoutLayer(sentence, layer);
    if (layer.isEmpty() || rest.size() == sentence.size()) {
        return sentence;
    }
    const bool isKey = rest.section(QLatin1Char(' '), 0, 0).contains(QLatin1Char('_')); // num_output stays as it is
    return isKey || rest.isEmpty() ? rest : rest.at(0).toUpper() + rest.mid(1);
}

QString rangeText(const engine::ParamSpec& spec)
{
    return std::visit(RangeWords(), spec.kind);
}

QString typeTip(const engine::LayerType& type)
{
    return asTip(shown(type.name),
                 paragraph(engineText("Layers", type.help).toHtmlEscaped()) + paragraph(formulaLines(type.formula)) +
                     portLines(Words::tr("Inputs"), type.inputs) + portLines(Words::tr("Outputs"), type.outputs));
}

namespace {

QString settingFacts(const engine::ParamSpec& spec, const char* context)
{
    QStringList facts;
    if (const QString range = rangeText(spec); !range.isEmpty()) {
        facts << (spec.unit.empty() ? Words::tr("Range: %1").arg(range)
                                    : Words::tr("Range: %1 %2").arg(range, engineText(context, spec.unit)));
    }
    facts << defaultWords(spec) << Words::tr("In files: %1").arg(QStringLiteral("<tt>%1</tt>").arg(shown(spec.key)));
    if (spec.extension) {
        facts << Words::tr("BVLC Caffe does not support it: an export for Caffe converts it, leaves it out or is "
                           "refused, and says so.");
    }
    return paragraph(engineText(context, spec.help).toHtmlEscaped()) + paragraph(facts.join(QStringLiteral("<br>")));
}

QString tableOf(const QStringList& rows)
{
    return QStringLiteral("<table cellspacing='0' cellpadding='1'>%1</table>").arg(rows.join(QString()));
}

QString row(const QString& name, const QString& value)
{
    return QStringLiteral("<tr><td style='padding-right:10px'>%1</td><td>%2</td></tr>").arg(name, value);
}

QString costRow(const QStringList& cells, bool strong)
{
    QString html;
    for (const QString& cell : cells) {
        const QString text = strong ? QStringLiteral("<b>%1</b>").arg(cell) : cell;
        html += QStringLiteral("<td align='right' style='padding-left:10px'>%1</td>").arg(text);
    }
    return QStringLiteral("<tr>%1</tr>").arg(html);
}

QString costTable(const std::vector<Cost>& costs, std::optional<double> operationsPerSecond)
{
    QStringList heads = {QString(), Words::tr("parameters"), Words::tr("memory"), Words::tr("per step")};
    if (operationsPerSecond) {
        heads << Words::tr("about");
    }
    QStringList rows = {costRow(heads, false)};
    for (const Cost& cost : costs) {
        QStringList cells = {valueText(cost.value).toHtmlEscaped()};
        if (cost.fits) {
            cells << countText(cost.parameters) << bytesText(cost.memory) << flopsText(cost.work);
        } else {
            cells << Words::tr("does not fit");
        }
        if (cost.fits && operationsPerSecond) {
            cells << durationText(static_cast<double>(cost.work) / *operationsPerSecond);
        }
        rows << costRow(cells, cost.present);
    }
    return rows.size() == 1 ? QString() : paragraph(Words::tr("Whole net with this value:")) + tableOf(rows);
}

/// "T × N × H = 75 × 25 × 512".
QString shapeWords(const Symbols& symbols, Output output, const engine::Shape& shape)
{
    const QString letters = symbols.text(output);
    return (letters.isEmpty() ? QString() : letters + QStringLiteral(" = ")) + shapeText(shape);
}

QString withShare(const QString& text, std::int64_t part, std::int64_t all)
{
    const QString share = shareText(static_cast<double>(part), static_cast<double>(all));
    return share.isEmpty() || part == 0 ? text : Words::tr("%1 (%2 of the net)").arg(text, share);
}

std::int64_t activationBytes(const engine::SizeReport& report)
{
    std::int64_t bytes = 0;
    for (const engine::LayerSizes& layer : report.layers) {
        bytes += layer.activationBytes;
    }
    return bytes;
}

/// Other values that a setting might have, in rising order, the present one among them.
struct Alternatives {
    const engine::ParamValue& present;

    std::vector<engine::ParamValue> operator()(const engine::IntRange& range) const
    {
        const std::int64_t now = std::get<std::int64_t>(present);
        std::vector<engine::ParamValue> values;
        for (const std::int64_t value : {now / 2, now, now > range.most / 2 ? now : now * 2}) {
            if (value >= range.least && value <= range.most && value > 0 &&
                (values.empty() || values.back() != engine::ParamValue(value))) {
                values.emplace_back(value);
            }
        }
        return values;
    }
    std::vector<engine::ParamValue> operator()(const engine::Flag&) const { return {false, true}; }
    template <typename Other>
    std::vector<engine::ParamValue> operator()(const Other&) const
    {
        return {};
    }
};

Cost costOf(const Document& document, const std::vector<Id>& nodes, const engine::ParamSpec& spec,
            const engine::ParamValue& value)
{
    Content trial = document.content();
    for (const Id id : nodes) {
        if (Node* node = trial.find(id)) {
            node->layer.params.insert_or_assign(std::string(spec.key), value);
        }
    }
    engine::SizeOptions options{.phase = document.shownPhase(), .memory = document.memoryOf()};
    try {
        options.historyTensors = engine::historyTensors(trial.solver);
    } catch (const engine::Error&) {
        // What is wrong with the solver is said where it is set; here it counts as SGD.
    }
    const engine::SizeReport report = engine::sizeReport(model(trial), options);
    return {.value = value,
            .fits = report.fits(),
            .parameters = report.parameters,
            .memory = report.memory.total(),
            .work = report.flopsForward + report.flopsBackward};
}

bool costsTheSame(const Cost& one, const Cost& other)
{
    return one.fits == other.fits && one.parameters == other.parameters && one.memory == other.memory &&
           one.work == other.work;
}

} // namespace

QString settingTip(const engine::ParamSpec& spec, const char* context)
{
    return asTip(engineText(context, spec.label).toHtmlEscaped(), settingFacts(spec, context));
}

QString settingTip(const Document& document, const std::vector<Id>& nodes, const engine::ParamSpec& spec,
                   std::optional<double> operationsPerSecond)
{
    return asTip(engineText("Layers", spec.label).toHtmlEscaped(),
                 settingFacts(spec, "Layers") + costTable(costs(document, nodes, spec), operationsPerSecond));
}

std::vector<Cost> costs(const Document& document, const std::vector<Id>& nodes, const engine::ParamSpec& spec)
{
    const Node* first = nodes.empty() ? nullptr : document.content().find(nodes.front());
    if (!first) {
        return {};
    }
    const auto given = first->layer.params.find(spec.key);
    const engine::ParamValue present =
        given == first->layer.params.end() ? engine::fallbackOf(spec, document.content().dialect) : given->second;
    if (present.index() != engine::fallbackOf(spec, document.content().dialect).index()) {
        return {}; // a value of another kind: its problem is said elsewhere
    }
    std::vector<Cost> all;
    for (const engine::ParamValue& value : std::visit(Alternatives{present}, spec.kind)) {
        all.push_back(costOf(document, nodes, spec, value));
        all.back().present = value == present;
    }
    const bool matters =
        std::any_of(all.begin(), all.end(), [&](const Cost& cost) { return !costsTheSame(cost, all.front()); });
    return matters ? all : std::vector<Cost>();
}

namespace {

/// What a reader would ask about this node, a paragraph each.
QString doubtsOf(const Document& document, Id id)
{
    const std::map<Id, std::vector<Warning>> all = doubtsByNode(document);
    const auto found = all.find(id);
    QString words;
    if (found != all.end()) {
        for (const Warning& doubt : found->second) {
            words += paragraph(doubt.sentence.toHtmlEscaped());
        }
    }
    return words;
}

} // namespace

QString nodeTip(const Document& document, const Symbols& symbols, Id id)
{
    const Node* node = document.content().find(id);
    const engine::LayerSizes* sizes = document.sizes(id);
    if (!node || !sizes) {
        return {};
    }
    const engine::LayerType* type = engine::findLayerType(node->layer.type);
    const QString title = QString::fromStdString(node->layer.name + " · " + node->layer.type).toHtmlEscaped();
    const QString help = type ? paragraph(engineText("Layers", type->help).toHtmlEscaped()) : QString();
    if (!sizes->problem.empty()) {
        return asTip(title, help + paragraph(inWords(sizes->problem).toHtmlEscaped()));
    }
    QStringList rows;
    const std::vector<PortView> outputs = outputPorts(*node);
    for (std::size_t port = 0; port < sizes->sizes.outputs.size(); ++port) {
        const QString name = port < outputs.size() ? shown(outputs[port].name) : Words::tr("output");
        rows << row(name, shapeWords(symbols, {id, port}, sizes->sizes.outputs[port]));
    }
    const engine::SizeReport& report = document.derived().report;
    const std::int64_t work = sizes->sizes.flopsForward + sizes->sizes.flopsBackward;
    rows << row(Words::tr("Parameters"), withShare(countText(sizes->parameters), sizes->parameters, report.parameters))
         << row(Words::tr("Activations"),
                withShare(bytesText(sizes->activationBytes), sizes->activationBytes, activationBytes(report)))
         << row(Words::tr("Work of a step"),
                withShare(flopsText(work), work, report.flopsForward + report.flopsBackward));
    QString more = paragraph(reshapeText(document, id));
    if (sizes->memory.kept > 0) {
        rows.insert(rows.size() - 1, row(Words::tr("of them kept"), bytesText(sizes->memory.kept)));
        more += paragraph(keptText());
    }
    return asTip(title, help + doubtsOf(document, id) + tableOf(rows) + more);
}

QString wireTip(const Document& document, const Symbols& symbols, const Wire& wire)
{
    const Node* from = document.content().find(wire.from.node);
    const Node* to = document.content().find(wire.to.node);
    if (!from || !to || wire.from.port >= from->layer.tops.size()) {
        return {};
    }
    const std::vector<PortView> inputs = inputPorts(*to);
    const QString ends =
        Words::tr("From %1 to %2").arg(shown(from->layer.name), shown(to->layer.name)) +
        (wire.to.port < inputs.size() ? QStringLiteral(" (%1)").arg(shown(inputs[wire.to.port].name)) : QString());
    const auto shape = document.shape(wire.from);
    if (!shape) {
        return asTip(shown(from->layer.tops[wire.from.port]),
                     paragraph(ends) + paragraph(Words::tr("Its shape is not known yet.")));
    }
    const QStringList rows = {row(Words::tr("Shape"), shapeWords(symbols, wire.from, *shape)),
                              row(Words::tr("Values"), countText(shape->count())),
                              row(Words::tr("Memory"), bytesText(shape->count() * 4))};
    return asTip(shown(from->layer.tops[wire.from.port]), paragraph(ends) + tableOf(rows));
}

namespace {

struct Ports {
    Q_DECLARE_TR_FUNCTIONS(Ports)
};

} // namespace

std::vector<PortWords> portWords(const Document& document, const Node& node)
{
    std::vector<PortWords> all;
    const std::vector<Wire>& wires = document.derived().wires;
    const auto nameOf = [&](Id id) { return QString::fromStdString(document.content().find(id)->layer.name); };
    const std::vector<PortView> inputs = inputPorts(node), outputs = outputPorts(node);
    for (std::size_t port = 0; port < inputs.size(); ++port) {
        const auto wire = std::ranges::find(wires, Input{node.id, port}, &Wire::to);
        const QString name = QString::fromStdString(inputs[port].name);
        if (wire != wires.end()) {
            all.push_back({true, Ports::tr("input %1 from %2").arg(name, nameOf(wire->from.node)),
                           document.shape(wire->from), wire->from.node});
        } else if (inputs[port].presence == engine::Presence::Required) {
            all.push_back({true, Ports::tr("input %1, not connected").arg(name)});
        }
    }
    for (std::size_t port = 0; port < outputs.size(); ++port) {
        if (outputs[port].blob.empty()) {
            continue; // an optional one that is not in use
        }
        const Output output{node.id, port};
        QStringList readers;
        Id first = 0;
        for (const Wire& wire : wires) {
            if (wire.from == output) {
                readers << nameOf(wire.to.node);
                first = first == 0 ? wire.to.node : first;
            }
        }
        const QString name = QString::fromStdString(outputs[port].blob);
        all.push_back({false,
                       readers.isEmpty() ? Ports::tr("output %1").arg(name)
                                         : Ports::tr("output %1 to %2").arg(name, readers.join(QStringLiteral(", "))),
                       document.shape(output), first});
    }
    return all;
}

} // namespace editor
