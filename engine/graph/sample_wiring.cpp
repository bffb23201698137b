// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sample_wiring.h"

#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
#include "engine/graph/wiring.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace engine {
namespace {

using End = Wiring::End;

/// Reads how the layers of one phase are wired to sequences.
class SampleWiringReader : public WiringReader {
public:
    SampleWiringReader(const Model& model, Phase phase) : WiringReader(model, phase)
    {
        for (const std::size_t number : layers()) {
            if (is(number, "SEQUENCEDATA")) {
                readSequenceData(number);
            } else if (is(number, "INPUT")) {
                readInput(number);
            } else if (is(number, "TEXTDATA")) {
                refuse(number, ENGINE_TEXT("Sentences", "it reads a text, but the net is fed with sequences"));
            }
        }
        findBatch();
        findLosses();
    }

    /// The INNERPRODUCT that makes what the net says; none where several do.
    std::set<std::size_t> predictionMakers() const
    {
        const auto top = m_predictions ? wires().maker(*m_predictions) : std::nullopt;
        const auto products = top ? productsBehind(*top, std::nullopt) : std::set<std::size_t>();
        return products.size() == 1 ? products : std::set<std::size_t>(); // a sum of several is as wide as they are
    }

    /// The bottoms that read the steps.
    std::vector<End> valueReaders() const
    {
        const auto values = m_tops.find("data");
        return values == m_tops.end() ? std::vector<End>() : readersBehind(values->second);
    }

private:
    void fill(std::string& place, const End& top, std::string_view what)
    {
        const std::string& name = layer(top.layer).tops[top.index];
        if (!place.empty()) {
            refuse(top.layer,
                   say(ENGINE_TEXT("Sentences", "its output %1 is %2, but so is %3, and a run fills only one"), name,
                       what, place));
            return;
        }
        place = name;
        m_tops[what] = top;
    }

    void readSequenceData(std::size_t number)
    {
        std::string* const places[] = {&m_found.values, &m_found.cont, &m_found.answers, &m_found.lengths};
        constexpr std::string_view names[] = {"data", "cont", "label", "length"};
        for (std::size_t index = 0; index < layer(number).tops.size() && index < std::size(places); ++index) {
            if (!readersBehind({number, index}).empty()) {
                fill(*places[index], {number, index}, names[index]);
            }
        }
    }

    void readInput(std::size_t number)
    {
        for (std::size_t index = 0; index < layer(number).tops.size(); ++index) {
            const End top{number, index};
            const std::vector<End> readers = readersBehind(top);
            if (readers.empty()) {
                continue;
            }
            Role role = Role::Other;
            for (const End& bottom : readers) {
                const Role taken = roleAt(bottom);
                role = taken == Role::Scores ? role : taken == Role::Other ? role : taken;
            }
            if (role == Role::Cont) {
                fill(m_found.cont, top, "cont");
            } else if (role == Role::Lengths) {
                fill(m_found.lengths, top, "length");
            } else if (role == Role::Labels || role == Role::Targets) {
                fill(m_found.answers, top, "label");
            } else {
                fill(m_found.values, top, "data");
            }
        }
    }

    void findBatch()
    {
        const auto values = m_tops.find("data");
        if (values == m_tops.end()) {
            m_found.problems.push_back(
                {.layer = "",
                 .sentence =
                     ENGINE_TEXT("Sentences", "the net reads no sequences, but needs a SEQUENCEDATA layer, or an INPUT "
                                              "layer whose output is steps × streams × width")});
            return;
        }
        const Shape* const shape = shapeOf(values->second);
        if (!shape) {
            return; // the size report says why
        }
        if (shape->axes() != 2 && shape->axes() != 3) {
            refuse(values->second.layer,
                   say(ENGINE_TEXT("Sentences", "its output %1 is %2, but sequences are steps × streams × width"),
                       m_found.values, *shape));
            return;
        }
        m_found.steps = (*shape)[0];
        m_found.streams = (*shape)[1];
        m_found.width = shape->axes() == 3 ? (*shape)[2] : 0;
        requireCount("cont", m_found.steps * m_found.streams,
                     say(ENGINE_TEXT("Sentences", "one number for each step of each sequence")));
        requireCount("label", m_found.streams, "one number for each sequence");
        requireCount("length", m_found.streams, "one number for each sequence");
    }

    void requireCount(std::string_view what, std::int64_t count, std::string_view words)
    {
        const auto top = m_tops.find(what);
        const Shape* const shape = top == m_tops.end() ? nullptr : shapeOf(top->second);
        if (shape && shape->count() != count) {
            refuse(top->second.layer,
                   say(ENGINE_TEXT("Sentences", "its output %1 is %2, but as %3 it needs %4: %5"),
                       layer(top->second.layer).tops[top->second.index], *shape, what, words, count));
        }
    }

