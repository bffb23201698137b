// SPDX-License-Identifier: GPL-3.0-or-later
// The main function of every test program. With --gtest_brief=1, as CTest starts it, it tells of no test that passes:
// it prints what failed, why tests were skipped, and which test was running where the program did not come to its end.
#include "tests/support/main.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

namespace {

constexpr unsigned longestTest = 1200; ///< seconds; CTest gives up on the whole program some minutes later

char running[512] = "no test"; ///< for signal handlers

void put(std::string_view words)
{
    static_cast<void>(!::write(STDOUT_FILENO, words.data(), words.size()));
}

/// Names the test under way, and lets the signal do what it does by itself.
void tellWhere(int signal)
{
    put(signal == SIGALRM ? "\n[  FAILED  ] takes too long: " : "\n[  FAILED  ] the program ended in: ");
    put({running, std::strlen(running)});
    put("\n");
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

void listenForEnds()
{
    ::signal(SIGALRM, tellWhere);
#ifndef HAMNET_SANITIZED // sanitizers have handlers of their own, which say more
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) {
        ::signal(signal, tellWhere);
    }
#endif
}

class BriefPrinter : public testing::EmptyTestEventListener {
    void OnTestStart(const testing::TestInfo& test) override
    {
        std::snprintf(running, sizeof running, "%s.%s", test.test_suite_name(), test.name());
        ::alarm(longestTest);
    }

    void OnTestPartResult(const testing::TestPartResult& result) override
    {
        if (result.skipped()) {
            m_skipped[result.message()].push_back(running);
        } else if (result.failed()) {
            std::printf("%s:%d: Failure\n%s\n", result.file_name() != nullptr ? result.file_name() : "unknown file",
                        result.line_number(), result.message());
        }
    }

    void OnTestEnd(const testing::TestInfo& test) override
    {
        ::alarm(0);
        if (test.result()->Failed()) {
            m_failed.emplace_back(running);
            std::printf("[  FAILED  ] %s\n", running);
        }
        std::fflush(stdout);
    }

    void OnTestProgramEnd(const testing::UnitTest& tests) override
    {
        for (const auto& [reason, names] : m_skipped) {
            std::printf("[  SKIPPED ] %zu: %s\n             %s%s\n", names.size(), reason.c_str(), names[0].c_str(),
                        names.size() > 1 ? ", ..." : "");
        }
        std::printf("%d passed, %d skipped, %d failed\n", tests.successful_test_count(), tests.skipped_test_count(),
                    tests.failed_test_count());
        for (const std::string& name : m_failed) {
            std::printf("[  FAILED  ] %s\n", name.c_str());
        }
    }

    std::map<std::string, std::vector<std::string>> m_skipped; ///< names by reason
    std::vector<std::string> m_failed;
};

} // namespace

[[gnu::weak]] std::optional<int> answerAsProgram(int /*argumentCount*/, char** /*arguments*/)
{
    return std::nullopt;
}

int main(int argumentCount, char** arguments)
{
    if (const std::optional<int> code = answerAsProgram(argumentCount, arguments)) {
        return *code;
    }
    testing::InitGoogleTest(&argumentCount, arguments);
    if (GTEST_FLAG_GET(brief)) {
        testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
        delete listeners.Release(listeners.default_result_printer());
        listeners.Append(new BriefPrinter);
        listenForEnds();
    }
    const int code = RUN_ALL_TESTS();
    if (testing::UnitTest::GetInstance()->test_to_run_count() == 0 && !GTEST_FLAG_GET(list_tests)) {
        std::printf("no test was asked for: %s\n", GTEST_FLAG_GET(filter).c_str());
        return 1;
    }
    return code;
}
