// SPDX-License-Identifier: GPL-3.0-or-later
// Nets as C, compiled and run by each compiler that there is, and as Python, held against Hamnet's own numbers.
#include "engine/cells/library.h"
#include "engine/formats/code/code.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/onnx/onnx.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "tests/formats/exchange_sample.h"
#include "tests/formats/net_run.h"
#include "tests/formats/onnx_evaluator.h"
#include "tests/formats/sequence_sample.h"
#include "tests/random/random_net.h"
#include "tests/support/night.h"
#include "tests/support/paths.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

namespace engine {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::int64_t codeSteps = 5, codeLetters = 7;

std::int64_t codeId(std::int64_t step, std::int64_t vocabulary = codeLetters)
{
    return (step * step + 3) % vocabulary;
}

bool isInstalled(const std::string& program)
{
    return std::system(("command -v " + program + " > /dev/null").c_str()) == 0; // NOLINT
}

std::string textIn(const fs::path& file)
{
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

/// Behind a text net's code: its scores for the text above, step by step.
std::string textDriver(std::int64_t scores, std::int64_t vocabulary)
{
    return say("#include <stdio.h>\nint main(void)\n{\n    net_state state;\n    float scores[%1];\n"
               "    net_start(&state);\n    for (int t = 0; t < %2; ++t) {\n"
               "        net_step(&state, (t * t + 3) % %3, scores);\n        for (int one = 0; one < %1; ++one) {\n"
               "            printf(\"%.9g\\n\", (double)scores[one]);\n        }\n    }\n    return 0;\n}\n",
               scores, codeSteps, vocabulary);
}

/// The numbers of a sequence as a file of data has them, up to its end: [steps][width], of columns [width][steps].
struct GivenSequence {
    std::int64_t steps, width;
    std::vector<double> values;
};

class Code : public testing::Test {
protected:
    Code() : m_folder(freshFile("x").parent_path())
    {
        for (const char* const compiler : {"gcc", "clang"}) {
            if (isInstalled(compiler)) {
                m_compilers.emplace_back(compiler);
            }
        }
    }
    ~Code() override { fs::remove_all(m_folder); }

    void SetUp() override
    {
        if (m_compilers.empty()) {
            GTEST_SKIP() << "there is neither gcc nor clang";
        }
    }

    /// All of them at night; in a change another one for each net.
    std::vector<std::string> compilers() const
    {
        static std::size_t turn = 0;
        return atNight() ? m_compilers : std::vector{m_compilers[turn++ % m_compilers.size()]};
    }
    fs::path file(const std::string& name) const { return m_folder / name; }

    /// What the shell says to the command, run in the folder; a failure shows it.
    std::string outputOf(const std::string& command) const
    {
        const std::string whole = say("cd '%1' && (%2) > words 2> errors", m_folder.string(), command);
        EXPECT_EQ(std::system(whole.c_str()), 0) << command << '\n' << textIn(file("errors")); // NOLINT
        return textIn(file("words"));
    }

    std::vector<double> numbersOf(const std::string& command) const
    {
        std::istringstream stream(outputOf(command));
        std::vector<double> numbers;
        for (double number = 0; stream >> number;) {
            numbers.push_back(number);
        }
        return numbers;
    }

    void compile(const std::string& compiler, const std::string& code, const std::string& options = "") const
    {
        writeFileBytes(file("net.c"), code);
        outputOf(say("%1 -std=c99 -Wall -Wextra -Werror -pedantic %2 net.c -o net -lm", compiler, options));
    }

    /// That the command ends with 1 and says one sentence why.
    void expectRefusal(const std::string& command) const
    {
        const std::string whole = say("cd '%1' && (%2) > words 2> errors", m_folder.string(), command);
        const int status = std::system(whole.c_str()); // NOLINT
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << command;
        EXPECT_EQ(textIn(file("words")), "") << command;
        const std::string sentence = textIn(file("errors"));
        EXPECT_EQ(std::ranges::count(sentence, '\n'), 1) << command << ": " << sentence;
    }

    static void expectNear(const std::vector<float>& ours, const std::vector<double>& theirs, const std::string& what)
    {
        ASSERT_EQ(ours.size(), theirs.size()) << what;
        double size = 0;
        for (std::size_t index = 0; index < ours.size(); ++index) {
            const double mine = ours[index];
            EXPECT_NEAR(mine, theirs[index], 1e-5 * std::max(1.0, std::abs(mine))) << what << ", " << index;
            size = std::max(size, std::abs(mine));
        }
        EXPECT_GT(size, 1e-3) << what << ": nothing was compared";
    }

    void expectTextAsHamnet(const PortableNet& net, const std::string& what, std::int64_t vocabulary = codeLetters,
                            decltype(code::printC)* print = code::printC) const
    {
        const std::vector<float> ours =
            logitsOf(net, {codeSteps, 1, [&](std::int64_t step, std::int64_t) { return codeId(step, vocabulary); }});
        const auto width = std::ssize(ours) / codeSteps;
        for (const std::string& compiler : compilers()) {
            compile(compiler, print(net, "net") + textDriver(width, vocabulary));
            expectNear(ours, numbersOf("./net"), say("%1, %2", what, compiler));
        }
    }

    void expectPredictionsAsHamnet(const PortableNet& net, const SequenceCase& one,
                                   decltype(code::printC)* print) const;

    /// A file or a word for a program that predicts: " < data", of lines the text with a character that is unknown.
    std::string giveToProgram(const PortableNet& net, const GivenSequence& sequence) const
    {
        if (net.vocabulary) {
            std::vector<std::int32_t> ids;
            for (const double id : sequence.values) {
                ids.push_back(static_cast<std::int32_t>(id));
            }
            return say(" 'Z%1'", net.vocabulary->decode(ids));
        }
        std::ofstream stream(file("data"));
        for (const double number : sequence.values) {
            stream << say("%1 ", number);
        }
        return " < data";
    }

private:
    fs::path m_folder;
    std::vector<std::string> m_compilers;
};

PortableNet textNet(const Model& model, float size = 0.5F)
{
    PortableNet net{.model = model};
    net.weights = sampleWeights(net.model);
    std::set<std::string> known; // layers may share a weight
    std::erase_if(net.weights, [&](const NamedTensor& tensor) { return !known.insert(tensor.name).second; });
    scramble(net, size);
    return net;
}

/// The text that goes on with the prompt by the likeliest character each time.
std::string likeliest(const PortableNet& net, const std::string& prompt, int length)
{
    std::vector<std::int32_t> ids = net.vocabulary->encode(prompt);
    const std::size_t given = ids.size();
    for (int written = 0; written < length; ++written) {
        const std::vector<float> scores = logitsOf(net, {std::ssize(ids), 1, [&](std::int64_t step, std::int64_t) {
                                                             return ids[static_cast<std::size_t>(step)];
                                                         }});
        const auto last = scores.end() - net.vocabulary->size();
        ids.push_back(static_cast<std::int32_t>(std::max_element(last, scores.end()) - last));
    }
    return net.vocabulary->decode({ids.begin() + static_cast<std::ptrdiff_t>(given), ids.end()});
}

std::vector<SampleCell> writingCells()
{
    std::vector<SampleCell> all = sampleCells();
    std::erase_if(all, [](const SampleCell& cell) { return cell.bidirectional; });
    for (const cells::LibraryCell& one : cells::libraryCells()) {
        all.push_back({.type = "CELL", .stacked = 2, .units = 4, .settings = say("cell: \"%1\"", one.name)});
    }
    all.push_back({.type = "CELL",
                   .settings = "equations: \"c = b\\nd = 2\\ng = U d + layernorm(b)\\n"
                               "h = max(tanh(W x + c[t-1]), abs(min(g, d[t-1])))\""});
    return all;
}

std::vector<SequenceCase> codeCases()
{
    std::vector<SequenceCase> all = sequenceCases();
    for (const char* const more : {"", " num_layers: 2 bidirectional: true"}) {
        all.push_back({.cell = "CELL", .settings = say("cell: \"slstm_two_heads\"%1", more), .lengths = true});
    }
    return all;
}

/// A net of all other layers that may stand in one that writes.
constexpr const char* otherLayers = R"---(name: "coding: x */ of \\ a kind"
layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label"
  text_data_param { time_steps: 4 batch_size: 2 } }
layer { name: "float" type: "Embed" bottom: "data" top: "int"
  embed_param { input_dim: 7 num_output: 12 bias_term: false weight_filler { type: "xavier" } } }
layer { name: "tanh" type: "TanH" bottom: "int" top: "exp" }
layer { name: "two" type: "Split" bottom: "exp" top: "one" top: "other" }
layer { name: "slice" type: "Slice" bottom: "one" top: "a" top: "b" slice_param { axis: 2 slice_point: 4 } }
layer { name: "leaky" type: "ReLU" bottom: "b" top: "b" relu_param { negative_slope: 0.25 } }
layer { name: "concat" type: "Concat" bottom: "b" bottom: "a" top: "joined" concat_param { axis: 2 } }
layer { name: "sum" type: "Eltwise" bottom: "joined" bottom: "other" top: "added"
  eltwise_param { operation: SUM coeff: 2 coeff: -0.5 } }
layer { name: "most" type: "Eltwise" bottom: "added" bottom: "other" bottom: "joined" top: "most"
  eltwise_param { operation: MAX } }
layer { name: "cube" type: "Reshape" bottom: "most" top: "cube"
  reshape_param { shape { dim: 0 dim: 0 dim: 3 dim: 4 } } }
layer { name: "scale" type: "Scale" bottom: "cube" top: "scaled"
  scale_param { axis: 2 num_axes: 1 bias_term: true filler { type: "xavier" } bias_filler { type: "xavier" } } }
layer { name: "pieces" type: "Slice" bottom: "scaled" top: "left" top: "right" slice_param { axis: 3 slice_point: 1 } }
layer { name: "together" type: "Concat" bottom: "right" bottom: "left" top: "turned" concat_param { axis: 3 } }
layer { name: "rows" type: "InnerProduct" bottom: "turned" top: "rows"
  inner_product_param { num_output: 5 axis: 3 transpose: true weight_filler { type: "xavier" } } }
layer { name: "norm" type: "LayerNorm" bottom: "rows" top: "normed" }
layer { name: "chances" type: "Softmax" bottom: "normed" top: "sum" softmax_param { axis: 3 } }
layer { name: "squares" type: "Reduction" bottom: "sum" top: "row"
  reduction_param { operation: SUMSQ axis: 3 coeff: 3 } }
layer { name: "flat" type: "Reshape" bottom: "sum" top: "flat"
  reshape_param { shape { dim: 0 dim: 0 dim: 15 } } }
layer { name: "all" type: "Concat" bottom: "flat" bottom: "row" top: "all" concat_param { axis: 2 } }
layer { name: "heads" type: "InnerProduct" bottom: "all" top: "heads"
  inner_product_param { num_output: 9 axis: 2 heads: 3 weight_filler { type: "xavier" } } }
layer { name: "off" type: "Dropout" bottom: "heads" top: "heads" }
layer { name: "gate" type: "Sigmoid" bottom: "heads" top: "gate" }
layer { name: "product" type: "Eltwise" bottom: "gate" bottom: "heads" top: "product" eltwise_param { operation: PROD } }
layer { name: "net" type: "CellUnit" bottom: "product" bottom: "gate" top: "unit"
  cell_unit_param { equation: "y = square(a) * step + softplus(b) - square(a) / exp(log(2))" reads: "a b" } }
layer { name: "scores" type: "InnerProduct" bottom: "unit" top: "scores"
  inner_product_param { num_output: 7 axis: 2 weight_filler { type: "xavier" } } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" softmax_param { axis: 2 } }
)---";

/// Of a piece that starts at its variable's element 3: a cube joined whole, and pieces of its rows.
constexpr const char* piecesOfPieces = R"---(name: "pieces of pieces"
layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label"
  text_data_param { time_steps: 4 batch_size: 2 } }
