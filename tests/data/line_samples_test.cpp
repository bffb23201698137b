// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/text_lines.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <numeric>

using engine::learnedLines;
using engine::linesFor;
using engine::readTextLines;
using engine::Samples;
using engine::SampleSettings;
using engine::Split;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// The last of the lines is held out.
SampleSettings lastHeldOut()
{
    SampleSettings settings;
    settings.kind = &engine::kinds::lines;
    settings.steps = 10;
    settings.split = engine::SampleSplit::Time;
    settings.encoding = engine::Encoding::Utf8;
    settings.fractions = {.validation = 0.25, .test = 0};
    return settings;
}

class LineSamples : public testing::Test {
protected:
    Samples learned(const std::string& text, const SampleSettings& settings = lastHeldOut()) const
    {
        return learnedLines(readTextLines(m_folder.write("lines.tsv", text)), "lines.tsv", settings);
    }
    Samples known(const std::string& text, const Samples& by) const
    {
        return linesFor(readTextLines(m_folder.write("new.tsv", text), engine::Labels::Optional), "new.tsv", by.facts,
                        by.vocabulary);
    }

    /// The characters of a line as the net reads them.
    static std::string textOf(const Samples& samples, std::int64_t line)
    {
        std::vector<std::int32_t> ids;
        for (std::int64_t t = 0; t < samples.lengthOf(line); ++t) {
            ids.push_back(static_cast<std::int32_t>(samples.valueOf(line, t, 0)));
        }
        return samples.vocabulary.decode(ids);
    }

    const TemporaryFolder m_folder;
};

} // namespace

TEST_F(LineSamples, AreTheirCharactersOneBehindTheOther)
{
    const Samples samples = learned("b\tcafé\na\tface\nb\ta\na\tfée");
    EXPECT_EQ(samples.facts.kind, "lines");
    EXPECT_THAT(samples.facts.classes, ElementsAre("a", "b"));
    EXPECT_THAT(samples.answers, ElementsAre(1, 0, 1, 0));
    EXPECT_THAT(samples.lengths, ElementsAre(4, 4, 1, 3));
    EXPECT_EQ(samples.facts.steps, 4) << "the longest line";
    EXPECT_EQ(textOf(samples, 0), "café");
    EXPECT_EQ(textOf(samples, 2), "a");
    EXPECT_THAT(samples.remarks, IsEmpty());
}

TEST_F(LineSamples, LearnTheirCharactersFromTheTrainingPartAlone)
{
    const Samples samples = learned("b\tab\na\tba\nb\ta\na\tbxay");
    EXPECT_THAT(samples.part(Split::Validation), ElementsAre(3));
    EXPECT_THAT(samples.vocabulary.characters(), ElementsAre(U'a', U'b'));
    EXPECT_EQ(textOf(samples, 3), "ba") << "x and y are left out";
    EXPECT_EQ(samples.facts.steps, 2) << "of the training part";
    EXPECT_THAT(samples.remarks, ElementsAre(HasSubstr("characters that the training part lacks are left out")));
}

TEST_F(LineSamples, WithoutACharacterThatIsKnownAreInNoPart)
{
    const Samples trained = learned("b\tab\na\tba\nb\ta\na\txy");
    EXPECT_THAT(trained.part(Split::Validation), IsEmpty());
    EXPECT_THAT(trained.remarks,
                testing::Contains(HasSubstr("lines.tsv, line 4 ('xy'): none of its characters was among those that the "
                                            "net learned from, so it is left out")));
    const Samples samples = known("ab\nxyz\nba\n-\n", trained);
    EXPECT_THAT(samples.part(Split::Test), ElementsAre(0, 2));
    ASSERT_EQ(samples.unread.size(), 2U);
    EXPECT_EQ(samples.unread[0].sample, 1);
    EXPECT_THAT(samples.unread[1].reason, HasSubstr("new.tsv, line 4 ('-'): none of its characters"));
    EXPECT_THAT(samples.remarks, testing::Contains(testing::EndsWith("so it is left out, as are 1 more lines")));
    EXPECT_THAT(sentenceOf([&] { known("xyz\n-\n", trained); }), HasSubstr("new.tsv, line 1 ('xyz'): none of its"));
}

