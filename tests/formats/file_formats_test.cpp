// SPDX-License-Identifier: GPL-3.0-or-later
// The table of files, and that each row reads and writes what it says.
#include "engine/formats/checkpoint/writing_state.h"
#include "engine/formats/exchange/caffemodel.h"
#include "engine/formats/exchange/curves.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/exchange/provenance.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/formats/exchange_sample.h"
#include "tests/formats/tiny_png.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

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
    EXPECT_EQ(formatByName("net.ONNX")->name, "ONNX");
    EXPECT_EQ(formatByName("net.pbtxt")->format, Format::Prototxt);
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
        EXPECT_FALSE(format.endings.empty()) << format.name;
        for (const std::string_view ending : format.endings) {
            EXPECT_TRUE(known.insert(ending).second) << ending << " belongs to two formats";
            EXPECT_EQ(*formatByName("a" + std::string(ending)), format);
        }
        if (format.format != Format::Other) {
            EXPECT_EQ(fileFormat(format.format), format);
        }
    }
}

TEST(FileFormatsTest, FirstBytesCountBeforeTheName)
{
    const TemporaryFolder folder;
    const auto file = folder.path() / "renamed.onnx";
    std::ofstream(file, std::ios::binary) << "\x89HAMNET\n and more";
    EXPECT_EQ(formatOf(file)->format, Format::Hamnet);
    EXPECT_EQ(formatByName(file)->name, "ONNX");
    EXPECT_EQ(formatOf(folder.path() / "missing.onnx")->name, "ONNX");
    EXPECT_EQ(formatOf(folder.path()), nullptr);
    const auto state = folder.path() / "there.hamnet-state"; // the same first bytes: then the name tells
    std::ofstream(state, std::ios::binary) << "\x89HAMNET\n and more";
    EXPECT_EQ(formatOf(state)->format, Format::WritingState);
}

TEST(FileFormatsTest, NamesGetTheFormatsEnding)
{
    const auto named = [](const char* file, const char* as) { return namedAs(file, *formatByName(as)).string(); };
    EXPECT_EQ(named("out", "a.onnx"), "out.onnx");
    EXPECT_EQ(named("out.ONNX", "a.onnx"), "out.ONNX");
    EXPECT_EQ(named("net.pbtxt", "a.prototxt"), "net.pbtxt");
    EXPECT_EQ(named("there/v1.2", "a.png"), "there/v1.2.png");
}

TEST(FileFormatsTest, AnotherFormatsEndingGivesWay)
{
    const auto named = [](const char* file, const char* as) { return namedAs(file, *formatByName(as)).string(); };
    EXPECT_EQ(named("a.b/out1.PNG", "a.onnx"), "a.b/out1.onnx");
    EXPECT_EQ(named("out1.png.onnx", "a.png"), "out1.png");
    EXPECT_EQ(named("out1.png.onnx", "a.safetensors"), "out1.png.safetensors")
        << "one ending, as \"model.c\" is a name";
    EXPECT_EQ(named("net.caffemodel", "a.mycaffemodel"), "net.mycaffemodel");
    EXPECT_EQ(named("curve.csv", "a.tfevents"), "curve.tfevents");
}

TEST(FileFormatsTest, SentencesListWhatIsReadAndWritten)
{
    EXPECT_THAT(endingsOf({Content::Weights, Content::SolverState}, FileUse::Write),
                AllOf(HasSubstr(".onnx"), HasSubstr(" or .solverstate"), Not(HasSubstr(".hamnet"))));
    EXPECT_EQ(endingsOf({Content::Text}, FileUse::Write), "") << "texts are read only";
    EXPECT_EQ(endingsOf({Content::Text}, FileUse::Read), ".txt");
    EXPECT_EQ(endingsOf({Content::Curve}, FileUse::Write), ".csv, .jsonl or .tfevents");
    EXPECT_EQ(endingsOf({Content::Curve}, FileUse::Read), "") << "curves are written only";
    EXPECT_EQ(patternsOf(fileFormat(Format::Prototxt)), "*.prototxt *.pbtxt");
}

