// SPDX-License-Identifier: GPL-3.0-or-later
#include "python/engine/trained.h"

#include "python/engine/sequences.h"

#include "engine/backends/open_device.h"
#include "engine/backends/run_device.h"
#include "engine/data/corpus.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/not_finite.h"
#include "engine/net/weight_check.h"
#include "engine/training/measure/evaluation.h"
#include "engine/training/measure/sample_evaluation.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/write/text_generator.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

namespace python {
namespace {

using Json = nlohmann::ordered_json;

engine::Split splitNamed(const std::string& name)
{
    static const std::map<std::string_view, engine::Split> splits = {{"train", engine::Split::Train},
                                                                     {"validation", engine::Split::Validation},
                                                                     {"test", engine::Split::Test},
                                                                     {"all", engine::Split::All}};
    const auto found = splits.find(name);
    if (found == splits.end()) {
        throw engine::Error(
            engine::say("split is %1, but must be train, validation, test or all", engine::shown(name)));
    }
    return found->second;
}

std::vector<std::int32_t> membersOf(const engine::NamedSamples& data, engine::Split split)
{
    if (split != engine::Split::All) {
        return data.samples.part(split);
    }
    std::vector<std::int32_t> all = data.next;
    for (const std::vector<std::int32_t>& part : data.samples.parts) {
        all.insert(all.end(), part.begin(), part.end());
    }
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

/// The splits to look in, one after the other, for a part that is not empty.
std::vector<std::string> splitsFor(const std::string& wanted)
{
    return wanted.empty() ? std::vector<std::string>{"validation", "test"} : std::vector{wanted};
}

[[noreturn]] void refuseEmpty(const std::string& split)
{
    throw engine::Error(split.empty()
                            ? engine::Sentence("nothing is held out; split=\"all\" takes all of the data")
                            : engine::say("the split \"%1\" is empty; split=\"all\" takes all of the data", split));
}

/// Takes the first part that is not empty.
void choose(AskedSamples& asked, const std::string& wanted)
{
    for (const std::string& split : splitsFor(wanted)) {
        asked.split = split;
        asked.chosen = membersOf(asked.data, splitNamed(split));
        if (!asked.chosen.empty()) {
            return;
        }
    }
    refuseEmpty(wanted);
}

template <typename Report>
void requireRead(const std::optional<Report>& report)
{
    if (!report) {
        throw engine::CancelledError("the evaluation was stopped");
    }
}

} // namespace

Trained::Trained(engine::Checkpoint checkpoint, const engine::Params& settings)
    : m_checkpoint(std::move(checkpoint)), m_model(engine::readModel(m_checkpoint.model, "the net"))
{
    engine::Params given = settings;
    given.try_emplace("seed", std::int64_t{1}); // none is drawn
    const engine::RunSettings settled = engine::runSettings(given, {});
    m_wish = settled.engine                ? settled.engine
             : m_checkpoint.engine.empty() ? engine::EngineWish()
                                           : engine::EngineWish(m_checkpoint.engine);
    m_where = engine::deviceFor(settled.device, m_wish);
    m_where.before = {.device = m_checkpoint.device, .precision = m_checkpoint.precision};
}

engine::WeightStore& Trained::weights()
{
    if (!m_weights) {
        engine::requireWeights(m_model, m_checkpoint.weights);
        m_device = engine::openDevice(m_where);
        auto store = std::make_unique<engine::WeightStore>(m_model, *m_device, m_checkpoint.seed);
        store->write(m_checkpoint.weights);
        m_weights = std::move(store);
    }
    return *m_weights;
}

std::string Trained::write(const engine::SamplingSettings& settings, const engine::GoOn& goOn)
{
    engine::check(settings);
    if (!engine::dataKindOf(m_checkpoint).writes) {
        throw engine::Error("the net predicts a class or a number for each sequence and writes no text; use predict()");
    }
    const std::lock_guard lock(m_mutex);
    std::string text;
    engine::TextGenerator(m_model, weights(), m_checkpoint.vocabulary, m_wish)
        .generate(
            settings,
            [&](const engine::TextGenerator::Character& character) {
                text += character.text;
                return goOn();
            },
            nullptr, goOn);
    return text;
}

std::string Trained::evaluateText(const std::filesystem::path& file, const std::string& wanted,
                                  const engine::GoOn& goOn)
{
    const engine::Corpus text(file, m_checkpoint.vocabulary, goOn);
    std::string split;
    engine::TextRange range;
    for (const std::string& one : splitsFor(wanted)) {
        split = one;
        range = text.range(splitNamed(one), m_checkpoint.corpus.fractions);
        if (range.bytes() > 0) {
            break;
        }
    }
    if (range.bytes() == 0) {
        refuseEmpty(wanted);
    }
    const std::lock_guard lock(m_mutex);
    engine::Evaluator evaluator(m_model, weights(), m_checkpoint.vocabulary.size(), m_wish,
                                engine::Evaluator::batchFor(text, range));
    const auto report = evaluator.evaluate(text, range, engine::Evaluator::all, goOn);
    requireRead(report);
    if (!std::isfinite(report->loss)) {
        throw engine::NotFiniteError(file.string());
    }
    return Json{{"loss", report->loss},
                {"bits_per_char", report->bitsPerChar()},
                {"accuracy", report->accuracy},
                {"characters", report->characters},
                {"split", split}}
        .dump();
}

std::string Trained::evaluate(const AskedSamples& asked, const engine::GoOn& goOn)
{
    const engine::Samples& samples = asked.data.samples;
    const std::lock_guard lock(m_mutex);
    engine::SampleEvaluator evaluator(m_model, weights(), samples.facts, m_wish);
    const auto report = evaluator.evaluate(samples, asked.chosen, engine::SampleEvaluator::all, goOn);
    requireRead(report);
    if (report->notFinite) {
        throw engine::NotFiniteError(engine::say("sequence %1", *report->notFinite));
    }
    Json json{{"loss", report->loss}};
    for (const engine::Metric& metric : report->metrics) {
        json[metric.name] = metric.value;
    }
    json["sequences"] = report->samples;
    json["split"] = asked.split;
    return json.dump();
}

Predictions Trained::predict(const AskedSamples& asked, const engine::GoOn& goOn)
{
    const engine::Samples& samples = asked.data.samples;
    const std::lock_guard lock(m_mutex);
    engine::SampleEvaluator evaluator(m_model, weights(), samples.facts, m_wish);
    Predictions result;
    result.predicted.reserve(asked.chosen.size());
    const bool done = evaluator.predict(samples, asked.chosen, goOn, [&](const engine::Prediction& said) {
        if (!said.isFinite()) {
            throw engine::NotFiniteError(engine::say("sequence %1", said.sample));
        }
        result.predicted.push_back(said.predicted);
        result.chances.insert(result.chances.end(), said.chances.begin(), said.chances.end());
    });
    if (!done) {
        throw engine::CancelledError("the prediction was stopped");
    }
    return result;
}

AskedSamples Trained::read(const std::filesystem::path& data, const std::string& split, const engine::GoOn& goOn) const
{
    AskedSamples asked{
        .data = engine::readNamedSamples(
            data, engine::sampleSettings(m_model),
            {.facts = m_checkpoint.sequences, .vocabulary = m_checkpoint.vocabulary, .digests = m_checkpoint.learned},
            goOn)};
    choose(asked, split);
    return asked;
}

AskedSamples Trained::read(engine::Samples samples, const std::string& split) const
{
    if (m_checkpoint.sequences.kind.empty()) {
        throw engine::Error("the net has learned a text, so no sequences of numbers can be given to it");
    }
    if (split == "all") {
        std::vector<std::int32_t>& all = samples.parts.at(static_cast<std::size_t>(engine::Split::Test));
        all.resize(static_cast<std::size_t>(samples.count()));
        std::iota(all.begin(), all.end(), 0);
    } else {
        engine::cutParts(samples, samples.count(), engine::sampleSettings(m_model), false);
    }
    AskedSamples asked{.data = {.samples = samplesFor(m_checkpoint.sequences, std::move(samples))}};
    choose(asked, split);
    return asked;
}

} // namespace python
