// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/measurement.h"
#include "engine/graph/go_on.h"

#include <nlohmann/json.hpp>

// What an EngineProcess and its other end tell each other: over a socket, as CBOR (RFC 8949), which keeps any bytes of
// a text and any number, each message behind its size in eight bytes.

namespace nlohmann {

template <>
struct adl_serializer<engine::Sentence> {
    static void to_json(json& message, const engine::Sentence& sentence)
    {
        message = {{"text", std::string(sentence)},
                   {"pattern", std::string(sentence.pattern())},
                   {"parts", sentence.parts()},
                   {"is_name", sentence.isName()}};
    }
    static void from_json(const json& message, engine::Sentence& sentence)
    {
        sentence = engine::Sentence::restored(message.at("text"), message.at("pattern"), message.at("parts"),
                                              message.at("is_name"));
    }
};

template <>
struct adl_serializer<const engine::DataKind*> {
    static void to_json(json& message, const engine::DataKind* kind) { message = kind->name; }
    static void from_json(const json& message, const engine::DataKind*& kind)
    {
        kind = engine::dataKindNamed(message.get_ref<const std::string&>());
    }
};

template <typename Value>
struct adl_serializer<std::optional<Value>> {
    static void to_json(json& message, const std::optional<Value>& value) { message = value ? json(*value) : json(); }
    static void from_json(const json& message, std::optional<Value>& value)
    {
        value = message.is_null() ? std::nullopt : std::optional(message.get<Value>());
    }
};

} // namespace nlohmann

namespace engine {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Metric, name, value)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CurvePoint, iteration, seconds, loss, learningRate, gradientNorm)

} // namespace engine

namespace contest {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Trial, form, epochs, iterations, seconds, textLength, firstSeed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Loaded, startSeconds, deviceSeconds, netSeconds, kind, writesText, parameters,
                                   vocabulary, batchUnits, streams, stepsPerEpoch, engine, device, deviceDescription,
                                   precision, threads, weights, flops, flopsOfOne, remarks)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(EpochResult, seconds, figures)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Effort, joules, joulesPerThousand, percent, processPercent, machinePercent)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Memory, process, device, byDriver)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SeedResult, epochs, effort, memory, text, divergence, isOver, rows, uses, validating,
                                   evaluating, predicting, steps)

using Message = nlohmann::json;

/// Whether the other end took it; false where it has gone.
bool send(int socket, const Message& message);

/// Waits for the next one; nothing where the other end has gone. Throws CancelledError when it is no longer wanted.
std::optional<Message> receive(int socket, const engine::GoOn& goOn = {});

} // namespace contest
