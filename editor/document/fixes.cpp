// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/fixes.h"

#include "editor/document/edits.h"
#include "engine/cells/definition.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <QCoreApplication>

namespace editor {
namespace {

struct Fixes {
    Q_DECLARE_TR_FUNCTIONS(Fixes)
};

using engine::ParamSpec;
using engine::ParamValue;
using engine::Shape;

constexpr std::size_t maxFixes = 4;
constexpr std::size_t triedNodes = 20'000;

/// How much an edit changes of what its author meant: those that change less are offered first.
enum class Weight { Usual, Setting, Wire, Layer, OtherSource, Removal };

struct FixCandidate {
    Weight weight;
    Fix fix;
    Id reshape = 0; ///< whose shape it sets
};

/// What can be tried for the problem of one node.
class Search {
public:
    Search(const Document& document, const Problem& problem)
        : m_document(document),
          m_content(document.content()),
          m_problem(problem),
          m_node(*m_content.find(problem.node)),
          m_type(engine::findLayerType(m_node.layer.type)),
          m_inputs(inputShapes())
    {
        m_name = QString::fromStdString(m_node.layer.name);
    }

    void proposeAll()
    {
        proposeNames();
        proposeWires();
        if (m_type) {
            proposeOutputs();
            proposeAxes();
            proposeSettings();
            proposeUpstreamWidths();
            proposeShapesOfReshapes();
            proposeReshapes();
        }
        proposeRemovals();
    }

    void proposeShapesOfReshapes();

    std::vector<FixCandidate> takeCandidates() { return std::move(m_candidates); }

private:
    void propose(Weight weight, const QString& label, std::function<void(Content&)> edit, Id reshape = 0)
    {
        m_candidates.push_back({weight, {label, std::move(edit)}, reshape});
    }

    std::vector<std::optional<Shape>> inputShapes() const
    {
        std::vector<std::optional<Shape>> shapes(m_node.layer.bottoms.size());
        for (const Wire& wire : m_document.derived().wires) {
            if (wire.to.node == m_node.id && wire.to.port < shapes.size()) {
                shapes[wire.to.port] = m_document.shape(wire.from);
            }
        }
        return shapes;
    }

    void proposeNames();
    void proposeWires();
    void proposeOutputs();
    void proposeSources(std::size_t port);
    void proposeSwap();
    void proposeAxes();
    void proposeSettings();
    void proposeValues(const ParamSpec& spec);
    std::vector<ParamValue> likelyValues(const ParamSpec& spec) const;
    void proposeUpstreamWidths();
    std::vector<std::vector<std::int64_t>> likelyExtents(const Shape& input) const;
    void proposeReshapes();
    void proposeReshape(std::size_t port, const std::vector<std::int64_t>& shape);
    void proposeRemovals();