layer { name: "embed" type: "Embed" bottom: "data" top: "vectors"
  embed_param { input_dim: 7 num_output: 15 bias_term: false weight_filler { type: "xavier" } } }
layer { name: "slice" type: "Slice" bottom: "vectors" top: "head" top: "tail" slice_param { axis: 2 slice_point: 3 } }
layer { name: "cube" type: "Reshape" bottom: "tail" top: "cube"
  reshape_param { shape { dim: 0 dim: 0 dim: 3 dim: 4 } } }
layer { name: "pieces" type: "Slice" bottom: "cube" top: "left" top: "right" slice_param { axis: 3 slice_point: 2 } }
layer { name: "together" type: "Concat" bottom: "right" bottom: "cube" bottom: "left" top: "rows"
  concat_param { axis: 3 } }
layer { name: "flat" type: "Reshape" bottom: "rows" top: "flat" reshape_param { shape { dim: 0 dim: 0 dim: 24 } } }
layer { name: "all" type: "Concat" bottom: "flat" bottom: "head" top: "all" concat_param { axis: 2 } }
layer { name: "scores" type: "InnerProduct" bottom: "all" top: "scores"
  inner_product_param { num_output: 7 axis: 2 weight_filler { type: "xavier" } } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" softmax_param { axis: 2 } }
)---";

