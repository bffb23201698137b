// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"

namespace {

class SetsOfData : public Workshop {};

} // namespace

TEST_F(SetsOfData, AreListedWithWhereTheyLie)
{
    const Call call{.arguments = {"data", "list", "--json"}, .environment = {"XDG_DATA_HOME=" + folder().string()}};
    const nlohmann::json listed = jsonLines(hamnet(call).out).at(0), sets = listed.at("known");
    ASSERT_EQ(sets.size(), 2u);
    EXPECT_EQ(sets[0].at("name"), "mnist");
    EXPECT_EQ(sets[0].at("files").size(), 4u);
    EXPECT_TRUE(sets[0].at("place").is_null());
    const Outcome words = hamnet(Call{.arguments = {"data", "list"}, .environment = call.environment});
    EXPECT_NE(words.out.find("hamnet data get fashion-mnist"), std::string::npos) << words.out;
    for (const char* made : {"digits", "weather", "voices"}) {
        EXPECT_NE(words.out.find(std::string("--data ") + made), std::string::npos) << words.out;
    }
    EXPECT_EQ(listed.at("own").size(), 3u);
}

TEST_F(SetsOfData, ThatAreNotThereAreSaid)
{
    EXPECT_TRUE(isRefused(hamnet({"data", "get", "no-such-set"}), "fashion-mnist"));
    // Port 1 of this machine: nothing listens there.
    EXPECT_TRUE(isRefused(hamnet({"data", "get", "mnist", "--url", "http://127.0.0.1:1/mnist", "--folder", "sets"}),
                          "download of mnist/train-images-idx3-ubyte.gz"));
}

TEST_F(SetsOfData, ATableIsShownAsItIsWritten)
{
    write("days.csv", "day;load;sky;still\n13.01.2020;1,5;sun;2\n14.01.2020;;rain;2\n15.01.2020;2,25;sun;2\n");
    const nlohmann::json shown = jsonOf({"data", "info", "days.csv", "--json"});
    EXPECT_EQ(shown.at("rows"), 3);
    EXPECT_EQ(shown.at("format"),
              nlohmann::json(
                  {{"delimiter", "SEMICOLON"}, {"decimal", "COMMA"}, {"date_order", nullptr}, {"header", "NAMES"}}));
    const nlohmann::json columns = shown.at("columns");
    ASSERT_EQ(columns.size(), 4u);
    EXPECT_EQ(columns[0].at("form"), "DD.MM.YYYY");
    EXPECT_EQ(columns[0].at("zone"), "none");
    EXPECT_EQ(columns[1].at("gaps"), 1);
    EXPECT_EQ(columns[2].at("kind"), "text");
    EXPECT_TRUE(columns[2].at("problem").is_null());
    EXPECT_EQ(columns[3].at("problem"), "is 2 in all rows");
    EXPECT_EQ(shown.at("first_rows").at(1).at(2), "rain");
    const std::string words = done({"data", "info", "days.csv"}).out;
    for (const char* const word : {"SEMICOLON", "DD.MM.YYYY", "is 2 in all rows", "1,5"}) {
        EXPECT_NE(words.find(word), std::string::npos) << word << words;
    }
}

TEST_F(SetsOfData, ATableThatCanBeReadInTwoWaysIsAskedFor)
{
    write("days.csv", "day,load\n01/02/2020,1\n02/02/2020,2\n");
    EXPECT_TRUE(isRefused(hamnet({"data", "info", "days.csv"}), "--date-order"));
    EXPECT_EQ(jsonOf({"data", "info", "days.csv", "--date-order", "MONTH", "--json"}).at("columns").at(0).at("form"),
              "MM/DD/YYYY");
}
