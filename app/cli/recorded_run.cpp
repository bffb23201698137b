// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recorded_run.h"

#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "app/watch/event_lines.h"
#include "app/watch/log_reader.h"
#include "app/watch/process_identity.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"
#include "engine/training/run/trainer.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto betweenSteps = 100ms;

/// What --resume means by a run's folder, or by the checkpoint in one: the run goes on there.
void takeResumed(TrainOptions& options)
{
    std::error_code unknown;
    const fs::path file = options.run.resume;
    const bool isFolder = fs::is_directory(file, unknown);
    const watch::RunFolder folder(isFolder ? file : file.has_parent_path() ? file.parent_path() : fs::path("."));
    if (isFolder && !isThere(folder.checkpoint())) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 has no checkpoint %2 that a run could go on from; "
                                                                 "name a checkpoint, or start a new run"),
                                        file.string(), folder.checkpoint().filename().string()));
    }
    if (isFolder) {
        options.run.resume = folder.checkpoint();
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
            const bool isWritten = file == folder.errors()        ? options.detach // else who starts us has made that
                                   : file == folder.description() ? !options.overwrite
                                                                  : true;
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
    if (!options.run.resume.empty()) {
        takeResumed(options);
    }
    if (options.runFolder.empty() && !options.detach) {
        return std::nullopt;
    }
    RunPlace place{.folder = watch::RunFolder(options.runFolder)};
    if (options.runFolder.empty()) {
        const fs::path named = options.run.resume.empty() ? modelOf(options) : options.run.resume;
        place.folder = watch::RunFolder(makeUnusedFolder(named.stem().string() + "-run"));
        place.isMade = true;
    } else {
        engine::makeFolder(options.runFolder);
    }
    std::error_code unknown;
    place.isContinued =
        !options.run.resume.empty() && fs::equivalent(options.run.resume, place.folder.checkpoint(), unknown);
    if (!place.isContinued) {
        requireUnused(place.folder, options);
    }
    options.checkpoint = place.folder.checkpoint().string();
    return place;
}

