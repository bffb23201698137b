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

/// Adds what was said of each sample up.
class Tally {
public:
    Tally(const SampleFacts& facts, std::int64_t outputs) : m_facts(facts), m_outputs(outputs)
    {
        if (!facts.classes.empty()) {
            m_confusion.emplace(std::ssize(facts.classes));
        }
    }

    /// `said` are the net's numbers for one sample; scores turn into chances there.
    Prediction add(std::int64_t sample, float answer, std::span<float> said)
    {
        if (!m_confusion) {
            const Standardisation& scale = m_facts.targetScale;
            const double predicted = static_cast<double>(said.front()) * scale.deviation + scale.mean;
            const double target = static_cast<double>(answer) * scale.deviation + scale.mean;
            m_errors.add(predicted, target);
            return {.sample = sample, .target = target, .predicted = predicted, .chances = {}};
        }
        softmax(said);
        const std::int64_t likeliest = std::ranges::max_element(said) - said.begin();
        m_confusion->add(static_cast<std::int64_t>(answer), likeliest);
        return {.sample = sample,
                .target = static_cast<double>(answer),
                .predicted = static_cast<double>(likeliest),
                .chances = said};
    }

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
    const SampleFacts& m_facts;
    std::int64_t m_outputs;
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
        if (type && type->name == "ACCURACY" && intParam(completeParams(layer, model.dialect), "top_k") > 1) {
            m_topAccuracies.push_back({layer.tops.front(), m_net.tensor(layer.tops.front()).data});
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

/// The phase's loss, summed over the samples of the batch that count.
double SampleEvaluator::batchLoss(std::int64_t counted)
{
    double sum = 0;
    for (const LossOutput& loss : m_losses) {
        const double divisor = static_cast<double>(loss.countsValid ? counted : m_wiring.streams);
        sum += loss.weight * static_cast<double>(readOne(m_store->device(), loss.place)) * divisor;
    }
    return sum;
}

std::optional<SampleReport> SampleEvaluator::evaluate(const Samples& samples, const std::vector<std::int32_t>& chosen,
                                                      std::int64_t most, const GoOn& goOn, const Each& each)
{
    if (chosen.empty()) {
        throw Error("there are no sequences to measure on in this part of the data");
    }
    const std::vector<std::int32_t> measured = spread(chosen, most);
    SampleReport report{.samples = std::ssize(measured), .ofSamples = std::ssize(chosen)};
    Tally tally(samples.facts, m_outputs);
    for (TopAccuracy& top : m_topAccuracies) {
        top.sum = 0;
    }
    const auto streams = static_cast<std::size_t>(m_wiring.streams), outputs = static_cast<std::size_t>(m_outputs);
    for (std::size_t first = 0; first < measured.size(); first += streams) {
        if (!goesOn(goOn)) {
            return std::nullopt;
        }
        const std::span<const std::int32_t> batch =
            std::span(measured).subspan(first, std::min(streams, measured.size() - first));
        feed(samples, batch);
        m_net.forward({.startsOnlyFirst = samples.haveOneLength()});
        m_store->device().toHost(m_net.tensor(m_wiring.predictions).data, m_said);
        const auto counted = static_cast<std::int64_t>(batch.size());
        report.loss += batchLoss(counted);
        for (TopAccuracy& top : m_topAccuracies) {
            top.sum += static_cast<double>(readOne(m_store->device(), top.place)) * static_cast<double>(counted);
        }
        for (std::size_t n = 0; n < batch.size(); ++n) {
            const Prediction said = tally.add(batch[n], m_answers[n], std::span(m_said).subspan(n * outputs, outputs));
            if (each) {
                each(said);
            }
        }
    }
    report.loss /= static_cast<double>(measured.size());
    tally.tell(report);
    for (const TopAccuracy& top : m_topAccuracies) {
        report.metrics.push_back({top.name, top.sum / static_cast<double>(measured.size())});
    }
    return report;
}

} // namespace engine
