// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/samples.h"
#include "engine/devices/backend.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/training/measure/sample_evaluation.h"
#include "engine/training/run/batch_source.h"
#include "engine/training/run/run.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace engine {
namespace {

/// Of the random numbers that order the samples, apart from those of fillers and masks.
constexpr std::uint64_t orderStream = 0x5A3B'0000'0001;

Sentence whatItNeeds(const SampleFacts& facts)
{
    return facts.classes.empty() ? say(ENGINE_TEXT("Sentences", "a number"))
                                 : say(ENGINE_TEXT("Sentences", "one of %1 classes"), facts.classes.size());
}

/// Why the training part does not fill one batch; nothing: it does.
std::optional<Sentence> whyNoBatch(const Samples& samples, std::int64_t streams)
{
    const std::int64_t count = std::ssize(samples.part(Split::Train));
    if (count >= streams) {
        return std::nullopt;
    }
    return say(ENGINE_TEXT("Sentences", "the training part of %1 has %2, but a batch takes %3; batch_size sets that"),
               samples.facts.file,
               counted(count, ENGINE_TEXT("Sentences", "1 sequence"), ENGINE_TEXT("Sentences", "%1 sequences")),
               streams);
}

/// Why no loss of the model takes what is known of each sequence; nothing: one does.
std::optional<Sentence> whyNoAnswer(const Samples& samples, const Model& model)
{
    const SampleFacts& facts = samples.facts;
    const DataWiring wiring = sampleWiring(model, Phase::Train);
    if (!wiring.problems.empty()) {
        return wiring.problems.front().sentence;
    }
    if (!wiring.answer) {
        return say(ENGINE_TEXT("Sentences", "the model \"%1\" has no loss on the answers of the sequences, but needs "
                                            "one: SOFTMAXWITHLOSS for classes, EUCLIDEANLOSS for numbers"),
                   model.name);
    }
    const Answer mine = facts.classes.empty() ? Answer::Numbers : Answer::Classes;
    if (*wiring.answer == mine) {
        return std::nullopt;
    }
    return say(ENGINE_TEXT("Sentences", "layer %1: it takes %2, but the answer of each sequence of %3 is %4"),
               wiring.lossLayer,
               mine == Answer::Numbers ? say(ENGINE_TEXT("Sentences", "classes"))
                                       : say(ENGINE_TEXT("Sentences", "numbers")),
               facts.file, whatItNeeds(facts));
}

/// "28 steps of 28 numbers, 10 classes"
std::string inWords(const SampleFacts& facts)
{
    const std::string target = facts.target.empty() ? "" : " (" + facts.target + ")";
    const Sentence answer =
        facts.classes.empty() ? say("a number each%1", target) : say("%1 classes", facts.classes.size());
    return sequencesNamed(facts.kind).ofCharacters
               ? say("lines of up to %1 characters, %2", facts.steps, answer)
               : say("%1 steps of %2, %3", facts.steps, counted(facts.width, "1 number", "%1 numbers"), answer);
}

/// Throws Error where the phase TEST wants its sequences read otherwise than the phase TRAIN: a run reads its data
/// once. Batches may have another size, and what the data set is theirs.
void requireOneReading(const Model& model)
{
    const auto readsSequences = [](const Layer& layer) {
        const LayerType* const type = findLayerType(layer.type);
        return type && type->name == "SEQUENCEDATA";
    };
    const Layer *training = nullptr, *test = nullptr;
    for (const Layer& layer : model.layers) {
        if (!readsSequences(layer)) {
            continue;
        }
        training = !training && inPhase(layer, Phase::Train) ? &layer : training;
        test = !test && inPhase(layer, Phase::Test) ? &layer : test;
    }
    if (!test || test == training) {
        return;
    }
    if (!training) {
        throw Error(say(ENGINE_TEXT("Sentences",
                                    "layer %1 reads sequences in the phase TEST, but no SEQUENCEDATA does in the "
                                    "phase TRAIN; a run reads its data once, so the layer has to be in both phases"),
                        test->name));
    }
    Params wanted = completeParams(*training, model.dialect), found = completeParams(*test, model.dialect);
    for (const char* own : {"batch_size", "time_steps", "width"}) {
        wanted.erase(own);
        found.erase(own);
    }
    for (const auto& [key, value] : found) {
        if (value != wanted.at(key)) {
            throw Error(say(ENGINE_TEXT("Sentences", "layer %1: %2 is another than in the layer %3 of the phase TRAIN, "
                                                     "but a run reads its data once; set both to the same, and measure "
                                                     "on other data by hamnet evaluate --data"),
                            test->name, key, training->name));
        }
    }
}

/// Classes of which the training part has no example.
void noteUnlearned(const Samples& samples, std::vector<Sentence>& notes)
{
    const std::vector<std::string>& classes = samples.facts.classes;
    std::set<std::size_t> learned;
    for (const std::int32_t sample : samples.part(Split::Train)) {
        const float answer = samples.answers[static_cast<std::size_t>(sample)];
        if (isKnown(answer, samples.facts) && !classes.empty()) {
            learned.insert(static_cast<std::size_t>(answer));
        }
    }
    if (learned.size() == classes.size()) {
        return;
    }
    std::size_t first = 0;
    while (learned.contains(first)) {
        ++first;
    }
    notes.push_back(
        say(ENGINE_TEXT("Sentences", "the training part has no example of %1 of its %2 classes, the first is "
                                     "%3, so the net has outputs that it cannot learn"),
            classes.size() - learned.size(), classes.size(), shown(classes[first])));
}

bool hasMissingAnswer(const Samples& samples)
{
    return std::ranges::any_of(samples.part(Split::Train), [&](std::int32_t sample) {
        return !isKnown(samples.answers[static_cast<std::size_t>(sample)], samples.facts);
    });
}

class SampleBatches final : public TrainingBatches {
public:
    /// `streams`: of the whole batch.
    SampleBatches(const Samples& samples, std::int64_t streams, const StreamShare& share, std::uint64_t seed)
        : m_samples(samples),
          m_formula{.count = std::ssize(samples.part(Split::Train)),
                    .streams = streams,
                    .key = RandomStream{seed, orderStream}.key(),
                    .share = share}
    {
        if (!share.isWhole() && hasMissingAnswer(samples)) {
            throw Error(say(ENGINE_TEXT("Sentences",
                                        "%1 has sequences without an answer, which leave a device with fewer answers "
                                        "than another, so their means do not add up to that of the batch; train on one "
                                        "device"),
                            samples.facts.file));
        }
        if (const std::optional<Sentence> why = whyNoBatch(samples, streams)) {
            throw Error(*why);
        }
    }

