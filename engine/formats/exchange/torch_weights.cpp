// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/torch_weights.h"

#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/json_fault.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/layers/layers.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace engine {
namespace {

constexpr const char* modelKey = "hamnet.model";
constexpr const char* vocabularyKey = "hamnet.vocabulary";
constexpr const char* sequencesKey = "hamnet.sequences";
constexpr const char* iterationKey = "hamnet.iteration";

constexpr std::string_view hiddenMatrix = "weight_hh";

/// A tensor of a module.
struct Slot {
    std::string leaf; ///< "weight_ih_l1_reverse"; of a typed cell the tensor's own name, "l0.back.Wf"; empty: an
                      ///< EMBED's bias, which stands in the rows of a file
    const LayerWeight* place;
    Shape shape;                          ///< in a file
    bool isBias = false, isAdded = false; ///< isAdded: the second bias, which the net has in the slot before
};

/// A layer with weights as a module of PyTorch's.
struct Module {
    std::string name, ownName; ///< as written, and by the layer
    LayerPlaces places;

    bool isTransposed() const { return places.type == "INNERPRODUCT" && flagParam(places.params, "transpose"); }
    bool isByName() const ///< PyTorch has no such module
    {
        return places.stack ? places.stack->cell->typed != nullptr : places.weights.size() > 2;
    }
};

/// With underscores for what parts the names of modules: "net.lstm" and "net/lstm" -> "net_lstm".
std::string moduleName(std::string name)
{
    std::ranges::replace_if(
        name, [](char letter) { return letter == '.' || letter == '/'; }, '_');
    return name;
}

/// The name of a module that is the only one of its kind. PyTorch has no typed cells, so those keep their own.
std::string nameOfOnly(const Module& module)
{
    const std::string& type = module.places.type;
    return module.places.stack && module.isByName() ? module.ownName
           : module.places.stack                    ? "rnn"
           : type == "EMBED"                        ? "embed"
           : type == "INNERPRODUCT"                 ? "decoder"
                                                    : "scale";
}

std::vector<Module> modulesOf(const Model& model)
{
    std::vector<Module> modules;
    std::set<std::string> names;
    std::map<std::string, int> counts;
    for (LayerPlaces& places : weightPlaces(model)) {
        const std::string own = moduleName(places.layer.name);
        names.insert(own);
        modules.push_back({.name = own, .ownName = own, .places = std::move(places)});
        ++counts[nameOfOnly(modules.back())];
    }
    for (Module& module : modules) {
        const std::string only = nameOfOnly(module);
        if (counts[only] == 1 && !names.contains(only)) { // another layer may be called so
            module.name = only;
        }
    }
    return modules;
}

std::vector<Slot> slotsOf(const Module& module)
{
    std::vector<Slot> slots;
    const std::vector<LayerWeight>& weights = module.places.weights;
    if (module.isByName()) {
        for (const LayerWeight& weight : weights) {
            slots.push_back({weight.spec.name, &weight, weight.spec.shape});
        }
        return slots;
    }
    if (!module.places.stack) {
        const Shape& shape = weights[0].spec.shape;
        slots.push_back({"weight", &weights[0], module.isTransposed() ? Shape{shape[1], shape[0]} : shape});
        if (weights.size() > 1) {
            slots.push_back({module.places.type == "EMBED" ? "" : "bias", &weights[1], weights[1].spec.shape, true});
        }
    }
    for (const RecurrentPlaces& part : recurrentPlaces(module.places)) {
        const Sentence level = say("_l%1%2", part.layer, part.direction == Direction::Backward ? "_reverse" : "");
        const Shape& bias = part.b->spec.shape;
        slots.push_back({say("weight_ih%1", level), part.Wx, part.Wx->spec.shape});
        slots.push_back({say("%1%2", hiddenMatrix, level), part.Wh, part.Wh->spec.shape});
        slots.push_back({say("bias_ih%1", level), part.b, bias, true});
        slots.push_back({say("bias_hh%1", level), part.bh, bias, true, part.bh == nullptr});
    }
    return slots;
}

NamedTensor zerosFor(const std::string& name, const Shape& shape)
{
    return {name, shape, std::vector<float>(static_cast<std::size_t>(shape.count()))};
}

// Writing
// -----------------------------------------------------------------------------------------------------------------

void write(const Module& module, const TensorIndex& weights, TensorFile& file, TransferReport& report)
{
    for (const Slot& slot : slotsOf(module)) {
        const std::string name = say("%1.%2", module.name, slot.leaf);
        if (slot.isAdded) {
            file.tensors.push_back(zerosFor(name, slot.shape));
            continue;
        }
        const NamedTensor& tensor = weights.of(*slot.place);
        if (slot.leaf.empty()) {
            std::vector<float>& rows = file.tensors.back().values;
            for (std::size_t index = 0; index < rows.size(); ++index) {
                rows[index] += tensor.values[index % tensor.values.size()];
            }
            report.notes.push_back(
                say(ENGINE_TEXT("Sentences",
                                "weight %1 was added into each row of %2.weight, as an embedding has no bias there"),
                    slot.place->name, module.name));
            continue;
        }
        const bool turns = module.isTransposed() && !slot.isBias;
        file.tensors.push_back({name, slot.shape, turns ? transposed(tensor.values, tensor.shape[0]) : tensor.values});
        report.moved.push_back({slot.place->name, name, slot.shape});
    }
}

// Reading
// -----------------------------------------------------------------------------------------------------------------

/// A module as a file has it.
struct FileModule {
    std::string name;
    std::map<std::string, const NamedTensor*> tensors = {}; ///< by leaf; those of an LSTMCell as of an LSTM's first
};

/// Modules with the same fit each other.
using Signature = std::map<std::string, std::vector<std::int64_t>>;

/// G of weight_hh [G·H, H] as the layer whose cells have as many gates, "LSTM"; empty where it is no such matrix. An
/// RNN's tensors do not tell its activation.
std::string_view layerOfGates(const Shape& shape)
{
    const bool isSuch = shape.axes() == 2 && shape[1] > 0 && shape[0] % shape[1] == 0;
    const auto cell = std::ranges::find_if(
        recurrentCells(), [&](const Cell* one) { return isSuch && one->gateCount() == shape[0] / shape[1]; });
    return cell != recurrentCells().end() ? (*cell)->layer : std::string_view();
}

bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/// The name with 20 digits for each of its numbers, so that names sort as their numbers do.
std::string sortable(std::string_view name)
{
    constexpr std::size_t digits = 20;
    std::string key;
    bool inNumber = false;
    for (const char letter : name) {
        key.append(isDigit(letter) && !inNumber ? digits : 0, '0');
        key.erase(key.size() - (isDigit(letter) ? digits : 0), isDigit(letter) ? 1 : 0);
        key += letter;
        inNumber = isDigit(letter);
    }
    return key;
}

/// Modules of one side, sorted by a name that each of them has; none where several have the same.
template <typename Some>
std::map<std::string, const Some*> byNames(const std::vector<const Some*>& modules, const auto& nameOf)
{
    std::map<std::string, const Some*> sorted;
    for (const Some* const module : modules) {
        sorted.emplace(sortable(nameOf(*module)), module);
    }
    return sorted.size() == modules.size() ? sorted : std::map<std::string, const Some*>();
}

bool haveSameNames(const auto& ours, const auto& theirs)
{
    return std::ranges::equal(
        ours, theirs, {}, [](const auto& one) { return one.first; }, [](const auto& one) { return one.first; });
}

/// Whether the names differ in their numbers alone.
bool areNumbered(const auto& sorted)
{
    const auto isSame = [](char a, char b) { return a == b || (isDigit(a) && isDigit(b)); };
    return std::ranges::all_of(
        sorted, [&](const auto& one) { return std::ranges::equal(one.first, sorted.begin()->first, isSame); });
}

Sentence namesOf(std::vector<std::string> names)
{
    std::ranges::transform(names, names.begin(), printable);
    return listed(std::vector<std::string_view>(names.begin(), names.end()), "and");
}

class TorchWeightReader {
public:
    TorchWeightReader(const TensorFile& file, const Model& model, TransferReport& report)
        : m_file(&file), m_tensors(file.tensors), m_report(&report), m_weights(report)
    {
        if (const auto text = file.metadata.find(modelKey); text != file.metadata.end()) {
            const Model ofFile = readModel(text->second, "metadata");
            requireSameCells(model, ofFile);
            for (const Module& module : modulesOf(ofFile)) {
                if (module.places.stack) {
                    m_cells.emplace(module.name, module.places.stack->cell);
                }
            }
        }
        std::ranges::for_each(file.tensors, [&](const NamedTensor& tensor) { add(tensor); });
        const std::string first = file.tensors.empty() ? std::string() : file.tensors.front().name;
        m_prefix = first.substr(0, first.find('.') + 1);
        if (!std::ranges::all_of(file.tensors,
                                 [&](const NamedTensor& one) { return one.name.starts_with(m_prefix); })) {
            m_prefix.clear();
        }
    }

