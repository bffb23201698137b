// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/warnings.h"

#include "editor/document/edits.h"
#include "editor/document/sentence_words.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/losses.h"
#include "engine/graph/size_report.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>
#include <QCoreApplication>

namespace editor {
namespace {

struct Warnings {
    Q_DECLARE_TR_FUNCTIONS(Warnings)
};

using Severity = Warning::Severity;

/// Why no run can feed such a net.
std::vector<engine::Sentence> problemsOfFeeding(const engine::Model& model)
{
    std::vector<engine::Sentence> sentences;
    for (const engine::DataWiring::Problem& problem : engine::wiringOf(model, engine::Phase::Train).problems) {
        sentences.push_back(problem.sentence);
    }
    return sentences;
}

/// Looks through a drawing, rule by rule.
class Review {
public:
    explicit Review(const Document& document)
        : m_document(document), m_content(document.content()), m_text(engine::readText(document.derived().model))
    {}

    void lookForTheWhole();
    void lookForWhatARunCannotFeed();
    void lookForUnreadOutputs();
    void lookForOddNeighbours();
    void lookForEqualWeights();
    void lookForVocabulary(std::optional<std::int64_t> vocabulary);

    std::vector<Warning> takeWarnings() { return std::move(m_warnings); }

private:
    const engine::LayerType* typeOf(const Node& node) const { return engine::findLayerType(node.layer.type); }
    bool isType(const Node& node, std::string_view name) const
    {
        const engine::LayerType* type = typeOf(node);
        return type && type->name == name;
    }
    QString nameOf(const Node& node) const { return QString::fromStdString(node.layer.name); }
    /// The node that a sentence "layer NAME: ..." is about.
    Id nodeOf(const std::string& sentence) const
    {
        return m_document.nodeNamed(sentence.substr(6, sentence.find(':') - 6));
    }
    std::int64_t drawnVocabulary() const;
    enum class Readers { All, NoMeasures }; ///< measures: losses and accuracies
    std::vector<Output> outputsWithout(Readers readers) const;
    void addingALossHelps(Warning& warning) const;
    void removalHelps(Warning& warning, const Node& node) const
    {
        warning.fixes.push_back({Warnings::tr("Remove %1 and reconnect its neighbours").arg(nameOf(node)),
                                 [id = node.id](Content& content) { remove(content, {id}, Bypass::Yes); }});
    }

    /// For a layer that reads what comes next.
    void readingForwardHelps(Warning& warning) const
    {
        if (const Node* node = m_content.find(warning.node)) {
            warning.fixes.push_back(
                {Warnings::tr("Turn off “Bidirectional” of %1").arg(nameOf(*node)),
                 [id = node->id](Content& content) { setParam(content, id, "bidirectional", std::nullopt); }});
        }
    }

    /// For a layer that reads streams in both directions.
    void readingWindowsHelps(Warning& warning, Id textData) const
    {
        if (const Node* node = m_content.find(textData)) {
            warning.fixes.push_back(
                {Warnings::tr("Set the order of %1 to WINDOWS").arg(nameOf(*node)),
                 [textData](Content& content) { setParam(content, textData, "order", std::string("WINDOWS")); }});
        }
    }

