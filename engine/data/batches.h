// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/batch_formula.h"
#include "engine/data/corpus.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace engine {

struct BatchSettings {
    BatchOrder order = BatchOrder::Streams;
    std::int64_t steps = 0, streams = 0; ///< T, N
    std::uint64_t seed = 0;              ///< of the windows' starts
    StreamShare share = {};              ///< the streams that next() cuts: see BatchFormula
};

/// Why so many characters of a text do not fill one batch, as a sentence; nothing: they do. The rule of Batches, for
/// who wants to know before a run.
std::optional<Sentence> whyNoBatch(const std::filesystem::path& text, std::int64_t characters,
                                   const BatchSettings& settings);

/// Where the next batch starts: part of a checkpoint.
struct BatchCursor {
    std::vector<std::int64_t> positions; ///< byte of each stream's next character; Streams only
    std::vector<bool> fresh;             ///< whether the stream's next step starts a sequence; Streams only
    std::uint64_t batches = 0;           ///< cut so far
    double epochs = 0;                   ///< how often the text was read through
    bool operator==(const BatchCursor&) const = default;
};

/// Cuts a range of a corpus into batches, for ever. Never allocates after the first batch.
///
/// Streams: the range's characters are cut into N runs of equal length, and each batch reads the next T of each run.
/// Where fewer than T + 1 are left, the run starts over with the next batch: all runs do so at once, a cont of 0 stands
/// at step 0 only, and the last (length - 1) mod T characters of a run are never read as inputs. So an epoch is (length
/// - 1) / T batches.
///
/// Windows: each starts at any of the range's characters that T others follow, drawn from the seed and the batch's
/// number.
class Batches {
public:
    /// Throws Error where the range holds too few characters for one batch: N · (T + 1), or T + 1 for windows.
    /// The corpus outlives the batches.
    Batches(const Corpus& corpus, TextRange range, const BatchSettings& settings);

    /// Fills ids, cont and targets, [T, N] each, in the order of the steps: element t·N + n. A stream that reaches its
    /// end starts over, with a cont of 0. The target of a character is the one after it. N: the streams of the share.
    void next(std::span<float> ids, std::span<float> cont, std::span<float> targets);

    /// Batches in an epoch: a whole number for streams, of characters read over characters for windows.
    double batchesPerEpoch() const { return m_batchesPerEpoch; }

    const BatchCursor& cursor() const { return m_cursor; }

    /// Throws Error for a cursor that is not where the number of its batches says, as no run leaves it.
    void seek(const BatchCursor& cursor);

    /// Where the batches of a number start.
    const BatchFormula& formula() const { return m_formula; }

    /// The cursor of a run that has cut so many batches.
    BatchCursor cursorAt(std::uint64_t batches) const;

private:
    std::int64_t positionOf(std::uint64_t batch, std::int64_t n) const;
    void put(BatchCursor& cursor, std::uint64_t batches) const;

    const Corpus* m_corpus;
    TextRange m_range;
    BatchSettings m_settings;
    BatchFormula m_formula;
    BatchCursor m_cursor, m_next;      ///< m_next: room for the one behind the batch
    std::vector<std::int32_t> m_ids;   ///< of one stream's T + 1 characters
    std::int64_t m_firstCharacter = 0; ///< number of the range's first character in the text
    double m_batchesPerEpoch = 0;
};

} // namespace engine
