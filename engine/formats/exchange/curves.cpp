// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/curves.h"

#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/tensorboard.h"
#include "engine/graph/error.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace engine {
namespace {

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
