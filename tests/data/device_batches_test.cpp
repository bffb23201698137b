// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/data/batches.h"
#include "engine/data/device_batches.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/error.h"
#include "tests/support/gpu.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace engine {
namespace {

struct TextCase {
    const char* name;
    BatchOrder order;
    int characters; ///< how many different ones; above 256 they need two bytes of an id
    std::int64_t steps, streams;
};

void PrintTo(const TextCase& one, std::ostream* out)
{
    *out << one.name;
}

const std::vector<TextCase> textCases{
    {"Streams", BatchOrder::Streams, 40, 7, 3},         {"StreamsOfOne", BatchOrder::Streams, 40, 1, 1},
    {"StreamsOfMany", BatchOrder::Streams, 700, 9, 5},  {"Windows", BatchOrder::Windows, 40, 7, 3},
    {"WindowsOfMany", BatchOrder::Windows, 700, 12, 4},
};

/// A text of some thousand characters of one to three bytes, and the middle of it as the part to read.
class BatchFormulaTest : public testing::TestWithParam<TextCase> {
protected:
    BatchFormulaTest() : m_corpus(m_folder.write("text.txt", text()), Encoding::Utf8)
    {
        m_range = {m_corpus.positionOf(311), m_corpus.positionOf(2900)};
    }

    BatchSettings settings() const
    {
        return {.order = GetParam().order, .steps = GetParam().steps, .streams = GetParam().streams, .seed = 5};
    }

    /// The numbers of the part's characters.
    std::vector<std::int32_t> part() const
    {
        std::vector<std::int32_t> ids(static_cast<std::size_t>(m_corpus.charactersIn(m_range)));
        std::int64_t position = m_range.first;
        m_corpus.read(position, m_range.last, ids);
        return ids;
    }

    struct Batch {
        explicit Batch(const TextCase& one)
            : ids(static_cast<std::size_t>(one.steps * one.streams)), cont(ids.size()), targets(ids.size())
        {}
        std::vector<float> ids, cont, targets;
        bool operator==(const Batch&) const = default;
    };

    Batch next(Batches& batches) const
    {
        Batch batch(GetParam());
        batches.next(batch.ids, batch.cont, batch.targets);
        return batch;
    }

