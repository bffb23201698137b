// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/size_text.h"

#include "engine/graph/sentence.h"

#include <array>
#include <charconv>
#include <cmath>
#include <QLocale>

namespace editor {
namespace {

/// A field of CSV: in quotes where it needs them.
std::string field(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char letter : text) {
        quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    }
    return quoted + "\"";
}

/// A cell of Markdown: a bar would end it.
std::string cell(const std::string& text)
{
    std::string safe;
    for (const char letter : text) {
        safe += letter == '|' ? "\\|" : letter == '\n' ? " " : std::string(1, letter);
    }
    return safe;
}

std::string shapes(const engine::LayerSizes& layer)
{
    std::string text;
    for (const engine::Shape& shape : layer.sizes.outputs) {
        text += (text.empty() ? "" : ", ") + engine::toString(shape);
    }
    return text;
}

struct Sums {
    std::int64_t kept = 0, gradients = 0;
};

Sums sums(const engine::SizeReport& report)
{
    Sums all;
    for (const engine::LayerSizes& layer : report.layers) {
        if (layer.problem.empty()) {
            all.kept += layer.activationBytes;
            all.gradients += layer.gradientBytes;
        }
    }
    return all;
}

/// By the C locale, halves as the terminal rounds them.
std::string decimal(double number, int places)
{
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, places);
    return {text.data(), end.ptr};
}

std::string share(const engine::SizeReport& report, const engine::LayerSizes& layer)
{
    const double all = static_cast<double>(report.flopsForward) + static_cast<double>(report.flopsBackward);
    const double part = static_cast<double>(layer.sizes.flopsForward) + static_cast<double>(layer.sizes.flopsBackward);
    return decimal(all > 0 ? 100 * part / all : 0, 1);
}

std::string memoryMarkdown(const engine::TrainingMemory& memory)
{
    const std::array<std::pair<const char*, std::int64_t>, 8> parts{
        {{"weights", memory.weights},
         {"gradients of the weights", memory.gradients},
         {"solver history", memory.history},
         {"activations", memory.activations},
         {"gradients of the activations", memory.activationGradients},
         {"workspace", memory.workspace},
         {"program and checkpoint", memory.program},
         {"all", memory.total()}}};
    std::string text = "| training memory | |\n| --- | ---: |\n";
    for (const auto& [name, bytes] : parts) {
        text += std::string("| ") + name + " | " + engine::bytesInWords(bytes) + " |\n";
    }
    return text;
}

} // namespace

std::string plainCount(std::int64_t number)
{
    QLocale c = QLocale::c();
    c.setNumberOptions(QLocale::DefaultNumberOptions); // C has no groups unless it is told to
    return c.toString(static_cast<qlonglong>(number)).toStdString();
}

std::string plainWork(std::int64_t operations)
{
    double count = static_cast<double>(operations);
    if (std::abs(count) < 1000) {
        return decimal(count, 0);
    }
    constexpr std::array<const char*, 5> units = {"k", "M", "G", "T", "P"};
    count /= 1000;
    std::size_t unit = 0;
    for (; std::abs(count) >= 1000 && unit + 1 < units.size(); ++unit) {
        count /= 1000;
    }
    return decimal(count, std::abs(count) < 10 ? 2 : std::abs(count) < 100 ? 1 : 0) + " " + units[unit];
}

std::string sizesCsv(const Document& document)
{
    const engine::SizeReport& report = document.derived().report;
    const auto line = [](std::initializer_list<std::string> cells) {
        std::string text;
        for (const std::string& one : cells) {
            text += (&one == cells.begin() ? "" : ",") + field(one);
        }
        return text + "\n";
    };
    std::string text = line({"layer", "type", "output", "parameters", "activation_bytes", "gradient_bytes",
                             "flops_forward", "flops_backward"});
    for (const engine::LayerSizes& layer : report.layers) {
        if (!layer.problem.empty()) {
            text += line({layer.name, layer.type, "does not fit", "", "", "", "", ""});
            continue;
        }
        text += line({layer.name, layer.type, shapes(layer), std::to_string(layer.parameters),
                      std::to_string(layer.activationBytes), std::to_string(layer.gradientBytes),
                      std::to_string(layer.sizes.flopsForward), std::to_string(layer.sizes.flopsBackward)});
    }
    const Sums all = sums(report);
    return text + line({"all", "", "", std::to_string(report.parameters), std::to_string(all.kept),
                        std::to_string(all.gradients), std::to_string(report.flopsForward),
                        std::to_string(report.flopsBackward)});
}

std::string sizesMarkdown(const Document& document)
{
    const engine::SizeReport& report = document.derived().report;
    const auto line = [](std::initializer_list<std::string> cells) {
        std::string text = "|";
        for (const std::string& one : cells) {
            text += " " + cell(one) + " |";
        }
        return text + "\n";
    };
    std::string text = line({"layer", "type", "output", "parameters", "activations", "gradients", "FLOPs forward",
                             "backward", "share %"}) +
                       "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for (const engine::LayerSizes& layer : report.layers) {
        if (!layer.problem.empty()) {
            text += line({layer.name, layer.type, "does not fit", "", "", "", "", "", ""});
            continue;
        }
        text += line({layer.name, layer.type, shapes(layer), plainCount(layer.parameters),
                      engine::bytesInWords(layer.activationBytes), engine::bytesInWords(layer.gradientBytes),
                      plainWork(layer.sizes.flopsForward), plainWork(layer.sizes.flopsBackward), share(report, layer)});
    }
    const Sums all = sums(report);
    text += line({"all", "", "", plainCount(report.parameters), engine::bytesInWords(all.kept),
                  engine::bytesInWords(all.gradients), plainWork(report.flopsForward), plainWork(report.flopsBackward),
                  ""});
    return text + "\n" + memoryMarkdown(report.memory);
}

} // namespace editor
