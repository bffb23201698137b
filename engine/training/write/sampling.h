// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/random.h"
#include "engine/formats/checkpoint/writing_state.h"
#include "engine/training/write/draw.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

    std::optional<WritingState> start = {}; ///< where reading begins; nothing: at zero state
    std::vector<HeldUnit> held = {};        ///< units whose state is set while the net reads and writes
    /// Bytes at the prompt's end that this seed wrote: their random numbers are passed over. All of it: the text began
    /// without a prompt, so that the net reads a line's end before it.
    std::int64_t drawn = 0;

    bool operator==(const SamplingSettings&) const = default;
    DrawSettings draw() const { return {.temperature = temperature, .topP = topP, .topK = topK}; }
};

/// Throws Error for a temperature below 0, a top_p outside (0, 1], a negative length or k, a window below 2, a start or
/// held units in the mode Window, which keeps no state, or more drawn bytes than the prompt has.
void check(const SamplingSettings& settings);

/// The stream of a seed's random numbers that characters are drawn from: one number each.
inline constexpr std::uint64_t samplingStream = std::uint64_t{1} << 56;

/// Draws one of the scores' indices: softmax at the temperature, cut by top-k, then by top-p.
class CharacterSampler {
public:
    /// `passed` of the seed's random numbers were taken before.
    explicit CharacterSampler(const SamplingSettings& settings, std::uint64_t passed = 0);
    std::int32_t draw(std::span<const float> scores);

private:
    DrawSettings m_settings;
    RandomSequence m_random;
    std::vector<std::uint64_t> m_candidates; ///< keys, then weights; kept for their memory
    std::vector<std::int32_t> m_ids;
};

/// A character and the probability that softmax(scores) gives to it.
struct Likely {
    std::int32_t id;
    float probability;

    bool operator==(const Likely&) const = default;
};

/// The `count` likeliest of the scores [V], or all where there are fewer, the likeliest first; of two that are equally
/// likely, the one with the smaller id.
std::vector<Likely> likeliest(std::span<const float> scores, std::size_t count);

/// -log2 of the probability that softmax(scores) gives to `id`: how much the character surprises the model.
double surpriseBits(std::span<const float> scores, std::int32_t id);

} // namespace engine
