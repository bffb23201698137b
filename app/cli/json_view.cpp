// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json.h"
#include "app/cli/run_view.h"

#include <type_traits>

namespace cli {
namespace {

// The keys are a fixed interface: some may be added, none goes or changes its meaning.

Json toJson(const engine::StartEvent& event, const RunFacts& facts)
{
    std::vector<engine::Sentence> notes = facts.notes;
    notes.insert(notes.end(), event.notes.begin(), event.notes.end());
    Json layers = Json::array();
    for (const engine::LayerEngine& layer : facts.layers) {
        layers.push_back({{"name", layer.layer}, {"engine", layer.engine}, {"why", layer.why}});
    }
    return {{"event", "start"},
            {"parameters", event.parameters},
            {"engine", event.engine},
            {"method", event.method},
            {"layers", layers},
            {"device", event.device},
            {"precision", engine::nameOf(facts.precision)},
            {"precision_from", engine::nameOf(facts.precisionFrom)},
            {"seed", event.seed},
            {"vocabulary", event.vocabulary},
            {"model", facts.model},
            {"data", facts.text},
            {facts.isText ? "characters" : "sequences", facts.characters},
            {"held_out", facts.heldOut},
            {"solver", facts.solver},
            {"iteration", event.iteration},
            {"iterations", event.iterations == endless ? Json() : Json(event.iterations)},
            {facts.isText ? "batch_characters" : "batch_sequences", event.batchCharacters},
            {"steps_per_epoch", event.stepsPerEpoch},
            {"memory", facts.memory},
            {"notes", notes}};
}

Json toJson(const engine::TrainEvent& event, const RunFacts& facts)
{
    return {{"event", "train"},
            {"iteration", event.iteration},
            {"loss", event.loss},
            {"objective", event.objective},
            {"smoothed_loss", event.smoothedLoss},
            {"learning_rate", event.learningRate},
            {"gradient_norm", event.gradientNorm},
            {"epoch", event.epoch},
            {facts.isText ? "chars_per_second" : "sequences_per_second", event.charsPerSecond},
            {"seconds", event.seconds}};
}

Json toJson(const engine::ValidationEvent& event, const RunFacts& facts)
{
    Json metrics = Json::object();
    for (const engine::Metric& metric : event.metrics) {
        metrics[metric.name] = metric.value;
    }
    Json json{{"event", "validation"}, {"iteration", event.iteration}, {"epoch", event.epoch}, {"loss", event.loss}};
    if (facts.isText) { // known by these keys before there were metrics by name
        json.update(metrics);
    }
    json["metrics"] = metrics;
    for (const engine::Metric& metric : event.training) {
        json["training"][metric.name] = metric.value;
    }
    json[facts.isText ? "characters" : "sequences"] = event.units;
    json[facts.isText ? "of_characters" : "of_sequences"] = event.ofUnits;
    json["best"] = event.best;
    return json;
}

Json toJson(const engine::SampleEvent& event, const RunFacts&)
{
    return {{"event", "sample"}, {"iteration", event.iteration}, {"seed", event.seed}, {"text", event.text}};
}

Json toJson(const engine::CheckpointEvent& event, const RunFacts&)
{
    return {
        {"event", "checkpoint"}, {"iteration", event.iteration}, {"file", event.file.string()}, {"best", event.best}};
}

Json toJson(const engine::PacingEvent& event, const RunFacts&)
{
    return {{"event", "pacing"},        {"iteration", event.iteration}, {"paced", event.paced},
            {"celsius", event.celsius}, {"limit", event.limit},         {"place", event.place}};
}

Json toJson(const engine::ChangeEvent& event, const RunFacts&)
{
    Json json{{"event", "change"},
              {"iteration", event.iteration},
              {"iterations", event.iterations == endless ? Json() : Json(event.iterations)}};
    engine::RunLimits::each(event.limits, [&](std::string_view key, const auto& limit) {
        // "seconds" of other events are those that have passed
        json[key == "seconds" ? "limit_seconds" : std::string(key)] = limit ? Json(*limit) : Json();
    });
    return json;
}

Json toJson(const engine::EndEvent& event, const RunFacts& facts)
{
    const std::string verdict = facts.verdict ? facts.verdict(event.reason) : "";
    return {{"event", "end"},
            {"verdict", verdict.empty() ? Json() : Json(verdict)},
            {"iterations", event.iterations},
            {"seconds", event.seconds},
            {"reason", engine::toString(event.reason)},
            {"detail", event.detail},
            {"paced_seconds", event.pacedSeconds},
            {"joules", event.joules ? Json(*event.joules) : Json()},
            {facts.isText ? "joules_per_1000_characters" : "joules_per_1000_sequences",
             event.joulesPerThousandCharacters ? Json(*event.joulesPerThousandCharacters) : Json()}};
}

class JsonView : public RunView {
public:
    JsonView(Console& console, RunFacts facts) : m_out(&console.out), m_facts(std::move(facts)) {}

    void show(const engine::Event& event) override
    {
        std::visit(
            [&](const auto& some) {
                Json json = toJson(some, m_facts);
                if (m_facts.ofSeeds) {
                    json["seed"] = m_facts.ofSeeds->seed;
                }
                printLine(*m_out, json);
            },
            event);
    }

private:
    Output* m_out;
    RunFacts m_facts;
};

} // namespace

std::unique_ptr<RunView> makeJsonView(Console& console, const RunFacts& facts)
{
    return std::make_unique<JsonView>(console, facts);
}

} // namespace cli
