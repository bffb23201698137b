// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"
#include "tests/support/paths.h"

namespace {

using Draw = Workshop;

TEST_F(Draw, WritesAPictureWithEveryLayerToAFileOrTheOutput)
{
    done({"draw", "tiny.prototxt", "--vocabulary", "65", "-o", "net.svg"});
    const std::string svg = read("net.svg");
    for (const char* const words : {"EMBED", "LSTM", "INNERPRODUCT", "8×2×8", "8 units"}) {
        EXPECT_NE(svg.find(words), std::string::npos) << words;
    }
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

TEST_F(Draw, APictureBringsItsNetAndSolverBack)
{
    done({"draw", "tiny.prototxt", "-o", "net.SVG"});
    EXPECT_EQ(hamnet({"draw", "net.SVG"}).out, read("net.SVG"));
    const auto parameters = [&](const std::string& file) {
        return jsonOf({"info", file, "--vocabulary", "65"}).at("parameters");
    };
    EXPECT_EQ(parameters("net.SVG"), parameters("tiny.prototxt"));
    // Without the solver beside the model, its base_lr comes out of the picture.
    std::filesystem::create_directory(folder() / "away");
    std::filesystem::rename(folder() / "net.SVG", folder() / "away" / "net.svg");
    const auto lossesOf = [&](const std::string& model) {
        return losses(done({"train", model, "--data", "text.txt", "--iterations", "3", "--threads", "1", "--checkpoint",
                            "run.hamnet", "--overwrite", "--every", "1", "--json"}));
    };
    EXPECT_EQ(lossesOf("away/net.svg"), lossesOf("tiny.prototxt"));
}

TEST_F(Draw, APictureOfACheckpointNamesItByItsDigest)
{
    train("small.hamnet");
    done({"draw", "small.hamnet", "-o", "net.svg"});
    EXPECT_TRUE(isRefused(hamnet({"draw", "small.hamnet", "--vocabulary", "9"}), "is a checkpoint and has its own"));
    const nlohmann::json picture = jsonOf({"info", "net.svg"}).at("made_by");
    const nlohmann::json checkpoint = jsonOf({"info", "small.hamnet"}).at("checkpoint");
    EXPECT_EQ(picture.at("checkpoint_digest"), checkpoint.at("digest"));
    EXPECT_EQ(picture.at("seed"), checkpoint.at("seed"));
    EXPECT_EQ(picture.at("iteration"), checkpoint.at("iteration"));
    EXPECT_NE(hamnet({"info", "net.svg"}).out.find("digest " + picture.at("checkpoint_digest").get<std::string>()),
              std::string::npos);
}

TEST_F(Draw, RefusesWhatItCannotDraw)
{
    EXPECT_TRUE(isRefused(hamnet({"draw", "tiny.prototxt", "-o", "net.png"}), "net.png: .png, but this program draws"));
    EXPECT_TRUE(isRefused(hamnet({"draw", "tiny.prototxt", "--unroll", "lstn"}), "no layer lstn"));
    EXPECT_TRUE(isRefused(hamnet({"draw", "tiny.prototxt", "--unroll", "embed"}), "can be unrolled"));
    EXPECT_FALSE(has("net.png"));
    write("empty.svg", "<svg/>");
    EXPECT_TRUE(isRefused(hamnet({"draw", "empty.svg"}), "empty.svg: holds no net"));
    write("hostile.svg", "<svg><metadata>{\"hamnet_provenance\":1}</metadata></svg>");
    EXPECT_TRUE(isRefused(hamnet({"info", "hostile.svg"}), "something is missing"));
    EXPECT_TRUE(isRefused(hamnet({"train", "hostile.svg"}), "something is missing"));
}

} // namespace
