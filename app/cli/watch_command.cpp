// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/options.h"
#include "app/cli/recorded_run.h"
#include "app/cli/words.h"
#include "app/watch/log_reader.h"
#include "app/watch/run_folder.h"
#include "app/watch/run_request.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"
#include "engine/training/run/run_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace cli {
namespace {

using namespace std::chrono_literals;

constexpr auto pollInterval = 200ms;
constexpr auto answerPatience = 10s;
constexpr auto longSilence = 60s; ///< a run shows every five seconds that it lives

using Events = std::vector<engine::Event>;

enum class Keep {
    All,
    NewestOfEach ///< kind in the last part of the run: the log may be larger than the memory
};

/// Adds what has come.
void readNew(watch::LogReader& log, Events& found, Keep keep = Keep::All)
{
    for (watch::News news{.isMore = true}; news.isMore;) {
        news = watch::newsIn(log);
        if (news.isAnew) {
            found.clear();
        }
        for (engine::Event& event : news.events) {
            if (keep == Keep::NewestOfEach) {
                const bool begins = std::holds_alternative<engine::StartEvent>(event);
                std::erase_if(found, [&](const engine::Event& one) { return begins || one.index() == event.index(); });
            }
            found.push_back(std::move(event));
        }
    }
}

class WatchCommand : public Command {
public:
    explicit WatchCommand(CLI::App& app) : Command(app)
    {
        addValue(app, "FOLDER", m_name, folderName,
                 "The run's folder: of hamnet train --run-folder or --detach, or runs/N in a queue's folder.")
            ->required();
        CLI::Option* const json = app.add_flag("--json", m_json, "Print the events as JSON, one object per line.");
        CLI::Option* const all =
            app.add_flag("--all", m_all, "Show all from the first event on, and not from where the run is.");
        CLI::Option* const stop =
            app.add_flag("--stop", m_asksStop, "Ask the run to stop, and wait for its answer: it saves and ends.");
        CLI::Option* const pause =
            app.add_flag("--pause", m_asksPause, "Ask the run to pause, and wait for its answer.");
        CLI::Option* const goOn =
            app.add_flag("--go-on", m_asksGoOn, "Ask the paused run to go on, and wait for its answer.");
        for (CLI::Option* const one : {stop, pause, goOn}) {
            for (CLI::Option* const other : {stop, pause, goOn, json, all}) {
                if (one != other) {
                    one->excludes(other);
                }
            }
        }
    }

