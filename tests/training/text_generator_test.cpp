// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/graph/error.h"
#include "engine/training/write/text_generator.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <set>

namespace engine {

class TextGeneratorTest : public testing::Test {
protected:
    TextGeneratorTest()
    {
        m_trainer.steps(150, [](const TrainingSteps::Step&) {});
    }

    std::string text(const SamplingSettings& settings) { return m_trainer.generator().text(settings); }

    TemporaryFolder m_bench;
    CpuDevice m_device{cpuBackend(), 1};
    Trainer m_trainer{SmallRun{.units = 24}.description(), Corpus(m_bench.write("rhyme.txt", rhyme()), Encoding::Bytes),
                      m_device};
};

TEST_F(TextGeneratorTest, ASeedIsOneText)
{
    EXPECT_EQ(text({.length = 80, .seed = 3}), text({.length = 80, .seed = 3}));
    EXPECT_NE(text({.length = 80, .seed = 3}), text({.length = 80, .seed = 4}));
}

TEST_F(TextGeneratorTest, TemperatureZeroIsTheLikeliestWhateverTheSeed)
{
    const std::string greedy = text({.length = 60, .temperature = 0, .seed = 1});
    EXPECT_EQ(text({.length = 60, .temperature = 0, .seed = 2}), greedy);
    EXPECT_EQ(text({.length = 60, .temperature = 1, .topK = 1, .seed = 9}), greedy);
    EXPECT_EQ(text({.length = 60, .temperature = 1, .topP = 1e-9, .seed = 9}), greedy);
}

TEST_F(TextGeneratorTest, StepsRememberAllThatAWindowReads)
{
    // From zero state a window that the prompt fills is the same reading as one step after the other.
    const std::string prompt = "MILLER:\ntwo sacks of cor";
    const std::string stepwise = text({.prompt = prompt, .length = 1, .temperature = 0});
    const std::string window = text({.prompt = prompt,
                                     .length = 1,
                                     .temperature = 0,
                                     .mode = GenerationMode::Window,
                                     .window = static_cast<std::int64_t>(prompt.size())});
    EXPECT_EQ(stepwise, window);
}

TEST_F(TextGeneratorTest, AWindowTakesTheEndOfALongPrompt)
{
    const SamplingSettings shortOne{
        .prompt = "s of corn and", .length = 10, .seed = 5, .mode = GenerationMode::Window, .window = 13};
    SamplingSettings longOne = shortOne;
    longOne.prompt = "MILLER:\none sacks of corn and";
    EXPECT_EQ(text(shortOne), text(longOne));
}

TEST_F(TextGeneratorTest, APromptChangesWhatFollows)
{
    EXPECT_NE(text({.prompt = "MILLER:\none", .length = 40, .temperature = 0}),
              text({.prompt = " of rye", .length = 40, .temperature = 0}));
}

TEST_F(TextGeneratorTest, EndsAfterTheStopText)
{
    const std::string written = text({.length = 5000, .temperature = 0.5, .seed = 2, .stop = "\n"});
    EXPECT_LT(written.size(), 5000u);
    EXPECT_TRUE(written.ends_with("\n"));
    EXPECT_EQ(written.find('\n'), written.size() - 1);
}

TEST_F(TextGeneratorTest, EndsWhenTheReaderHasEnough)
{
    int characters = 0;
    m_trainer.generator().generate({.length = 100}, [&](const TextGenerator::Character&) { return ++characters < 7; });
    EXPECT_EQ(characters, 7);
}

TEST_F(TextGeneratorTest, ReportsUnknownCharactersOfThePromptOnce)
{
    std::vector<std::string> unknown;
    m_trainer.generator().generate(
        {.prompt = "M#I#Q", .length = 1}, [](const TextGenerator::Character&) { return true; }, &unknown);
    EXPECT_THAT(unknown, testing::UnorderedElementsAre("#", "Q"));
}

TEST_F(TextGeneratorTest, BitsAreTheSurpriseOfWhatWasWritten)
{
    std::string written;
    std::vector<double> bits;
    m_trainer.generator().generate({.prompt = "M", .length = 30, .seed = 4}, [&](const TextGenerator::Character& one) {
        written += one.text;
        bits.push_back(one.bits);
        return true;
    });
    const std::vector<double> read = m_trainer.generator().surprise("M" + written);
    ASSERT_EQ(read.size(), bits.size());
    for (std::size_t index = 0; index < bits.size(); ++index) {
        EXPECT_NEAR(bits[index], read[index], 1e-6);
    }
}

TEST_F(TextGeneratorTest, FollowingATextFindsTheScoresItWasWrittenWith)
{
    struct Place {
        std::string text;
        double bits;
        std::vector<float> scores;
        bool operator==(const Place&) const = default;
    };
    const auto into = [](std::vector<Place>& places) {
        return [&places](const TextGenerator::Character& one) {
            places.push_back({std::string(one.text), one.bits, {one.scores.begin(), one.scores.end()}});
            return true;
        };
    };
    for (const std::string prompt : {"MILL", ""}) {
        std::vector<Place> written, read;
        m_trainer.generator().generate({.prompt = prompt, .length = 30, .seed = 4}, into(written));
        std::string text;
        for (const Place& place : written) {
            text += place.text;
        }
        m_trainer.generator().follow({.prompt = prompt}, text, into(read));
        EXPECT_EQ(read, written);
        EXPECT_FALSE(written.at(0).scores.empty());
    }
}

TEST_F(TextGeneratorTest, FollowingATextEndsWhenItIsAskedTo)
{
    int read = 0, asked = 0;
    const auto count = [&](const TextGenerator::Character&) { return ++read < 3; };
    m_trainer.generator().follow({.prompt = "M"}, "ILLER", count);
    EXPECT_EQ(read, 3);
    read = 0;
    m_trainer.generator().follow({.prompt = "M"}, "ILLER", count, [&] { return ++asked < 3; });
    EXPECT_EQ(read, 1); // one question before the prompt's character, one before each that follows
}

TEST(Likeliest, AreTheHighestOfTheSoftmax)
{
    const std::vector<float> scores = {std::log(1.0f), std::log(4.0f), std::log(2.0f), std::log(1.0f)};
    const std::vector<Likely> best = likeliest(scores, 3);
    ASSERT_EQ(best.size(), 3u);
    EXPECT_EQ(best[0].id, 1);
    EXPECT_NEAR(best[0].probability, 0.5, 1e-6);
    EXPECT_EQ(best[1].id, 2);
    EXPECT_NEAR(best[1].probability, 0.25, 1e-6);
    EXPECT_EQ(best[2].id, 0); // as likely as 3, which has the larger id
    EXPECT_EQ(likeliest(scores, 9).size(), 4u);
}

TEST(CharacterSampler, DrawsInProportionToTheProbabilities)
{
    const std::array<float, 3> scores = {0.0f, std::log(2.0f), std::log(5.0f)};
    CharacterSampler sampler({.seed = 11});
    std::array<int, 3> counts = {};
    for (int draw = 0; draw < 80'000; ++draw) {
        ++counts[static_cast<std::size_t>(sampler.draw(scores))];
    }
    EXPECT_NEAR(counts[0], 10'000, 500);
    EXPECT_NEAR(counts[1], 20'000, 700);
    EXPECT_NEAR(counts[2], 50'000, 900);
}

TEST(CharacterSampler, TemperatureSharpens)
{
    const std::array<float, 2> scores = {0.0f, 1.0f};
    CharacterSampler sampler({.temperature = 0.5, .seed = 1});
    int second = 0;
    for (int draw = 0; draw < 40'000; ++draw) {
        second += sampler.draw(scores);
    }
    EXPECT_NEAR(second / 40'000.0, 1 / (1 + std::exp(-2.0)), 0.01); // softmax of {0, 1 / 0.5}
}

TEST(CharacterSampler, TopKAndTopPCutTheTail)
{
    const std::array<float, 4> scores = {std::log(0.1f), std::log(0.4f), std::log(0.3f), std::log(0.2f)};
    const auto drawn = [&](const SamplingSettings& settings) {
        CharacterSampler sampler(settings);
        std::set<int> seen;
        for (int draw = 0; draw < 2000; ++draw) {
            seen.insert(sampler.draw(scores));
        }
        return seen;
    };
    EXPECT_EQ(drawn({.topK = 2}), (std::set<int>{1, 2}));
    EXPECT_EQ(drawn({.topP = 0.65}), (std::set<int>{1, 2}));
    EXPECT_EQ(drawn({.topP = 0.75}), (std::set<int>{1, 2, 3}));
    EXPECT_EQ(drawn({}), (std::set<int>{0, 1, 2, 3}));
}

TEST(SamplingSettings, OutOfRangeAreRefused)
{
    EXPECT_THROW(check({.temperature = -0.1}), Error);
    EXPECT_THROW(check({.temperature = std::nan("")}), Error);
    EXPECT_THROW(check({.topP = 0}), Error);
    EXPECT_THROW(check({.topP = 1.1}), Error);
    EXPECT_THROW(check({.topK = -1}), Error);
    EXPECT_THROW(check({.length = -5}), Error);
    EXPECT_THROW(check({.window = 1}), Error);
    EXPECT_NO_THROW(check({}));
}

} // namespace engine
