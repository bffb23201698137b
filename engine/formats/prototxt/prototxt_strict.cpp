// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a model that has to go into a file which cannot hold all of it.
#include "engine/formats/prototxt/prototxt_fields.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace engine {

using namespace prototxt;

namespace {

/// What is lost, a sentence each; null where the caller did not ask.
using Losses = std::vector<Sentence>*;

/// " 1" or " CUDNN", for a sentence; nothing for what is no single value.
std::string valueText(const ParamSpec& spec, const ParamValue& value)
{
    Message written = writeParams({&spec, 1}, {{std::string(spec.key), value}}, WriteStyle::Hamnet, {});
    while (written.fields.size() == 1 && written.fields[0].kind == Kind::Message) {
        written = Message(written.fields[0].message);
    }
    return written.fields.size() == 1 ? ' ' + written.fields[0].text : std::string();
}

void giveDefaults(std::span<const ParamSpec> specs, Params& params, Dialect dialect)
{
    for (const ParamSpec& spec : specs) {
        if (!spec.myCaffeFallback) {
            continue;
        }
        ParamValue& value = params.try_emplace(std::string(spec.key), fallbackOf(spec, dialect)).first->second;
        if (value == ParamValue(std::vector<std::int64_t>())) {
            value = std::vector<std::int64_t>{0}; // test_iter, which means the same by 0 as by its absence
        }
    }
}

/// Whether the value is a word that BVLC Caffe does not know, of a setting that it has.
bool isForeignWord(const ParamSpec& spec, const ParamValue& value)
{
    const auto* choices = std::get_if<Choices>(&spec.kind);
    const auto* word = std::get_if<std::string>(&value);
    return choices && word && std::ranges::count(choices->extensions, *word) > 0;
}

/// Takes out what BVLC Caffe has no field for, and gives the fallback where it has no such word. What says the same as
/// its absence is no loss.
void dropExtensions(std::span<const ParamSpec> specs, Params& params, const Sentence& owner, Losses losses)
{
    for (const ParamSpec& spec : specs) {
        const auto value = params.find(spec.key);
        if (value == params.end()) {
            continue;
        }
        const ParamValue fallback = fallbackOf(spec, Dialect::Bvlc);
        if (spec.extension) {
            if (value->second != fallback) {
                tell(losses, say(ENGINE_TEXT("Sentences", "%1: %2%3 was left out, since BVLC Caffe does not have it"),
                                 owner, spec.key, valueText(spec, value->second)));
            }
            params.erase(value);
        } else if (isForeignWord(spec, value->second)) {
            tell(losses, say(ENGINE_TEXT("Sentences", "%1: %2%3 became%4, since BVLC Caffe does not have it"), owner,
                             spec.key, valueText(spec, value->second), valueText(spec, fallback)));
            value->second = fallback;
        }
    }
}

void dropUnknown(Message& message, const Sentence& owner, Losses losses)
{
    std::erase_if(message.fields, [&](const Field& field) {
        const std::string word = field.name == "phase" ? folded(field.text) : "";
        const bool foreignPhase = word == "run" || word == "none";
        if (foreignPhase || isMyCaffesOwn(field.name)) {
            tell(losses, say(ENGINE_TEXT("Sentences", "%1: %2%3 was left out, since only MyCaffe has it"), owner,
                             field.name, foreignPhase ? " " + printable(field.text) : ""));
        }
        return foreignPhase || isMyCaffesOwn(field.name);
    });
    for (Field& field : message.fields) {
        dropUnknown(field.message, owner, losses);
    }
}

void dropUnknown(std::string& unknown, const Sentence& owner, Losses losses)
{
    Message message = parse(unknown, say(ENGINE_TEXT("Sentences", "unknown fields of %1"), owner));
    dropUnknown(message, owner, losses);
    unknown = print(message);
}

class StrictConversion {
public:
    StrictConversion(const Model& model, std::vector<Sentence>* dropped)
        : m_losses(dropped), m_model(inDialect(model, Dialect::Bvlc))
    {
        for (const Layer& layer : m_model.layers) {
            m_names.insert(layer.name);
            m_names.insert(layer.tops.begin(), layer.tops.end());
        }
    }

    Model run()
    {
        dropUnknown(m_model.unknown, "the net", m_losses);
        std::vector<Layer> layers;
        for (Layer& layer : m_model.layers) {
            if (!dropRunPhase(layer)) {
                continue;
            }
            refuseForeignCell(layer);
            replaceSource(layer);
            for (Layer& part : unstacked(layer)) {
                strip(part);
                layers.push_back(std::move(part));
            }
        }
        m_model.layers = std::move(layers);
        return std::move(m_model);
    }

