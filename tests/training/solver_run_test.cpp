// SPDX-License-Identifier: GPL-3.0-or-later
// What a solver's file says of a run besides its numbers.
#include "engine/backends/cpu_backend.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/solver_run.h"
#include "engine/training/run/training_run.h"
#include "tests/support/sentence_of.h"
#include "tests/support/tells.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>

#include <limits>
#include <set>

namespace engine {

namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

SolverSettings parsedSolver(const std::string& text)
{
    return readSolver(text, "solver.prototxt");
}

} // namespace

TEST(SeedOf, IsTheSolversOrDrawnOrOne)
{
    EXPECT_EQ(seedOf(parsedSolver("random_seed: 7")), 7u);
    EXPECT_EQ(seedOf(parsedSolver("random_seed: 0")), 0u);
    EXPECT_EQ(seedOf(parsedSolver("base_lr: 0.1")), 1u);
    EXPECT_EQ(seedOf(readSolver("base_lr: 0.1 lr_policy: fixed", "s", Dialect::MyCaffe)), 1u);
    std::set<std::uint64_t> drawn;
    for (int run = 0; run < 20; ++run) {
        drawn.insert(seedOf(parsedSolver("random_seed: -1")));
    }
    EXPECT_GT(drawn.size(), 15u) << "two of 2^31 are hardly ever the same";
}

TEST(SeedsFrom, FollowEachOtherUpToTheLargest)
{
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    EXPECT_THAT(seedsFrom(7, 3), ElementsAre(7, 8, 9));
    EXPECT_THAT(seedsFrom(most - 1, 2), ElementsAre(most - 1, most));
    EXPECT_THAT(sentenceOf([] { seedsFrom(most, 2); }), tells(most, most - 1, 2));
    EXPECT_THAT(sentenceOf([] { seedsFrom(most + 1, 1); }), tells(most + 1, most));
}

TEST(SettingsOfASolver, SayWhatTheSolverSays)
{
    const RunSettings said = runSettings(
        {},
        parsedSolver("max_iter: 40 test_interval: 7 test_initialization: true display: 3 average_loss: 5 snapshot: 9 "
                     "snapshot_after_train: false"));
    EXPECT_EQ(said.limits.iterations, 40);
    EXPECT_EQ(said.validateEvery, 7);
    EXPECT_TRUE(said.validateFirst);
    EXPECT_EQ(said.reportEvery, 3);
    EXPECT_EQ(said.averageLoss, 5);
    EXPECT_EQ(said.checkpointEvery, 9);
    EXPECT_FALSE(said.checkpointAtEnd);
}

TEST(SettingsOfASolver, AreTheDefaultsWhereTheSolverIsSilent)
{
    const RunSettings usual = runSettings({}, parsedSolver("base_lr: 0.1"));
    EXPECT_EQ(usual.limits.iterations, endless);
    EXPECT_EQ(usual.validateEvery, 500);
    EXPECT_FALSE(usual.validateFirst);
    EXPECT_EQ(usual.reportEvery, 100);
    EXPECT_EQ(usual.averageLoss, 0);
    EXPECT_EQ(usual.checkpointEvery, 0);
    EXPECT_TRUE(usual.checkpointAtEnd);
}

TEST(SettingsOfASolver, ValidateAtTheEndOnlyWhereTheIntervalIsZero)
{
    EXPECT_EQ(runSettings({}, parsedSolver("test_interval: 0")).validateEvery, 0);
}

TEST(NotesOnUnused, TellEachSettingThatChangesNothing)
{
    EXPECT_THAT(notesOnUnused(parsedSolver("base_lr: 0.1 display: 2 test_interval: 0")), IsEmpty());
    EXPECT_THAT(
        notesOnUnused(parsedSolver("solver_mode: CPU device_id: 0 snapshot_format: HDF5 snapshot_after_train: false")),
        ElementsAre("the solver: solver_mode has no effect here: the device is chosen when the run starts",
                    "the solver: device_id has no effect here: the device is chosen when the run starts",
                    StartsWith("the solver: snapshot_format has no effect here: "),
                    StartsWith("the solver: snapshot_after_train is false, so ")));
}