    const Document& m_document;
    const Content& m_content;
    const Problem& m_problem;
    const Node& m_node;
    const engine::LayerType* m_type;
    std::vector<std::optional<Shape>> m_inputs; ///< by bottom
    QString m_name;
    std::vector<FixCandidate> m_candidates;
};

/// "lstm 2" for a second "lstm"; a tensor of its own for a layer that cannot work in place.
void Search::proposeNames()
{
    const Id id = m_node.id;
    for (int number = 2; number < 100; ++number) {
        const std::string free = (m_node.layer.name.empty() ? "layer" : m_node.layer.name) + std::to_string(number);
        if (!m_content.findNamed(free)) {
            propose(Weight::Wire, Fixes::tr("Rename it to %1").arg(QString::fromStdString(free)),
                    [id, free](Content& content) { rename(content, id, free); });
            break;
        }
    }
    std::set<std::string> taken;
    for (const Node& node : m_content.nodes) {
        taken.insert(node.layer.tops.begin(), node.layer.tops.end());
    }
    for (std::size_t port = 0; port < m_node.layer.tops.size(); ++port) {
        std::string free = m_node.layer.name;
        for (int number = 2; taken.contains(free); ++number) {
            free = m_node.layer.name + "_" + std::to_string(number);
        }
        std::vector<Input> readers;
        for (const Wire& wire : m_document.derived().wires) {
            if (wire.from == Output{id, port}) {
                readers.push_back(wire.to);
            }
        }
        propose(Weight::Wire, Fixes::tr("Rename its output to %1").arg(QString::fromStdString(free)),
                [id, port, free, readers](Content& content) {
                    content.find(id)->layer.tops[port] = free;
                    for (const Input& reader : readers) {
                        content.find(reader.node)->layer.bottoms[reader.port] = free;
                    }
                });
    }
}

void Search::proposeWires()
{
    const Id id = m_node.id;
    const std::size_t ports = std::max(m_node.layer.bottoms.size(), inputPorts(m_node).size());
    for (std::size_t port = 0; port < ports; ++port) {
        proposeSources(port);
    }
    proposeSwap();
    const std::vector<std::string>& bottoms = m_node.layer.bottoms;
    const engine::Port* const last =
        m_type && !bottoms.empty() ? engine::portNumber(m_type->inputs, bottoms.size() - 1) : nullptr;
    const bool isNeeded = last && last->presence == engine::Presence::Required;
    if (!bottoms.empty() && !(isNeeded && bottoms.back().empty())) {
        propose(Weight::Wire, Fixes::tr("Remove the last input of %1").arg(m_name),
                [id](Content& content) { content.find(id)->layer.bottoms.pop_back(); });
    }
    if (m_node.layer.tops.size() > 1) {
        propose(Weight::Wire, Fixes::tr("Remove the last output of %1").arg(m_name),
                [id](Content& content) { content.find(id)->layer.tops.pop_back(); });
    }
}

/// As many more outputs as an INPUT has shapes for.
void Search::proposeOutputs()
{
    const auto given = m_node.layer.params.find("shape");
    const auto* const shapes =
        given == m_node.layer.params.end() ? nullptr : std::get_if<std::vector<Shape>>(&given->second);
    const std::size_t tops = m_node.layer.tops.size();
    if (!shapes || shapes->size() <= tops) {
        return;
    }
    const auto missing = static_cast<int>(shapes->size() - tops);
    propose(Weight::Usual, Fixes::tr("Add %n output(s) to %1", nullptr, missing).arg(m_name),
            [id = m_node.id, wanted = shapes->size()](Content& content) {
                while (content.find(id)->layer.tops.size() < wanted) {
                    addOutput(content, id);
                }
            });
}

/// Whether a tensor of that name is what such a port is there for.
bool isUsual(const std::string& port, const std::string& tensor)
{
    return port == tensor || ((port == "cont" || port == "clip") && (tensor == "clip" || tensor == "cont"));
}

/// The sources of the model and the nodes that stand closest before this one: each try sizes the whole model.
std::vector<const Node*> nearSources(const Content& content, Id id)
{
    constexpr std::ptrdiff_t maxDistance = 24;
    const auto self =
        std::find_if(content.nodes.begin(), content.nodes.end(), [&](const Node& node) { return node.id == id; });
    std::vector<const Node*> near;
    for (auto node = content.nodes.begin(); node != content.nodes.end(); ++node) {
        if ((node->layer.bottoms.empty() || std::abs(self - node) <= maxDistance) && node != self) {
            near.push_back(&*node);
        }
    }
    std::stable_sort(near.begin(), near.end(), [&](const Node* one, const Node* other) {
        return std::abs(one - &*self) < std::abs(other - &*self);
    });
    return near;
}

/// The open inputs of the node but this one, each with what it is there for; a tensor fits once all of them are wired.
std::map<Input, Output> defaultWires(const Content& content, const Node& node, std::size_t but)
{
    std::map<Input, Output> wires;
    const std::vector<PortView> views = inputPorts(node);
    for (const Node* source : nearSources(content, node.id)) {
        for (std::size_t port = 0; port < std::min(views.size(), node.layer.bottoms.size()); ++port) {
            for (std::size_t top = 0; top < source->layer.tops.size(); ++top) {
                if (port != but && node.layer.bottoms[port].empty() &&
                    isUsual(views[port].name, source->layer.tops[top])) {
                    wires.emplace(Input{node.id, port}, Output{source->id, top});
                }
            }
        }
    }
    return wires;
}

/// Other sources for an input, the nearest first.
void Search::proposeSources(std::size_t port)
{
    const Input input{m_node.id, port};
    const std::vector<PortView> views = inputPorts(m_node);
    const std::map<Input, Output> others = defaultWires(m_content, m_node, port);
    QString also;
    for (const auto& [to, from] : others) {
        also += Fixes::tr(", %1 to %2")
                    .arg(QString::fromStdString(m_content.find(from.node)->layer.tops[from.port]),
                         QString::fromStdString(views[to.port].name));
    }
    const QString portName = port < views.size() ? QString::fromStdString(views[port].name) : QString::number(port + 1);
    const bool wired = port < m_node.layer.bottoms.size() && !m_node.layer.bottoms[port].empty();
    for (const Node* source : nearSources(m_content, m_node.id)) {
        for (std::size_t top = 0; top < source->layer.tops.size(); ++top) {
            if (port < m_node.layer.bottoms.size() && m_node.layer.bottoms[port] == source->layer.tops[top]) {
                continue;
            }
            const Output output{source->id, top};
            propose(wired ? Weight::OtherSource
                    : isUsual(views.size() > port ? views[port].name : "", source->layer.tops[top]) ? Weight::Usual
                                                                                                    : Weight::Wire,
                    Fixes::tr("Connect %1 to %2").arg(QString::fromStdString(source->layer.tops[top]), portName) + also,
                    [output, input, others](Content& content) {
                        addWire(content, output, input);
                        for (const auto& [to, from] : others) {
                            addWire(content, from, to);
                        }
                    });
        }
    }
}

void Search::proposeSwap()
{
    const Id id = m_node.id;
    for (std::size_t port = 1; port < m_node.layer.bottoms.size(); ++port) {
        propose(Weight::Wire, Fixes::tr("Swap the inputs of %1").arg(m_name), [id, port](Content& content) {
            std::vector<std::string>& bottoms = content.find(id)->layer.bottoms;
            std::swap(bottoms[port - 1], bottoms[port]);
        });
    }
}

/// The axes of all layers up to this one that look at classes and whose axis was not chosen.
void Search::proposeAxes()
{
    const std::set<Id> ids = upstream(m_content, {m_node.id});
    Content after = m_content;
    suitAxes(after, ids);
    QStringList names;
    for (const Node& node : after.nodes) {
        if (node.layer.params != m_content.find(node.id)->layer.params) {
            names << QString::fromStdString(node.layer.name);
        }
    }
    propose(Weight::Setting, Fixes::tr("Set the axis of %1 to 2").arg(names.join(QStringLiteral(", "))),
            [ids](Content& content) { suitAxes(content, ids); });
}

void Search::proposeSettings()
{
    for (const ParamSpec& spec : m_type->params) {
        const bool given = m_node.layer.params.contains(spec.key);
        const bool spokenOf = m_problem.sentence.find(spec.key) != std::string::npos;
        if (given && spokenOf) {
            const Id id = m_node.id;
            const std::string key(spec.key);
            propose(Weight::Setting,
                    Fixes::tr("Reset %1 to its default")
                        .arg(QCoreApplication::translate("Layers", std::string(spec.label).c_str())),
                    [id, key](Content& content) { setParam(content, id, key, std::nullopt); });
        }
        // Which axis to work along is what most often has to follow a change of shape.
        if (spokenOf || spec.key == "axis" || spec.key == "shape") {
            proposeValues(spec);
        }
    }
}

QString shortText(const ParamValue& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return QString::number(*number);
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return QString::number(*real);
    }
    if (const auto* extents = std::get_if<std::vector<std::int64_t>>(&value)) {
        return QString::fromStdString(engine::toString(Shape(*extents)));
    }
    return QString();
}

void Search::proposeValues(const ParamSpec& spec)
{
    const Id id = m_node.id;
    const std::string key(spec.key);
    const QString label = QCoreApplication::translate("Layers", std::string(spec.label).c_str());
    for (const ParamValue& value : likelyValues(spec)) {
        propose(Weight::Setting, Fixes::tr("Set %1 to %2").arg(label, shortText(value)),
                [id, key, value](Content& content) { setParam(content, id, key, value); });
    }
}

/// Each of the shape's numbers replaced by "what is left" or "as in the input", and the usual shapes.
std::vector<ParamValue> likelyShapes(const std::vector<std::int64_t>& given)
{
    std::vector<std::vector<std::int64_t>> shapes;
    for (std::size_t place = 0; place < given.size(); ++place) {
        std::vector<std::int64_t> open = given;
        std::replace(open.begin(), open.end(), std::int64_t{-1}, std::int64_t{0});
        open[place] = -1;
        shapes.push_back(open);
        open = given;
        open[place] = 0;
        shapes.push_back(open);
    }
    shapes.push_back({0, -1});
    shapes.push_back({-1});
    return {shapes.begin(), shapes.end()};
}

std::vector<ParamValue> Search::likelyValues(const ParamSpec& spec) const
{
    const auto given = m_node.layer.params.find(spec.key);
    std::vector<ParamValue> values;
    if (const auto* range = std::get_if<engine::IntRange>(&spec.kind)) {
        const auto* now = given == m_node.layer.params.end() ? nullptr : std::get_if<std::int64_t>(&given->second);
        std::vector<std::int64_t> numbers = {now ? std::clamp(*now, range->least, range->most) : range->least, 1, 2, 0};
        for (const std::optional<Shape>& shape : m_inputs) {
            numbers.insert(numbers.end(), shape ? shape->extents().begin() : numbers.end(),
                           shape ? shape->extents().end() : numbers.end());
        }
        for (const std::int64_t number : numbers) {
            if (number >= range->least && number <= range->most) {
                values.emplace_back(number);
            }
        }
    } else if (const auto* real = std::get_if<engine::FloatRange>(&spec.kind)) {
        const auto* now = given == m_node.layer.params.end() ? nullptr : std::get_if<double>(&given->second);
        values = {now ? std::clamp(*now, real->least, real->most) : real->fallback};
    } else if (const auto* list = std::get_if<engine::IntList>(&spec.kind); list && list->extents) {
        const auto* now =
            given == m_node.layer.params.end() ? nullptr : std::get_if<std::vector<std::int64_t>>(&given->second);
        values = likelyShapes(now ? *now : std::vector<std::int64_t>());
    }
    return values;
}

/// Where two inputs must be alike, the width of one may follow the other's.
void Search::proposeUpstreamWidths()
{
    for (const Wire& wire : m_document.derived().wires) {
        if (wire.to.node != m_node.id) {
            continue;
        }
        for (const Id id : upstream(m_content, {wire.from.node})) {
            const Node& maker = *m_content.find(id);
            if (!maker.layer.params.contains("num_output")) {
                continue;
            }
            for (const std::optional<Shape>& other : m_inputs) {
                if (other && other->axes() > 0) {
                    const std::int64_t width = other->extents().back();
                    propose(
                        Weight::Layer,
                        Fixes::tr("Set the width of %1 to %2").arg(QString::fromStdString(maker.layer.name)).arg(width),
                        [id, width](Content& content) { setParam(content, id, "num_output", width); });
                }
            }
        }
    }
}

/// What a tensor of that shape is made into between layers: a sequence, rows, one row a step; the mildest first.
std::vector<std::vector<std::int64_t>> Search::likelyExtents(const Shape& input) const
{
    const std::int64_t last = input.extents().back();
    std::vector<std::int64_t> same(input.axes(), 0);
    same.back() = -1;
    std::vector<std::vector<std::int64_t>> extents = {same, {-1, last}, {-1}, {0, -1}, {0, 0, -1}, {-1, 1, last}};
    try {
        const engine::DataWiring batch =
            engine::requiredWiring(m_document.derived().model, engine::Phase::Train, engine::kinds::text);
        extents.insert(extents.end(), {{batch.steps, batch.streams, -1}, {batch.steps, batch.streams}});
    } catch (const engine::Error&) {
        // Without a text input there are no steps and streams to go by.
    }
    return extents;
}

/// Whether the shape ends as the tensor does, so that it can leave the last axis to the layer before.
bool keepsLastAxis(const std::vector<std::int64_t>& extents, const Shape& input)
{
    return extents.size() > 1 && extents.front() == -1 && extents.back() == input.extents().back() && input.axes() > 1;
}

QString shapeWords(std::vector<std::int64_t> extents, const Shape& input)
{
    const bool keeps = keepsLastAxis(extents, input);
    extents.resize(extents.size() - (keeps ? 1 : 0));
    const QString shape = QString::fromStdString(engine::toString(Shape(extents)));
    return keeps ? Fixes::tr("%1, keeping the last axis").arg(shape) : shape;
}

void setShape(Content& content, Id reshape, std::vector<std::int64_t> extents, const Shape& input)
{
    if (keepsLastAxis(extents, input)) {
        extents.pop_back();
        setParam(content, reshape, "axis", std::nullopt);
        setParam(content, reshape, "num_axes", static_cast<std::int64_t>(input.axes()) - 1);
    }
    setParam(content, reshape, "shape", extents);
}

/// Where a RESHAPE stands before, or is the layer itself, its shape is what is most likely wrong: a new one has to
/// guess it. The nearest first.
void Search::proposeShapesOfReshapes()
{
    constexpr std::size_t maxTried = 2;
    std::vector<std::pair<std::size_t, Wire>> found; // with how many layers stand before
    const std::set<Id> before = upstream(m_content, {m_node.id});
    for (const Wire& wire : m_document.derived().wires) {
        const bool counts = wire.to.node == m_node.id || before.contains(wire.to.node);
        const engine::LayerType* type = engine::findLayerType(m_content.find(wire.to.node)->layer.type);
        if (counts && type && type->name == "RESHAPE") {
            found.emplace_back(upstream(m_content, {wire.to.node}).size(), wire);
        }
    }
    std::ranges::stable_sort(found, std::greater(), &std::pair<std::size_t, Wire>::first);
    found.resize(std::min(found.size(), maxTried));
    for (const auto& [depth, wire] : found) {
        const std::optional<Shape> input = m_document.shape(wire.from);
        if (!input || input->axes() == 0) {
            continue;
        }
        const Id id = wire.to.node;
        const QString name = QString::fromStdString(m_content.find(id)->layer.name);
        for (const std::vector<std::int64_t>& extents : likelyExtents(*input)) {
            const QString shape = shapeWords(extents, *input);
            propose(
                Weight::Usual,
                id == m_node.id ? Fixes::tr("Set %1 to %2").arg(QCoreApplication::translate("Layers", "Shape"), shape)
                                : Fixes::tr("Set the shape of %1 to %2").arg(name, shape),
                [id, extents, input = *input](Content& content) { setShape(content, id, extents, input); }, id);
        }
    }
}

void Search::proposeReshapes()
{
    for (std::size_t port = 0; port < m_inputs.size(); ++port) {
        if (m_inputs[port] && m_inputs[port]->axes() > 0) {
            for (const std::vector<std::int64_t>& extents : likelyExtents(*m_inputs[port])) {
                proposeReshape(port, extents);
            }
        }
    }
}

void Search::proposeReshape(std::size_t port, const std::vector<std::int64_t>& shape)
{
    const Input input{m_node.id, port};
    const Shape before = *m_inputs[port];
    const QString label = Fixes::tr("Insert a RESHAPE to %1").arg(shapeWords(shape, before));
    propose(Weight::Layer, label, [input, shape, before](Content& content) {
        const std::vector<Wire> all = wires(content);
        const auto wire = std::find_if(all.begin(), all.end(), [&](const Wire& some) { return some.to == input; });
        const QPointF below(0, nodeSize.height() + 2 * gridStep);
        const QPointF place = content.find(wire->from.node)->position + below;
        const Id reshape = insertOnWire(content, engine::layerType("RESHAPE"), *wire, place);
        setShape(content, reshape, shape, before);
    });
}

void Search::proposeRemovals()
{
    const Id id = m_node.id;
    propose(Weight::Removal, Fixes::tr("Remove %1 and reconnect its neighbours").arg(m_name),
            [id](Content& content) { remove(content, {id}, Bypass::Yes); });
    propose(Weight::Removal, Fixes::tr("Remove %1").arg(m_name),
            [id](Content& content) { remove(content, {id}, Bypass::No); });
}

// Trying
// ---------------------------------------------------------------------------------------------------------------------

/// Sentences of a document's own problems, without those that only follow.
std::set<std::string> sentences(const Document& document)
{
    std::set<std::string> all;
    for (const Problem& problem : document.derived().problems) {
        if (!problem.follows) {
            all.insert(problem.sentence);
        }
    }
    return all;
}

/// Nodes whose sizes are unknown.
std::set<Id> waiting(const Document& document)
{
    std::set<Id> nodes;
    for (const Problem& problem : document.derived().problems) {
        if (problem.follows) {
            nodes.insert(problem.node);
        }
    }
    return nodes;
}

/// How many problems are left after an edit; nothing where it does not help or does harm.
std::optional<std::size_t> problemsAfter(const Document& before, const Problem& problem, const Fix& fix)
{
    Content content = before.content();
    try {
        fix.edit(content);
    } catch (const engine::Error&) {
        return std::nullopt;
    }
    if (content == before.content()) {
        return std::nullopt;
    }
    Document after;
    after.showPhase(before.shownPhase());
    after.load(std::move(content));
    const std::set<std::string> old = sentences(before);
    const std::set<Id> unknown = waiting(before);
    std::size_t left = 0;
    for (const Problem& other : after.derived().problems) {
        const bool isNew = !other.follows && !old.contains(other.sentence);
        if (other.sentence == problem.sentence || (isNew && !unknown.contains(other.node))) {
            return std::nullopt;
        }
        ++left;
    }
    return left;
}

// Equations
// ---------------------------------------------------------------------------------------------------------------------

constexpr auto equationsKey = "equations";

QString labelOf(const std::vector<engine::cells::Mend>& mends)
{
    QStringList said;
    for (const engine::cells::Mend& mend : mends) {
        said << (mend.length == 0 ? Fixes::tr("Insert %1 in line %2") : Fixes::tr("Write %1 in line %2"))
                    .arg(QString::fromStdString(mend.text))
                    .arg(mend.place.line);
    }
    said.removeDuplicates();
    return said.join(QStringLiteral(", "));
}

bool reads(const std::string& equations)
{
    try {
        engine::cells::define(equations);
        return true;
    } catch (const engine::cells::CellError&) {
        return false;
    }
}

/// None where the node has no equations, or they read.
std::vector<Fix> fixesOfEquations(Document& document, Id id)
{
    const engine::Params& params = document.content().find(id)->layer.params;
    const auto found = params.find(equationsKey);
    const std::string* const equations = found != params.end() ? std::get_if<std::string>(&found->second) : nullptr;
    if (!equations || reads(*equations)) {
        return {};
    }
    std::vector<Fix> ways;
    if (const auto [text, mends] = engine::cells::mended(*equations); reads(text)) {
        ways.push_back(
            {labelOf(mends), [id, text = text](Content& content) { setParam(content, id, equationsKey, text); }});
    }
    ways.push_back({.label = Fixes::tr("Show the place in the equations"), .edit = nullptr, .act = [&document, id] {
                        document.showFault(id);
                    }});
    return ways;
}

} // namespace

