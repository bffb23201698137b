// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/sample_evaluation.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/kernels/classes.h"

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

constexpr std::int64_t missingClass = -1; ///< of missingAnswer()

/// In place: scores -> chances.
void softmax(std::span<float> scores)
{
    const float largest = *std::ranges::max_element(scores);
    float sum = 0;
    for (float& score : scores) {
        score = std::exp(score - largest);
        sum += score;
    }
    for (float& score : scores) {
        score /= sum;
    }
}

/// `most` of them, spread evenly.
std::vector<std::int32_t> spread(const std::vector<std::int32_t>& all, std::int64_t most)
{
    const std::int64_t count = std::ssize(all);
    if (count <= most) {
        return all;
    }
    std::vector<std::int32_t> some(static_cast<std::size_t>(most));
    for (std::int64_t index = 0; index < most; ++index) {
        some[static_cast<std::size_t>(index)] = all[static_cast<std::size_t>(index * count / most)];
    }
    return some;
}

float readOne(Device& device, const float* place)
{
    float value = 0;
    device.toHost(place, {&value, 1});
    return value;
}

/// In the unit of the data.
double unscaled(float number, const SampleFacts& facts)
{
    return static_cast<double>(number) * facts.targetScale.deviation + facts.targetScale.mean;
}

/// `said` are the net's numbers for one sample; scores turn into chances there.
Prediction predictionOf(std::int64_t sample, float answer, std::span<float> said, const SampleFacts& facts)
{
    if (facts.classes.empty()) {
        return {.sample = sample,
                .target = unscaled(answer, facts),
                .predicted = unscaled(said.front(), facts),
                .chances = {}};
    }
    softmax(said);
    return {.sample = sample,
            .target = static_cast<double>(answer),
            .predicted = static_cast<double>(std::ranges::max_element(said) - said.begin()),
            .chances = said};
}

/// Adds up what was said of samples whose answer is known.
class Tally {
public:
    explicit Tally(const SampleFacts& facts)
    {
        if (!facts.classes.empty()) {
            m_confusion.emplace(std::ssize(facts.classes));
        }
    }

    void add(const Prediction& said)
    {
        if (m_confusion) {
            m_confusion->add(static_cast<std::int64_t>(said.target), static_cast<std::int64_t>(said.predicted));
        } else {
            m_errors.add(said.predicted, said.target);
        }
    }

    std::int64_t count() const { return m_confusion ? m_confusion->total() : m_errors.count(); }

    void tell(SampleReport& report) const
    {
        if (m_confusion) {
            report.metrics = {{"accuracy", m_confusion->accuracy()}};
            report.confusion = m_confusion;
        } else {
            report.metrics = {{"mae", m_errors.meanAbsolute()},
                              {"rmse", m_errors.rootMeanSquare()},
                              {"r2", m_errors.determination()}};
        }
    }

private:
    std::optional<ConfusionMatrix> m_confusion;
    NumberErrors m_errors;
};

} // namespace

SampleEvaluator::SampleEvaluator(const Model& model, WeightStore& store, const SampleFacts& facts,
                                 const EngineWish& wish)
    : m_store(&store), m_wiring(requiredSampleWiring(model, Phase::Test)), m_net(model, Phase::Test, store, wish, 0)
{
    if (m_wiring.predictions.empty()) {
        throw Error("the phase TEST of the model \"" + model.name +
                    "\" has no loss on the answers, but needs one to measure by");
    }
    const std::int64_t wanted = facts.classes.empty() ? 1 : std::ssize(facts.classes);
    const Tensor& said = m_net.tensor(m_wiring.predictions);
    m_outputs = said.count() / std::max<std::int64_t>(m_wiring.streams, 1);
    if (m_outputs != wanted || said.count() != m_wiring.streams * wanted) {
        throw Error(sentence("the predictions ", m_wiring.predictions, " are ", said.shape, ", but the data need ",
                             wanted, " for each of ", m_wiring.streams, " sequences"));
    }
    m_metrics =
        facts.classes.empty() ? std::vector<std::string>{"mae", "rmse", "r2"} : std::vector<std::string>{"accuracy"};
    const std::int64_t places = m_wiring.steps * m_wiring.streams;
    m_values.resize(static_cast<std::size_t>(places * facts.width));
    m_cont.resize(m_wiring.cont.empty() ? 0 : static_cast<std::size_t>(places));
    m_answers.resize(static_cast<std::size_t>(m_wiring.streams));
    m_lengths.resize(m_wiring.lengths.empty() ? 0 : static_cast<std::size_t>(m_wiring.streams));
    m_said.resize(static_cast<std::size_t>(said.count()));
    findOutputs(m_net.sequence().model());
}

