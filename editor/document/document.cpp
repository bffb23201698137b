// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/document.h"

#include "editor/document/sentence_words.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <array>
#include <QUndoCommand>
#include <utility>

namespace editor {
namespace {

constexpr int mergingCommands = 1;

/// What has to be set to get from one content to another: small where the edit was.
struct ContentChange {
    std::map<Id, std::optional<Node>> nodes; ///< nullopt: it goes
    std::optional<std::vector<Id>> order;    ///< where it changes
    std::optional<Content> rest;             ///< without nodes, where it changes
};

Content withoutNodes(const Content& content)
{
    Content rest = content;
    rest.nodes.clear();
    return rest;
}

bool sameRest(const Content& a, const Content& b)
{
    return a.name == b.name && a.dialect == b.dialect && a.comment == b.comment && a.unknown == b.unknown &&
           a.notes == b.notes && a.solver == b.solver && a.corpus == b.corpus && a.nextId == b.nextId;
}

std::vector<Id> orderOf(const Content& content)
{
    std::vector<Id> ids;
    std::transform(content.nodes.begin(), content.nodes.end(), std::back_inserter(ids),
                   [](const Node& node) { return node.id; });
    return ids;
}

ContentChange stepBetween(const Content& from, const Content& to)
{
    ContentChange step;
    std::map<Id, const Node*> before;
    for (const Node& node : from.nodes) {
        before[node.id] = &node;
    }
    for (const Node& node : to.nodes) {
        const auto old = before.find(node.id);
        if (old == before.end() || !(*old->second == node)) {
            step.nodes[node.id] = node;
        }
        if (old != before.end()) {
            before.erase(old);
        }
    }
    for (const auto& [id, node] : before) {
        step.nodes[id] = std::nullopt;
    }
    if (std::vector<Id> order = orderOf(to); order != orderOf(from)) {
        step.order = std::move(order);
    }
    if (!sameRest(from, to)) {
        step.rest = withoutNodes(to);
    }
    return step;
}

Content stepped(const Content& from, const ContentChange& step)
{
    Content to = step.rest ? *step.rest : withoutNodes(from);
    std::map<Id, Node> nodes;
    for (const Node& node : from.nodes) {
        nodes[node.id] = node;
    }
    for (const auto& [id, node] : step.nodes) {
        if (node) {
            nodes[id] = *node;
        } else {
            nodes.erase(id);
        }
    }
    for (const Id id : step.order ? *step.order : orderOf(from)) {
        to.nodes.push_back(std::move(nodes.at(id)));
    }
    return to;
}

} // namespace

/// One undoable step of a document. What was selected is selected again: there the drawing goes on.
class EditCommand : public QUndoCommand {
public:
    EditCommand(Document& document, const QString& label, const Content& after, QString mergeKey)
        : QUndoCommand(label),
          m_document(document),
          m_undo(stepBetween(after, document.content())),
          m_redo(stepBetween(document.content(), after)),
          m_mergeKey(std::move(mergeKey)),
          m_before(document.selection())
    {}

    void undo() override
    {
        setObsolete(m_document.m_takesBack); // then the stack drops it
        m_after = m_document.selection();
        m_document.apply(stepped(m_document.content(), m_undo));
        m_document.select(m_before);
    }
    void redo() override
    {
        m_document.apply(stepped(m_document.content(), m_redo));
        m_document.select(m_after.value_or(m_document.selection()));
    }
    int id() const override { return m_mergeKey.isEmpty() ? -1 : mergingCommands; }

    /// `other` has been done after this one.
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* later = static_cast<const EditCommand*>(other);
        if (later->m_mergeKey != m_mergeKey) {
            return false;
        }
        const Content& after = m_document.content();
        const Content before = stepped(stepped(after, later->m_undo), m_undo);
        m_undo = stepBetween(after, before);
        m_redo = stepBetween(before, after);
        setObsolete(before == after);
        return true;
    }

    const QString& mergeKey() const { return m_mergeKey; }

private:
    Document& m_document;
    ContentChange m_undo, m_redo;
    QString m_mergeKey;
    std::set<Id> m_before;
    std::optional<std::set<Id>> m_after; ///< nothing: it was never undone
};