    std::vector<NamedTensor> run(const std::vector<Module>& modules)
    {
        pairAll(modules);
        for (const Module& module : modules) {
            if (module.isByName()) {
                takeByName(module);
            } else if (const auto found = m_pairs.find(&module); found != m_pairs.end()) {
                take(module, *found->second);
            } else {
                miss(module);
            }
        }
        for (const NamedTensor& tensor : m_file->tensors) {
            if (!m_used.contains(&tensor)) {
                m_report->skipped.push_back(
                    say(ENGINE_TEXT("Sentences", "tensor %1 %2 was left out: the model has no place for it"),
                        tensor.name, tensor.shape));
            }
        }
        return std::move(m_weights).taken();
    }

private:
    /// Of one signature.
    struct Fitting {
        std::vector<const Module*> ours;
        std::vector<const FileModule*> theirs;
    };

    void add(const NamedTensor& tensor)
    {
        static const std::set<std::string> ofCells = {"weight_ih", "weight_hh", "bias_ih", "bias_hh"};
        const std::size_t dot = tensor.name.rfind('.');
        const std::string name = dot == std::string::npos ? std::string() : tensor.name.substr(0, dot);
        const std::string leaf = tensor.name.substr(dot + 1); // npos + 1 is 0
        m_modules.try_emplace(name, FileModule{name})
            .first->second.tensors.emplace(ofCells.contains(leaf) ? leaf + "_l0" : leaf, &tensor);
        if (leaf.starts_with(hiddenMatrix) && !layerOfGates(tensor.shape).empty()) {
            m_gates.emplace(layerOfGates(tensor.shape), &tensor);
        }
    }

