// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/torch_weights.h"

#include "engine/formats/file_formats.h"
#include "engine/formats/json_fault.h"
#include "engine/formats/portable_net.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/layers/layers.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <set>

namespace engine {
namespace {

constexpr const char* modelKey = "hamnet.model";
constexpr const char* vocabularyKey = "hamnet.vocabulary";
constexpr const char* sequencesKey = "hamnet.sequences";
constexpr const char* iterationKey = "hamnet.iteration";

enum class Kind { Embedding, Recurrent, Linear, Scale };

Kind kindOf(const LayerPlaces& places)
{
    return places.type == "EMBED"          ? Kind::Embedding
           : places.stack                  ? Kind::Recurrent
           : places.type == "INNERPRODUCT" ? Kind::Linear
                                           : Kind::Scale;
}

const char* usualName(Kind kind)
{
    switch (kind) {
    case Kind::Embedding:
        return "embed";
    case Kind::Recurrent:
        return "rnn";
    case Kind::Linear:
        return "decoder";
    case Kind::Scale:
        break;
    }
    return "scale";
}

struct Module {
    std::string name, ownName; ///< as written, and by the layer
    Kind kind;
    LayerPlaces places;
};

/// A word that PyTorch takes as a module's name.
std::string moduleName(const std::string& layer)
{
    std::string name = layer;
    std::replace_if(
        name.begin(), name.end(), [](char letter) { return letter == '.' || letter == '/'; }, '_');
    return name;
}

/// Names that differ: "ip_1" and, of another layer, "ip_1_2".
class ModuleNames {
public:
    std::string add(const std::string& wish)
    {
        std::string name = wish;
        int& number = m_numbers.try_emplace(wish, 1).first->second;
        while (!m_names.insert(name).second) {
            name = sentence(wish, "_", ++number);
        }
        return name;
    }

    bool contains(const std::string& name) const { return m_names.contains(name); }

private:
    std::set<std::string> m_names;
    std::map<std::string, int> m_numbers;
};

std::vector<Module> modulesOf(const Model& model)
{
    std::vector<Module> modules;
    std::map<Kind, int> counts;
    ModuleNames names;
    for (LayerPlaces& places : weightPlaces(model)) {
        const Kind kind = kindOf(places);
        ++counts[kind];
        const std::string own = names.add(moduleName(places.layer.name));
        modules.push_back({.name = own, .ownName = own, .kind = kind, .places = std::move(places)});
    }
    for (Module& module : modules) {
        const std::string usual = usualName(module.kind);
        if (counts[module.kind] == 1 && !names.contains(usual)) { // another layer may be called so
            module.name = usual;
        }
    }
    return modules;
}

bool isTransposed(const Module& module)
{
    return module.kind == Kind::Linear && flagParam(module.places.params, "transpose");
}

/// One direction of one stacked layer of a recurrent module.
struct Level {
    std::size_t layer = 0;
    Direction direction = Direction::Forward;

    auto operator<=>(const Level&) const = default;
};

Level levelOf(const RecurrentPlaces& places)
{
    return {static_cast<std::size_t>(places.layer), places.direction};
}

/// "rnn.weight_ih_l1_reverse"
std::string levelName(const std::string& module, const char* tensor, const Level& level)
{
    return sentence(module, module.empty() ? "" : ".", tensor, "_l", level.layer,
                    level.direction == Direction::Backward ? "_reverse" : "");
}

// Writing
// -----------------------------------------------------------------------------------------------------------------

class Writing {
public:
    Writing(const std::vector<NamedTensor>& weights, TensorFile& file, TransferReport& report)
        : m_weights(weights), m_file(&file), m_report(&report)
    {}

    void add(const Module& module)
    {
        switch (module.kind) {
        case Kind::Recurrent:
            addRecurrent(module);
            return;
        case Kind::Embedding:
            addEmbedding(module);
            return;
        case Kind::Linear:
        case Kind::Scale:
            addPlain(module);
            return;
        }
    }

private:
    void put(const std::string& name, const LayerWeight& from, const Shape& shape, std::vector<float> values)
    {
        m_report->moved.push_back({from.name, name, shape});
        m_file->tensors.push_back({name, shape, std::move(values)});
    }

