// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/dropout.h"

#include "engine/devices/cpu/fast_math.h"
#include "engine/devices/cpu/parallel.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace engine {
namespace {

constexpr std::int64_t grain = 8 * 1024; ///< elements: one thread's work in about 5 us
constexpr std::int64_t lanes = 16;       ///< counters that are drawn side by side: one vector of 32-bit words

/// 4 · lanes elements from the counter `first` on.
struct MaskBlock {
    DropoutRule rule;
    std::uint64_t first, pass, key;
};

ENGINE_ALWAYS_INLINE void drawBlock(const MaskBlock& block, std::uint8_t* mask)
{
    static_assert(std::endian::native == std::endian::little);
    std::uint32_t fours[lanes]; // each holds the mask bytes of its counter's four elements
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        const Philox drawn = philox(block.first + lane, block.pass, block.key);
        const auto byte = [&](int word) { return static_cast<std::uint32_t>(block.rule.stays(drawn.words[word])); };
        fours[lane] = byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
    }
    std::memcpy(mask, fours, sizeof fours);
}

ENGINE_VECTOR_CLONES void drawBlocks(MaskBlock block, std::uint8_t* mask, std::int64_t blocks)
{
    for (std::int64_t index = 0; index < blocks; ++index) {
        drawBlock(block, mask + index * 4 * lanes);
        block.first += lanes;
    }
}

/// The mask of `count` elements, of which the first has this number.
void drawRange(DropoutRule rule, std::uint64_t pass, std::uint64_t key, std::int64_t element, std::uint8_t* mask,
               std::int64_t count)
{
    const auto draw = [&](std::int64_t last) {
        for (; count > 0 && element < last; ++element, ++mask, --count) {
            *mask = rule.stays(philox(static_cast<std::uint64_t>(element) / 4, pass, key).words[element % 4]);
        }
    };
    draw((element + 3) / 4 * 4); // to a counter's first word
    const std::int64_t blocks = count / (4 * lanes);
    drawBlocks({rule, static_cast<std::uint64_t>(element) / 4, pass, key}, mask, blocks);
    mask += blocks * 4 * lanes;
    element += blocks * 4 * lanes;
    count -= blocks * 4 * lanes;
    draw(element + count);
}

ENGINE_VECTOR_CLONES void applyRange(float scale, const std::uint8_t* mask, const float* from, float* to,
                                     std::int64_t count)
{
#pragma GCC ivdep
    for (std::int64_t index = 0; index < count; ++index) {
        to[index] = mask[index] ? from[index] * scale : 0.0f;
    }
}

/// Zeros for a factor of 0, whatever `from` holds.
ENGINE_VECTOR_CLONES void scaleRange(float factor, const float* from, float* to, std::int64_t count)
{
#pragma GCC ivdep
    for (std::int64_t index = 0; index < count; ++index) {
        to[index] = factor != 0.0f ? from[index] * factor : 0.0f;
    }
}

} // namespace

void drawDropoutMask(DropoutRule rule, std::uint64_t pass, const MaskKey& key, std::uint8_t* mask, std::int64_t count)
{
    const std::int64_t row = key.row == 0 ? count : key.row;
    parallelFor(
        count, grain,
        [=](IndexRange range) {
            for (std::int64_t first = range.first; first < range.last;) { // what lies in one row
                const std::int64_t last = std::min(range.last, (first / row + 1) * row);
                drawRange(rule, pass, key.key, key.elementOf(first), mask + first, last - first);
                first = last;
            }
        },
        4 * lanes);
}

void applyDropoutMask(DropoutRule rule, const std::uint8_t* mask, const float* from, float* to, std::int64_t count)
{
    parallelFor(count, grain, [=](IndexRange range) {
        applyRange(rule.scale, mask + range.first, from + range.first, to + range.first, range.count());
    });
}

void applyDropoutMask(DropoutRule rule, const DropoutSharing& sharing, const std::uint8_t* mask, const float* from,
                      float* to)
{
    if (sharing.isPlain()) {
        applyDropoutMask(rule, mask, from, to, sharing.count);
        return;
    }
    const bool steps = sharing.width == 1;
    const std::int64_t row = steps ? sharing.period : sharing.width; // of elements with the mask's row, or one of it
    parallelFor(sharing.count / row, std::max<std::int64_t>(1, grain / row), [=](IndexRange range) {
        for (std::int64_t index = range.first; index < range.last; ++index) {
            const float* const source = from + index * row;
            float* const target = to + index * row;
            if (steps) {
                applyRange(rule.scale, mask, source, target, row);
            } else {
                scaleRange(mask[index] ? rule.scale : 0.0f, source, target, row);
            }
        }
    });
}

} // namespace engine
