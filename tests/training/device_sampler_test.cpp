// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/graph/error.h"
#include "engine/training/write/device_sampler.h"
#include "engine/training/write/text_generator.h"
#include "tests/support/gpu.h"
#include "tests/training/ahead_device.h"
#include "tests/training/small_run.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <thread>

namespace engine {
namespace {

/// Scores and how to draw from them, made from a number: all kinds of settings, ties among them.
struct DrawCase {
    explicit DrawCase(std::uint64_t number)
    {
        RandomSequence random(RandomStream{number, 1});
        const auto below = [&](std::uint32_t end) { return random.next() % end; };
        constexpr std::array sizes = {2u, 3u, 31u, 32u, 65u, 128u, 129u, 700u};
        scores.resize(sizes[below(sizes.size())]);
        const bool ties = below(3) == 0;
        for (float& score : scores) {
            const double value = 3 * random.gaussian();
            score = static_cast<float>(ties ? std::floor(value) : value);
        }
        constexpr std::array temperatures = {1.0, 0.7, 1.5, 0.1, 0.0};
        settings.temperature = temperatures[below(temperatures.size())];
        settings.topK = below(2) == 0 ? 0 : 1 + below(static_cast<std::uint32_t>(scores.size()) + 3);
        settings.topP = below(2) == 0 ? 1 : random.uniform01();
        settings.seed = number;
    }

    std::string words() const
    {
        return "V " + std::to_string(scores.size()) + ", temperature " + std::to_string(settings.temperature) +
               ", top-k " + std::to_string(settings.topK) + ", top-p " + std::to_string(settings.topP);
    }

    std::vector<float> scores;
    SamplingSettings settings;
};

/// Threads of the host that draw together, as a block of a GPU does.
class HostCrew {
public:
    struct Shared {
        explicit Shared(std::int32_t size) : values(static_cast<std::size_t>(size))
        {
            pthread_barrier_init(&barrier, nullptr, static_cast<unsigned>(size));
        }
        ~Shared() { pthread_barrier_destroy(&barrier); }
        Shared(const Shared&) = delete;
        Shared& operator=(const Shared&) = delete;

        std::vector<double> values; ///< whole numbers below 2^53
        pthread_barrier_t barrier;  ///< std::barrier spins, which a busy machine has no time for
    };

    HostCrew(Shared& shared, std::int32_t rank) : m_shared(&shared), m_rank(rank) {}

    std::int32_t rank() const { return m_rank; }
    std::int32_t size() const { return static_cast<std::int32_t>(m_shared->values.size()); }
    void sync() { pthread_barrier_wait(&m_shared->barrier); }

    std::uint64_t largest(std::uint64_t value)
    {
        // A key's halves one after the other, as a double does not hold all of it.
        const auto high = static_cast<std::uint64_t>(over(
            static_cast<double>(value >> 32), [](double a, double b) { return std::max(a, b); }, size()));
        const double low = value >> 32 == high ? static_cast<double>(value & 0xFFFFFFFFu) : 0;
        return high << 32 | static_cast<std::uint64_t>(over(
                                low, [](double a, double b) { return std::max(a, b); }, size()));
    }
    template <typename Number>
    Number sum(Number value)
    {
        return static_cast<Number>(over(static_cast<double>(value), std::plus(), size()));
    }
    std::uint64_t sumBefore(std::uint64_t value)
    {
        return static_cast<std::uint64_t>(over(static_cast<double>(value), std::plus(), m_rank));
    }

private:
    template <typename Combine>
    double over(double value, Combine combine, std::int32_t ranks)
    {
        m_shared->values[static_cast<std::size_t>(m_rank)] = value;
        sync();
        double all = 0;
        for (std::int32_t rank = 0; rank < ranks; ++rank) {
            all = combine(all, m_shared->values[static_cast<std::size_t>(rank)]);
        }
        sync();
        return all;
    }

