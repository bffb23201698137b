// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/batches.h"
#include "tests/support/allocations.h"
#include "tests/support/sentence_of.h"
#include "tests/support/slowdown.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <random>

using engine::BatchCursor;
using engine::Batches;
using engine::BatchOrder;
using engine::BatchSettings;
using engine::Corpus;
using engine::Encoding;
using engine::TextRange;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

struct Batch {
    std::vector<float> ids, cont, targets;
    bool operator==(const Batch&) const = default;
};

class BatchesTest : public testing::Test {
protected:
    Corpus corpusOf(std::string_view text, Encoding encoding = Encoding::Utf8) const
    {
        return Corpus(m_folder.write("text.txt", text), encoding);
    }

private:
    TemporaryFolder m_folder;
};

TextRange all(const Corpus& corpus)
{
    return {0, corpus.bytes()};
}

Batch nextOf(Batches& batches, const BatchSettings& settings)
{
    const auto count = static_cast<std::size_t>(settings.steps * settings.streams);
    constexpr float unset = -1;
    Batch batch{std::vector(count, unset), std::vector(count, unset), std::vector(count, unset)};
    batches.next(batch.ids, batch.cont, batch.targets);
    return batch;
}

/// The steps of stream n, from ids, cont or targets.
std::vector<float> column(const std::vector<float>& values, const BatchSettings& settings, std::int64_t n)
{
    std::vector<float> steps;
    for (std::int64_t t = 0; t < settings.steps; ++t) {
        steps.push_back(values[static_cast<std::size_t>(t * settings.streams + n)]);
    }
    return steps;
}

std::string textOf(const Corpus& corpus, const std::vector<float>& ids)
{
    return corpus.vocabulary().decode({ids.begin(), ids.end()});
}

/// Printable characters without a short period.
std::string longText(std::size_t size)
{
    std::mt19937 random(3);
    std::string text(size, ' ');
    std::generate(text.begin(), text.end(), [&] { return static_cast<char>('!' + random() % 90); });
    return text;
}

/// Half of it one byte a character, half of it three.
std::string unevenText(int characters)
{
    std::string text;
    for (int index = 0; index < characters; ++index) {
        text += index < characters / 2 ? std::string(1, static_cast<char>('a' + index % 7)) : index % 2 ? "中" : "€";
    }
    return text;
}

std::string orderName(const testing::TestParamInfo<BatchOrder>& order)
{
    return order.param == BatchOrder::Streams ? "Streams" : "Windows";
}

} // namespace

TEST_F(BatchesTest, StreamsReadEqualRunsOfTheTextSideBySide)
{
    const Corpus corpus = corpusOf("abcdefghijklmnop");
    const BatchSettings settings{.steps = 3, .streams = 2};
    Batches batches(corpus, all(corpus), settings);
    const Batch first = nextOf(batches, settings);
    EXPECT_EQ(textOf(corpus, first.ids), "aibjck");
    EXPECT_EQ(textOf(corpus, first.targets), "bjckdl");
    EXPECT_THAT(first.cont, ElementsAre(0, 0, 1, 1, 1, 1));
    const Batch second = nextOf(batches, settings);
    EXPECT_EQ(textOf(corpus, second.ids), "dlemfn");
    EXPECT_THAT(second.cont, Each(1));
}

TEST_F(BatchesTest, StreamsStartOverTogetherWhereNoWholeBatchIsLeft)
{
    const Corpus corpus = corpusOf("abcdefghijklmnop"); // runs of 8: two batches of 3, and g is the last target
    const BatchSettings settings{.steps = 3, .streams = 2};
    Batches batches(corpus, all(corpus), settings);
    const Batch first = nextOf(batches, settings);
    nextOf(batches, settings);
    EXPECT_THAT(batches.cursor().positions, ElementsAre(0, 8));
    EXPECT_THAT(batches.cursor().fresh, Each(true));
    EXPECT_EQ(batches.cursor().epochs, 1);
    EXPECT_EQ(nextOf(batches, settings), first);
}

