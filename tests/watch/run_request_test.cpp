// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/run_request.h"
#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <fstream>

namespace {

using watch::Request;

class Asking : public testing::Test {
protected:
    TemporaryFolder home;
    watch::RunFolder folder{home.path()};
};

TEST_F(Asking, IsTakenOnceAndReplacesWhatWasNotTaken)
{
    EXPECT_EQ(watch::takeRequest(folder), std::nullopt);
    for (const Request request : {Request::Stop, Request::Pause, Request::GoOn}) {
        watch::ask(folder, request);
        EXPECT_EQ(watch::takeRequest(folder), request);
        EXPECT_EQ(watch::takeRequest(folder), std::nullopt);
    }
    watch::ask(folder, Request::Pause);
    watch::ask(folder, Request::Stop);
    EXPECT_EQ(watch::takeRequest(folder), Request::Stop);
    EXPECT_EQ(watch::takeRequest(folder), std::nullopt);
    EXPECT_TRUE(std::filesystem::is_empty(home.path())) << "something was left behind";
}

TEST_F(Asking, WhatIsNoRequestIsTakenAwayAndNotWaitedFor)
{
    std::ofstream(folder.request()) << "dance\n"; // of a newer Hamnet
    EXPECT_EQ(watch::takeRequest(folder), std::nullopt);
    EXPECT_FALSE(std::filesystem::exists(folder.request()));
    ASSERT_EQ(::mkfifo(folder.request().c_str(), 0600), 0);
    EXPECT_EQ(watch::takeRequest(folder), std::nullopt);
    EXPECT_FALSE(std::filesystem::exists(folder.request()));
}

TEST_F(Asking, ReachesTheRunButNotOneThatBeginsLater)
{
    watch::ask(folder, Request::Stop); // of a run that has ended since
    std::atomic<int> stops = 0, pauses = 0;
    const watch::RequestListener listener(folder,
                                          [&](Request request) { ++(request == Request::Stop ? stops : pauses); });
    EXPECT_FALSE(std::filesystem::exists(folder.request()));
    watch::ask(folder, Request::Pause);
    EXPECT_TRUE(comesTrue([&] { return pauses == 1; }));
    EXPECT_EQ(stops, 0);
}

} // namespace