TEST(NotesOnCaffesDefaults, TellEachThatMakesAnotherRun)
{
    EXPECT_THAT(notesOnCaffesDefaults(parsedSolver("base_lr: 0.1 solver_mode: CPU")),
                ElementsAre("the solver: test_interval is not given, so the run validates each 500 iterations, where "
                            "Caffe never does (0)",
                            "the solver: random_seed is not given, so the seed is 1, where Caffe draws another one for "
                            "each run (-1)",
                            "the solver: average_loss is not given, so the loss that is reported is the mean since the "
                            "last report, where Caffe's is that of the last iteration (1)"));
    EXPECT_THAT(notesOnCaffesDefaults(parsedSolver("test_iter: 10 test_interval: 100 random_seed: 3 average_loss: 20")),
                ElementsAre("the solver: test_initialization is not given, so the run does not validate before its "
                            "first iteration, where Caffe does (true)"));
    EXPECT_THAT(notesOnCaffesDefaults(parsedSolver("test_iter: 10 test_interval: 0"), {"random_seed", "average_loss"}),
                IsEmpty());
}

TEST(NotesOnCaffesDefaults, AreNotForOurOwnSolversAndMyCaffes)
{
    EXPECT_THAT(notesOnCaffesDefaults(parsedSolver("base_lr: 0.1 net: \"net.prototxt\" display: 100")), IsEmpty());
    EXPECT_THAT(notesOnCaffesDefaults(readSolver("test_iter: 10", "s", Dialect::MyCaffe)), IsEmpty());
}

/// A folder with a solver's neighbours.
class FilesOfASolver : public ::testing::Test {
protected:
    FilesOfASolver()
    {
        std::filesystem::create_directories(m_folder.path() / "runs");
        m_folder.write("start.caffemodel", "x");
        m_folder.write("net.prototxt", "x");
    }

    TemporaryFolder m_folder;
    std::filesystem::path m_home = m_folder.path();
    std::vector<engine::Sentence> m_notes;
};

TEST_F(FilesOfASolver, WeightsComeFromItsOwnFolder)
{
    EXPECT_EQ(weightsNamedBy(parsedSolver("weights: \"start.caffemodel\""), m_home, m_notes),
              m_home / "start.caffemodel");
    EXPECT_EQ(weightsNamedBy(parsedSolver("base_lr: 1"), m_home, m_notes), "");
    EXPECT_THAT(m_notes, IsEmpty());
}

TEST_F(FilesOfASolver, WeightsFromElsewhereAreNotRead)
{
    for (const char* name :
         {"/nonexistent/pretrained.caffemodel", "../start.caffemodel", "a.caffemodel,b.caffemodel"}) {
        EXPECT_EQ(weightsNamedBy(parsedSolver(std::string("weights: \"") + name + "\""), m_home, m_notes), "") << name;
    }
    EXPECT_THAT(m_notes, ElementsAre(AllOf(HasSubstr("'/nonexistent/pretrained.caffemodel'"), HasSubstr("outside")),
                                     HasSubstr("outside"), HasSubstr("several files")));
}

TEST_F(FilesOfASolver, CheckpointsTakeThePrefixInAFolderThatIsThere)
{
    EXPECT_EQ(checkpointNamedBy(parsedSolver("snapshot_prefix: \"snap\""), m_home, "net", m_notes),
              m_home / "snap.hamnet");
    EXPECT_EQ(checkpointNamedBy(parsedSolver("snapshot_prefix: \"runs/a.b\""), m_home, "net", m_notes),
              m_home / "runs/a.b.hamnet");
    EXPECT_EQ(checkpointNamedBy(parsedSolver("snapshot_prefix: \"runs\""), m_home, "net", m_notes),
              m_home / "runs/net.hamnet");
    EXPECT_THAT(m_notes, IsEmpty());
}

