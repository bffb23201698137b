// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/error.h"
#include "engine/graph/not_finite.h"
#include "engine/training/write/text_generator.h"

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// What the sources of TextGenerator share.

namespace engine {

/// A net of one step has no step that could start a sequence but the first, nor has a window.
inline constexpr Pass onePass{.startsOnlyFirst = true};

/// What is read before a text is written, character by character.
struct TextGenerator::PromptReading {
    struct ReadCharacter {
        std::int32_t id;
        std::int64_t place; ///< bytes of the text when it was read
    };
    std::vector<ReadCharacter> characters; ///< never empty
    const WritingState* start = nullptr;   ///< null: zero state
    std::vector<HeldUnit> held;            ///< with their places
    std::uint64_t passed = 0;              ///< of the seed's random numbers
};

/// Hands characters on until the stop text was written or the reader has enough.
class CharacterWriter {
public:
    CharacterWriter(const Vocabulary& vocabulary, const std::string& stop, const TextGenerator::Sink& sink)
        : m_vocabulary(vocabulary), m_stop(stop), m_sink(sink)
    {}

    /// Throws NotFiniteError for scores that are no numbers: they give no character a probability.
    bool write(std::int32_t id, double bits, std::span<const float> scores = {})
    {
        if (!std::isfinite(bits)) {
            throw NotFiniteError(say(ENGINE_TEXT("Sentences", "after %1 written characters"), m_written));
        }
        ++m_written;
        const std::string text = m_vocabulary.textOf(id);
        if (!m_sink({text, bits, scores})) {
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
    std::int64_t m_written = 0;
    std::string m_tail; ///< at least as much of the end as the stop text is long
};

} // namespace engine