void writeDown(const PlannedRun& run)
{
    if (!run.place || run.place->isContinued) {
        return;
    }
    const fs::path file = run.place->folder.description();
    std::error_code unknown;
    if (!fs::equivalent(run.plan.modelName, file, unknown)) {
        engine::writeFileBytes(file, engine::toJson(run.plan.run));
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

RunOutput::Record::Record(const RunPlace& place, const std::function<void()>& stop)
    : log(place.folder.log(), place.isContinued ? watch::LogWriter::Start::Append : watch::LogWriter::Start::Anew,
          stop),
      listener(place.folder, [this, stop](watch::Request request) {
          if (request == watch::Request::Stop) {
              stop();
          } else if (request == watch::Request::Pause) {
              control.pause();
          } else {
              control.resume();
          }
      })
{
    watch::writeDown(watch::thisWriter(), place.folder);
}

RunOutput::RunOutput(const PlannedRun& run, const engine::StartedRun& started, Reader reader)
    : m_plan(&run.plan), m_started(&started), m_reader(std::move(reader)), m_settings(started.settings)
{
    const bool hasEvery = run.options.has("every");
    m_every = run.options.json && !hasEvery ? 1 : m_settings.reportEvery;
    m_shown = Thinning(m_reader.wantsAll ? 1 : m_every);
    m_logged = hasEvery ? Thinning(m_every) : Thinning();
    if (run.place) {
        m_record = std::make_unique<Record>(*run.place, m_reader.stop);
    }
    if (!m_settings.tensorboard.empty()) {
        m_board = std::make_unique<watch::TensorBoardLog>(
            m_settings.tensorboard, [trainer = started.trainer.get()](engine::LookInside::Tell tell) {
                trainer->lookIntoNextStep(std::move(tell));
            });
    }
    const bool isThinned = m_reader.wantsAll || ((run.place || m_board) && !hasEvery); // to ten a second at most
    m_settings.reportEvery = isThinned ? 1 : m_every;
    m_settings.checkpoint = run.plan.files.checkpoint();
    m_settings.checkpointAtEnd = m_settings.checkpointAtEnd || !run.options.checkpoint.empty();
}

engine::RunControl* RunOutput::control()
{
    return m_record ? &m_record->control : nullptr;
}

void RunOutput::show(const engine::Event& given)
{
    const auto* const start = std::get_if<engine::StartEvent>(&given);
    const engine::Event event = start != nullptr ? withPlan(*start, *m_plan, *m_started) : given;
    if (m_record && m_logged.takes(event)) {
        m_record->log.put(toLine(watch::toJson(event)) + '\n');
    }
    if (m_board && m_toBoard.takes(event)) {
        m_board->take(event);
    }
    if (m_shown.takes(event)) {
        m_reader.show(event);
    }
}

void RunOutput::finish()
{
    if (m_record) {
        m_record->log.finish();
    }
    if (m_board) {
        m_board->finish();
    }
}

void Showing::operator()(const std::function<void()>& show)
{
    const std::lock_guard lock(m_mutex);
    if (m_failure) {
        return;
    }
    try {
        show();
    } catch (...) {
        m_failure = std::current_exception();
        m_interrupt->request();
    }
}

void Showing::finish() const
{
    try {
        if (m_failure) {
            std::rethrow_exception(m_failure);
        }
    } catch (const ReaderGone&) {}
}

namespace {

constexpr auto startPollInterval = 50ms;

/// The command line of this process with the folder, and without what has it start another.
std::vector<std::string> wordsOfRun(const watch::RunFolder& folder)
{
    std::ifstream given("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> words;
    bool hasFolder = false;
    for (std::string word; std::getline(given, word, '\0');) {
        hasFolder = hasFolder || word.starts_with("--run-folder");
        if (word != "--detach" && !word.starts_with("--detach=")) {
            words.push_back(word);
        }
    }
    if (!hasFolder) {
        words.insert(std::ranges::find(words, "train") + 1, "--run-folder=" + folder.path().string());
    }
    return words;
}

/// Whether a run begins in the lines that come now.
bool hasStart(watch::LogReader& log)
{
    bool found = false;
    for (watch::News news{.isMore = true}; news.isMore;) {
        news = watch::newsIn(log);
        found = found || std::ranges::any_of(news.events, [](const engine::Event& event) {
                    return std::holds_alternative<engine::StartEvent>(event);
                });
    }
    return found;
}

/// What a run has said that has failed to begin; its exit code.
ExitCode passOn(Console& console, const RunPlace& place, const Interrupt& interrupt, int status)
{
    watch::eachLine(place.folder.errors(), [&](const std::string& line) { console.note(line); });
    if (place.isMade) {
        std::error_code ignored; // where more than that is in it, it stays
        std::filesystem::remove(place.folder.errors(), ignored);
        std::filesystem::remove(place.folder.path(), ignored);
    }
    if (interrupt.requested()) {
        return ExitCode::Interrupted;
    }
    if (WIFSIGNALED(status)) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "the run was ended by signal %1 before it began"), WTERMSIG(status)));
    }
    return static_cast<ExitCode>(WEXITSTATUS(status));
}

void tell(Console& console, const watch::RunFolder& folder, pid_t process, Reporting reporting)
{
    if (reporting == Reporting::JsonLines) {
        printLine(console.out, {{"event", "detached"}, {"folder", folder.path().string()}, {"process", process}});
        return;
    }
    const std::string name = engine::shellFile(folder.path());
    console.out.line(fmt::format("the run goes on in {} as process {}", oneLine(folder.path().string()), process));
    console.out.line("watch it: hamnet watch " + name);
    console.out.line("stop it:  hamnet watch " + name + " --stop");
}

} // namespace

ExitCode detach(Console& console, const RunPlace& place, Reporting reporting)
{
    watch::LogReader log(place.folder.log());
    hasStart(log);             // of the parts of the run before
    ::signal(SIGHUP, SIG_IGN); // a terminal that closes meanwhile ends neither
    Interrupt interrupt;
    interrupt.hasSomethingToSave();
    const pid_t process = watch::startDetached(wordsOfRun(place.folder), place.folder.errors(), ".");
    while (true) {
        int status = 0;
        const bool hasEnded = ::waitpid(process, &status, WNOHANG) == process;
        if (hasStart(log)) {
            tell(console, place.folder, process, reporting);
            return ExitCode::Done;
        }
        if (hasEnded) {
            return passOn(console, place, interrupt, status);
        }
        if (interrupt.requested()) {
            ::kill(process, SIGTERM);
            ::waitpid(process, &status, 0);
            return passOn(console, place, interrupt, status);
        }
        std::this_thread::sleep_for(startPollInterval);
    }
}

} // namespace cli
