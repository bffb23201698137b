// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/text_wiring.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
#include "engine/graph/wiring.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace engine {
namespace {

using End = Wiring::End;

/// In the plural, for a sentence.
Sentence nameOf(Role role)
{
    return role == Role::Characters ? say(ENGINE_TEXT("Sentences", "characters"))
           : role == Role::Cont     ? say(ENGINE_TEXT("Sentences", "cont"))
                                    : say(ENGINE_TEXT("Sentences", "labels"));
}

/// Whether two phases have the same layers, as all have in most nets.
bool haveSameLayers(const Model& model, Phase one, Phase other)
{
    return std::all_of(model.layers.begin(), model.layers.end(),
                       [&](const Layer& layer) { return inPhase(layer, one) == inPhase(layer, other); });
}

/// Reads how the layers of one phase are wired to a text.
class TextWiringReader : public WiringReader {
public:
    TextWiringReader(const Model& model, Phase phase);

    std::set<VocabularyWidth> widths() const;
    std::vector<TextReading::Scores> scores() const;

private:
    struct Loss { ///< that holds scores against the text's labels
        std::size_t layer;
        End scores; ///< the bottom
        End labels; ///< the data layer's top
    };
    std::optional<std::int64_t> classesOf(const Loss& loss) const;
    Role roleToFill(const End& bottom) const; ///< of what a run fills: Other for scores

    bool givesSequences();
    Role roleTakenBy(const End& bottom) const;
    Sentence inputName(const End& bottom) const;
    void requireReaders(Role role, const End& top);
    std::optional<Role> roleBehind(const End& top);
    bool readsText(std::size_t number) const
    {
        return type(number) && type(number)->group == LayerGroup::Source &&
               std::any_of(type(number)->outputs.begin(), type(number)->outputs.end(),
                           [](const Port& port) { return port.role == Role::Characters; });
    }
    std::optional<std::size_t> findText() const;
    void findSources();
    void fill(Role role, const End& top);
    void findBatch();
    std::optional<std::int64_t> recurrentStreams();
    void setBatch(const Shape& shape);
    void findLosses();
    void findScores();
    std::optional<End> scoresOfTraining() const;
    std::optional<End> scoresAtTheEnd() const;
    bool isEnd(const End& top) const;
    std::set<End> before(const End& top) const;
    void requireThatCharactersLead();
    std::set<End> predicting() const;
    void requireThatNoneReadsAhead();
    void requireThatSequencesEnd();