TEST_F(BatchesTest, EveryStreamCoversItsRunOncePerEpoch)
{
    const std::string text = longText(1003);
    const Corpus corpus = corpusOf(text);
    const BatchSettings settings{.steps = 7, .streams = 4}; // runs of 250: 35 batches and the last target
    Batches batches(corpus, all(corpus), settings);
    ASSERT_EQ(batches.batchesPerEpoch(), 35);
    for (int epoch = 0; epoch < 3; ++epoch) {
        std::vector<std::string> inputs(4), targets(4);
        for (int batch = 0; batch < 35; ++batch) {
            const Batch next = nextOf(batches, settings);
            for (std::int64_t n = 0; n < 4; ++n) {
                inputs[static_cast<std::size_t>(n)] += textOf(corpus, column(next.ids, settings, n));
                targets[static_cast<std::size_t>(n)] += textOf(corpus, column(next.targets, settings, n));
                const float cont = batch == 0 ? 0 : 1;
                EXPECT_THAT(column(next.cont, settings, n), ElementsAre(cont, 1, 1, 1, 1, 1, 1));
            }
        }
        for (std::size_t n = 0; n < 4; ++n) {
            EXPECT_EQ(inputs[n], text.substr(n * 250, 245)) << "stream " << n;
            EXPECT_EQ(targets[n], text.substr(n * 250 + 1, 245)) << "stream " << n;
        }
        EXPECT_DOUBLE_EQ(batches.cursor().epochs, epoch + 1);
    }
}

TEST_F(BatchesTest, StreamsAreEqualInCharactersWhereBytesDiffer)
{
    const std::string text = unevenText(400);
    const Corpus corpus = corpusOf(text);
    const BatchSettings settings{.steps = 33, .streams = 4};
    Batches batches(corpus, all(corpus), settings);
    ASSERT_EQ(batches.batchesPerEpoch(), 3);
    std::vector<std::string> inputs(4);
    for (int batch = 0; batch < 3; ++batch) {
        const Batch next = nextOf(batches, settings);
        for (std::size_t n = 0; n < 4; ++n) {
            inputs[n] += textOf(corpus, column(next.ids, settings, static_cast<std::int64_t>(n)));
        }
    }
    for (std::int64_t n = 0; n < 4; ++n) {
        EXPECT_EQ(inputs[static_cast<std::size_t>(n)],
                  corpus.text({corpus.positionOf(n * 100), corpus.positionOf(n * 100 + 99)}));
    }
    EXPECT_THAT(batches.cursor().fresh, Each(true));
}

TEST_F(BatchesTest, StreamsStayInsideTheirRange)
{
    const Corpus corpus = corpusOf("....abcdefgh####");
    const BatchSettings settings{.steps = 3, .streams = 2};
    Batches batches(corpus, {4, 12}, settings);
    for (int batch = 0; batch < 5; ++batch) {
        const Batch next = nextOf(batches, settings);
        EXPECT_EQ(textOf(corpus, next.ids), "aebfcg");
        EXPECT_EQ(textOf(corpus, next.targets), "bfcgdh");
    }
}

TEST_F(BatchesTest, WindowsAreRunsOfTheTextWithTheNextCharacterAsTarget)
{
    const std::string text = unevenText(300);
    const Corpus corpus = corpusOf(text);
    const BatchSettings settings{.order = BatchOrder::Windows, .steps = 9, .streams = 4, .seed = 5};
    Batches batches(corpus, all(corpus), settings);
    for (int batch = 0; batch < 50; ++batch) {
        const Batch next = nextOf(batches, settings);
        for (std::int64_t n = 0; n < 4; ++n) {
            std::vector<float> window = column(next.ids, settings, n);
            const std::vector<float> targets = column(next.targets, settings, n);
            EXPECT_TRUE(std::equal(window.begin() + 1, window.end(), targets.begin()));
            window.push_back(targets.back());
            EXPECT_NE(text.find(textOf(corpus, window)), std::string::npos);
        }
    }
}

TEST_F(BatchesTest, WindowsStartAtEveryPlaceThatHasTargetsAndNoOther)
{
    const Corpus corpus = corpusOf("##€bcdefghij##");
    const BatchSettings settings{.order = BatchOrder::Windows, .steps = 4, .streams = 8, .seed = 2};
    Batches batches(corpus, {2, 14}, settings);
    std::map<std::string, int> starts;
    for (int batch = 0; batch < 500; ++batch) {
        for (const float id : column(nextOf(batches, settings).ids, {.steps = 8, .streams = 1}, 0)) {
            ++starts[textOf(corpus, {id})];
        }
    }
    ASSERT_EQ(starts.size(), 6u) << "€ to f, which g to j follow";
    for (const auto& [start, count] : starts) {
        EXPECT_NEAR(count, 4000 / 6, 120) << start; // five deviations
        EXPECT_NE(std::string("€bcdef").find(start), std::string::npos);
    }
}

