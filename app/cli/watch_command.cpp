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
        watch::requireRun(folder);
        const Interrupt interrupt;
        return m_asksStop || m_asksPause || m_asksGoOn ? ask(console, folder, interrupt)
                                                       : follow(console, folder, interrupt);
    }

private:
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
        std::int64_t answeredAt = 0;                         // the log need not tell each step before a pause
        const auto isFollowed = [&](Keep keep = Keep::All) { // also by a run that has ended by itself meanwhile
            Events events;
            readNew(log, events, keep);
            for (const engine::Event& event : events) {
                run.take(event);
                const auto* const pause = std::get_if<engine::PauseEvent>(&event);
                answeredAt = pause != nullptr ? pause->iteration : answeredAt;
            }
            return run.end || (!m_asksStop && run.paused == m_asksPause);
        };
        const bool isSoAlready = isFollowed(Keep::NewestOfEach);
        if (run.end) {
            throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "the run in %1 has ended, so nobody is there to "
                                                                     "be asked; hamnet train --resume %2 continues it"),
                                            folder.path().string(), engine::shellQuoted(folder.path().string())));
        }
        if (watch::lifeIn(folder) == watch::Life::Gone) {
            throwGone(folder);
        }
        if (isSoAlready) {
            console.out.line(m_asksPause ? "the run is paused already" : "the run is not paused");
            return ExitCode::Done;
        }
        const auto waits = [&] { return !isFollowed() && !interrupt.requested(); };
        const auto end = std::chrono::steady_clock::now() + answerPatience;
        if (const engine::Sentence refusal = watch::askAndWait(folder, request(), waits); !refusal.empty()) {
            throw engine::UnavailableError(refusal);
        }
        while (waits() && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(pollInterval);
        }
        if (!isFollowed() && interrupt.requested() && watch::takeRequest(folder)) { // so that no later run takes it
            return ExitCode::Interrupted;
        }
        console.out.line(
            run.end         ? fmt::format("the run has ended after iteration {}", grouped(run.iteration()))
            : !isFollowed() ? "the run has taken the request, and follows it after the step or the save under way"
                            : (m_asksPause ? "the run is paused after iteration " : "the run goes on from iteration ") +
                                  grouped(answeredAt));
        return ExitCode::Done;
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