Document::Document(QObject* parent) : QObject(parent)
{
    derive();
}

void Document::edit(const QString& label, Content after, const QString& mergeKey)
{
    if (!(after == m_content)) {
        m_undo.push(new EditCommand(*this, label, after, mergeKey));
    }
}

std::optional<QString> Document::change(const QString& label, const std::function<void(Content&)>& edit,
                                        const QString& mergeKey)
{
    Content after = m_content;
    try {
        edit(after);
    } catch (const engine::Error& error) {
        return inWords(error);
    }
    this->edit(label, std::move(after), mergeKey);
    return std::nullopt;
}

void Document::takeBack(const QString& mergeKey)
{
    const auto* newest = static_cast<const EditCommand*>(m_undo.command(m_undo.index() - 1)); // all of them are
    if (newest && newest->mergeKey() == mergeKey && !mergeKey.isEmpty()) {
        m_takesBack = true;
        m_undo.undo();
        m_takesBack = false;
    }
}

void Document::load(Content content)
{
    m_undo.clear();
    m_selection.clear();
    m_justAdded.clear();
    m_content = std::move(content);
    derive();
    emit loaded();
    emit changed();
    emit selectionChanged();
}

void Document::showPhase(engine::Phase phase)
{
    if (phase != m_phase) {
        m_phase = phase;
        derive();
        emit changed();
    }
}

void Document::setMemoryOf(const QString& countedFor, engine::MemoryOf memoryOf)
{
    if (countedFor != m_countedFor) {
        m_countedFor = countedFor;
        m_memoryOf = std::move(memoryOf);
        derive();
        emit recounted();
    }
}

void Document::setSettling(const QString& key, const QString& from, Settling settling)
{
    if (key == m_settlingKey) {
        return;
    }
    m_settlingKey = key;
    m_settledFrom = from;
    m_settling = std::move(settling);
    const engine::Model before = m_derived.settled;
    derive();
    if (m_derived.settled != before) {
        emit changed();
    }
}

const engine::Layer* Document::settledLayer(Id node) const
{
    const auto found = std::ranges::find(m_content.nodes, node, &Node::id); // layers are in the order of the nodes
    return found == m_content.nodes.end()
               ? nullptr
               : &m_derived.settled.layers[static_cast<std::size_t>(found - m_content.nodes.begin())];
}

void Document::select(const std::set<Id>& ids)
{
    std::set<Id> there;
    std::copy_if(ids.begin(), ids.end(), std::inserter(there, there.end()),
                 [&](Id id) { return m_content.find(id) || m_content.findNote(id); });
    if (there != m_selection) {
        m_selection = std::move(there);
        emit selectionChanged();
    }
}

void Document::focus(Id node)
{
    select({node});
    emit focusRequested(node);
}

void Document::showFault(Id node)
{
    focus(node);
    emit faultRequested(node);
}

std::optional<engine::Shape> Document::shape(Output output) const
{
    const auto found = m_derived.shapes.find(output);
    return found == m_derived.shapes.end() ? std::nullopt : std::optional(found->second);
}

const engine::LayerSizes* Document::sizes(Id node) const
{
    const auto found = m_derived.sizes.find(node);
    return found == m_derived.sizes.end() ? nullptr : &found->second;
}

Id Document::nodeNamed(const std::string& layer) const
{
    const Node* node = m_content.findNamed(layer);
    return node ? node->id : 0;
}

/// A setting that is changed, or a box that is moved, leaves what was added as new as it was.
void Document::noteAdded(const Content& before, const std::vector<Wire>& wiresBefore)
{
    std::set<Id> old, added;
    for (const Node& node : before.nodes) {
        old.insert(node.id);
    }
    for (const Node& node : m_content.nodes) {
        if (!old.contains(node.id)) {
            added.insert(node.id);
        }
    }
    if (m_content.nodes.size() != old.size() || !added.empty() || m_derived.wires != wiresBefore) {
        m_justAdded = std::move(added);
    }
}

void Document::apply(Content content)
{
    const Content before = std::exchange(m_content, std::move(content));
    const std::vector<Wire> wiresBefore = m_derived.wires;
    derive();
    noteAdded(before, wiresBefore);
    emit changed();
    select(std::set(m_selection)); // without those that are gone
}