std::vector<Fix> fixes(Document& document, const Problem& problem)
{
    if (problem.follows || !document.content().find(problem.node)) {
        return {};
    }
    if (std::vector<Fix> ways = fixesOfEquations(document, problem.node); !ways.empty()) {
        return ways;
    }
    Search search(document, problem);
    search.proposeAll();
    std::vector<FixCandidate> candidates = search.takeCandidates();
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const FixCandidate& one, const FixCandidate& other) { return one.weight < other.weight; });
    // Each try sizes the whole drawing: in a large one there are fewer.
    const std::size_t maxTries = std::clamp<std::size_t>(triedNodes / document.content().nodes.size(), 32, 400);
    constexpr std::ptrdiff_t removals = 2; // come last and are always tried
    if (candidates.size() > maxTries) {
        candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(maxTries) - removals,
                         candidates.end() - removals);
    }

    std::vector<std::pair<std::size_t, FixCandidate>> found; // with what is left to mend after it
    std::set<QString> labels;
    for (FixCandidate& candidate : candidates) {
        const auto left =
            labels.contains(candidate.fix.label) ? std::nullopt : problemsAfter(document, problem, candidate.fix);
        if (left) {
            labels.insert(candidate.fix.label);
            found.emplace_back(*left, std::move(candidate));
        }
    }
    // A layer that goes leaves the fewest problems: that is no measure for what gives it what it needs.
    std::size_t minLeft = std::numeric_limits<std::size_t>::max();
    for (const auto& [left, candidate] : found) {
        const bool counts = candidate.weight != Weight::Removal || found.front().second.weight == Weight::Removal;
        minLeft = counts ? std::min(minLeft, left) : minLeft;
    }
    std::vector<Fix> best;
    for (auto& [left, candidate] : found) {
        if (left <= minLeft && best.size() < maxFixes) {
            best.push_back(std::move(candidate.fix));
        }
    }
    return best;
}

