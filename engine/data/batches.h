// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/corpus.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// How batches are cut from a text.
enum class BatchOrder {
    Streams, ///< N contiguous streams, T characters further each time; the net's state is carried over
    Windows, ///< N windows that start anywhere, each from zero state (MyCaffe's way)
};

struct BatchSettings {
    BatchOrder order = BatchOrder::Streams;
    std::int64_t steps = 0, streams = 0; ///< T, N
    std::uint64_t seed = 0;              ///< of the windows' starts
};

/// Where the next batch starts: part of a checkpoint.
struct BatchCursor {
    std::vector<std::int64_t> positions; ///< byte of each stream's next character; Streams only
    std::vector<bool> fresh;             ///< whether the stream's next step starts a sequence
    std::uint64_t batches = 0;           ///< cut so far
    double epochs = 0;                   ///< how often the text was read through
    bool operator==(const BatchCursor&) const = default;
};

/// Cuts a range of a corpus into batches, for ever. Never allocates after the first batch.
class Batches {
public:
    /// Throws Error where the range holds too few characters for one batch: N · (T + 1), or T + 1 for windows.
    Batches(const Corpus& corpus, TextRange range, const BatchSettings& settings);

    /// Fills ids, marks and targets, [T, N] each, in the order of the steps: element t·N + n. A stream that reaches its
    /// end starts over, with a mark of 0. The target of a character is the one after it.
    void next(std::span<float> ids, std::span<float> marks, std::span<float> targets);

    const BatchCursor& cursor() const { return m_cursor; }
    void seek(const BatchCursor& cursor); ///< Throws Error for a cursor of another number of streams or out of the range.

private:
    const Corpus* m_corpus;
    TextRange m_range;
    BatchSettings m_settings;
    BatchCursor m_cursor;
    std::vector<TextRange> m_streams;
    std::vector<std::int32_t> m_ids; ///< of one stream's T + 1 characters
};

} // namespace engine
