// SPDX-License-Identifier: GPL-3.0-or-later
// What a run will need is tried before its first step, and what it has is never replaced by less.
#include "engine/backends/cpu_backend.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/training/run/training_run.h"
#include "tests/formats/checkpoint_sample.h"
#include "tests/support/sentence_of.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

namespace engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class PreparedRun : public testing::Test {
protected:
    Trainer trainer(const RunDescription& described)
    {
        return Trainer(described, Corpus(m_text, m_encoding), m_device);
    }
    Trainer trainer() { return trainer(SmallRun{.steps = 4, .streams = 2, .units = 4}.description()); }
    Trainer resumed(const Checkpoint& checkpoint)
    {
        return Trainer(checkpoint, Corpus(m_text, m_encoding), m_device, {});
    }

    /// The sentence of a run that ends before its first step, leaving nothing.
    std::string refusal(Trainer& trainer, RunSettings settings)
    {
        settings.limits.iterations = 20;
        const std::vector<std::string> before = namesIn(m_bench.path());
        const std::string sentence = sentenceOf([&] { engine::Run(trainer).go(settings, {}, m_witness.sink()); });
        EXPECT_EQ(trainer.iteration(), 0);
        EXPECT_TRUE(m_witness.events.empty());
        EXPECT_EQ(namesIn(m_bench.path()), before);
        return sentence;
    }
    std::string refusal(const RunSettings& settings)
    {
        Trainer one = trainer();
        return refusal(one, settings);
    }

    TemporaryFolder m_bench;
    Encoding m_encoding = Encoding::Bytes;
    std::filesystem::path m_text = m_bench.write("rhyme.txt", rhyme(1200));
    std::filesystem::path m_file = m_bench.path() / "run.hamnet", m_best = m_bench.path() / "run.best.hamnet";
    CpuDevice m_device{cpuBackend(), 1};
    Witness m_witness;
};

TEST_F(PreparedRun, KeepsAsManyCheckpointsAsItIsTold)
{
    RunSettings settings{.limits = {.iterations = 8}, .checkpoint = m_file, .checkpointEvery = 2, .keepLast = 3};
    Trainer begun = trainer();
    engine::Run(begun).go(settings, {}, m_witness.sink());
    const auto kept = [&] {
        std::vector<std::string> names = namesIn(m_bench.path());
        std::erase_if(names, [](const std::string& name) { return !name.starts_with("run.at-"); });
        std::ranges::sort(names);
        return names;
    };
    EXPECT_THAT(kept(), ElementsAre("run.at-4.hamnet", "run.at-6.hamnet"));
    EXPECT_EQ(loadCheckpoint(m_bench.path() / "run.at-4.hamnet").iteration, 4);
    EXPECT_EQ(loadCheckpoint(m_file).iteration, 8);

    settings.limits.iterations = 10; // the run goes on and knows its own
    m_bench.write("run.at-1.hamnet", "of somebody else");
    Trainer further = resumed(loadCheckpoint(m_file));
    engine::Run(further).go(settings, {}, m_witness.sink());
    EXPECT_THAT(kept(), ElementsAre("run.at-1.hamnet", "run.at-6.hamnet", "run.at-8.hamnet"));

    settings.limits.iterations = 12; // not told how many, it keeps as many as it has kept
    settings.keepLast.reset();
    Trainer last = resumed(loadCheckpoint(m_file));
    engine::Run(last).go(settings, {}, m_witness.sink());
    EXPECT_THAT(kept(), ElementsAre("run.at-1.hamnet", "run.at-10.hamnet", "run.at-8.hamnet"));
}

