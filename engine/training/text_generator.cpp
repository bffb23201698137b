// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/text_generator.h"

#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace engine {

namespace {

constexpr std::uint64_t samplingStream = std::uint64_t{1} << 56;
constexpr std::uint64_t paddingStream = samplingStream + 1;

std::string number(double value)
{
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    return text.back() == '.' ? text + "0" : text;
}

} // namespace

void check(const SamplingSettings& settings)
{
    if (!(settings.temperature >= 0) || !std::isfinite(settings.temperature)) {
        throw Error("the temperature is " + number(settings.temperature) + ", but must be 0 or more");
    }
    if (!(settings.topP > 0 && settings.topP <= 1)) {
        throw Error("top-p is " + number(settings.topP) + ", but must lie above 0 and at most at 1");
    }
    if (settings.topK < 0) {
        throw Error("top-k is " + std::to_string(settings.topK) + ", but must be 0 (all) or more");
    }
    if (settings.length < 0) {
        throw Error("the length is " + std::to_string(settings.length) + ", but must be 0 or more characters");
    }
    if (settings.window < 2) {
        throw Error("the window is " + std::to_string(settings.window) + ", but must be 2 characters or more");
    }
}

CharacterSampler::CharacterSampler(const SamplingSettings& settings)
    : m_temperature(settings.temperature),
      m_topK(settings.topK),
      m_topP(settings.topP),
      m_random(RandomStream{settings.seed, samplingStream})
{}