    void addRecurrent(const Module& module)
    {
        for (const RecurrentPlaces& places : recurrentPlaces(module.places)) {
            const auto add = [&](const char* tensor, const LayerWeight& place) {
                put(levelName(module.name, tensor, levelOf(places)), place, place.spec.shape,
                    m_weights.of(place).values);
            };
            add("weight_ih", *places.Wx);
            add("weight_hh", *places.Wh);
            add("bias_ih", *places.b);
            if (places.bh != nullptr) {
                add("bias_hh", *places.bh);
                continue;
            }
            const Shape& shape = places.b->spec.shape;
            m_file->tensors.push_back({levelName(module.name, "bias_hh", levelOf(places)), shape,
                                       std::vector<float>(static_cast<std::size_t>(shape.count()))});
        }
    }

    void addEmbedding(const Module& module)
    {
        const LayerWeight& place = module.places.weights[0];
        std::vector<float> rows = m_weights.of(place).values;
        if (module.places.weights.size() > 1) {
            const std::vector<float>& bias = m_weights.of(module.places.weights[1]).values;
            for (std::size_t index = 0; index < rows.size(); ++index) {
                rows[index] += bias[index % bias.size()];
            }
            m_report->notes.push_back(sentence("weight ", module.places.weights[1].name, " was added into each row of ",
                                               module.name, ".weight, since PyTorch's Embedding has no bias"));
        }
        put(module.name + ".weight", place, place.spec.shape, std::move(rows));
    }

    void addPlain(const Module& module)
    {
        for (const LayerWeight& place : module.places.weights) {
            const NamedTensor& tensor = m_weights.of(place);
            const bool matrix = place.spec.name == "W";
            const std::string name = module.name + (matrix ? ".weight" : ".bias");
            if (matrix && isTransposed(module)) {
                const Shape& shape = place.spec.shape;
                put(name, place, {shape[1], shape[0]}, transposed(tensor.values, shape[0]));
            } else {
                put(name, place, place.spec.shape, tensor.values);
            }
        }
    }

    TensorIndex m_weights;
    TensorFile* m_file;
    TransferReport* m_report;
};

// Reading
// -----------------------------------------------------------------------------------------------------------------

/// One direction of one stacked layer of a file.
struct FileLevel {
    std::string module;
    Level level;

    auto operator<=>(const FileLevel&) const = default;

    std::string name(const char* tensor) const { return levelName(module, tensor, level); }
};

constexpr std::array levelTensors = {"weight_ih", "weight_hh", "bias_ih", "bias_hh"};

/// "rnn.weight_ih_l1_reverse" -> rnn, 1, Backward
bool isLevel(const std::string& name, FileLevel& found)
{
    constexpr std::string_view mark = "weight_ih_l";
    const std::size_t at = name.rfind(mark);
    if (at == std::string::npos || (at > 0 && name[at - 1] != '.')) {
        return false;
    }
    const char* const digits = name.data() + at + mark.size();
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(digits, end, found.level.layer);
    const std::string_view rest(stop, static_cast<std::size_t>(end - stop));
    found.level.direction = rest.empty() ? Direction::Forward : Direction::Backward;
    found.module = at == 0 ? "" : name.substr(0, at - 1);
    return error == std::errc() && (rest.empty() || rest == "_reverse");
}

/// "LSTM", the layer whose cells have as many gates; an RNN's tensors do not tell its activation.
std::string_view layerOfGates(std::int64_t gates)
{
    const auto cell = std::ranges::find(recurrentCells(), gates, [](const Cell* one) { return one->gateCount(); });
    return cell != recurrentCells().end() ? (*cell)->layer : "recurrent layer";
}

class Reading {
public:
    Reading(const TensorFile& file, TransferReport& report) : m_report(&report), m_weights(report)
    {
        for (const NamedTensor& tensor : file.tensors) {
            m_tensors.emplace(tensor.name, &tensor);
            if (tensor.name.ends_with(matrixEnding)) {
                m_freeMatrices[tensor.shape.extents()].insert(tensor.name);
            }
        }
    }

    std::vector<NamedTensor> run(const std::vector<Module>& modules)
    {
        claimMatrices(modules);
        findLevels(modules);
        for (const Module& module : modules) {
            if (module.kind == Kind::Recurrent) {
                readRecurrent(module);
            } else {
                readPlain(module);
            }
        }
        for (const auto& [name, tensor] : m_tensors) {
            if (!m_used.contains(name)) {
                m_report->skipped.push_back(
                    sentence("tensor ", name, " ", tensor->shape, " was left out: the model has no place for it"));
            }
        }
        return std::move(m_weights).taken();
    }

private:
    static constexpr std::string_view matrixEnding = ".weight";