TEST_F(LineSamples, AreCutBehindTheStepsOfTheNet)
{
    SampleSettings settings = lastHeldOut();
    settings.steps = 2;
    const Samples samples = learned("b\tabc\na\tba\nb\ta\na\tcab", settings);
    EXPECT_EQ(samples.facts.steps, 2);
    EXPECT_THAT(samples.lengths, ElementsAre(2, 2, 1, 2));
    EXPECT_EQ(textOf(samples, 3), "ca");
    EXPECT_THAT(samples.remarks,
                ElementsAre("2 of 4 lines are longer than 2 characters, and only so many of each are read; "
                            "time_steps sets that"));
    settings.steps = 3;
    EXPECT_THAT(learned("b\tabc\na\tba\nb\ta\na\tcaba", settings).remarks,
                ElementsAre(EndsWith("; time_steps sets that")));
    settings.steps = 40;
    EXPECT_THAT(learned("b\tabc\na\tba\nb\ta\na\tcaba", settings).remarks,
                ElementsAre("1 of 4 lines are longer than 3 characters, and only so many of each are read, as many as "
                            "the longest to train on has"));
    EXPECT_THAT(known("caba", samples).remarks, ElementsAre(EndsWith(", as many as the net learned to read")));
}

TEST_F(LineSamples, WithoutATextAreReadByATrainedNetAsFarAsTheyGo)
{
    const Samples trained = learned("b\tcab\na\tba\nc\ta\na\tb");
    const Samples samples = known("b\tab\nb\t\n\tba\n\t\n", trained);
    EXPECT_THAT(samples.part(Split::Test), ElementsAre(0, 2));
    EXPECT_THAT(samples.answers, ElementsAre(1, 1, -1, -1));
    ASSERT_EQ(samples.unread.size(), 2U);
    EXPECT_THAT(samples.unread[0].reason, EndsWith("new.tsv, line 2: found a label without a text"));
    EXPECT_THAT(samples.unread[1].reason, EndsWith("new.tsv, line 4: found no text"));
}

TEST_F(LineSamples, MayBeReadByBytes)
{
    SampleSettings settings = lastHeldOut();
    settings.encoding = engine::Encoding::Bytes;
    EXPECT_THAT(learned("b\té\na\te\nb\te\na\te", settings).lengths, ElementsAre(2, 1, 1, 1));
}

TEST_F(LineSamples, OfATrainedNetHaveItsClassesAndCharacters)
{
    const Samples trained = learned("b\tcab\na\tba\nc\ta\na\tb");
    const Samples samples = known("c\tabba\nno label\nb\tz-b", trained);
    EXPECT_THAT(samples.part(Split::Test), ElementsAre(0, 1, 2));
    EXPECT_THAT(samples.answers, ElementsAre(2, -1, 1));
    EXPECT_EQ(samples.layout.steps, 3);
    EXPECT_EQ(textOf(samples, 0), "abb");
    EXPECT_EQ(textOf(samples, 2), "b");
    EXPECT_THAT(sentenceOf([&] { known("d\ta\n", trained); }),
                HasSubstr("new.tsv, line 1: its label is 'd', which is none of the 3 that the net learned"));
}

TEST_F(LineSamples, HaveADigestOfLabelsAndTexts)
{
    const std::string text = "b\tcab\na\tba\n";
    EXPECT_EQ(learned(text).facts.digest, learned(text).facts.digest);
    EXPECT_NE(learned(text).facts.digest, learned("a\tcab\nb\tba\n").facts.digest);
    EXPECT_NE(learned(text).facts.digest, learned("b\tcaba\na\tb\n").facts.digest);
}