    Shared* m_shared;
    std::int32_t m_rank;
};

/// The id that each case draws, by so many threads.
std::vector<std::int32_t> drawnByCrew(const std::vector<DrawCase>& cases, std::int32_t threads)
{
    HostCrew::Shared shared(threads);
    std::vector<std::uint64_t> weights(1000);
    std::vector<std::uint32_t> keys(1000);
    std::vector<std::int32_t> order(1000), drawn(cases.size());
    std::vector<std::jthread> crew;
    for (std::int32_t rank = 0; rank < threads; ++rank) {
        crew.emplace_back([&, rank] {
            HostCrew mine(shared, rank);
            for (std::size_t index = 0; index < cases.size(); ++index) {
                const DrawCase& one = cases[index];
                RandomSequence random(RandomStream{one.settings.seed, samplingStream});
                const std::int32_t id = drawCharacter(mine, one.settings.draw(), random.uniform01(), one.scores.data(),
                                                      static_cast<std::int32_t>(one.scores.size()),
                                                      {weights.data(), keys.data(), order.data()});
                if (rank == 0) {
                    drawn[index] = id;
                }
            }
        });
    }
    crew.clear();
    return drawn;
}

std::vector<DrawCase> manyCases(std::uint64_t count)
{
    std::vector<DrawCase> cases;
    for (std::uint64_t number = 1; number <= count; ++number) {
        cases.emplace_back(number);
    }
    return cases;
}

std::int32_t drawnByHost(const DrawCase& one)
{
    return CharacterSampler(one.settings).draw(one.scores);
}

TEST(DrawCharacter, DrawsWhatTheHostDrawsByAnyNumberOfThreads)
{
    const std::vector<DrawCase> cases = manyCases(150);
    for (const std::int32_t threads : {1, 3}) {
        const std::vector<std::int32_t> drawn = drawnByCrew(cases, threads);
        for (std::size_t index = 0; index < cases.size(); ++index) {
            ASSERT_EQ(drawn[index], drawnByHost(cases[index])) << threads << " threads, " << cases[index].words();
        }
    }
}

TEST(DrawCharacter, TakesNoScoreThatIsNoNumber)
{
    std::vector<DrawCase> cases = manyCases(1);
    cases[0].settings = {};
    cases[0].scores = {1, -std::numeric_limits<float>::infinity(), 2};
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        cases[0].settings.seed = seed;
        EXPECT_NE(drawnByCrew(cases, 1)[0], 1);
    }
    cases[0].scores = {std::nanf(""), std::nanf("")};
    const std::int32_t id = drawnByCrew(cases, 1)[0];
    EXPECT_TRUE(id == 0 || id == 1);
}

TEST(DrawKey, OrdersScoresAndThenIds)
{
    const std::array scores = {-3.0f, -0.5f, -0.0f, 0.0f, 1e-30f, 2.0f};
    for (std::size_t index = 1; index < scores.size(); ++index) {
        if (scores[index] == scores[index - 1]) {
            EXPECT_EQ(drawKey(scores[index], 4), drawKey(scores[index - 1], 4));
        } else {
            EXPECT_GT(drawKey(scores[index], 4), drawKey(scores[index - 1], 4)) << index;
        }
        EXPECT_GT(drawKey(scores[index], 3), drawKey(scores[index], 4));
        EXPECT_EQ(idOfKey(drawKey(scores[index], 70'000)), 70'000);
    }
}

/// Draws for a device that works ahead.
class SamplerAhead final : public DeviceSampler {
public:
    explicit SamplerAhead(TextPorts ports) : m_ports(std::move(ports)) {}
    void begin(const SamplingSettings& settings, std::uint64_t passed) override
    {
        m_sampler.emplace(settings, passed);
        m_drawn.clear();
    }
    void draw() override
    {
        const std::int32_t id = m_sampler->draw(m_ports.scores.values());
        m_drawn.push_back({id, surpriseBits(m_ports.scores.values(), id)});
        *m_ports.data.data = static_cast<float>(id);
        *m_ports.clip.data = 1;
    }
    Drawn next() override
    {
        const Drawn first = m_drawn.at(0);
        m_drawn.pop_front();
        return first;
    }

private:
    TextPorts m_ports;
    std::optional<CharacterSampler> m_sampler;
    std::deque<Drawn> m_drawn;
};

class WritingAhead : public testing::Test {
protected:
    WritingAhead()
    {
        m_trainer.steps(60, [](const TrainingSteps::Step&) {});
        m_store.write(m_trainer.weights().read());
    }

    TemporaryFolder m_bench;
    CpuDevice m_cpu{cpuBackend(), 1};
    Trainer m_trainer{SmallRun{.units = 24}.description(), Corpus(m_bench.write("rhyme.txt", rhyme()), Encoding::Bytes),
                      m_cpu};
    AheadDevice m_device;
    WeightStore m_store{m_trainer.model(), m_device, 1};
    TextGenerator m_generator{
        m_trainer.model(), m_store, m_trainer.source().text()->vocabulary(), {}, [](Device&, const TextPorts& ports) {
            return std::make_unique<SamplerAhead>(ports);
        }};
};

TEST_F(WritingAhead, WritesTheTextOfOneStepAfterTheOther)
{
    for (const std::int64_t length : {0, 1, 31, 32, 33, 64, 65, 200}) {
        const SamplingSettings settings{.prompt = "MILLER:\n", .length = length, .temperature = 0.8, .seed = 5};
        EXPECT_EQ(m_generator.text(settings), m_trainer.generator().text(settings)) << length;
    }
}

TEST_F(WritingAhead, TellsTheSameSurprise)
{
    std::vector<double> ahead, stepwise;
    const auto into = [](std::vector<double>& bits) {
        return [&bits](const TextGenerator::Character& one) {
            bits.push_back(one.bits);
            return true;
        };
    };
    m_generator.generate({.length = 70}, into(ahead));
    m_trainer.generator().generate({.length = 70}, into(stepwise));
    EXPECT_EQ(ahead, stepwise);
}

TEST_F(WritingAhead, QueuesAtMostTwoUnreadRecordings)
{
    int read = 0;
    m_generator.generate({.length = 100'000}, [&](const TextGenerator::Character&) { return ++read < 40; });
    EXPECT_EQ(read, 40);
    EXPECT_EQ(m_device.runs, 3); // of 32: the reader is in the second
}

TEST_F(WritingAhead, EndsAfterTheStopTextAndStartsAgainFromThere)
{
    const SamplingSettings settings{.length = 5000, .temperature = 0.5, .seed = 2, .stop = "\n"};
    const std::string written = m_generator.text(settings);
    EXPECT_TRUE(written.ends_with("\n"));
    EXPECT_EQ(m_generator.text(settings), written);
}

TEST_F(WritingAhead, WaitsForTheDeviceAtTheEndSoThatItsFaultsAreTold)
{
    bool waits = false;
    m_device.atFinish = [&] { waits = true; };
    m_generator.text({.length = 3});
    EXPECT_TRUE(waits);
    m_device.atFinish = {};
}

class GpuSampler : public testing::Test {
protected:
    void SetUp() override
    {
        HAMNET_NEEDS_GPU();
        m_device = test::ownGpu();
    }
    std::unique_ptr<Device> m_device;
};

TEST_F(GpuSampler, DrawsWhatTheHostDraws)
{
    for (const DrawCase& one : manyCases(300)) {
        const Shape single{1, 1}, row{1, 1, static_cast<std::int64_t>(one.scores.size())};
        const Buffer data = m_device->allocate(1), clip = m_device->allocate(1),
                     scores = m_device->allocate(row.count());
        m_device->toDevice(one.scores, scores.data());
        const std::unique_ptr<DeviceSampler> sampler = m_device->backend().makeSampler(
            *m_device, {.data = {single, data.data()}, .clip = {single, clip.data()}, .scores = {row, scores.data()}});
        ASSERT_NE(sampler, nullptr);
        sampler->begin(one.settings, 0);
        CharacterSampler host(one.settings);
        for (int draw = 0; draw < 5; ++draw) {
            sampler->draw();
            const DeviceSampler::Drawn drawn = sampler->next();
            ASSERT_EQ(drawn.id, host.draw(one.scores)) << "draw " << draw << ", " << one.words();
            EXPECT_NEAR(drawn.bits, surpriseBits(one.scores, drawn.id), 1e-4);
            std::array<float, 1> put = {};
            m_device->toHost(data.data(), put);
            EXPECT_EQ(put[0], static_cast<float>(drawn.id));
            m_device->toHost(clip.data(), put);
            EXPECT_EQ(put[0], 1.0f);
        }
    }
}

TEST_F(GpuSampler, KeepsTheOrderOverManyRoundsOfItsRing)
{
    const Shape single{1, 1}, row{1, 1, 65};
    const Buffer data = m_device->allocate(1), scores = m_device->allocate(65);
    const std::unique_ptr<DeviceSampler> sampler = m_device->backend().makeSampler(
        *m_device, {.data = {single, data.data()}, .clip = {}, .scores = {row, scores.data()}});
    const SamplingSettings settings{.seed = 3};
    sampler->begin(settings, 0);
    CharacterSampler host(settings);
    const std::vector<float> even(65, 0.0f);
    for (int round = 0; round < 20; ++round) {
        for (int draw = 0; draw < 1000; ++draw) {
            sampler->draw();
        }
        for (int draw = 0; draw < 1000; ++draw) {
            ASSERT_EQ(sampler->next().id, host.draw(even)) << round << " " << draw;
        }
    }
    EXPECT_THROW(sampler->next(), Error); // nothing was asked for
}

} // namespace
} // namespace engine
