// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/batch_formula.h"
#include "engine/data/corpus.h"
#include "engine/data/table_format.h"
#include "engine/data/vocabulary.h"
#include "engine/devices/both.h"
#include "engine/graph/go_on.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// Where the numbers of a sample lie in a block of memory, relative to its first one, and how they become a net's
/// input. T steps of I numbers.
struct SampleLayout {
    std::int64_t steps = 0, width = 0;            ///< T, of the longest sample; I
    std::int64_t stepStride = 0, valueStride = 1; ///< in elements
    float scale = 1;                              ///< a net reads value · scale: 1/255 for the bytes of images

    /// The element of number i of step t, of a sample that starts at element `start`.
    ENGINE_BOTH std::int64_t element(std::int64_t start, std::int64_t t, std::int64_t i) const
    {
        return start + t * stepStride + i * valueStride;
    }
};

/// What a net reads of a pixel of 1.
inline constexpr float pixelScale = 1.0f / 255.0f;

/// How a column of numbers was brought to mean 0 and deviation 1: number = standardised · deviation + mean. Learned on
/// the training part alone, and kept in checkpoints.
struct Standardisation {
    double mean = 0, deviation = 1;
    bool operator==(const Standardisation&) const = default;
};

/// What is known of samples besides their numbers: it settles a net's sizes, and goes into checkpoints.
struct SampleFacts {
    std::string kind = {};                 ///< "rows", "table" or "lines"
    std::string file = {};                 ///< or folder, as it was opened
    std::string digest = {};               ///< of all that was read, 16 hexadecimal digits
    std::int64_t steps = 0, width = 0;     ///< T, I; 1 where a step is the number of a character
    std::vector<std::string> classes = {}; ///< their names; empty where the answer is a number
    std::string target = {};               ///< the name of the column that is predicted; empty where there is none
    std::vector<std::string> inputs = {};  ///< names of the I columns; empty where they have none
    std::vector<Standardisation> inputScales = {}; ///< of those; empty where nothing was standardised
    Standardisation targetScale = {};
    TableFormat format = {}; ///< of a table's file, nothing left to Auto that it tells

    bool operator==(const SampleFacts&) const = default;
};

/// A sequence of the data that a net cannot read. It has its number and its place among the samples, and is in no part.
struct UnreadSample {
    std::int32_t sample = 0;
    Sentence reason;
};

/// Sequences with an answer each, cut into a training, a validation and a test part. The numbers lie in one block,
/// where samples may overlap, as the windows of a series do. A value: copies share the block, which is immutable.
struct Samples {
    std::shared_ptr<const void> memory = {};  ///< owns the block: a mapped file or a vector
    std::span<const std::uint8_t> bytes = {}; ///< the block; one of the two
    std::span<const float> numbers = {};
    SampleLayout layout;

    std::vector<std::int64_t> starts = {};  ///< of each sample: its first element in the block
    std::vector<std::int32_t> lengths = {}; ///< steps of each; empty where all have layout.steps
    std::vector<float> answers = {};        ///< of each: the number of its class, or a number
    std::vector<double> targets = {}; ///< of each: the number of its answer as the data have it; empty: unstandardised
    std::vector<double> lastTargets = {}; ///< of each: the last one that is known when it is read, or NaN; may be empty
    std::int64_t period = 0; ///< rows after which a table's targets seem to repeat themselves; 0: they do not
    std::vector<double> periodTargets = {}; ///< of each: the one a period before, or the last one; with a period only
    /// Of each: microseconds since 1970-01-01 of the row of its answer, by the clock of the file; empty: none.
    std::vector<std::int64_t> times = {};
    std::array<std::vector<std::int32_t>, 3> parts = {}; ///< the samples of Split::Train, Validation and Test
    SampleFacts facts = {};
    Vocabulary vocabulary = {};            ///< of lines of text, whose numbers are those of characters
    std::vector<Sentence> remarks = {};    ///< sentences: what was not read as it stands in the file
    std::vector<UnreadSample> unread = {}; ///< in the order of their numbers

    std::int64_t count() const { return static_cast<std::int64_t>(starts.size()); }
    const std::vector<std::int32_t>& part(Split split) const { return parts.at(static_cast<std::size_t>(split)); }
    bool haveOneLength() const { return lengths.empty(); }
    std::int64_t lengthOf(std::int64_t sample) const
    {
        return lengths.empty() ? layout.steps : lengths[static_cast<std::size_t>(sample)];
    }
    /// The answer as the data have it: the number of a class, or a number in its own unit.
    double targetOf(std::int64_t sample) const
    {
        const auto at = static_cast<std::size_t>(sample);
        const auto answer = static_cast<double>(answers[at]);
        const Standardisation& scale = facts.targetScale;
        return !facts.classes.empty() ? answer : targets.empty() ? answer * scale.deviation + scale.mean : targets[at];
    }
    float valueOf(std::int64_t sample, std::int64_t t, std::int64_t i) const
    {
        const auto element = static_cast<std::size_t>(layout.element(starts[static_cast<std::size_t>(sample)], t, i));
        return (bytes.empty() ? numbers[element] : static_cast<float>(bytes[element])) * layout.scale;
    }
};

/// An answer that does not count: of the places of a batch that are left empty at the end of a part. The losses skip
/// it: -1 is their ignore_label, and a number that is missing is no number.
inline float missingAnswer(const SampleFacts& facts)
{
    return facts.classes.empty() ? std::numeric_limits<float>::quiet_NaN() : -1.0f;
}

/// Whether an answer counts: it is not missing.
bool isKnown(float answer, const SampleFacts& facts);

/// Where a batch goes: memory of the host, T steps, N streams, I numbers. Empty where the net has no such input.
struct SamplePlaces {
    std::span<float> values;  ///< [T, N, I]; 0 behind the end of a shorter sequence
    std::span<float> cont;    ///< [T, N]; 0 at step 0 and at the first step behind the end, else 1
    std::span<float> answers; ///< [N]
    std::span<float> lengths; ///< [N]
};

/// Writes samples into the streams of a batch; streams beyond them are empty: zeros, with a missing answer.
/// `chosen` are numbers of samples, at most `streams`.
void cutBatch(const Samples& samples, std::span<const std::int32_t> chosen, std::int64_t streams,
              const SamplePlaces& places);

/// So many digests a checkpoint keeps at most, half a megabyte: of more sequences those whose digests are the smallest,
/// which are as good as drawn at random.
inline constexpr std::size_t maxLearnedDigests = 1 << 16;

/// What sequences are known again by: digests (XXH3, 64 bits) of the numbers of each, without its answer; sorted, each
/// once. On all cores; throws CancelledError.
std::vector<std::uint64_t> digestsOf(const Samples& samples, std::span<const std::int32_t> members,
                                     const GoOn& goOn = {});

/// How many of some sequences a net learned from, or from ones with the same numbers. `digests` are those of what it
/// learned from.
struct Learned {
    std::int64_t count = 0;
    std::int64_t compared = 0; ///< those that can be told: all of them, unless the digests were too many to keep
};

Learned learnedAmong(const Samples& samples, std::span<const std::int32_t> members,
                     std::span<const std::uint64_t> digests);

} // namespace engine