    void findLosses()
    {
        const auto answers = m_tops.find("label");
        for (const std::size_t number : layers()) {
            const LayerType* const made = type(number);
            if (!made || !made->loss || answers == m_tops.end()) {
                continue;
            }
            std::optional<Answer> taken;
            std::optional<End> said;
            for (std::size_t index = 0; index < layer(number).bottoms.size(); ++index) {
                const Role role = roleAt({number, index});
                if (role == Role::Scores) {
                    said = End{number, index};
                } else if (origin({number, index}) == answers->second) {
                    taken = role == Role::Targets ? Answer::Numbers : Answer::Classes;
                }
            }
            if (taken && said) {
                noteLoss(number, *taken, *said);
            }
        }
    }

    void noteLoss(std::size_t number, Answer taken, const End& said)
    {
        if (is(number, "SIGMOIDCROSSENTROPYLOSS")) {
            refuse(
                number,
                ENGINE_TEXT("Sentences",
                            "SIGMOIDCROSSENTROPYLOSS needs targets from 0 to 1, but data give numbers of any size or "
                            "classes; EUCLIDEANLOSS takes numbers, and SOFTMAXWITHLOSS classes such as yes and no"));
            return;
        }
        if (m_found.answer && *m_found.answer != taken) {
            refuse(number,
                   say(ENGINE_TEXT("Sentences", "it takes %1 as %2, but layer %3 takes it as %4"), m_found.answers,
                       taken == Answer::Numbers ? say(ENGINE_TEXT("Sentences", "numbers"))
                                                : say(ENGINE_TEXT("Sentences", "classes")),
                       m_found.lossLayer,
                       taken == Answer::Numbers ? say(ENGINE_TEXT("Sentences", "classes"))
                                                : say(ENGINE_TEXT("Sentences", "numbers"))));
            return;
        }
        if (!m_found.answer) {
            m_found.answer = taken;
            m_found.lossLayer = layer(number).name;
            m_found.scores = layer(number).bottoms[said.index];
            m_predictions = said;
        }
    }

    std::map<std::string_view, End> m_tops; ///< that a run fills
    std::optional<End> m_predictions;       ///< the loss's bottom for what the net says
};

void set(Layer& layer, std::string_view key, std::int64_t value, std::string_view why, std::vector<Sentence>* notes)
{
    const auto* const before = givenParam<std::int64_t>(layer.params, key);
    if (before && *before == value) {
        return;
    }
    if (notes && before) {
        notes->push_back(say(ENGINE_TEXT("Sentences", "layer %1: %2 changes from %3 to %4, %5"), layer.name, key,
                             *before, value, why));
    }
    layer.params.insert_or_assign(std::string(key), value);
}

Sentence stepInWords(std::int64_t width)
{
    return width == 0 ? ENGINE_TEXT("Sentences", "a character")
                      : counted(width, ENGINE_TEXT("Sentences", "1 number"), ENGINE_TEXT("Sentences", "%1 numbers"));
}

void setVocabulary(Model& model, const SampleSizes& sizes, std::vector<Sentence>* notes)
{
    const std::vector<VocabularyWidth> widths = sampleVocabularyWidths(model);
    if (sizes.vocabulary == 0 && !widths.empty()) {
        throw Error(say(ENGINE_TEXT("Sentences", "layer %1: it reads characters, but a step of the data is %2"),
                        model.layers[widths.front().layer].name, stepInWords(sizes.width)));
    }
    if (sizes.vocabulary > 0 && widths.empty()) {
        throw Error(
            ENGINE_TEXT("Sentences", "a step of the data is a character, but no EMBED layer reads the characters"));
    }
    for (const VocabularyWidth& width : widths) {
        set(model.layers[width.layer], width.key, sizes.vocabulary,
            say(ENGINE_TEXT("Sentences", "the number of different characters")), notes);
    }
}

/// How many numbers make a prediction.
std::int64_t predictionWidth(const SampleSizes& sizes)
{
    return sizes.classes > 0 ? sizes.classes : 1;
}

/// The layers that make the predictions, each once.
std::set<std::size_t> predictionMakers(const Model& model)
{
    std::set<std::size_t> makers;
    for (const Phase phase : {Phase::Train, Phase::Test}) {
        makers.merge(SampleWiringReader(model, phase).predictionMakers());
    }
    return makers;
}

std::optional<OtherWidth> otherWidth(const Layer& layer, const SampleSizes& sizes)
{
    const std::int64_t wanted = predictionWidth(sizes);
    const auto* const width = givenParam<std::int64_t>(layer.params, "num_output");
    if (!width || *width == wanted || isGiven(layer.params, "from_data", true)) {
        return std::nullopt;
    }
    return OtherWidth{
        .layer = layer.name,
        .width = *width,
        .wanted = wanted,
        .sentence =
            say(ENGINE_TEXT(
                    "Sentences",
                    "layer %1: num_output is %2, but %3; set it to %4, or let from_data: true take it from the data"),
                layer.name, *width,
                sizes.classes > 0 ? say(ENGINE_TEXT("Sentences", "the data have %1 classes"), wanted)
                                  : say(ENGINE_TEXT("Sentences", "the data have one number for each sequence")),
                wanted)};
}

} // namespace