    TemporaryFolder m_folder;
    Corpus m_corpus;
    TextRange m_range;

private:
    static std::string text()
    {
        std::vector<char32_t> characters;
        for (int index = 0; index < GetParam().characters; ++index) {
            characters.push_back(index % 2 == 0 ? U'0' + static_cast<char32_t>(index)
                                                : U'一' + static_cast<char32_t>(index));
        }
        const Vocabulary vocabulary(Encoding::Utf8, characters);
        std::mt19937 random(9);
        std::string text;
        for (int index = 0; index < 3000; ++index) {
            const auto drawn = static_cast<int>(random() % static_cast<unsigned>(GetParam().characters));
            text += vocabulary.textOf(index < GetParam().characters ? index : drawn);
        }
        return text;
    }
};

TEST_P(BatchFormulaTest, FindsWhatBatchesRead)
{
    Batches batches(m_corpus, m_range, settings());
    const BatchFormula& formula = batches.formula();
    const std::vector<std::int32_t> ids = part();
    ASSERT_EQ(formula.characters, std::ssize(ids));
    for (std::uint64_t number = 0; number < 2000; ++number) {
        Batch expected(GetParam());
        for (std::size_t i = 0; i < expected.ids.size(); ++i) {
            const std::int64_t t = static_cast<std::int64_t>(i) / GetParam().streams;
            const auto character =
                static_cast<std::size_t>(formula.start(number, static_cast<std::int64_t>(i) % GetParam().streams) + t);
            expected.ids[i] = static_cast<float>(ids.at(character));
            expected.targets[i] = static_cast<float>(ids.at(character + 1));
            expected.cont[i] = t == 0 && formula.startsSequence(number) ? 0.0F : 1.0F;
        }
        ASSERT_EQ(next(batches), expected) << "batch " << number;
    }
}

TEST_P(BatchFormulaTest, FindsWhatTheHostReadsForADevice)
{
    CpuDevice device(cpuBackend(), 1);
    Batches batches(m_corpus, m_range, settings());
    Batch found(GetParam());
    const std::unique_ptr<DeviceBatches> read =
        device.backend().makeBatches(device, {.formula = batches.formula(),
                                              .vocabulary = m_corpus.vocabulary().size(),
                                              .onHost = &batches,
                                              .read = {},
                                              .ids = found.ids.data(),
                                              .cont = found.cont.data(),
                                              .targets = found.targets.data()});
    EXPECT_EQ(read->pass(), nullptr);
    const auto expectSame = [&] {
        read->next();
        ASSERT_EQ(found, next(batches));
    };
    for (const std::int64_t count : {1, 3, 3, 2}) {
        read->prepare(count);
        for (std::int64_t number = 0; number < count; ++number) {
            expectSame();
        }
        ASSERT_NE(read->cursor(), nullptr);
        EXPECT_EQ(*read->cursor(), batches.cursor());
    }
    read->seek(1234, 77);
    batches.seek(batches.cursorAt(1234));
    EXPECT_EQ(*read->cursor(), batches.cursor());
    read->prepare(1);
    expectSame();
}

TEST_P(BatchFormulaTest, FindsWhatIsCutOnAGpu)
{
    HAMNET_NEEDS_GPU();
    Device& gpu = test::sharedGpu();
    const std::int64_t count = GetParam().steps * GetParam().streams;
    const Buffer ids = gpu.allocate(count), cont = gpu.allocate(count), targets = gpu.allocate(count);
    Batches batches(m_corpus, m_range, settings());
    std::int64_t position = m_range.first;
    const std::unique_ptr<DeviceBatches> onGpu = gpu.backend().makeBatches(
        gpu, {.formula = batches.formula(),
              .vocabulary = m_corpus.vocabulary().size(),
              .onHost = &batches,
              .read = [&](std::span<std::int32_t> some) { m_corpus.read(position, m_range.last, some); },
              .ids = ids.data(),
              .cont = cont.data(),
              .targets = targets.data()});
    const auto passes = [&] {
        std::array<float, 2> bits{};
        gpu.toHost(reinterpret_cast<const float*>(onGpu->pass()), bits);
        std::uint64_t number = 0;
        std::memcpy(&number, bits.data(), sizeof number);
        return number;
    };
    const auto expectSame = [&] {
        Batch found(GetParam());
        gpu.toHost(ids.data(), found.ids);
        gpu.toHost(cont.data(), found.cont);
        gpu.toHost(targets.data(), found.targets);
        ASSERT_EQ(found, next(batches));
    };
    for (std::uint64_t number = 0; number < 50; ++number) {
        onGpu->next();
        EXPECT_EQ(passes(), number);
        expectSame();
    }
    const std::unique_ptr<Recording> recording = gpu.record([&] { onGpu->next(); });
    for (std::uint64_t number = 50; number < 900; ++number) {
        recording->run();
        expectSame();
    }
    onGpu->seek(1234, 77);
    onGpu->next();
    EXPECT_EQ(passes(), 77U);
    batches.seek(batches.cursorAt(1234));
    expectSame();
}

INSTANTIATE_TEST_SUITE_P(Texts, BatchFormulaTest, testing::ValuesIn(textCases),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(HostBatches, StayWhereTheyAreWhereTheTextCannotBeRead)
{
    const TemporaryFolder folder;
    const std::string text = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
    const std::filesystem::path file = folder.write("text.txt", text);
    const Corpus corpus(file, Encoding::Bytes);
    const Batches batches(corpus, {0, corpus.bytes()}, {.steps = 4, .streams = 2});
    CpuDevice device(cpuBackend(), 1);
    std::array<float, 8> ids{};
    const std::unique_ptr<DeviceBatches> read = device.backend().makeBatches(
        device, {.formula = batches.formula(), .vocabulary = 26, .onHost = &batches, .read = {}, .ids = ids.data()});
    read->prepare(1);
    read->next();
    const BatchCursor before = *read->cursor();
    std::filesystem::resize_file(file, 20);
    EXPECT_THROW(read->prepare(2), Error);
    EXPECT_EQ(*read->cursor(), before);
    folder.write("text.txt", text);
    read->prepare(2);
    read->next();
    EXPECT_EQ(ids[0], static_cast<float>(corpus.vocabulary().idOf('e').value())) << "the second batch, and no other";
}

} // namespace
} // namespace engine