    const Document& m_document;
    const Content& m_content;
    engine::TextReading m_text;
    std::vector<Warning> m_warnings;
};

void Review::lookForTheWhole()
{
    const bool hasLoss = engine::hasLoss(m_document.derived().model, engine::Phase::Train);
    if (!hasLoss) {
        const bool isBeingDrawn = !m_document.justAdded().empty() || !m_document.derived().problems.empty();
        m_warnings.push_back(
            {.node = 0, .severity = isBeingDrawn ? Severity::Doubt : Severity::Error, .sentence = lossWanted()});
        addingALossHelps(m_warnings.back());
    }
    lookForWhatARunCannotFeed();
    if (hasLoss && m_document.derived().report.parameters == 0 && m_document.derived().problems.empty()) {
        m_warnings.push_back({.node = 0,
                              .severity = Severity::Doubt,
                              .sentence = Warnings::tr("This net has no weights, so there is nothing to train.")});
    }
}

/// A loss on what nothing reads: each that fits there and makes a net that a run can feed.
void Review::addingALossHelps(Warning& warning) const
{
    if (!m_document.derived().problems.empty()) {
        return; // what is to be compared may be what is missing
    }
    const std::vector<Output> ends = outputsWithout(Readers::NoMeasures);
    if (ends.size() != 1) {
        return;
    }
    const Node& node = *m_content.find(ends.front().node);
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
        if (fits && problemsOfFeeding(model).empty()) {
            warning.fixes.push_back({Warnings::tr("Add %1 behind %2").arg(QLatin1String(name), nameOf(node)), edit});
        }
    }
}

/// What layers for training make and none of these reads, but for sources and losses.
std::vector<Output> Review::outputsWithout(Readers readers) const
{
    std::set<Output> read;
    for (const Wire& wire : m_document.derived().wires) {
        const engine::LayerType* reader = typeOf(*m_content.find(wire.to.node));
        if (readers == Readers::All || !reader || reader->group != engine::LayerGroup::Loss) {
            read.insert(wire.from);
        }
    }
    std::vector<Output> unread;
    for (const Node& node : m_content.nodes) {
        const engine::LayerType* type = typeOf(node);
        if (!type || type->group == engine::LayerGroup::Loss || type->group == engine::LayerGroup::Source ||
            !inPhase(node.layer, engine::Phase::Train)) {
            continue;
        }
        for (std::size_t port = 0; port < node.layer.tops.size(); ++port) {
            const engine::Port& view = type->outputs[std::min(port, type->outputs.size() - 1)];
            if (!read.contains({node.id, port}) && view.presence != engine::Presence::Optional) {
                unread.push_back({node.id, port});
            }
        }
    }
    return unread;
}

/// With a text, or with sequences where the net learns from those. No run starts; where the drawing has problems of its
/// own, those come first.
void Review::lookForWhatARunCannotFeed()
{
    const engine::Model& model = m_document.derived().model;
    const Severity severity = m_document.derived().problems.empty() ? Severity::Error : Severity::Doubt;
    const engine::DataKind& kind = engine::dataKindOf(model);
    const engine::DataWiring wiring = kind.writes ? m_text.training : kind.wiring(model, engine::Phase::Train);
    for (const engine::DataWiring::Problem& problem : wiring.problems) {
        m_warnings.push_back({.node = problem.layer.empty() ? 0 : m_document.nodeNamed(problem.layer),
                              .severity = severity,
                              .sentence = inWords(problem.sentence)});
        if (problem.readsAhead) {
            readingForwardHelps(m_warnings.back());
        }
        if (!problem.streamsFrom.empty()) {
            readingWindowsHelps(m_warnings.back(), m_document.nodeNamed(problem.streamsFrom));
        }
    }
}

/// Outputs that end nowhere, where the net has a loss: they take time and memory without effect. Sources may offer more
/// than is read, and losses, accuracies and optional outputs are there to be looked at. What was added last is still
/// being drawn.
void Review::lookForUnreadOutputs()
{
    for (const auto& [id, port] : outputsWithout(Readers::All)) {
        const Node& node = *m_content.find(id);
        if (m_document.justAdded().contains(id)) {
            continue;
        }
        const QString tensor = QString::fromStdString(node.layer.tops[port]);
        Warning warning{
            .node = id,
            .severity = Severity::Doubt,
            .sentence =
                tensor == nameOf(node)
                    ? Warnings::tr("The output of %1 is not used: the layer takes time and memory without any effect.")
                          .arg(tensor)
                    : Warnings::tr(
                          "Output %1 of %2 is not used: computing it takes time and memory without any effect.")
                          .arg(tensor, nameOf(node))};
        warning.fixes.push_back({Warnings::tr("Remove %1").arg(nameOf(node)),
                                 [unused = id](Content& content) { remove(content, {unused}, Bypass::No); }});
        m_warnings.push_back(std::move(warning));
    }
}

void Review::lookForOddNeighbours()
{
    for (const Wire& wire : m_document.derived().wires) {
        const Node &from = *m_content.find(wire.from.node), &to = *m_content.find(wire.to.node);
        if (isType(to, "SOFTMAXWITHLOSS") && wire.to.port == 0 && isType(from, "DROPOUT")) {
            Warning warning{.node = from.id,
                            .severity = Severity::Doubt,
                            .sentence = Warnings::tr("%1 sets scores to zero just before the loss %2: random "
                                                     "classes lose their score, which harms training.")
                                            .arg(nameOf(from), nameOf(to))};
            removalHelps(warning, from);
            m_warnings.push_back(std::move(warning));
        }
        if (isType(to, "SOFTMAXWITHLOSS") && wire.to.port == 0 && isType(from, "SOFTMAX")) {
            Warning warning{.node = from.id,
                            .severity = Severity::Doubt,
                            .sentence = Warnings::tr("%1 turns scores into probabilities, but the loss %2 does that "
                                                     "itself: if it is done twice, the net hardly learns.")
                                            .arg(nameOf(from), nameOf(to))};
            removalHelps(warning, from);
            m_warnings.push_back(std::move(warning));
        }
    }
}

/// Matrices that start with one number everywhere: Caffe's own default, and a classical way to learn nothing.
void Review::lookForEqualWeights()
{
    for (const Node& node : m_content.nodes) {
        const engine::LayerSizes* sizes = m_document.sizes(node.id);
        const bool equal = sizes && std::any_of(sizes->sizes.weights.begin(), sizes->sizes.weights.end(),
                                                [](const engine::WeightSpec& weight) {
                                                    return weight.shape.axes() > 1 && weight.filler.type == "constant";
                                                });
        if (!equal || isFrozen(node) || isType(node, "SCALE")) {
            continue;
        }
        const auto start = [id = node.id](const engine::Filler& filler) {
            return [id, filler](Content& content) { setParam(content, id, "weight_filler", filler); };
        };
        m_warnings.push_back({.node = node.id,
                              .severity = Severity::Doubt,
                              .sentence = Warnings::tr("All weights of %1 start with the same value, so its units stay "
                                                       "identical: start with small random values.")
                                              .arg(nameOf(node)),
                              .fixes = {{Warnings::tr("Initialize %1 with xavier").arg(nameOf(node)),
                                         start(engine::Filler{.type = "xavier"})},
                                        {Warnings::tr("Initialize %1 with values from -0.05 to 0.05").arg(nameOf(node)),
                                         start(engine::Filler{.type = "uniform", .min = -0.05, .max = 0.05})}}});
    }
}

/// Which layers training will resize to the corpus. Without a corpus the widths are held against each other.
void Review::lookForVocabulary(std::optional<std::int64_t> vocabulary)
{
    const engine::Model& model = m_document.derived().model;
    std::vector<engine::Sentence> notes;
    const std::int64_t size = vocabulary ? *vocabulary : drawnVocabulary();
    if (size < 1) {
        return;
    }
    const engine::Model settled = engine::withVocabulary(model, m_text.widths, size, &notes);
    if (vocabulary && m_document.derived().problems.empty()) {
        try {
            engine::requireScoresFor(settled, notes.empty() ? m_text : engine::readText(settled), size);
        } catch (const engine::Error& error) {
            m_warnings.push_back(
                {.node = nodeOf(error.what()), .severity = Severity::Error, .sentence = inWords(error)});
        }
    }
    for (const engine::Sentence& note : notes) {
        m_warnings.push_back(
            {.node = nodeOf(note),
             .severity = Severity::Hint,
             .sentence = vocabulary ? Warnings::tr("%1, when training starts.").arg(inWords(note))
                                    : Warnings::tr("%1, as the first layer has it; training sets both from the text.")
                                          .arg(inWords(note)),
             .fixes = {{Warnings::tr("Set the vocabulary to %1").arg(size), [size](Content& content) {
                            content = withModel(content, engine::withVocabulary(editor::model(content), size));
                        }}}});
    }
}

/// The width that the drawing gives its vocabulary; 0 where it gives none.
std::int64_t Review::drawnVocabulary() const
{
    for (const engine::VocabularyWidth& width : m_text.widths) {
        const engine::Params& params = m_document.derived().model.layers[width.layer].params;
        const auto given = params.find(width.key);
        const auto* number = given == params.end() ? nullptr : std::get_if<std::int64_t>(&given->second);
        if (number) {
            return *number;
        }
    }
    return 0;
}

} // namespace

QString lossWanted()
{
    return Warnings::tr("the net has no loss layer, but training needs one, such as SOFTMAXWITHLOSS");
}

std::vector<Warning> warnings(const Document& document, std::optional<std::int64_t> vocabulary)
{
    if (document.content().nodes.empty()) {
        return {};
    }
    Review review(document);
    review.lookForTheWhole();
    review.lookForUnreadOutputs();
    review.lookForOddNeighbours();
    review.lookForEqualWeights();
    review.lookForVocabulary(vocabulary);
    return review.takeWarnings();
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
