// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/corpus.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace engine {

/// A part of a text as contiguous streams, each read from its start to its end, T steps of all at a time: how a net is
/// measured. Every character but the first of each stream is predicted once.
///
/// If only a part of a long text is to be measured, each stream ends early, so that together they predict as many
/// characters as wanted: pieces that are spread evenly over the range, the same each time.
///
/// In windows: each stream is a run of windows that predict `Batch::window` characters each and start from nothing. All
/// of them are whole; what is left behind the last one is not read.
class TextStreams {
public:
    /// T steps and N streams at a time.
    struct Batch {
        std::int64_t steps = 64, streams = 16;
        std::int64_t window = 0; ///< 0: none, the state is carried from a stream's start to its end
    };
    static constexpr std::int64_t all =
        std::numeric_limits<std::int64_t>::max(); ///< characters, however many there are

    enum class Target {
        Next,
        Same ///< an autoencoder predicts the character that it reads: every one but the last of each stream
    };

    /// The text must outlive them. Throws Error for a range that holds no whole window.
    TextStreams(const Corpus& corpus, const TextRange& range, std::int64_t characters, Batch batch, Target target);

    /// The next T steps of each stream. False: none has any left.
    bool next();

    // Of these steps, in the order [T, N].
    std::span<const float> ids() const { return m_ids; }
    std::span<const float> cont() const { return m_cont; }              ///< 0 starts a stream
    std::span<const std::int32_t> targets() const { return m_targets; } ///< -1 where the stream has ended

private:
    /// One contiguous part of the range while it is read.
    struct Stream {
        std::int64_t position, last;
        std::int64_t wanted;           ///< characters to predict; more than there are where it is read to its end
        std::vector<std::int32_t> ids; ///< T + 1: the character before the batch's first target, then the targets
        std::size_t count = 0;         ///< of them that are there
        std::int64_t read = 0;         ///< characters before the batch's first target, since the stream's start
    };

    Stream carried(std::int64_t number, const TextRange& range, std::int64_t characters) const;
    Stream inWindows(std::int64_t number, const TextRange& range, std::int64_t characters) const;
    bool startsAt(const Stream& stream, std::int64_t step) const;

    const Corpus* m_corpus;
    Batch m_batch;
    Target m_target;
    std::vector<Stream> m_streams;
    std::vector<float> m_ids, m_cont;
    std::vector<std::int32_t> m_targets;
};

} // namespace engine