TEST_F(FilesOfASolver, CheckpointsAreNotWrittenElsewhere)
{
    for (const std::string& prefix : {std::string("/nonexistent/snap"), std::string("../snap"),
                                      std::string("none/snap"), (m_home / "absolute").string()}) {
        EXPECT_EQ(checkpointNamedBy(parsedSolver("snapshot_prefix: \"" + prefix + "\""), m_home, "net", m_notes), "");
    }
    EXPECT_THAT(m_notes, ElementsAre(HasSubstr("outside"), HasSubstr("outside"), HasSubstr("does not exist"),
                                     HasSubstr("outside")));
}

TEST_F(FilesOfASolver, ItsNetIsOneOfItsOwnFolder)
{
    const NetFolders folders{.solvers = m_home};
    EXPECT_EQ(modelNamedBy(parsedSolver("net: \"net.prototxt\""), folders), m_home / "net.prototxt");
    EXPECT_EQ(modelNamedBy(parsedSolver("net: \"other.prototxt\" train_net: \"net.prototxt\""), folders),
              m_home / "net.prototxt");
    EXPECT_THAT(sentenceOf([&] { modelNamedBy(parsedSolver("base_lr: 1"), folders); }), HasSubstr("names no net"));
    EXPECT_THAT(sentenceOf([&] { modelNamedBy(parsedSolver("net: \"/etc/net.prototxt\""), folders); }),
                HasSubstr("outside"));
}

TEST_F(FilesOfASolver, ItsNetIsElseOneOfTheFolderWhereTheProgramWorks)
{
    std::filesystem::create_directories(m_home / "solvers");
    const NetFolders folders{.solvers = m_home / "solvers", .working = m_home};
    const SolverSettings settings = parsedSolver("net: \"net.prototxt\"");
    EXPECT_EQ(modelNamedBy(settings, folders), m_home / "net.prototxt");
    EXPECT_THAT(notesOnNets(settings, folders, m_home / "net.prototxt"), IsEmpty());
    m_folder.write("solvers/net.prototxt", "x");
    EXPECT_EQ(modelNamedBy(settings, folders), m_home / "solvers/net.prototxt");

    const std::string there = m_home.string();
    EXPECT_EQ(sentenceOf([&] { modelNamedBy(parsedSolver("net: \"none\""), folders); }),
              "the solver names the net 'none', but neither '" + there + "/solvers/none', beside the solver, nor '" +
                  there + "/none', in the working folder, exists");
    EXPECT_EQ(sentenceOf([&] { modelNamedBy(parsedSolver("net: \"none\""), {.solvers = m_home, .working = m_home}); }),
              "the solver names the net 'none', but '" + there + "/none' does not exist");
    EXPECT_THAT(sentenceOf([&] { modelNamedBy(parsedSolver("net: \"../../none\""), folders); }), HasSubstr("outside"));
}

TEST_F(FilesOfASolver, NetsThatAreNotTrainedAreTold)
{
    const std::filesystem::path model = m_home / "net.prototxt";
    const NetFolders folders{.solvers = m_home};
    EXPECT_THAT(notesOnNets(parsedSolver("net: \"net.prototxt\""), folders, model), IsEmpty());
    EXPECT_THAT(notesOnNets(parsedSolver("train_net: \"/nonexistent/a\" test_net: \"b.prototxt\""), folders, model),
                ElementsAre("the solver: train_net '/nonexistent/a' is not read: another model is trained",
                            "the solver: test_net 'b.prototxt' is not read: the model's own layers for TEST validate"));
}

// What a run makes of it

class SolversRun : public ::testing::Test {
protected:
    Trainer trainer() { return Trainer(SmallRun().description(), Corpus(m_text, Encoding::Bytes), m_device); }
    Witness run(const RunSettings& settings)
    {
        Trainer one = trainer();
        return ran(one, settings);
    }

    TemporaryFolder m_folder;
    std::filesystem::path m_text = m_folder.write("rhyme.txt", rhyme(2000));
    CpuDevice m_device{cpuBackend(), 1};
};

