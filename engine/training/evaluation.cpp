// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/evaluation.h"

#include "engine/graph/error.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace engine {

namespace {

/// What a validation measures where the solver does not say: all that is held out of texts up to 20 MB, and of larger
/// ones enough that the loss has three digits that mean something.
constexpr std::int64_t usualCharacters = 2'000'000;

/// Throws Error where a layer has read what is to be predicted.
void refuseReadingAhead(const TextWiring& wiring)
{
    const auto found = std::ranges::find_if(wiring.problems, &TextWiring::Problem::readsAhead);
    if (found != wiring.problems.end()) {
        throw Error(found->sentence);
    }
}

/// T · N of the net that validates; of the one that trains where there is no other.
std::int64_t batchCharacters(const Model& model)
{
    const TextWiring test = textWiring(model, Phase::Test);
    const TextWiring wiring = test.steps > 0 ? test : textWiring(model, Phase::Train);
    return std::max<std::int64_t>(wiring.steps * wiring.streams, 1);
}

} // namespace

std::int64_t validationCharacters(const Model& model, const SolverSettings& solver)
{
    const Params params = completeParams(solver);
    const std::vector<std::int64_t>& batches = intListParam(params, "test_iter");
    if (batches.empty() || batches.front() == 0) {
        return usualCharacters;
    }
    const std::int64_t each = batchCharacters(model);
    return batches.front() < Evaluator::all / each ? batches.front() * each : Evaluator::all;
}

double EvaluationReport::bitsPerChar() const
{
    return loss / std::numbers::ln2;
}

/// One contiguous part of the range while it is read.
struct Evaluator::Stream {
    std::int64_t position, last;
    std::int64_t wanted;           ///< characters to predict; more than there are where it is read to its end
    std::vector<std::int32_t> ids; ///< T + 1: the character before the batch's first target, then the targets
    std::size_t count = 0;         ///< of them that are there
    bool fresh = true;
};

Evaluator::Batch Evaluator::batchFor(const Corpus& corpus, const TextRange& range, std::int64_t characters)
{
    constexpr std::int64_t longEnough = 4096, most = 32;
    const std::int64_t length = characters < corpus.charactersIn(range) ? characters : range.bytes();
    return {.steps = 64, .streams = std::clamp<std::int64_t>(length / longEnough, 1, most)};
}

Evaluator::Evaluator(const Model& model, WeightStore& store, std::int64_t vocabulary, const EngineWish& wish,
                     Batch batch)
    : m_store(&store),
      m_batch(batch),
      m_vocabulary(vocabulary),
      m_net(withBatch(forGeneration(model), batch.steps, batch.streams), Phase::Run, store, wish, 0),
      m_scoresName(scoresOf(model))
{
    const TextWiring wiring = textWiring(model, Phase::Train);
    refuseReadingAhead(wiring);
    m_repeats = wiring.isAutoencoder();
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

EvaluationReport Evaluator::evaluate(const Corpus& corpus, const TextRange& range, std::int64_t characters)
{
    return *evaluate(corpus, range, characters, {});
}

/// The streams, each with its first character.
std::vector<Evaluator::Stream> Evaluator::cut(const Corpus& corpus, const TextRange& range,
                                              std::int64_t characters) const
{
    const std::int64_t N = m_batch.streams, first = corpus.charactersBefore(range.first),
                       length = corpus.charactersIn(range);
    // Where so many are wanted that pieces would meet, the whole is read.
    const bool whole = length <= 2 * N || characters >= length - 2 * N;
    std::vector<Stream> streams(static_cast<std::size_t>(N));
    for (std::int64_t n = 0; n < N; ++n) {
        const auto start = [&](std::int64_t part) {
            return whole ? corpus.aligned(range.first + range.bytes() * part / N)
                         : corpus.positionOf(first + length / N * part + length % N * part / N);
        };
        Stream& stream = streams[static_cast<std::size_t>(n)];
        stream = {.position = start(n),
                  .last = std::min(start(n + 1), range.last),
                  .wanted = whole ? all : characters / N + (n < characters % N ? 1 : 0),
                  .ids = std::vector<std::int32_t>(static_cast<std::size_t>(m_batch.steps) + 1)};
        stream.count = corpus.read(stream.position, stream.last, std::span(stream.ids).first(1));
    }
    return streams;
}

/// The next T steps of each stream. False: none has any left.
bool Evaluator::readBatch(const Corpus& corpus, std::vector<Stream>& streams)
{
    const auto T = static_cast<std::size_t>(m_batch.steps), N = streams.size();
    bool any = false;
    for (std::size_t n = 0; n < N; ++n) {
        Stream& stream = streams[n];
        const std::size_t most = stream.count == 0 ? 0 : std::min(m_batch.steps, stream.wanted);
        const std::size_t targets = corpus.read(stream.position, stream.last, std::span(stream.ids).subspan(1, most));
        for (std::size_t t = 0; t < T; ++t) {
            const bool there = t < targets;
            m_ids[t * N + n] = there ? static_cast<float>(stream.ids[t]) : 0.0f;
            m_marks[t * N + n] = stream.fresh && t == 0 ? 0.0f : 1.0f;
            m_targets[t * N + n] = there ? stream.ids[m_repeats ? t : t + 1] : -1;
        }
        stream.fresh = false;
        stream.wanted -= static_cast<std::int64_t>(targets);
        stream.ids[0] = stream.ids[targets];
        stream.count = targets == T ? 1 : 0;
        any = any || targets > 0;
    }
    return any;
}

std::optional<EvaluationReport> Evaluator::evaluate(const Corpus& corpus, const TextRange& range,
                                                    std::int64_t characters, const GoOn& goOn)
{
    std::vector<Stream> streams = cut(corpus, range, characters);
    m_net.clearState();
    EvaluationReport report{.ofCharacters = corpus.charactersIn(range)};
    double nats = 0;
    std::int64_t right = 0;
    while (true) {
        if (!goesOn(goOn)) {
            return std::nullopt;
        }
        if (!readBatch(corpus, streams)) {
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