    const NamedTensor* find(const std::string& name) const
    {
        const auto found = m_tensors.find(name);
        return found == m_tensors.end() ? nullptr : found->second;
    }

    /// A matrix that a module has by its name is free for no other module.
    void claimMatrices(const std::vector<Module>& modules)
    {
        for (const Module& module : modules) {
            const std::optional<std::string> name = namedIn(module);
            if (module.kind == Kind::Recurrent || !name) {
                continue;
            }
            const std::string matrix = *name + std::string(matrixEnding);
            m_freeMatrices[find(matrix)->shape.extents()].erase(matrix);
        }
    }

    /// Which of the file's levels the model's parts are: by name, and those that are left in their order, or where
    /// only one fits. Throws Error for a level of another cell.
    void findLevels(const std::vector<Module>& modules)
    {
        std::set<FileLevel> free;
        for (const auto& [name, tensor] : m_tensors) {
            FileLevel level;
            if (isLevel(name, level)) {
                free.insert(std::move(level));
            }
        }
        struct Unnamed {
            const Module* module;
            RecurrentPlaces places;
        };
        std::vector<Unnamed> unnamed;
        for (const Module& module : modules) {
            for (const RecurrentPlaces& places : recurrentPlaces(module.places)) {
                std::optional<FileLevel> from;
                for (const std::string& name : {module.name, module.ownName}) {
                    const auto named = free.find({name, levelOf(places)});
                    if (!from && named != free.end()) {
                        from = *named;
                        free.erase(named);
                    }
                }
                if (from) {
                    requireCell(module, *from);
                    m_levels.emplace(places.Wx, *from);
                } else {
                    unnamed.push_back({&module, places});
                }
            }
        }
        const std::vector<FileLevel> left(free.begin(), free.end());
        const auto sameDirections = [&] {
            return std::equal(left.begin(), left.end(), unnamed.begin(), unnamed.end(),
                              [](const FileLevel& level, const Unnamed& wanted) {
                                  return level.level.direction == levelOf(wanted.places).direction;
                              });
        };
        if (sameDirections()) {
            for (std::size_t place = 0; place < left.size(); ++place) {
                requireCell(*unnamed[place].module, left[place]);
                m_levels.emplace(unnamed[place].places.Wx, left[place]);
            }
            return;
        }
        std::map<LevelShapes, std::vector<FileLevel>> byShapes;
        for (const FileLevel& level : left) {
            byShapes[shapesOf(level)].push_back(level);
        }
        for (const Unnamed& wanted : unnamed) {
            const RecurrentPlaces& places = wanted.places;
            const std::vector<std::int64_t>& bias = places.b->spec.shape.extents();
            const LevelShapes whole = {places.Wx->spec.shape.extents(), places.Wh->spec.shape.extents(), bias, bias};
            const LevelShapes plain = {whole[0], whole[1], {}, {}};
            std::vector<FileLevel> fitting = byShapes[whole];
            fitting.insert(fitting.end(), byShapes[plain].begin(), byShapes[plain].end());
            std::erase_if(fitting, [&](const FileLevel& level) { return level.level.direction != places.direction; });
            if (fitting.size() == 1) {
                m_levels.emplace(places.Wx, fitting.front());
                byShapes.erase(whole);
                byShapes.erase(plain);
            } else if (!left.empty() && std::none_of(left.begin(), left.end(), [&](const FileLevel& level) {
                           return gatesOf(level) == wanted.module->places.stack->cell->gateCount();
                       })) {
                requireCell(*wanted.module, left.front());
            }
        }
    }

    /// The extents of a level's four tensors, none for one that is not there.
    using LevelShapes = std::array<std::vector<std::int64_t>, levelTensors.size()>;

    LevelShapes shapesOf(const FileLevel& level) const
    {
        LevelShapes shapes;
        for (std::size_t index = 0; index < shapes.size(); ++index) {
            const NamedTensor* const tensor = find(level.name(levelTensors[index]));
            shapes[index] = tensor == nullptr ? std::vector<std::int64_t>() : tensor->shape.extents();
        }
        return shapes;
    }

