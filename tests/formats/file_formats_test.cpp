// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/file_formats.h"
#include "engine/formats/net_file.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <set>

namespace engine {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(FileFormatsTest, NamesTellInEitherCase)
{
    EXPECT_EQ(formatByName("net.ONNX")->format, Format::Onnx);
    EXPECT_EQ(formatByName("net.pbtxt")->format, Format::Prototxt);
    EXPECT_EQ(formatByName("events.out.tfevents.1.here.csv")->format, Format::EventsCurve);
    EXPECT_EQ(formatByName("net"), nullptr);
    EXPECT_TRUE(holds("their.MyCaffeModel", Content::Weights));
    EXPECT_FALSE(holds("net.zip", Content::Weights));
}

TEST(FileFormatsTest, EachFormatIsFoundByEachOfItsNames)
{
    std::set<std::string_view> known;
    for (const FileFormat& format : fileFormats()) {
        EXPECT_FALSE(format.name.empty());
        EXPECT_TRUE(format.reads || format.writes) << format.name;
        EXPECT_FALSE(format.endings.empty() && format.inName.empty()) << format.name;
        for (const std::string_view ending : format.endings) {
            EXPECT_TRUE(known.insert(ending).second) << ending << " belongs to two formats";
            EXPECT_EQ(*formatByName("a" + std::string(ending)), format);
        }
        EXPECT_EQ(fileFormat(format.format), format);
    }
}

TEST(FileFormatsTest, FirstBytesCountBeforeTheName)
{
    const TemporaryFolder folder;
    const auto file = folder.path() / "renamed.onnx";
    std::ofstream(file, std::ios::binary) << "\x89HAMNET\n and more";
    EXPECT_EQ(formatOf(file)->format, Format::Hamnet);
    EXPECT_EQ(formatByName(file)->format, Format::Onnx);
    EXPECT_EQ(formatOf(folder.path() / "missing.onnx")->format, Format::Onnx);
    EXPECT_EQ(formatOf(folder.path()), nullptr);
    const auto state = folder.path() / "there.hamnet-state"; // the same first bytes: then the name tells
    std::ofstream(state, std::ios::binary) << "\x89HAMNET\n and more";
    EXPECT_EQ(formatOf(state)->format, Format::WritingState);
}

TEST(FileFormatsTest, SentencesListWhatIsWritten)
{
    constexpr std::array nets = {Content::Weights, Content::SolverState};
    EXPECT_THAT(endingsOf(nets), AllOf(HasSubstr(".onnx"), HasSubstr(" or .solverstate"), Not(HasSubstr(".hamnet"))));
    constexpr std::array texts = {Content::Text};
    EXPECT_EQ(endingsOf(texts), "") << "texts are read only";
    EXPECT_EQ(patternsOf(fileFormat(Format::Prototxt)), "*.prototxt *.pbtxt");
    EXPECT_EQ(patternsOf(fileFormat(Format::EventsCurve)), "*tfevents*");
}

TEST(FileFormatsTest, NetFilesAreThoseOfTheTable)
{
    for (const FileFormat& format : fileFormats()) {
        const bool net = format.content == Content::Project || format.content == Content::Weights;
        for (const std::string_view ending : format.endings) {
            EXPECT_EQ(netFileKind("a" + std::string(ending)).has_value(), net) << ending;
        }
    }
}

} // namespace
} // namespace engine
