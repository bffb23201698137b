// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/vocabulary.h"
#include "engine/graph/go_on.h"
#include "engine/graph/sentence.h"
#include "engine/net/net.h"
#include "engine/training/write/device_sampler.h"
#include "engine/training/write/held_net.h"
#include "engine/training/write/sampling.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Why no text can be written with the model, as a sentence: one of its layers would have to know the text's end.
/// Nothing where it can.
std::optional<Sentence> whyItCannotWrite(const Model& model);

/// Writes text with a model's weights. The store must outlive it. On an asynchronous device it queues characters
/// before it has read those before them; the text is the same.
class TextGenerator {
public:
    using MakeSampler = std::function<std::unique_ptr<DeviceSampler>(Device&, const TextPorts&)>;

    /// Without `makeSampler` it takes what the backend of the store's device makes.
    TextGenerator(const Model& model, WeightStore& store, const Vocabulary& vocabulary, const EngineWish& wish,
                  const MakeSampler& makeSampler = {});
    TextGenerator(const TextGenerator&) = delete; // a recording points to its net
    TextGenerator& operator=(const TextGenerator&) = delete;

    struct Character {
        std::string_view text; ///< one byte, or one code point as UTF-8
        double bits;           ///< its surprise under the model, at temperature 1

        /// [V], of all characters that could have stood here, valid during the call; empty where a device draws and
        /// keeps them.
        std::span<const float> scores = {};
    };
    /// Takes each character as it is written; false ends it.
    using Sink = std::function<bool(const Character&)>;

    /// Starts from settings.start, or from zero state. The prompt itself is not written; characters of it that the
    /// vocabulary lacks are left out and appended to `unknown`. Without a prompt the net starts from a line's end, or
    /// from character 0. `goOn` is asked before each character of the prompt; where it says no, nothing is written.
    void generate(const SamplingSettings& settings, const Sink& sink, std::vector<std::string>* unknown = nullptr,
                  const GoOn& goOn = {});

    /// Reads what generate() reads before it writes, and tells where the net stands then. Throws CancelledError where
    /// `goOn` says no.
    WritingPlace placeAfter(const SamplingSettings& settings, const GoOn& goOn = {});

    /// All of it as one text.
    std::string text(const SamplingSettings& settings);

    /// Reads `text` as if it had been written after the settings' prompt: each of its characters that the vocabulary
    /// knows goes to `sink`, with its surprise and the scores that it had. `goOn` is asked as in generate().
    void follow(const SamplingSettings& before, std::string_view text, const Sink& sink, const GoOn& goOn = {});

    /// How much each character of `text` surprises the model, in bits; the first has nothing before it and is left out.
    std::vector<double> surprise(std::string_view text);

    /// How the last text was written: for measurements and tests.
    enum class Way {
        Stepwise,  ///< the host draws each character
        Held,      ///< likewise, the net layer by layer where units are held
        Recording, ///< the device draws; its passes are the net's
        Kernel,    ///< one kernel of the device does both
    };
    Way way() const { return m_way; }

private:
    struct PromptReading;

    void read(std::int32_t id, bool first);
    void read(std::int32_t id, bool first, const PromptReading& reading, std::int64_t place);
    std::vector<std::int32_t> promptIds(const std::string& prompt, std::vector<std::string>* unknown) const;
    PromptReading readingOf(const SamplingSettings& settings, std::vector<std::string>* unknown);
    void begin(const PromptReading& reading);
    bool readPrompt(const PromptReading& reading, const GoOn& goOn);
    std::span<const float> scores();
    void generateStateful(const PromptReading& reading, const SamplingSettings& settings, const Sink& sink,
                          const GoOn& goOn);
    void writeStepwise(const PromptReading& reading, const SamplingSettings& settings, const Sink& sink);
    void recordAhead();
    void writeAhead(const PromptReading& reading, const SamplingSettings& settings, const Sink& sink);
    void generateWindow(const std::vector<std::int32_t>& prompt, const SamplingSettings& settings, const Sink& sink);

    Model m_model; ///< for generation, 1 step x 1 stream
    WeightStore* m_store;
    Vocabulary m_vocabulary;
    EngineWish m_wish;
    Net m_net;
    std::string m_scoresName;
    std::vector<float> m_scores;     ///< [V]
    std::unique_ptr<HeldNet> m_held; ///< made when a unit is first held

    std::unique_ptr<DeviceSampler> m_sampler; ///< null: characters are drawn on the host
    std::unique_ptr<Recording> m_ahead;       ///< the next characters; made when it is first wanted
    std::int64_t m_charactersAhead = 0;       ///< of one run of it
    Way m_way = Way::Stepwise, m_wayAhead = Way::Recording;
};

} // namespace engine
