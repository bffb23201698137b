// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/batches.h"

#include "engine/data/batch_refusal.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cassert>

namespace engine {
namespace {

/// The windows' share of the run's random numbers, far from those that layers and fillers draw from.
constexpr std::uint64_t windowsStream = 0x5749'4E44'4F57'5300u;

} // namespace

Batches::Batches(const Corpus& corpus, TextRange range, const BatchSettings& settings)
    : m_corpus(&corpus), m_range(range), m_settings(settings)
{
    const std::int64_t T = settings.steps, N = settings.streams;
    const std::int64_t found = corpus.charactersIn(range);
    if (const std::optional<Sentence> why = whyNoBatch(corpus.file(), found, settings)) {
        throw Error(*why);
    }
    const bool streams = settings.order == BatchOrder::Streams;
    m_ids.resize(static_cast<std::size_t>(T) + 1);
    m_firstCharacter = corpus.charactersBefore(range.first);
    m_formula = {.order = settings.order,
                 .steps = T,
                 .streams = N,
                 .characters = found,
                 .key = RandomStream{settings.seed, windowsStream}.key(),
                 .share = settings.share};
    if (streams) {
        startStreams(found / N);
    } else {
        m_batchesPerEpoch = static_cast<double>(found) / (static_cast<double>(T) * static_cast<double>(N));
    }
}

/// Cuts the range into N runs of `length` characters; fewer than N are left over at its end.
void Batches::startStreams(std::int64_t length)
{
    std::int64_t first = m_range.first;
    for (std::int64_t stream = 1; stream <= m_settings.streams; ++stream) {
        const std::int64_t last = m_corpus->positionOf(m_firstCharacter + stream * length);
        m_streams.push_back({first, last});
        m_cursor.positions.push_back(first);
        first = last;
    }
    m_cursor.fresh.assign(m_streams.size(), true);
    m_next.resize(m_streams.size());
    m_batchesPerEpoch = static_cast<double>((length - 1) / m_settings.steps);
}

void Batches::next(std::span<float> ids, std::span<float> cont, std::span<float> targets)
{
    const auto T = static_cast<std::size_t>(m_settings.steps), N = static_cast<std::size_t>(m_formula.streamsCut());
    const auto first = static_cast<std::size_t>(m_settings.share.first);
    assert(ids.size() == T * N && cont.size() == T * N && targets.size() == T * N);
    std::fill(cont.begin(), cont.end(), 1.0f);
    for (std::size_t n = 0; n < N; ++n) {
        if (m_settings.order == BatchOrder::Streams) {
            m_next[first + n] = readFrom(m_cursor.positions[first + n], m_streams[first + n].last);
            cont[n] = m_cursor.fresh[first + n] ? 0.0f : 1.0f;
        } else {
            readFrom(m_corpus->positionOf(m_firstCharacter +
                                          m_formula.start(m_cursor.batches, static_cast<std::int64_t>(first + n))),
                     m_range.last);
            cont[n] = 0;
        }
        for (std::size_t t = 0; t < T; ++t) {
            ids[t * N + n] = static_cast<float>(m_ids[t]);
            targets[t * N + n] = static_cast<float>(m_ids[t + 1]);
        }
    }
    if (m_settings.share.isWhole()) {
        moveOn();
    } else {
        m_cursor = cursorAt(m_cursor.batches + 1); // the other streams' characters were not read
    }
}

/// Reads T + 1 characters into m_ids and returns where the last of them starts.
std::int64_t Batches::readFrom(std::int64_t position, std::int64_t last)
{
    [[maybe_unused]] const std::size_t count = m_corpus->read(position, last, m_ids);
    assert(count == m_ids.size());
    return position - static_cast<std::int64_t>(m_corpus->vocabulary().textOf(m_ids.back()).size());
}

BatchCursor Batches::cursorAt(std::uint64_t batches) const
{
    BatchCursor cursor;
    cursor.batches = batches;
    cursor.epochs = static_cast<double>(batches) / m_batchesPerEpoch;
    for (std::size_t n = 0; n < m_streams.size(); ++n) {
        cursor.positions.push_back(
            m_corpus->positionOf(m_firstCharacter + m_formula.start(batches, static_cast<std::int64_t>(n))));
        cursor.fresh.push_back(m_formula.startsSequence(batches));
    }
    return cursor;
}

void Batches::skip(std::uint64_t count)
{
    if (m_cursor != cursorAt(m_cursor.batches)) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "data cursor: it is not where %1 batches end, but must be for a run to go on"),
                m_cursor.batches));
    }
    m_cursor = cursorAt(m_cursor.batches + count);
}

/// Changes the cursor only after all that may throw, so that it is that of a whole batch even after an error.
void Batches::moveOn()
{
    for (std::size_t n = 0; n < m_streams.size(); ++n) {
        if (!holdsBatch(m_next[n], m_streams[n])) {
            m_next[n] = m_streams[n].first;
        }
    }
    for (std::size_t n = 0; n < m_streams.size(); ++n) {
        m_cursor.positions[n] = m_next[n];
        m_cursor.fresh[n] = m_next[n] == m_streams[n].first;
    }
    ++m_cursor.batches;
    m_cursor.epochs = static_cast<double>(m_cursor.batches) / m_batchesPerEpoch;
}

/// Whether T + 1 characters of the stream start at `position` or after it.
bool Batches::holdsBatch(std::int64_t position, const TextRange& stream) const
{
    constexpr std::int64_t widest = 4; // bytes of a character
    const std::int64_t wanted = m_settings.steps + 1;
    return stream.last - position >= widest * wanted || m_corpus->charactersIn({position, stream.last}) >= wanted;
}

void Batches::seek(const BatchCursor& cursor)
{
    if (cursor.positions.size() != m_streams.size() || cursor.fresh.size() != m_streams.size()) {
        throw Error(say(
            ENGINE_TEXT("Sentences", "data cursor: found positions of %1 streams and starts of %2, wanted %3 of each"),
            cursor.positions.size(), cursor.fresh.size(), m_streams.size()));
    }
    for (std::size_t n = 0; n < m_streams.size(); ++n) {
        const std::int64_t position = cursor.positions[n];
        const TextRange& stream = m_streams[n];
        if (position < stream.first || m_corpus->aligned(position) != position || !holdsBatch(position, stream)) {
            throw Error(say(ENGINE_TEXT("Sentences", "data cursor: stream %1 is at byte %2, wanted the start of a "
                                                     "character from %3 to %4 with %5 more to read"),
                            n, position, stream.first, stream.last, m_settings.steps));
        }
    }
    m_cursor = cursor;
}

} // namespace engine