    std::unique_ptr<DeviceBatches> onDevice(Device& device, const Net& net) const override
    {
        const auto place = [&](const std::string& name) { return name.empty() ? nullptr : net.tensor(name).data; };
        const DataWiring& wiring = net.wiring();
        return device.backend().makeBatches(device, SampleBatchPlan{.samples = m_samples,
                                                                    .members = m_samples.part(Split::Train),
                                                                    .formula = m_formula,
                                                                    .values = place(wiring.values),
                                                                    .cont = place(wiring.cont),
                                                                    .answers = place(wiring.answers),
                                                                    .lengths = place(wiring.lengths)});
    }

    BatchCursor cursor(std::uint64_t batches) const override
    {
        const std::uint64_t cut = m_first + batches;
        return {.positions = {}, .fresh = {}, .batches = cut, .epochs = static_cast<double>(cut) / batchesPerEpoch()};
    }

    void seek(const BatchCursor& cursor) override { m_first = cursor.batches; }

    std::int64_t unitsInBatch() const override { return m_formula.streams; }
    double batchesPerEpoch() const override { return static_cast<double>(m_formula.batchesPerEpoch()); }
    bool startOnlyFirst() const override { return m_samples.haveOneLength(); }

private:
    const Samples& m_samples;
    SampleFormula m_formula;
    std::uint64_t m_first = 0; ///< the batch that the run began or went on with
};

class SampleValidation final : public Validation {
public:
    SampleValidation(const Samples& samples, Split part, std::int64_t most, const Model& model, WeightStore& store,
                     const EngineWish& wish)
        : m_samples(samples), m_part(part), m_most(most), m_evaluator(model, store, samples.facts, wish)
    {}

    std::optional<ValidationReport> measure(const GoOn& goOn) override
    {
        std::optional<SampleReport> report = m_evaluator.evaluate(m_samples, m_samples.part(m_part), count(), goOn);
        std::optional<SampleReport> training =
            report ? m_evaluator.evaluate(m_samples, m_samples.part(Split::Train), count(), goOn) : std::nullopt;
        if (!training) {
            return std::nullopt;
        }
        training->metrics.insert(training->metrics.begin(), {"loss", training->loss});
        return ValidationReport{.loss = report->loss,
                                .units = report->samples,
                                .ofUnits = report->ofSamples,
                                .metrics = std::move(report->metrics),
                                .training = std::move(training->metrics)};
    }

    std::int64_t batches() const override { return 2 * (count() / m_evaluator.wiring().streams + 1); }

    std::vector<std::string> metricNames() const override { return m_evaluator.metricNames(); }

private:
    /// Of the samples of each part that a measurement takes.
    std::int64_t count() const { return std::min(m_most, std::ssize(m_samples.part(m_part))); }