    const Model& m_model;
    Phase m_phase;
    bool m_isMistaken = false;    ///< a text's top is read as something that it is not
    std::map<Role, End> m_filled; ///< the tops that a run fills
    std::vector<Loss> m_losses;
    std::optional<End> m_scores; ///< the top
};

TextWiringReader::TextWiringReader(const Model& model, Phase phase)
    : WiringReader(model, phase), m_model(model), m_phase(phase)
{
    if (givesSequences()) {
        return; // it says so
    }
    findSources();
    findLosses();
    findScores();
    findBatch();
    requireThatCharactersLead();
    requireThatNoneReadsAhead();
    requireThatSequencesEnd();
    if (m_found.values.empty() && m_found.problems.empty()) {
        m_found.problems.push_back(
            {.layer = "",
             .sentence = "the net reads no text, but needs an EMBED that reads from a TEXTDATA or INPUT layer"});
    }
}

/// Whether a layer of the net gives sequences with an answer each, which is then the net's problem with a text.
bool TextWiringReader::givesSequences()
{
    const auto found = std::ranges::find_if(layers(), [&](std::size_t number) { return is(number, "SEQUENCEDATA"); });
    if (found == layers().end()) {
        return false;
    }
    refuse(*found, ENGINE_TEXT("Sentences", "it gives labelled sequences, but a text is wanted here; hamnet train, "
                                            "evaluate and predict take such a net"));
    return true;
}

// What a run fills
// --------------------------------------------------------------------------------------------------------

Role TextWiringReader::roleToFill(const End& bottom) const
{
    const Role role = roleAt(bottom);
    return role == Role::Scores ? Role::Other : role;
}

/// What a reader of a text's top can make use of. A recurrent layer reads characters at all its ports but cont: cont or
/// labels would fit there by their shape, and the net would learn from the wrong numbers.
Role TextWiringReader::roleTakenBy(const End& bottom) const
{
    const Role role = roleToFill(bottom);
    const bool isRecurrent = type(bottom.layer) && type(bottom.layer)->group == LayerGroup::Recurrent;
    return role == Role::Other && isRecurrent ? Role::Characters : role;
}

/// "input cont of layer lstm", for a sentence.
Sentence TextWiringReader::inputName(const End& bottom) const
{
    const Port* port = portAt(bottom);
    return say(ENGINE_TEXT("Sentences", "input %1 of layer %2"),
               port ? std::string(port->name) : std::to_string(bottom.index + 1), layer(bottom.layer).name);
}

/// Compares what a text's top is, which its place among the tops says, with what its readers take. The characters may
/// be labels as well: those of an autoencoder.
void TextWiringReader::requireReaders(Role role, const End& top)
{
    for (const End& bottom : readersBehind(top)) {
        const Role taken = roleTakenBy(bottom);
        const bool isAutoencoder = role == Role::Characters && taken == Role::Labels;
        if (taken != Role::Other && taken != role && !isAutoencoder) {
            refuse(top.layer,
                   say(ENGINE_TEXT("Sentences",
                                   "its output %1 is %2, as output %3 always is, but goes to %4, which takes %5"),
                       nameOf(top), engine::nameOf(role), top.index + 1, inputName(bottom), engine::nameOf(taken)));
            m_isMistaken = true;
            return;
        }
    }
}

/// What a top is, by the layers that read it; empty if no layer reads it or it cannot be filled.
std::optional<Role> TextWiringReader::roleBehind(const End& top)
{
    const Sentence filled =
        say(ENGINE_TEXT("Sentences", ", but a text fills only what an EMBED, a cont or a loss's label reads"));
    const std::vector<End> readers = readersBehind(top);
    const auto known =
        std::find_if(readers.begin(), readers.end(), [&](const End& one) { return roleToFill(one) != Role::Other; });
    if (readers.empty()) {
        return std::nullopt;
    }
    if (known == readers.end()) {
        refuse(top.layer, say(ENGINE_TEXT("Sentences", "its output %1 goes to %2%3"), nameOf(top),
                              inputName(readers.front()), filled));
        return std::nullopt;
    }
    Role found = roleToFill(*known);
    for (const End& other : readers) {
        const Role role = roleToFill(other);
        if (role == Role::Other) {
            // cont is a number like any other: 0 or 1. Those of characters and labels mean nothing as numbers.
            if (found != Role::Cont && type(other.layer)) {
                refuse(top.layer,
                       say(ENGINE_TEXT("Sentences", "its output %1 is read as %2 by layer %3 and goes to %4%5"),
                           nameOf(top), engine::nameOf(found), layer(known->layer).name, inputName(other), filled));
                return std::nullopt;
            }
            continue;
        }
        const bool isAutoencoder = role != Role::Cont && found != Role::Cont; // its labels are its characters
        if (role != found && !isAutoencoder) {
            refuse(top.layer, say(ENGINE_TEXT("Sentences", "its output %1 is read as %2 by layer %3 and as %4 by layer "
                                                           "%5, but only one of them can fill it"),
                                  nameOf(top), engine::nameOf(found), layer(known->layer).name, engine::nameOf(role),
                                  layer(other.layer).name));
            return std::nullopt;
        }
        found = role == Role::Characters ? role : found;
    }
    return found;
}

/// The data layer that reads a text; of several the first whose characters are read.
std::optional<std::size_t> TextWiringReader::findText() const
{
    std::optional<std::size_t> found;
    bool read = false;
    for (const std::size_t number : layers()) {
        if (readsText(number) && (!found || !read)) {
            const bool isRead = !readersBehind({number, 0}).empty();
            found = isRead || !found ? number : *found;
            read = isRead;
        }
    }
    return found;
}

void TextWiringReader::findSources()
{
    const std::optional<std::size_t> text = findText();
    for (const std::size_t number : layers()) {
        if (!type(number) || type(number)->group != LayerGroup::Source) {
            continue;
        }
        if (readsText(number) && number != *text) {
            refuse(
                number,
                say(ENGINE_TEXT("Sentences",
                                "it reads a text, but layer %1 does so already, and a net reads one text in a phase"),
                    layer(*text).name));
            continue;
        }
        for (std::size_t index = 0; index < layer(number).tops.size(); ++index) {
            const End top{number, index};
            const Port* port = portNumber(type(number)->outputs, index);
            const bool saysItself = port && port->role != Role::Other;
            if (saysItself) {
                requireReaders(port->role, top);
            }
            if (const std::optional<Role> role = saysItself ? std::optional(port->role) : roleBehind(top)) {
                fill(*role, top);
            }
        }
    }
}

void TextWiringReader::fill(Role role, const End& top)
{
    const auto [place, first] = m_filled.emplace(role, top);
    if (!first) {
        refuse(
            top.layer,
            say(ENGINE_TEXT("Sentences",
                            "its output %1 is read as %2, but a run fills one tensor with %3, which is %4 of layer %5"),
                nameOf(top), engine::nameOf(role), engine::nameOf(role), nameOf(place->second),
                layer(place->second.layer).name));
        return;
    }
    (role == Role::Characters ? m_found.values : role == Role::Cont ? m_found.cont : m_found.answers) = nameOf(top);
}

// T and N
// ---------------------------------------------------------------------------------------------------------------

/// N as the recurrent layers have it; nothing where there are none or their sizes are unknown.
std::optional<std::int64_t> TextWiringReader::recurrentStreams()
{
    std::optional<std::int64_t> found;
    std::string_view from;
    for (const std::size_t number : layers()) {
        std::optional<std::int64_t> streams;
        const std::optional<End> x = wires().maker({number, 0});
        const Shape* const shape = x ? shapeOf(*x) : nullptr;
        if (type(number) && !type(number)->streamsKey.empty()) {
            const auto* const size = givenParam<std::int64_t>(layer(number).params, type(number)->streamsKey);
            streams = size ? *size : 1;
        } else if (type(number) && type(number)->recurrent && shape && shape->axes() > 1) {
            streams = (*shape)[1];
        }
        if (streams && found && *streams != *found) {
            refuse(number,
                   say(ENGINE_TEXT(
                           "Sentences",
                           "it reads %1 streams, but layer %2 reads %3, and a text is read in as many streams by all"),
                       *streams, from, *found));
            return std::nullopt;
        }
        if (streams && !found) {
            found = streams;
            from = layer(number).name;
        }
    }
    return found;
}

void TextWiringReader::findBatch()
{
    const auto characters = m_filled.find(Role::Characters);
    const Shape* const shape = characters == m_filled.end() ? nullptr : shapeOf(characters->second);
    if (!shape) {
        return;
    }
    setBatch(*shape);
    for (const Role role : {Role::Cont, Role::Labels}) {
        const auto top = m_filled.find(role);
        const Shape* const its = top == m_filled.end() ? nullptr : shapeOf(top->second);
        if (m_found.steps > 0 && its && its->count() != m_found.steps * m_found.streams) {
            refuse(top->second.layer,
                   say(ENGINE_TEXT("Sentences",
                                   "its output %1 is %2, but must have one number for each of %3 steps × %4 streams"),
                       nameOf(top->second), *its, m_found.steps, m_found.streams));
        }
    }
}

/// From the shape of the characters: [T, N], or rows [T·N] or [T·N, 1] where the recurrent layers say how many streams.
void TextWiringReader::setBatch(const Shape& shape)
{
    const End& top = m_filled.at(Role::Characters);
    const bool rows = shape.axes() == 1 || (shape.axes() == 2 && shape[1] == 1);
    const std::int64_t streams = rows ? recurrentStreams().value_or(1) : shape.axes() == 0 ? 0 : shape[1];
    if (shape.axes() == 0 || (!rows && shape.count() != shape[0] * shape[1])) {
        refuse(top.layer,
               say(ENGINE_TEXT("Sentences",
                               "its output %1 is %2, but must be steps × streams, a number for each character"),
                   nameOf(top), shape));
        return;
    }
    if (rows && (streams < 1 || shape[0] % streams != 0)) {
        refuse(
            top.layer,
            say(ENGINE_TEXT(
                    "Sentences",
                    "its output %1 has %2 rows, but they must be a multiple of the %3 streams of the recurrent layers"),
                nameOf(top), shape[0], streams));
        return;
    }
    const std::int64_t steps = rows ? shape[0] / streams : shape[0];
    constexpr std::int64_t most = std::int64_t{1} << 20;
    if (steps < 1 || streams < 1 || steps > most || streams > most) {
        refuse(top.layer,
               say(ENGINE_TEXT("Sentences",
                               "its output %1 has %2 steps and %3 streams, but both must lie between 1 and %4"),
                   nameOf(top), steps, streams, most));
        return;
    }
    m_found.steps = steps;
    m_found.streams = streams;
}

// Where it answers
// ------------------------------------------------------------------------------------------------------

/// Of an autoencoder the characters are the labels.
void TextWiringReader::findLosses()
{
    const auto isText = [&](const End& top) {
        return std::any_of(m_filled.begin(), m_filled.end(),
                           [&](const auto& one) { return one.first != Role::Cont && one.second == top; });
    };
    for (const std::size_t number : layers()) {
        std::optional<End> scores, labels;
        for (std::size_t index = 0; type(number) && type(number)->loss && index < layer(number).bottoms.size();
             ++index) {
            const Role role = roleAt({number, index});
            const std::optional<End> from = origin({number, index});
            scores = role == Role::Scores ? std::optional(End{number, index}) : scores;
            labels = role == Role::Labels && from && isText(*from) ? from : labels;
        }
        if (labels && scores) {
            m_losses.push_back({number, *scores, *labels});
        }
    }
}

void TextWiringReader::findScores()
{
    std::optional<End> ofLoss;
    for (const Loss& loss : m_losses) {
        if (lossWeight(layer(loss.layer), 0) != 0 || !ofLoss) {
            ofLoss = wires().maker(loss.scores);
            m_found.lossLayer = layer(loss.layer).name;
            m_found.targets = nameOf(loss.labels);
        }
    }
    if (!haveSameLayers(m_model, m_phase, Phase::Train)) {
        m_scores = scoresOfTraining();
    }
    m_scores = m_scores ? m_scores : ofLoss ? ofLoss : scoresAtTheEnd();
    if (m_scores) {
        m_found.scores = nameOf(*m_scores);
        m_found.scoresLayer = layer(m_scores->layer).name;
    }
}

/// What training reads at the loss, where this phase makes it: by the same layer, or else under that name.
std::optional<End> TextWiringReader::scoresOfTraining() const
{
    const TextWiringReader training(m_model, Phase::Train);
    if (training.m_losses.empty() || !training.m_scores) {
        return std::nullopt;
    }
    const End& wanted = *training.m_scores;
    std::optional<End> found;
    for (const std::size_t number : layers()) {
        const std::vector<std::string>& tops = layer(number).tops;
        const auto top = std::find(tops.begin(), tops.end(), training.nameOf(wanted));
        if (number == wanted.layer) {
            return wanted;
        }
        if (top != tops.end()) {
            found = End{number, static_cast<std::size_t>(top - tops.begin())};
        }
    }
    return found;
}

/// Whether no layer computes with a tensor.
bool TextWiringReader::isEnd(const End& top) const
{
    const std::vector<End>& readers = wires().readers(top);
    return std::all_of(readers.begin(), readers.end(), [&](const End& bottom) {
        return type(bottom.layer) && (type(bottom.layer)->group == LayerGroup::Loss || is(bottom.layer, "SILENCE"));
    });
}

/// Of a net without a loss: what its last SOFTMAX reads, or else what becomes of its last INNERPRODUCT; both only where
/// they are the end of the net.
std::optional<End> TextWiringReader::scoresAtTheEnd() const
{
    std::optional<End> found;
    bool chances = false; // found behind a SOFTMAX
    for (const std::size_t number : layers()) {
        const End end{number, 0};
        const bool computes =
            type(number) && type(number)->group != LayerGroup::Source && type(number)->group != LayerGroup::Loss;
        if (!computes || layer(number).tops.empty() || !isEnd(end)) {
            continue;
        }
        const std::optional<End> made = originOfTop(end);
        const std::optional<End> below =
            made && is(made->layer, "SOFTMAX") ? wires().maker({made->layer, 0}) : std::nullopt;
        if (below) {
            found = below;
            chances = true;
        } else if (!chances && !productsBehind(end, std::nullopt).empty()) {
            found = end;
        }
    }
    return found;
}

/// A top and all that lead to it.
std::set<End> TextWiringReader::before(const End& top) const
{
    std::set<End> seen = {top};
    std::vector<End> open = {top};
    std::set<std::size_t> layers;
    while (!open.empty()) {
        const End next = open.back();
        open.pop_back();
        if (!layers.insert(next.layer).second) {
            continue;
        }
        for (std::size_t index = 0; index < layer(next.layer).bottoms.size(); ++index) {
            const std::optional<End> from = wires().maker({next.layer, index});
            if (from && seen.insert(*from).second) {
                open.push_back(*from);
            }
        }
    }
    return seen;
}

void TextWiringReader::requireThatCharactersLead()
{
    const auto characters = m_filled.find(Role::Characters), labels = m_filled.find(Role::Labels);
    if (!m_scores || characters == m_filled.end() || m_isMistaken) {
        return; // tops that are taken for one another say why
    }
    const std::set<End> tops = before(*m_scores);
    if (!tops.contains(characters->second)) {
        refuse(
            m_scores->layer,
            say(ENGINE_TEXT("Sentences", "its output %1 is the net's answer, but %2 of layer %3 does not lead to it"),
                nameOf(*m_scores), m_found.values, layer(characters->second.layer).name));
    }
    if (labels != m_filled.end() && tops.contains(labels->second)) {
        refuse(labels->second.layer,
               say(ENGINE_TEXT(
                       "Sentences",
                       "its output %1 leads to the net's answer %2, but while a text is written there are no labels"),
                   nameOf(labels->second), m_found.scores));
    }
}

/// All that leads to what predicts the next character: what is compared with the labels, and the scores that write.
/// What is compared with the characters themselves (an autoencoder's scores), or with nothing, may read them all.
std::set<End> TextWiringReader::predicting() const
{
    const auto labels = m_filled.find(Role::Labels);
    const std::vector<End> compared = labels == m_filled.end() ? std::vector<End>() : readersBehind(labels->second);
    std::set<End> tops;
    for (const End& bottom : compared) {
        for (std::size_t index = 0; index < layer(bottom.layer).bottoms.size(); ++index) {
            if (const std::optional<End> from = wires().maker({bottom.layer, index})) {
                tops.merge(before(*from));
            }
        }
    }
    if (!compared.empty() && m_scores && !m_found.isAutoencoder()) {
        tops.merge(before(*m_scores));
    }
    return tops;
}

void TextWiringReader::requireThatNoneReadsAhead()
{
    const auto characters = m_filled.find(Role::Characters);
    if (characters == m_filled.end()) {
        return;
    }
    const std::set<End> tops = predicting();
    const auto predicts = [&](std::size_t number) {
        return std::any_of(tops.begin(), tops.end(), [&](const End& top) { return top.layer == number; });
    };
    for (const std::size_t number : layers()) {
        if (readsBackwardToo(layer(number)) && predicts(number) && before({number, 0}).contains(characters->second)) {
            refuse(number,
                   ENGINE_TEXT(
                       "Sentences",
                       "bidirectional is true, so it sees the character that the net is to predict; it must be false "
                       "where the loss reads the next character, and may be true where it reads the text's own"));
            m_found.problems.back().readsAhead = true;
        }
    }
}

/// A backward direction starts at a sequence's end. A stream has none in its batch: how it goes on is in the next one.
void TextWiringReader::requireThatSequencesEnd()
{
    const auto characters = m_filled.find(Role::Characters);
    if (m_phase != Phase::Train || characters == m_filled.end()) {
        return;
    }
    const Layer& source = layer(characters->second.layer);
    const bool isTextData = readsText(characters->second.layer);
    if (!readsStreams(isTextData ? &source : nullptr, m_model.dialect)) {
        return;
    }
    for (const std::size_t number : layers()) {
        const auto isRefused = [&](const auto& problem) { return problem.layer == layer(number).name; };
        if (readsBackwardToo(layer(number)) && before({number, 0}).contains(characters->second) &&
            std::ranges::none_of(m_found.problems, isRefused)) {
            refuse(number,
                   say(ENGINE_TEXT("Sentences", "bidirectional is true, so it reads back from the end of a sequence, "
                                                "but layer %1 gives streams, which go on in the next batch; %2"),
                       source.name,
                       isTextData ? ENGINE_TEXT("Sentences", "its order must be WINDOWS")
                                  : ENGINE_TEXT("Sentences", "a TEXTDATA whose order is WINDOWS is wanted")));
            m_found.problems.back().streamsFrom = isTextData ? source.name : "";
        }
    }
}

// As wide as the vocabulary
// --------------------------------------------------------------------------------------------------------------

/// How many classes the loss has; nothing while sizes are unknown.
std::optional<std::int64_t> TextWiringReader::classesOf(const Loss& loss) const
{
    const std::optional<End> top = wires().maker(loss.scores);
    const Shape* const shape = top && isSized() ? shapeOf(*top) : nullptr;
    if (!shape) {
        return std::nullopt;
    }
    std::int64_t axis = intParam(completeParams(layer(loss.layer), m_model.dialect), "axis");
    axis += axis < 0 ? static_cast<std::int64_t>(shape->axes()) : 0;
    return (*shape)[static_cast<std::size_t>(axis)];
}

std::set<VocabularyWidth> TextWiringReader::widths() const
{
    std::set<VocabularyWidth> widths;
    for (const Role role : {Role::Characters, Role::Labels}) {
        const auto top = m_filled.find(role);
        for (const End& bottom : top == m_filled.end() ? std::vector<End>() : readersBehind(top->second)) {
            if (roleToFill(bottom) == Role::Characters) {
                widths.insert({bottom.layer, "input_dim"});
            }
        }
    }
    if (!m_filled.contains(Role::Characters)) {
        return widths; // whatever is scored there, it is no text
    }
    const auto add = [&](const End& scores, std::optional<std::int64_t> classes) {
        for (const std::size_t product : productsBehind(scores, classes)) {
            widths.insert({product, "num_output"});
        }
    };
    for (const Loss& loss : m_losses) {
        if (const std::optional<End> top = wires().maker(loss.scores)) {
            add(*top, classesOf(loss));
        }
    }
    if (m_losses.empty() && m_scores) {
        add(*m_scores, std::nullopt);
    }
    return widths;
}

std::vector<TextReading::Scores> TextWiringReader::scores() const
{
    std::vector<TextReading::Scores> found;
    for (const Loss& loss : m_losses) {
        if (const std::optional<std::int64_t> classes = classesOf(loss)) {
            found.push_back({loss.layer, *classes});
        }
    }
    return found;
}

/// Of all phases, where that of TRAIN is read already.
std::vector<VocabularyWidth> widthsOf(const Model& model, const TextWiringReader& training)
{
    std::set<VocabularyWidth> widths = training.widths();
    for (const Phase phase : {Phase::Test, Phase::Run}) {
        if (!haveSameLayers(model, phase, Phase::Train)) {
            widths.merge(TextWiringReader(model, phase).widths());
        }
    }
    return {widths.begin(), widths.end()};
}

} // namespace