    /// G of weight_hh [G·H, H]; 0 where it is no such matrix.
    std::int64_t gatesOf(const FileLevel& level) const
    {
        const NamedTensor* const hidden = find(level.name("weight_hh"));
        const bool matrix = hidden != nullptr && hidden->shape.axes() == 2 && hidden->shape[1] > 0;
        return matrix && hidden->shape[0] % hidden->shape[1] == 0 && find(level.name("weight_hr")) == nullptr
                   ? hidden->shape[0] / hidden->shape[1]
                   : 0;
    }

    void requireCell(const Module& module, const FileLevel& from) const
    {
        const Cell& cell = *module.places.stack->cell;
        const std::int64_t gates = gatesOf(from);
        if ((gates == 1 || gates == 3 || gates == 4) && gates != cell.gateCount()) {
            refuseCell(module.places.layer.name, cell,
                       sentence(layerOfGates(gates), " (", from.name("weight_hh"), " is ",
                                find(from.name("weight_hh"))->shape, ")"));
        }
    }

    /// Why the level's tensors are not the part's, as a sentence; empty where they are.
    Sentence misfit(const RecurrentPlaces& places, const FileLevel& from) const
    {
        const std::array wanted = {&places.Wx->spec.shape, &places.Wh->spec.shape, &places.b->spec.shape,
                                   &places.b->spec.shape};
        const bool biases = find(from.name("bias_ih")) != nullptr || find(from.name("bias_hh")) != nullptr;
        for (std::size_t index = 0; index < wanted.size(); ++index) {
            const std::string name = from.name(levelTensors[index]);
            const NamedTensor* const tensor = find(name);
            if (tensor == nullptr && (index < 2 || biases)) {
                return sentence("the file has no ", name, " ", *wanted[index]);
            }
            if (tensor != nullptr && tensor->shape != *wanted[index]) {
                return sentence(name, " is ", tensor->shape, ", but ", *wanted[index], " is wanted");
            }
        }
        const std::string projection = from.name("weight_hr");
        return find(projection) != nullptr ? sentence("it has ", projection, ", a projection, which Hamnet's has not")
                                           : Sentence();
    }

    void readRecurrent(const Module& module)
    {
        for (const RecurrentPlaces& places : recurrentPlaces(module.places)) {
            const auto from = m_levels.find(places.Wx);
            if (from == m_levels.end()) {
                miss(*places.Wx, levelName(module.name, "weight_ih", levelOf(places)));
                continue;
            }
            const Sentence why = misfit(places, from->second);
            if (why.empty()) {
                takeLevel(places, from->second);
            } else {
                leaveLevel(places, from->second, why);
            }
        }
    }

    void takeLevel(const RecurrentPlaces& places, const FileLevel& from)
    {
        take(*places.Wx, from.name("weight_ih"));
        take(*places.Wh, from.name("weight_hh"));
        const std::string first = from.name("bias_ih"), second = from.name("bias_hh");
        if (find(first) == nullptr) {
            leaveZero(*places.b, first);
            if (places.bh != nullptr) {
                leaveZero(*places.bh, second);
            }
        } else if (places.bh != nullptr) {
            take(*places.b, first);
            take(*places.bh, second);
        } else {
            std::vector<float> sum = find(first)->values;
            const std::vector<float>& other = find(second)->values;
            std::transform(sum.begin(), sum.end(), other.begin(), sum.begin(), std::plus<>());
            m_used.insert({first, second});
            m_weights.put({places.b->name, places.b->spec.shape, std::move(sum)}, first);
        }
    }

    /// All of a level, as its parts mean nothing without each other.
    void leaveLevel(const RecurrentPlaces& places, const FileLevel& from, const Sentence& why)
    {
        for (const char* tensor : levelTensors) {
            if (const std::string name = from.name(tensor); find(name) != nullptr) {
                m_used.insert(name);
                m_report->skipped.push_back(sentence("tensor ", name, " ", find(name)->shape, " was left out: ", why));
            }
        }
        m_report->skipped.push_back(sentence("weights ", places.Wx->name, ", ... were not found: ", why));
    }

    void readPlain(const Module& module)
    {
        const std::optional<std::string> name = nameFor(module);
        bool matrixTaken = false;
        for (const LayerWeight& place : module.places.weights) {
            const bool matrix = place.spec.name == "W";
            const std::string wanted = name.value_or(module.name) + (matrix ? ".weight" : ".bias");
            if (matrix) {
                matrixTaken = take(place, wanted, isTransposed(module));
            } else if (matrixTaken && find(wanted) == nullptr) {
                leaveZero(place, wanted);
            } else {
                take(place, wanted);
            }
        }
    }