TEST_F(BatchesTest, WindowsOfOneSeedAreTheSame)
{
    const Corpus corpus = corpusOf(longText(5000));
    BatchSettings settings{.order = BatchOrder::Windows, .steps = 6, .streams = 2, .seed = 11};
    Batches one(corpus, all(corpus), settings), other(corpus, all(corpus), settings);
    settings.seed = 12;
    Batches different(corpus, all(corpus), settings);
    const Batch batch = nextOf(one, settings);
    EXPECT_EQ(batch, nextOf(other, settings));
    EXPECT_NE(batch, nextOf(different, settings));
    EXPECT_NE(batch, nextOf(one, settings));
}

/// Cuts some batches, saves the cursor, goes on; a second cutter that is put there gives the same from then on.
class BatchesResume : public BatchesTest, public testing::WithParamInterface<BatchOrder> {};

TEST_P(BatchesResume, GivesTheSameBatches)
{
    const Corpus corpus = corpusOf(unevenText(3000));
    std::mt19937 random(1);
    for (int trial = 0; trial < 40; ++trial) {
        const BatchSettings settings{.order = GetParam(),
                                     .steps = 1 + static_cast<std::int64_t>(random() % 40),
                                     .streams = 1 + static_cast<std::int64_t>(random() % 9),
                                     .seed = random()};
        Batches straight(corpus, all(corpus), settings);
        for (std::uint64_t batch = random() % 120; batch > 0; --batch) {
            nextOf(straight, settings);
        }
        Batches resumed(corpus, all(corpus), settings);
        resumed.seek(BatchCursor(straight.cursor()));
        for (int batch = 0; batch < 100; ++batch) {
            ASSERT_EQ(resumed.cursor(), straight.cursor()) << "trial " << trial << ", batch " << batch;
            ASSERT_EQ(nextOf(resumed, settings), nextOf(straight, settings))
                << "trial " << trial << ", batch " << batch;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Orders, BatchesResume, testing::Values(BatchOrder::Streams, BatchOrder::Windows), orderName);

TEST_F(BatchesTest, RefuseACursorThatIsNotWhereItsNumberSays)
{
    const Corpus corpus = corpusOf(unevenText(100)); // 50 characters of 1 byte, 50 of 3
    Batches three(corpus, all(corpus), {.steps = 5, .streams = 3}),
        two(corpus, all(corpus), {.steps = 5, .streams = 2});
    EXPECT_EQ(sentenceOf([&] { two.seek(three.cursor()); }),
              "data cursor: it is not where 0 batches end, but must be for a run to go on");
    const BatchCursor first = two.cursorAt(1);
    EXPECT_THAT(first.positions, ElementsAre(5, 65));
    for (const std::int64_t position : {-1L, 0L, 6L, std::numeric_limits<std::int64_t>::max()}) {
        BatchCursor cursor = first;
        cursor.positions[0] = position;
        EXPECT_THAT(sentenceOf([&] { two.seek(cursor); }), HasSubstr("not where 1 batches end"));
    }
    BatchCursor cursor = first;
    cursor.fresh[1] = true;
    EXPECT_THROW(two.seek(cursor), engine::Error);
    EXPECT_EQ(two.cursor(), two.cursorAt(0)) << "it stays where it was";
    EXPECT_EQ(sentenceOf([&] { two.seek(first); }), "");
}

TEST_F(BatchesTest, RefuseATextShorterThanABatch)
{
    const Corpus corpus = corpusOf(unevenText(29));
    EXPECT_THAT(
        sentenceOf([&] { Batches(corpus, all(corpus), {.steps = 9, .streams = 3}); }),
        EndsWith("text.txt is too short: the part to read has 29 characters, but must have at least 30 for 3 streams "
                 "of 9 steps and the next character each. Use a longer text, fewer streams or fewer steps."));
    EXPECT_THAT(
        sentenceOf([&] { Batches(corpus, all(corpus), {.order = BatchOrder::Windows, .steps = 29, .streams = 3}); }),
        EndsWith("text.txt is too short: the part to read has 29 characters, but must have at least 30 for 29 steps "
                 "and the next character. Use a longer text or fewer steps."));
    EXPECT_THAT(sentenceOf([&] {
                    Batches(corpus, {3, 3}, {.steps = 1, .streams = 1});
                }),
                HasSubstr("has 0 characters"));
}

TEST_F(BatchesTest, TakeATextThatIsJustLongEnough)
{
    const Corpus corpus = corpusOf(unevenText(30));
    const BatchSettings settings{.steps = 9, .streams = 3};
    Batches batches(corpus, all(corpus), settings);
    EXPECT_EQ(nextOf(batches, settings), nextOf(batches, settings));
    const BatchSettings window{.order = BatchOrder::Windows, .steps = 29, .streams = 3};
    Batches windows(corpus, all(corpus), window);
    EXPECT_EQ(textOf(corpus, column(nextOf(windows, window).ids, window, 2)), corpus.text({0, corpus.positionOf(29)}));
}

TEST_F(BatchesTest, RefuseAbsurdSizes)
{
    const Corpus corpus = corpusOf("abc");
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t trillion = 1'000'000'000'000;
    for (BatchSettings settings :
         {BatchSettings{.steps = 0, .streams = 1}, BatchSettings{.steps = 1, .streams = 0},
          BatchSettings{.steps = -1, .streams = 1}, BatchSettings{.steps = 1, .streams = -5},
          BatchSettings{.steps = trillion, .streams = trillion}, BatchSettings{.steps = most - 1, .streams = most}}) {
        for (const BatchOrder order : {BatchOrder::Streams, BatchOrder::Windows}) {
            settings.order = order;
            const bool isWhole = settings.steps > 0 && settings.streams > 0;
            const std::string asked =
                order == BatchOrder::Streams && settings.streams == trillion ? "at least 1e+24 " : "at least ";
            EXPECT_THAT(sentenceOf([&] { Batches(corpus, all(corpus), settings); }),
                        isWhole ? AllOf(HasSubstr("too short"), HasSubstr(asked))
                                : AllOf(HasSubstr("found"), HasSubstr("wanted")));
        }
    }
}

/// T x N of MyCaffe's char-RNN, in both orders.
class BatchesCost : public BatchesTest, public testing::WithParamInterface<BatchOrder> {
protected:
    const BatchSettings m_settings{.order = GetParam(), .steps = 75, .streams = 25};
};

TEST_P(BatchesCost, NoAllocationAfterTheFirstBatch)
{
    const Corpus corpus = corpusOf(unevenText(20'000));
    Batches batches(corpus, all(corpus), m_settings);
    Batch batch = nextOf(batches, m_settings);
    const std::int64_t before = engine::test::allocations();
    for (int count = 0; count < 200; ++count) {
        batches.next(batch.ids, batch.cont, batch.targets);
    }
    EXPECT_EQ(engine::test::allocations() - before, 0);
}

TEST_P(BatchesCost, AsMuchInALongTextAsInAShortOne)
{
    const TemporaryFolder folder;
    const Corpus few(folder.write("few.txt", longText(50'000)), Encoding::Utf8);
    const Corpus many(folder.write("many.txt", longText(1'000'000)), Encoding::Utf8);
    Batches fromFew(few, all(few), m_settings), fromMany(many, all(many), m_settings);
    const auto take = [&](Batches& batches) {
        for (int count = 0; count < 100; ++count) {
            nextOf(batches, m_settings);
        }
    };
    EXPECT_LT(slowdown([&] { take(fromFew); }, [&] { take(fromMany); }, 3), 3);
}

TEST(Allocations, AreCounted)
{
#ifdef HAMNET_SANITIZED
    GTEST_SKIP() << "sanitizers need the allocator for themselves";
#endif
    const std::int64_t before = engine::test::allocations();
    const auto number = std::make_unique<std::string>(100, 'x');
    EXPECT_EQ(engine::test::allocations() - before, 2);
}

INSTANTIATE_TEST_SUITE_P(Orders, BatchesCost, testing::Values(BatchOrder::Streams, BatchOrder::Windows), orderName);