    const std::map<std::string, std::vector<std::string>>& stacks() const { return m_stacks; }

private:
    /// Throws Error for a recurrent layer that BVLC Caffe could only misread: its own RNN computes something else.
    void refuseForeignCell(const Layer& layer) const
    {
        if (isGiven(layer.params, "gate_order", std::string("IFGO"))) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "layer %1: gate_order IFGO has no form in BVLC Caffe; a prototxt in "
                                             "Hamnet's form, a .hamnet or a .safetensors file holds it"),
                    layer.name));
        }
        const LayerType* type = findLayerType(layer.type);
        if (!type || !type->recurrent) {
            return;
        }
        Params params = layer.params;
        for (const ParamSpec& spec : type->params) {
            params.try_emplace(std::string(spec.key), fallbackOf(spec, m_model.dialect));
        }
        const std::optional<RecurrentStack> stack =
            recurrentStack(*type, params); // none: a typed cell that does not read
        const bool bidirectional = stack && stack->isBidirectional();
        if (!stack || stack->cell->caffeGates.empty() || bidirectional) {
            throw Error(say(
                ENGINE_TEXT("Sentences",
                            "layer %1: %2%3 has no form in BVLC Caffe, whose LSTM is not bidirectional and whose RNN "
                            "computes something else; a prototxt in Hamnet's form or a .hamnet file holds it"),
                layer.name, bidirectional ? ENGINE_TEXT("Sentences", "a bidirectional ") : "",
                stack ? stack->cell->name : type->name));
        }
    }

    /// Takes the rules for the phase RUN from the layer; false where it is in no other phase.
    bool dropRunPhase(Layer& layer)
    {
        const auto drop = [&](std::vector<PhaseRule>& rules, const char* rule) {
            const bool had = std::erase_if(rules, [](const PhaseRule& one) { return one.phase == Phase::Run; }) > 0;
            const bool gone = had && &rules == &layer.include && rules.empty();
            if (had) {
                tell(m_losses,
                     say(ENGINE_TEXT("Sentences", "layer %1: %2 was left out, since BVLC Caffe has no phase RUN"),
                         layer.name, gone ? "it" : rule));
            }
            return gone;
        };
        return !drop(layer.include, ENGINE_TEXT("Sentences", "its include { phase: RUN }")) &&
               !drop(layer.exclude, ENGINE_TEXT("Sentences", "its exclude { phase: RUN }"));
    }

    /// BVLC Caffe cannot read texts: an INPUT layer takes the place of a source of ours, for whoever feeds the net.
    void replaceSource(Layer& layer)
    {
        const LayerType* type = findLayerType(layer.type);
        if (!type || !type->extension || type->group != LayerGroup::Source) {
            return;
        }
        try {
            const Sizes sizes = type->infer({.name = layer.name,
                                             .params = completeParams(layer, m_model.dialect),
                                             .inputs = {},
                                             .outputCount = layer.tops.size()});
            tell(m_losses,
                 say(ENGINE_TEXT("Sentences", "layer %1: %2 became an INPUT of the same shapes, since BVLC Caffe "
                                              "has no such source: whoever runs the net must fill it"),
                     layer.name, type->name));
            layer.type = layerType("INPUT").name;
            layer.params = {{"shape", sizes.outputs}};
        } catch (const Error& error) {
            tell(m_losses, say(ENGINE_TEXT("Sentences", "%1; so it could not become an INPUT of the same shapes"),
                               error.sentence()));
        }
    }

    /// One LSTM for each of the stacked ones, with DROPOUT between.
    std::vector<Layer> unstacked(const Layer& layer)
    {
        const LayerType* type = findLayerType(layer.type);
        const auto* const count = givenParam<std::int64_t>(layer.params, "num_layers");
        const bool plainPorts = layer.bottoms.size() == 2 && layer.tops.size() == 1; // no state by wires
        if (!type || !type->recurrent || type->extension || !count || *count < 2 || !plainPorts) {
            return {layer};
        }
        const auto* const ratio = givenParam<double>(layer.params, "dropout_ratio");
        std::vector<Layer> parts;
        std::vector<std::string>& names = m_stacks[layer.name] = {};
        std::string below = layer.bottoms[0];
        for (std::int64_t number = 1; number <= *count; ++number) {
            Layer part = stackedPart(layer, number, *count);
            part.bottoms[0] = below;
            below = part.tops[0];
            names.push_back(part.name);
            parts.push_back(std::move(part));
            if (ratio && *ratio != 0 && number < *count) {
                const std::string name = partName(layer, say("_drop%1", number));
                parts.push_back({.name = name,
                                 .type = "DROPOUT",
                                 .bottoms = {below},
                                 .tops = {name},
                                 .params = {{"dropout_ratio", *ratio}},
                                 .include = layer.include,
                                 .exclude = layer.exclude});
                below = name;
            }
        }
        tell(
            m_losses,
            say(ENGINE_TEXT("Sentences",
                            "layer %1: its %2 stacked layers became the layers %3 to %4, since BVLC Caffe stacks none"),
                layer.name, *count, parts.front().name, parts.back().name));
        return parts;
    }

    /// Number `number` of `count` stacked LSTMs. What belongs to the whole goes to the first, the loss to the last.
    Layer stackedPart(const Layer& layer, std::int64_t number, std::int64_t count)
    {
        Layer part = layer;
        part.name = partName(layer, say("_%1", number));
        part.tops = {number == count ? layer.tops[0] : part.name};
        for (const char* key : {"num_layers", "dropout_ratio", "dropout_seed"}) {
            part.params.erase(key);
        }
        constexpr std::size_t weights = 3; // of one LSTM: Caffe has no other cell
        const auto first = std::min(layer.weights.size(), weights * static_cast<std::size_t>(number - 1));
        const auto last = std::min(layer.weights.size(), first + weights);
        part.weights.assign(layer.weights.begin() + static_cast<std::ptrdiff_t>(first),
                            layer.weights.begin() + static_cast<std::ptrdiff_t>(last));
        if (number > 1) {
            part.comment.clear();
            part.unknown.clear();
            part.propagateDown.clear();
        }
        if (number < count) {
            part.lossWeights.clear();
        }
        return part;
    }

    void strip(Layer& layer)
    {
        const Sentence owner = say(ENGINE_TEXT("Sentences", "layer %1"), layer.name);
        const LayerType* type = findLayerType(layer.type);
        if (type && type->extension && type->group != LayerGroup::Source && type->group != LayerGroup::Recurrent) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 has no form in BVLC Caffe, which has no such layer; a "
                                                     "prototxt in Hamnet's form holds it"),
                            owner, type->name));
        }
        if (type && type->extension) {
            tell(m_losses, say(ENGINE_TEXT("Sentences",
                                           "%1: its type %2 stays without settings, since BVLC Caffe does not have it"),
                               owner, type->name));
            layer.params.clear();
        }
        dropExtensions(paramsOf(layer), layer.params, owner, m_losses);
        dropUnknown(layer.unknown, owner, m_losses);
    }

    /// A name that nothing else has. Layers of one name in several phases, which share their weights by it, go on to:
    /// their parts have the same names.
    const std::string& partName(const Layer& layer, const std::string& part)
    {
        const auto [place, added] = m_parts.try_emplace({layer.name, part}, layer.name + part);
        while (added && !m_names.insert(place->second).second) {
            place->second += '_';
        }
        return place->second;
    }

    Losses m_losses;
    Model m_model;
    std::set<std::string> m_names;                                      ///< of layers and tensors
    std::map<std::pair<std::string, std::string>, std::string> m_parts; ///< by layer and part
    std::map<std::string, std::vector<std::string>> m_stacks;
};

} // namespace

