// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/terminal.h"
#include "tests/app/workshop.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

namespace {

class OnATerminal : public Workshop {
protected:
    void SetUp() override
    {
        if (!Terminal::isPossible()) {
            GTEST_SKIP() << "this system has no pseudo-terminals: nothing is mounted at /dev/pts";
        }
        Workshop::SetUp();
    }

    /// What a training has shown when it was ended, as soon as that was enough.
    std::string trainOn(unsigned short columns, const std::vector<std::string>& environment,
                        const std::function<bool(const std::string& text)>& isEnough) const
    {
        Terminal terminal(columns);
        std::atomic<bool> isOver = false;
        std::thread user([&] {
            if (comesTrue([&] { return isEnough(terminal.text()) || isOver; }) && !isOver) {
                ::kill(::getpid(), SIGINT); // which the run takes
            }
        });
        const Outcome outcome =
            hamnet(Call{.arguments = {"train", "tiny.prototxt", "--data", "text.txt", "--threads", "1", "--iterations",
                                      "100000000", "--seconds", "60", "--validate-every", "2000", "--no-checkpoint"},
                        .outputFile = terminal.name(),
                        .environment = environment});
        isOver = true;
        user.join();
        EXPECT_EQ(outcome.exitCode, 130) << outcome.err;
        return terminal.finish();
    }

    static bool hasDrawnFiveTimes(const std::string& text) { return drawn(text).size() >= 5; }

    static std::ptrdiff_t columnsOf(const std::string& line)
    {
        return std::ranges::count_if(line, [](char byte) { return (byte & 0xC0) != 0x80; }); // UTF-8's first bytes
    }

    /// What was drawn over each other on the live line.
    static std::vector<std::string> drawn(const std::string& text)
    {
        std::vector<std::string> lines;
        std::size_t start = 0;
        for (std::size_t at = text.find("\x1b[K"); at != std::string::npos; at = text.find("\x1b[K", start)) {
            const std::size_t begin = text.rfind('\r', at);
            if (begin != std::string::npos && begin >= start &&
                text.substr(begin, at - begin).find("ETA") != std::string::npos) {
                lines.push_back(text.substr(begin + 1, at - begin - 1));
            }
            start = at + 3;
        }
        return lines;
    }
};

} // namespace

TEST_F(OnATerminal, OneLineIsRedrawnAtMostTenTimesASecond)
{
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<std::string> lines = drawn(trainOn(100, {"TERM=xterm", "LANG=C"}, hasDrawnFiveTimes));
    const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begin;
    EXPECT_GE(lines.size(), 5u);
    EXPECT_LE(static_cast<double>(lines.size()), 10 * whole.count() + 1);
    for (const std::string& line : lines) {
        EXPECT_LT(columnsOf(line), 100) << line;
        EXPECT_NE(line.find("loss "), std::string::npos) << line;
        EXPECT_NE(line.find("chars/s"), std::string::npos) << line;
    }
}

TEST_F(OnATerminal, ARunInAFolderIsDrawnAsTrainDrawsIt)
{
    Process run(hamnetProgram(),
                {.arguments = {"train", "tiny.prototxt", "--data", "text.txt", "--threads", "1", "--iterations",
                               "100000000", "--validate-every", "2000", "--run-folder", "run"},
                 .folder = folder()});
    ASSERT_TRUE(run.waitFor("loss"));
    Terminal terminal(100);
    Process watcher(hamnetProgram(), {.arguments = {"watch", "run"},
                                      .folder = folder(),
                                      .outputFile = terminal.name(),
                                      .environment = {"TERM=xterm", "LANG=C"}});
    EXPECT_TRUE(comesTrue([&] { return hasDrawnFiveTimes(terminal.text()) || !watcher.isRunning(); }));
    run.send(SIGINT);
    EXPECT_EQ(run.wait().exitCode, 130);
    EXPECT_EQ(watcher.wait().exitCode, 130);
    const std::string text = terminal.finish();
    EXPECT_GE(drawn(text).size(), 5u);
    EXPECT_NE(text.find("chars/s"), std::string::npos);
    EXPECT_NE(text.find("stopped after iteration"), std::string::npos);
}

