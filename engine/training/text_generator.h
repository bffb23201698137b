// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/vocabulary.h"
#include "engine/net/net.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

enum class GenerationMode {
    Stateful, ///< one step a character; the state remembers all that went before
    Window,   ///< MyCaffe's way: each character from the last 75, from zero state
};

struct SamplingSettings {
    std::string prompt = {};
    std::int64_t length = 500; ///< characters
    double temperature = 1;    ///< 0 takes the likeliest each time; below 1 is safer, above 1 wilder
    std::int64_t topK = 0;     ///< only the k likeliest; 0: all
    double topP = 1;           ///< only the likeliest that have this much probability together
    std::uint64_t seed = 1;
    std::string stop = {}; ///< ends after this text was written; empty: never
    GenerationMode mode = GenerationMode::Stateful;
    std::int64_t window = 75; ///< characters, in the mode Window
};

/// Throws Error for a temperature below 0, a top_p outside (0, 1], a negative length or k, a window below 2.
void check(const SamplingSettings& settings);

/// Draws one of the scores' indices: softmax at the temperature, cut by top-k, then by top-p.
class CharacterSampler {
public:
    explicit CharacterSampler(const SamplingSettings& settings);
    std::int32_t draw(std::span<const float> scores);

private:
    double m_temperature;
    std::int64_t m_topK;
    double m_topP;
    RandomSequence m_random;
    std::vector<std::pair<float, std::int32_t>> m_candidates; ///< score and id, kept for its memory
};

/// -log2 of the probability that softmax(scores) gives to `id`: how much the character surprises the model.
double surpriseBits(std::span<const float> scores, std::int32_t id);

/// Writes text with a model's weights. The store must outlive it.
class TextGenerator {
public:
    TextGenerator(const Model& model, WeightStore& store, const Vocabulary& vocabulary, const EngineWish& wish);

    struct Character {
        std::string_view text; ///< one byte, or one code point as UTF-8
        double bits;           ///< its surprise under the model, at temperature 1
    };
    /// Takes each character as it is written; false ends it.
    using Sink = std::function<bool(const Character&)>;

    /// Starts from zero state each time. The prompt itself is not written; characters of it that the vocabulary lacks
    /// are left out and appended to `unknown`. Without a prompt the net starts from a line's end, or from character 0.
    void generate(const SamplingSettings& settings, const Sink& sink, std::vector<std::string>* unknown = nullptr);

    /// All of it as one text.
    std::string text(const SamplingSettings& settings);

    /// How much each character of `text` surprises the model, in bits; the first has nothing before it and is left out.
    std::vector<double> surprise(std::string_view text);

private:
    std::span<const float> step(std::int32_t id, bool first);
    void generateStateful(const std::vector<std::int32_t>& prompt, const SamplingSettings& settings, const Sink& sink);
    void generateWindow(const std::vector<std::int32_t>& prompt, const SamplingSettings& settings, const Sink& sink);

    Model m_model; ///< for generation, 1 step x 1 stream
    WeightStore* m_store;
    Vocabulary m_vocabulary;
    EngineWish m_wish;
    Net m_net;
    std::string m_scoresName;
    std::vector<float> m_scores; ///< [V]
};

} // namespace engine