    /// A module of the file that has no biases fits a layer with them, too: zeros are the same.
    void pairAll(const std::vector<Module>& modules)
    {
        std::map<Signature, Fitting> all;
        std::map<Signature, Signature> withBiases;
        for (const Module& module : modules) {
            Signature whole, bare;
            for (const Slot& slot : module.isByName() ? std::vector<Slot>() : slotsOf(module)) {
                if (!slot.leaf.empty()) {
                    whole[slot.leaf] = slot.shape.extents();
                }
                if (!slot.isBias) {
                    bare[slot.leaf] = slot.shape.extents();
                }
            }
            all[whole].ours.push_back(&module);
            withBiases.emplace(bare, whole);
        }
        for (const auto& [name, module] : m_modules) {
            Signature signature;
            for (const auto& [leaf, tensor] : module.tensors) {
                signature[leaf] = tensor->shape.extents();
            }
            const auto bare = withBiases.find(signature);
            const auto found = all.find(all.contains(signature) || bare == withBiases.end() ? signature : bare->second);
            if (found != all.end()) {
                found->second.theirs.push_back(&module);
            }
        }
        for (const auto& [signature, fitting] : all) {
            if (!fitting.theirs.empty()) {
                pair(fitting);
            }
        }
    }

    /// One of each, or as many of both, by their names, or in the order of the numbers in these. Throws Error where
    /// that is not so.
    void pair(const Fitting& fitting)
    {
        const auto written = byNames(fitting.ours, [](const Module& one) { return one.name; });
        const auto own = byNames(fitting.ours, [](const Module& one) { return one.ownName; });
        const auto whole = byNames(fitting.theirs, [](const FileModule& one) { return moduleName(one.name); });
        const auto last =
            byNames(fitting.theirs, [](const FileModule& one) { return one.name.substr(one.name.rfind('.') + 1); });
        const auto link = [&](const auto& ours, const auto& theirs) {
            auto their = theirs.begin();
            for (const auto& [name, module] : ours) {
                m_pairs.emplace(module, (their++)->second);
            }
        };
        for (const auto& [ours, theirs] : {std::pair(&written, &whole), std::pair(&own, &whole),
                                           std::pair(&written, &last), std::pair(&own, &last)}) {
            if (!ours->empty() && haveSameNames(*ours, *theirs)) {
                return link(*ours, *theirs);
            }
        }
        if (own.empty() || own.size() != whole.size() || !areNumbered(own) || !areNumbered(whole)) {
            std::vector<std::string> layers, names;
            std::ranges::transform(fitting.ours, std::back_inserter(layers),
                                   [](const Module* module) { return module->places.layer.name; });
            std::ranges::transform(fitting.theirs, std::back_inserter(names), &FileModule::name);
            throw Error(say(ENGINE_TEXT("Sentences",
                                        "the file does not tell which of its modules %1 belongs to which of the "
                                        "layers %2: wanted are as many of both, whose names are the same or differ in "
                                        "numbers alone; nothing was taken; name the layers in the net's prototxt as "
                                        "the modules are called, or the other way round"),
                            namesOf(names), namesOf(layers)));
        }
        link(own, whole);
    }

