// SPDX-License-Identifier: GPL-3.0-or-later
// The terminal program on a GPU; skipped where there is none.
#include "tests/app/workshop.h"

#include <gmock/gmock.h>

#include <cstdlib>

namespace {

class OnAGpu : public Workshop {
protected:
    void SetUp() override
    {
        Workshop::SetUp();
        const nlohmann::json all = jsonLines(onGpu({"devices", "--json"}).out).at(0);
        m_gpus = static_cast<int>(all.at("devices").size()) - 1;
        if (m_gpus == 0) {
            GTEST_SKIP() << all.at("unavailable")[0].at("reason").get<std::string>();
        }
    }

    /// Runs the program with the GPUs that this test itself may see; others have none. CUDA reads which as it begins,
    /// so each call is a process.
    Outcome onGpu(std::vector<std::string> arguments) const
    {
        const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
        const std::string name = "CUDA_VISIBLE_DEVICES";
        return hamnetProcess(
            {.arguments = std::move(arguments), .environment = {visible == nullptr ? name : name + "=" + visible}});
    }

    std::vector<nlohmann::json> compared(const std::vector<std::string>& more) const
    {
        const Outcome outcome = onGpu(joined(
            {"compare", "tiny.prototxt", "--data", "text.txt", "--iterations", "20", "--text", "80", "--json"}, more));
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        return jsonLines(outcome.out);
    }

    int m_gpus = 0;
};

} // namespace

TEST_F(OnAGpu, ARunTakesTheFirstGpuByItself)
{
    const Outcome outcome =
        onGpu({"train", "tiny.prototxt", "--data", "text.txt", "--iterations", "20", "--json", "--no-checkpoint"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const nlohmann::json start = events(outcome.out, "start").at(0);
    EXPECT_TRUE(start.at("device").get<std::string>().starts_with("CUDA:"));
    EXPECT_THAT(start.at("precision"), testing::AnyOf("bf16", "fp32")) << "fp32 before compute capability 8.0";
    EXPECT_EQ(start.at("precision_from"), "auto");
    const nlohmann::json end = events(outcome.out, "end").at(0);
    EXPECT_TRUE(end.at("joules").is_null() || end.at("joules") >= 0);
}

TEST_F(OnAGpu, ARunStaysWhereItWas)
{
    ASSERT_EQ(onGpu({"train", "tiny.prototxt", "--data", "text.txt", "--iterations", "5", "--device", "cuda",
                     "--precision", "tf32", "--checkpoint", "run.hamnet"})
                  .exitCode,
              0);
    const Outcome outcome = onGpu({"train", "--resume", "run.hamnet", "--iterations", "8", "--json"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_TRUE(events(outcome.out, "start").at(0).at("device").get<std::string>().starts_with("CUDA:"));
    EXPECT_EQ(events(outcome.out, "start").at(0).at("precision"), "tf32");
    EXPECT_EQ(events(outcome.out, "start").at(0).at("precision_from"), "checkpoint");
    const Outcome other =
        onGpu({"train", "--resume", "run.hamnet", "--iterations", "9", "--json", "--precision", "fp32"});
    EXPECT_EQ(events(other.out, "start").at(0).at("precision"), "fp32");
    EXPECT_THAT(events(other.out, "start").at(0).at("notes").dump(), testing::HasSubstr("in tf32 and goes on in fp32"));
}

TEST_F(OnAGpu, AGpuThatIsNotThereIsFour)
{
    const Outcome outcome = onGpu({"train", "tiny.prototxt", "--data", "text.txt", "--device", "cuda:99"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.err, testing::HasSubstr("99"));
}

TEST_F(OnAGpu, CaffeAndCudnnAreComparedWithAGraphAndWithout)
{
    const nlohmann::json result = compared({"--engines", "caffe,cudnn", "--device", "cuda", "--precision", "fp32",
                                            "--graph", "both", "--seconds", "2"})
                                      .at(0);
    ASSERT_EQ(result.at("engines").size(), 4u);
    for (const nlohmann::json& engine : result.at("engines")) {
        EXPECT_EQ(engine.at("losses").size(), 20u);
        EXPECT_GT(engine.at("peak_memory"), 0) << "the device keeps an account";
        EXPECT_NE(engine.at("peak_memory"), engine.at("process_memory"));
        EXPECT_TRUE(engine.at("graph").is_boolean());
        EXPECT_FALSE(engine.at("text").get<std::string>().empty());
    }
    EXPECT_LT(result.at("loss_difference"), 1e-2);
}

TEST_F(OnAGpu, AGpuIsComparedWithTheProcessor)
{
    const nlohmann::json result =
        compared({"--engines", "cpu/onednn,cuda/cudnn", "--precision", "fp32", "--seconds", "0"}).at(0);
    EXPECT_EQ(result.at("engines")[0].at("device"), "CPU");
    EXPECT_TRUE(result.at("engines")[1].at("device").get<std::string>().starts_with("CUDA:"));
    EXPECT_LT(result.at("loss_difference"), 1e-2);
}

TEST_F(OnAGpu, TwoGpusWorkAtOnce)
{
    if (m_gpus < 2) {
        GTEST_SKIP() << "this machine has one GPU, but two are wanted";
    }
    const nlohmann::json result =
        compared({"--engines", "cuda:0/caffe,cuda:1/cudnn", "--at-once", "--seconds", "1"}).at(0);
    EXPECT_TRUE(result.at("at_once"));
    EXPECT_EQ(result.at("engines")[1].at("device"), "CUDA:1");
}