    ExitCode run(Console& console) override
    {
        const watch::RunFolder folder(m_name);
        requireRunIn(folder);
        const Interrupt interrupt;
        return m_asksStop || m_asksPause || m_asksGoOn ? ask(console, folder, interrupt)
                                                       : follow(console, folder, interrupt);
    }

private:
    static void requireRunIn(const watch::RunFolder& folder)
    {
        std::error_code unknown;
        if (std::filesystem::exists(folder.path() / "queue.sqlite", unknown)) {
            throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 is the folder of a queue; name one of its "
                                                                     "runs, such as %2"),
                                            folder.path().string(), (folder.path() / "runs" / "1").string()));
        }
        watch::requireRun(folder);
    }

    // Following it
    // ------------------------------------------------------------------------------------------------------------

    ExitCode follow(Console& console, const watch::RunFolder& folder, const Interrupt& interrupt) const
    {
        watch::LogReader log(folder.log());
        std::unique_ptr<RunView> view = m_json ? nullptr : makeRunView(console, 0);
        const auto remark = [&](const std::string& sentence) {
            view ? view->remark(sentence) : console.remark(sentence);
        };
        Events events;
        readNew(log, events, m_all ? Keep::All : Keep::NewestOfEach);
        bool wasSilent = false, isFirst = true;
        std::string problem; // that was told
        while (!interrupt.requested()) {
            bool isGone = false;
            try { // a disk that is away for a moment ends nothing
                if (!isFirst) {
                    readNew(log, events);
                }
                isFirst = false;
                isGone = events.empty() && watch::lifeIn(folder) == watch::Life::Gone;
                if (isGone) { // what it wrote last comes first
                    readNew(log, events);
                }
                problem.clear();
            } catch (const engine::Error& error) {
                isGone = false; // its last lines may not have been read
                if (problem != error.what()) {
                    problem = error.what();
                    remark(problem);
                }
            }
            for (const engine::Event& event : events) {
                view ? view->show(event) : printEvent(console, event);
            }
            if (const auto* const end = events.empty() ? nullptr : std::get_if<engine::EndEvent>(&events.back())) {
                return exitCodeOf(console, *end); // as train ends
            }
            if (isGone && events.empty()) {
                view.reset(); // it clears its line
                tellLastWords(console, folder);
                throwGone(folder);
            }
            if (!events.empty()) {
                wasSilent = false;
            } else if (!wasSilent && problem.empty() && watch::sinceLastWritten(folder).value_or(0s) > longSilence) {
                wasSilent = true;
                remark(stateOf(folder));
            }
            events.clear();
            std::this_thread::sleep_for(pollInterval);
        }
        view.reset(); // it clears its line
        console.note("the run goes on; hamnet watch " + engine::shellFile(folder.path()) + " --stop stops it");
        return ExitCode::Interrupted;
    }

    /// "process 12 on alder trained it, ...; it last wrote 3:05 ago"
    static engine::Sentence stateOf(const watch::RunFolder& folder)
    {
        const std::optional<watch::RunWriter> writer = watch::writerOf(folder);
        const std::optional<std::chrono::seconds> since = watch::sinceLastWritten(folder);
        return engine::say(ENGINE_TEXT("Sentences", "%1; its folder was last written %2 ago"),
                           writer ? watch::whoWrites(*writer)
                                  : engine::Sentence(ENGINE_TEXT("Sentences", "which process trains it is not known")),
                           since ? durationInWords(static_cast<double>(since->count())) : std::string("?"));
    }

    /// What a run without a terminal said as it failed, unless it wrote events since.
    static void tellLastWords(Console& console, const watch::RunFolder& folder)
    {
        std::error_code error, other;
        const auto said = std::filesystem::last_write_time(folder.errors(), error);
        if (!error && said >= std::filesystem::last_write_time(folder.log(), other) && !other) {
            watch::eachLine(folder.errors(), [&](const std::string& line) { console.note(line); });
        }
    }

    [[noreturn]] static void throwGone(const watch::RunFolder& folder)
    {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "the run in %1 came to no end: %2; hamnet train --resume %3 goes on "
                                                 "from its last checkpoint"),
                        folder.path().string(), stateOf(folder), engine::shellQuoted(folder.path().string())));
    }

    // Asking it
    // ------------------------------------------------------------------------------------------------------------

    watch::Request request() const
    {
        return m_asksStop ? watch::Request::Stop : m_asksPause ? watch::Request::Pause : watch::Request::GoOn;
    }

    ExitCode ask(Console& console, const watch::RunFolder& folder, const Interrupt& interrupt) const
    {
        watch::LogReader log(folder.log());
        engine::RunLog run;
        Events events;
        readNew(log, events, Keep::NewestOfEach);
        for (const engine::Event& event : events) {
            run.take(event);
        }
        if (run.end) {
            throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "the run in %1 has ended, so nobody is there to "
                                                                     "be asked; hamnet train --resume %2 continues it"),
                                            folder.path().string(), engine::shellQuoted(folder.path().string())));
        }
        if (watch::lifeIn(folder) == watch::Life::Gone) {
            throwGone(folder);
        }
        if (run.paused == (request() == watch::Request::Pause) && request() != watch::Request::Stop) {
            console.out.line(request() == watch::Request::Pause ? "the run is paused already"
                                                                : "the run is not paused");
            return ExitCode::Done;
        }
        std::optional<std::string> answer;
        const auto waits = [&] { // it may also end by itself, with the request in its folder
            events.clear();
            readNew(log, events);
            for (const engine::Event& event : events) {
                answer = answer ? answer : answerIn(event);
            }
            return !answer && !interrupt.requested();
        };
        const auto end = std::chrono::steady_clock::now() + answerPatience;
        if (const engine::Sentence refusal = watch::askAndWait(folder, request(), waits); !refusal.empty()) {
            throw engine::UnavailableError(refusal);
        }
        while (waits() && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(pollInterval);
        }
        if (answer) {
            console.out.line(*answer);
            return ExitCode::Done;
        }
        if (interrupt.requested() && watch::takeRequest(folder)) { // so that no later run takes it
            return ExitCode::Interrupted;
        }
        console.out.line("the run has taken the request, and follows it after the step or the save under way");
        return ExitCode::Done;
    }

    /// What tells that the run has followed the request.
    std::optional<std::string> answerIn(const engine::Event& event) const
    {
        if (const auto* const end = std::get_if<engine::EndEvent>(&event)) {
            return fmt::format("the run has ended after iteration {}", grouped(end->iterations));
        }
        const auto* const pause = std::get_if<engine::PauseEvent>(&event);
        const bool isAnswer = pause != nullptr && request() != watch::Request::Stop &&
                              pause->paused == (request() == watch::Request::Pause);
        if (!isAnswer) {
            return std::nullopt;
        }
        return (pause->paused ? "the run is paused after iteration " : "the run goes on from iteration ") +
               grouped(pause->iteration);
    }

    std::string m_name;
    bool m_json = false, m_all = false, m_asksStop = false, m_asksPause = false, m_asksGoOn = false;
};

} // namespace

extern const CommandSpec watchCommand = {"watch",
                                         "Follow a run that is written to a folder, or ask it to stop or pause.",
                                         R"(  hamnet train my_net.prototxt --data my_text.txt --detach
  hamnet watch my_net-run
  hamnet watch my_net-run --pause
  hamnet watch /mnt/cluster/my_net-run --json --all | jq 'select(.event == "validation")')",
                                         make<WatchCommand>};

} // namespace cli