TEST_F(SolversRun, ValidatesBeforeTheFirstIterationWhereThatIsSaid)
{
    const auto iterations = [](const Witness& witness) {
        std::vector<std::int64_t> all;
        for (const ValidationEvent& event : witness.all<ValidationEvent>()) {
            all.push_back(event.iteration);
        }
        return all;
    };
    EXPECT_THAT(iterations(run({.limits = {.iterations = 4}, .validateEvery = 2, .validateFirst = true})),
                ElementsAre(0, 2, 4));
    EXPECT_THAT(iterations(run({.limits = {.iterations = 4}, .validateEvery = 2})), ElementsAre(2, 4));
    EXPECT_THAT(iterations(run({.limits = {.iterations = 4}})), ElementsAre(4)) << "an interval of 0";
}

TEST_F(SolversRun, SmoothsTheLossOverAsManyIterationsAsAreSaid)
{
    const std::vector<TrainEvent> each =
        run({.limits = {.iterations = 12}, .reportEvery = 1, .averageLoss = 5}).all<TrainEvent>();
    ASSERT_THAT(each, SizeIs(12));
    for (std::size_t index = 0; index < each.size(); ++index) {
        double sum = 0;
        const std::size_t first = index < 5 ? 0 : index - 4;
        for (std::size_t before = first; before <= index; ++before) {
            sum += each[before].loss;
        }
        EXPECT_NEAR(each[index].smoothedLoss, sum / static_cast<double>(index - first + 1), 1e-12) << index;
    }
    const std::vector<TrainEvent> rare =
        run({.limits = {.iterations = 12}, .reportEvery = 4, .averageLoss = 5}).all<TrainEvent>();
    ASSERT_THAT(rare, SizeIs(3));
    EXPECT_NEAR(rare.back().smoothedLoss, each.back().smoothedLoss, 1e-12) << "whenever it is told";
}

TEST_F(SolversRun, SmoothsTheLossOfAResumedRunAsThatOfTheWholeOne)
{
    RunSettings settings{.limits = {.iterations = 6}, .reportEvery = 1, .averageLoss = 5};
    Trainer whole = trainer();
    ran(whole, settings);
    Trainer resumed(whole.checkpoint(), Corpus(m_text, Encoding::Bytes), m_device, {});
    settings.limits.iterations = 8;
    EXPECT_DOUBLE_EQ(ran(resumed, settings).all<TrainEvent>().back().smoothedLoss,
                     ran(whole, settings).all<TrainEvent>().back().smoothedLoss);
}

TEST_F(SolversRun, SmoothsTheLossSinceTheLastReportAsIfItHadNotStopped)
{
    const Witness undisturbed = run({.limits = {.iterations = 10}, .reportEvery = 5});
    Trainer half = trainer();
    ran(half, {.limits = {.iterations = 7}, .reportEvery = 5});
    Trainer resumed(half.checkpoint(), Corpus(m_text, Encoding::Bytes), m_device, {});
    const Witness found = ran(resumed, {.limits = {.iterations = 10}, .reportEvery = 5});
    EXPECT_EQ(found.all<TrainEvent>().back().smoothedLoss, undisturbed.all<TrainEvent>().back().smoothedLoss);
}

TEST_F(SolversRun, SavesNothingAtTheEndWhereThatIsSaid)
{
    const std::filesystem::path file = m_folder.path() / "net.hamnet";
    run({.limits = {.iterations = 4}, .checkpoint = file, .checkpointEvery = 3, .checkpointAtEnd = false});
    EXPECT_EQ(loadCheckpoint(file).iteration, 3);
    run({.limits = {.iterations = 4}, .checkpoint = file, .checkpointEvery = 3});
    EXPECT_EQ(loadCheckpoint(file).iteration, 4);
}

TEST_F(SolversRun, SavesARunThatIsStoppedWhateverIsSaid)
{
    const std::filesystem::path file = m_folder.path() / "net.hamnet";
    const RunSettings settings{
        .limits = {.iterations = 50}, .reportEvery = 1, .checkpoint = file, .checkpointAtEnd = false};
    Trainer one = trainer();
    EXPECT_EQ(ran(one, settings, 3).reason, EndReason::Stopped);
    EXPECT_EQ(loadCheckpoint(file).iteration, 3);
}

} // namespace engine
