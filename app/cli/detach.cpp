// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/detach.h"

#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/watch/detached_process.h"
#include "app/watch/event_lines.h"
#include "app/watch/log_reader.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace cli {
namespace {

using namespace std::chrono_literals;

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

/// The lines that come now.
bool hasStart(watch::LogReader& log)
{
    bool found = false;
    for (bool isMore = true; isMore;) {
        const watch::LogReader::Lines lines = log.next();
        isMore = lines.isMore;
        found = found || std::ranges::any_of(lines.lines, [](const std::string& line) {
                    return watch::kindOf(watch::lineIn(line)) == "start";
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
    const pid_t process =
        watch::startDetached({.words = wordsOfRun(place.folder), .folder = ".", .errors = place.folder.errors()});
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
