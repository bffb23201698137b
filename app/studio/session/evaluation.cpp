// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/evaluation.h"

#include "engine/backends/open_device.h"
#include "engine/data/read_samples.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run.h"

#include <algorithm>

namespace studio {
namespace {

engine::Split heldOut(const engine::Samples& samples)
{
    return samples.part(engine::Split::Validation).empty() ? engine::Split::Test : engine::Split::Validation;
}

} // namespace

std::vector<Guess> Evaluation::worstMistakes(std::size_t most) const
{
    std::vector<Guess> wrong;
    std::ranges::copy_if(guesses, std::back_inserter(wrong),
                         [](const Guess& guess) { return guess.target != guess.predicted; });
    std::ranges::stable_sort(wrong, [](const Guess& a, const Guess& b) { return a.chance > b.chance; });
    wrong.resize(std::min(wrong.size(), most));
    return wrong;
}

std::optional<Evaluation> evaluate(const EvaluationRequest& request, const engine::GoOn& goOn)
{
    std::shared_ptr<const NetSnapshot> net = request.net;
    std::filesystem::path data = request.data;
    if (!net) {
        const engine::Checkpoint checkpoint = engine::loadCheckpoint(request.checkpoint);
        net = std::make_shared<const NetSnapshot>(snapshotOf(checkpoint));
        data = data.empty() ? engine::dataOfCheckpoint(checkpoint, request.checkpoint) : data;
    }
    if (engine::dataKindOf(net->model).answersEachStep) {
        throw engine::Error(ENGINE_TEXT("Session", "this net learned a text, but only sequences are evaluated here"));
    }
    data = data.empty() ? std::filesystem::path(net->sequences.file) : data;
    const engine::SampleSettings settings = engine::sampleSettings(net->model);
    engine::NamedSamples named = engine::readNamedSamples(
        data, settings, {.facts = net->sequences, .vocabulary = net->vocabulary, .answers = engine::Answers::Read},
        goOn);
    Evaluation evaluation{.samples = std::move(named.samples), .iteration = net->iteration};
    const engine::Samples& samples = evaluation.samples;
    evaluation.part = request.part.value_or(heldOut(samples));
    if (samples.part(evaluation.part).empty()) {
        throw engine::Error(
            request.part ? ENGINE_TEXT("Session", "this part of the data is empty; choose another one")
                         : ENGINE_TEXT("Session", "nothing of the data is held out to evaluate on; validation: 0.1 of "
                                                  "SEQUENCEDATA holds out a tenth in the next run"));
    }
    const std::unique_ptr<engine::Device> device =
        engine::openDevice({.name = request.device, .threads = request.threads});
    engine::WeightStore weights(net->model, *device, 1);
    weights.write(net->weights);
    engine::SampleEvaluator evaluator(net->model, weights, samples.facts, net->engine);
    std::optional<engine::SampleReport> report =
        evaluator.evaluate(samples, samples.part(evaluation.part), engine::SampleEvaluator::all, goOn,
                           [&](const engine::Prediction& said) {
                               evaluation.guesses.push_back(
                                   {.sample = static_cast<std::int32_t>(said.sample),
                                    .target = said.target,
                                    .predicted = said.predicted,
                                    .chance = said.chances.empty() ? 0 : *std::ranges::max_element(said.chances)});
                           });
    if (!report) {
        return std::nullopt;
    }
    evaluation.report = *std::move(report);
    evaluation.baselines = engine::baselinesOf(samples, samples.part(evaluation.part));
    const auto origin = [&](const std::string& name, std::int64_t sample) {
        const auto column = std::ranges::find(named.origins, name, &engine::OriginColumn::name);
        return column == named.origins.end() ? std::string() : column->text(static_cast<std::int32_t>(sample));
    };
    const auto keep = [&](const engine::Prediction& said) {
        evaluation.forecasts.push_back(
            {.group = settings.group.empty() ? std::string() : origin(settings.group, said.sample),
             .ahead = std::stoll(named.origins.back().text(static_cast<std::int32_t>(said.sample))),
             .predicted = said.predicted,
             .chance = said.chances.empty() ? 0 : *std::ranges::max_element(said.chances),
             .time =
                 samples.times.empty()
                     ? std::nullopt
                     : std::optional(static_cast<double>(samples.times[static_cast<std::size_t>(said.sample)]) / 1e6)});
    };
    if (!named.next.empty() && !evaluator.predict(samples, named.next, goOn, keep)) {
        return std::nullopt;
    }
    return evaluation;
}

} // namespace studio
