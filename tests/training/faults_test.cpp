// SPDX-License-Identifier: GPL-3.0-or-later
// Errors at random moments of a run, in all that it does besides training: what they leave opens, and goes on to the
// end that an undisturbed run reaches.
#include "engine/training/run/training_run.h"
#include "tests/formats/checkpoint_sample.h"
#include "tests/support/night.h"
#include "tests/training/ahead_device.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <map>
#include <random>

namespace engine {
namespace {

const int moments = atNight() ? 200 : 48;

/// In memory where there is such a place: a save waits for its disk.
std::filesystem::path quickPlace()
{
    const std::filesystem::path memory = "/dev/shm";
    return std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
}

enum class Fault {
    Device,   ///< a result cannot be fetched: of a validation, of a sample, of the weights for a save
    Text,     ///< the text is cut short
    Contents, ///< the text is written over
    Name,     ///< a folder has the checkpoint's name
    Folder,   ///< the checkpoint's folder is gone
    Sink,     ///< whoever is told fails
};
constexpr std::array allFaults = {Fault::Device, Fault::Text, Fault::Contents, Fault::Name, Fault::Folder, Fault::Sink};

class FaultyRun : public testing::Test {
protected:
    FaultyRun()
    {
        std::filesystem::create_directories(m_temporary);
        ::setenv("TMPDIR", m_temporary.c_str(), 1);
    }
    ~FaultyRun() override { ::unsetenv("TMPDIR"); }

    /// Two batches a step, state and dropout that a resumed run has to find again.
    Trainer trainer(const Checkpoint* checkpoint = nullptr)
    {
        SmallRun run{.steps = 4, .streams = 2, .units = 4, .dropout = 0.2};
        run.solver = "type: \"Adam\" base_lr: 0.01 lr_policy: \"fixed\" max_iter: 24 iter_size: 2";
        Corpus corpus(m_text, Encoding::Bytes);
        return checkpoint != nullptr ? Trainer(*checkpoint, std::move(corpus), m_device, {})
                                     : Trainer(run.description("CAFFE"), std::move(corpus), m_device);
    }

    static RunSettings settings(const std::filesystem::path& checkpoint)
    {
        return {.limits = {.iterations = 24},
                .reportEvery = 1,
                .validateEvery = 6,
                .sampleEvery = 8,
                .sample = {.prompt = "MILL", .length = 6},
                .checkpoint = checkpoint,
                .checkpointEvery = 5};
    }

    static Checkpoint withoutClock(Checkpoint checkpoint)
    {
        checkpoint.seconds = 0;
        std::vector<CurvePoint> points = checkpoint.curve.points();
        for (CurvePoint& point : points) {
            point.seconds = 0;
        }
        checkpoint.curve = Curve(points);
        return checkpoint;
    }

    /// How many results are fetched and events told from the start event on.
    struct Counts {
        int fetched = 0, told = 0;
    };

    /// Calls `atFetch` and `atEvent` with the number of each, from 0.
    void run(Trainer& trainer, const std::filesystem::path& file, Counts& counts,
             const std::function<void(int)>& atFetch, const std::function<void(int)>& atEvent)
    {
        bool begun = false;
        m_device.atToHost = [&] {
            if (begun) {
                atFetch(counts.fetched++);
            }
        };
        engine::Run(trainer).go(settings(file), {}, [&](const Event&) {
            begun = true;
            atEvent(counts.told++);
        });
        m_device.atToHost = {};
    }

    void disturb(Fault fault)
    {
        if (fault == Fault::Text) {
            std::filesystem::resize_file(m_text, 10);
        } else if (fault == Fault::Contents) {
            m_bench.write("rhyme.txt", std::string(m_words.size(), 'o'));
        } else if (fault == Fault::Name) {
            std::filesystem::rename(m_file, m_folder / "before.hamnet", m_ignored);
            std::filesystem::create_directory(m_file);
        } else if (fault == Fault::Folder) {
            std::filesystem::rename(m_folder, m_bench.path() / "moved", m_ignored);
        } else {
            throw std::runtime_error("whoever is told fails");
        }
    }