    /// A bias that the file lacks; the matrix that it belongs to, which was found, proves that it may be so long.
    void leaveZero(const LayerWeight& place, const std::string& name)
    {
        const auto count = static_cast<std::size_t>(place.spec.shape.count());
        if (m_weights.putFirst({place.name, place.spec.shape, std::vector<float>(count)})) {
            m_report->notes.push_back(sentence("weight ", place.name, " is all zeros: the file has no ", name));
        }
    }

    /// The module's name in the file, where it is ours.
    std::optional<std::string> namedIn(const Module& module) const
    {
        for (const std::string& name : {module.name, module.ownName}) {
            if (find(name + std::string(matrixEnding)) != nullptr) {
                return name;
            }
        }
        return std::nullopt;
    }

    /// The module's name in the file: ours, or that of the only matrix of its shape that nothing else is called by.
    std::optional<std::string> nameFor(const Module& module) const
    {
        if (const std::optional<std::string> name = namedIn(module)) {
            return name;
        }
        const Shape& shape = module.places.weights.front().spec.shape;
        const auto free =
            m_freeMatrices.find(isTransposed(module) ? Shape{shape[1], shape[0]}.extents() : shape.extents());
        if (free == m_freeMatrices.end() || free->second.size() != 1) {
            return std::nullopt;
        }
        const std::string_view only = *free->second.begin();
        return std::string(only.substr(0, only.size() - matrixEnding.size()));
    }

    /// False where it is not there, does not fit or has a place already.
    bool take(const LayerWeight& place, const std::string& name, bool transpose = false)
    {
        const Shape& shape = place.spec.shape;
        const Shape wanted = transpose ? Shape{shape[1], shape[0]} : shape;
        const NamedTensor* const from = fitting(place, name, wanted);
        if (from == nullptr) {
            return false;
        }
        m_weights.put({place.name, shape, transpose ? transposed(from->values, wanted[0]) : from->values}, name);
        return true;
    }

    /// The tensor of that name, which is taken with it. Null, and a sentence in the report, as take() says.
    const NamedTensor* fitting(const LayerWeight& place, const std::string& name, const Shape& wanted)
    {
        const NamedTensor* const from = find(name);
        if (from == nullptr) {
            miss(place, name);
            return nullptr;
        }
        if (!m_used.insert(name).second) {
            m_report->skipped.push_back(sentence("weight ", place.name, " ", place.spec.shape,
                                                 " was not found: the file's ", name, " went to another layer"));
            return nullptr;
        }
        if (const auto free = m_freeMatrices.find(from->shape.extents()); free != m_freeMatrices.end()) {
            free->second.erase(name);
        }
        if (from->shape != wanted) {
            m_report->skipped.push_back(
                sentence("tensor ", name, " was left out: it is ", from->shape, ", but ", wanted, " is wanted"));
            return nullptr;
        }
        return from;
    }

    void miss(const LayerWeight& place, const std::string& name)
    {
        m_report->skipped.push_back(
            sentence("weight ", place.name, " ", place.spec.shape, " was not found: the file has no ", name));
    }

