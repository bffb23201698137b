// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/text_streams.h"

#include <algorithm>

namespace engine {

TextStreams::TextStreams(const Corpus& corpus, const TextRange& range, std::int64_t characters, Batch batch,
                         Target target)
    : m_corpus(&corpus), m_batch(batch), m_target(target), m_streams(static_cast<std::size_t>(batch.streams))
{
    const auto count = static_cast<std::size_t>(batch.steps * batch.streams);
    m_ids.resize(count);
    m_marks.resize(count);
    m_targets.resize(count);
    const std::int64_t N = batch.streams, first = corpus.charactersBefore(range.first),
                       length = corpus.charactersIn(range);
    // Where so many are wanted that pieces would meet, the whole is read.
    const bool whole = length <= 2 * N || characters >= length - 2 * N;
    for (std::int64_t n = 0; n < N; ++n) {
        const auto start = [&](std::int64_t part) {
            return whole ? corpus.aligned(range.first + range.bytes() * part / N)
                         : corpus.positionOf(first + length / N * part + length % N * part / N);
        };
        Stream& stream = m_streams[static_cast<std::size_t>(n)];
        stream = {.position = start(n),
                  .last = std::min(start(n + 1), range.last),
                  .wanted = whole ? all : characters / N + (n < characters % N ? 1 : 0),
                  .ids = std::vector<std::int32_t>(static_cast<std::size_t>(batch.steps) + 1)};
        stream.count = corpus.read(stream.position, stream.last, std::span(stream.ids).first(1));
    }
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
            m_marks[t * N + n] = stream.fresh && t == 0 ? 0.0f : 1.0f;
            m_targets[t * N + n] = there ? stream.ids[m_target == Target::Same ? t : t + 1] : -1;
        }
        stream.fresh = false;
        stream.wanted -= static_cast<std::int64_t>(targets);
        stream.ids[0] = stream.ids[targets];
        stream.count = targets == T ? 1 : 0;
        any = any || targets > 0;
    }
    return any;
}

} // namespace engine