constexpr const char* biasedEmbed = R"---(name: "biased"
layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label"
  text_data_param { time_steps: 4 batch_size: 2 } }
layer { name: "embed" type: "Embed" bottom: "data" top: "vectors"
  embed_param { input_dim: 7 num_output: 3 weight_filler { type: "xavier" } } }
layer { name: "scores" type: "InnerProduct" bottom: "vectors" top: "scores"
  inner_product_param { num_output: 7 axis: 2 weight_filler { type: "xavier" } } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" softmax_param { axis: 2 } }
)---";

/// Layers whose names are one as identifiers, are those of methods, or become those of others.
constexpr const char* namesAlike = R"---(name: "names"
layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label"
  text_data_param { time_steps: 4 batch_size: 2 } }
layer { name: "letters" type: "Embed" bottom: "data" top: "vectors"
  embed_param { input_dim: 7 num_output: 3 bias_term: false weight_filler { type: "xavier" } } }
layer { name: "α" type: "Cell" bottom: "vectors" bottom: "clip" top: "α"
  recurrent_param { num_output: 4 weight_filler { type: "xavier" } cell: "janet" } }
layer { name: "%1" type: "Cell" bottom: "α" bottom: "clip" top: "β"
  recurrent_param { num_output: 4 weight_filler { type: "xavier" } cell: "janet" } }