    /// By the names alone, which no other program gives; behind what all names of the file may begin with.
    void takeByName(const Module& module)
    {
        for (const std::string& name : {module.ownName, module.name, m_prefix + module.ownName}) {
            FileModule found{name};
            for (const Slot& slot : slotsOf(module)) {
                const NamedTensor* const tensor = m_tensors.find(say("%1.%2", name, slot.leaf));
                if (tensor && tensor->shape == slot.shape) {
                    found.tensors.emplace(slot.leaf, tensor);
                }
            }
            if (found.tensors.size() == module.places.weights.size()) {
                return take(module, found);
            }
        }
        miss(module);
    }

    void take(const Module& module, const FileModule& from)
    {
        const std::optional<RecurrentStack>& stack = module.places.stack;
        if (const auto told = m_cells.find(from.name);
            stack && told != m_cells.end() && told->second->kind != stack->cell->kind) {
            refuseCell(module.places.layer.name, *stack->cell, std::string(told->second->name));
        }
        const std::vector<Slot> slots = slotsOf(module);
        for (std::size_t index = 0; index < slots.size(); ++index) {
            const Slot& slot = slots[index];
            const auto found = from.tensors.find(slot.leaf);
            if (found != from.tensors.end()) {
                m_used.insert(found->second);
            }
            if (slot.isAdded) {
                continue;
            }
            const Shape& shape = slot.place->spec.shape;
            if (found == from.tensors.end()) {
                m_weights.putFirst(zerosFor(slot.place->name, shape));
                continue;
            }
            std::vector<float> values = module.isTransposed() && !slot.isBias
                                            ? transposed(found->second->values, slot.shape[0])
                                            : found->second->values;
            if (index + 1 < slots.size() && slots[index + 1].isAdded) {
                std::ranges::transform(values, from.tensors.at(slots[index + 1].leaf)->values, values.begin(),
                                       std::plus<>());
            }
            m_weights.put({slot.place->name, shape, std::move(values)}, found->second->name);
        }
    }

    /// Throws Error where the file has recurrent modules, but none of cells with as many gates.
    void miss(const Module& module)
    {
        const LayerPlaces& layer = module.places;
        if (layer.stack && !module.isByName() && !m_gates.empty() && !m_gates.contains(layer.stack->cell->layer)) {
            const auto& [other, tensor] = *m_gates.begin();
            refuseCell(layer.layer.name, *layer.stack->cell, say("%1 (%2 is %3)", other, tensor->name, tensor->shape));
        }
        std::vector<std::string> wanted;
        for (const Slot& slot : slotsOf(module)) {
            if (!slot.leaf.empty()) {
                wanted.push_back(say("%1.%2 %3", module.name, slot.leaf, slot.shape));
            }
        }
        m_report->skipped.push_back(say(ENGINE_TEXT("Sentences", "weight %1 %2 was not found: the file has no %3"),
                                        layer.weights[0].name, layer.weights[0].spec.shape, namesOf(wanted)));
    }

    const TensorFile* m_file;
    TensorIndex m_tensors;
    TransferReport* m_report;
    GatheredWeights m_weights;
    std::map<std::string, FileModule> m_modules;            ///< of the file
    std::map<std::string_view, const NamedTensor*> m_gates; ///< a weight_hh of each layer's cells that the file has
    std::map<std::string, const Cell*> m_cells;             ///< of the file's modules, where its model tells them
    std::string m_prefix;                                   ///< that all names of the file begin with, up to a dot
    std::map<const Module*, const FileModule*> m_pairs;
    std::set<const NamedTensor*> m_used;
};

/// False for what no data can be.
bool isUsable(const SampleFacts& facts)
{
    const auto usable = [](const Standardisation& one) {
        return std::isfinite(one.mean) && std::isfinite(one.deviation) && one.deviation > 0;
    };
    const bool scaled = facts.inputScales.empty() || (std::ssize(facts.inputScales) == facts.width &&
                                                      facts.inputs.size() == facts.inputScales.size());
    return sequencesNamed(facts.kind).name == facts.kind && facts.steps > 0 && facts.width > 0 && scaled &&
           std::ranges::all_of(facts.inputScales, usable) && usable(facts.targetScale);
}

using Json = nlohmann::json;

/// What `read` makes of JSON that anyone may have written. Throws Error with this sentence where that is nothing.
template <typename Read>
auto readJson(const std::string& text, int deepest, const Sentence& damaged, const Read& read)
{
    try {
        if (faultOf(text, deepest).empty()) {
            if (auto result = read(Json::parse(text))) {
                return *std::move(result);
            }
        }
    } catch (const Json::exception&) { // its words are for programmers
    }
    throw Error(damaged);
}

} // namespace

