// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recorded_run.h"

#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "app/watch/event_lines.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto betweenSteps = 100ms;

/// What --resume means by a run's folder, or by the checkpoint in one: the run goes on there.
void takeResumed(TrainOptions& options)
{
    std::error_code unknown;
    const bool isFolder = fs::is_directory(options.resume, unknown);
    const fs::path file = options.resume;
    const watch::RunFolder folder(isFolder ? file : file.has_parent_path() ? file.parent_path() : fs::path("."));
    if (isFolder && !isThere(folder.checkpoint())) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 has no checkpoint %2 that a run could go on from; "
                                                                 "name a checkpoint, or start a new run"),
                                        options.resume, folder.checkpoint().filename().string()));
    }
    if (isFolder) {
        options.resume = folder.checkpoint().string();
    }
    const bool isItsOwn = file.filename() == folder.checkpoint().filename() && watch::holdsRun(folder);
    if ((isFolder || isItsOwn) && options.runFolder.empty() && options.checkpoint.empty() &&
        !options.withoutCheckpoint) {
        options.runFolder = folder.path().string();
    }
}

void requireUnused(const watch::RunFolder& folder, const TrainOptions& options)
{
    const std::string name = folder.path().string();
    if (!watch::holdsRun(folder)) {
        std::error_code unknown;
        for (const fs::path& file :
             {folder.log(), folder.writer(), folder.request(), folder.errors(), folder.description()}) {
            const bool isWritten = options.detach || file != folder.errors(); // else who starts us has made that
            if (isWritten && isThere(file) && !fs::equivalent(options.model, file, unknown)) {
                throw engine::Error(engine::say(
                    ENGINE_TEXT("Sentences", "%1 is no file of a run, which would replace it; choose another folder"),
                    file.string()));
            }
        }
        return;
    }
    if (!options.overwrite) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "%1 holds a run; --resume %2 continues it, --overwrite "
                                                 "replaces it"),
                        name, engine::shellQuoted(name)));
    }
}

} // namespace

fs::path makeUnusedFolder(const std::string& name)
{
    for (int number = 1;; ++number) {
        const fs::path path = name + (number == 1 ? "" : "-" + std::to_string(number));
        std::error_code error;
        if (fs::create_directory(path, error)) {
            return path;
        }
        if (error && error != std::errc::file_exists) {
            throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "the folder %1 cannot be made: %2; name another "
                                                                     "place with --run-folder"),
                                            path.string(), error.message()));
        }
    }
}

std::optional<RunPlace> takeRunFolder(TrainOptions& options)
{
    if (!options.resume.empty()) {
        takeResumed(options);
    }
    if (options.runFolder.empty() && !options.detach) {
        return std::nullopt;
    }
    RunPlace place{.folder = watch::RunFolder(options.runFolder)};
    if (options.runFolder.empty()) {
        const fs::path named = options.resume.empty() ? modelOf(options) : fs::path(options.resume);
        place.folder = watch::RunFolder(makeUnusedFolder(named.stem().string() + "-run"));
        place.isMade = true;
    } else {
        std::error_code error;
        fs::create_directories(options.runFolder, error);
        if (error) {
            throw engine::Error(
                engine::say(ENGINE_TEXT("Sentences", "the folder %1 cannot be made: %2; choose another name"),
                            options.runFolder, error.message()));
        }
    }
    std::error_code unknown;
    place.isContinued = !options.resume.empty() && fs::equivalent(options.resume, place.folder.checkpoint(), unknown);
    if (!place.isContinued) {
        requireUnused(place.folder, options);
    }
    options.checkpoint = place.folder.checkpoint().string();
    return place;
}

void writeDown(const TrainPlan& plan, const RunPlace& place)
{
    const fs::path file = place.folder.description();
    std::error_code unknown;
    if (!place.isContinued && !fs::equivalent(plan.modelName, file, unknown)) {
        engine::writeFileBytes(file, engine::toJson(plan.run));
    }
}

bool Thinning::takes(const engine::Event& event)
{
    if (const auto* const start = std::get_if<engine::StartEvent>(&event)) {
        m_last = start->iterations;
    } else if (const auto* const change = std::get_if<engine::ChangeEvent>(&event)) {
        m_last = change->iterations;
    }
    const auto* const step = std::get_if<engine::TrainEvent>(&event);
    if (step == nullptr || step->iteration == m_last) {
        return true;
    }
    if (m_every) {
        return *m_every > 0 && step->iteration % *m_every == 0;
    }
    const auto now = std::chrono::steady_clock::now();
    const bool isDue = now >= m_next;
    m_next = isDue ? now + betweenSteps : m_next;
    return isDue;
}

RecordedRun::RecordedRun(const RunPlace& place, const Thinning& thinning, const std::function<void()>& stop)
    : m_thinning(thinning),
      m_log(place.folder.log(), place.isContinued ? watch::LogWriter::Start::Append : watch::LogWriter::Start::Anew,
            stop),
      m_listener(place.folder, [this, stop](watch::Request request) {
          if (request == watch::Request::Stop) {
              stop();
          } else if (request == watch::Request::Pause) {
              m_control.pause();
          } else {
              m_control.resume();
          }
      })
{
    watch::writeDown(watch::thisWriter(), place.folder);
}

void RecordedRun::show(const engine::Event& event)
{
    if (m_thinning.takes(event)) {
        m_log.put(toLine(watch::toJson(event)));
    }
}

} // namespace cli
