// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/text_file.h"
#include "engine/data/text_scan.h"
#include "engine/devices/backend.h"
#include "engine/graph/characters.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/measure/evaluation.h"
#include "engine/training/run/batch_source.h"
#include "engine/training/run/run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace engine {
namespace {

class TextBatches final : public TrainingBatches {
public:
    TextBatches(const Corpus& corpus, const TextRange& range, const BatchSettings& settings)
        : m_corpus(corpus), m_range(range), m_settings(settings), m_batches(corpus, range, settings)
    {}

    std::unique_ptr<DeviceBatches> onDevice(Device& device, const Net& net) const override
    {
        const auto place = [&](const std::string& name) { return name.empty() ? nullptr : net.tensor(name).data; };
        const DataWiring& wiring = net.wiring();
        std::int64_t position = m_range.first;
        return device.backend().makeBatches(
            device,
            DeviceBatchPlan{.formula = m_batches.formula(),
                            .vocabulary = m_corpus.vocabulary().size(),
                            .onHost = &m_batches,
                            .read = [&](std::span<std::int32_t> ids) { m_corpus.read(position, m_range.last, ids); },
                            .ids = place(wiring.values),
                            .cont = place(wiring.cont),
                            .targets = place(wiring.answers)});
    }

    BatchCursor cursor(std::uint64_t batches) const override
    {
        return m_batches.cursorAt(m_batches.cursor().batches + batches);
    }

    void seek(const BatchCursor& cursor) override { m_batches.seek(cursor); }

    std::int64_t unitsInBatch() const override { return m_settings.steps * m_settings.streams; }
    double batchesPerEpoch() const override { return m_batches.batchesPerEpoch(); }
    bool startOnlyFirst() const override { return true; }

private:
    const Corpus& m_corpus;
    TextRange m_range;
    BatchSettings m_settings;
    Batches m_batches; ///< at the batch that the run began or went on with
};

class TextValidation final : public Validation {
public:
    TextValidation(const Corpus& corpus, const TextRange& range, std::int64_t characters, const Model& model,
                   WeightStore& store, const EngineWish& wish)
        : m_corpus(corpus),
          m_range(range),
          m_characters(characters),
          m_batch(Evaluator::batchFor(corpus, range, characters)),
          m_evaluator(model, store, corpus.vocabulary().size(), wish, m_batch)
    {}

    std::optional<ValidationReport> measure(const GoOn& goOn) override
    {
        const std::optional<EvaluationReport> report = m_evaluator.evaluate(m_corpus, m_range, m_characters, goOn);
        if (!report) {
            return std::nullopt;
        }
        return ValidationReport{.loss = report->loss,
                                .units = report->characters,
                                .ofUnits = report->ofCharacters,
                                .metrics = metricsOf(*report)};
    }

    std::vector<std::string> metricNames() const override { return textMetricNames(); }

    std::int64_t batches() const override
    {
        const std::int64_t characters = std::min(m_characters, m_corpus.charactersIn(m_range));
        return characters / (m_batch.steps * m_batch.streams) + 1;
    }

private:
    const Corpus& m_corpus;
    TextRange m_range;
    std::int64_t m_characters; ///< that are measured, at most
    Evaluator::Batch m_batch;
    Evaluator m_evaluator;
};

class TextSource final : public BatchSource {
public:
    explicit TextSource(Corpus corpus) : m_corpus(std::move(corpus)) {}

    Model settled(const Model& model, std::vector<Sentence>& notes) const override
    {
        Model settled = withVocabulary(model, m_corpus.vocabulary().size(), &notes);
        requiredWiring(settled, Phase::Train, kinds::text);
        requireScoresFor(settled, readText(settled), m_corpus.vocabulary().size());
        constexpr std::int64_t looked = 1 << 16;
        const std::int64_t start = m_corpus.aligned(std::min(m_corpus.bytes(), looked));
        if (isBinary(m_corpus.text({0, start}))) {
            notes.push_back(say(ENGINE_TEXT("Sentences", "%1 has zero bytes or many control characters at its start, "
                                                         "so it is hardly a text; its bytes are learned as they are"),
                                m_corpus.file().string()));
        } else if (const std::optional<Sentence> letters = lettersNotUtf8()) {
            notes.push_back(*letters);
        }
        if (const std::string own = validationSource(settled); !own.empty()) {
            notes.push_back(
                say(ENGINE_TEXT("Sentences",
                                "the phase TEST names the text %1, which is not read: a run measures on what it holds "
                                "out of its own text; hamnet evaluate --data measures on another one"),
                    own));
        }
        return settled;
    }

