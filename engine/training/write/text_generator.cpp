// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/write/text_generator.h"

#include "engine/devices/backend.h"
#include "engine/graph/error.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/write/text_generator_parts.h"

#include <algorithm>

namespace engine {

namespace {

/// What writes a text with the model. Throws Error where it cannot.
Model writingModel(const Model& model)
{
    if (const std::optional<Sentence> why = whyItCannotWrite(model)) {
        throw Error(*why);
    }
    return forGeneration(model);
}

} // namespace

std::optional<Sentence> whyItCannotWrite(const Model& model)
{
    if (std::ranges::none_of(model.layers, readsBackwardToo)) {
        return std::nullopt; // the window asks at every edit, and what follows sizes the net a few times
    }
    for (const Layer& layer : forGeneration(model).layers) {
        if (readsBackwardToo(layer)) {
            return say(ENGINE_TEXT("Sentences", "layer %1: bidirectional is true, so it reads the text from its end "
                                                "too, but while writing the end is not known yet"),
                       layer.name);
        }
    }
    return std::nullopt;
}

TextGenerator::TextGenerator(const Model& model, WeightStore& store, const Vocabulary& vocabulary,
                             const EngineWish& wish, const MakeSampler& makeSampler)
    : m_model(writingModel(model)),
      m_store(&store),
      m_vocabulary(vocabulary),
      m_wish(wish),
      m_net(m_model, Phase::Run, store, wish, 0),
      m_scoresName(scoresOf(model)),
      m_scores(static_cast<std::size_t>(m_net.tensor(m_scoresName).count()))
{
    if (static_cast<std::int64_t>(m_scores.size()) != vocabulary.size()) {
        throw Error(say(ENGINE_TEXT("Sentences", "the model has scores for %1 characters, but its vocabulary holds %2"),
                        m_scores.size(), vocabulary.size()));
    }
    const DataWiring& wiring = m_net.wiring();
    const TextPorts ports{.data = m_net.tensor(wiring.values),
                          .clip = wiring.cont.empty() ? Tensor{} : m_net.tensor(wiring.cont),
                          .scores = m_net.tensor(m_scoresName)};
    m_sampler =
        makeSampler ? makeSampler(store.device(), ports) : store.device().backend().makeSampler(store.device(), ports);
}

void TextGenerator::read(std::int32_t id, bool first)
{
    const float data = static_cast<float>(id);
    const float cont = first ? 0.0f : 1.0f;
    m_net.feed({&data, 1}, {&cont, 1}, {});
    m_net.forward(onePass);
}

/// Of the character after the one that was read last.
std::span<const float> TextGenerator::scores()
{
    m_store->device().toHost(m_net.tensor(m_scoresName).data, m_scores);
    return m_scores;
}

std::string TextGenerator::text(const SamplingSettings& settings)
{
    std::string written;
    generate(settings, [&](const Character& character) {
        written += character.text;
        return true;
    });
    return written;
}

void TextGenerator::follow(const SamplingSettings& before, std::string_view text, const Sink& sink, const GoOn& goOn)
{
    const PromptReading reading = readingOf(before, nullptr);
    if (!readPrompt(reading, goOn)) {
        return;
    }
    std::int64_t place = reading.characters.back().place;
    for (const std::int32_t id : m_vocabulary.encode(text)) {
        const std::span<const float> now = scores();
        const std::string character = m_vocabulary.textOf(id);
        if (!goesOn(goOn) || !sink({character, surpriseBits(now, id), now})) {
            return;
        }
        place += static_cast<std::int64_t>(character.size());
        read(id, false, reading, place);
    }
}

std::vector<double> TextGenerator::surprise(std::string_view text)
{
    std::vector<double> bits;
    m_net.clearState();
    bool first = true;
    for (const std::int32_t id : m_vocabulary.encode(text)) {
        if (!first) {
            bits.push_back(surpriseBits(scores(), id));
        }
        read(id, first);
        first = false;
    }
    return bits;
}

} // namespace engine