TEST(FileFormatsTest, RowsHaveTheFunctionsOfTheirContent)
{
    for (const FileFormat& format : fileFormats()) {
        const bool net = format.content == Content::Project || format.content == Content::Weights;
        EXPECT_EQ(format.net.read != nullptr, net && format.reads) << format.name;
        EXPECT_EQ(format.net.write != nullptr, net && format.writes) << format.name;
        EXPECT_EQ(format.net.bringsNet != nullptr, net && format.reads) << format.name;
        EXPECT_EQ(format.printCurve != nullptr, format.content == Content::Curve) << format.name;
    }
}

/// Writes a sample as the format and looks whether it comes back. A new content needs its case.
void expectToComeBack(const FileFormat& format, const std::filesystem::path& file)
{
    const Provenance made{.kind = Provenance::Kind::Drawing, .model = writeModel(sampleModel())};
    TransferReport report;
    switch (format.content) {
    case Content::Project:
    case Content::Weights: {
        PortableNet net{
            .model = sampleModel(), .vocabulary = sampleVocabulary(), .weights = sampleWeights(sampleModel())};
        net.checkpoint.emplace();
        net.checkpoint->model = made.model;
        net.checkpoint->vocabulary = sampleVocabulary();
        net.checkpoint->weights = net.weights;
        writeNet(file, net, report);
        if (!format.reads) {
            break;
        }
        const PortableNet back = readNet(file, {.model = net.model, .vocabulary = net.vocabulary});
        EXPECT_EQ(back.model.layers.size(), net.model.layers.size());
        EXPECT_TRUE(missingWeights(back).empty());
        for (const char* const name : {"lstm/Wx", "lstm/Wh", "scores/W"}) { // some formats add EMBED's bias to its rows
            const NamedTensor* const weight = findTensor(back.weights, name);
            ASSERT_NE(weight, nullptr) << name;
            EXPECT_EQ(*weight, *findTensor(net.weights, name));
        }
        break;
    }
    case Content::Model:
        writeFileBytes(file, made.model);
        EXPECT_EQ(writeModel(readModelFile(file)), made.model);
        break;
    case Content::SolverState:
        writeFileBytes(file, printCaffeSolverState({.iteration = 30}));
        EXPECT_EQ(readCaffeSolverState(file).iteration, 30);
        break;
    case Content::Curve:
        writeCurve(file, std::array{CurvePoint{.iteration = 1, .loss = 2}}, 0);
        break;
    case Content::Picture:
        if (!format.reads) {
            writeFileBytes(file, "%PDF-1.4\n");
            break;
        }
        writeFileBytes(file, withProvenance(format.format == Format::Png ? tinyPng() : std::string("<svg></svg>"),
                                            format.format, made));
        EXPECT_EQ(netOfPicture(file), made);
        break;
    case Content::WritingState: {
        const WritingState state{.tensors = {{"lstm/h", {1, 2}, {0.5F, -1}}}, .last = "e"};
        saveWritingState(file, state);
        EXPECT_EQ(loadWritingState(file), state);
        break;
    }
    case Content::Text:
        FAIL() << "texts are read only";
    }
}

TEST(FileFormatsTest, WhatIsWrittenIsReadBack)
{
    const TemporaryFolder folder;
    for (const FileFormat& format : fileFormats()) {
        if (!format.writes) {
            continue;
        }
        SCOPED_TRACE(format.name);
        const std::filesystem::path file = folder.path() / ("sample" + std::string(format.endings.front()));
        expectToComeBack(format, file);
        ASSERT_NE(formatOf(file), nullptr);
        EXPECT_EQ(*formatOf(file), format);
        EXPECT_GT(std::filesystem::file_size(file), 0U);
    }
}

} // namespace
} // namespace engine
