// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/text_streams.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>

namespace engine {

TextStreams::TextStreams(const Corpus& corpus, const TextRange& range, std::int64_t characters, Batch batch,
                         Target target)
    : m_corpus(&corpus), m_batch(batch), m_target(target)
{
    const auto count = static_cast<std::size_t>(batch.steps * batch.streams);
    m_ids.resize(count);
    m_cont.resize(count);
    m_targets.resize(count);
    for (std::int64_t number = 0; number < batch.streams; ++number) {
        Stream& stream = m_streams.emplace_back(batch.window > 0 ? inWindows(number, range, characters)
                                                                 : carried(number, range, characters));
        stream.ids.resize(static_cast<std::size_t>(batch.steps) + 1);
        stream.count = corpus.read(stream.position, stream.last, std::span(stream.ids).first(1));
    }
}

TextStreams::Stream TextStreams::carried(std::int64_t number, const TextRange& range, std::int64_t characters) const
{
    const std::int64_t N = m_batch.streams, first = m_corpus->charactersBefore(range.first),
                       length = m_corpus->charactersIn(range);
    // Where so many are wanted that pieces would meet, the whole is read.
    const bool whole = length <= 2 * N || characters >= length - 2 * N;
    const auto start = [&](std::int64_t part) {
        return whole ? m_corpus->aligned(range.first + range.bytes() * part / N)
                     : m_corpus->positionOf(first + length / N * part + length % N * part / N);
    };
    return {.position = start(number),
            .last = std::min(start(number + 1), range.last),
            .wanted = whole ? all : characters / N + (number < characters % N ? 1 : 0),
            .ids = {}};
}

TextStreams::Stream TextStreams::inWindows(std::int64_t number, const TextRange& range, std::int64_t characters) const
{
    const std::int64_t N = m_batch.streams, window = m_batch.window,
                       there = (m_corpus->charactersIn(range) - 1) / window; // the last one's target lies in it, too
    if (there < 1) {
        throw Error(say(ENGINE_TEXT("Sentences", "the text to measure has %1 characters, but a window of %2 needs %3"),
                        m_corpus->charactersIn(range), window, window + 1));
    }
    const std::int64_t wanted = std::clamp<std::int64_t>(characters / window, 1, there);
    const auto firstOf = [&](std::int64_t part) { return there / N * part + there % N * part / N; };
    const std::int64_t room = firstOf(number + 1) - firstOf(number), share = wanted / N + (number < wanted % N ? 1 : 0),
                       first = m_corpus->charactersBefore(range.first);
    return {.position = m_corpus->positionOf(first + firstOf(number) * window),
            .last = range.last,
            .wanted = window * (wanted == there ? room : std::min(share, room)),
            .ids = {}};
}

bool TextStreams::startsAt(const Stream& stream, std::int64_t step) const
{
    const std::int64_t place = stream.read + step;
    return m_batch.window > 0 ? place % m_batch.window == 0 : place == 0;
}

bool TextStreams::next()
{
    const auto T = static_cast<std::size_t>(m_batch.steps), N = m_streams.size();
    bool any = false;
    for (std::size_t n = 0; n < N; ++n) {
        Stream& stream = m_streams[n];
        const std::size_t most = stream.count == 0 ? 0 : std::min(m_batch.steps, stream.wanted);
        const std::size_t targets =
            m_corpus->read(stream.position, stream.last, std::span(stream.ids).subspan(1, most));
        for (std::size_t t = 0; t < T; ++t) {
            const bool there = t < targets;
            m_ids[t * N + n] = there ? static_cast<float>(stream.ids[t]) : 0.0f;
            m_cont[t * N + n] = startsAt(stream, static_cast<std::int64_t>(t)) ? 0.0f : 1.0f;
            m_targets[t * N + n] = there ? stream.ids[m_target == Target::Same ? t : t + 1] : -1;
        }
        stream.read += static_cast<std::int64_t>(targets);
        stream.wanted -= static_cast<std::int64_t>(targets);
        stream.ids[0] = stream.ids[targets];
        stream.count = targets == T ? 1 : 0;
        any = any || targets > 0;
    }
    return any;
}

} // namespace engine
