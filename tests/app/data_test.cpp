// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"

namespace {

class SetsOfData : public Workshop {};

} // namespace

TEST_F(SetsOfData, AreListedWithWhereTheyLie)
{
    const Call call{.arguments = {"data", "list", "--json"}, .environment = {"XDG_DATA_HOME=" + folder().string()}};
    const nlohmann::json listed = jsonLines(hamnet(call).out).at(0), sets = listed.at("sets");
    ASSERT_EQ(sets.size(), 2u);
    EXPECT_EQ(sets[0].at("name"), "mnist");
    EXPECT_EQ(sets[0].at("files").size(), 4u);
    EXPECT_TRUE(sets[0].at("folder").is_null());
    const Outcome words = hamnet(Call{.arguments = {"data", "list"}, .environment = call.environment});
    EXPECT_NE(words.out.find("hamnet data get fashion-mnist"), std::string::npos) << words.out;
    for (const char* made : {"digits", "weather", "voices", "speakers"}) {
        EXPECT_NE(words.out.find(std::string("--data ") + made), std::string::npos) << words.out;
    }
    EXPECT_EQ(listed.at("made").size(), 4u);
}

TEST_F(SetsOfData, FromAServerThatIsNotThereAreSaid)
{
    // Port 1 of this machine: nothing listens there.
    EXPECT_TRUE(isRefused(hamnet({"data", "get", "mnist", "--url", "http://127.0.0.1:1/mnist", "--folder", "sets"}),
                          "download of mnist/train-images-idx3-ubyte.gz"));
}

TEST_F(SetsOfData, ThatAreUnknownAreRefusedWithTheNamesThatThereAre)
{
    EXPECT_TRUE(isRefused(hamnet({"data", "get", "no-such-set"}), "fashion-mnist"));
}