    std::unique_ptr<TrainingBatches> batches(const Net& net, const Model& model, std::uint64_t seed) const override
    {
        const DataSettings data = dataSettings(model);
        return std::make_unique<TextBatches>(m_corpus, m_corpus.range(Split::Train, data.fractions),
                                             BatchSettings{.order = data.order,
                                                           .steps = net.wiring().steps,
                                                           .streams = net.streams(),
                                                           .seed = seed,
                                                           .share = net.share()});
    }

    std::unique_ptr<Validation> validation(const Model& model, const SolverSettings& solver, WeightStore& store,
                                           const EngineWish& wish) const override
    {
        if (!holdsOut(model)) {
            return nullptr;
        }
        return std::make_unique<TextValidation>(m_corpus, heldOut(model), validationCharacters(model, solver), model,
                                                store, wish);
    }

    /// Whether there is a character to predict and one before it.
    bool holdsOut(const Model& model) const override { return m_corpus.charactersIn(heldOut(model)) >= 2; }

    /// A uniform guess costs ln V nats per character; a loss far above it does not come back.
    std::optional<double> abortLoss() const override
    {
        return 20 * std::log(static_cast<double>(m_corpus.vocabulary().size()));
    }

    void describe(Checkpoint& checkpoint, const Model& model) const override
    {
        const DataSettings data = dataSettings(model);
        checkpoint.vocabulary = m_corpus.vocabulary();
        checkpoint.corpus = {.file = fromAnywhere(m_corpus.file()).string(),
                             .digest = m_corpus.digest(),
                             .bytes = m_corpus.bytes(),
                             .fractions = data.fractions,
                             .order = data.order};
    }

    void requireSame(const Checkpoint& checkpoint) const override
    {
        if (checkpoint.corpus.digest.empty()) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "the checkpoint was trained on no text that it names, so %1 cannot be the "
                                             "same, and no run goes on; --init-weights starts one from its weights"),
                    m_corpus.file().string()));
        }
        if (m_corpus.digest() != checkpoint.corpus.digest) {
            throw Error(say(ENGINE_TEXT("Sentences", "the text %1 is not the one that the checkpoint was trained on "
                                                     "(%2, %3 bytes, digest %4; found %5 bytes, digest %6)"),
                            m_corpus.file().string(), checkpoint.corpus.file, checkpoint.corpus.bytes,
                            checkpoint.corpus.digest, m_corpus.bytes(), m_corpus.digest()));
        }
    }

    const DataKind& kind() const override { return kinds::text; }
    std::string file() const override { return m_corpus.file().string(); }
    const Vocabulary& vocabulary() const override { return m_corpus.vocabulary(); }
    DataSize size(const Model& model) const override
    {
        return {.units = m_corpus.characters(),
                .learned = m_corpus.charactersIn(m_corpus.range(Split::Train, dataSettings(model).fractions)),
                .words = say("%1 different ones", m_corpus.vocabulary().size())};
    }
    const Corpus* text() const override { return &m_corpus; }

private:
    /// A note on a text of another encoding, which is learned byte by byte.
    std::optional<Sentence> lettersNotUtf8() const
    {
        constexpr std::int64_t looked = 1 << 26; // an instant
        const Vocabulary& known = m_corpus.vocabulary();
        const auto isAscii = [](char32_t byte) { return byte < 0x80; };
        if (known.encoding() != Encoding::Bytes || std::ranges::all_of(known.characters(), isAscii)) {
            return std::nullopt;
        }
        const std::string_view text = m_corpus.text({0, std::min(m_corpus.bytes(), looked)});
        const std::optional<std::int64_t> first = firstNoUtf8(text);
        if (!first || unfinishedBytes(text) == text.size() - static_cast<std::size_t>(*first)) {
            return std::nullopt;
        }
        return say(ENGINE_TEXT(
                       "Sentences",
                       "%1%2, which encoding: UTF8 of TEXTDATA reads; now each of its bytes is learned as a character"),
                   notUtf8(m_corpus.file().string(), text, *first), remedyOfLetters);
    }

    TextRange heldOut(const Model& model) const
    {
        return m_corpus.range(Split::Validation, dataSettings(model).fractions);
    }

    Corpus m_corpus;
};

} // namespace

std::filesystem::path fromAnywhere(const std::filesystem::path& file)
{
    std::error_code noFolder; // where we work is gone
    const std::filesystem::path whole = std::filesystem::absolute(file, noFolder);
    return noFolder ? file : whole.lexically_normal();
}

std::unique_ptr<BatchSource> textSource(Corpus corpus)
{
    return std::make_unique<TextSource>(std::move(corpus));
}

} // namespace engine
