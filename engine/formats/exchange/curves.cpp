// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/curves.h"

#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/protobuf_wire.h"
#include "engine/graph/error.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace engine {
namespace {

// Field numbers of TensorBoard's messages Event, Summary and Summary.Value.
constexpr int eventTime = 1, eventStep = 2, eventVersion = 3, eventSummary = 5;
constexpr int summaryValue = 1, valueTag = 1, valueNumber = 2;

/// The shortest text that reads back as the same number; nothing for what was not measured.
std::string cell(double number)
{
    if (std::isnan(number)) {
        return {};
    }
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), end};
}

void appendLittle(std::string& text, std::uint64_t value, int bytes)
{
    for (int index = 0; index < bytes; ++index) {
        text.push_back(static_cast<char>(value >> (8 * index)));
    }
}

/// TensorBoard turns and shifts a checksum, since one over bytes that hold their own checksum says little.
std::uint32_t masked(std::uint32_t checksum)
{
    return ((checksum >> 15U) | (checksum << 17U)) + 0xA282EAD8U;
}

/// Length, its checksum, the message, its checksum.
void appendRecord(std::string& text, const wire::Writer& message)
{
    std::string length;
    appendLittle(length, message.bytes().size(), 8);
    text += length;
    appendLittle(text, masked(crc32c(length)), 4);
    text += message.bytes();
    appendLittle(text, masked(crc32c(message.bytes())), 4);
}

void addScalar(wire::Writer& summary, std::string_view tag, double number)
{
    if (std::isnan(number)) {
        return;
    }
    wire::Writer value;
    value.text(valueTag, tag).real32(valueNumber, static_cast<float>(number));
    summary.message(summaryValue, value);
}

constexpr std::array<std::uint32_t, 256> crcTable()
{
    constexpr std::uint32_t polynomial = 0x82F63B78; // bits reversed
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) {
            rest = (rest >> 1U) ^ ((rest & 1U) != 0 ? polynomial : 0);
        }
        table[byte] = rest;
    }
    return table;
}

} // namespace

std::uint32_t crc32c(std::string_view bytes)
{
    static constexpr std::array<std::uint32_t, 256> table = crcTable();
    std::uint32_t rest = 0xFFFFFFFF;
    for (const char byte : bytes) {
        rest = table[(rest ^ static_cast<std::uint8_t>(byte)) & 0xFFU] ^ (rest >> 8U);
    }
    return ~rest;
}

std::string printCsv(std::span<const CurvePoint> curve, double /*begin*/)
{
    std::string text = "iteration";
    for (const CurveField& field : curveFields) {
        text += ',';
        text += field.key;
    }
    text += ",validation_loss\n";
    for (const CurvePoint& point : curve) {
        text += std::to_string(point.iteration);
        fields(point, [&](const CurveField&, double number) { text += ',' + cell(number); });
        text += ',' + cell(point.validationLoss) + '\n';
    }
    return text;
}

std::string printJsonLines(std::span<const CurvePoint> curve, double /*begin*/)
{
    std::string text;
    for (const CurvePoint& point : curve) {
        nlohmann::ordered_json line = {{"iteration", point.iteration}};
        fields(point, [&](const CurveField& field, double number) { line[std::string(field.key)] = number; });
        line["validation_loss"] = point.validationLoss;
        text += line.dump() + '\n';
    }
    return text;
}

std::string printEvents(std::span<const CurvePoint> curve, double begin)
{
    std::string text;
    wire::Writer version;
    version.real(eventTime, begin).text(eventVersion, "brain.Event:2");
    appendRecord(text, version);
    for (const CurvePoint& point : curve) {
        wire::Writer summary, event;
        addScalar(summary, "loss/train", point.loss);
        addScalar(summary, "loss/validation", point.validationLoss);
        fields(point, [&](const CurveField& field, double number) {
            if (field.key != "seconds" && field.key != "loss") {
                addScalar(summary, field.key, number);
            }
        });
        event.real(eventTime, begin + point.seconds).integer(eventStep, point.iteration);
        event.message(eventSummary, summary);
        appendRecord(text, event);
    }
    return text;
}

void writeCurve(const std::filesystem::path& file, std::span<const CurvePoint> curve, double begin)
{
    const FileFormat* const format = formatByName(file);
    if (!format || !format->printCurve) {
        constexpr std::array curves = {Content::Curve};
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has none of the endings of curves: %2"), file.string(),
                        endingsOf(curves, FileUse::Write)));
    }
    writeFileBytes(file, format->printCurve(curve, begin));
}

} // namespace engine
