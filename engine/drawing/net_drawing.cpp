// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/drawing/net_drawing.h"

#include "engine/cells/equations_line.h"
#include "engine/cells/ports.h"
#include "engine/drawing/layered_layout.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/wires.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

namespace engine {
namespace {

std::string joined(const std::vector<std::int64_t>& numbers)
{
    std::string text;
    for (const std::int64_t number : numbers) {
        text += (text.empty() ? "" : "×") + std::to_string(number);
    }
    return text;
}

/// "512 units", "width 32", "bidirectional"
struct SettingWords {
    const ParamSpec& spec;
    const SettingLanguage& language;

    std::string operator()(bool value) const
    {
        return value ? language.label(spec) : language.no(language.label(spec));
    }
    std::string operator()(std::int64_t value) const
    {
        const bool counts = spec.label.ends_with('s') && spec.key != "axis"; // "512 units", but "width 32"
        const std::string number = language.whole(value), words = language.label(spec);
        if (counts && (value != 1 || words.ends_with('s'))) {
            return number + " " + (value == 1 ? words.substr(0, words.size() - 1) : words);
        }
        return named(number);
    }
    std::string operator()(double value) const { return named(language.real(value, 4)); }
    std::string operator()(const std::string& value) const
    {
        return spec.key == "equations"                      ? cells::equationsLine(value)
               : std::holds_alternative<Choices>(spec.kind) ? value
                                                            : named(value);
    }
    std::string operator()(const std::vector<std::int64_t>& value) const
    {
        return std::get<IntList>(spec.kind).extents ? joined(value) : named(joined(value));
    }
    std::string operator()(const std::vector<double>& value) const { return named("×" + std::to_string(value.size())); }
    std::string operator()(const std::vector<Shape>& value) const
    {
        std::string text;
        for (const Shape& shape : value) {
            text += (text.empty() ? "" : ", ") + toString(shape);
        }
        return text;
    }
    std::string operator()(const Filler& value) const { return value.type; }

    std::string named(const std::string& value) const { return language.label(spec) + " " + value; }
};

/// How values start says nothing about what a layer does, and is long.
bool isShown(const ParamSpec& spec)
{
    return !std::holds_alternative<FillerKind>(spec.kind) && !spec.key.ends_with("seed");
}

/// Its size, and what is chosen or switched on; not a number by which it is tuned, nor what is left away.
bool saysWhatItIs(const ParamSpec& spec, const ParamValue& value)
{
    const auto* const flag = std::get_if<bool>(&value);
    const bool chosen = std::holds_alternative<Choices>(spec.kind) && spec.key != "engine";
    return spec.key.starts_with("num_") || chosen || (flag && *flag);
}

/// Its label in lower case; "Dropout between layers" is too long for a box.
std::string englishLabel(const ParamSpec& spec)
{
    if (spec.key == "dropout_ratio" || spec.key == "axis") {
        return spec.key == "axis" ? "axis" : "dropout";
    }
    std::string lower(spec.label);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char letter) { return std::tolower(letter); });
    return lower;
}

std::string realInEnglish(double number, int digits)
{
    char text[32];
    const auto [end, error] =
        std::to_chars(std::begin(text), std::end(text), number, std::chars_format::general, digits);
    return {text, end};
}

/// Ports by the type's description where there is one; of repeated ports and of an unknown type as many as tensors.
std::vector<DrawnPort> ports(const std::vector<Port>& described, const std::vector<std::string>& blobs)
{
    std::vector<DrawnPort> drawn;
    for (std::size_t port = 0; port < std::max(described.size(), blobs.size()); ++port) {
        const Port* known = described.empty() ? nullptr : &described[std::min(port, described.size() - 1)];
        drawn.push_back({.name = known ? std::string(known->name) : std::string(),
                         .connected = port < blobs.size() && !blobs[port].empty(),
                         .required = !known || known->presence == Presence::Required});
    }
    return drawn;
}

bool isBidirectional(const LayerType& type, const Layer& layer, Dialect dialect)
{
    try {
        const std::optional<RecurrentStack> stack = recurrentStack(type, completeParams(layer, dialect));
        return stack && stack->isBidirectional();
    } catch (const Error&) { // a setting is out of range: the size report says so on the box
        return false;
    }
}

/// "layer lstm1: input x ..." without the name, which stands above it.
std::string besideName(const std::string& problem, const std::string& name)
{
    const std::string start = "layer " + name + ": ";
    return problem.starts_with(start) ? problem.substr(start.size()) : problem;
}

DrawnBox boxOf(const Layer& layer, const LayerSizes* sizes, Dialect dialect)
{
    const LayerType* type = findLayerType(layer.type);
    DrawnBox box{.corner = {}, .name = layer.name, .type = layer.type};
    if (type != nullptr) {
        box.group = type->group;
        box.bidirectional = isBidirectional(*type, layer, dialect);
    }
    const LayerPorts described = type ? portsOf(*type, layer.params) : LayerPorts();
    box.inputs = ports(described.inputs, layer.bottoms);
    box.outputs = ports(described.outputs, layer.tops);
    if (sizes != nullptr) {
        box.problem = besideName(sizes->problem, layer.name);
        box.size = sizes->sizes.outputs.empty() ? "" : toString(sizes->sizes.outputs.front());
        box.parameters = shortCount(sizes->parameters);
    }
    return box;
}

