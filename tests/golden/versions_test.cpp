// SPDX-License-Identifier: GPL-3.0-or-later
// A checkpoint that another build of this version wrote opens, goes on and means what it meant; files of versions to
// come are refused. Where the version of a class in engine/formats/checkpoint/checkpoint.cpp goes up, let
// `hamnet train` write the file again.
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/container.h"
#include "tests/app/workshop.h"
#include "tests/formats/checkpoint_sample.h"
#include "tests/support/paths.h"

#include <gmock/gmock.h>

#include <cstring>

namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

/// 210 iterations of a tiny net on the text of tests/app, by ONEDNN on two threads.
class Versions : public Workshop {
protected:
    static constexpr auto name = "trained.hamnet";

    void copyHere() const
    {
        std::filesystem::copy_file(sourceRoot() / "tests/golden/files/checkpoint_trained.hamnet", folder() / name);
    }
};

TEST_F(Versions, TheCheckpointOfAnotherBuildOpens)
{
    copyHere();
    const engine::Checkpoint checkpoint = engine::loadCheckpoint(folder() / name);
    EXPECT_EQ(checkpoint.iteration, 210);
    EXPECT_EQ(checkpoint.curve.size(), 210U);
    EXPECT_EQ(checkpoint.samples.size(), 2U);
    EXPECT_NEAR(checkpoint.bestValidationLoss, 2.121869180, 1e-6);
    EXPECT_EQ(engine::readSummary(folder() / name).parameters, 849);
    EXPECT_EQ(checkpoint.precision, "fp32");
    EXPECT_EQ(checkpoint.threads, 2);
    EXPECT_EQ(checkpoint.engines.size(), 1U);
}

TEST_F(Versions, TheCheckpointOfAnotherBuildWritesItsText)
{
    copyHere();
    const nlohmann::json written =
        jsonOf({"generate", name, "--prompt", "TAMSIN", "--temperature", "0", "--length", "11"});
    EXPECT_THAT(written.at("text").get<std::string>(), HasSubstr(":\nThe a te "));
}

TEST_F(Versions, TheRunOfAnotherBuildGoesOn)
{
    copyHere();
    const Outcome outcome =
        done({"train", "--resume", name, "--iterations", "213", "--threads", "1", "--no-checkpoint", "--json"});
    std::vector<double> losses;
    for (const nlohmann::json& event : events(outcome.out, "train")) {
        losses.push_back(event.at("loss"));
    }
    EXPECT_THAT(losses,
                ElementsAre(DoubleNear(1.934288, 1e-3), DoubleNear(1.671960, 1e-3), DoubleNear(1.997195, 1e-3)));
}

TEST_F(Versions, AFileOfAVersionToComeIsRefused)
{
    train("net.hamnet");
    const std::vector<std::byte> ours = engine::bytesOf(folder() / "net.hamnet");
    const auto refuse = [&](std::vector<std::byte> bytes, const std::string& sentence) {
        constexpr std::size_t readerAt = 16;
        std::memcpy(&bytes[readerAt], "3.2.1", 5);
        engine::sealAgain(bytes);
        engine::writeBytes(folder() / "net.hamnet", bytes);
        for (const std::vector<std::string>& words : {std::vector<std::string>{"info", "net.hamnet"},
                                                      {"generate", "net.hamnet"},
                                                      {"convert", "net.hamnet", "net.onnx"},
                                                      {"train", "--resume", "net.hamnet", "--iterations", "9"}}) {
            EXPECT_TRUE(isRefused(hamnet(words), sentence));
        }
    };
    std::vector<std::byte> newContainer = ours, newStructure = ours;
    constexpr std::size_t versionAt = 8;
    newContainer[versionAt] = static_cast<std::byte>(engine::containerVersion + 1);
    refuse(newContainer, "net.hamnet: needs Hamnet 3.2.1 or newer");
    // The archive starts with the class: one byte of tracking, then its version.
    newStructure[engine::sectionPlaces(ours).at(1).offset + 1] = std::byte{200};
    refuse(newStructure, "its structure has version 200");
}

} // namespace