layer { name: "%2" type: "Cell" bottom: "β" bottom: "clip" top: "β steps"
  recurrent_param { num_output: 4 weight_filler { type: "xavier" } cell: "janet" } }
layer { name: "net_2_step" type: "InnerProduct" bottom: "β steps" top: "γ"
  inner_product_param { num_output: 4 axis: 2 weight_filler { type: "xavier" } } }
layer { name: "print" type: "InnerProduct" bottom: "γ" top: "δ"
  inner_product_param { num_output: 4 axis: 2 weight_filler { type: "xavier" } } }
layer { name: "print_2" type: "InnerProduct" bottom: "δ" top: "scores"
  inner_product_param { num_output: 7 axis: 2 weight_filler { type: "xavier" } } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" softmax_param { axis: 2 } }
)---";

Model modelOfNames(const std::string& first, const std::string& second)
{
    return readModel(filled(namesAlike, std::vector<Sentence>{first, second}), "names");
}

std::vector<GivenSequence> givenSequences(const PortableNet& net, const Samples& samples)
{
    const std::vector<GraphInput> inputs = graphInputs(net, samples);
    const std::size_t all = inputs[0].values.size() / static_cast<std::size_t>(samples.count());
    const std::int64_t width = static_cast<std::int64_t>(all) / samples.layout.steps;
    std::vector<GivenSequence> given;
    for (std::int64_t sample = 0; sample < samples.count(); ++sample) {
        const std::int64_t steps = inputs.size() > 1 ? samples.lengthOf(sample) : samples.layout.steps;
        const auto first = inputs[0].values.begin() + sample * static_cast<std::int64_t>(all);
        given.push_back({steps, width, {first, first + steps * width}});
    }
    return given;
}

