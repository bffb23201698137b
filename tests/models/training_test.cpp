// SPDX-License-Identifier: GPL-3.0-or-later
// Every model in models/ trains with the solver beside it: the second step is behind an update.
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/shared_model.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/trainer.h"
#include "tests/support/night.h"
#include "tests/support/paths.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace engine {

namespace {

std::vector<std::string> models()
{
    std::vector<std::string> names;
    for (const std::filesystem::path& file : sampleModels()) {
        names.push_back(file.stem());
    }
    return names;
}

std::unique_ptr<BatchSource> dataFor(const Model& model)
{
    if (dataKindOf(model).writes) {
        return textSource(Corpus(sourceRoot() / "resources/corpus/the_bell_below_the_weir.txt", Encoding::Bytes));
    }
    return sampleSource(readSamples(ownDataFor(model), sampleSettings(model)));
}

/// What a net that has learned nothing costs: ln V of V characters or classes, half the variance of a number.
double guessOf(const BatchSource& source)
{
    if (source.text()) {
        return std::log(static_cast<double>(source.text()->vocabulary().size()));
    }
    const auto classes = static_cast<double>(source.samples()->facts.classes.size());
    return classes > 0 ? std::log(classes) : 0.5;
}

} // namespace

class SampleTraining : public testing::TestWithParam<std::string> {};

TEST_P(SampleTraining, Learns)
{
    const std::filesystem::path folder = sourceRoot() / "models";
    CpuDevice device(cpuBackend());
    const Model model = readModelFile(folder / (GetParam() + ".prototxt"));
    // The samples for CUDNN name their engine; here the first that can takes its place. Whole batches are for the
    // night: those for a GPU take seconds each.
    const RunDescription run{.model = atNight() || !dataKindOf(model).writes ? model : withStreams(model, 4),
                             .solver = readSolverFile(folder / (GetParam() + "_solver.prototxt")),
                             .settings = {{"engine", "DEFAULT"}, {"seed", std::int64_t{1}}}};
    Trainer trainer(run, dataFor(run.model), device);
    for (int step = 0; step < (atNight() ? 3 : 2); ++step) {
        const TrainingSteps::Step done = trainer.step();
        EXPECT_TRUE(done.finite);
        EXPECT_NEAR(done.loss, guessOf(trainer.source()), 0.7) << "step " << step;
        EXPECT_GT(done.gradientNorm, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(All, SampleTraining, testing::ValuesIn(models()),
                         [](const auto& model) { return model.param; });

} // namespace engine
