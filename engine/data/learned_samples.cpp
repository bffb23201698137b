// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/learned_samples.h"

#include <xxhash.h>

#include <algorithm>

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

std::vector<std::uint64_t> digestsOf(const Samples& samples, std::span<const std::int32_t> members)
{
    std::vector<std::uint64_t> digests;
    digests.reserve(members.size());
    for (const std::int32_t sample : members) {
        digests.push_back(digestOf(samples, sample));
    }
    std::ranges::sort(digests);
    digests.erase(std::unique(digests.begin(), digests.end()), digests.end());
    digests.resize(std::min(digests.size(), mostLearned));
    return digests;
}

Learned learnedAmong(const Samples& samples, std::span<const std::int32_t> members,
                     std::span<const std::uint64_t> digests)
{
    Learned learned;
    for (const std::int32_t sample : members) {
        const std::uint64_t digest = digestOf(samples, sample);
        const bool isTold = digests.size() < mostLearned || digest <= digests.back();
        learned.compared += isTold ? 1 : 0;
        learned.count += isTold && std::ranges::binary_search(digests, digest) ? 1 : 0;
    }
    return learned;
}

} // namespace engine
