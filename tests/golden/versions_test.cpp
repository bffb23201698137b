// SPDX-License-Identifier: GPL-3.0-or-later
// Files that released versions wrote must open for ever, go on and mean what they meant; files of versions to come are
// refused with the version that they need. To add one: let the release train a tiny net, put its file beside the
// others, add a row; so too where the version of a class in engine/formats/checkpoint/checkpoint_archive.cpp goes up.
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/container.h"
#include "tests/app/workshop.h"
#include "tests/formats/checkpoint_sample.h"
#include "tests/support/paths.h"

#include <gmock/gmock.h>

#include <cstring>

namespace {

using testing::HasSubstr;

/// A checkpoint that `hamnet train` wrote after some iterations of a tiny net on the text of tests/app.
struct Release {
    const char* name;
    unsigned classVersion; ///< of its structure
    std::int64_t parameters, iteration;
    double bestValidationLoss;
    std::vector<double> lossesAfter; ///< of the iterations that follow
    const char* text;                ///< what it writes behind "TAMSIN", always taking the likeliest
};

const std::vector<Release>& releases()
{
    static const std::vector<Release> all{
        {"0.1.0", 1, 849, 200, 2.072366732, {2.189254, 2.198006, 1.580457}, ":\nThe t t t"},
        // Two stacked LSTMs with dropout between them and behind them.
        {"0.1.0_class_2", 2, 1393, 220, 1.669290299, {1.567986, 1.659393, 2.008201}, ":\nThen a in"},
        // Its model says the order of an LSTM_UNIT's gates where that is not Caffe's; this one has no LSTM_UNIT.
        {"0.1.0_class_3", 3, 849, 220, 1.867474573, {1.430666, 1.953055, 1.936455}, ":\nThe te te"},
        // By ONEDNN on two threads, which this version knows.
        {"0.1.0_class_4", 4, 849, 210, 2.121869180, {1.934288, 1.671960, 1.997195}, ":\nThe a te "},
        // The same run; this version also has the metrics of its validations.
        {"0.1.0_class_5", 5, 849, 210, 2.121869180, {1.934288, 1.671960, 1.997195}, ":\nThe a te "},
        // The same run; this version also has the engine of each layer.
        {"0.1.0_class_6", 6, 849, 210, 2.121869180, {1.934288, 1.671960, 1.997195}, ":\nThe a te "},
        // The same run; this version keeps its curve in pieces.
        {"0.1.0_class_7", 7, 849, 210, 2.121869180, {1.934288, 1.671960, 1.997195}, ":\nThe a te "},
        // The same run; this version keeps the curve's seconds in microseconds.
        {"0.1.0_class_8", 8, 849, 210, 2.121869180, {1.934288, 1.671960, 1.997195}, ":\nThe a te "},
    };
    return all;
}

class Versions : public Workshop {
protected:
    static constexpr auto name = "old.hamnet";

    void copyHere(const Release& release) const
    {
        const std::string file = std::string("checkpoint_") + release.name + ".hamnet";
        std::filesystem::copy_file(sourceRoot() / "tests/golden/files" / file, folder() / name,
                                   std::filesystem::copy_options::overwrite_existing);
    }

    /// Of the structure: the archive starts with the class, one byte of tracking, then its version.
    unsigned classVersion() const
    {
        const std::vector<std::byte> bytes = engine::bytesOf(folder() / name);
        return std::to_integer<unsigned>(bytes[engine::sectionPlaces(bytes).at(1).offset + 1]);
    }
};

TEST_F(Versions, ThereIsACheckpointOfEachVersionOfItsClass)
{
    train(name);
    EXPECT_EQ(classVersion(), releases().back().classVersion) << "keep a checkpoint of a real run for the new one";
}

TEST_F(Versions, EachReleasesCheckpointOpens)
{
    for (const Release& release : releases()) {
        copyHere(release);
        const engine::Checkpoint checkpoint = engine::loadCheckpoint(folder() / name);
        EXPECT_EQ(checkpoint.iteration, release.iteration) << release.name;
        EXPECT_EQ(checkpoint.curve.size(), static_cast<std::size_t>(release.iteration)) << release.name;
        EXPECT_EQ(checkpoint.samples.size(), 2u) << release.name;
        EXPECT_NEAR(checkpoint.bestValidationLoss, release.bestValidationLoss, 1e-6) << release.name;
        EXPECT_EQ(engine::readSummary(folder() / name).parameters, release.parameters) << release.name;
        EXPECT_EQ(checkpoint.precision, release.classVersion >= 2 ? "fp32" : "") << release.name;
        EXPECT_EQ(checkpoint.threads, release.classVersion >= 4 ? 2 : 0) << release.name;
        EXPECT_EQ(checkpoint.engines.size(), release.classVersion >= 6 ? 1u : 0u) << release.name;
        EXPECT_EQ(classVersion(), release.classVersion) << release.name;
    }
}

TEST_F(Versions, EachReleasesCheckpointWritesItsText)
{
    for (const Release& release : releases()) {
        copyHere(release);
        const Outcome outcome =
            hamnet({"generate", name, "--prompt", "TAMSIN", "--temperature", "0", "--length", "11", "--json"});
        ASSERT_EQ(outcome.exitCode, 0) << release.name << ": " << outcome.err;
        EXPECT_THAT(nlohmann::json::parse(outcome.out).at("text").get<std::string>(), HasSubstr(release.text));
    }
}

TEST_F(Versions, EachReleasesRunGoesOn)
{
    for (const Release& release : releases()) {
        copyHere(release);
        const auto more = static_cast<std::int64_t>(release.lossesAfter.size());
        const Outcome outcome =
            hamnet({"train", "--resume", name, "--iterations", std::to_string(release.iteration + more), "--threads",
                    "1", "--no-checkpoint", "--json"});
        ASSERT_EQ(outcome.exitCode, 0) << release.name << ": " << outcome.err;
        std::size_t index = 0;
        for (const nlohmann::json& event : events(outcome.out, "train")) {
            EXPECT_NEAR(event.at("loss").get<double>(), release.lossesAfter.at(index++), 1e-3) << release.name;
        }
        EXPECT_EQ(index, release.lossesAfter.size());
    }
}

TEST_F(Versions, AFileOfAVersionToComeIsRefusedWithTheVersionThatItNeeds)
{
    train("net.hamnet");
    const std::vector<std::byte> ours = engine::bytesOf(folder() / "net.hamnet");
    const auto refuse = [&](std::vector<std::byte> bytes) {
        constexpr std::size_t readerAt = 16;
        std::memcpy(&bytes[readerAt], "3.2.1", 5);
        engine::sealAgain(bytes);
        engine::writeBytes(folder() / "net.hamnet", bytes);
        for (const std::vector<std::string>& words : {std::vector<std::string>{"info", "net.hamnet"},
                                                      {"generate", "net.hamnet"},
                                                      {"convert", "net.hamnet", "net.onnx"},
                                                      {"train", "--resume", "net.hamnet", "--iterations", "9"}}) {
            EXPECT_TRUE(isRefused(hamnet(words), "net.hamnet: needs Hamnet 3.2.1 or newer"));
        }
    };
    std::vector<std::byte> newContainer = ours, newStructure = ours;
    constexpr std::size_t versionAt = 8;
    newContainer[versionAt] = static_cast<std::byte>(engine::containerVersion + 1);
    refuse(newContainer);
    // The archive starts with the class: one byte of tracking, then its version.
    newStructure[engine::sectionPlaces(ours).at(1).offset + 1] = std::byte{200};
    refuse(newStructure);
}

} // namespace
