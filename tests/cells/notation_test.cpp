// SPDX-License-Identifier: GPL-3.0-or-later
// What the notation means, and each thing that is refused, with its sentence and its place.
#include "engine/cells/definition.h"
#include "engine/cells/library.h"

#include <gmock/gmock.h>

namespace engine::cells {
namespace {

using testing::ElementsAre;
using testing::Field;

/// A text that is no cell, and what is said of it.
struct Refusal {
    const char* name;
    std::string text;
    const char* sentence;
    Place place;
};

std::string repeated(int times, std::string_view part)
{
    std::string text;
    for (int time = 0; time < times; ++time) {
        text += part;
    }
    return text;
}

const std::vector<Refusal>& refusals()
{
    static const std::vector<Refusal> all = {
        // letters
        {"AnotherSign",
         "h = σ(x)",
         R"-(line 1, column 5: found "σ", but an equation has names of letters, digits and _, )-"
         R"-(numbers and + - * / ( ) [ ] , =)-",
         {1, 5}},
        {"AnUnderscoreFirst",
         "h = _a",
         R"-(line 1, column 5: found "_", but an equation has names of letters, digits )-"
         R"-(and _, numbers and + - * / ( ) [ ] , =)-",
         {1, 5}},
        {"APointFirst",
         "h = .5 * b",
         R"-(line 1, column 5: found ".", but an equation has names of letters, digits and _, numbers and + - * / ( ) [ ] , =)-",
         {1, 5}},
        {"ACapitalExponent",
         "h = 1E5 * b",
         R"-(line 1, column 6: found "E5", but there must be + - * / or the end of the line)-",
         {1, 6}},
        {"AnUnfinishedExponent",
         "h = 1e * b",
         R"-(line 1, column 5: found "1e", but a number is written like 1, 0.5 or )-"
         R"-(1e-5, and neither too large nor too small)-",
         {1, 5}},
        {"AHugeNumber",
         "h = 1e999 * b",
         R"-(line 1, column 5: found "1e999", but a number is written like 1, 0.5 or )-"
         R"-(1e-5, and neither too large nor too small)-",
         {1, 5}},
        // lines
        {"NoName",
         "= x",
         R"-(line 1, column 1: found "=", but there must be the name that the equation gives)-",
         {1, 1}},
        {"NoEquals", "\nh tanh(W x)", R"-(line 2, column 3: found "tanh", but there must be "=")-", {2, 3}},
        {"NoExpression", "h =", "line 1, column 4: the line ends, but there must be a name, a number, ( or -", {1, 4}},
        {"TwoEquals",
         "h = b = c",
         R"-(line 1, column 7: found "=", but there must be + - * / or the end of the line)-",
         {1, 7}},
        {"NoSign",
         "h = b c",
         R"-(line 1, column 7: found "c", but there must be + - * / or the end of the line)-",
         {1, 7}},
        {"ANumberBeforeAName",
         "h = 2b",
         R"-(line 1, column 6: found "b", but there must be + - * / or the end of the line)-",
         {1, 6}},
        // expressions
        {"AnOpenParenthesis", "h = (b + c\n", R"-(line 1, column 11: the line ends, but there must be ")")-", {1, 11}},
        {"AClosedParenthesis",
         "h = b)",
         R"-(line 1, column 6: found ")", but there must be + - * / or the end of the line)-",
         {1, 6}},
        {"ASumWithoutEnd",
         "h = b + ",
         "line 1, column 9: the line ends, but there must be a name, a number, ( or -",
         {1, 9}},
        {"AUnaryPlus",
         "h = +b",
         R"-(line 1, column 5: found "+", but there must be a name, a number, ( or -)-",
         {1, 5}},
        {"AMatrixTimesAMinus",
         "h = W -x",
         R"-(line 1, column 7: found "-", but there must be the vector that the matrix )-"
         R"-("W" multiplies: a name, a function, ( or another matrix)-",
         {1, 7}},
        {"AMatrixByElements",
         "h = W * x",
         R"-(line 1, column 7: found "*", but there must be the vector that the matrix )-"
         R"-("W" multiplies: a name, a function, ( or another matrix)-",
         {1, 7}},
        {"AMatrixTimesANumber",
         "h = W 2",
         R"-(line 1, column 7: found "2", but there must be the vector that the matrix )-"
         R"-("W" multiplies: a name, a function, ( or another matrix)-",
         {1, 7}},
        {"AMatrixAlone",
         "h = b + B",
         R"-(line 1, column 10: the line ends, but there must be the vector that the matrix )-"
         R"-("B" multiplies: a name, a function, ( or another matrix)-",
         {1, 10}},
        {"AMatrixOfTheStepBefore",
         "h = H[t-1]",
         R"-(line 1, column 7: found "t", but there must be the number of heads )-"
         R"-(of the matrix, from 1)-",
         {1, 7}},
        {"NoHeads",
         "h = U[0] h[t-1]",
         R"-(line 1, column 7: found "0", but there must be the number of heads of the )-"
         R"-(matrix, from 1)-",
         {1, 7}},
        {"HalfAHead",
         "h = U[1.5] h[t-1]",
         R"-(line 1, column 7: found "1.5", but there must be the number of heads of )-"
         R"-(the matrix, from 1)-",
         {1, 7}},
        {"TwoStepsBefore",
         "h = h[t-2]",
         R"-(line 1, column 9: found "2", but there must be [t-1], the step before)-",
         {1, 9}},
        {"ThisStep", "h = h[t]", R"-(line 1, column 8: found "]", but there must be [t-1], the step before)-", {1, 8}},
        {"AVectorWithHeads",
         "h = h[2]",
         R"-(line 1, column 7: found "2", but there must be [t-1], the step before)-",
         {1, 7}},
        {"AFunctionAlone", "h = tanh + b", R"-(line 1, column 10: found "+", but there must be "(")-", {1, 10}},
        {"AFunctionBefore", "h = tanh[t-1]", R"-(line 1, column 9: found "[", but there must be "(")-", {1, 9}},
        {"TwoArguments", "h = tanh(b, c)", R"-(line 1, column 11: found ",", but there must be ")")-", {1, 11}},
        {"TwoArgumentsOfLayernorm",
         "h = layernorm(b, c)",
         R"-(line 1, column 16: found ",", but there must be ")")-",
         {1, 16}},
        {"OneArgument", "h = max(b)", R"-(line 1, column 10: found ")", but there must be ",")-", {1, 10}},
        {"ThreeArguments", "h = min(a, b, c)", R"-(line 1, column 13: found ",", but there must be ")")-", {1, 13}},
        // names
        {"TwoEquations", "h = b\nh = c", R"-(line 2: "h" is given again, but line 1 gives it already)-", {2, 1}},
        {"ACapitalName",
         "h = b\nF = b",
         R"-(line 2: "F" is given by an equation, but must then begin with a small letter)-",
         {2, 1}},
        {"XGiven",
         "x = b\nh = x",
         R"-(line 1: "x" has a meaning of its own, and cannot be the name of an equation)-",
         {1, 1}},
        {"AFunctionGiven",
         "exp = b\nh = b",
         R"-(line 1: "exp" has a meaning of its own, and cannot be the name of an equation)-",
         {1, 1}},
        {"LayernormGiven",
         "layernorm = b\nh = b",
         R"-(line 1: "layernorm" has a meaning of its own, and cannot be the name of an equation)-",
         {1, 1}},
        {"InitGiven",
         "h = b\ninit = b",
         R"-(line 2: "init" has a meaning of its own, and cannot be the name of an equation)-",
         {2, 1}},
        {"InitRead",
         "h = b + init",
         R"-(line 1: "init" has a meaning of its own, and cannot be the name of a vector)-",
         {1, 9}},
        {"UsedBefore", "h = b\n\ng = k\nk = b", R"-(line 3: "k" is used before its equation)-", {3, 5}},
        {"UsedInItself", "h = b + h", R"-(line 1: "h" is used before its equation)-", {1, 9}},
        {"AMisspeltFunction",
         "h = sigmod(b)",
         R"-(line 1, column 5: there is no function "sigmod" (did you mean sigmoid?))-",
         {1, 5}},
        {"ANameBeforeABracket",
         "f = b\nh = f (b)",
         R"-(line 2, column 7: found "(", but there must be + - * / or the end of the line)-",
         {2, 7}},
        {"AStateOfNothing", "h = b + c[t-1]", R"-(line 1: "c[t-1]" is read, but no equation gives "c")-", {1, 9}},
        {"TheInputBefore", "h = W x[t-1]", R"-(line 1: "x[t-1]" is read, but no equation gives "x")-", {1, 7}},
        {"NoOutput", "c = W x", R"-(no equation gives "h", which is the output of a cell)-", {1, 1}},
        {"Nothing", "# only words\n", R"-(no equation gives "h", which is the output of a cell)-", {1, 1}},
        // matrices
        {"BeforeXAfterH",
         "h = b\ng = U h\nf = b\n\nk = f + U x",
         "U is [H, H] in line 2, but stands before x in line 5",
         {5, 9}},
        {"BeforeHAfterX", "g = U x\nh = U g", "U is [H, I] in line 1, but does not stand before x in line 2", {2, 5}},
        {"OtherHeads", "g = U[2] h[t-1]\nh = U[4] g", "U has 2 heads in line 1, but 4 in line 2", {2, 5}},
        {"HeadsOnlyOnce", "g = U[2] h[t-1]\nh = U g", "U has 2 heads in line 1, but 1 in line 2", {2, 5}},
        {"HeadsBeforeX",
         "h = W[2] x",
         R"-(line 1: "W" has 2 heads, but stands before x, where a matrix has none)-",
         {1, 5}},
        // first values
        {"InitOfAMatrix",
         "h = W x\ninit W = 1",
         R"-(line 2: init gives a first value to "W", but that is no learned vector)-",
         {2, 6}},
        {"InitOfAnEquation",
         "h = b\ninit h = 1",
         R"-(line 2: init gives a first value to "h", but that is no learned vector)-",
         {2, 6}},
        {"InitOfNothing",
         "h = b\ninit c = 1",
         R"-(line 2: init gives a first value to "c", but that is no learned vector)-",
         {2, 6}},
        {"InitTwice", "h = b\ninit b = 1\ninit b = 1", R"-(line 3: "b" has a first value already)-", {3, 6}},
        {"InitOfANumber",
         "h = b\ninit 1 = 1",
         R"-(line 2, column 6: found "1", but there must be the name of a learned vector)-",
         {2, 6}},
        {"InitToAName", "h = b\ninit b = c", R"-(line 2, column 10: found "c", but there must be a number)-", {2, 10}},
        {"InitToASum",
         "h = b\ninit b = 1 + 1",
         R"-(line 2, column 12: found "+", but there must be the end of the line)-",
         {2, 12}},
        // limits
        {"ALongText",
         repeated(20'000, "# "),
         "the text of the cell has 40000 bytes, but at most 16384 are read",
         {1, 1}},
        {"ManyEquations", repeated(3'000, "a=1\n"), "line 257: the cell has more than 256 equations", {257, 1}},
        {"AHundredThousandEquations",
         repeated(100'000, "a = b\n"),
         "the text of the cell has 600000 bytes, but at most 16384 are read",
         {1, 1}},
        {"DeepParentheses",
         "h = " + repeated(10'000, "("),
         "line 1, column 70: the expression is nested more than 64 deep; a part of it may be an equation of its own",
         {1, 70}},
        {"ManySigns",
         "h = " + repeated(10'000, "-"),
         "line 1, column 70: the expression is nested more than 64 deep; a part of it may be an equation of its own",
         {1, 70}},
        {"ManyMatrices",
         "h = " + repeated(5'000, "A "),
         "line 1, column 135: the expression is nested more than 64 deep; a part of it may be an equation of its own",
         {1, 135}},
        {"ManyCalls",
         "h = " + repeated(3'000, "exp("),
         "line 1, column 265: the expression is nested more than 64 deep; a part of it may be an equation of its own",
         {1, 265}},
    };
    return all;
}

TEST(MendedCell, HasBracketsAtTheLastWordOfItsLines)
{
    const Mended cell = mended("f = sigmoid(max(b, W x)  # a gate\nh = tanh(f");
    EXPECT_EQ(cell.text, "f = sigmoid(max(b, W x))  # a gate\nh = tanh(f)");
    ASSERT_EQ(cell.mends.size(), 2U);
    EXPECT_EQ(cell.mends[0].place, (Place{1, 24}));
    EXPECT_EQ(cell.mends[1].place, (Place{2, 11}));
}

TEST(MendedCell, HasTheOneNearNameInPlaceOfAnUnknownOne)
{
    EXPECT_EQ(mended("gate = sigmod(b)\nh = gate * gat[t-1]").text, "gate = sigmoid(b)\nh = gate * gate[t-1]");
    EXPECT_EQ(mended("h = bias\ninit bia = 1").text, "h = bias\ninit bias = 1");
    EXPECT_TRUE(mended("h = tan(b)").mends.empty()); // tanh, max or min
}

TEST(MendedCell, IsTheTextItselfWhereNothingIsSure)
{
    for (const char* text : {"h = b +", "h = b)", "h = (b c", "cand = b\nh = cand (b)", "h = b"}) {
        EXPECT_EQ(mended(text).text, text);
        EXPECT_TRUE(mended(text).mends.empty()) << text;
    }
}

class RefusedCell : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedCell, SaysWhatWasFoundAndWanted)
{
    try {
        define(GetParam().text);
        FAIL() << "it was taken";
    } catch (const CellError& error) {
        EXPECT_STREQ(error.what(), GetParam().sentence);
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
    const Definition cell = define("r = sigmoid(Wr x + Ur h[t-1] + br)\n"
                                   "h = tanh(U (r * a * h[t-1]) + b[t-1] + Wr x)\n"
                                   "b = V[2] h[t-1] + br\n");
    EXPECT_EQ(learnedOf(cell), "Wr [H, I], Ur [H, H], br [H], U [H, H], a [H], V [H, H/2]");
}

TEST(CellDefinition, ListsStatesInTheOrderOfFirstReading)
{
    EXPECT_THAT(statesOf(define("h = c[t-1] + h[t-1]\nc = h[t-1] + c[t-1]")), ElementsAre("c", "h"));
}

TEST(CellDefinition, HasNoStateHWhereItIsNotRead)
{
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

TEST(CellDefinition, TakesOneNameAsOneTensor)
{
    EXPECT_EQ(learnedOf(define("g = W x + b\nh = tanh(W x) * g + b")), "W [H, I], b [H]");
}

TEST(CellDefinition, TakesBlanksCommentsAndReturnsAnywhere)
{
    const Definition cell = define("# a cell\r\n\r\n  h=tanh (W  x+U [ 2 ] h [ t - 1 ] )# its end\r\n\t\n");
    EXPECT_EQ(learnedOf(cell), "W [H, I], U [H, H/2]");
    EXPECT_THAT(statesOf(cell), ElementsAre("h"));
}

TEST(CellDefinition, TakesNamesOfMathematicsAsNames)
{
    EXPECT_EQ(learnedOf(define("h = pi * e + t + x1 + E e")), "pi [H], e [H], t [H], x1 [H], E [H, H]");
}

TEST(CellDefinition, SeesXThroughParenthesesButNotThroughAnEquation)
{
    EXPECT_EQ(learnedOf(define("a = x\nh = W ((x)) + V (2 * x) + U a + A B x")),
              "W [H, I], V [H, H], U [H, H], A [H, H], B [H, I]");
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
    try {
        libraryCell("jannet");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "there is no cell 'jannet' in the library (did you mean janet?)");
    }
}

} // namespace
} // namespace engine::cells
