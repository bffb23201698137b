// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/sample_evaluation.h"

#include "engine/devices/backend.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace engine {
namespace {

/// The most floats of results that are kept on the device until they are read: 4 MiB.
constexpr std::int64_t maxFloats = 1 << 20;

/// Seconds of work queued between two checks whether to go on: too short for a person to notice.
constexpr double testSecondsAhead = 0.03;

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

/// In the unit of the data.
double unscaled(float number, const SampleFacts& facts)
{
    return static_cast<double>(number) * facts.targetScale.deviation + facts.targetScale.mean;
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
        if (!m_notFinite && !said.isFinite()) {
            m_notFinite = static_cast<std::int32_t>(said.sample);
        }
        if (m_confusion) {
            m_confusion->add(static_cast<std::int64_t>(said.target), static_cast<std::int64_t>(said.predicted));
        } else {
            m_errors.add(said.predicted, said.target);
        }
    }

    std::int64_t count() const { return m_confusion ? m_confusion->total() : m_errors.count(); }

    void tell(SampleReport& report) const
    {
        report.notFinite = m_notFinite;
        if (m_confusion) {
            report.confusion = m_confusion;
        }
        const std::vector<Metric> metrics = m_confusion ? metricsOf(*m_confusion) : metricsOf(m_errors);
        report.metrics.insert(report.metrics.begin(), metrics.begin(), metrics.end());
        if (m_notFinite) {
            report.loss = std::numeric_limits<double>::quiet_NaN();
            for (Metric& metric : report.metrics) {
                metric.value = report.loss;
            }
        }
    }

private:
    std::optional<ConfusionMatrix> m_confusion;
    NumberErrors m_errors;
    std::optional<std::int32_t> m_notFinite; ///< the first
};

} // namespace

Prediction predictionOf(const Samples& samples, std::int32_t sample, std::span<float> said)
{
    if (samples.facts.classes.empty()) {
        return {.sample = sample,
                .target = samples.targetOf(sample),
                .predicted = unscaled(said.front(), samples.facts),
                .chances = {}};
    }
    softmax(said);
    return {.sample = sample,
            .target = samples.targetOf(sample),
            .predicted = static_cast<double>(std::ranges::max_element(said) - said.begin()),
            .chances = said};
}

bool Prediction::isFinite() const
{
    return std::isfinite(predicted) && std::ranges::all_of(chances, [](float chance) { return std::isfinite(chance); });
}

std::int64_t ignoredLabel(const Layer& layer, Dialect dialect)
{
    const Params params = completeParams(layer, dialect);
    return params.contains("ignore_label") ? intParam(params, "ignore_label") : -1;
}

SampleEvaluator::SampleEvaluator(const Model& model, WeightStore& store, const SampleFacts& facts,
                                 const EngineWish& wish)
    : m_store(&store),
      m_wiring(requiredWiring(model, Phase::Test, kinds::sequences)),
      m_net(model, Phase::Test, store, wish, 0)
{
    if (m_wiring.scores.empty()) {
        throw Error(say(
            ENGINE_TEXT("Sentences",
                        "the phase TEST of the model \"%1\" has no loss on the answers, but needs one to measure by"),
            model.name));
    }
    const std::int64_t wanted = facts.classes.empty() ? 1 : std::ssize(facts.classes);
    const Tensor& said = m_net.tensor(m_wiring.scores);
    m_outputs = said.count() / std::max<std::int64_t>(m_wiring.streams, 1);
    if (m_outputs != wanted || said.count() != m_wiring.streams * wanted) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "the predictions %1 are %2, but the data need %3 for each of %4 sequences"),
                m_wiring.scores, said.shape, wanted, m_wiring.streams));
    }
    m_metrics = engine::metricNames(facts.classes.empty() ? Answer::Numbers : Answer::Classes);
    findLosses();
    findAccuracies(forPhase(model, Phase::Test));
    const std::int64_t batches =
        store.device().worksAhead() ? std::max<std::int64_t>(1, maxFloats / floatsOfBatch()) : 1;
    m_results = store.device().allocate(batches * floatsOfBatch());
    m_read.resize(static_cast<std::size_t>(m_results.count()));
}

void SampleEvaluator::findLosses()
{
    const Model& model = m_net.sequence().model();
    for (const Sequence::Loss& loss : m_net.sequence().losses()) {
        const Layer& layer = model.layers[loss.layer];
        const Params params = completeParams(layer, model.dialect);
        const Normalization dividedBy =
            params.contains("normalization") ? normalizationOf(params) : Normalization::Full;
        if (layer.name == m_wiring.lossLayer) {
            m_ignored = ignoredLabel(layer, model.dialect);
        }
        if (loss.tensor.count() == 1) {
            m_losses.push_back(
                {{.place = loss.tensor.data, .dividedBy = dividedBy, .ignored = ignoredLabel(layer, model.dialect)},
                 loss.weight});
        }
    }
}

