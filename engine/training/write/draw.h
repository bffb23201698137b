// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/both.h"

#include <bit>
#include <cmath>
#include <cstdint>

/// Before a template that threads of the host or of a GPU call, each with functions of their own.
#ifdef __CUDACC__
#define ENGINE_ANY_CREW _Pragma("nv_exec_check_disable")
#else
#define ENGINE_ANY_CREW
#endif

namespace engine {

/// How a character is drawn from its scores. See SamplingSettings.
struct DrawSettings {
    double temperature = 1;
    double topP = 1;
    std::int64_t topK = 0;

    /// The likeliest each time, without chance.
    ENGINE_BOTH bool likeliest() const { return temperature == 0 || topK == 1; }
};

/// Scores in their order: of two, the one that is likelier has the larger key; of two that are equal, the one with the
/// smaller id. So a seed means one text, on every device.
ENGINE_BOTH inline std::uint64_t drawKey(float score, std::int64_t id)
{
    const auto bits = std::bit_cast<std::uint32_t>(score + 0.0f); // -0 is 0
    const std::uint32_t ordered = (bits >> 31) != 0 ? ~bits : bits | 0x80000000u;
    return std::uint64_t{ordered} << 32 | (0xFFFFFFFFu - static_cast<std::uint32_t>(id));
}

ENGINE_BOTH inline std::int32_t idOfKey(std::uint64_t key)
{
    return static_cast<std::int32_t>(0xFFFFFFFFu - static_cast<std::uint32_t>(key));
}

/// e^((score - top) / temperature), in units of 2^-40: sums of whole numbers are exact, so that they are the same in
/// whatever order and by however many threads they are taken. A score that is no number weighs nothing.
ENGINE_BOTH inline std::uint64_t drawWeight(float score, float top, double temperature)
{
    const auto weight = static_cast<float>(std::exp(static_cast<double>(score - top) / temperature));
    constexpr double one = 1099511627776.0;
    return weight > 0 ? static_cast<std::uint64_t>(static_cast<double>(weight) * one) : 0;
}

/// Room for drawCharacter, shared by its crew: V each. `order` is used where top-k or top-p cut only.
struct DrawRoom {
    std::uint64_t* weights;
    std::uint32_t* keys;
    std::int32_t* order;
};

/// Draws one of V scores as CharacterSampler does, by a crew of threads of which each calls this: `chance` in (0, 1) is
/// what is drawn from. A crew has rank(), size(), sync(), largest(value), sum(value) over all of them, and
/// sumBefore(value), over those of a lower rank. V is 2 or more; the scores are read by all.
ENGINE_ANY_CREW
template <typename Crew>
ENGINE_BOTH std::int32_t drawCharacter(Crew& crew, const DrawSettings& settings, double chance, const float* scores,
                                       std::int32_t V, const DrawRoom& room)
{
    const std::int32_t rank = crew.rank(), size = crew.size();
    const auto lesser = [](std::int64_t a, std::int64_t b) { return static_cast<std::int32_t>(a < b ? a : b); };
    std::uint64_t best = 0;
    for (std::int32_t id = rank; id < V; id += size) {
        const std::uint64_t key = drawKey(scores[id], id);
        room.keys[id] = static_cast<std::uint32_t>(key >> 32);
        best = key > best ? key : best;
    }
    best = crew.largest(best); // all keys are there after it
    if (settings.likeliest()) {
        return idOfKey(best);
    }
    const float top = scores[idOfKey(best)];

    // The likeliest first, where something is cut off. Every place is taken once, as no two keys are the same.
    const bool fewer = settings.topK > 0 && settings.topK < V;
    const bool sorted = fewer || settings.topP < 1;
    if (sorted) {
        for (std::int32_t id = rank; id < V; id += size) {
            std::int32_t place = 0;
            for (std::int32_t other = 0; other < V; ++other) {
                place += room.keys[other] > room.keys[id] || (room.keys[other] == room.keys[id] && other < id);
            }
            room.order[place] = id;
        }
        crew.sync();
    }
    std::int32_t count = fewer ? static_cast<std::int32_t>(settings.topK) : V;

    // Each thread has a run of places one after the other.
    const std::int32_t share = (count + size - 1) / size;
    const std::int32_t first = lesser(std::int64_t{rank} * share, count),
                       last = lesser(std::int64_t{first} + share, count);
    std::uint64_t mine = 0;
    constexpr std::int32_t together = 4; // powers that do not wait for one another
    for (std::int32_t from = first; from < last; from += together) {
        std::uint64_t weights[together];
        for (std::int32_t one = 0; one < together; ++one) {
            const std::int32_t place = lesser(std::int64_t{from} + one, last - 1);
            weights[one] = drawWeight(scores[sorted ? room.order[place] : place], top, settings.temperature);
        }
        for (std::int32_t one = 0; one < together && from + one < last; ++one) {
            room.weights[from + one] = weights[one];
            mine += weights[one];
        }
    }
    const std::uint64_t before = crew.sumBefore(mine);
    std::uint64_t total = crew.sum(mine);

    if (settings.topP < 1) { // as many as it takes to reach that share
        const double limit = settings.topP * static_cast<double>(total);
        std::uint64_t under = 0, sum = before;
        for (std::int32_t place = first; place < last; ++place) {
            sum += room.weights[place];
            under += static_cast<double>(sum) < limit ? 1 : 0;
        }
        count = lesser(static_cast<std::int64_t>(crew.sum(under)) + 1, count);
        std::uint64_t kept = 0;
        sum = before;
        for (std::int32_t place = first; place < lesser(last, count); ++place) {
            sum += room.weights[place];
            kept = place == count - 1 ? sum : 0;
        }
        total = crew.sum(kept);
    }

    const double drawn = chance * static_cast<double>(total);
    std::uint64_t under = 0, sum = before;
    for (std::int32_t place = first; place < lesser(last, count); ++place) {
        sum += room.weights[place];
        under += static_cast<double>(sum) < drawn ? 1 : 0;
    }
    const std::int32_t place = lesser(static_cast<std::int64_t>(crew.sum(under)), count - 1);
    return sorted ? room.order[place] : place;
}

/// -log2 of the probability that softmax(scores) gives to `id`, by a crew as above, whose sum() takes doubles too.
ENGINE_ANY_CREW
template <typename Crew>
ENGINE_BOTH double surpriseOf(Crew& crew, const float* scores, std::int32_t V, std::int32_t id)
{
    std::uint64_t best = 0;
    for (std::int32_t other = crew.rank(); other < V; other += crew.size()) {
        const std::uint64_t key = drawKey(scores[other], other);
        best = key > best ? key : best;
    }
    const float top = scores[idOfKey(crew.largest(best))];
    double sum = 0;
    for (std::int32_t other = crew.rank(); other < V; other += crew.size()) {
        sum += std::exp(static_cast<double>(scores[other] - top));
    }
    constexpr double ln2 = 0.693147180559945309417;
    return (std::log(crew.sum(sum)) - static_cast<double>(scores[id] - top)) / ln2;
}

} // namespace engine