/// Layers by number in the model -> by number in the drawing.
using Numbers = std::map<std::size_t, std::size_t>;

std::vector<DrawnWire> wiresOf(const Model& model, Phase phase, const SizeReport& report, const Numbers& numbers)
{
    std::vector<DrawnWire> drawn;
    const Wires wires(model, phase);
    for (const auto& [top, readers] : wires.read()) {
        for (const Wires::End& bottom : readers) {
            DrawnWire& wire = drawn.emplace_back(DrawnWire{.from = numbers.at(top.layer),
                                                           .to = numbers.at(bottom.layer),
                                                           .output = top.index,
                                                           .input = bottom.index});
            const LayerSizes& maker = report.layers.at(wire.from);
            const bool inBox = top.index == 0, first = &bottom == &readers.front(); // a size is said once
            if (!inBox && first && maker.problem.empty() && top.index < maker.sizes.outputs.size()) {
                wire.label = toString(maker.sizes.outputs[top.index]);
            }
        }
    }
    return drawn;
}

void placeBoxes(Drawing& drawing, const Model& model, const std::vector<std::size_t>& layers,
                const std::vector<std::optional<DrawingPoint>>& places)
{
    std::vector<LayoutBox> boxes;
    for (std::size_t box = 0; box < drawing.boxes.size(); ++box) {
        const LayerType* type = findLayerType(model.layers[layers[box]].type);
        boxes.push_back({.inputs = drawing.boxes[box].inputs.size(),
                         .outputs = drawing.boxes[box].outputs.size(),
                         .loss = type != nullptr && type->loss});
    }
    std::vector<LayoutWire> wires;
    for (const DrawnWire& wire : drawing.wires) {
        wires.push_back({.from = static_cast<int>(wire.from),
                         .to = static_cast<int>(wire.to),
                         .output = wire.output,
                         .input = wire.input});
    }
    const std::vector<DrawingPoint> found = layeredLayout(boxes, wires);
    const bool given = std::all_of(layers.begin(), layers.end(),
                                   [&](std::size_t layer) { return layer < places.size() && places[layer]; });
    for (std::size_t box = 0; box < drawing.boxes.size(); ++box) {
        drawing.boxes[box].corner = given ? *places[layers[box]] : found[box];
    }
}

} // namespace

Drawing netDrawing(const Model& model, const NetDrawingOptions& options)
{
    const SizeReport report = sizeReport(model, {.phase = options.phase});
    const std::vector<std::size_t> layers = Wires(model, options.phase).layers();
    Drawing drawing{.title = model.name, .boxes = {}, .wires = {}};
    Numbers numbers;
    for (const std::size_t layer : layers) {
        const std::size_t box = drawing.boxes.size();
        numbers.emplace(layer, box);
        const Layer& one = model.layers[layer];
        drawing.boxes.push_back(boxOf(one, box < report.layers.size() ? &report.layers[box] : nullptr, model.dialect));
        drawing.boxes.back().settings = options.settings ? options.settings(one) : settingsInWords(one, model.dialect);
    }
    if (report.layers.size() == layers.size()) { // else the report speaks of a model that has no order
        drawing.wires = wiresOf(model, options.phase, report, numbers);
    }
    placeBoxes(drawing, model, layers, options.places);
    routeWires(drawing);
    return drawing;
}

const SettingLanguage& english()
{
    static const SettingLanguage language{.label = englishLabel,
                                          .no = [](const std::string& label) { return "no " + label; },
                                          .whole = [](std::int64_t number) { return std::to_string(number); },
                                          .real = realInEnglish};
    return language;
}

std::string shortCount(std::int64_t count, const SettingLanguage& language)
{
    for (const auto& [size, letter] : {std::pair(1e9, "G"), std::pair(1e6, "M"), std::pair(1e3, "k")}) {
        if (static_cast<double>(count) >= size) {
            return language.real(static_cast<double>(count) / size, 3) + "\u202f" + letter;
        }
    }
    return count == 0 ? std::string() : language.whole(count);
}

std::string settingsInWords(const Layer& layer, Dialect dialect, const SettingLanguage& language)
{
    const LayerType* type = findLayerType(layer.type);
    std::string parts[2]; // what the layer is, and how it is tuned: a box may have no room for the latter
    for (const ParamSpec& spec : type ? type->params : std::vector<ParamSpec>()) {
        const auto given = layer.params.find(spec.key);
        const ParamValue fallback = fallbackOf(spec, dialect);
        const ParamValue value = given == layer.params.end() ? fallback : given->second;
        const bool isAllThatItDoes = type->name == "DROPOUT" && spec.key == "dropout_ratio";
        if (!isShown(spec) || (value == fallback && !isAllThatItDoes)) {
            continue;
        }
        std::string& part = parts[saysWhatItIs(spec, value) ? 0 : 1];
        if (spec.key == "num_layers") {
            part += " × " + std::to_string(std::get<std::int64_t>(value));
        } else {
            part += (part.empty() ? "" : ", ") + std::visit(SettingWords{spec, language}, value);
        }
    }
    return parts[0] + (parts[0].empty() || parts[1].empty() ? "" : ", ") + parts[1];
}

} // namespace engine