std::span<const ParamSpec> paramsOf(const Layer& layer)
{
    const LayerType* type = findLayerType(layer.type);
    return type ? std::span<const ParamSpec>(type->params) : std::span<const ParamSpec>();
}

Model inDialect(const Model& model, Dialect dialect)
{
    Model result = model;
    if (dialect != model.dialect) {
        for (Layer& layer : result.layers) {
            giveDefaults(paramsOf(layer), layer.params, model.dialect);
        }
        result.dialect = dialect;
    }
    return result;
}

SolverSettings inDialect(const SolverSettings& settings, Dialect dialect)
{
    SolverSettings result = settings;
    if (dialect != settings.dialect) {
        giveDefaults(solverSpecs(), result.params, settings.dialect);
        result.dialect = dialect;
    }
    return result;
}

Model strictBvlcModel(const Model& model, std::vector<Sentence>* dropped)
{
    return StrictConversion(model, dropped).run();
}

std::map<std::string, std::vector<std::string>> strictStacks(const Model& model)
{
    StrictConversion conversion(model, nullptr);
    conversion.run();
    return conversion.stacks();
}

SolverSettings strictBvlcSolver(const SolverSettings& settings, std::vector<Sentence>* dropped)
{
    SolverSettings result = inDialect(settings, Dialect::Bvlc);
    for (const ParamSpec& spec : solverSpecs()) {
        if (spec.key == "base_lr" ||
            spec.key == "lr_policy") { // for which BVLC Caffe has no default that it could run with
            result.params.try_emplace(std::string(spec.key), fallbackOf(spec, Dialect::Bvlc));
        }
    }
    if (isGiven(result.params, "average_loss", std::int64_t{0})) {
        tell(dropped,
             ENGINE_TEXT("Sentences", "solver: average_loss 0 was left out, since BVLC Caffe wants 1 or more"));
        result.params.erase("average_loss");
    }
    dropExtensions(solverSpecs(), result.params, "solver", dropped);
    dropUnknown(result.unknown, "solver", dropped);
    return result;
}

} // namespace engine