void SampleEvaluator::findOutputs(const Model& model)
{
    for (const Sequence::Loss& loss : m_net.sequence().losses()) {
        const Params params = completeParams(model.layers[loss.layer], model.dialect);
        const auto normalization = params.find("normalization");
        const bool valid = normalization != params.end() && normalizationOf(params) == Normalization::Valid;
        if (loss.tensor.count() == 1) {
            m_losses.push_back({loss.tensor.data, loss.weight, valid});
        }
    }
    for (const Layer& layer : model.layers) {
        const LayerType* const type = findLayerType(layer.type);
        if (!type || type->name != "ACCURACY") {
            continue;
        }
        const Params params = completeParams(layer, model.dialect);
        if (intParam(params, "top_k") > 1) {
            m_topAccuracies.push_back({.name = layer.tops.front(),
                                       .place = m_net.tensor(layer.tops.front()).data,
                                       .countsValid = intParam(params, "ignore_label") == missingClass});
        }
    }
}

void SampleEvaluator::feed(const Samples& samples, std::span<const std::int32_t> batch)
{
    cutBatch(samples, batch, m_wiring.streams,
             {.values = m_values, .cont = m_cont, .answers = m_answers, .lengths = m_lengths});
    Device& device = m_store->device();
    const auto put = [&](const std::string& name, std::span<const float> numbers) {
        if (!name.empty()) {
            device.toDevice(numbers, m_net.tensor(name).data);
        }
    };
    put(m_wiring.values, m_values);
    put(m_wiring.cont, m_cont);
    put(m_wiring.answers, m_answers);
    put(m_wiring.lengths, m_lengths);
}

/// Runs the net over the samples, batch by batch, and lets `look` see each batch when its predictions are here.
bool SampleEvaluator::forEachBatch(const Samples& samples, std::span<const std::int32_t> chosen, const GoOn& goOn,
                                   const std::function<void(std::span<const std::int32_t>)>& look)
{
    const auto streams = static_cast<std::size_t>(m_wiring.streams);
    for (std::size_t first = 0; first < chosen.size(); first += streams) {
        if (!goesOn(goOn)) {
            return false;
        }
        const std::span<const std::int32_t> batch = chosen.subspan(first, std::min(streams, chosen.size() - first));
        feed(samples, batch);
        m_net.forward({.startsOnlyFirst = samples.haveOneLength()});
        m_store->device().toHost(m_net.tensor(m_wiring.predictions).data, m_said);
        look(batch);
    }
    return true;
}

std::span<float> SampleEvaluator::saidOf(std::size_t stream)
{
    const auto outputs = static_cast<std::size_t>(m_outputs);
    return std::span(m_said).subspan(stream * outputs, outputs);
}

/// Of a mean that the net took over its places: the sum over those that count.
double SampleEvaluator::sumOf(const float* mean, bool countsValid, std::int64_t known)
{
    return static_cast<double>(readOne(m_store->device(), mean)) *
           static_cast<double>(countsValid ? known : m_wiring.streams);
}

/// The phase's loss, summed over the samples of the batch that count.
double SampleEvaluator::batchLoss(std::int64_t known)
{
    double sum = 0;
    for (const LossOutput& loss : m_losses) {
        sum += loss.weight * sumOf(loss.place, loss.countsValid, known);
    }
    return sum;
}

std::vector<std::string> SampleEvaluator::metricNames() const
{
    std::vector<std::string> names = m_metrics;
    for (const TopAccuracy& top : m_topAccuracies) {
        names.push_back(top.name);
    }
    return names;
}

std::optional<SampleReport> SampleEvaluator::evaluate(const Samples& samples, const std::vector<std::int32_t>& chosen,
                                                      std::int64_t most, const GoOn& goOn, const Each& each)
{
    Tally tally(samples.facts);
    double loss = 0;
    for (TopAccuracy& top : m_topAccuracies) {
        top.sum = 0;
    }
    const bool whole = forEachBatch(samples, spread(chosen, most), goOn, [&](std::span<const std::int32_t> batch) {
        const std::int64_t before = tally.count();
        for (std::size_t n = 0; n < batch.size(); ++n) {
            if (isKnown(m_answers[n], samples.facts)) {
                const Prediction said = predictionOf(batch[n], m_answers[n], saidOf(n), samples.facts);
                tally.add(said);
                if (each) {
                    each(said);
                }
            }
        }
        const std::int64_t known = tally.count() - before;
        loss += batchLoss(known);
        for (TopAccuracy& top : m_topAccuracies) {
            top.sum += sumOf(top.place, top.countsValid, known);
        }
    });
    if (!whole) {
        return std::nullopt;
    }
    if (tally.count() == 0) {
        throw Error(sentence("none of the ", chosen.size(),
                             " sequences has an answer that the net knows, so there is nothing to measure it by"));
    }
    const auto known = static_cast<double>(tally.count());
    SampleReport report{.loss = loss / known, .samples = tally.count(), .ofSamples = std::ssize(chosen)};
    tally.tell(report);
    for (const TopAccuracy& top : m_topAccuracies) {
        report.metrics.push_back({top.name, top.sum / known});
    }
    return report;
}

bool SampleEvaluator::predict(const Samples& samples, std::span<const std::int32_t> chosen, const GoOn& goOn,
                              const Each& each)
{
    return forEachBatch(samples, chosen, goOn, [&](std::span<const std::int32_t> batch) {
        for (std::size_t n = 0; n < batch.size(); ++n) {
            each(predictionOf(batch[n], m_answers[n], saidOf(n), samples.facts));
        }
    });
}

} // namespace engine
