// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"
#include "tests/support/paths.h"

namespace {

using Draw = Workshop;

TEST_F(Draw, WritesAPictureWithEveryLayer)
{
    const Outcome outcome = hamnet({"draw", "tiny.prototxt", "--vocabulary", "65", "-o", "net.svg"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    const std::string svg = read("net.svg");
    for (const char* const words : {"EMBED", "LSTM", "INNERPRODUCT", "8×2×8", "8 units"}) {
        EXPECT_NE(svg.find(words), std::string::npos) << words;
    }
}

TEST_F(Draw, WritesToTheOutput)
{
    const Outcome outcome = hamnet({"draw", "tiny.prototxt"});
    EXPECT_EQ(outcome.out.rfind("<?xml", 0), 0u) << outcome.out;
    EXPECT_NE(hamnet({"draw", "tiny.prototxt", "--dark"}).out, outcome.out);
}

TEST_F(Draw, UnrollsALayer)
{
    const Outcome outcome = hamnet({"draw", "tiny.prototxt", "--unroll", "lstm", "--steps", "3"});
    EXPECT_NE(outcome.out.find("lstm (LSTM) unrolled: 3 of 8 steps"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find("transform_3"), std::string::npos);
    EXPECT_EQ(outcome.out.find("transform_4"), std::string::npos);
}

TEST_F(Draw, DrawsACheckpoint)
{
    train("small.hamnet");
    EXPECT_NE(hamnet({"draw", "small.hamnet"}).out.find("LSTM"), std::string::npos);
    EXPECT_TRUE(isRefused(hamnet({"draw", "small.hamnet", "--vocabulary", "9"}), "is a checkpoint and has its own"));
}

TEST_F(Draw, RefusesWhatItCannotDraw)
{
    EXPECT_TRUE(isRefused(hamnet({"draw", "tiny.prototxt", "-o", "net.png"}), "net.png: .png, but this program draws"));
    EXPECT_TRUE(isRefused(hamnet({"draw", "tiny.prototxt", "--unroll", "lstn"}), "no layer lstn"));
    EXPECT_TRUE(isRefused(hamnet({"draw", "tiny.prototxt", "--unroll", "embed"}), "can be unrolled"));
    EXPECT_FALSE(has("net.png"));
}

} // namespace