TEST_F(Code, CGivesTheScoresOfHamnetForEachCell)
{
    for (const SampleCell& cell : writingCells()) {
        expectTextAsHamnet(textNet(sampleModel(cell)), cell.name());
    }
}

TEST_F(Code, CGivesTheScoresOfHamnetForEachOtherLayer)
{
    expectTextAsHamnet(textNet(readModel(otherLayers, "others")), "others");
}

TEST_F(Code, OnnxGivesTheScoresOfHamnetForEachOtherLayer)
{
    const auto idAt = [](std::int64_t step, std::int64_t stream) { return (step * step + 3 * stream) % 7; };
    onnx::Array ids{.extents = {5, 2}, .values = {}};
    for (std::int64_t place = 0; place < 10; ++place) {
        ids.values.push_back(static_cast<double>(idAt(place / 2, place % 2)));
    }
    for (const char* const text : {otherLayers, biasedEmbed, piecesOfPieces}) {
        const PortableNet net = textNet(readModel(text, "others"));
        TransferReport report;
        const std::vector<double> found = onnx::evaluated(graphOf(net, report), {{"data", ids}}).at("logits").values;
        expectNear(logitsOf(net, {5, 2, idAt}), found, net.model.name);
        const std::string file = printOnnx(net, report);
        EXPECT_EQ(parseOnnx(std::as_bytes(std::span(file)), "x.onnx", {}).weights, net.weights);
    }
}

TEST_F(Code, LayersWithNamesAlikeKeepTheirOwnWeights)
{
    expectTextAsHamnet(textNet(modelOfNames("cell.1", "cell_1")), "names");
}

TEST_F(Code, CWritesWhatIsLikeliest)
{
    PortableNet net = textNet(sampleModel());
    net.vocabulary = sampleVocabulary();
    for (const std::string& compiler : compilers()) {
        compile(compiler, code::printC(net, "net"), "-DHAMNET_MAIN");
        EXPECT_EQ(outputOf("./net 'aé' 12 0"), likeliest(net, "aé", 12)) << compiler;
    }
}

TEST_F(Code, RandomNetsGiveTheScoresOfHamnetOrAreRefused)
{
    int equal = 0;
    for (std::uint64_t seed = 1; seed <= (atNight() ? 300 : 12); ++seed) {
        const test::RandomNet random = test::makeRandomNet(seed);
        try {
            const PortableNet net = textNet(random.model);
            code::printPython(net, "net");
            expectTextAsHamnet(net, say("seed %1", seed), random.vocabulary);
            ++equal;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr("layer ")) << seed;
        }
    }
    EXPECT_GT(equal, 3);
}

