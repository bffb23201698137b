// SPDX-License-Identifier: GPL-3.0-or-later
// What a run leaves in its folder: its description, run.json, and the lines of its log. The first byte says which of
// the two the rest is.
#include "app/watch/event_lines.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/training/run/run_description.h"
#include "tests/fuzz/target.h"

namespace fuzz {

namespace {

void eatDescription(std::string_view text)
{
    reads([&] {
        const std::string written = engine::toJson(engine::runIn(text, "/runs/run.json")); // with names cleaned up
        require(engine::toJson(engine::runIn(written, "/runs/run.json")) == written,
                "a run is the same when it is read again");
    });
}

std::string textOfLine(const engine::Event& event)
{
    return watch::toJson(event).dump(-1, ' ', false, watch::Json::error_handler_t::replace);
}

void eatLine(std::string_view text)
{
    const watch::Json line = watch::lineIn(text);
    const std::optional<engine::Event> event = line.is_object() ? watch::eventIn(line) : std::nullopt;
    if (event) {
        const std::string again = textOfLine(*event);
        const std::optional<engine::Event> read = watch::eventIn(watch::lineIn(again));
        require(read && textOfLine(*read) == again, "an event is the same when it is read again: " + again);
    }
}

void eatRun(std::span<const std::byte> file)
{
    const std::string_view text = textOf(file);
    if (text.starts_with('r')) {
        eatDescription(text.substr(1));
    } else if (!text.empty()) {
        eatLine(text.substr(1));
    }
}

std::vector<Bytes> runSeeds()
{
    engine::RunDescription run{
        .model = engine::readModel("layer { name: \"x\" type: \"TEXTDATA\" top: \"x\" top: \"y\" }", "model"),
        .solver = engine::readSolver("type: \"Adam\" base_lr: 0.1", "solver"),
        .settings = {{"iterations", std::int64_t{30}}, {"seconds", 1.5}, {"engine", std::string("CAFFE")}},
        .data = "/texts/play.txt",
        .first = {.file = "/nets/net.caffemodel", .text = "/texts/play.txt"}};
    std::vector<Bytes> seeds = {bytesOf("r" + engine::toJson(run)),
                                bytesOf("r" + engine::toJson({.resume = "/nets/net.hamnet"}))};
    const engine::Event events[] = {
        engine::StartEvent{
            .layers = {{.layer = "lstm", .engine = "FUSED", .why = {}}}, .limits = {.seconds = 2}, .notes = {"a"}},
        engine::TrainEvent{},
        engine::ValidationEvent{.metrics = {{"accuracy", 0.5}}, .training = {{"accuracy", 0.75}}},
        engine::SampleEvent{.text = "é"},
        engine::CheckpointEvent{.file = "net.hamnet"},
        engine::PauseEvent{},
        engine::PacingEvent{.place = "GPU"},
        engine::MetersEvent{.devices = {{.name = "GPU", .watts = 300}}},
        engine::ChangeEvent{.limits = {.epochs = 3}},
        engine::EndEvent{.joules = 2}};
    for (const engine::Event& event : events) {
        seeds.push_back(bytesOf("l" + textOfLine(event)));
    }
    return seeds;
}

} // namespace

const Target run = {"run", eatRun, runSeeds};

} // namespace fuzz
