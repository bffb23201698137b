// SPDX-License-Identifier: GPL-3.0-or-later
// Every model in models/ trains three steps with the solver beside it.
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt.h"
#include "engine/training/trainer.h"
#include "tests/support/paths.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace engine {

namespace {

std::vector<std::string> models()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(sourceRoot() / "models")) {
        const std::string name = entry.path().stem().string();
        if (entry.path().extension() == ".prototxt" && !name.ends_with("_solver")) {
            names.push_back(name);
        }
    }
    return names;
}

} // namespace

class SampleTraining : public testing::TestWithParam<std::string> {};

TEST_P(SampleTraining, ThreeSteps)
{
    const std::filesystem::path folder = sourceRoot() / "models";
    CpuDevice device(cpuBackend());
    // The samples for CUDNN name their engine; here the first that can takes its place.
    const TrainingJob job{.model = readModelFile(folder / (GetParam() + ".prototxt")),
                          .solver = readSolverFile(folder / (GetParam() + "_solver.prototxt")),
                          .engine = "DEFAULT"};
    Trainer trainer(job, Corpus(sourceRoot() / "resources/corpus/the_bell_below_the_weir.txt", Encoding::Bytes),
                    device);
    const double guess = std::log(static_cast<double>(trainer.corpus().vocabulary().size()));
    for (int step = 0; step < 3; ++step) {
        const TrainingSteps::Step done = trainer.step();
        EXPECT_TRUE(done.finite);
        EXPECT_NEAR(done.loss, guess, 0.7) << "step " << step;
        EXPECT_GT(done.update.gradientNorm, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(All, SampleTraining, testing::ValuesIn(models()),
                         [](const auto& model) { return model.param; });

} // namespace engine
