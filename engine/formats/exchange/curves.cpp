// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/curves.h"

#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/graph/error.h"

#include <boost/algorithm/string/replace.hpp>
#include <boost/crc.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <variant>

namespace engine {
namespace {

// Field numbers of TensorBoard's messages Event, Summary.Value, HistogramProto, SummaryMetadata with its PluginData, of
// TensorProto, of the plugin hparams, and of protobuf's own Value.
constexpr int eventTime = 1, eventStep = 2, eventVersion = 3, eventSummary = 5, eventSession = 7;
constexpr int sessionStatus = 1, sessionStarts = 1;
constexpr int summaryValue = 1, valueTag = 1, valueNumber = 2, valueHistogram = 5, valueTensor = 8, valueMetadata = 9;
constexpr int histogramLeast = 1, histogramMost = 2, histogramCount = 3, histogramSum = 4, histogramSquares = 5,
              histogramLimits = 6, histogramBuckets = 7;
constexpr int metadataPlugin = 1, pluginName = 1, pluginContent = 2;
constexpr int tensorType = 1, tensorShape = 2, tensorFloats = 5, tensorTexts = 8;
constexpr int typeFloat = 1, typeText = 7;
constexpr int hparamsStart = 3, hparamsEnd = 4, startValues = 1, startTime = 5, endStatus = 1, endTime = 2;
constexpr int statusSuccess = 1, statusFailure = 2;
constexpr int mapKey = 1, mapValue = 2, kindNumber = 2, kindText = 3, kindFlag = 4;

template <typename Number>
void append(std::string& text, Number value) ///< little-endian, as protobuf_wire asserts that the machine is
{
    text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// TensorBoard turns and shifts a checksum, since one over bytes that hold their own checksum says little.
std::uint32_t masked(std::uint32_t checksum)
{
    return ((checksum >> 15U) | (checksum << 17U)) + 0xA282EAD8U;
}

/// Length, its checksum, the message, its checksum.
std::string recordOf(const wire::Writer& message)
{
    std::string record;
    append(record, std::uint64_t{message.bytes().size()});
    append(record, masked(crc32c(record)));
    record += message.bytes();
    append(record, masked(crc32c(message.bytes())));
    return record;
}

/// As Markdown shows it letter by letter: each line indented, as code is.
std::string asMarkdown(std::string_view text)
{
    using nlohmann::json;
    const std::string valid = json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
    return "    " + boost::algorithm::replace_all_copy(valid, "\n", "\n    ");
}

/// Empty of a list, which the plugin does not know.
wire::Writer valueOf(const ParamValue& value)
{
    wire::Writer message;
    if (const auto* const text = std::get_if<std::string>(&value)) {
        message.text(kindText, *text);
    } else if (const auto* const flag = std::get_if<bool>(&value)) {
        message.integer(kindFlag, *flag ? 1 : 0);
    } else if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
        message.real(kindNumber, static_cast<double>(*whole));
    } else if (const auto* const number = std::get_if<double>(&value)) {
        message.real(kindNumber, *number);
    }
    return message;
}

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

} // namespace

std::uint32_t crc32c(std::string_view bytes)
{
    boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> checksum;
    checksum.process_bytes(bytes.data(), bytes.size());
    return checksum.checksum();
}

std::string firstRecords(double time, std::int64_t step)
{
    wire::Writer version, start, session;
    version.real(eventTime, time).text(eventVersion, "brain.Event:2");
    if (step == 0) {
        return recordOf(version);
    }
    session.integer(sessionStatus, sessionStarts);
    start.real(eventTime, time).integer(eventStep, step).message(eventSession, session);
    return recordOf(version) + recordOf(start);
}

TensorBoardEvent::TensorBoardEvent(double time, std::int64_t step)
{
    m_event.real(eventTime, time).integer(eventStep, step);
}

void TensorBoardEvent::scalar(std::string_view tag, double number)
{
    if (std::isnan(number)) {
        return;
    }
    wire::Writer value;
    value.text(valueTag, tag).real32(valueNumber, static_cast<float>(number));
    m_summary.message(summaryValue, value);
}

void TensorBoardEvent::text(std::string_view tag, std::string_view text)
{
    wire::Writer one;
    one.integer(tensorType, typeText).message(tensorShape, {}).text(tensorTexts, asMarkdown(text));
    tensor(tag, one, "text", {});
}

void TensorBoardEvent::histogram(std::string_view tag, const ValueStatistics& values)
{
    const auto finite = static_cast<double>(values.sampled - values.notFinite);
    std::array<double, ValueStatistics::bins> limits{}, buckets{};
    for (std::size_t bin = 0; bin < ValueStatistics::bins; ++bin) {
        const double share = static_cast<double>(bin + 1) / static_cast<double>(ValueStatistics::bins);
        const bool isLast = bin + 1 == ValueStatistics::bins;
        limits[bin] = isLast ? values.maximum : values.first + share * (values.last - values.first);
        buckets[bin] = static_cast<double>(values.histogram[bin]);
    }
    wire::Writer histogram, value;
    histogram.real(histogramLeast, values.minimum).real(histogramMost, values.maximum).real(histogramCount, finite);
    histogram.real(histogramSum, values.mean * finite);
    histogram.real(histogramSquares, (values.deviation * values.deviation + values.mean * values.mean) * finite);
    histogram.packed(histogramLimits, limits).packed(histogramBuckets, buckets);
    value.text(valueTag, tag).message(valueHistogram, histogram);
    m_summary.message(summaryValue, value);
}

void TensorBoardEvent::settings(const Params& settings, double begin)
{
    wire::Writer info;
    for (const auto& [key, value] : settings) {
        if (const wire::Writer known = valueOf(value); !known.bytes().empty()) {
            wire::Writer entry;
            entry.text(mapKey, key).message(mapValue, known);
            info.message(startValues, entry);
        }
    }
    info.real(startTime, begin);
    ofSettings("_hparams_/session_start_info", hparamsStart, info);
}

void TensorBoardEvent::end(bool hasFailed, double end)
{
    wire::Writer info;
    info.integer(endStatus, hasFailed ? statusFailure : statusSuccess).real(endTime, end);
    ofSettings("_hparams_/session_end_info", hparamsEnd, info);
}

void TensorBoardEvent::ofSettings(std::string_view tag, int field, const wire::Writer& info)
{
    wire::Writer content, zero;
    content.message(field, info);
    const std::array numbers = {0.0F};
    zero.integer(tensorType, typeFloat).message(tensorShape, {}).packed(tensorFloats, numbers);
    tensor(tag, zero, "hparams", content.bytes());
}

void TensorBoardEvent::tensor(std::string_view tag, const wire::Writer& tensor, std::string_view plugin,
                              std::string_view content)
{
    wire::Writer value, data, metadata;
    data.text(pluginName, plugin).text(pluginContent, content);
    metadata.message(metadataPlugin, data);
    value.text(valueTag, tag).message(valueTensor, tensor).message(valueMetadata, metadata);
    m_summary.message(summaryValue, value);
}

std::string TensorBoardEvent::record() const
{
    wire::Writer event = m_event;
    event.message(eventSummary, m_summary);
    return recordOf(event);
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
        for (const CurveField& field : curveFields) {
            text += ',' + cell(point.*field.number);
        }
        text += ',' + cell(point.validationLoss) + '\n';
    }
    return text;
}