    std::map<std::string, const NamedTensor*> m_tensors;
    std::map<std::vector<std::int64_t>, std::set<std::string_view>> m_freeMatrices; ///< by shape, those not taken yet
    std::set<std::string> m_used;                                                   ///< names in the file
    std::map<const LayerWeight*, FileLevel> m_levels; ///< of the file, by the Wx that its weight_ih is for
    TransferReport* m_report;
    GatheredWeights m_weights;
};

/// The recurrent modules of the net in the file's metadata, which tell what shapes do not: which activation an RNN has.
std::vector<Module> recurrentModulesIn(const TensorFile& file)
{
    std::vector<Module> modules;
    try {
        if (const auto text = file.metadata.find(modelKey); text != file.metadata.end()) {
            modules = modulesOf(readModel(text->second, "metadata"));
        }
    } catch (const Error&) {
        modules.clear(); // a net that does not fit together tells nothing of the weights
    }
    std::erase_if(modules, [](const Module& module) { return module.kind != Kind::Recurrent; });
    return modules;
}

/// Throws Error where a module of the same name or, of as many, in the same place has another cell in the file.
void requireCellsOfMetadata(const TensorFile& file, const std::vector<Module>& modules)
{
    const std::vector<Module> given = recurrentModulesIn(file);
    std::map<std::string_view, const Module*> byName;
    for (const Module& module : given) {
        byName.emplace(module.name, &module);
    }
    const auto count = std::count_if(modules.begin(), modules.end(),
                                     [](const Module& module) { return module.kind == Kind::Recurrent; });
    std::size_t place = 0;
    for (const Module& module : modules) {
        if (module.kind != Kind::Recurrent) {
            continue;
        }
        const auto named = byName.find(module.name);
        const bool asMany = given.size() == static_cast<std::size_t>(count);
        const Module* const theirs = named != byName.end() ? named->second : asMany ? &given[place] : nullptr;
        ++place;
        const Cell& cell = *module.places.stack->cell;
        if (theirs != nullptr && theirs->places.stack->cell->kind != cell.kind) {
            refuseCell(module.places.layer.name, cell, std::string(theirs->places.stack->cell->name));
        }
    }
}

/// Throws Error for what no data can be: of a file that anyone may have made.
void requireUsable(const SampleFacts& facts, const std::string& fileName)
{
    constexpr std::string_view kinds[] = {"rows", "table", "lines"};
    const auto usable = [](const Standardisation& one) {
        return std::isfinite(one.mean) && std::isfinite(one.deviation) && one.deviation > 0;
    };
    const bool scaled = facts.inputScales.empty() || (std::ssize(facts.inputScales) == facts.width &&
                                                      facts.inputs.size() == facts.inputScales.size());
    if (std::ranges::find(kinds, facts.kind) == std::end(kinds) || facts.steps < 1 || facts.width < 1 || !scaled ||
        !std::ranges::all_of(facts.inputScales, usable) || !usable(facts.targetScale)) {
        throw Error(sentence(fileName, ": what it says of its sequences is damaged"));
    }
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
    constexpr std::uint64_t highestCode = 0x10FFFF;
    constexpr int deepest = 2; // the list of characters
    if (faultOf(text, deepest) != JsonFault::None) {
        throw Error(sentence(fileName, ": its vocabulary is damaged"));
    }
    try {
        const nlohmann::json json = nlohmann::json::parse(text);
        const auto encoding = json.at("encoding").get<std::string>();
        std::vector<char32_t> characters;
        for (const nlohmann::json& code : json.at("characters")) {
            if (!code.is_number_unsigned() || code.get<std::uint64_t>() > highestCode) {
                throw Error(sentence(fileName, ": its vocabulary has a character that is no number from 0 to 1114111"));
            }
            characters.push_back(static_cast<char32_t>(code.get<std::uint64_t>()));
        }
        if (encoding != "utf8" && encoding != "bytes") {
            throw Error(sentence(fileName, ": its vocabulary's encoding is neither bytes nor utf8"));
        }
        return {encoding == "utf8" ? Encoding::Utf8 : Encoding::Bytes, std::move(characters)};
    } catch (const nlohmann::json::exception&) {
        throw Error(sentence(fileName, ": its vocabulary is damaged"));
    }
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
    const auto scale = [](const nlohmann::json& pair) {
        return Standardisation{.mean = pair.at(0).get<double>(), .deviation = pair.at(1).get<double>()};
    };
    try {
        if (faultOf(text, deepest) != JsonFault::None) {
            throw Error(sentence(fileName, ": what it says of its sequences is damaged"));
        }
        const nlohmann::json json = nlohmann::json::parse(text);
        SampleFacts facts{.kind = json.at("kind").get<std::string>(),
                          .steps = json.at("steps").get<std::int64_t>(),
                          .width = json.at("width").get<std::int64_t>(),
                          .classes = json.at("classes").get<std::vector<std::string>>(),
                          .target = json.at("target").get<std::string>(),
                          .inputs = json.at("inputs").get<std::vector<std::string>>(),
                          .targetScale = scale(json.at("target_scale"))};
        for (const nlohmann::json& pair : json.at("input_scales")) {
            facts.inputScales.push_back(scale(pair));
        }
        requireUsable(facts, fileName);
        return facts;
    } catch (const nlohmann::json::exception&) {
        throw Error(sentence(fileName, ": what it says of its sequences is damaged"));
    }
}

TensorFile toTorch(const Model& model, const std::vector<NamedTensor>& weights, const TorchFile& about,
                   TransferReport& report)
{
    TensorFile file;
    Writing writing(weights, file, report);
    for (const Module& module : modulesOf(model)) {
        writing.add(module);
    }
    file.metadata["format"] = "pt";
    file.metadata[modelKey] = writeModel(model);
    file.metadata[iterationKey] = std::to_string(about.iteration);
    if (about.vocabulary) {
        file.metadata[vocabularyKey] = printVocabulary(*about.vocabulary);
    }
    if (about.sequences) {
        file.metadata[sequencesKey] = printSequences(*about.sequences);
    }
    return file;
}

TorchFile torchFileOf(const TensorFile& file, const std::string& fileName)
{
    TorchFile about;
    if (const auto model = file.metadata.find(modelKey); model != file.metadata.end()) {
        about.model = readModel(model->second, fileName);
    }
    if (const auto vocabulary = file.metadata.find(vocabularyKey); vocabulary != file.metadata.end()) {
        about.vocabulary = parseVocabulary(vocabulary->second, fileName);
    }
    if (const auto sequences = file.metadata.find(sequencesKey); sequences != file.metadata.end()) {
        about.sequences = parseSequences(sequences->second, fileName);
    }
    if (const auto given = file.metadata.find(iterationKey); given != file.metadata.end()) {
        const std::string& text = given->second;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), about.iteration);
        if (error != std::errc() || end != text.data() + text.size() || about.iteration < 0) {
            throw Error(sentence(fileName, ": its number of iterations is damaged"));
        }
    }
    return about;
}