bool readsStreams(const Layer* textData, Dialect dialect)
{
    return textData ? !isGiven(textData->params, "order", std::string("WINDOWS")) : dialect != Dialect::MyCaffe;
}

bool readsBackwardToo(const Layer& layer)
{
    const LayerType* const type = findLayerType(layer.type);
    return type && type->recurrent && isGiven(layer.params, "bidirectional", true);
}

DataWiring textWiring(const Model& model, Phase phase)
{
    return TextWiringReader(model, phase).wiring();
}

std::vector<VocabularyWidth> vocabularyWidths(const Model& model)
{
    return widthsOf(model, TextWiringReader(model, Phase::Train));
}

TextReading readText(const Model& model)
{
    const TextWiringReader reading(model, Phase::Train);
    return {.training = reading.wiring(), .widths = widthsOf(model, reading), .scores = reading.scores()};
}

void requireScoresFor(const Model& model, const TextReading& reading, std::int64_t vocabulary)
{
    for (const TextReading::Scores& scores : reading.scores) {
        if (scores.classes != vocabulary) {
            throw Error(
                say(ENGINE_TEXT("Sentences",
                                "layer %1: its input scores has %2 classes, but the text has %3 different characters"),
                    model.layers[scores.layer].name, scores.classes, vocabulary));
        }
    }
}

} // namespace engine
