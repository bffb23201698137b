// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/evaluation.h"

#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace engine {

double EvaluationReport::bitsPerChar() const
{
    return loss / std::numbers::ln2;
}

/// One contiguous part of the range while it is read.
struct Evaluator::Stream {
    std::int64_t position, last;
    std::vector<std::int32_t> ids; ///< T + 1: the character before the batch's first target, then the targets
    std::size_t count = 0;         ///< of them that are there
    bool fresh = true;
};

Evaluator::Evaluator(const Model& model, WeightStore& store, std::int64_t vocabulary, const EngineWish& wish,
                     Batch batch)
    : m_store(&store),
      m_batch(batch),
      m_vocabulary(vocabulary),
      m_net(withBatch(forGeneration(model), batch.steps, batch.streams), Phase::Run, store, wish, 0),
      m_scoresName(scoresOf(model))
{
    const auto count = static_cast<std::size_t>(batch.steps * batch.streams);
    m_ids.resize(count);
    m_marks.resize(count);
    m_targets.resize(count);
    m_scores.resize(count * static_cast<std::size_t>(vocabulary));
    if (m_net.tensor(m_scoresName).count() != static_cast<std::int64_t>(m_scores.size())) {
        throw Error("the scores " + m_scoresName + " are " + toString(m_net.tensor(m_scoresName).shape) +
                    ", but must hold " + std::to_string(vocabulary) + " for each of " + std::to_string(count) +
                    " characters");
    }
}

EvaluationReport Evaluator::evaluate(const Corpus& corpus, const TextRange& range)
{
    return *evaluate(corpus, range, [] { return true; });
}

std::optional<EvaluationReport> Evaluator::evaluate(const Corpus& corpus, const TextRange& range, const GoOn& goOn)
{
    const auto T = static_cast<std::size_t>(m_batch.steps), N = static_cast<std::size_t>(m_batch.streams);
    std::vector<Stream> streams(N);
    for (std::size_t n = 0; n < N; ++n) {
        const auto cut = [&](std::size_t part) {
            return corpus.aligned(range.first +
                                  range.bytes() * static_cast<std::int64_t>(part) / static_cast<std::int64_t>(N));
        };
        streams[n] = {cut(n), std::min(cut(n + 1), range.last), std::vector<std::int32_t>(T + 1), 0, true};
        streams[n].count = corpus.read(streams[n].position, streams[n].last, std::span(streams[n].ids).first(1));
    }
    m_net.clearState();
    EvaluationReport report;
    double nats = 0;
    std::int64_t right = 0;
    while (true) {
        if (!goOn()) {
            return std::nullopt;
        }
        bool any = false;
        for (std::size_t n = 0; n < N; ++n) {
            Stream& stream = streams[n];
            const std::size_t targets =
                stream.count == 0 ? 0 : corpus.read(stream.position, stream.last, std::span(stream.ids).subspan(1));
            for (std::size_t t = 0; t < T; ++t) {
                const bool there = t < targets;
                m_ids[t * N + n] = there ? static_cast<float>(stream.ids[t]) : 0.0f;
                m_marks[t * N + n] = stream.fresh && t == 0 ? 0.0f : 1.0f;
                m_targets[t * N + n] = there ? stream.ids[t + 1] : -1;
            }
            stream.fresh = false;
            stream.ids[0] = stream.ids[targets];
            stream.count = targets == T ? 1 : 0;
            any = any || targets > 0;
        }
        if (!any) {
            break;
        }
        m_net.feed(m_ids, m_marks, {});
        m_net.forward({});
        m_store->device().toHost(m_net.tensor(m_scoresName).data, m_scores);
        const auto V = static_cast<std::size_t>(m_vocabulary);
        for (std::size_t index = 0; index < m_targets.size(); ++index) {
            if (m_targets[index] < 0) {
                continue;
            }
            const std::span<const float> scores = std::span(m_scores).subspan(index * V, V);
            const auto likeliest = std::max_element(scores.begin(), scores.end());
            float sum = 0;
            for (const float score : scores) {
                sum += std::exp(score - *likeliest);
            }
            nats += std::log(static_cast<double>(sum)) -
                    static_cast<double>(scores[static_cast<std::size_t>(m_targets[index])] - *likeliest);
            right += likeliest - scores.begin() == m_targets[index];
            ++report.characters;
        }
    }
    if (report.characters == 0) {
        throw Error("the text to evaluate on has " + std::to_string(range.bytes()) +
                    " bytes, but 2 characters or more are needed");
    }
    report.loss = nats / static_cast<double>(report.characters);
    report.accuracy = static_cast<double>(right) / static_cast<double>(report.characters);
    return report;
}

} // namespace engine