std::string printVocabulary(const Vocabulary& vocabulary)
{
    nlohmann::ordered_json characters = nlohmann::ordered_json::array();
    for (const char32_t character : vocabulary.characters()) {
        characters.push_back(static_cast<std::uint32_t>(character));
    }
    return nlohmann::ordered_json{{"encoding", vocabulary.encoding() == Encoding::Utf8 ? "utf8" : "bytes"},
                                  {"characters", characters}}
        .dump();
}

Vocabulary parseVocabulary(const std::string& text, const std::string& fileName)
{
    constexpr int deepest = 2; // the list of characters
    const auto read = [](const Json& json) -> std::optional<Vocabulary> {
        constexpr std::uint64_t highestCode = 0x10FFFF;
        std::vector<char32_t> characters;
        for (const Json& code : json.at("characters")) {
            const auto number = code.get_ref<const Json::number_unsigned_t&>(); // get() takes 97.5, too
            if (number > highestCode) {
                return std::nullopt;
            }
            characters.push_back(static_cast<char32_t>(number));
        }
        const auto encoding = json.at("encoding").get<std::string>();
        return encoding == "utf8"    ? std::optional(Vocabulary(Encoding::Utf8, std::move(characters)))
               : encoding == "bytes" ? std::optional(Vocabulary(Encoding::Bytes, std::move(characters)))
                                     : std::nullopt;
    };
    return readJson(text, deepest, say(ENGINE_TEXT("Sentences", "%1: its vocabulary is damaged"), fileName), read);
}

std::string printSequences(const SampleFacts& facts)
{
    const auto scale = [](const Standardisation& one) { return nlohmann::ordered_json{one.mean, one.deviation}; };
    nlohmann::ordered_json scales = nlohmann::ordered_json::array();
    for (const Standardisation& one : facts.inputScales) {
        scales.push_back(scale(one));
    }
    return nlohmann::ordered_json{{"kind", facts.kind},     {"steps", facts.steps},
                                  {"width", facts.width},   {"classes", facts.classes},
                                  {"target", facts.target}, {"inputs", facts.inputs},
                                  {"input_scales", scales}, {"target_scale", scale(facts.targetScale)}}
        .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

SampleFacts parseSequences(const std::string& text, const std::string& fileName)
{
    constexpr int deepest = 3; // the list of scales
    const auto read = [](const Json& json) {
        const auto scale = [](const Json& pair) {
            return Standardisation{.mean = pair.at(0).get<double>(), .deviation = pair.at(1).get<double>()};
        };
        const auto wholeNumber = [](const Json& number) -> std::int64_t { // get() would make one of 5e48, too
            return number.get_ref<const Json::number_integer_t&>();
        };
        SampleFacts facts{.kind = json.at("kind").get<std::string>(),
                          .steps = wholeNumber(json.at("steps")),
                          .width = wholeNumber(json.at("width")),
                          .classes = json.at("classes").get<std::vector<std::string>>(),
                          .target = json.at("target").get<std::string>(),
                          .inputs = json.at("inputs").get<std::vector<std::string>>(),
                          .targetScale = scale(json.at("target_scale"))};
        std::ranges::transform(json.at("input_scales"), std::back_inserter(facts.inputScales), scale);
        return isUsable(facts) ? std::optional(facts) : std::nullopt;
    };
    return readJson(text, deepest,
                    say(ENGINE_TEXT("Sentences", "%1: what it says of its sequences is damaged"), fileName), read);
}

std::map<std::string, std::string> torchModules(const Model& model)
{
    std::map<std::string, std::string> names;
    for (const Module& module : modulesOf(model)) {
        names.emplace(module.places.layer.name, module.name);
    }
    return names;
}

std::map<std::string, std::string> metadataOf(const PortableNet& net)
{
    std::map<std::string, std::string> metadata = {{modelKey, writeModel(net.model)},
                                                   {iterationKey, std::to_string(net.iteration)}};
    if (net.vocabulary) {
        metadata[vocabularyKey] = printVocabulary(*net.vocabulary);
    }
    if (net.sequences) {
        metadata[sequencesKey] = printSequences(*net.sequences);
    }
    return metadata;
}

TensorFile toTorch(const PortableNet& net, TransferReport& report)
{
    TensorFile file{.tensors = {}, .metadata = metadataOf(net), .skipped = {}};
    file.metadata["format"] = "pt";
    const TensorIndex known(net.weights);
    for (const Module& module : modulesOf(net.model)) {
        write(module, known, file, report);
    }
    return file;
}

TorchFile torchFileOf(const std::map<std::string, std::string>& metadata, const std::string& fileName)
{
    TorchFile about;
    const auto take = [&](const char* key, const auto& read) {
        if (const auto found = metadata.find(key); found != metadata.end()) {
            read(found->second);
        }
    };
    take(modelKey, [&](const std::string& text) { about.model = readModel(text, fileName); });
    take(vocabularyKey, [&](const std::string& text) { about.vocabulary = parseVocabulary(text, fileName); });
    take(sequencesKey, [&](const std::string& text) { about.sequences = parseSequences(text, fileName); });
    take(iterationKey, [&](const std::string& text) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), about.iteration);
        if (error != std::errc() || end != text.data() + text.size() || about.iteration < 0) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: its number of iterations is damaged"), fileName));
        }
    });
    return about;
}