    /// The newest checkpoint that is left, wherever it is.
    std::filesystem::path left() const
    {
        std::filesystem::path newest;
        std::int64_t iteration = -1;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(m_bench.path())) {
            const bool whole = entry.is_regular_file() && entry.path().extension() == ".hamnet" &&
                               entry.path().stem().extension() != ".best";
            if (whole && loadCheckpoint(entry.path()).iteration > iteration) {
                newest = entry.path();
                iteration = loadCheckpoint(newest).iteration;
            }
        }
        return newest;
    }

    void mend()
    {
        m_bench.write("rhyme.txt", m_words);
        m_device.atToHost = {};
    }

    void forget()
    {
        for (const std::string name : {"run", "moved", "temporary"}) {
            std::filesystem::remove_all(m_bench.path() / name);
        }
        std::filesystem::create_directories(m_folder);
        std::filesystem::create_directories(m_temporary);
    }

    TemporaryFolder m_bench{quickPlace()};
    std::string m_words = rhyme(1200);
    std::filesystem::path m_text = m_bench.write("rhyme.txt", m_words);
    std::filesystem::path m_folder = m_bench.path() / "run", m_file = m_folder / "run.hamnet";
    std::filesystem::path m_temporary = m_bench.path() / "temporary";
    std::error_code m_ignored;
    AheadDevice m_device;
};

TEST_F(FaultyRun, LeavesAtEachOfManyMomentsACheckpointThatGoesOnToTheSameEnd)
{
    forget();
    Counts counts;
    Trainer calm = trainer();
    run(
        calm, m_file, counts, [](int) {}, [](int) {});
    const Checkpoint wanted = withoutClock(calm.checkpoint());
    const std::int64_t bestIteration = loadCheckpoint(bestCheckpoint(m_file)).iteration;
    std::mt19937 random(20'261'001);
    std::map<Fault, int> ended;
    for (int moment = 0; moment < moments && !HasFailure(); ++moment) {
        forget();
        m_device.ahead = moment % 2 == 1;
        const Fault fault = allFaults[static_cast<std::size_t>(moment) / 2 % allFaults.size()];
        const int number =
            static_cast<int>(random() % static_cast<unsigned>(fault == Fault::Device ? counts.fetched : counts.told));
        SCOPED_TRACE("fault " + std::to_string(static_cast<int>(fault)) + " at " + std::to_string(number) +
                     (m_device.ahead ? ", ahead" : ""));
        Counts here;
        const auto atFetch = [&](int fetch) {
            if (fault == Fault::Device && fetch == number) {
                throw Error("a result cannot be fetched");
            }
        };
        const auto atEvent = [&](int event) {
            if (fault != Fault::Device && event == number) {
                disturb(fault);
            }
        };
        {
            Trainer disturbed = trainer();
            try {
                run(disturbed, m_file, here, atFetch, atEvent);
            } catch (const std::exception& error) {
                ++ended[fault];
                const bool ours = dynamic_cast<const Error*>(&error) != nullptr;
                EXPECT_EQ(ours, fault != Fault::Sink);
                if (ours) {
                    EXPECT_THAT(error.what(), testing::HasSubstr("; the run is saved in "));
                }
            }
            EXPECT_LE(disturbed.iteration() - loadCheckpoint(left()).iteration, 0) << "nothing is lost";
        }
        mend();
        const std::filesystem::path file = left();
        const Checkpoint checkpoint = loadCheckpoint(file);
        Trainer again = trainer(&checkpoint);
        run(
            again, file, here, [](int) {}, [](int) {});
        EXPECT_TRUE(sameBits(withoutClock(again.checkpoint()), wanted)) << "from iteration " << checkpoint.iteration;
        EXPECT_TRUE(sameBits(withoutClock(loadCheckpoint(file)), wanted));
        if (file == m_file) {
            EXPECT_EQ(loadCheckpoint(bestCheckpoint(file)).iteration, bestIteration);
        }
    }
    for (const Fault fault : allFaults) {
        EXPECT_GT(ended[fault], moments / std::ssize(allFaults) / 2) << static_cast<int>(fault);
    }
}

} // namespace
} // namespace engine
