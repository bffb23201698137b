// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json.h"
#include "app/cli/run_view.h"

#include <chrono>
#include <cmath>

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
            {"time", std::chrono::duration<double>(facts.began.time_since_epoch()).count()},
            {"data_origin", facts.textOrigin},
            {"trained_on", facts.learned},
            {"sequence_kind", facts.sequences},
            {"writes_text", facts.isText && facts.canWrite},
            {"device_description", facts.deviceDescription},
            {"checkpoint", facts.checkpoint.empty() ? Json() : Json(facts.checkpoint)},
            {"first_weights", facts.firstWeights.empty() ? Json() : Json(facts.firstWeights)},
            {"limit_seconds", orNull(facts.seconds)},
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
    json["step_seconds"] = event.stepSeconds;
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

Json toJson(const engine::MetersEvent& event, const RunFacts&)
{
    Json devices = Json::array();
    for (const engine::Vitals& device : event.devices) {
        devices.push_back({{"name", device.name.empty() ? Json() : Json(device.name)},
                           {"utilisation_percent", orNull(device.utilisationPercent)},
                           {"used_memory", orNull(device.usedBytes)},
                           {"memory", orNull(device.totalBytes)},
                           {"celsius", orNull(device.celsius)},
                           {"watts", orNull(device.watts)},
                           {"joules", orNull(device.joules)}});
    }
    return {{"event", "meters"}, {"iteration", event.iteration}, {"devices", devices}};
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
        Json line = lineOf(event, m_facts);
        if (m_facts.ofSeeds) {
            line["seed"] = m_facts.ofSeeds->seed;
        }
        printLine(*m_out, line);
    }

    void showPause(std::int64_t iteration, watch::Pause pause) override
    {
        printLine(*m_out, watch::pauseLine(iteration, pause));
    }

    void remark(const std::string&) override {}

private:
    Output* m_out;
    RunFacts m_facts;
};

} // namespace

Json lineOf(const engine::Event& event, const RunFacts& facts)
{
    return std::visit([&](const auto& some) { return toJson(some, facts); }, event);
}

RunFacts factsIn(const Json& start)
{
    using engine::PrecisionFrom;
    const bool isText = start.contains("characters");
    const auto writes = start.find("writes_text");
    RunFacts facts{.model = watch::textIn(start, "model"),
                   .text = watch::textIn(start, "data"),
                   .textOrigin = watch::textIn(start, "data_origin"),
                   .isText = isText,
                   .characters = watch::wholeIn(start, isText ? "characters" : "sequences"),
                   .learned = watch::wholeIn(start, "trained_on"),
                   .heldOut = watch::wholeIn(start, "held_out"),
                   .sequences = watch::textIn(start, "sequence_kind"),
                   .canWrite = writes != start.end() && *writes == true,
                   .solver = watch::textIn(start, "solver"),
                   .deviceDescription = watch::textIn(start, "device_description"),
                   .precision =
                       engine::precisionNamed(watch::textIn(start, "precision")).value_or(engine::Precision::Float32),
                   .memory = watch::wholeIn(start, "memory"),
                   .checkpoint = watch::textIn(start, "checkpoint"),
                   .seconds = {}};
    const std::string from = watch::textIn(start, "precision_from");
    for (const PrecisionFrom one : {PrecisionFrom::Option, PrecisionFrom::Checkpoint}) {
        facts.precisionFrom = from == engine::nameOf(one) ? one : facts.precisionFrom;
    }
    if (const double limit = watch::numberIn(start, "limit_seconds"); std::isfinite(limit)) {
        facts.seconds = limit;
    }
    if (const auto layers = start.find("layers"); layers != start.end() && layers->is_array()) {
        for (const Json& layer : *layers) {
            facts.layers.push_back({.layer = watch::textIn(layer, "name"),
                                    .engine = watch::textIn(layer, "engine"),
                                    .why = watch::textIn(layer, "why")});
        }
    }
    if (const double time = watch::numberIn(start, "time"); std::isfinite(time)) {
        facts.began = std::chrono::system_clock::time_point(
            std::chrono::duration_cast<std::chrono::system_clock::duration>(std::chrono::duration<double>(time)));
    }
    return facts;
}

std::unique_ptr<RunView> makeJsonView(Console& console, const RunFacts& facts)
{
    return std::make_unique<JsonView>(console, facts);
}

} // namespace cli
