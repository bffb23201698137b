// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/write/sampling.h"

#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace engine {

namespace {

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
        throw Error(say(ENGINE_TEXT("Sentences", "the temperature is %1, but must be 0 or more"),
                        number(settings.temperature)));
    }
    if (!(settings.topP > 0 && settings.topP <= 1)) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "top-p is %1, but must lie above 0 and at most at 1"), number(settings.topP)));
    }
    if (settings.topK < 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "top-k is %1, but must be 0 (all) or more"), settings.topK));
    }
    if (settings.length < 0) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "the length is %1, but must be 0 or more characters"), settings.length));
    }
    if (settings.window < 2) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "the window is %1, but must be 2 characters or more"), settings.window));
    }
    if (settings.mode == GenerationMode::Window && (settings.start || !settings.held.empty())) {
        throw Error(ENGINE_TEXT(
            "Sentences",
            "the mode is window, which keeps no state, but a state to start from or a unit to clamp was given"));
    }
    if (settings.drawn < 0 || settings.drawn > static_cast<std::int64_t>(settings.prompt.size())) {
        throw Error(say(ENGINE_TEXT("Sentences", "the seed wrote %1 bytes of the prompt, but it has %2"),
                        settings.drawn, settings.prompt.size()));
    }
}

CharacterSampler::CharacterSampler(const SamplingSettings& settings, std::uint64_t passed)
    : m_settings(settings.draw()), m_random(RandomStream{settings.seed, samplingStream}, passed)
{}

std::int32_t CharacterSampler::draw(std::span<const float> scores)
{
    m_candidates.resize(scores.size());
    for (std::size_t id = 0; id < scores.size(); ++id) {
        m_candidates[id] = drawKey(scores[id], static_cast<std::int64_t>(id));
    }
    const std::uint64_t best = *std::max_element(m_candidates.begin(), m_candidates.end());
    if (m_settings.likeliest()) {
        return idOfKey(best);
    }
    const bool fewer = m_settings.topK > 0 && m_settings.topK < static_cast<std::int64_t>(scores.size());
    if (fewer || m_settings.topP < 1) {
        std::sort(m_candidates.begin(), m_candidates.end(), std::greater());
    }
    if (fewer) {
        m_candidates.resize(static_cast<std::size_t>(m_settings.topK));
    }
    m_ids.clear();
    const float top = scores[static_cast<std::size_t>(idOfKey(best))];
    std::uint64_t sum = 0;
    for (std::uint64_t& candidate : m_candidates) {
        m_ids.push_back(idOfKey(candidate));
        candidate = drawWeight(scores[static_cast<std::size_t>(m_ids.back())], top, m_settings.temperature);
        sum += candidate;
    }
    if (m_settings.topP < 1) {
        const double limit = m_settings.topP * static_cast<double>(sum);
        std::size_t count = 0;
        sum = 0;
        do {
            sum += m_candidates[count++];
        } while (count < m_candidates.size() && static_cast<double>(sum) < limit);
        m_candidates.resize(count);
    }
    const double drawn = m_random.uniform01() * static_cast<double>(sum);
    std::size_t place = 0;
    for (std::uint64_t reached = m_candidates[0];
         place + 1 < m_candidates.size() && static_cast<double>(reached) < drawn; reached += m_candidates[place]) {
        ++place;
    }
    return m_ids[place];
}

namespace {

/// softmax(scores) is exp(score - top) / sum.
struct SoftmaxScale {
    float top;
    double sum;
};

SoftmaxScale softmaxScale(std::span<const float> scores)
{
    SoftmaxScale scale{*std::max_element(scores.begin(), scores.end()), 0};
    for (const float score : scores) {
        scale.sum += std::exp(static_cast<double>(score - scale.top));
    }
    return scale;
}

} // namespace

std::vector<Likely> likeliest(std::span<const float> scores, std::size_t count)
{
    const SoftmaxScale scale = softmaxScale(scores);
    std::vector<std::uint64_t> keys(scores.size());
    for (std::size_t id = 0; id < scores.size(); ++id) {
        keys[id] = drawKey(scores[id], static_cast<std::int64_t>(id));
    }
    const std::size_t kept = std::min(count, keys.size());
    std::partial_sort(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(kept), keys.end(), std::greater());
    std::vector<Likely> best;
    best.reserve(kept);
    for (std::size_t place = 0; place < kept; ++place) {
        const std::int32_t id = idOfKey(keys[place]);
        const double above = static_cast<double>(scores[static_cast<std::size_t>(id)] - scale.top);
        best.push_back({id, static_cast<float>(std::exp(above) / scale.sum)});
    }
    return best;
}

double surpriseBits(std::span<const float> scores, std::int32_t id)
{
    const SoftmaxScale scale = softmaxScale(scores);
    return (std::log(scale.sum) - static_cast<double>(scores[static_cast<std::size_t>(id)] - scale.top)) /
           std::numbers::ln2;
}

} // namespace engine