std::vector<NamedTensor> fromTorch(const TensorFile& file, const Model& model, TransferReport& report)
{
    const std::vector<Module> modules = modulesOf(model);
    requireCellsOfMetadata(file, modules);
    report.skipped.insert(report.skipped.end(), file.skipped.begin(), file.skipped.end());
    return Reading(file, report).run(modules);
}

std::int64_t vocabularyOf(const TensorFile& file, const Model& model)
{
    std::vector<std::int64_t> candidates;
    for (const Module& module : modulesOf(model)) {
        if (module.kind != Kind::Embedding || !module.places.weights.front().characters) {
            continue;
        }
        const std::int64_t width = module.places.weights.front().spec.shape[1];
        for (const NamedTensor& tensor : file.tensors) {
            const bool matrix = tensor.shape.axes() == 2 && tensor.shape[1] == width;
            if (matrix && (tensor.name == module.name + ".weight" || tensor.name == module.ownName + ".weight")) {
                return tensor.shape[0];
            }
            if (matrix && tensor.name.ends_with(".weight")) {
                candidates.push_back(tensor.shape[0]);
            }
        }
        break;
    }
    return candidates.size() == 1 ? candidates.front() : 0;
}

namespace {

/// What the metadata say, without a look at the tensors.
TorchFile aboutFile(const std::filesystem::path& file)
{
    return torchFileOf({.tensors = {}, .metadata = readSafetensorsMetadata(file), .skipped = {}}, file.string());
}

PortableNet readTorchNet(const std::filesystem::path& file, const NetFileHints& hints)
{
    const TensorFile tensors = readSafetensors(file);
    const TorchFile about = torchFileOf(tensors, file.string());
    if (!hints.model && !about.model) {
        wantModel(file);
    }
    const Model& model = hints.model ? *hints.model : *about.model;
    const std::optional<Vocabulary>& vocabulary = hints.vocabulary ? hints.vocabulary : about.vocabulary;
    PortableNet net{.model = sizedFor(model, vocabulary, vocabularyOf(tensors, model))};
    net.vocabulary = vocabulary;
    net.sequences = about.sequences;
    net.iteration = about.iteration;
    net.weights = fromTorch(tensors, net.model, net.report);
    return net;
}

void writeTorchNet(const std::filesystem::path& file, const PortableNet& net, TransferReport& report)
{
    writeSafetensors(
        file,
        toTorch(net.model, net.weights,
                {.model = {}, .vocabulary = net.vocabulary, .sequences = net.sequences, .iteration = net.iteration},
                report));
}

} // namespace

NetFunctions safetensorsFunctions()
{
    return {.read = readTorchNet,
            .write = writeTorchNet,
            .bringsNet = [](const std::filesystem::path& file) { return aboutFile(file).model.has_value(); },
            .vocabulary = [](const std::filesystem::path& file) { return aboutFile(file).vocabulary; }};
}

} // namespace engine
