// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt.h"
#include "engine/formats/prototxt/prototxt_dialect.h"
#include "engine/formats/prototxt/prototxt_params.h"
#include "engine/formats/prototxt/prototxt_strict.h"
#include "engine/graph/catalog.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace engine {

using namespace prototxt;

namespace {

bool isCapital(char letter)
{
    return letter >= 'A' && letter <= 'Z';
}

/// MyCaffe's spelling of a type: Lstm for LSTM. Of a run of capitals it keeps the first, and the last where a word
/// follows.
std::string myCaffeType(std::string_view caffeName)
{
    std::string name(caffeName);
    for (std::size_t index = 1; index < caffeName.size(); ++index) {
        const bool startsWord = index + 1 < caffeName.size() && !isCapital(caffeName[index + 1]);
        if (isCapital(caffeName[index]) && isCapital(caffeName[index - 1]) && !startsWord) {
            name[index] = static_cast<char>(name[index] - 'A' + 'a');
        }
    }
    return name;
}

std::string typeText(const std::string& type, WriteStyle style)
{
    const LayerType* known = findLayerType(type);
    if (!known) {
        return type;
    }
    return style == WriteStyle::MyCaffe ? myCaffeType(known->caffeName) : std::string(known->caffeName);
}

Field ruleField(std::string name, const PhaseRule& rule)
{
    constexpr std::array phases = {"TRAIN", "TEST", "RUN"};
    Message message;
    if (rule.phase) {
        message.fields.push_back(wordField("phase", phases.at(static_cast<std::size_t>(*rule.phase))));
    }
    if (rule.minLevel) {
        message.fields.push_back(wordField("min_level", std::to_string(*rule.minLevel)));
    }
    if (rule.maxLevel) {
        message.fields.push_back(wordField("max_level", std::to_string(*rule.maxLevel)));
    }
    for (const std::string& stage : rule.stages) {
        message.fields.push_back(quotedField("stage", stage));
    }
    for (const std::string& stage : rule.notStages) {
        message.fields.push_back(quotedField("not_stage", stage));
    }
    return messageField(std::move(name), std::move(message));
}

Field stateField(std::string name, const NetState& state)
{
    Message message;
    if (state.level != 0) {
        message.fields.push_back(wordField("level", std::to_string(state.level)));
    }
    for (const std::string& stage : state.stages) {
        message.fields.push_back(quotedField("stage", stage));
    }
    return messageField(std::move(name), std::move(message));
}

Field weightField(const WeightSettings& weight)
{
    Message message;
    if (!weight.name.empty()) {
        message.fields.push_back(quotedField("name", weight.name));
    }
    if (weight.lrMult) {
        message.fields.push_back(wordField("lr_mult", numberText(*weight.lrMult)));
    }
    if (weight.decayMult) {
        message.fields.push_back(wordField("decay_mult", numberText(*weight.decayMult)));
    }
    return messageField("param", std::move(message));
}

/// What every layer has, whatever its type.
Message structure(const Layer& layer, WriteStyle style)
{
    Message message;
    auto& fields = message.fields;
    fields.push_back(quotedField("name", layer.name));
    fields.push_back(quotedField("type", typeText(layer.type, style)));
    for (const std::string& bottom : layer.bottoms) {
        fields.push_back(quotedField("bottom", bottom));
    }
    for (const std::string& top : layer.tops) {
        fields.push_back(quotedField("top", top));
    }
    for (const double weight : layer.lossWeights) {
        fields.push_back(wordField("loss_weight", numberText(weight)));
    }
    for (const bool propagate : layer.propagateDown) {
        fields.push_back(wordField("propagate_down", flagText(propagate, style)));
    }
    for (const PhaseRule& rule : layer.include) {
        fields.push_back(ruleField("include", rule));
    }
    for (const PhaseRule& rule : layer.exclude) {
        fields.push_back(ruleField("exclude", rule));
    }
    for (const WeightSettings& weight : layer.weights) {
        fields.push_back(weightField(weight));
    }
    return message;
}

Field layerField(const Layer& layer, WriteStyle style)
{
    const Sentence owner = say(ENGINE_TEXT("Sentences", "layer %1"), layer.name);
    Message message = structure(layer, style);
    Message settings = writeParams(paramsOf(layer), writtenParams(layer), style, owner);
    std::move(settings.fields.begin(), settings.fields.end(), std::back_inserter(message.fields));
    mergeUnknown(message, parse(layer.unknown, say(ENGINE_TEXT("Sentences", "unknown fields of %1"), owner)));
    Field field = messageField("layer", std::move(message));
    field.comments = commentLines(layer.comment);
    return field;
}

/// The text under its header, with the dialect's marker where the text would be taken for the other one's.
std::string withHeader(const Message& file, const std::string& comment, Dialect dialect)
{
    std::vector<std::string> header = commentLines(comment);
    const std::vector<std::string>& first = file.fields.empty() ? file.tail : file.fields.front().comments;
    const auto looksMarked = [](const std::vector<std::string>& lines) {
        return std::any_of(lines.begin(), lines.end(), [](const auto& line) { return markedDialect(line); });
    };
    if (looksMarked(header) || looksMarked(first) || findDialect(file).dialect != dialect) {
        header.insert(header.begin(), marker(dialect));
    }
    const bool both = !header.empty() && !(file.fields.empty() && file.tail.empty());
    return printComment(header) + (both ? "\n" : "") + print(file);
}

Dialect dialectOf(WriteStyle style, Dialect own)
{
    return style == WriteStyle::Hamnet ? own : style == WriteStyle::MyCaffe ? Dialect::MyCaffe : Dialect::Bvlc;
}

std::string writeAsIs(const Model& model, WriteStyle style)
{
    Message file;
    if (!model.name.empty()) {
        file.fields.push_back(quotedField("name", model.name));
    }
    mergeUnknown(file, parse(model.unknown, "unknown fields of the net"));
    for (const Layer& layer : model.layers) {
        file.fields.push_back(layerField(layer, style));
    }
    return withHeader(file, model.comment, model.dialect);
}

std::string writeAsIs(const SolverSettings& settings, WriteStyle style)
{
    Message file = writeParams(solverSpecs(), settings.params, style, say(ENGINE_TEXT("Sentences", "the solver")));
    if (settings.trainState) {
        file.fields.push_back(stateField("train_state", *settings.trainState));
    }
    if (settings.testState) {
        file.fields.push_back(stateField("test_state", *settings.testState));
    }
    mergeUnknown(file, parse(settings.unknown, "unknown fields of the solver"));
    return withHeader(file, settings.comment, settings.dialect);
}

} // namespace

Params writtenParams(const Layer& layer)
{
    Params params = layer.params;
    for (const ParamSpec& spec : paramsOf(layer)) {
        if (layer.type == rnnOfCaffe.type && spec.key == rnnOfCaffe.key) {
            params.try_emplace(std::string(spec.key), fallbackOf(spec, Dialect::Bvlc));
        }
    }
    return params;
}

std::string writeModel(const Model& model, WriteStyle style, std::vector<Sentence>* dropped)
{
    if (style == WriteStyle::StrictBvlc) {
        return writeAsIs(strictBvlcModel(model, dropped), style);
    }
    return writeAsIs(inDialect(model, dialectOf(style, model.dialect)), style);
}

std::string writeSolver(const SolverSettings& settings, WriteStyle style, std::vector<Sentence>* dropped)
{
    if (style == WriteStyle::StrictBvlc) {
        return writeAsIs(strictBvlcSolver(settings, dropped), style);
    }
    return writeAsIs(inDialect(settings, dialectOf(style, settings.dialect)), style);
}

} // namespace engine