namespace {

/// What the causes of problems follow from: not where a box stands, or what is selected.
struct CausesKey {
    engine::Model model, settled;
    engine::Phase phase = engine::Phase::Train;
    std::vector<Id> nodes;
    bool operator==(const CausesKey&) const = default;
};

/// The layer that a problem is owed to: a RESHAPE before it that would let it go with another shape, or the layer
/// itself. Takes what it tries from `trials`.
Id causeOf(const Document& document, const Problem& problem, std::size_t& trials)
{
    if (trials == 0 || problem.follows || !document.content().find(problem.node)) {
        return problem.node;
    }
    Search search(document, problem);
    search.proposeShapesOfReshapes();
    for (const FixCandidate& candidate : search.takeCandidates()) {
        if (candidate.reshape == problem.node) {
            continue;
        }
        if (trials == 0) {
            break;
        }
        --trials;
        if (problemsAfter(document, problem, candidate.fix)) {
            return candidate.reshape;
        }
    }
    return problem.node;
}

/// By number of the problem. Searched for once for the same layers, however many ask. For the GUI thread.
std::vector<Id> causes(const Document& document)
{
    constexpr std::size_t maxNodes = 60, maxTrials = 8; // each trial sizes all nodes
    static CausesKey lastKey;
    static std::vector<Id> last;
    const std::vector<Node>& nodes = document.content().nodes;
    const std::vector<Problem>& problems = document.derived().problems;
    std::vector<Id> found;
    std::ranges::transform(problems, std::back_inserter(found), &Problem::node);
    if (problems.empty() || nodes.size() > maxNodes) {
        return found;
    }
    CausesKey key{document.derived().model, document.derived().settled, document.shownPhase(), {}};
    std::ranges::transform(nodes, std::back_inserter(key.nodes), &Node::id);
    if (key != lastKey || last.size() != problems.size()) {
        std::size_t trials = maxTrials;
        std::ranges::transform(problems, found.begin(),
                               [&](const Problem& problem) { return causeOf(document, problem, trials); });
        lastKey = std::move(key);
        last = std::move(found);
    }
    return last;
}

} // namespace

std::map<Id, ShownProblem> problemsByNode(const Document& document)
{
    std::map<Id, ShownProblem> shown;
    const std::vector<Id> owedTo = causes(document);
    for (std::size_t number = 0; number < owedTo.size(); ++number) {
        const Problem& problem = document.derived().problems[number];
        shown.try_emplace(owedTo[number], ShownProblem{&problem, problem.follows});
        shown.try_emplace(problem.node, ShownProblem{&problem, true});
    }
    return shown;
}

void apply(Document& document, const Fix& fix)
{
    if (fix.edit) {
        document.change(fix.label, fix.edit);
    } else {
        fix.act();
    }
}

} // namespace editor
