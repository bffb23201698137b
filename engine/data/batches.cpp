// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/batches.h"

#include "engine/graph/error.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace engine {
namespace {

/// The windows' share of the run's random numbers, far from those that layers and fillers draw from.
constexpr std::uint64_t windowsStream = 0x5749'4E44'4F57'5300u;

} // namespace

std::optional<Sentence> whyNoBatch(const std::filesystem::path& text, std::int64_t characters,
                                   const BatchSettings& settings)
{
    const std::int64_t T = settings.steps, N = settings.streams;
    if (T < 1 || N < 1) {
        return say(ENGINE_TEXT("Sentences", "batch: found %1 steps of %2 streams, wanted at least 1 of each"), T, N);
    }
    const bool streams = settings.order == BatchOrder::Streams;
    if (characters / (streams ? N : 1) > T) {
        return std::nullopt;
    }
    const double lengthEach = static_cast<double>(T) + 1; // as a double: what is asked for may be absurd
    if (streams) {
        return say(
            ENGINE_TEXT(
                "Sentences",
                "The text %1 is too short: the part to read has %2 characters, but must have at least %3 for %4 "
                "streams of %5 steps and the next character each. Use a longer text, fewer streams or fewer steps."),
            text.string(), characters, lengthEach * static_cast<double>(N), N, T);
    }
    return say(ENGINE_TEXT("Sentences",
                           "The text %1 is too short: the part to read has %2 characters, but must have at least "
                           "%3 for %4 steps and the next character. Use a longer text or fewer steps."),
               text.string(), characters, lengthEach, T);
}

Batches::Batches(const Corpus& corpus, TextRange range, const BatchSettings& settings)
    : m_corpus(&corpus), m_range(range), m_settings(settings)
{
    const std::int64_t T = settings.steps, N = settings.streams;
    const std::int64_t found = corpus.charactersIn(range);
    if (const std::optional<Sentence> why = whyNoBatch(corpus.file(), found, settings)) {
        throw Error(*why);
    }
    m_ids.resize(static_cast<std::size_t>(T) + 1);
    m_firstCharacter = corpus.charactersBefore(range.first);
    m_formula = {.order = settings.order,
                 .steps = T,
                 .streams = N,
                 .characters = found,
                 .key = RandomStream{settings.seed, windowsStream}.key(),
                 .share = settings.share};
    m_batchesPerEpoch = settings.order == BatchOrder::Streams
                            ? static_cast<double>(m_formula.batchesPerEpoch())
                            : static_cast<double>(found) / (static_cast<double>(T) * static_cast<double>(N));
    m_cursor = m_next = cursorAt(0);
}

void Batches::next(std::span<float> ids, std::span<float> cont, std::span<float> targets)
{
    const auto T = static_cast<std::size_t>(m_settings.steps), N = static_cast<std::size_t>(m_formula.streamsCut());
    assert(ids.size() == T * N && cont.size() == T * N && targets.size() == T * N);
    std::fill(cont.begin(), cont.end(), 1.0f);
    std::fill_n(cont.begin(), N, m_formula.startsSequence(m_cursor.batches) ? 0.0f : 1.0f);
    for (std::size_t n = 0; n < N; ++n) {
        std::int64_t position = positionOf(m_cursor.batches, m_settings.share.first + static_cast<std::int64_t>(n));
        [[maybe_unused]] const std::size_t count = m_corpus->read(position, m_range.last, m_ids);
        assert(count == m_ids.size());
        for (std::size_t t = 0; t < T; ++t) {
            ids[t * N + n] = static_cast<float>(m_ids[t]);
            targets[t * N + n] = static_cast<float>(m_ids[t + 1]);
        }
    }
    put(m_next, m_cursor.batches + 1); // which may throw
    std::swap(m_cursor, m_next);
}

/// Where stream or window n of a batch starts in the text.
std::int64_t Batches::positionOf(std::uint64_t batch, std::int64_t n) const
{
    return m_corpus->positionOf(m_firstCharacter + m_formula.start(batch, n));
}

void Batches::put(BatchCursor& cursor, std::uint64_t batches) const
{
    const auto streams = static_cast<std::size_t>(m_settings.order == BatchOrder::Streams ? m_settings.streams : 0);
    cursor.batches = batches;
    cursor.epochs = static_cast<double>(batches) / m_batchesPerEpoch;
    cursor.positions.resize(streams);
    cursor.fresh.assign(streams, m_formula.startsSequence(batches));
    for (std::size_t n = 0; n < streams; ++n) {
        cursor.positions[n] = positionOf(batches, static_cast<std::int64_t>(n));
    }
}

BatchCursor Batches::cursorAt(std::uint64_t batches) const
{
    BatchCursor cursor;
    put(cursor, batches);
    return cursor;
}

void Batches::seek(const BatchCursor& cursor)
{
    if (cursor != cursorAt(cursor.batches)) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "data cursor: it is not where %1 batches end, but must be for a run to go on"),
                cursor.batches));
    }
    m_cursor = cursor;
}

} // namespace engine
