// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/run_folder.h"

#include "app/watch/event_lines.h"
#include "app/watch/log_reader.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"
#include "engine/graph/system_reason.h"
#include "engine/training/run/run.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>

namespace watch {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t newestFormat = 1;
constexpr std::uint64_t maxWriterBytes = 65536;
constexpr std::string_view seedPrefix = "seed";
constexpr std::string_view eventBegin = R"({"event":")";

bool isThere(const fs::path& file)
{
    std::error_code unknown;
    return fs::exists(file, unknown);
}

} // namespace

RunWriter thisWriter()
{
    return {.process = thisProcess(), .host = thisHost()};
}

Life lifeOf(const RunWriter& writer)
{
    if (writer.host != thisHost()) {
        return Life::Unknown;
    }
    return isAlive(writer.process) ? Life::Runs : Life::Gone;
}

void writeDown(const RunWriter& writer, const RunFolder& folder)
{
    Json json = {{"format", newestFormat}};
    json.update(jsonOf(writer));
    engine::writeFileBytes(folder.writer(), json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::optional<RunWriter> writerOf(const RunFolder& folder)
{
    if (!isThere(folder.writer())) {
        return std::nullopt;
    }
    const std::string text = engine::readText(folder.writer(), maxWriterBytes);
    std::int64_t format = 0;
    RunWriter writer;
    try {
        const Json json = lineIn(text);
        read(json.at("format"), format);
        if (format == newestFormat) {
            read(json, writer);
        }
    } catch (const std::exception&) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "%1 is damaged: it does not say which process trains the run; remove "
                                                 "it, then the run can be followed without that"),
                        folder.writer().string()));
    }
    if (format != newestFormat) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences",
                                    "the run in %1 was written by a newer Hamnet: its format is %2, but this one reads "
                                    "up to %3; follow it with that version"),
                        folder.path().string(), format, newestFormat));
    }
    return writer;
}

Life lifeIn(const RunFolder& folder)
{
    const std::optional<RunWriter> writer = writerOf(folder);
    return writer ? lifeOf(*writer) : Life::Unknown;
}

void showLife(const RunFolder& folder)
{
    std::error_code ignored;
    fs::last_write_time(folder.writer(), fs::file_time_type::clock::now(), ignored);
}

std::optional<std::chrono::seconds> sinceLastWritten(const RunFolder& folder)
{
    std::optional<fs::file_time_type> newest;
    for (const fs::path& file : {folder.log(), folder.writer()}) {
        std::error_code error;
        const fs::file_time_type time = fs::last_write_time(file, error);
        if (!error) {
            newest = std::max(time, newest.value_or(time));
        }
    }
    if (!newest) {
        return std::nullopt;
    }
    const auto passed = std::chrono::duration_cast<std::chrono::seconds>(fs::file_time_type::clock::now() - *newest);
    return std::max(passed, std::chrono::seconds(0)); // another host's clock may be ahead
}

engine::Sentence whoWrites(const RunWriter& writer)
{
    switch (lifeOf(writer)) {
    case Life::Runs:
        return engine::say(ENGINE_TEXT("Sentences", "process %1 of this computer trains it"), writer.process.id);
    case Life::Gone:
        return engine::say(ENGINE_TEXT("Sentences", "process %1 of this computer, which trained it, runs no more"),
                           writer.process.id);
    case Life::Unknown:
        break;
    }
    return engine::say(ENGINE_TEXT("Sentences", "process %1 on %2 trained it, and from here it cannot be seen whether "
                                                "that still runs"),
                       writer.process.id, engine::printable(writer.host));
}

std::string lastWords(const RunFolder& folder)
{
    std::string last;
    try {
        eachLine(folder.errors(), [&](const std::string& line) { last = line.empty() ? last : line; });
    } catch (const engine::Error& error) {
        last = error.what();
    }
    constexpr std::string_view name = "hamnet: ";
    return last.starts_with(name) ? last.substr(name.size()) : last;
}

bool holdsRun(const RunFolder& folder)
{
    try {
        const std::string begin = engine::readTextAt(folder.log(), 0, eventBegin.size());
        return eventBegin.starts_with(begin) || begin.front() == '\n';
    } catch (const engine::Error&) {
        return false;
    }
}

void requireRun(const RunFolder& folder)
{
    const std::string name = folder.path().string();
    if (::access((folder.path() / ".").c_str(), R_OK | X_OK) != 0 ||
        (::access(folder.log().c_str(), R_OK) != 0 && errno != ENOENT)) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 cannot be read: %2; name the folder of a run, as "
                                                                 "hamnet train --run-folder makes it"),
                                        name, engine::reasonOf(errno)));
    }
    if (!isThere(folder.writer()) && !isThere(folder.log())) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 holds no run: there is no %2 in it; name the "
                                                                 "folder that hamnet train --run-folder writes to, or "
                                                                 "runs/N in that of a queue"),
                                        name, folder.log().filename().string()));
    }
    writerOf(folder);
}

RunFolder seedFolder(const fs::path& folder, std::uint64_t seed)
{
    return RunFolder(folder / (std::string(seedPrefix) + std::to_string(seed)));
}

std::vector<std::uint64_t> seedsIn(const fs::path& folder)
{
    std::vector<std::uint64_t> seeds;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), last; !error && at != last; at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::uint64_t seed = 0;
        std::from_chars(name.data() + std::min(name.size(), seedPrefix.size()), name.data() + name.size(), seed);
        std::error_code unknown;
        if (at->path() == seedFolder(folder, seed).path() && at->is_directory(unknown)) {
            seeds.push_back(seed);
        }
    }
    std::ranges::sort(seeds);
    return seeds;
}

fs::path bestIn(const RunFolder& folder)
{
    const fs::path best = engine::bestCheckpoint(folder.checkpoint());
    return isThere(best) ? best : isThere(folder.checkpoint()) ? folder.checkpoint() : fs::path();
}

} // namespace watch