TEST_F(PreparedRun, KeepsTheBestOnesBeforeTheBest)
{
    Trainer one = trainer();
    engine::Run(one).go({.limits = {.iterations = 12}, .validateEvery = 2, .checkpoint = m_file, .keepBest = 3}, {},
                        m_witness.sink());
    std::vector<std::int64_t> best;
    for (const CheckpointEvent& event : m_witness.all<CheckpointEvent>()) {
        if (event.best) {
            best.push_back(event.iteration);
        }
    }
    ASSERT_GT(best.size(), 3U) << "the loss falls at first";
    const auto before = [&](std::size_t back) {
        return m_bench.path() / ("run.best-at-" + std::to_string(best[best.size() - back]) + ".hamnet");
    };
    EXPECT_EQ(loadCheckpoint(before(2)).iteration, best[best.size() - 2]);
    EXPECT_TRUE(std::filesystem::exists(before(3)));
    EXPECT_FALSE(std::filesystem::exists(before(4)));
}

TEST_F(PreparedRun, IsRefusedWhereItsNetCannotBeEvaluated)
{
    RunDescription described = SmallRun{.steps = 4, .streams = 2, .units = 4}.description();
    std::string text = writeModel(described.model);
    // To fixed extents: with other steps and streams than in training it does not fit.
    text +=
        "layer { name: \"flat\" type: \"Reshape\" bottom: \"lstm\" top: \"flat\" reshape_param { shape { dim: 8 dim: "
        "4 } } } ";
    described.model = readModel(text, "fixed.prototxt");
    for (Layer& layer : described.model.layers) {
        if (layer.name == "drop") {
            layer.bottoms = {"flat"};
        }
        if (layer.name == "scores") {
            layer.params["axis"] = std::int64_t{1};
        }
        if (layer.name == "loss") {
            layer.params["axis"] = std::int64_t{1};
        }
    }
    std::rotate(described.model.layers.begin() + 3, described.model.layers.end() - 1, described.model.layers.end());
    Trainer one = trainer(described);
    EXPECT_THAT(refusal(one, {.checkpoint = m_file}),
                HasSubstr("the net cannot be measured on held-out data: layer flat: "));
}

TEST_F(PreparedRun, IsRefusedWhereASampleCannotBeWritten)
{
    m_encoding = Encoding::Utf8;
    const RunSettings settings{.sampleEvery = 10, .sample = {.prompt = "\xff"}, .checkpoint = m_file};
    EXPECT_THAT(refusal(settings), HasSubstr("the net cannot write a sample: the text is not UTF-8"));
    EXPECT_THAT(refusal({.sampleEvery = 10, .sample = {.temperature = -1}}), HasSubstr("temperature"));
}

TEST_F(PreparedRun, IsRefusedWhereItsBestCheckpointsNameIsTooLong)
{
    const std::filesystem::path file = m_bench.path() / (std::string(244, 'n') + ".hamnet");
    EXPECT_THAT(refusal({.checkpoint = file}), HasSubstr("cannot be written: File name too long"));
}

TEST_F(PreparedRun, IsRefusedWhereAPipeOrAFolderHasANameOfIts)
{
    const std::filesystem::path other = m_bench.path() / "other.hamnet";
    ASSERT_EQ(::mkfifo(m_file.c_str(), 0600), 0);
    std::filesystem::create_directory(bestCheckpoint(other));
    EXPECT_THAT(refusal({.checkpoint = m_file}), HasSubstr("is a folder or a device"));
    EXPECT_THAT(refusal({.checkpoint = other}), HasSubstr("is a folder or a device"));
}

TEST_F(PreparedRun, IsRefusedWhereNothingCouldReadItsCheckpoint)
{
    RunDescription described = SmallRun{.steps = 4, .streams = 2, .units = 4}.description();
    described.model.layers[1].weights = {{.name = std::string(5000, 'e')}};
    Trainer one = trainer(described);
    EXPECT_THAT(refusal(one, {.checkpoint = m_file}), HasSubstr("has 5000 bytes"));
}

TEST_F(PreparedRun, OnAHeldOutTextOfOneCharacterIsNotValidated)
{
    m_text = m_bench.write("rhyme.txt", rhyme(98) + "\U0001F600");
    m_encoding = Encoding::Utf8;
    RunDescription described = SmallRun{.steps = 4, .streams = 2, .units = 4}.description();
    described.model.layers[0].params["validation"] = 0.01;
    Trainer one = trainer(described);
    engine::Run(one).go({.limits = {.iterations = 3}, .validateEvery = 1, .checkpoint = m_file}, {}, m_witness.sink());
    EXPECT_TRUE(m_witness.all<ValidationEvent>().empty());
    EXPECT_THAT(m_witness.all<StartEvent>().at(0).notes, testing::Contains(HasSubstr("no data are held out")));
    EXPECT_EQ(loadCheckpoint(m_file).iteration, 3);
}