void Code::expectPredictionsAsHamnet(const PortableNet& net, const SequenceCase& one,
                                     decltype(code::printC)* print) const
{
    const Samples samples = sequencesFor(one);
    const std::vector<float> ours = answersOf(net, samples);
    for (const std::string& compiler : compilers()) {
        compile(compiler, print(net, "net"), "-DHAMNET_MAIN");
        std::vector<double> predicted;
        for (const GivenSequence& sequence : givenSequences(net, samples)) {
            const std::vector<double> all = numbersOf("./net" + giveToProgram(net, sequence));
            predicted.insert(predicted.end(), all.begin(), all.end());
        }
        expectNear(ours, predicted, say("%1, %2", one.name(), compiler));
    }
}

TEST_F(Code, CPredictsOfSequencesWhatHamnetDoes)
{
    for (const SequenceCase& one : codeCases()) {
        expectPredictionsAsHamnet(sequenceNet(one), one, code::printC);
    }
}

/// That no matrix is left as floats, of so many.
void expectAllInt8(const PortableNet& net, const code::Int8Matrices& count, const std::string& what)
{
    const std::string text = code::printInt8C(net, "net");
    int integers = 0;
    for (std::size_t at = 0; (at = text.find("_scale[", at)) != std::string::npos; ++at) {
        ++integers;
    }
    EXPECT_GT(count.all, 0) << what;
    EXPECT_EQ(count.rounded, count.all) << what;
    EXPECT_GE(integers, 2 * count.all) << what; // declared, and again with its numbers
}

TEST_F(Code, CWithWeightsOf8BitsGivesTheScoresOfTheRoundedNet)
{
    std::vector<std::pair<std::string, PortableNet>> nets = {
        {"others", textNet(readModel(otherLayers, "others"))},
        {"an EMBED with a bias", textNet(readModel(biasedEmbed, "biased"))}};
    for (const SampleCell& cell : writingCells()) {
        nets.emplace_back(cell.name(), textNet(sampleModel(cell)));
    }
    EachOf compiled(3); // the net around the weights is that of floats
    for (auto& [name, net] : nets) {
        const std::vector<NamedTensor> before = net.weights;
        expectAllInt8(net, code::roundToInt8(net), name);
        EXPECT_NE(net.weights, before) << name;
        if (compiled.takesNext()) {
            expectTextAsHamnet(net, name, codeLetters, code::printInt8C);
        }
    }
    for (const SequenceCase& one : codeCases()) {
        PortableNet net = sequenceNet(one);
        expectAllInt8(net, code::roundToInt8(net), one.name());
        if (compiled.takesNext()) {
            expectPredictionsAsHamnet(net, one, code::printInt8C);
        }
    }
}

TEST_F(Code, RoundsEachRowTo127Steps)
{
    PortableNet net = textNet(readModel(biasedEmbed, "biased"));
    const auto tensor = [&](const std::string& name) -> std::vector<float>& {
        return std::ranges::find(net.weights, name, &NamedTensor::name)->values;
    };
    std::vector<float>& rows = tensor("embed/W");
    std::vector<float>& bias = tensor("embed/b");
    ASSERT_EQ(rows.size(), 21U);
    std::ranges::fill(rows, 0.0F);
    std::ranges::fill(bias, 0.0F);
    bias[0] = 1;
    rows[3] = -128;
    rows[4] = 63.6F;
    const std::vector<float> last = tensor("scores/b");
    code::roundToInt8(net);
    EXPECT_THAT(bias, testing::Each(0.0F));
    EXPECT_THAT(std::vector(rows.begin(), rows.begin() + 6),
                testing::Pointwise(testing::FloatEq(), {1.0F, 0.0F, 0.0F, -127.0F, 64.0F, 0.0F}));
    EXPECT_EQ(tensor("scores/b"), last);
}

