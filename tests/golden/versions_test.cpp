// SPDX-License-Identifier: GPL-3.0-or-later
// Files that released versions wrote must open for ever, go on and mean what they meant; files of versions to come are
// refused with the version that they need. To add one: let the release train the tiny net, put its file beside the
// others, add a row.
#include "engine/formats/checkpoint.h"
#include "engine/formats/container.h"
#include "tests/app/workshop.h"
#include "tests/formats/checkpoint_sample.h"

#include <gmock/gmock.h>

#include <cstring>

namespace {

using testing::HasSubstr;

/// A checkpoint of the tiny net in tests/app, after some iterations on its text.
struct Release {
    const char* version;
    std::int64_t iteration;
    double bestValidationLoss;
    std::vector<double> lossesAfter; ///< of the iterations that follow
    const char* text;                ///< what it writes behind "TAMSIN", always taking the likeliest
};

const std::vector<Release>& releases()
{
    static const std::vector<Release> all{
        {"0.1.0", 200, 2.072366732, {2.189254, 2.198006, 1.580457}, ":\nThe t t t"},
    };
    return all;
}

class Versions : public Workshop {
protected:
    static constexpr auto name = "old.hamnet";

    void copyHere(const Release& release) const
    {
        const std::string file = std::string("checkpoint_") + release.version + ".hamnet";
        std::filesystem::copy_file(std::filesystem::path(SOURCE_ROOT "/tests/golden/files") / file, folder() / name,
                                   std::filesystem::copy_options::overwrite_existing);
    }
};

TEST_F(Versions, EachReleasesCheckpointOpens)
{
    for (const Release& release : releases()) {
        copyHere(release);
        const engine::Checkpoint checkpoint = engine::loadCheckpoint(folder() / name);
        EXPECT_EQ(checkpoint.iteration, release.iteration) << release.version;
        EXPECT_EQ(checkpoint.curve.size(), static_cast<std::size_t>(release.iteration)) << release.version;
        EXPECT_EQ(checkpoint.samples.size(), 2u) << release.version;
        EXPECT_NEAR(checkpoint.bestValidationLoss, release.bestValidationLoss, 1e-6) << release.version;
        EXPECT_EQ(engine::readSummary(folder() / name).parameters, 849) << release.version;
    }
}

TEST_F(Versions, EachReleasesCheckpointWritesItsText)
{
    for (const Release& release : releases()) {
        copyHere(release);
        const Outcome outcome =
            hamnet({"generate", name, "--prompt", "TAMSIN", "--temperature", "0", "--length", "11", "--json"});
        ASSERT_EQ(outcome.exitCode, 0) << release.version << ": " << outcome.err;
        EXPECT_THAT(nlohmann::json::parse(outcome.out).at("text").get<std::string>(), HasSubstr(release.text));
    }
}

TEST_F(Versions, EachReleasesRunGoesOn)
{
    for (const Release& release : releases()) {
        copyHere(release);
        const auto more = static_cast<std::int64_t>(release.lossesAfter.size());
        const Outcome outcome = hamnet({"train", "--resume", name, "--iterations",
                                        std::to_string(release.iteration + more), "--no-checkpoint", "--json"});
        ASSERT_EQ(outcome.exitCode, 0) << release.version << ": " << outcome.err;
        std::size_t index = 0;
        for (const nlohmann::json& event : events(outcome.out, "train")) {
            EXPECT_NEAR(event.at("loss").get<double>(), release.lossesAfter.at(index++), 1e-3) << release.version;
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