TEST_F(PreparedRun, IsTheSameRun)
{
    Trainer prepared = trainer(), plain = trainer();
    const RunSettings settings{.limits = {.iterations = 12},
                               .validateEvery = 4,
                               .sampleEvery = 6,
                               .sample = {.length = 20},
                               .checkpoint = m_file};
    engine::Run run(prepared);
    run.prepare(settings);
    const std::vector<NamedTensor> state = prepared.checkpoint().state;
    EXPECT_EQ(state, plain.checkpoint().state);
    EXPECT_EQ(prepared.weights().read(), plain.weights().read());
    EXPECT_THAT(namesIn(m_bench.path()), ElementsAre("rhyme.txt"));
    run.go(settings, {}, m_witness.sink());
    for (int step = 0; step < 12; ++step) {
        plain.step();
    }
    EXPECT_EQ(prepared.weights().read(), plain.weights().read());
    EXPECT_EQ(prepared.checkpoint().state, plain.checkpoint().state);
}

TEST_F(PreparedRun, NeverReplacesABetterBestOfItsOwn)
{
    Trainer whole = trainer();
    RunSettings settings{.limits = {.iterations = 10}, .validateEvery = 10, .checkpoint = m_file};
    engine::Run(whole).go(settings, {}, m_witness.sink());
    const Checkpoint early = loadCheckpoint(m_file);
    settings.limits.iterations = 60;
    engine::Run(whole).go(settings, {}, m_witness.sink());
    const Checkpoint best = loadCheckpoint(m_best);
    ASSERT_GT(best.iteration, 20);

    Trainer again = resumed(early); // whose own best is that of iteration 10
    settings.limits.iterations = 20;
    engine::Run(again).go(settings, {}, m_witness.sink());
    EXPECT_LT(again.checkpoint().bestValidationLoss, early.bestValidationLoss);
    EXPECT_TRUE(sameBits(loadCheckpoint(m_best), best));
}

TEST_F(PreparedRun, ReplacesTheBestOfAnother)
{
    Trainer whole = trainer();
    RunSettings settings{.limits = {.iterations = 60}, .validateEvery = 10, .checkpoint = m_file};
    engine::Run(whole).go(settings, {}, m_witness.sink());
    Trainer another = trainer();
    settings.limits.iterations = 10;
    engine::Run(another).go(settings, {}, m_witness.sink());
    EXPECT_EQ(loadCheckpoint(m_best).iteration, 10) << "RunFiles has asked whether it may";
}

TEST_F(PreparedRun, SavesTheBestThatAResumedRunDidNotComeToSave)
{
    Trainer whole = trainer();
    const RunSettings settings{.limits = {.iterations = 10}, .validateEvery = 10, .checkpoint = m_file};
    engine::Run(whole).go(settings, {}, m_witness.sink());
    std::filesystem::remove(m_best);
    Trainer again = resumed(loadCheckpoint(m_file));
    engine::Run(again).go(settings, {}, m_witness.sink());
    EXPECT_EQ(loadCheckpoint(m_best).iteration, 10);
}

TEST_F(PreparedRun, StoppedAtOnceKeepsAllThatItHad)
{
    Trainer whole = trainer();
    engine::Run(whole).go({.limits = {.iterations = 10}, .checkpoint = m_file}, {}, m_witness.sink());
    std::stop_source stop;
    stop.request_stop();
    Trainer again = resumed(loadCheckpoint(m_file));
    EXPECT_EQ(
        engine::Run(again).go({.limits = {.iterations = 20}, .checkpoint = m_file}, stop.get_token(), m_witness.sink()),
        EndReason::Stopped);
    EXPECT_EQ(loadCheckpoint(m_file).iteration, 10);
}

} // namespace
} // namespace engine