std::vector<NamedTensor> fromTorch(const TensorFile& file, const Model& model, TransferReport& report)
{
    const std::vector<Module> modules = modulesOf(model);
    report.skipped.insert(report.skipped.end(), file.skipped.begin(), file.skipped.end());
    return TorchWeightReader(file, model, report).run(modules);
}

std::int64_t vocabularyOf(const TensorFile& file, const Model& model)
{
    const std::vector<LayerPlaces> places = weightPlaces(model);
    const auto embedding = std::ranges::find_if(places, [](const LayerPlaces& layer) {
        return layer.type == "EMBED" && layer.weights.front().characters.has_value();
    });
    const TensorIndex tensors(file.tensors);
    std::set<std::int64_t> rows;
    for (const NamedTensor& tensor : file.tensors) {
        const std::size_t leaf = tensor.name.rfind('.') + 1; // npos + 1 is 0
        if (embedding != places.end() && tensor.name.substr(leaf) == "weight" && tensor.shape.axes() == 2 &&
            tensor.shape[1] == embedding->weights.front().spec.shape[1] &&
            !tensors.find(tensor.name.substr(0, leaf) + "bias")) {
            rows.insert(tensor.shape[0]);
        }
    }
    return rows.size() == 1 ? *rows.begin() : 0;
}

namespace {

/// What the metadata say, without a look at the tensors.
TorchFile aboutFile(const std::filesystem::path& file)
{
    return torchFileOf(readSafetensorsMetadata(file), file.string());
}

PortableNet readTorchNet(const std::filesystem::path& file, const NetFileHints& hints)
{
    const TensorFile tensors = readSafetensors(file);
    const TorchFile about = torchFileOf(tensors.metadata, file.string());
    if (!hints.model && !about.model) {
        wantModel(file);
    }
    const Model& model = hints.model ? *hints.model : *about.model;
    const std::optional<Vocabulary>& vocabulary = hints.vocabulary ? hints.vocabulary : about.vocabulary;
    PortableNet net{.model = sizedFor(model, vocabulary, vocabularyOf(tensors, model), file.string())};
    net.vocabulary = vocabulary;
    net.sequences = about.sequences;
    if (hints.model && about.sequences && !dataKindOf(model).answersEachStep) {
        net.model = sizedFor(model, *about.sequences, vocabulary, net.report);
    }
    net.iteration = about.iteration;
    net.weights = fromTorch(tensors, net.model, net.report);
    return net;
}

} // namespace

NetFunctions safetensorsFunctions()
{
    return {.read = readTorchNet,
            .write = [](const std::filesystem::path& file, const PortableNet& net,
                        TransferReport& report) { writeSafetensors(file, toTorch(net, report)); },
            .bringsNet = [](const std::filesystem::path& file) { return aboutFile(file).model.has_value(); },
            .vocabulary = [](const std::filesystem::path& file) { return aboutFile(file).vocabulary; }};
}

} // namespace engine