namespace {

/// The node that a sentence of the report speaks of: "layer NAME: ..."; 0 for the model as a whole.
Id nodeOf(const std::string& sentence, const std::map<std::string, Id>& inPhase)
{
    const std::string start = "layer ";
    if (sentence.compare(0, start.size(), start) != 0) {
        return 0;
    }
    const std::string name = sentence.substr(start.size(), sentence.find(':') - start.size());
    const auto found = inPhase.find(name);
    return found == inPhase.end() ? 0 : found->second;
}

void noteProblem(std::vector<Problem>& problems, Problem problem)
{
    const bool known = std::any_of(problems.begin(), problems.end(), [&](const Problem& other) {
        return other.node == problem.node && other.sentence == problem.sentence;
    });
    if (!known) {
        problems.push_back(std::move(problem));
    }
}

/// Adds what a phase's report says of nodes that no earlier phase has spoken of.
void addPhase(Derived& derived, const Content& content, engine::Phase phase, const engine::SizeReport& report)
{
    std::map<std::string, Id> inThisPhase;
    std::size_t row = 0;
    for (const Node& node : content.nodes) {
        if (!inPhase(node.layer, phase)) {
            continue;
        }
        const engine::LayerSizes& sizes = report.layers[row++];
        inThisPhase.emplace(node.layer.name, node.id);
        if (!derived.sizes.emplace(node.id, sizes).second) {
            continue;
        }
        for (std::size_t port = 0; port < sizes.sizes.outputs.size(); ++port) {
            derived.shapes[{node.id, port}] = sizes.sizes.outputs[port];
        }
    }
    for (const engine::Sentence& sentence : report.problems) {
        noteProblem(derived.problems, {nodeOf(sentence, inThisPhase), sentence, false});
    }
    for (const Node& node : content.nodes) {
        const auto sizes = derived.sizes.find(node.id);
        if (sizes != derived.sizes.end() && !sizes->second.problem.empty()) {
            noteProblem(derived.problems, {node.id, sizes->second.problem, true});
        }
    }
}

/// Whether a layer's rules speak of the phase: where none does, the net is the same in all of them.
bool speaksOf(const Node& node, engine::Phase phase)
{
    const auto names = [&](const engine::PhaseRule& rule) { return rule.phase == phase; };
    return std::any_of(node.layer.include.begin(), node.layer.include.end(), names) ||
           std::any_of(node.layer.exclude.begin(), node.layer.exclude.end(), names);
}

} // namespace

void Document::derive()
{
    m_derived = {};
    m_derived.model = editor::model(m_content);
    m_derived.wires = editor::wires(m_content);
    m_derived.settled = m_derived.model;
    try {
        if (m_settling) {
            m_derived.settled = m_settling(m_derived.model);
        }
    } catch (const engine::Error&) {
        // Half a drawing, or data of other widths, which the list of problems names: sizes are shown as they are drawn.
    }
    engine::SizeOptions options{.phase = m_phase, .memory = m_memoryOf};
    try {
        options.historyTensors = engine::historyTensors(m_content.solver);
    } catch (const engine::Error&) {
        // The solver panel says what is wrong with the solver; sizes are shown as for SGD.
    }
    m_derived.report = engine::sizeReport(m_derived.settled, options);
    addPhase(m_derived, m_content, m_phase, m_derived.report);
    for (const Node& node : m_content.nodes) {
        if (!inPhase(node.layer, m_phase)) {
            m_derived.outsidePhase.insert(node.id);
        }
    }
    for (const engine::Phase phase : allPhases) {
        const bool differs = std::any_of(m_content.nodes.begin(), m_content.nodes.end(),
                                         [&](const Node& node) { return speaksOf(node, phase); });
        if (differs && phase != m_phase) {
            options.phase = phase;
            addPhase(m_derived, m_content, phase, engine::sizeReport(m_derived.settled, options));
        }
    }
    if (m_content.nodes.empty()) {
        m_derived.problems.clear(); // nothing is wrong with a drawing that has not been begun
    }
}

} // namespace editor

#include "moc_document.cpp"
