// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/curves.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace engine {
namespace {

std::vector<CurvePoint> sampleCurve()
{
    return {{.iteration = 1,
             .seconds = 0.25,
             .loss = 4.2,
             .learningRate = 0.1,
             .gradientNorm = 1e-7,
             .validationLoss = NAN},
            {.iteration = 2,
             .seconds = 0.5,
             .loss = 1.0 / 3,
             .learningRate = 0,
             .gradientNorm = std::numeric_limits<double>::infinity(),
             .validationLoss = 2.5}};
}

TEST(Curves, AreCsvThatReadsBackExactly)
{
    EXPECT_EQ(printCsv(sampleCurve(), 0), "iteration,seconds,loss,learning_rate,gradient_norm,validation_loss\n"
                                          "1,0.25,4.2,0.1,1e-07,\n"
                                          "2,0.5,0.3333333333333333,0,inf,2.5\n");
}

TEST(Curves, AreOneJsonObjectALine)
{
    const std::string text = printJsonLines(sampleCurve(), 0);
    const nlohmann::json first = nlohmann::json::parse(text.substr(0, text.find('\n')));
    EXPECT_EQ(first.at("iteration"), 1);
    EXPECT_EQ(first.at("loss"), 4.2);
    EXPECT_TRUE(first.at("validation_loss").is_null());
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

TEST(Curves, AreWrittenAsTheFilesNameSays)
{
    const TemporaryFolder folder;
    const auto written = [&](const char* name) {
        writeCurve(folder.path() / name, sampleCurve(), 1e9);
        const std::vector<std::byte> bytes = readFileBytes(folder.path() / name);
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
    EXPECT_EQ(written("curve.csv"), printCsv(sampleCurve(), 1e9));
    EXPECT_EQ(written("curve.jsonl"), printJsonLines(sampleCurve(), 1e9));
    EXPECT_EQ(written("curve.tfevents"), printEvents(sampleCurve(), 1e9));
    EXPECT_THROW(written("net.hamnet"), Error);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "net.hamnet"));
}

TEST(Curves, HaveTheChecksumsOfTheStandard)
{
    EXPECT_EQ(crc32c("123456789"), 0xE3069283U);           // the check value of CRC-32C
    EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAU); // RFC 3720, B.4
}

TEST(Curves, AreRecordsWithTheirLengths)
{
    const std::string file = printEvents(sampleCurve(), 1e9);
    std::size_t position = 0, records = 0;
    while (position < file.size()) {
        std::uint64_t length = 0;
        ASSERT_LE(position + 12, file.size());
        std::memcpy(&length, file.data() + position, sizeof length);
        position += 8 + 4 + length + 4;
        ++records;
    }
    EXPECT_EQ(position, file.size());
    EXPECT_EQ(records, 3U);
    EXPECT_NE(file.find("brain.Event:2"), std::string::npos);
}

} // namespace
} // namespace engine