std::string printJsonLines(std::span<const CurvePoint> curve, double /*begin*/)
{
    std::string text;
    for (const CurvePoint& point : curve) {
        nlohmann::ordered_json line = {{"iteration", point.iteration}};
        for (const CurveField& field : curveFields) {
            line[std::string(field.key)] = point.*field.number;
        }
        line["validation_loss"] = point.validationLoss;
        text += line.dump() + '\n';
    }
    return text;
}

std::string printEvents(std::span<const CurvePoint> curve, double begin)
{
    std::string text = firstRecords(begin);
    for (const CurvePoint& point : curve) {
        TensorBoardEvent event(begin + point.seconds, point.iteration);
        event.scalar("loss/train", point.loss);
        event.scalar("loss/validation", point.validationLoss);
        for (const CurveField& field : curveFields) {
            if (field.key != "seconds" && field.key != "loss") {
                event.scalar(field.key, point.*field.number);
            }
        }
        text += event.record();
    }
    return text;
}

void writeCurve(const std::filesystem::path& file, std::span<const CurvePoint> curve, double begin)
{
    const FileFormat* const format = formatByName(file);
    if (!format || !format->printCurve) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has none of the endings of curves: %2"), file.string(),
                        endingsOf({Content::Curve}, FileUse::Write)));
    }
    writeFileBytes(file, format->printCurve(curve, begin));
}

} // namespace engine
