// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/samples.h"

#include "engine/data/parallel.h"

#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

namespace engine {
namespace {

/// The numbers of a sample lie one behind the other, whatever their order in a step.
std::uint64_t digestOf(const Samples& samples, std::int32_t sample)
{
    const auto start = static_cast<std::size_t>(samples.starts[static_cast<std::size_t>(sample)]);
    const auto count = static_cast<std::size_t>(samples.lengthOf(sample) * samples.layout.width);
    const std::span<const std::byte> bytes = samples.bytes.empty()
                                                 ? std::as_bytes(samples.numbers.subspan(start, count))
                                                 : std::as_bytes(samples.bytes.subspan(start, count));
    return XXH3_64bits(bytes.data(), bytes.size());
}

} // namespace

bool isKnown(float answer, const SampleFacts& facts)
{
    return facts.classes.empty() ? !std::isnan(answer) : answer >= 0;
}

void cutBatch(const Samples& samples, std::span<const std::int32_t> chosen, std::int64_t streams,
              const SamplePlaces& places)
{
    assert(std::ssize(chosen) <= streams);
    const std::int64_t steps = samples.layout.steps;
    std::fill(places.cont.begin(), places.cont.end(), 1.0f);
    for (std::int64_t n = 0; n < streams; ++n) {
        const auto stream = static_cast<std::size_t>(n);
        const bool isEmpty = n >= std::ssize(chosen);
        const std::int64_t sample = isEmpty ? 0 : chosen[stream];
        const std::int64_t length = isEmpty ? steps : samples.lengthOf(sample);
        const std::int64_t width = samples.layout.width;
        for (std::int64_t t = 0; !places.values.empty() && t < steps; ++t) {
            float* const row = places.values.data() + (t * streams + n) * width;
            for (std::int64_t i = 0; i < width; ++i) {
                row[i] = !isEmpty && t < length ? samples.valueOf(sample, t, i) : 0;
            }
        }
        if (!places.cont.empty()) {
            places.cont[stream] = 0;
            if (length < steps) {
                places.cont[static_cast<std::size_t>(length * streams + n)] = 0;
            }
        }
        if (!places.answers.empty()) {
            places.answers[stream] =
                isEmpty ? missingAnswer(samples.facts) : samples.answers[static_cast<std::size_t>(sample)];
        }
        if (!places.lengths.empty()) {
            places.lengths[stream] = static_cast<float>(length);
        }
    }
}

std::vector<std::uint64_t> digestsOf(const Samples& samples, std::span<const std::int32_t> members, const GoOn& goOn)
{
    constexpr std::size_t blockMembers = 1 << 15;
    std::vector<std::vector<std::uint64_t>> blocks((members.size() + blockMembers - 1) / blockMembers);
    inParallel(blocks.size(), goOn, samples.facts.file, [&](std::size_t block) {
        std::vector<std::uint64_t>& digests = blocks[block];
        const std::size_t begin = block * blockMembers;
        for (const std::int32_t sample : members.subspan(begin, std::min(blockMembers, members.size() - begin))) {
            digests.push_back(digestOf(samples, sample));
        }
        std::ranges::sort(digests);
        digests.erase(std::unique(digests.begin(), digests.end()), digests.end());
    });
    std::vector<std::uint64_t> least;
    for (const std::vector<std::uint64_t>& digests : blocks) {
        const auto end =
            least.size() < maxLearnedDigests ? digests.end() : std::ranges::lower_bound(digests, least.back());
        std::vector<std::uint64_t> both;
        std::set_union(least.begin(), least.end(), digests.begin(), end, std::back_inserter(both));
        both.resize(std::min(both.size(), maxLearnedDigests));
        least = std::move(both);
    }
    return least;
}

Learned learnedAmong(const Samples& samples, std::span<const std::int32_t> members,
                     std::span<const std::uint64_t> digests)
{
    Learned learned;
    for (const std::int32_t sample : members) {
        const std::uint64_t digest = digestOf(samples, sample);
        learned.compared += digests.size() < maxLearnedDigests || digest <= digests.back() ? 1 : 0;
        learned.count += std::ranges::binary_search(digests, digest) ? 1 : 0;
    }
    return learned;
}

} // namespace engine
