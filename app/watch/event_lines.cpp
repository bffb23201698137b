// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/event_lines.h"

#include "engine/formats/exchange/json_fault.h"

#include <algorithm>
#include <array>
#include <limits>

namespace watch {
namespace {

using engine::EndReason;

constexpr int maxDepth = 8; // more than any line of ours: a destructor takes stack for each

bool isIn(const Json& line, std::string_view key)
{
    const auto found = line.find(key);
    return found != line.end() && found->is_boolean() && found->get<bool>();
}

std::optional<double> optionalIn(const Json& line, std::string_view key)
{
    const auto found = line.find(key);
    return found != line.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

/// A line has one of the two: it is of characters, or of sequences.
std::string_view keyOf(const Json& line, std::string_view ofText, std::string_view ofSequences)
{
    return line.contains(ofText) ? ofText : ofSequences;
}

std::vector<engine::Metric> metricsIn(const Json& line, std::string_view key)
{
    std::vector<engine::Metric> metrics;
    if (const auto found = line.find(key); found != line.end() && found->is_object()) {
        for (const auto& [name, value] : found->items()) {
            metrics.push_back(
                {.name = name,
                 .value = value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN()});
        }
    }
    return metrics;
}

engine::Event startIn(const Json& line)
{
    engine::StartEvent event{.parameters = wholeIn(line, "parameters"),
                             .vocabulary = wholeIn(line, "vocabulary"),
                             .engine = textIn(line, "engine"),
                             .method = textIn(line, "method"),
                             .device = textIn(line, "device"),
                             .precision = textIn(line, "precision"),
                             .seed = static_cast<std::uint64_t>(wholeIn(line, "seed")),
                             .iteration = wholeIn(line, "iteration"),
                             .iterations = wholeIn(line, "iterations", engine::endless),
                             .batchCharacters = wholeIn(line, keyOf(line, "batch_characters", "batch_sequences")),
                             .stepsPerEpoch = optionalIn(line, "steps_per_epoch").value_or(0),
                             .readsText = line.contains("characters"),
                             .model = textIn(line, "model"),
                             .solver = textIn(line, "solver"),
                             .data = textIn(line, "data")};
    if (const auto notes = line.find("notes"); notes != line.end() && notes->is_array()) {
        for (const Json& note : *notes) {
            event.notes.emplace_back(note.is_string() ? note.get<std::string>() : std::string());
        }
    }
    return event;
}

engine::Event trainIn(const Json& line)
{
    return engine::TrainEvent{.iteration = wholeIn(line, "iteration"),
                              .loss = numberIn(line, "loss"),
                              .objective = numberIn(line, "objective"),
                              .smoothedLoss = numberIn(line, "smoothed_loss"),
                              .learningRate = numberIn(line, "learning_rate"),
                              .gradientNorm = numberIn(line, "gradient_norm"),
                              .epoch = numberIn(line, "epoch"),
                              .charsPerSecond = numberIn(line, keyOf(line, "chars_per_second", "sequences_per_second")),
                              .seconds = numberIn(line, "seconds")};
}

engine::Event validationIn(const Json& line)
{
    return engine::ValidationEvent{.iteration = wholeIn(line, "iteration"),
                                   .epoch = numberIn(line, "epoch"),
                                   .loss = numberIn(line, "loss"),
                                   .metrics = metricsIn(line, "metrics"),
                                   .training = metricsIn(line, "training"),
                                   .units = wholeIn(line, keyOf(line, "characters", "sequences")),
                                   .ofUnits = wholeIn(line, keyOf(line, "of_characters", "of_sequences")),
                                   .best = isIn(line, "best"),
                                   .stepSeconds = optionalIn(line, "step_seconds").value_or(0)};
}

engine::Event metersIn(const Json& line)
{
    engine::MetersEvent event{.iteration = wholeIn(line, "iteration"), .devices = {}};
    const auto bytesIn = [](const Json& device, std::string_view key) {
        const auto found = device.find(key);
        return found != device.end() && found->is_number_integer() ? std::optional(found->get<std::int64_t>())
                                                                   : std::nullopt;
    };
    const auto devices = line.find("devices");
    for (const Json& device : devices != line.end() && devices->is_array() ? *devices : Json::array()) {
        event.devices.push_back({.celsius = optionalIn(device, "celsius"),
                                 .joules = optionalIn(device, "joules"),
                                 .name = textIn(device, "name"),
                                 .utilisationPercent = optionalIn(device, "utilisation_percent"),
                                 .usedBytes = bytesIn(device, "used_memory"),
                                 .totalBytes = bytesIn(device, "memory"),
                                 .watts = optionalIn(device, "watts")});
    }
    return event;
}

engine::Event changeIn(const Json& line)
{
    engine::ChangeEvent event{.iteration = wholeIn(line, "iteration"),
                              .iterations = wholeIn(line, "iterations", engine::endless),
                              .limits = {}};
    engine::RunLimits::each(event.limits, [&](std::string_view key, auto& limit) {
        using Limit = typename std::remove_reference_t<decltype(limit)>::value_type;
        if (const auto number = optionalIn(line, key == "seconds" ? "limit_seconds" : key)) {
            limit = static_cast<Limit>(*number);
        }
    });
    return event;
}

std::optional<engine::Event> endIn(const Json& line)
{
    constexpr std::array reasons = {EndReason::Iterations, EndReason::TimeLimit, EndReason::EarlyStop,
                                    EndReason::Stopped,    EndReason::Diverged,  EndReason::TargetLoss};
    const auto* const reason =
        std::ranges::find(reasons, textIn(line, "reason"), [](EndReason one) { return engine::toString(one); });
    if (reason == reasons.end()) {
        return std::nullopt;
    }
    return engine::EndEvent{.iterations = wholeIn(line, "iterations"),
                            .seconds = numberIn(line, "seconds"),
                            .reason = *reason,
                            .detail = textIn(line, "detail"),
                            .pacedSeconds = optionalIn(line, "paced_seconds").value_or(0),
                            .joules = optionalIn(line, "joules"),
                            .joulesPerThousandCharacters = optionalIn(
                                line, keyOf(line, "joules_per_1000_characters", "joules_per_1000_sequences"))};
}

} // namespace

Json lineIn(std::string_view text)
{
    const auto opens = std::ranges::count_if(text, [](char byte) { return byte == '{' || byte == '['; });
    const bool isFlat = opens <= maxDepth || engine::faultOf(text, maxDepth) == engine::JsonFault::None;
    return isFlat ? Json::parse(text, nullptr, false) : Json(Json::value_t::discarded);
}

std::string kindOf(const Json& line)
{
    return textIn(line, "event");
}

std::int64_t wholeIn(const Json& line, std::string_view key, std::int64_t otherwise)
{
    const auto found = line.find(key);
    return found != line.end() && found->is_number_integer() ? found->get<std::int64_t>() : otherwise;
}

double numberIn(const Json& line, std::string_view key)
{
    return optionalIn(line, key).value_or(std::numeric_limits<double>::quiet_NaN());
}

std::string textIn(const Json& line, std::string_view key)
{
    const auto found = line.find(key);
    return found != line.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<engine::Event> eventIn(const Json& line)
{
    const std::string kind = kindOf(line);
    if (kind == "start") {
        return startIn(line);
    }
    if (kind == "train") {
        return trainIn(line);
    }
    if (kind == "validation") {
        return validationIn(line);
    }
    if (kind == "sample") {
        return engine::SampleEvent{.iteration = wholeIn(line, "iteration"),
                                   .seed = static_cast<std::uint64_t>(wholeIn(line, "seed")),
                                   .text = textIn(line, "text")};
    }
    if (kind == "checkpoint") {
        return engine::CheckpointEvent{
            .iteration = wholeIn(line, "iteration"), .file = textIn(line, "file"), .best = isIn(line, "best")};
    }
    if (kind == "pacing") {
        return engine::PacingEvent{.iteration = wholeIn(line, "iteration"),
                                   .paced = isIn(line, "paced"),
                                   .celsius = numberIn(line, "celsius"),
                                   .limit = numberIn(line, "limit"),
                                   .place = textIn(line, "place")};
    }
    if (kind == "meters") {
        return metersIn(line);
    }
    if (kind == "change") {
        return changeIn(line);
    }
    return kind == "end" ? endIn(line) : std::nullopt;
}

Json pauseLine(std::int64_t iteration, Pause pause)
{
    return {{"event", "pause"}, {"iteration", iteration}, {"paused", pause == Pause::Begins}};
}

std::optional<Pause> pauseIn(const Json& line)
{
    if (kindOf(line) != "pause") {
        return std::nullopt;
    }
    return isIn(line, "paused") ? Pause::Begins : Pause::Ends;
}

} // namespace watch