std::int32_t CharacterSampler::draw(std::span<const float> scores)
{
    if (m_temperature == 0 || m_topK == 1) {
        return static_cast<std::int32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
    }
    m_candidates.clear();
    for (std::size_t id = 0; id < scores.size(); ++id) {
        m_candidates.emplace_back(scores[id], static_cast<std::int32_t>(id));
    }
    // Equal scores keep the order of their ids, so that a seed means one text.
    const bool cuts = (m_topK > 0 && m_topK < static_cast<std::int64_t>(scores.size())) || m_topP < 1;
    if (cuts) {
        std::stable_sort(m_candidates.begin(), m_candidates.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
    }
    if (m_topK > 0 && m_topK < static_cast<std::int64_t>(m_candidates.size())) {
        m_candidates.resize(static_cast<std::size_t>(m_topK));
    }
    const float top = cuts ? m_candidates[0].first : *std::max_element(scores.begin(), scores.end());
    double sum = 0;
    for (auto& [score, id] : m_candidates) {
        score = static_cast<float>(std::exp(static_cast<double>(score - top) / m_temperature));
        sum += static_cast<double>(score);
    }
    if (m_topP < 1) {
        double kept = 0;
        std::size_t count = 0;
        while (count < m_candidates.size() && kept < m_topP * sum) {
            kept += static_cast<double>(m_candidates[count++].first);
        }
        m_candidates.resize(std::max<std::size_t>(count, 1));
        sum = std::max(kept, static_cast<double>(m_candidates[0].first));
    }
    double place = m_random.uniform01() * sum;
    for (const auto& [weight, id] : m_candidates) {
        place -= static_cast<double>(weight);
        if (place <= 0) {
            return id;
        }
    }
    return m_candidates.back().second;
}

double surpriseBits(std::span<const float> scores, std::int32_t id)
{
    const float top = *std::max_element(scores.begin(), scores.end());
    double sum = 0;
    for (const float score : scores) {
        sum += std::exp(static_cast<double>(score - top));
    }
    return (std::log(sum) - static_cast<double>(scores[static_cast<std::size_t>(id)] - top)) / std::numbers::ln2;
}

TextGenerator::TextGenerator(const Model& model, WeightStore& store, const Vocabulary& vocabulary,
                             const EngineWish& wish)
    : m_model(forGeneration(model)),
      m_store(&store),
      m_vocabulary(vocabulary),
      m_wish(wish),
      m_net(m_model, Phase::Run, store, wish, 0),
      m_scoresName(scoresOf(m_model)),
      m_scores(static_cast<std::size_t>(m_net.tensor(m_scoresName).count()))
{
    if (static_cast<std::int64_t>(m_scores.size()) != vocabulary.size()) {
        throw Error("the model has scores for " + std::to_string(m_scores.size()) +
                    " characters, but its vocabulary holds " + std::to_string(vocabulary.size()));
    }
}

std::span<const float> TextGenerator::step(std::int32_t id, bool first)
{
    const float data = static_cast<float>(id);
    const float mark = first ? 0.0f : 1.0f;
    m_net.feed({&data, 1}, {&mark, 1}, {});
    m_net.forward({});
    m_store->device().toHost(m_net.tensor(m_scoresName).data, m_scores);
    return m_scores;
}

void TextGenerator::generate(const SamplingSettings& settings, const Sink& sink, std::vector<std::string>* unknown)
{
    check(settings);
    std::vector<std::int32_t> prompt = m_vocabulary.encode(settings.prompt, unknown);
    if (prompt.empty()) {
        prompt.push_back(m_vocabulary.idOf('\n').value_or(0));
    }
    if (settings.mode == GenerationMode::Window) {
        generateWindow(prompt, settings, sink);
    } else {
        generateStateful(prompt, settings, sink);
    }
}

namespace {

/// Hands characters on until the stop text was written or the reader has enough.
class Writer {
public:
    Writer(const Vocabulary& vocabulary, const std::string& stop, const TextGenerator::Sink& sink)
        : m_vocabulary(vocabulary), m_stop(stop), m_sink(sink)
    {}

    bool write(std::int32_t id, std::span<const float> scores)
    {
        const std::string text = m_vocabulary.textOf(id);
        if (!m_sink({text, surpriseBits(scores, id)})) {
            return false;
        }
        if (m_stop.empty()) {
            return true;
        }
        m_tail += text;
        if (m_tail.ends_with(m_stop)) {
            return false;
        }
        if (m_tail.size() > 2 * m_stop.size() + 64) {
            m_tail.erase(0, m_tail.size() - m_stop.size());
        }
        return true;
    }

private:
    const Vocabulary& m_vocabulary;
    const std::string& m_stop;
    const TextGenerator::Sink& m_sink;
    std::string m_tail; ///< at least as much of the end as the stop text is long
};

} // namespace

void TextGenerator::generateStateful(const std::vector<std::int32_t>& prompt, const SamplingSettings& settings,
                                     const Sink& sink)
{
    CharacterSampler sampler(settings);
    Writer writer(m_vocabulary, settings.stop, sink);
    m_net.clearState();
    std::span<const float> scores;
    for (std::size_t index = 0; index < prompt.size(); ++index) {
        scores = step(prompt[index], index == 0);
    }
    for (std::int64_t written = 0; written < settings.length; ++written) {
        const std::int32_t id = sampler.draw(scores);
        if (!writer.write(id, scores) || written + 1 == settings.length) {
            return;
        }
        scores = step(id, false);
    }
}

void TextGenerator::generateWindow(const std::vector<std::int32_t>& prompt, const SamplingSettings& settings,
                                   const Sink& sink)
{
    const auto window = static_cast<std::size_t>(settings.window);
    const std::size_t vocabulary = m_scores.size();
    Net net(withBatch(m_model, settings.window, 1), Phase::Run, *m_store, m_wish, 0);
    std::vector<float> scores(window * vocabulary), marks(window, 1.0f), ids(window);
    marks[0] = 0;

    // As MyCaffe does: what the prompt leaves of the window is drawn at random. Its last characters count, not its
    // first.
    RandomSequence random(RandomStream{settings.seed, paddingStream});
    std::generate(ids.begin(), ids.end(), [&] { return static_cast<float>(random.next() % vocabulary); });
    const std::size_t taken = std::min(window, prompt.size());
    std::copy(prompt.end() - static_cast<std::ptrdiff_t>(taken), prompt.end(),
              ids.end() - static_cast<std::ptrdiff_t>(taken));

    CharacterSampler sampler(settings);
    Writer writer(m_vocabulary, settings.stop, sink);
    for (std::int64_t written = 0; written < settings.length; ++written) {
        net.clearState();
        net.feed(ids, marks, {});
        net.forward({});
        m_store->device().toHost(net.tensor(m_scoresName).data, scores);
        const std::span<const float> last = std::span(scores).last(vocabulary);
        const std::int32_t id = sampler.draw(last);
        if (!writer.write(id, last)) {
            return;
        }
        std::rotate(ids.begin(), ids.begin() + 1, ids.end());
        ids.back() = static_cast<float>(id);
    }
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

std::vector<double> TextGenerator::surprise(std::string_view text)
{
    std::vector<double> bits;
    m_net.clearState();
    std::span<const float> scores;
    bool first = true;
    for (const std::int32_t id : m_vocabulary.encode(text)) {
        if (!first) {
            bits.push_back(surpriseBits(scores, id));
        }
        scores = step(id, first);
        first = false;
    }
    return bits;
}

} // namespace engine