std::vector<OtherWidth> otherWidths(const Model& model, const SampleSizes& sizes)
{
    std::vector<OtherWidth> widths;
    for (const std::size_t maker : predictionMakers(model)) {
        if (std::optional<OtherWidth> other = otherWidth(model.layers[maker], sizes)) {
            widths.push_back(*std::move(other));
        }
    }
    return widths;
}

DataWiring sampleWiring(const Model& model, Phase phase)
{
    return SampleWiringReader(model, phase).wiring();
}

Model forPrediction(const Model& model)
{
    const Model part = forPhase(model, Phase::Test);
    const DataWiring wiring = requiredWiring(part, Phase::Test, kinds::sequences);
    const auto loss = std::ranges::find(part.layers, wiring.lossLayer, &Layer::name);
    if (wiring.scores.empty() || loss == part.layers.end()) {
        throw Error(say(
            ENGINE_TEXT(
                "Sentences",
                "the phase TEST of the model \"%1\" has no loss on the targets, but needs one to find its predictions"),
            model.name));
    }
    std::set<std::string> wanted = {wiring.scores};
    return leadingTo(part, static_cast<std::size_t>(loss - part.layers.begin()), wanted);
}

std::vector<VocabularyWidth> sampleVocabularyWidths(const Model& model)
{
    std::set<VocabularyWidth> found; // a layer may be in several phases
    for (const Phase phase : {Phase::Train, Phase::Test}) {
        for (const End& bottom : SampleWiringReader(model, phase).valueReaders()) {
            if (isType(model.layers[bottom.layer], "EMBED")) {
                found.insert({bottom.layer, "input_dim"});
            }
        }
    }
    return {found.begin(), found.end()};
}

Model withSamples(const Model& model, const SampleSizes& sizes, std::vector<Sentence>* notes)
{
    Model result = model;
    for (Layer& layer : result.layers) {
        if (isType(layer, "SEQUENCEDATA")) {
            set(layer, "time_steps", sizes.steps, say(ENGINE_TEXT("Sentences", "the steps of the data")), notes);
            if (sizes.width > 0) {
                set(layer, "width", sizes.width, say(ENGINE_TEXT("Sentences", "the numbers in a step of the data")),
                    notes);
            }
        }
    }
    setVocabulary(result, sizes, notes);
    const std::set<std::size_t> made = predictionMakers(result);
    for (const std::size_t maker : made) {
        if (const std::optional<OtherWidth> other = otherWidth(result.layers[maker], sizes)) {
            throw Error(other->sentence);
        }
        set(result.layers[maker], "num_output", predictionWidth(sizes),
            sizes.classes > 0 ? ENGINE_TEXT("Sentences", "the number of classes")
                              : ENGINE_TEXT("Sentences", "one number for each sequence"),
            notes);
    }
    for (std::size_t number = 0; number < result.layers.size(); ++number) {
        const Layer& layer = result.layers[number];
        if (isType(layer, "INNERPRODUCT") && isGiven(layer.params, "from_data", true) && !made.contains(number)) {
            throw Error(say(ENGINE_TEXT("Sentences", "layer %1: from_data takes its width from the data, but the layer "
                                                     "does not make what the loss holds against the answers"),
                            layer.name));
        }
    }
    const DataWiring wiring = requiredWiring(result, Phase::Train, kinds::sequences);
    const bool sameWidth = wiring.width == sizes.width || (wiring.width == 0 && sizes.width == 1);
    if (wiring.steps != sizes.steps || !sameWidth) {
        throw Error(say(
            ENGINE_TEXT("Sentences", "the data have sequences of %1 steps of %2, but %3 of the net is %4 steps of %5"),
            sizes.steps, stepInWords(sizes.width), wiring.values, wiring.steps, stepInWords(wiring.width)));
    }
    return result;
}

} // namespace engine
