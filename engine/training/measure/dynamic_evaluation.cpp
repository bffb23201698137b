// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/dynamic_evaluation.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/solvers/solver.h"
#include "engine/training/measure/reported_loss.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine {
namespace {

/// The model without any dropout, so that the pass that learns also measures.
Model withoutDropout(const Model& model)
{
    constexpr std::array<std::string_view, 3> shares = {"dropout_ratio", "weight_dropout", "state_dropout"};
    Model result = model;
    for (Layer& layer : result.layers) {
        const LayerType* const type = findLayerType(layer.type);
        for (const ParamSpec& spec : type ? type->params : std::vector<ParamSpec>()) {
            if (std::ranges::find(shares, spec.key) != shares.end()) {
                layer.params.insert_or_assign(std::string(spec.key), 0.0);
            }
        }
    }
    return result;
}

/// The factor from the minimised value of the text's loss to its nats per character.
double nats(const Net& net)
{
    const ReportedLoss reported = reportedLoss(net);
    const auto text =
        std::ranges::find_if(reported.tensors, [](const LossTensor& tensor) { return tensor.share != 0; });
    if (!reported.perCharacter || text == reported.tensors.end()) {
        throw Error(say(
            ENGINE_TEXT(
                "Sentences",
                "the model \"%1\" has no loss on the text, but needs a SOFTMAXWITHLOSS layer to learn while it reads"),
            net.sequence().model().name));
    }
    return text->share / text->weight;
}

} // namespace

DynamicEvaluator::DynamicEvaluator(const Model& model, WeightStore& store, std::int64_t vocabulary,
                                   const EngineWish& wish, const DynamicSettings& settings)
    : m_store(&store),
      m_settings(settings),
      m_net(withoutDropout(withBatch(model, settings.steps, 1)), Phase::Train, store, wish, 0),
      m_solver{.params = {{"type", std::string("SGD")},
                          {"lr_policy", std::string("fixed")},
                          {"momentum", 0.0},
                          {"weight_decay", 0.0},
                          {"base_lr", settings.rate * nats(m_net)}}},
      m_scoresName(m_net.wiring().scores),
      m_target(predictedCharacter(model)),
      m_scores(static_cast<std::size_t>(settings.steps * vocabulary)),
      m_labels(static_cast<std::size_t>(settings.steps))
{
    if (m_net.tensor(m_scoresName).count() != static_cast<std::int64_t>(m_scores.size())) {
        throw Error(say(ENGINE_TEXT("Sentences", "the scores %1 are %2, but must hold %3 for each of %4 characters"),
                        m_scoresName, m_net.tensor(m_scoresName).shape, vocabulary, settings.steps));
    }
}

std::optional<EvaluationReport> DynamicEvaluator::evaluate(const Corpus& corpus, const TextRange& range,
                                                           std::int64_t characters, const GoOn& goOn)
{
    const std::vector<NamedTensor> before = m_store->read();
    const auto putBack = [&] { m_store->write(before); };
    try {
        std::optional<EvaluationReport> report = read(corpus, range, characters, goOn);
        putBack();
        return report;
    } catch (const UnavailableError&) { // the device may be gone
        throw;
    } catch (...) {
        putBack();
        throw;
    }
}

std::optional<EvaluationReport> DynamicEvaluator::read(const Corpus& corpus, const TextRange& range,
                                                       std::int64_t characters, const GoOn& goOn)
{
    TextStreams text(corpus, range, characters, {.steps = m_settings.steps, .streams = 1}, m_target);
    Solver solver(m_solver, *m_store);
    TextTally tally;
    m_net.clearState();
    for (std::uint64_t segment = 0; goesOn(goOn); ++segment) {
        if (!text.next()) {
            return tally.report(corpus, range);
        }
        std::ranges::transform(text.targets(), m_labels.begin(),
                               [](std::int32_t target) { return static_cast<float>(std::max(target, 0)); });
        m_net.feed(text.ids(), text.cont(), m_labels);
        m_net.forward({.number = segment, .startsOnlyFirst = true});
        m_store->device().toHost(m_net.tensor(m_scoresName).data, m_scores);
        tally.add(m_scores, text.targets());
        if (text.targets().back() < 0) {
            continue; // the text ends here, so nothing is left to learn for
        }
        m_store->clearGradients();
        m_net.backward();
        if (!std::isfinite(solver.update().gradientNorm)) {
            throw Error(say(ENGINE_TEXT("Sentences", "the net's weights do not stay finite while it learns as it "
                                                     "reads, at character %1, at a rate of %2; a lower one is wanted"),
                            static_cast<std::int64_t>(segment) * m_settings.steps, m_settings.rate));
        }
    }
    return std::nullopt;
}

} // namespace engine