/// Of the model as it is written: the net's own has other names where a blob is split for several readers.
void SampleEvaluator::findAccuracies(const Model& model)
{
    bool isFirst = true;
    for (const Layer& layer : model.layers) {
        const LayerType* const type = findLayerType(layer.type);
        if (!type || type->name != "ACCURACY") {
            continue;
        }
        const std::int64_t ignored = ignoredLabel(layer, model.dialect);
        if (intParam(completeParams(layer, model.dialect), "top_k") > 1) {
            m_topAccuracies.push_back({.name = layer.tops.front(),
                                       .output = {.place = m_net.tensor(layer.tops.front()).data,
                                                  .dividedBy = Normalization::Valid,
                                                  .ignored = ignored}});
        } else if (layer.bottoms.front() == m_wiring.scores && std::exchange(isFirst, false)) {
            m_ignored = ignored;
        }
    }
}

/// In the order of Said::ofTheBatch.
std::vector<SampleEvaluator::BatchOutput*> SampleEvaluator::batchOutputs()
{
    std::vector<BatchOutput*> outputs;
    for (LossOutput& loss : m_losses) {
        outputs.push_back(&loss.output);
    }
    for (TopAccuracy& top : m_topAccuracies) {
        outputs.push_back(&top.output);
    }
    return outputs;
}

std::int64_t SampleEvaluator::floatsOfBatch() const
{
    return m_wiring.streams * m_outputs + std::ssize(m_losses) + std::ssize(m_topAccuracies);
}

/// Validation measures the same two sets each time: the held-out samples, and as many of the training part.
SampleEvaluator::PreparedSamples& SampleEvaluator::preparedFor(const Samples& samples,
                                                               std::span<const std::int32_t> chosen)
{
    constexpr std::size_t kept = 2;
    for (PreparedSamples& prepared : m_prepared) {
        if (prepared.samples == &samples && prepared.digest == samples.facts.digest &&
            std::ranges::equal(prepared.chosen, chosen)) {
            return prepared;
        }
    }
    std::vector<std::int32_t> members(chosen.begin(), chosen.end());
    const std::int64_t streams = m_wiring.streams, batches = (std::ssize(chosen) + streams - 1) / streams;
    members.resize(static_cast<std::size_t>(batches * streams), SampleBatchPlan::emptyPlace);
    const auto place = [&](const std::string& name) { return name.empty() ? nullptr : m_net.tensor(name).data; };
    Device& device = m_store->device();
    if (m_prepared.size() == kept) {
        device.finish(); // what is destroyed now is no longer in use
        m_prepared.erase(m_prepared.begin());
    }
    m_prepared.push_back(
        {.samples = &samples,
         .digest = samples.facts.digest,
         .chosen = {chosen.begin(), chosen.end()},
         .batches = device.backend().makeBatches(
             device, SampleBatchPlan{.samples = samples,
                                     .members = members,
                                     .formula = {.count = std::ssize(members), .streams = streams, .shuffled = false},
                                     .values = place(m_wiring.values),
                                     .cont = place(m_wiring.cont),
                                     .answers = place(m_wiring.answers),
                                     .lengths = place(m_wiring.lengths)})});
    return m_prepared.back();
}

/// Runs the net over the next batch. The first batch of a pass runs plainly, so that kernels see that the weights
/// have changed. Where sequences end within a batch, all do, as kernels look at cont.
void SampleEvaluator::ask(PreparedSamples& prepared, std::int64_t batch)
{
    const bool haveOneLength = prepared.samples->haveOneLength();
    const auto work = [this, &batches = *prepared.batches, haveOneLength] {
        batches.prepare(1);
        batches.next();
        m_net.forward({.startsOnlyFirst = haveOneLength});
    };
    Device& device = m_store->device();
    if (batch == 0 || !haveOneLength || !device.worksAhead()) {
        work();
        return;
    }
    if (!prepared.recording) {
        prepared.recording = device.record(work);
    }
    prepared.recording->run();
}

/// Appends the net's outputs for a batch to those of earlier batches, on the device.
void SampleEvaluator::keepResults(std::int64_t slot)
{
    Device& device = m_store->device();
    float* to = m_results.data() + slot * floatsOfBatch();
    const std::int64_t predictions = m_wiring.streams * m_outputs;
    device.copy(m_net.tensor(m_wiring.scores).data, to, predictions);
    to += predictions;
    for (const BatchOutput* const output : batchOutputs()) {
        device.copy(output->place, to++, 1);
    }
}