TEST_F(Code, CRefusesWhatIsNoSequence)
{
    for (const SequenceCase& one : {SequenceCase{}, SequenceCase{.columns = true}, SequenceCase{.lengths = true},
                                    SequenceCase{.kind = "TABLE", .lengths = true, .numbers = true}}) {
        compile(compilers()[0], code::printC(sequenceNet(one), "net"), "-DHAMNET_MAIN");
        expectRefusal("printf '' | ./net");
        expectRefusal("printf '1 2 3 4' | ./net");
        expectRefusal("printf '1 2 x' | ./net");
        expectRefusal("yes 1 | head -n 99 | ./net");
    }
    PortableNet net = sequenceNet({.kind = "LINES", .lengths = true});
    compile(compilers()[0], code::printC(net, "net"), "-DHAMNET_MAIN");
    expectRefusal("./net");
    expectRefusal("./net ZZZ");
    net.vocabulary = {};
    compile(compilers()[0], code::printC(net, "net"), "-DHAMNET_MAIN");
    for (const char* const numbers : {"", "7", "-1", "1 x", "1 1 1 1 1 1 1"}) {
        expectRefusal(say("echo '%1' | ./net", numbers));
    }
    EXPECT_EQ(numbersOf("echo '6 0' | ./net").size(), 4U);
}

TEST_F(Code, ACharacterThatEndsATextOfCIsRefused)
{
    PortableNet net = textNet(sampleModel());
    net.vocabulary = Vocabulary(Encoding::Bytes, {U'\0', U'a', U'b', U'c', U'd', U'e', U'f'});
    EXPECT_THAT(::sentenceOf([&] { code::printC(net, "net"); }), HasSubstr(".py"));
}

TEST_F(Code, NamesTheColumnsOfATable)
{
    const PortableNet net = sequenceNet({.kind = "TABLE", .numbers = true});
    for (const std::string& text : {code::printC(net, "net"), code::printPython(net, "net")}) {
        EXPECT_THAT(text, HasSubstr("year, b, c"));
        EXPECT_THAT(text, HasSubstr("target"));
    }
}

TEST_F(Code, PythonReplacesNoWeightsOfAnotherProgram)
{
    const PortableNet net = textNet(sampleModel());
    TransferReport report;
    writeFileBytes(file("mine.safetensors"), "mine");
    EXPECT_THAT(::sentenceOf([&] { writeNet(file("mine.py"), net, report); }), HasSubstr("mine.safetensors"));
    EXPECT_EQ(textIn(file("mine.safetensors")), "mine");
    EXPECT_FALSE(fs::exists(file("mine.py")));
    writeNet(file("net.py"), net, report);
    writeNet(file("net.py"), net, report); // which it wrote before
}

TEST_F(Code, IsRefusedByTheLayerThatHasNoPlaceInIt)
{
    const auto sentence = [](const PortableNet& net) { return ::sentenceOf([&] { code::printC(net, "net"); }); };
    EXPECT_THAT(sentence(textNet(sampleModel(SampleCell{.bidirectional = true}))), HasSubstr("lstm"));
    EXPECT_THAT(sentence(sequenceNet({.kind = "LINES"})), HasSubstr("lengths"));
}

/// Every net of the tests above as Python, with its weights, and what PyTorch is to run of it.
class CodePeers : public Code {
protected:
    void SetUp() override {} // needs no compiler

    void add(const PortableNet& net, const std::string& what, const nlohmann::json& calls, std::vector<float> ours)
    {
        const std::string name = say("net%1", m_names.size());
        writeNet(file(name + ".py"), net, m_report);
        m_cases.push_back({{"net", name}, {"calls", calls}, {"writes", !net.sequences.has_value()}});
        m_names.push_back(what);
        m_ours.push_back(std::move(ours));
    }

