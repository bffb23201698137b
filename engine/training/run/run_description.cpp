// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/run_description.h"

#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/characters.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/batch_source.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_specs.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <variant>

namespace engine {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 6> keys = {"model", "solver", "settings", "data", "resume", "first_weights"};
constexpr std::array<std::string_view, 4> keysOfFirst = {"file", "vocabulary", "text", "solver_state"};

std::string nameFrom(const fs::path& folder, const fs::path& file)
{
    const fs::path whole = isMadeData(file) ? file : fromAnywhere(file);
    const bool isInside = !folder.empty() && whole.parent_path() == fromAnywhere(folder);
    return (isInside ? whole.filename() : whole).string();
}

void put(Json& json, std::string_view key, const fs::path& file, const fs::path& folder)
{
    if (!file.empty() && !isUtf8(file.string())) {
        throw Error(say(ENGINE_TEXT("Sentences", "the name of %1 is not UTF-8, but the description of a run names it; "
                                                 "give the file another name"),
                        printable(file.string())));
    }
    if (!file.empty()) {
        json[std::string(key)] = nameFrom(folder, file);
    }
}

Json toJson(const ParamValue& value)
{
    return std::visit(
        []<typename Value>(const Value& one) -> Json {
            if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string>) {
                return one;
            } else {
                return {}; // no setting of a run
            }
        },
        value);
}

std::string briefly(const Json& json)
{
    return json.is_object()  ? "an object"
           : json.is_array() ? "a list"
                             : printable(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// What reads one object of the text.
class Reader {
public:
    Reader(const Json& json, const std::string& name, std::span<const std::string_view> known)
        : m_json(json), m_name(name)
    {
        if (!json.is_object()) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: found %2, but an object with the keys %3 is wanted"), name,
                            briefly(json), listed(known, "and")));
        }
        for (const auto& [key, value] : json.items()) {
            if (std::ranges::find(known, key) == known.end()) {
                throw Error(say(ENGINE_TEXT("Sentences", "%1: a run has no %2%3; its keys are %4"), name, shown(key),
                                hint(key, known), listed(known, "and")));
            }
        }
    }

    /// Empty where the key is not there.
    std::string text(std::string_view key) const
    {
        const auto found = m_json.find(key);
        if (found != m_json.end() && !found->is_string()) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 is %3, but must be a text"), m_name, std::string(key),
                            briefly(*found)));
        }
        return found == m_json.end() ? std::string() : found->get<std::string>();
    }

    fs::path file(std::string_view key) const
    {
        const fs::path file = text(key);
        return file.empty() || isMadeData(file) ? file : fs::path(m_name).parent_path() / file;
    }

private:
    const Json& m_json;
    const std::string& m_name;
};

ParamValue valueIn(const Json& json, const std::string& key, const std::string& name)
{
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    if (json.is_boolean()) {
        return json.get<bool>();
    }
    if (json.is_string()) {
        return json.get<std::string>();
    }
    if (json.is_number_integer() && !(json.is_number_unsigned() && json.get<std::uint64_t>() > most)) {
        return json.get<std::int64_t>();
    }
    if (json.is_number()) {
        return json.get<double>();
    }
    throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 is %3, but must be a number, a text, true or false"), name, key,
                    briefly(json)));
}

Params settingsIn(const Json& json, const std::string& name)
{
    if (!json.is_object()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 is %3, but must be an object"), name, std::string("settings"),
                        briefly(json)));
    }
    Params settings;
    for (const auto& [key, value] : json.items()) {
        settings.emplace(key, valueIn(value, key, name));
    }
    try {
        checkRunParams(settings);
    } catch (const Error& error) {
        throw Error(say("%1: %2", name, error.sentence()));
    }
    for (auto& [key, value] : settings) {
        const auto* const whole = std::get_if<std::int64_t>(&value);
        if (whole && std::holds_alternative<FloatRange>(runSpec(key).param.kind)) {
            value = static_cast<double>(*whole);
        }
    }
    return settings;
}

} // namespace

std::string toJson(const RunDescription& run, const fs::path& folder)
{
    Json json = Json::object(), settings = Json::object(), first = Json::object();
    const bool isNew = run.resume.empty();
    if (isNew && !(run.model == Model())) {
        json["model"] = writeModel(run.model);
    }
    if (isNew && !(run.solver == SolverSettings())) {
        json["solver"] = writeSolver(run.solver);
    }
    for (const auto& [key, value] : run.settings) {
        settings[key] = toJson(value);
    }
    if (!settings.empty()) {
        json["settings"] = std::move(settings);
    }
    put(json, "data", run.data, folder);
    put(json, "resume", run.resume, folder);
    put(first, "file", run.first.file, folder);
    put(first, "vocabulary", run.first.vocabulary, folder);
    put(first, "text", run.first.text, folder);
    put(first, "solver_state", run.first.solverState, folder);
    if (isNew && !first.empty()) {
        json["first_weights"] = std::move(first);
    }
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

RunDescription runIn(std::string_view text, const std::string& name)
{
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 is no JSON, but the description of a run is wanted"), name));
    }
    const Reader reader(json, name, keys);
    for (const char* const key : {"model", "solver", "first_weights"}) {
        if (json.contains("resume") && json.contains(key)) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: a run that goes on has the net and the solver of its "
                                                     "checkpoint; leave out %2, or resume"),
                            name, std::string(key)));
        }
    }
    RunDescription run{.data = reader.file("data"), .resume = reader.file("resume")};
    if (const std::string model = reader.text("model"); !model.empty()) {
        run.model = readModel(model, name);
    }
    if (const std::string solver = reader.text("solver"); !solver.empty()) {
        run.solver = readSolver(solver, name);
    }
    if (json.contains("settings")) {
        run.settings = settingsIn(json["settings"], name);
    }
    if (json.contains("first_weights")) {
        const Reader first(json["first_weights"], name, keysOfFirst);
        if (first.file("file").empty()) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: first_weights name no file; add it, or leave them out"), name));
        }
        run.first = {.file = first.file("file"),
                     .vocabulary = first.file("vocabulary"),
                     .text = first.file("text"),
                     .solverState = first.file("solver_state")};
    }
    return run;
}

} // namespace engine
