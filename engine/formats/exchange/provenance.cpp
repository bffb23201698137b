// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/provenance.h"

#include "engine/data/mapped_file.h"
#include "engine/data/text_scan.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/json_fault.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <system_error>

namespace engine {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json; // what is short stands before the net

constexpr int version = 1;
constexpr const char* versionKey = "hamnet_provenance";
constexpr int maxProvenanceDepth = 5;  ///< the object, its notes, a note, its area
constexpr double farthest = 1'000'000; ///< on the canvas

constexpr std::array<std::string_view, 4> kinds{"drawing", "curves", "race", "state"};

OrderedJson toJson(const CheckpointUsed& checkpoint)
{
    OrderedJson json = {{"file", checkpoint.file}};
    if (!checkpoint.digest.empty()) {
        json["digest"] = checkpoint.digest;
    }
    if (checkpoint.iteration) {
        json["iteration"] = *checkpoint.iteration;
    }
    return json;
}

OrderedJson toJson(const Provenance& provenance)
{
    OrderedJson json = {{versionKey, version}, {"kind", kinds.at(static_cast<std::size_t>(provenance.kind))}};
    if (provenance.seed) {
        json["seed"] = *provenance.seed;
    }
    if (provenance.iteration) {
        json["iteration"] = *provenance.iteration;
    }
    if (provenance.checkpoint) {
        json["checkpoint"] = toJson(*provenance.checkpoint);
    }
    json["model"] = provenance.model;
    if (!provenance.solver.empty()) {
        json["solver"] = provenance.solver;
    }
    for (const LayerPosition& position : provenance.positions) {
        json["positions"].push_back({position.x, position.y});
    }
    for (const CanvasNote& note : provenance.notes) {
        json["notes"].push_back(
            {{"text", note.text}, {"frame", note.frame}, {"area", {note.x, note.y, note.width, note.height}}});
    }
    return json;
}

constexpr const char* otherKind =
    ENGINE_TEXT("Sentences", "something is missing in it, or is of another kind than Hamnet writes");

/// Throws Error for what Hamnet does not write.
void require(bool isSo)
{
    if (!isSo) {
        throw Error(otherKind);
    }
}

/// As many numbers on the canvas.
std::vector<double> coordinates(std::size_t count, const OrderedJson& json)
{
    const auto numbers = json.get<std::vector<double>>();
    require(numbers.size() == count &&
            std::ranges::all_of(numbers, [](double number) { return std::abs(number) <= farthest; }));
    return numbers;
}

/// Whole as it is written: get() would make one of 5e48, too. Throws where it is not.
std::int64_t wholeNumber(const OrderedJson& json)
{
    return json.get_ref<const OrderedJson::number_integer_t&>();
}

/// The number of an iteration.
std::int64_t count(const OrderedJson& json)
{
    require(wholeNumber(json) >= 0);
    return wholeNumber(json);
}

CanvasNote noteOf(const OrderedJson& json)
{
    const std::vector<double> area = coordinates(4, json.at("area"));
    require(area[2] >= 0 && area[3] >= 0);
    return {area[0], area[1], area[2], area[3], json.at("text").get<std::string>(), json.at("frame").get<bool>()};
}

CheckpointUsed checkpointOf(const OrderedJson& json)
{
    CheckpointUsed checkpoint{
        .file = json.at("file").get<std::string>(), .digest = json.value("digest", ""), .iteration = {}};
    constexpr std::size_t digits = 16;
    require(checkpoint.digest.empty() ||
            (checkpoint.digest.size() == digits &&
             checkpoint.digest.find_first_not_of("0123456789abcdef") == std::string::npos));
    require(checkpoint.file.find('\0') == std::string::npos);
    if (json.contains("iteration")) {
        checkpoint.iteration = count(json["iteration"]);
    }
    return checkpoint;
}

Provenance provenanceOf(const OrderedJson& json)
{
    if (const std::int64_t found = wholeNumber(json.at(versionKey)); found != version) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "it has version %1, but this Hamnet reads version %2"), found, version));
    }
    const auto* const kind = std::ranges::find(kinds, json.at("kind").get<std::string>());
    require(kind != kinds.end());
    Provenance provenance{.kind = static_cast<Provenance::Kind>(kind - kinds.begin()),
                          .model = json.at("model").get<std::string>(),
                          .solver = json.value("solver", "")};
    for (const OrderedJson& position : json.value("positions", OrderedJson::array())) {
        const std::vector<double> place = coordinates(2, position);
        provenance.positions.push_back({place[0], place[1]});
    }
    for (const OrderedJson& note : json.value("notes", OrderedJson::array())) {
        provenance.notes.push_back(noteOf(note));
    }
    if (json.contains("seed")) {
        provenance.seed = json.at("seed").get_ref<const OrderedJson::number_unsigned_t&>();
    }
    if (json.contains("iteration")) {
        provenance.iteration = count(json["iteration"]);
    }
    if (json.contains("checkpoint")) {
        provenance.checkpoint = checkpointOf(json["checkpoint"]);
    }
    return provenance;
}

fs::path homeFolder()
{
    const char* const home = std::getenv("HOME");
    return home != nullptr ? fs::path(home).lexically_normal() : fs::path();
}

std::string digestOfBytes(const fs::path& file)
{
    Digest digest;
    MappedFile(file, file.string()).passOver([&](std::string_view piece) { digest.add(piece); });
    return digest.hexadecimal();
}

} // namespace

std::string printProvenance(const Provenance& provenance)
{
    std::string text = toJson(provenance).dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
    if (text.size() > maxProvenanceBytes) {
        throw Error(say(ENGINE_TEXT("Sentences", "what made it takes %1 bytes, but a file carries up to %2 of them"),
                        text.size(), maxProvenanceBytes));
    }
    return text;
}

Provenance parseProvenance(std::string_view text, const std::string& owner)
{
    const auto start = [&](const Sentence& rest) {
        return say(ENGINE_TEXT("Sentences", "%1: what made it cannot be read: %2"), owner, rest);
    };
    if (text.size() > maxProvenanceBytes) {
        throw Error(start(say(ENGINE_TEXT("Sentences", "it has %1 bytes, but a file carries up to %2"), text.size(),
                              maxProvenanceBytes)));
    }
    if (!faultOf(text, maxProvenanceDepth).empty()) {
        throw Error(start(say(ENGINE_TEXT("Sentences", "it is no JSON object of Hamnet's, or a damaged one"))));
    }
    try {
        return provenanceOf(OrderedJson::parse(text));
    } catch (const OrderedJson::exception&) { // its words are for programmers
        throw Error(start(otherKind));
    } catch (const Error& error) {
        throw Error(start(error.sentence()));
    }
}

std::string shortPath(const fs::path& file)
{
    std::error_code unknown;
    const fs::path absolute = fs::absolute(file, unknown).lexically_normal(), home = homeFolder();
    if (home.has_relative_path()) {
        const fs::path below = absolute.lexically_relative(home);
        if (!below.empty() && *below.begin() != ".." && *below.begin() != ".") {
            return ("~" / below).string();
        }
    }
    return absolute.string();
}

fs::path longPath(const std::string& file)
{
    return file.starts_with("~/") && !homeFolder().empty() ? homeFolder() / file.substr(2) : fs::path(file);
}

std::string netDigest(const fs::path& file)
{
    const FileFormat* const format = formatOf(file);
    return format != nullptr && format->format == Format::Hamnet ? Container(file).digest() : digestOfBytes(file);
}

} // namespace engine
