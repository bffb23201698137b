// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/document.h"

#include "editor/document/sentence_words.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <QUndoCommand>
#include <utility>

namespace editor {
namespace {

constexpr int mergingCommands = 1;
constexpr int maxSteps = 500; ///< that can be undone: each holds a drawing

} // namespace

/// One undoable step of a document. What was selected is selected again: there the drawing goes on.
class EditCommand : public QUndoCommand {
public:
    EditCommand(Document& document, const QString& label, Content after, QString mergeKey)
        : QUndoCommand(label),
          m_document(document),
          m_before(document.m_content),
          m_after(std::make_shared<Content>(std::move(after))),
          m_mergeKey(std::move(mergeKey)),
          m_selectedBefore(document.selection())
    {}

    void undo() override
    {
        setObsolete(m_document.m_takesBack); // then the stack drops it
        m_selectedAfter = m_document.selection();
        m_document.apply(m_before);
        m_document.select(m_selectedBefore);
        tellDifference(*m_after);
    }
    void redo() override
    {
        m_document.apply(m_after);
        m_document.select(m_selectedAfter.value_or(m_document.selection()));
        if (m_selectedAfter) { // not as it is done
            tellDifference(*m_before);
        }
    }
    int id() const override { return m_mergeKey.isEmpty() ? -1 : mergingCommands; }

    /// `other` has been done after this one.
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* later = static_cast<const EditCommand*>(other);
        const bool merges = later->m_mergeKey == m_mergeKey;
        if (merges) {
            m_after = later->m_after;
            setObsolete(*m_before == *m_after);
        }
        return merges;
    }

    const QString& mergeKey() const { return m_mergeKey; }

private:
    /// Where layers only went, of all that stay.
    void tellDifference(const Content& from) const
    {
        const std::vector<Node>& nodes = m_document.content().nodes;
        std::set<Id> all, changed;
        for (const Node& node : nodes) {
            const Node* const before = from.find(node.id);
            (before && *before == node ? all : changed).insert(node.id);
        }
        if (changed.empty() && nodes.size() == from.nodes.size()) {
            return; // of the solver, a note or the net's name
        }
        emit m_document.stepped(changed.empty() ? all : changed);
    }

    Document& m_document;
    std::shared_ptr<const Content> m_before, m_after; ///< each is the one of the step beside it, too
    QString m_mergeKey;
    std::set<Id> m_selectedBefore;
    std::optional<std::set<Id>> m_selectedAfter; ///< nothing: it was never undone
};

Document::Document(QObject* parent) : QObject(parent)
{
    m_undo.setUndoLimit(maxSteps);
    derive();
}

void Document::edit(const QString& label, Content after, const QString& mergeKey)
{
    if (!(after == *m_content)) {
        m_undo.push(new EditCommand(*this, label, std::move(after), mergeKey));
    }
}

std::optional<QString> Document::change(const QString& label, const std::function<void(Content&)>& edit,
                                        const QString& mergeKey)
{
    Content after = *m_content;
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
    m_content = std::make_shared<Content>(std::move(content));
    derive();
    emit loaded();
    tellChanged();
}

void Document::showPhase(engine::Phase phase)
{
    if (phase != m_phase) {
        m_phase = phase;
        derive();
        tellChanged();
    }
}

void Document::setMemoryOf(const QString& countedFor, engine::MemoryOf memoryOf)
{
    if (countedFor != m_countedFor) {
        m_countedFor = countedFor;
        m_memoryOf = std::move(memoryOf);
        derive();
        emit recounted();
        emit selectionChanged();
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
        tellChanged();
    }
}

const engine::Layer* Document::settledLayer(Id node) const
{
    const auto found = std::ranges::find(m_content->nodes, node, &Node::id); // layers are in the order of the nodes
    return found == m_content->nodes.end()
               ? nullptr
               : &m_derived.settled.layers[static_cast<std::size_t>(found - m_content->nodes.begin())];
}

void Document::select(const std::set<Id>& ids)
{
    std::set<Id> there;
    std::copy_if(ids.begin(), ids.end(), std::inserter(there, there.end()),
                 [&](Id id) { return m_content->find(id) || m_content->findNote(id); });
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
    const Node* node = m_content->findNamed(layer);
    return node ? node->id : 0;
}

void Document::apply(std::shared_ptr<const Content> content)
{
    m_content = std::move(content);
    derive();
    tellChanged();
}

void Document::tellChanged()
{
    emit changed();
    std::erase_if(m_selection, [this](Id id) { return !m_content->find(id) && !m_content->findNote(id); });
    emit selectionChanged();
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
    static int newest = 0;
    m_revision = ++newest;
    m_derived = {};
    m_derived.model = editor::model(*m_content);
    m_derived.wires = editor::wires(*m_content);
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
        options.historyTensors = engine::historyTensors(m_content->solver);
    } catch (const engine::Error&) {
        // The solver panel says what is wrong with the solver; sizes are shown as for SGD.
    }
    m_derived.report = engine::sizeReport(m_derived.settled, options);
    addPhase(m_derived, *m_content, m_phase, m_derived.report);
    for (const Node& node : m_content->nodes) {
        if (!inPhase(node.layer, m_phase)) {
            m_derived.outsidePhase.insert(node.id);
        }
    }
    for (const engine::Phase phase : allPhases) {
        const bool differs = std::any_of(m_content->nodes.begin(), m_content->nodes.end(),
                                         [&](const Node& node) { return speaksOf(node, phase); });
        if (differs && phase != m_phase) {
            options.phase = phase;
            addPhase(m_derived, *m_content, phase, engine::sizeReport(m_derived.settled, options));
        }
    }
    if (m_content->nodes.empty()) {
        m_derived.problems.clear(); // nothing is wrong with a drawing that has not been begun
    }
}

} // namespace editor

#include "moc_document.cpp"
