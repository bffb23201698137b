// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/warnings.h"

#include "editor/document/edits.h"
#include "editor/document/sentence_words.h"
#include "engine/cells/definition.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/model.h"
#include "engine/graph/size_report.h"
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

QString nameOf(const Node& node)
{
    return QString::fromStdString(node.layer.name);
}

Fix setting(const QString& label, Id node, std::string_view key, const std::optional<ParamValue>& value)
{
    return {label, [=, key = std::string(key)](Content& content) { setParam(content, node, key, value); }};
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

/// Each of the shape's numbers replaced by "what is left" or "as in the input", and the usual shapes.
std::vector<ParamValue> likelyShapes(const std::vector<std::int64_t>& extents)
{
    std::vector<std::vector<std::int64_t>> shapes;
    for (std::size_t place = 0; place < extents.size(); ++place) {
        std::vector<std::int64_t> open = extents;
        std::replace(open.begin(), open.end(), std::int64_t{-1}, std::int64_t{0});
        open[place] = -1;
        shapes.push_back(open);
        open = extents;
        open[place] = 0;
        shapes.push_back(open);
    }
    shapes.push_back({0, -1});
    shapes.push_back({-1});
    return {shapes.begin(), shapes.end()};
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

/// What can be tried for the problem of one node.
class Search {
public:
    Search(const Document& document, const Problem& problem)
        : m_document(document),
          m_content(document.content()),
          m_problem(problem),
          m_node(*m_content.find(problem.node)),
          m_type(engine::findLayerType(m_node.layer.type)),
          m_inputs(inputShapes()),
          m_name(nameOf(m_node))
    {}

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

    std::vector<FixCandidate> takeCandidates() { return std::move(m_candidates); }

    void propose(Weight weight, Fix fix, Id reshape = 0) { m_candidates.push_back({weight, std::move(fix), reshape}); }
    void propose(Weight weight, const QString& label, std::function<void(Content&)> edit, Id reshape = 0)
    {
        propose(weight, Fix{label, std::move(edit)}, reshape);
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

    /// "lstm 2" for a second "lstm"; a tensor of its own for a layer that cannot work in place.
    void proposeNames()
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

    void proposeWires()
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
    void proposeOutputs()
    {
        const auto* const shapes = given<std::vector<Shape>>(m_node.layer.params, "shape");
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

    /// Other sources for an input, the nearest first.
    void proposeSources(std::size_t port)
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
        const QString portName =
            port < views.size() ? QString::fromStdString(views[port].name) : QString::number(port + 1);
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
                        Fixes::tr("Connect %1 to %2").arg(QString::fromStdString(source->layer.tops[top]), portName) +
                            also,
                        [output, input, others](Content& content) {
                            addWire(content, output, input);
                            for (const auto& [to, from] : others) {
                                addWire(content, from, to);
                            }
                        });
            }
        }
    }

    void proposeSwap()
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
    void proposeAxes()
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

    void proposeSettings()
    {
        for (const ParamSpec& spec : m_type->params) {
            const QString label = QCoreApplication::translate("Layers", std::string(spec.label).c_str());
            const bool spokenOf = m_problem.sentence.find(spec.key) != std::string::npos;
            if (spokenOf && m_node.layer.params.contains(spec.key)) {
                propose(Weight::Setting,
                        setting(Fixes::tr("Reset %1 to its default").arg(label), m_node.id, spec.key, std::nullopt));
            }
            // Which axis to work along is what most often has to follow a change of shape.
            if (spokenOf || spec.key == "axis" || spec.key == "shape") {
                for (const ParamValue& value : likelyValues(spec)) {
                    propose(Weight::Setting, setting(Fixes::tr("Set %1 to %2").arg(label, shortText(value)), m_node.id,
                                                     spec.key, value));
                }
            }
        }
    }

    std::vector<ParamValue> likelyValues(const ParamSpec& spec) const
    {
        const engine::Params& params = m_node.layer.params;
        std::vector<ParamValue> values;
        if (const auto* range = std::get_if<engine::IntRange>(&spec.kind)) {
            const auto* now = given<std::int64_t>(params, spec.key);
            std::vector<std::int64_t> numbers = {now ? std::clamp(*now, range->least, range->most) : range->least, 1, 2,
                                                 0};
            for (const std::optional<Shape>& shape : m_inputs) {
                if (shape) {
                    numbers.insert(numbers.end(), shape->extents().begin(), shape->extents().end());
                }
            }
            for (const std::int64_t number : numbers) {
                if (number >= range->least && number <= range->most) {
                    values.emplace_back(number);
                }
            }
        } else if (const auto* real = std::get_if<engine::FloatRange>(&spec.kind)) {
            const auto* now = given<double>(params, spec.key);
            values = {now ? std::clamp(*now, real->least, real->most) : real->fallback};
        } else if (const auto* list = std::get_if<engine::IntList>(&spec.kind); list && list->extents) {
            const auto* now = given<std::vector<std::int64_t>>(params, spec.key);
            values = likelyShapes(now ? *now : std::vector<std::int64_t>());
        }
        return values;
    }

    /// Where two inputs must be alike, the width of one may follow the other's.
    void proposeUpstreamWidths()
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
                        propose(Weight::Layer,
                                setting(Fixes::tr("Set the width of %1 to %2").arg(nameOf(maker)).arg(width), id,
                                        "num_output", width));
                    }
                }
            }
        }
    }

    /// What a tensor of that shape is made into between layers: a sequence, rows, one row a step; the mildest first.
    std::vector<std::vector<std::int64_t>> likelyExtents(const Shape& input) const
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

    /// Where a RESHAPE stands before, or is the layer itself, its shape is what is most likely wrong: a new one has to
    /// guess it. The nearest first.
    void proposeShapesOfReshapes()
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
            const QString name = nameOf(*m_content.find(id));
            for (const std::vector<std::int64_t>& extents : likelyExtents(*input)) {
                const QString shape = shapeWords(extents, *input);
                propose(
                    Weight::Usual,
                    id == m_node.id
                        ? Fixes::tr("Set %1 to %2").arg(QCoreApplication::translate("Layers", "Shape"), shape)
                        : Fixes::tr("Set the shape of %1 to %2").arg(name, shape),
                    [id, extents, input = *input](Content& content) { setShape(content, id, extents, input); }, id);
            }
        }
    }

    void proposeReshapes()
    {
        for (std::size_t port = 0; port < m_inputs.size(); ++port) {
            if (m_inputs[port] && m_inputs[port]->axes() > 0) {
                for (const std::vector<std::int64_t>& shape : likelyExtents(*m_inputs[port])) {
                    const QString label = Fixes::tr("Insert a RESHAPE to %1").arg(shapeWords(shape, *m_inputs[port]));
                    propose(Weight::Layer, label,
                            [shape, input = Input{m_node.id, port}, before = *m_inputs[port]](Content& content) {
                                const std::vector<Wire> all = wires(content);
                                const Wire wire = *std::ranges::find(all, input, &Wire::to);
                                const QPointF below(0, nodeSize.height() + 2 * gridStep);
                                const QPointF place = content.find(wire.from.node)->position + below;
                                const Id reshape = insertOnWire(content, engine::layerType("RESHAPE"), wire, place);
                                setShape(content, reshape, shape, before);
                            });
                }
            }
        }
    }

    void proposeRemovals()
    {
        const Id id = m_node.id;
        propose(Weight::Removal, Fixes::tr("Remove %1 and reconnect its neighbours").arg(m_name),
                [id](Content& content) { remove(content, {id}, Bypass::Yes); });
        propose(Weight::Removal, Fixes::tr("Remove %1").arg(m_name),
                [id](Content& content) { remove(content, {id}, Bypass::No); });
    }