    const Samples& m_samples;
    Split m_part;
    std::int64_t m_most; ///< samples
    SampleEvaluator m_evaluator;
};

/// How many samples a validation measures: those in `test_iter` batches of the phase TEST; without that all.
std::int64_t validationSamples(const Model& model, const SolverSettings& solver)
{
    const Params params = completeParams(solver);
    const std::vector<std::int64_t>& batches = intListParam(params, "test_iter");
    const std::int64_t streams = sampleWiring(model, Phase::Test).streams;
    const bool isGiven = !batches.empty() && batches.front() > 0 && streams > 0;
    return isGiven && batches.front() < SampleEvaluator::all / streams ? batches.front() * streams
                                                                       : SampleEvaluator::all;
}

class SampleSource final : public BatchSource {
public:
    SampleSource(Samples samples, const GoOn& goOn)
        : m_samples(std::move(samples)), m_learned(digestsOf(m_samples, m_samples.part(Split::Train), goOn))
    {}

    Model settled(const Model& model, std::vector<Sentence>& notes) const override
    {
        requireOneReading(model);
        if (const std::optional<Sentence> why = whyNoAnswer(m_samples, model)) {
            throw Error(*why);
        }
        Model settled = withSamples(model, sizesOf(m_samples.facts, m_samples.vocabulary.size()), &notes);
        notes.insert(notes.end(), m_samples.remarks.begin(), m_samples.remarks.end());
        noteUnlearned(m_samples, notes);
        const DataWiring wiring = requiredWiring(settled, Phase::Train, kinds::sequences);
        if (!m_samples.haveOneLength() && wiring.lengths.empty()) {
            notes.push_back(ENGINE_TEXT("Sentences",
                                        "the sequences have different lengths, but no layer reads the lengths: LAST "
                                        "and MEANOVERSTEPS treat the padding of short ones as data"));
        }
        if (holdsOut(settled) && heldOut() == Split::Test) {
            notes.push_back(ENGINE_TEXT("Sentences",
                                        "nothing of the training part is held out, so validation measures on the test "
                                        "part, and the best checkpoint and early stopping are chosen by the test; "
                                        "validation: 0.1 of SEQUENCEDATA holds out a tenth"));
        }
        return settled;
    }

    std::unique_ptr<TrainingBatches> batches(const Net& net, const Model&, std::uint64_t seed) const override
    {
        return std::make_unique<SampleBatches>(m_samples, net.streams(), net.share(), seed);
    }

    std::unique_ptr<Validation> validation(const Model& model, const SolverSettings& solver, WeightStore& store,
                                           const EngineWish& wish) const override
    {
        if (!holdsOut(model)) {
            return nullptr;
        }
        return std::make_unique<SampleValidation>(m_samples, heldOut(), validationSamples(model, solver), model, store,
                                                  wish);
    }

    bool holdsOut(const Model&) const override { return !m_samples.part(heldOut()).empty(); }

    std::optional<double> abortLoss() const override { return std::nullopt; }

    void describe(Checkpoint& checkpoint, const Model&) const override
    {
        checkpoint.sequences = m_samples.facts;
        checkpoint.vocabulary = m_samples.vocabulary;
        checkpoint.learned = m_learned;
        std::error_code unknown;
        if (std::filesystem::exists(m_samples.facts.file, unknown)) { // else they are made
            checkpoint.sequences.file = fromAnywhere(m_samples.facts.file).string();
        }
    }

    void requireSame(const Checkpoint& checkpoint) const override
    {
        if (checkpoint.sequences.digest != m_samples.facts.digest) {
            throw Error(say(
                ENGINE_TEXT(
                    "Sentences",
                    "the data %1 are not those that the checkpoint was trained on (%2, digest %3; found digest %4)"),
                m_samples.facts.file, checkpoint.sequences.file, checkpoint.sequences.digest, m_samples.facts.digest));
        }
    }

    const DataKind& kind() const override { return sequencesNamed(m_samples.facts.kind); }
    std::string file() const override { return m_samples.facts.file; }
    const Vocabulary& vocabulary() const override { return m_samples.vocabulary; }
    DataSize size(const Model& /*model*/) const override
    {
        return {.units = m_samples.count(),
                .learned = std::ssize(m_samples.part(Split::Train)),
                .words = inWords(m_samples.facts)};
    }
    const Samples* samples() const override { return &m_samples; }

private:
    /// The validation part; the test part of data that come with one where nothing else is held out.
    Split heldOut() const { return m_samples.part(Split::Validation).empty() ? Split::Test : Split::Validation; }

    Samples m_samples;
    std::vector<std::uint64_t> m_learned;
};

} // namespace

std::optional<Sentence> whyNotLearned(const Samples& samples, const Model& model)
{
    const std::optional<Sentence> why = whyNoAnswer(samples, model);
    return why ? why : whyNoBatch(samples, sampleWiring(model, Phase::Train).streams);
}

std::unique_ptr<BatchSource> sampleSource(Samples samples, const GoOn& goOn)
{
    return std::make_unique<SampleSource>(std::move(samples), goOn);
}

} // namespace engine