TEST_F(OnATerminal, TheLineFitsANarrowOne)
{
    const std::vector<std::string> lines = drawn(trainOn(40, {"TERM=xterm", "LANG=C"}, hasDrawnFiveTimes));
    EXPECT_FALSE(lines.empty());
    for (const std::string& line : lines) {
        EXPECT_LT(columnsOf(line), 40) << line;
    }
}

TEST_F(OnATerminal, ColoursAreLeftOutWhereTheyAreNotWanted)
{
    const auto isColoured = [&](const std::vector<std::string>& environment) {
        const auto hasBegun = [](const std::string& text) { return text.find("loss") != std::string::npos; };
        return trainOn(100, environment, hasBegun).find("\x1b[1m") != std::string::npos;
    };
    EXPECT_TRUE(isColoured({"TERM=xterm", "NO_COLOR="}));
    EXPECT_FALSE(isColoured({"TERM=xterm", "NO_COLOR=1"}));
    EXPECT_FALSE(isColoured({"TERM=dumb", "NO_COLOR="}));
}

TEST_F(OnATerminal, JsonIsJsonThereToo)
{
    Terminal terminal(80);
    done(Call{
        .arguments = {"train", "tiny.prototxt", "--data", "text.txt", "--iterations", "2", "--json", "--no-checkpoint"},
        .outputFile = terminal.name(),
        .environment = {"TERM=xterm"}});
    EXPECT_EQ(events(terminal.finish(), "train").size(), 2u);
}

TEST_F(OnATerminal, ATextIsShownWithoutWhatTheTerminalWouldObey)
{
    std::string text;
    while (text.size() < 3000) {
        text += "a\x1b[2Jb\x07"
                "c\u009b\u202e\x7f"
                "d\n";
    }
    write("odd.txt", text);
    done({"train", "tiny.prototxt", "--data", "odd.txt", "--threads", "1", "--iterations", "400", "--checkpoint",
          "odd.hamnet"});
    const std::vector<std::string> words = {"generate", "odd.hamnet", "--length", "400", "--seed", "1"};
    const std::string piped = hamnet(words).out;
    EXPECT_NE(piped.find("\u202e"), std::string::npos) << piped;
    EXPECT_NE(piped.find('\x1b'), std::string::npos) << piped;
    for (const std::vector<std::string>& more : {std::vector<std::string>(), {"--json"}, {"--surprise"}}) {
        Terminal terminal(80);
        done(Call{.arguments = joined(words, more), .outputFile = terminal.name(), .environment = {"TERM=dumb"}});
        const std::string shown = terminal.finish();
        for (const char* const obeyed : {"\x1b", "\x07", "\u009b", "\u202e", "\x7f"}) {
            EXPECT_EQ(shown.find(obeyed), std::string::npos) << testing::PrintToString(more) << shown;
        }
        EXPECT_NE(shown.find("\\u007f"), std::string::npos) << shown;
    }
}

TEST_F(OnATerminal, CharactersThatComeByteForByteAreShownWhole)
{
    std::string text;
    while (text.size() < 3000) {
        text += "äöü€🙂\n";
    }
    write("bytes.txt", text);
    done({"train", "tiny.prototxt", "--data", "bytes.txt", "--threads", "1", "--iterations", "800", "--checkpoint",
          "bytes.hamnet"});
    const std::vector<std::string> words = {"generate", "bytes.hamnet",  "--prompt", "ä",      "--length",
                                            "60",       "--temperature", "0.1",      "--seed", "1"};
    Terminal terminal(80);
    done(Call{.arguments = words, .outputFile = terminal.name(), .environment = {"TERM=dumb"}});
    std::string shown = terminal.finish();
    std::erase(shown, '\r');
    EXPECT_NE(shown.find("ü€"), std::string::npos) << shown;
    EXPECT_EQ(shown.substr(0, 40), hamnet(words).out.substr(0, 40));
}