/// Runs the net over the samples, batch by batch, and calls `look` with each batch in their order once its results are
/// here: after each batch, or on an asynchronous device after several of them.
bool SampleEvaluator::forEachBatch(const Samples& samples, std::span<const std::int32_t> chosen, const GoOn& goOn,
                                   const std::function<void(const Said&)>& look)
{
    using Clock = std::chrono::steady_clock;
    if (chosen.empty()) {
        return goesOn(goOn);
    }
    PreparedSamples& prepared = preparedFor(samples, chosen);
    prepared.batches->seek(0, 0);
    const std::int64_t streams = m_wiring.streams, floats = floatsOfBatch();
    const std::int64_t batches = (std::ssize(chosen) + streams - 1) / streams, room = m_results.count() / floats;
    std::int64_t wanted = 1; // batches until the next read
    for (std::int64_t first = 0; first < batches;) {
        const std::int64_t count = std::min({wanted, room, batches - first});
        const Clock::time_point begin = Clock::now();
        for (std::int64_t slot = 0; slot < count; ++slot) {
            if (!goesOn(goOn)) {
                return false;
            }
            ask(prepared, first + slot);
            keepResults(slot);
        }
        m_store->device().toHost(m_results.data(), std::span(m_read).first(static_cast<std::size_t>(count * floats)));
        const std::chrono::duration<double> took = Clock::now() - begin;
        wanted = std::max<std::int64_t>(1, std::llround(testSecondsAhead * static_cast<double>(count) / took.count()));
        for (std::int64_t slot = 0; slot < count; ++slot) {
            const std::span<float> read =
                std::span(m_read).subspan(static_cast<std::size_t>(slot * floats), static_cast<std::size_t>(floats));
            const auto start = static_cast<std::size_t>((first + slot) * streams);
            const auto predictions = static_cast<std::size_t>(streams * m_outputs);
            look({.samples = chosen.subspan(start, std::min(static_cast<std::size_t>(streams), chosen.size() - start)),
                  .predictions = read.first(predictions),
                  .ofTheBatch = read.subspan(predictions)});
        }
        first += count;
    }
    return true;
}

std::span<float> SampleEvaluator::saidOf(const Said& said, std::size_t stream) const
{
    const auto outputs = static_cast<std::size_t>(m_outputs);
    return said.predictions.subspan(stream * outputs, outputs);
}

/// Adds what the net said of a batch whose samples have these answers.
void SampleEvaluator::add(BatchOutput& output, float said, std::span<const float> answers) const
{
    const std::int64_t counted = std::ranges::count_if(answers, [&](float answer) { return output.counts(answer); });
    const bool isValid = output.dividedBy == Normalization::Valid;
    const std::int64_t divisor = isValid ? counted : output.dividedBy == Normalization::None ? 1 : m_wiring.streams;
    output.sum += static_cast<double>(said) * static_cast<double>(divisor);
    output.count += isValid ? counted : std::ssize(answers);
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
    const std::vector<BatchOutput*> outputs = batchOutputs();
    for (BatchOutput* const output : outputs) {
        output->sum = 0;
        output->count = 0;
    }
    std::vector<float> answers;
    const bool whole = forEachBatch(samples, spread(chosen, most), goOn, [&](const Said& said) {
        answers.clear();
        for (std::size_t n = 0; n < said.samples.size(); ++n) {
            const std::int32_t sample = said.samples[n];
            const float answer = samples.answers[static_cast<std::size_t>(sample)];
            if (!isKnown(answer, samples.facts)) {
                continue;
            }
            answers.push_back(answer);
            if (m_ignored < 0 || answer != static_cast<float>(m_ignored)) {
                const Prediction prediction = predictionOf(samples, sample, saidOf(said, n));
                tally.add(prediction);
                if (each) {
                    each(prediction);
                }
            }
        }
        for (std::size_t index = 0; index < outputs.size(); ++index) {
            add(*outputs[index], said.ofTheBatch[index], answers);
        }
    });
    if (!whole) {
        return std::nullopt;
    }
    if (tally.count() == 0) {
        throw Error(say(
            ENGINE_TEXT(
                "Sentences",
                "none of the %1 sequences has an answer that the net knows%2, so there is nothing to measure it by"),
            chosen.size(), m_ignored < 0 ? "" : ENGINE_TEXT("Sentences", " and does not ignore")));
    }
    SampleReport report{.samples = tally.count(), .ofSamples = std::ssize(chosen)};
    for (const LossOutput& one : m_losses) {
        report.loss += one.weight * one.output.mean();
    }
    for (const TopAccuracy& top : m_topAccuracies) {
        report.metrics.push_back({top.name, top.output.mean()});
    }
    tally.tell(report);
    return report;
}

bool SampleEvaluator::predict(const Samples& samples, std::span<const std::int32_t> chosen, const GoOn& goOn,
                              const Each& each)
{
    return forEachBatch(samples, chosen, goOn, [&](const Said& said) {
        for (std::size_t n = 0; n < said.samples.size(); ++n) {
            each(predictionOf(samples, said.samples[n], saidOf(said, n)));
        }
    });
}

} // namespace engine
