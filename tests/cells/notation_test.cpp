// SPDX-License-Identifier: GPL-3.0-or-later
// What the notation means, and each thing that is refused, with its sentence and its place.
#include "engine/cells/definition.h"
#include "engine/cells/library.h"
#include "tests/support/sentence_of.h"
#include "tests/support/tells.h"

#include <gmock/gmock.h>

namespace engine::cells {
namespace {

using testing::ElementsAre;

/// A text that is no cell, where it is refused, and what the sentence is made of.
struct NotationRefusal {
    const char* name;
    std::string text;
    Place place;
    std::vector<std::string> parts;
};

std::string repeated(int times, std::string_view part)
{
    std::string text;
    for (int time = 0; time < times; ++time) {
        text += part;
    }
    return text;
}

const std::vector<NotationRefusal>& refusals()
{
    static const std::vector<NotationRefusal> all = {
        // letters
        {"AnotherSign", "h = σ(x)", {1, 5}, {"σ"}},
        {"AnUnderscoreFirst", "h = _a", {1, 5}, {"_"}},
        {"APointFirst", "h = .5 * b", {1, 5}, {"."}},
        {"ACapitalExponent", "h = 1E5 * b", {1, 6}, {"E5"}},
        {"AnUnfinishedExponent", "h = 1e * b", {1, 5}, {"1e"}},
        {"AHugeNumber", "h = 1e999 * b", {1, 5}, {"1e999"}},
        // lines
        {"NoName", "= x", {1, 1}, {"="}},
        {"NoEquals", "\nh tanh(W x)", {2, 3}, {"tanh", "="}},
        {"NoExpression", "h =", {1, 4}, {}},
        {"TwoEquals", "h = b = c", {1, 7}, {"="}},
        {"NoSign", "h = b c", {1, 7}, {"c"}},
        {"ANumberBeforeAName", "h = 2b", {1, 6}, {"b"}},
        // expressions
        {"AnOpenParenthesis", "h = (b + c\n", {1, 11}, {")"}},
        {"AClosedParenthesis", "h = b)", {1, 6}, {")"}},
        {"ASumWithoutEnd", "h = b + ", {1, 9}, {}},
        {"AUnaryPlus", "h = +b", {1, 5}, {"+"}},
        {"AMatrixTimesAMinus", "h = W -x", {1, 7}, {"-", "W"}},
        {"AMatrixByElements", "h = W * x", {1, 7}, {"*", "W"}},
        {"AMatrixTimesANumber", "h = W 2", {1, 7}, {"2", "W"}},
        {"AMatrixAlone", "h = b + B", {1, 10}, {"B"}},
        {"AMatrixOfTheStepBefore", "h = H[t-1]", {1, 7}, {"t"}},
        {"NoHeads", "h = U[0] h[t-1]", {1, 7}, {"0"}},
        {"HalfAHead", "h = U[1.5] h[t-1]", {1, 7}, {"1.5"}},
        {"TwoStepsBefore", "h = h[t-2]", {1, 9}, {"2"}},
        {"ThisStep", "h = h[t]", {1, 8}, {"]"}},
        {"AVectorWithHeads", "h = h[2]", {1, 7}, {"2"}},
        {"AFunctionAlone", "h = tanh + b", {1, 10}, {"+", "("}},
        {"AFunctionBefore", "h = tanh[t-1]", {1, 9}, {"[", "("}},
        {"TwoArguments", "h = tanh(b, c)", {1, 11}, {",", ")"}},
        {"TwoArgumentsOfLayernorm", "h = layernorm(b, c)", {1, 16}, {",", ")"}},
        {"OneArgument", "h = max(b)", {1, 10}, {")", ","}},
        {"ThreeArguments", "h = min(a, b, c)", {1, 13}, {",", ")"}},
        // names
        {"TwoEquations", "h = b\nh = c", {2, 1}, {"h"}},
        {"ACapitalName", "h = b\nF = b", {2, 1}, {"F"}},
        {"XGiven", "x = b\nh = x", {1, 1}, {"x"}},
        {"AFunctionGiven", "exp = b\nh = b", {1, 1}, {"exp"}},
        {"LayernormGiven", "layernorm = b\nh = b", {1, 1}, {"layernorm"}},
        {"InitGiven", "h = b\ninit = b", {2, 1}, {"init"}},
        {"InitRead", "h = b + init", {1, 9}, {"init"}},
        {"UsedBefore", "h = b\n\ng = k\nk = b", {3, 5}, {"k"}},
        {"UsedInItself", "h = b + h", {1, 9}, {"h"}},
        {"AMisspeltFunction", "h = sigmod(b)", {1, 5}, {"sigmod"}},
        {"AFunctionInCapitals", "h = Tanh(W x)", {1, 5}, {"Tanh"}},
        {"AFunctionInCapitalsBeforeAName", "h = LayerNorm x", {1, 5}, {"LayerNorm"}},
        {"ANameBeforeABracket", "f = b\nh = f (b)", {2, 7}, {"("}},
        {"AStateOfNothing", "h = b + c[t-1]", {1, 9}, {"c"}},
        {"TheInputBefore", "h = W x[t-1]", {1, 7}, {"x"}},
        {"NoOutput", "c = W x", {1, 1}, {"h"}},
        {"Nothing", "# only words\n", {1, 1}, {"h"}},
        // needs
        {"NeitherXNorAState", "c = 1\nh = c * b", {2, 1}, {"h"}},
        {"XBesideTheOutput", "h = b\nc = c[t-1] + W x", {1, 1}, {"h"}},
        {"AnEquationThatNothingNeeds", "z = sigmoid(W x)\nh = zz * h[t-1]", {1, 1}, {"z"}},
        {"AnEquationThatLeadsNowhere", "h = h[t-1] + x\na = W x\nz = a", {2, 1}, {"a"}},
        // matrices
        {"BeforeXAfterH", "h = b\ng = U h\nf = b\n\nk = f + U x", {5, 9}, {"U", "2", "5"}},
        {"BeforeHAfterX", "g = U x\nh = U g", {2, 5}, {"U", "1", "2"}},
        {"OtherHeads", "g = U[2] h[t-1]\nh = U[4] g", {2, 5}, {"U", "2", "1", "4", "2"}},
        {"HeadsOnlyOnce", "g = U[2] h[t-1]\nh = U g", {2, 5}, {"U", "2", "1", "1", "2"}},
        {"HeadsBeforeX", "h = W[2] x", {1, 5}, {"W"}},
        // first values
        {"InitOfAMatrix", "h = W x\ninit W = 1", {2, 6}, {"W"}},
        {"InitOfAnEquation", "h = b\ninit h = 1", {2, 6}, {"h"}},
        {"InitOfNothing", "h = b\ninit c = 1", {2, 6}, {"c"}},
        {"InitTwice", "h = b\ninit b = 1\ninit b = 1", {3, 6}, {"b"}},
        {"InitOfANumber", "h = b\ninit 1 = 1", {2, 6}, {"1"}},
        {"InitToAName", "h = b\ninit b = c", {2, 10}, {"c"}},
        {"InitToASum", "h = b\ninit b = 1 + 1", {2, 12}, {"+"}},
        // limits
        {"ALongText", repeated(20'000, "# "), {1, 1}, {"40000", "16384"}},
        {"ManyEquations", repeated(3'000, "a=1\n"), {257, 1}, {"256"}},
        {"AHundredThousandEquations", repeated(100'000, "a = b\n"), {1, 1}, {"600000", "16384"}},
        {"DeepParentheses", "h = " + repeated(10'000, "("), {1, 70}, {"64"}},
        {"ManySigns", "h = " + repeated(10'000, "-"), {1, 70}, {"64"}},
        {"ManyMatrices", "h = " + repeated(5'000, "A "), {1, 135}, {"64"}},
        {"ManyCalls", "h = " + repeated(3'000, "exp("), {1, 265}, {"64"}},
    };
    return all;
}

TEST(MendedCell, HasBracketsAtTheLastWordOfItsLines)
{
    const MendedText cell = mended("f = sigmoid(max(b, W x)  # a gate\nh = tanh(f");
    EXPECT_EQ(cell.text, "f = sigmoid(max(b, W x))  # a gate\nh = tanh(f)");
    ASSERT_EQ(cell.mends.size(), 2U);
    EXPECT_EQ(cell.mends[0].place, (Place{1, 24}));
    EXPECT_EQ(cell.mends[1].place, (Place{2, 11}));
}

TEST(MendedCell, HasTheOneNearNameInPlaceOfAnUnknownOne)
{
    EXPECT_EQ(mended("gate = sigmod(b)\nh = gate * gat[t-1]").text, "gate = sigmoid(b)\nh = gate * gate[t-1]");
    EXPECT_EQ(mended("h = bias\ninit bia = 1").text, "h = bias\ninit bias = 1");
    EXPECT_EQ(mended("h = TANH(W x)").text, "h = tanh(W x)");
    EXPECT_TRUE(mended("h = tan(b)").mends.empty()); // tanh, max or min
}

TEST(MendedCell, IsTheTextItselfWhereNothingIsSure)
{
    for (const char* text : {"h = b +", "h = b)", "h = (b c", "cand = b\nh = cand (b)", "h = b"}) {
        EXPECT_EQ(mended(text).text, text);
        EXPECT_TRUE(mended(text).mends.empty()) << text;
    }
}

class RefusedCell : public testing::TestWithParam<NotationRefusal> {};

TEST_P(RefusedCell, SaysWhatWasFoundAndWhere)
{
    try {
        define(GetParam().text);
        FAIL() << "it was read";
    } catch (const CellError& error) {
        EXPECT_THAT(partsOf(error.sentence()), testing::IsSupersetOf(GetParam().parts)) << error.what();
        EXPECT_EQ(error.place().line, GetParam().place.line);
        EXPECT_EQ(error.place().column, GetParam().place.column);
    }
}

INSTANTIATE_TEST_SUITE_P(Notation, RefusedCell, testing::ValuesIn(refusals()),
                         [](const auto& instance) { return instance.param.name; });

/// "Wf [H, I], bf [H]"
std::string learnedOf(const Definition& cell)
{
    std::string all;
    for (const Learned& learned : cell.learned) {
        all += (all.empty() ? "" : ", ") + learned.name + " [" + axesOf(learned) + "]";
    }
    return all;
}

std::vector<std::string> statesOf(const Definition& cell)
{
    std::vector<std::string> names;
    for (const State& state : cell.states) {
        names.push_back(state.name);
    }
    return names;
}

/// What is refused for these sizes; nothing where they fit.
std::string refusalOf(const Definition& cell, CellSizes sizes)
{
    try {
        checkSizes(cell, sizes);
        return "";
    } catch (const CellError& error) {
        return error.what();
    }
}

TEST(CellDefinition, ListsWhatIsLearnedInTheOrderOfTheText)
{
    const std::pair<const char*, const char*> cells[] = {
        {"r = sigmoid(Wr x + Ur h[t-1] + br)\nh = tanh(U (r * a * h[t-1]) + b[t-1] + Wr x)\nb = V[2] h[t-1] + br\n",
         "Wr [H, I], Ur [H, H], br [H], U [H, H], a [H], V [H, H/2]"},
        {"g = W x + b\nh = tanh(W x) * g + b", "W [H, I], b [H]"}, // one name is one tensor
        {"# a cell\r\n\r\n  h=tanh (W  x+U [ 2 ] h [ t - 1 ] )# its end\r\n\t\n", "W [H, I], U [H, H/2]"},
        {"\xEF\xBB\xBFh = tanh(W x)", "W [H, I]"}, // a byte-order mark
        {"h = pi * e + t + x1 + E e + x", "pi [H], e [H], t [H], x1 [H], E [H, H]"},
        {"a = x\nh = W ((x)) + V (2 * x) + U a + A B x", // x through parentheses, but not through an equation
         "W [H, I], V [H, H], U [H, H], A [H, H], B [H, I]"},
    };
    for (const auto& [text, learned] : cells) {
        EXPECT_EQ(learnedOf(define(text)), learned);
    }
    EXPECT_THROW(define("h = tanh(W x)\n\xEF\xBB\xBF"), CellError) << "a mark that is not at the beginning";
}

TEST(CellDefinition, ListsStatesThatAreReadInTheOrderOfFirstReading)
{
    EXPECT_THAT(statesOf(define("h = c[t-1] + h[t-1]\nc = h[t-1] + c[t-1]")), ElementsAre("c", "h"));
    EXPECT_THAT(statesOf(define("c = W x + c[t-1]\nh = tanh(c)")), ElementsAre("c"));
}

TEST(CellDefinition, CallsGateWhatIsNeitherOutputNorState)
{
    const Definition cell = define(libraryCell("peephole_lstm"));
    std::string names;
    for (const std::size_t gate : cell.gates()) {
        names += cell.syntax.equations[gate].name;
    }
    EXPECT_EQ(names, "ifo");
}

TEST(CellDefinition, TakesFirstValuesWithASign)
{
    const Definition cell = define("init bf = -1\nh = W x + bf + pi\ninit pi = 5.");
    EXPECT_EQ(cell.learned[0].firstValue, std::nullopt);
    EXPECT_EQ(cell.learned[1].firstValue, -1);
    EXPECT_EQ(cell.learned[2].firstValue, 5);
}

TEST(CellSize, MakesShapes)
{
    const Definition cell = define("h = W x + U[2] h[t-1] + b");
    const CellSizes sizes{.width = 3, .units = 6};
    EXPECT_EQ(shapeOf(cell.learned[0], sizes), (Shape{6, 3}));
    EXPECT_EQ(shapeOf(cell.learned[1], sizes), (Shape{6, 3}));
    EXPECT_EQ(shapeOf(cell.learned[2], sizes), Shape{6});
}

TEST(CellSize, IsRefusedWhereHeadsDoNotDivideIt)
{
    const Definition cell = define("g = W x\nh = U[4] g");
    EXPECT_EQ(refusalOf(cell, {.width = 3, .units = 8}), "");
    EXPECT_EQ(refusalOf(cell, {.width = 3, .units = 6}), "line 2: \"U\" has 4 heads, which do not divide the 6 units");
}

TEST(CellSize, IsRefusedWhereXIsAddedToUnitsOfAnotherNumber)
{
    const Definition cell = define("g = W x\nh = g + x");
    EXPECT_EQ(refusalOf(cell, {.width = 4, .units = 4}), "");
    EXPECT_EQ(refusalOf(cell, {.width = 3, .units = 4}),
              "line 2, column 9: x stands there element by element, but is 3 wide where the units are 4; a matrix "
              "before it brings it to their width");
    EXPECT_EQ(refusalOf(define("h = W x"), {.width = 3, .units = 4}), "");
}

TEST(CellLibrary, HasEachCellOfTheFolder)
{
    ASSERT_GE(libraryCells().size(), 15u);
    for (const LibraryCell& cell : libraryCells()) {
        EXPECT_NO_THROW(define(cell.text)) << cell.name;
        EXPECT_THAT(std::string(cell.text), testing::StartsWith("# ")) << cell.name;
    }
    EXPECT_THAT(std::string(libraryCell("janet")), testing::HasSubstr("h = f * h[t-1] + (1 - f)"));
}

TEST(CellLibrary, NamesCellsThatAreNear)
{
    EXPECT_EQ(sentenceOf([&] { libraryCell("jannet"); }),
              "there is no cell 'jannet' in the library (did you mean janet?)");
}

} // namespace
} // namespace engine::cells
