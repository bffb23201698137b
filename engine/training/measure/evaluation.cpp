// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/evaluation.h"

#include "engine/graph/error.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>

namespace engine {

namespace {

/// What a validation measures where the solver does not say: all that is held out of texts up to 20 MB, and of larger
/// ones enough that the loss has three digits that mean something.
constexpr std::int64_t defaultCharacters = 2'000'000;

/// T · N of the net that validates; of the one that trains where there is no other.
std::int64_t batchCharacters(const Model& model)
{
    const DataWiring test = textWiring(model, Phase::Test);
    const DataWiring wiring = test.steps > 0 ? test : textWiring(model, Phase::Train);
    return std::max<std::int64_t>(wiring.steps * wiring.streams, 1);
}

} // namespace

std::int64_t validationCharacters(const Model& model, const SolverSettings& solver)
{
    const Params params = completeParams(solver);
    const std::vector<std::int64_t>& batches = intListParam(params, "test_iter");
    if (batches.empty() || batches.front() == 0) {
        return defaultCharacters;
    }
    const std::int64_t each = batchCharacters(model);
    return batches.front() < Evaluator::all / each ? batches.front() * each : Evaluator::all;
}

TextStreams::Target predictedCharacter(const Model& model)
{
    const DataWiring wiring = textWiring(model, Phase::Train);
    const auto found = std::ranges::find_if(wiring.problems, &DataWiring::Problem::readsAhead);
    if (found != wiring.problems.end()) {
        throw Error(found->sentence);
    }
    return wiring.isAutoencoder() ? TextStreams::Target::Same : TextStreams::Target::Next;
}

Evaluator::Batch Evaluator::batchFor(const Corpus& corpus, const TextRange& range, std::int64_t characters)
{
    constexpr std::int64_t longEnough = 4096, most = 32;
    const std::int64_t length = characters < corpus.charactersIn(range) ? characters : range.bytes();
    return {.steps = 64, .streams = std::clamp<std::int64_t>(length / longEnough, 1, most)};
}

Evaluator::Batch Evaluator::batchForWindows(const Corpus& corpus, const TextRange& range, std::int64_t window)
{
    constexpr std::int64_t fewSteps = 64, most = 32;
    std::int64_t steps = std::min(window, fewSteps);
    while (window % steps != 0 && steps > fewSteps / 4) {
        --steps;
    }
    return {.steps = window % steps == 0 ? steps : fewSteps,
            .streams = std::clamp<std::int64_t>(corpus.charactersIn(range) / window, 1, most),
            .window = window};
}

Evaluator::Evaluator(const Model& model, WeightStore& store, std::int64_t vocabulary, const EngineWish& wish,
                     Batch batch)
    : m_store(&store),
      m_batch(batch),
      m_net(withBatch(forGeneration(model), batch.steps, batch.streams), Phase::Run, store, wish, 0),
      m_scoresName(scoresOf(model)),
      m_target(predictedCharacter(model)),
      m_scores(static_cast<std::size_t>(batch.steps * batch.streams * vocabulary))
{
    if (m_net.tensor(m_scoresName).count() != static_cast<std::int64_t>(m_scores.size())) {
        throw Error(say(ENGINE_TEXT("Sentences", "the scores %1 are %2, but must hold %3 for each of %4 characters"),
                        m_scoresName, m_net.tensor(m_scoresName).shape, vocabulary, batch.steps * batch.streams));
    }
}

EvaluationReport Evaluator::evaluate(const Corpus& corpus, const TextRange& range, std::int64_t characters)
{
    return *evaluate(corpus, range, characters, {});
}

TextStreams Evaluator::streams(const Corpus& corpus, const TextRange& range, std::int64_t characters) const
{
    return {corpus, range, characters, m_batch, m_target};
}

std::span<const float> Evaluator::scores(const TextStreams& streams)
{
    m_net.feed(streams.ids(), streams.cont(), {});
    m_net.forward({});
    m_store->device().toHost(m_net.tensor(m_scoresName).data, m_scores);
    return m_scores;
}

std::optional<EvaluationReport> Evaluator::evaluate(const Corpus& corpus, const TextRange& range,
                                                    std::int64_t characters, const GoOn& goOn)
{
    TextStreams text = streams(corpus, range, characters);
    TextTally tally;
    clearState();
    while (true) {
        if (!goesOn(goOn)) {
            return std::nullopt;
        }
        if (!text.next()) {
            return tally.report(corpus, range);
        }
        tally.add(scores(text), text.targets());
    }
}

} // namespace engine
