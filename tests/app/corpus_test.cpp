// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"
#include "tests/support/paths.h"

namespace {

class Texts : public Workshop {};

} // namespace

TEST_F(Texts, InfoCountsCharactersAndShowsThemWithoutBreakingTheLine)
{
    write("small.txt", "na\xC3\xAFve\n");
    const nlohmann::json bytes = jsonOf({"corpus", "info", "small.txt"});
    EXPECT_EQ(bytes.at("bytes"), 7);
    EXPECT_EQ(bytes.at("characters"), 7);
    EXPECT_EQ(bytes.at("vocabulary"), 7);
    const nlohmann::json letters = jsonOf({"corpus", "info", "small.txt", "--encoding", "utf8"});
    EXPECT_EQ(letters.at("characters"), 6);
    EXPECT_EQ(letters.at("distinct"), nlohmann::json({"\n", "a", "e", "n", "v", "\u00EF"}));
    write("small.txt", "a b\nc\n");
    EXPECT_NE(hamnet({"corpus", "info", "small.txt"}).out.find("5 different: \\n space a b c\n"), std::string::npos);
}

TEST_F(Texts, InfoSaysHowTheTextIsSplit)
{
    const nlohmann::json parts = jsonOf({"corpus", "info", "text.txt", "--validation", "0.2", "--test", "0.1"});
    const std::int64_t all = parts.at("characters");
    EXPECT_EQ(parts.at("train").get<std::int64_t>() + parts.at("validation").get<std::int64_t>() +
                  parts.at("test").get<std::int64_t>(),
              all);
    EXPECT_NEAR(parts.at("validation").get<double>(), 0.2 * static_cast<double>(all), 2);
    EXPECT_NEAR(parts.at("test").get<double>(), 0.1 * static_cast<double>(all), 2);
}

TEST_F(Texts, ListNamesTheBundledPlayAndWhatCanBeFetched)
{
    const Outcome outcome = done({.arguments = {"corpus", "list", "--json"},
                                  .environment = {"HAMNET_RESOURCES=" + (sourceRoot() / "resources").string(),
                                                  "XDG_DATA_HOME=" + folder().string()}});
    const nlohmann::json list = jsonLines(outcome.out).at(0);
    EXPECT_TRUE(std::filesystem::exists(list.at("own").at(0).at("place").get<std::string>())) << list;
    EXPECT_EQ(list.at("known").at(0).at("name"), "tiny-shakespeare");
    EXPECT_TRUE(list.at("known").at(0).at("place").is_null());
}

TEST_F(Texts, OneThatWasFetchedIsFoundByItsName)
{
    train("net.hamnet");
    std::filesystem::create_directories(folder() / "hamnet/corpus");
    std::filesystem::copy_file(folder() / "text.txt", folder() / "hamnet/corpus/tiny-shakespeare.txt");
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"evaluate", "net.hamnet", "--data", "tiny-shakespeare"},
          {"corpus", "info", "tiny-shakespeare.txt"},
          {"train", "tiny.prototxt", "--data", "tiny-shakespeare", "--iterations", "1", "--no-checkpoint"},
          {"train", "--resume", "net.hamnet", "--data", "tiny-shakespeare", "--iterations", "8"}}) {
        const Outcome outcome = done({.arguments = words, .environment = {"XDG_DATA_HOME=" + folder().string()}});
        EXPECT_EQ(outcome.err, "") << words[0];
    }
}

TEST_F(Texts, WhatIsNotThereIsSaid)
{
    const Call call{.arguments = {"corpus", "info", "tiny-shakespeare"},
                    .environment = {"XDG_DATA_HOME=" + folder().string()}};
    EXPECT_TRUE(isRefused(hamnet(call), "tiny-shakespeare"));
    EXPECT_TRUE(isRefused(hamnet({"corpus", "get", "no-such-text"}), "tiny-shakespeare"));
    // Port 1 of this machine: nothing listens there.
    const Outcome outcome =
        hamnet({"corpus", "get", "tiny-shakespeare", "--url", "http://127.0.0.1:1/text", "--folder", "texts"});
    EXPECT_TRUE(isRefused(outcome, "tiny-shakespeare"));
}