private:
    const Document& m_document;
    const Content& m_content;
    const Problem& m_problem;
    const Node& m_node;
    const engine::LayerType* m_type;
    std::vector<std::optional<Shape>> m_inputs; ///< by bottom
    QString m_name;
    std::vector<FixCandidate> m_candidates;
};

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
    const std::string* const equations = given<std::string>(document.content().find(id)->layer.params, equationsKey);
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

/// By number of the problem. Searched for once after each edit, however many ask. For the GUI thread.
std::vector<Id> causes(const Document& document)
{
    constexpr std::size_t maxNodes = 60, maxTrials = 8; // each trial sizes all nodes
    static int revision = 0;
    static std::vector<Id> found;
    if (std::exchange(revision, document.revision()) != document.revision()) {
        std::size_t trials = document.content().nodes.size() > maxNodes ? 0 : maxTrials;
        found.clear();
        std::ranges::transform(document.derived().problems, std::back_inserter(found),
                               [&](const Problem& problem) { return causeOf(document, problem, trials); });
    }
    return found;
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

namespace {

struct Warnings {
    Q_DECLARE_TR_FUNCTIONS(Warnings)
};

using Severity = Warning::Severity;

/// What does harm right before the scores' input of a SOFTMAXWITHLOSS, and is better taken out.
struct OddNeighbour {
    std::string_view type;
    const char* sentence; ///< of it and of the loss
};
constexpr OddNeighbour oddBeforeLoss[] = {
    {"DROPOUT", QT_TRANSLATE_NOOP("Warnings", "%1 sets scores to zero just before the loss %2: random "
                                              "classes lose their score, which harms training.")},
    {"SOFTMAX", QT_TRANSLATE_NOOP("Warnings", "%1 turns scores into probabilities, but the loss %2 does that "
                                              "itself: if it is done twice, the net hardly learns.")}};

/// Looks through a drawing, rule by rule.
class Review {
public:
    explicit Review(const Document& document)
        : m_document(document),
          m_content(document.content()),
          m_model(document.derived().model),
          m_hasProblems(!document.derived().problems.empty()),
          m_text(engine::readText(m_model))
    {}

    std::vector<Warning> warnings(std::optional<std::int64_t> vocabulary)
    {
        const bool hasLoss = engine::hasLoss(m_model, engine::Phase::Train);
        const bool hasWeights = m_document.derived().report.parameters > 0;
        if (!hasLoss) { // a drawing that is under way is only in doubt
            warn(0, !hasWeights || m_hasProblems ? Severity::Doubt : Severity::Error, lossWanted(), addedLosses());
        }
        lookForWhatARunCannotFeed();
        if (hasLoss && !hasWeights && !m_hasProblems) {
            warn(0, Severity::Doubt, Warnings::tr("This net has no weights, so there is nothing to train."));
        }
        if (hasLoss) {
            lookForUnreadOutputs();
        }
        lookForOddNeighbours();
        lookForEqualWeights();
        lookForVocabulary(vocabulary);
        return std::move(m_warnings);
    }

private:
    void warn(Id node, Severity severity, const QString& sentence, std::vector<Fix> fixes = {})
    {
        m_warnings.push_back({node, severity, sentence, std::move(fixes)});
    }

    /// The node that a sentence "layer NAME: ..." is about.
    Id nodeOf(const std::string& sentence) const
    {
        return m_document.nodeNamed(sentence.substr(6, sentence.find(':') - 6));
    }

    /// A loss on what nothing reads: each that fits there and makes a net that a run can feed.
    std::vector<Fix> addedLosses() const
    {
        const std::vector<Output> ends = outputsWithout(Readers::NoMeasures);
        if (m_hasProblems || ends.size() != 1) {
            return {}; // what is to be compared may be what is missing
        }
        const Node& node = *m_content.find(ends.front().node);
        std::vector<Fix> fixes;
        for (const char* const name : {"SOFTMAXWITHLOSS", "EUCLIDEANLOSS"}) {
            const auto edit = [end = ends.front(), name, at = node.position](Content& content) {
                constexpr double below = 120;
                addAfter(content, engine::layerType(name), end, at + QPointF(0, below));
            };
            Content trial = m_content;
            edit(trial);
            const engine::Model model = editor::model(trial);
            const auto sizes = engine::sizesOrProblems(engine::forPhase(model, engine::Phase::Train));
            const bool fits = std::ranges::all_of(sizes, [](const auto& layer) { return layer.problem.empty(); });
            if (fits && engine::wiringOf(model, engine::Phase::Train).problems.empty()) {
                fixes.push_back({Warnings::tr("Add %1 behind %2").arg(QLatin1String(name), nameOf(node)), edit});
            }
        }
        return fixes;
    }

    enum class Readers { All, NoMeasures }; ///< measures: losses and accuracies

    /// What layers for training make and none of these reads, but for sources and losses.
    std::vector<Output> outputsWithout(Readers readers) const
    {
        const auto groupOf = [](const Node& node) {
            const engine::LayerType* type = engine::findLayerType(node.layer.type);
            return type ? std::optional(type->group) : std::nullopt;
        };
        std::set<Output> read;
        for (const Wire& wire : m_document.derived().wires) {
            if (readers == Readers::All || groupOf(*m_content.find(wire.to.node)) != engine::LayerGroup::Loss) {
                read.insert(wire.from);
            }
        }
        std::vector<Output> unread;
        for (const Node& node : m_content.nodes) {
            const auto group = groupOf(node);
            if (!group || group == engine::LayerGroup::Loss || group == engine::LayerGroup::Source ||
                !inPhase(node.layer, engine::Phase::Train)) {
                continue;
            }
            const std::vector<PortView> ports = outputPorts(node);
            for (std::size_t port = 0; port < node.layer.tops.size(); ++port) {
                if (!read.contains({node.id, port}) && ports[port].presence != engine::Presence::Optional) {
                    unread.push_back({node.id, port});
                }
            }
        }
        return unread;
    }

    /// With a text, or with sequences where the net learns from those. No run starts; where the drawing has problems of
    /// its own, those come first.
    void lookForWhatARunCannotFeed()
    {
        const engine::DataKind& kind = engine::dataKindOf(m_model);
        const engine::DataWiring wiring = kind.writes ? m_text.training : kind.wiring(m_model, engine::Phase::Train);
        for (const engine::DataWiring::Problem& problem : wiring.problems) {
            const Id id = problem.layer.empty() ? 0 : m_document.nodeNamed(problem.layer);
            const Node* const reader = problem.readsAhead ? m_content.find(id) : nullptr;
            const Node* const source = problem.streamsFrom.empty() ? nullptr : m_content.findNamed(problem.streamsFrom);
            std::vector<Fix> fixes;
            if (reader) {
                fixes.push_back(setting(Warnings::tr("Turn off “Bidirectional” of %1").arg(nameOf(*reader)), id,
                                        "bidirectional", std::nullopt));
            }
            if (source) {
                fixes.push_back(setting(Warnings::tr("Set the order of %1 to WINDOWS").arg(nameOf(*source)), source->id,
                                        "order", std::string("WINDOWS")));
            }
            warn(id, m_hasProblems ? Severity::Doubt : Severity::Error, inWords(problem.sentence), std::move(fixes));
        }
    }

    /// Outputs that end nowhere take time and memory without effect. Sources may offer more than is read, and losses,
    /// accuracies and optional outputs are there to be looked at.
    void lookForUnreadOutputs()
    {
        for (const auto& [id, port] : outputsWithout(Readers::All)) {
            const Node& node = *m_content.find(id);
            const QString tensor = QString::fromStdString(node.layer.tops[port]);
            warn(id, Severity::Doubt,
                 tensor == nameOf(node)
                     ? Warnings::tr("The output of %1 is not used: the layer takes time and memory without any effect.")
                           .arg(tensor)
                     : Warnings::tr(
                           "Output %1 of %2 is not used: computing it takes time and memory without any effect.")
                           .arg(tensor, nameOf(node)),
                 {{Warnings::tr("Remove %1").arg(nameOf(node)),
                   [unused = id](Content& content) { remove(content, {unused}, Bypass::No); }}});
        }
    }

    void lookForOddNeighbours()
    {
        for (const Wire& wire : m_document.derived().wires) {
            const Node &from = *m_content.find(wire.from.node), &to = *m_content.find(wire.to.node);
            const auto* const odd = std::ranges::find(oddBeforeLoss, from.layer.type, &OddNeighbour::type);
            if (to.layer.type == "SOFTMAXWITHLOSS" && wire.to.port == 0 && odd != std::end(oddBeforeLoss)) {
                warn(from.id, Severity::Doubt, Warnings::tr(odd->sentence).arg(nameOf(from), nameOf(to)),
                     {{Warnings::tr("Remove %1 and reconnect its neighbours").arg(nameOf(from)),
                       [id = from.id](Content& content) { remove(content, {id}, Bypass::Yes); }}});
            }
        }
    }

    /// Matrices that start with one number everywhere: Caffe's own default, and a classical way to learn nothing.
    void lookForEqualWeights()
    {
        const auto isEqual = [](const engine::WeightSpec& weight) {
            return weight.shape.axes() > 1 && weight.filler.type == "constant";
        };
        for (const Node& node : m_content.nodes) {
            const engine::LayerSizes* sizes = m_document.sizes(node.id);
            if (!sizes || std::ranges::none_of(sizes->sizes.weights, isEqual) || isFrozen(node) ||
                node.layer.type == "SCALE") {
                continue;
            }
            warn(node.id, Severity::Doubt,
                 Warnings::tr("All weights of %1 start with the same value, so its units stay "
                              "identical: start with small random values.")
                     .arg(nameOf(node)),
                 {setting(Warnings::tr("Initialize %1 with xavier").arg(nameOf(node)), node.id, "weight_filler",
                          engine::Filler{.type = "xavier"}),
                  setting(Warnings::tr("Initialize %1 with values from -0.05 to 0.05").arg(nameOf(node)), node.id,
                          "weight_filler", engine::Filler{.type = "uniform", .min = -0.05, .max = 0.05})});
        }
    }

    /// Which layers training will resize to the corpus. Without a corpus the widths are held against each other.
    void lookForVocabulary(std::optional<std::int64_t> vocabulary)
    {
        std::vector<engine::Sentence> notes;
        const std::int64_t size = vocabulary ? *vocabulary : drawnVocabulary();
        if (size < 1) {
            return;
        }
        const engine::Model settled = engine::withVocabulary(m_model, m_text.widths, size, &notes);
        if (vocabulary && !m_hasProblems) {
            try {
                engine::requireScoresFor(settled, notes.empty() ? m_text : engine::readText(settled), size);
            } catch (const engine::Error& error) {
                warn(nodeOf(error.what()), Severity::Error, inWords(error));
            }
        }
        for (const engine::Sentence& note : notes) {
            warn(nodeOf(note), Severity::Hint,
                 (vocabulary ? Warnings::tr("%1, when training starts.")
                             : Warnings::tr("%1, as the first layer has it; training sets both from the text."))
                     .arg(inWords(note)),
                 {{Warnings::tr("Set the vocabulary to %1").arg(size), [size](Content& content) {
                       content = withModel(content, engine::withVocabulary(editor::model(content), size));
                   }}});
        }
    }

    /// The width that the drawing gives its vocabulary; 0 where it gives none.
    std::int64_t drawnVocabulary() const
    {
        for (const engine::VocabularyWidth& width : m_text.widths) {
            if (const auto* number = given<std::int64_t>(m_model.layers[width.layer].params, width.key)) {
                return *number;
            }
        }
        return 0;
    }

    const Document& m_document;
    const Content& m_content;
    const engine::Model& m_model;
    const bool m_hasProblems;
    engine::TextReading m_text;
    std::vector<Warning> m_warnings;
};

} // namespace

QString lossWanted()
{
    return Warnings::tr("the net has no loss layer, but training needs one, such as SOFTMAXWITHLOSS");
}

std::vector<Warning> warnings(const Document& document, std::optional<std::int64_t> vocabulary)
{
    return document.content().nodes.empty() ? std::vector<Warning>() : Review(document).warnings(vocabulary);
}

std::map<Id, std::vector<Warning>> doubtsByNode(const Document& document)
{
    std::map<Id, std::vector<Warning>> doubts;
    for (Warning& warning : warnings(document)) {
        if (warning.node != 0 && warning.severity != Severity::Hint) {
            std::vector<Warning>& ofNode = doubts[warning.node];
            ofNode.insert(warning.severity == Severity::Error ? ofNode.begin() : ofNode.end(), std::move(warning));
        }
    }
    return doubts;
}

} // namespace editor