TEST_F(LineSamples, OfClassesWithOneLineOnlyAreTold)
{
    std::string reversed, well;
    for (int line = 0; line < 20; ++line) {
        const std::string number = std::to_string(line), label = line % 2 == 0 ? "good" : "bad";
        reversed += "item " + number + "\t" + label + "\n";
        well += label + "\titem " + number + "\n";
    }
    EXPECT_THAT(learned(reversed).remarks, testing::Contains(HasSubstr("teaches little: 20 of 20")));
    EXPECT_THAT(learned(well).remarks, testing::IsEmpty());
    EXPECT_THAT(learned("label\ttext\n" + well).remarks,
                testing::Contains(HasSubstr("teaches little: 1 of 3, the first is 'label'")));
    EXPECT_THAT(learned("b\tab\na\tba\n").remarks, testing::IsEmpty()) << "too few to tell";
}

TEST_F(LineSamples, ThatANetLearnedFromAreKnownAgain)
{
    const Samples trained = learned("b\tcab\na\tba\nc\ta\na\tb");
    const std::vector<std::uint64_t> digests = engine::digestsOf(trained, trained.part(Split::Train));
    EXPECT_EQ(digests.size(), 3U);
    const Samples some = known("bac\nba\na\nab\n", trained);
    const engine::Learned among = engine::learnedAmong(some, some.part(Split::Test), digests);
    EXPECT_EQ(among.count, 2);
    EXPECT_EQ(among.compared, 4);
    const Samples same = learned("b\tcab\na\tba\nc\ta\na\tb");
    EXPECT_EQ(engine::learnedAmong(same, same.part(Split::Validation), digests).count, 0);
}

TEST(LearnedSamples, BeyondTheMostThatAreKeptAreComparedInPart)
{
    const auto count = static_cast<std::int64_t>(2 * engine::maxLearnedDigests);
    std::vector<float> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0.0f);
    Samples samples{.layout = {.steps = 1, .width = 1}};
    samples.numbers = numbers;
    std::vector<std::int32_t> all;
    for (std::int64_t sample = 0; sample < count; ++sample) {
        samples.starts.push_back(sample);
        all.push_back(static_cast<std::int32_t>(sample));
    }
    const std::vector<std::uint64_t> digests = engine::digestsOf(samples, all);
    EXPECT_EQ(digests.size(), engine::maxLearnedDigests);
    std::vector<std::uint64_t> each;
    for (const std::int32_t& sample : all) {
        each.push_back(engine::digestsOf(samples, {&sample, 1}).front());
    }
    std::ranges::sort(each);
    each.resize(engine::maxLearnedDigests);
    EXPECT_EQ(digests, each) << "the smallest";
    std::vector<std::int32_t> twice = all;
    twice.insert(twice.end(), all.rbegin(), all.rend());
    EXPECT_EQ(engine::digestsOf(samples, twice), each) << "each once";
    EXPECT_THROW(engine::digestsOf(samples, all, [] { return false; }), engine::CancelledError);
    const engine::Learned learned = engine::learnedAmong(samples, std::span(all).first(1000), digests);
    EXPECT_EQ(learned.count, learned.compared) << "all of them were learned";
    EXPECT_NEAR(static_cast<double>(learned.compared), 500, 100);
    std::ranges::transform(numbers, numbers.begin(), [](float number) { return number + 0.5f; });
    EXPECT_EQ(engine::learnedAmong(samples, std::span(all).first(1000), digests).count, 0);
}

TEST_F(LineSamples, HaveNoGroups)
{
    SampleSettings settings = lastHeldOut();
    settings.split = engine::SampleSplit::Groups;
    EXPECT_THAT(sentenceOf([&] { learned("b\ta\na\tb", settings); }), HasSubstr("lines of text have no groups"));
}
