// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/run_record.h"

#include "engine/training/run/run_settings.h"

#include <utility>

namespace studio {
namespace {

void begin(RunRecord& record, const engine::StartEvent& start)
{
    const auto isLater = [&](const auto& one) { return one.iteration > start.iteration; };
    std::erase_if(record.validations, isLater);
    std::erase_if(record.checkpoints, isLater);
    std::erase_if(record.diary, isLater);
    const std::optional<std::size_t> last = lastUntil(record.curve, start.iteration);
    record.curve.cut(last ? *last + 1 : 0);
    record.curve.setFacts(factsOf(start));
    record.engine = start.engine;
    record.device = start.device;
    record.precision = engine::nameOf(start.precision);
    record.corpus = start.data;
    record.seed = start.seed;
    record.notes = start.notes;
    record.readsText = start.readsText;
    record.holdsOutNothing = start.holdsOutNothing;
    record.model = start.model.empty() ? record.model : start.model;
    record.solver = start.solver.empty() ? record.solver : start.solver;
}

/// The metrics of the training part stand among the others.
engine::ValidationEvent withTrainingMetrics(engine::ValidationEvent event)
{
    for (engine::Metric& metric : engine::ofTraining(std::exchange(event.training, {}))) {
        event.metrics.push_back(std::move(metric));
    }
    return event;
}

} // namespace

IterationFacts factsOf(const engine::StartEvent& start)
{
    IterationFacts facts{.characters = static_cast<double>(start.batchUnits)};
    if (start.stepsPerEpoch > 0) {
        facts.epochs = 1 / start.stepsPerEpoch;
    }
    return facts;
}

void RunRecord::take(const engine::Event& event)
{
    if (const auto* const start = std::get_if<engine::StartEvent>(&event)) {
        begin(*this, *start);
    } else if (const auto* const step = std::get_if<engine::TrainEvent>(&event)) {
        curve.append(*step);
    } else if (const auto* const validation = std::get_if<engine::ValidationEvent>(&event)) {
        validations.push_back(withTrainingMetrics(*validation));
    } else if (const auto* const saved = std::get_if<engine::CheckpointEvent>(&event)) {
        checkpoints.push_back(*saved);
    } else if (const auto* const sample = std::get_if<engine::SampleEvent>(&event)) {
        diary.push_back({.iteration = sample->iteration,
                         .prompt = sample->prompt,
                         .temperature = sample->temperature,
                         .topP = sample->topP,
                         .topK = sample->topK,
                         .length = sample->length,
                         .seed = sample->seed,
                         .text = sample->text,
                         .bits = sample->bits});
    } else if (const auto* const change = std::get_if<engine::ChangeEvent>(&event)) {
        settings = engine::withLimits(settings.value_or(engine::Params()), change->limits);
    } else if (const auto* const end = std::get_if<engine::EndEvent>(&event)) {
        ending = std::string(engine::toString(end->reason));
    }
}

} // namespace studio
