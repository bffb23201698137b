// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/text_lines.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

using engine::Labels;
using engine::readTextLines;
using engine::TextLines;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

class TextLinesTest : public testing::Test {
protected:
    TextLines linesOf(const std::string& text) const { return readTextLines(m_folder.write("play.tsv", text)); }
    std::string sentenceFor(const std::string& text) const
    {
        return sentenceOf([&] { linesOf(text); });
    }

    const TemporaryFolder m_folder;
};

} // namespace

TEST_F(TextLinesTest, HaveALabelAndAText)
{
    const TextLines lines = linesOf("\xEF\xBB\xBFTOM\tThe bell – is\tin\n\nANN\tWeir\r\nTOM\tGo");
    EXPECT_EQ(lines.count(), 3);
    EXPECT_THAT(lines.classes, ElementsAre("ANN", "TOM"));
    EXPECT_THAT(lines.labels, ElementsAre(1, 0, 1));
    EXPECT_EQ(lines.line(0), "The bell – is\tin");
    EXPECT_EQ(lines.line(1), "Weir");
    EXPECT_EQ(lines.line(2), "Go");
}

TEST_F(TextLinesTest, MayLackLabelsWhereANetIsToFindThem)
{
    const TextLines lines = readTextLines(m_folder.write("new.tsv", "The bell\nTOM\tGo\n"), Labels::Optional);
    EXPECT_THAT(lines.labels, ElementsAre(-1, 0));
    EXPECT_EQ(lines.line(0), "The bell");
    const TextLines halves = readTextLines(m_folder.write("halves.tsv", "\tGo\nTOM\t\n"), Labels::Optional);
    EXPECT_THAT(halves.labels, ElementsAre(-1, 0));
    EXPECT_EQ(halves.line(0), "Go");
    EXPECT_EQ(halves.line(1), "");
}

TEST_F(TextLinesTest, WithoutATabALabelOrATextAreSaidWithTheirNumber)
{
    EXPECT_THAT(sentenceFor("a\tx\n\nhello\n"),
                EndsWith("play.tsv, line 3: found 'hello', wanted a label, a tab and a text"));
    EXPECT_THAT(sentenceFor("\tx\n"), HasSubstr("line 1: found"));
    EXPECT_THAT(sentenceFor("a\tx\na\t\r\n"), HasSubstr("line 2: found"));
}

TEST_F(TextLinesTest, ThatAreNoUtf8AreSaidWithTheirNumber)
{
    EXPECT_THAT(sentenceFor("a\tx\nb\t\xE9\n"), AllOf(HasSubstr("line 2: found"), EndsWith("wanted a text in UTF-8")));
}

TEST_F(TextLinesTest, OfOneClassOrNoneAreSaid)
{
    EXPECT_THAT(sentenceFor("a\tx\na\ty\n"), EndsWith("all 2 lines have the label 'a', wanted at least 2 classes"));
    EXPECT_THAT(sentenceFor("\n\n"), EndsWith("play.tsv: found no lines, wanted some of the form label<TAB>text"));
}

TEST_F(TextLinesTest, CanBeCancelled)
{
    EXPECT_THROW(readTextLines(m_folder.write("play.tsv", "a\tx\nb\ty\n"), Labels::Wanted, [] { return false; }),
                 engine::CancelledError);
}