    void addAll()
    {
        std::vector<std::pair<std::string, Model>> models = {{"others", readModel(otherLayers, "others")},
                                                             {"names", modelOfNames("β", "γ")}};
        for (const SampleCell& cell : writingCells()) {
            models.emplace_back(cell.name(), sampleModel(cell));
        }
        for (const auto& [what, model] : models) {
            PortableNet net = textNet(model);
            net.vocabulary = sampleVocabulary();
            add(net, what, {{codeId(0), codeId(1)}, {codeId(2), codeId(3), codeId(4)}},
                logitsOf(net, {codeSteps, 1, [](std::int64_t step, std::int64_t) { return codeId(step); }}));
        }
        for (const SequenceCase& one : codeCases()) {
            const PortableNet net = sequenceNet(one);
            const Samples samples = sequencesFor(one);
            nlohmann::json calls;
            for (const GivenSequence& sequence : givenSequences(net, samples)) {
                nlohmann::json steps;
                for (std::int64_t t = 0; t < sequence.steps; ++t) {
                    nlohmann::json step;
                    for (std::int64_t i = 0; i < sequence.width; ++i) {
                        step.push_back(sequence.values[static_cast<std::size_t>(one.columns ? i * sequence.steps + t
                                                                                            : t * sequence.width + i)]);
                    }
                    steps.push_back(one.kind == "LINES" ? nlohmann::json(step[0].get<int>()) : step);
                }
                calls.push_back(steps);
            }
            add(net, one.name(), calls, answersOf(net, samples));
        }
        std::ofstream(file("cases.json")) << nlohmann::json(m_cases);
    }

    TransferReport m_report;
    std::vector<nlohmann::json> m_cases;
    std::vector<std::string> m_names;
    std::vector<std::vector<float>> m_ours;
};

TEST_F(CodePeers, PythonCompiles)
{
    if (!isInstalled("python3")) {
        GTEST_SKIP() << "there is no python3";
    }
    addAll();
    outputOf("python3 -m py_compile *.py");
}

/// By HAMNET_PYTHON, as in peers_test.
TEST_F(CodePeers, PyTorchGivesTheScoresOfHamnet)
{
    const char* const given = std::getenv("HAMNET_PYTHON");
    const std::string python = given != nullptr && *given != '\0' ? given : "python3";
    if (std::system((python + " -c 'import torch' > /dev/null 2>&1").c_str()) != 0) { // NOLINT
        GTEST_SKIP() << python << " lacks torch (HAMNET_PYTHON names another)";
    }
    addAll();
    outputOf(python + " '" + (sourceRoot() / "tests/formats/peers/with_code.py").string() + "' .");
    const nlohmann::json said = nlohmann::json::parse(textIn(file("said.json")));
    ASSERT_EQ(said.size(), m_names.size());
    for (std::size_t index = 0; index < m_names.size(); ++index) {
        expectNear(m_ours[index], said[index].get<std::vector<double>>(), m_names[index]);
    }
    PortableNet writer = textNet(sampleModel());
    writer.vocabulary = sampleVocabulary();
    writeNet(file("writer.py"), writer, m_report);
    EXPECT_EQ(outputOf(python + " writer.py 'aé' 12 0"), likeliest(writer, "aé", 12));
    for (const SequenceCase& one :
         {SequenceCase{}, SequenceCase{.columns = true}, SequenceCase{.kind = "LINES", .lengths = true}}) {
        const PortableNet net = sequenceNet(one);
        const Samples samples = sequencesFor(one);
        writeNet(file("predictor.py"), net, m_report);
        std::vector<float> ours = answersOf(net, samples);
        ours.resize(ours.size() / static_cast<std::size_t>(samples.count()));
        const std::string sequence = giveToProgram(net, givenSequences(net, samples)[0]);
        expectNear(ours, numbersOf(python + " predictor.py" + sequence), one.name());
    }
    writeNet(file("windows.py"), sequenceNet({.kind = "TABLE"}), m_report);
    outputOf(python + " -c 'import torch, windows; net = windows.load(); data = torch.full((6, 1, 3), 1992); "
                      "assert torch.equal(net(data), net(data.double()))'");
}

} // namespace
} // namespace engine
