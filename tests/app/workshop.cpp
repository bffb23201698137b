// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"

#include <algorithm>
#include <fstream>
#include <sstream>

Workshop::Workshop()
{
    std::string name = (std::filesystem::path(testing::TempDir()) / "hamnet-app-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        throw std::runtime_error("no temporary folder");
    }
    m_folder = name;
    write("tiny.prototxt", tinyModel());
    write("tiny_solver.prototxt", tinySolver());
    write("text.txt", tinyText());
}

Workshop::~Workshop()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

void Workshop::write(const std::string& name, const std::string& text) const
{
    std::ofstream(m_folder / name, std::ios::binary) << text;
}

std::string Workshop::read(const std::string& name) const
{
    std::ifstream file(m_folder / name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

Outcome Workshop::hamnet(std::vector<std::string> arguments, const std::string& input) const
{
    return hamnet(Launch{.arguments = std::move(arguments), .input = input});
}

Outcome Workshop::hamnet(Launch launch) const
{
    launch.folder = m_folder;
    return ::hamnet(launch);
}

void Workshop::train(const std::string& checkpoint, int iterations) const
{
    const Outcome outcome = hamnet({"train", "tiny.prototxt", "--data", "text.txt", "--threads", "1", "--iterations",
                                    std::to_string(iterations), "--checkpoint", checkpoint, "--overwrite"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
}

std::string tinyModel()
{
    return R"(name: "tiny"
layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label"
  text_data_param { time_steps: 8 batch_size: 2 } }
layer { name: "embed" type: "Embed" bottom: "data" top: "embed"
  embed_param { input_dim: 1 num_output: 4 weight_filler { type: "xavier" } } }
layer { name: "lstm" type: "LSTM" bottom: "embed" bottom: "clip" top: "lstm"
  recurrent_param { num_output: 8 weight_filler { type: "xavier" } } }
layer { name: "flat" type: "Reshape" bottom: "lstm" top: "flat" reshape_param { shape { dim: -1 dim: 8 } } }
layer { name: "scores" type: "InnerProduct" bottom: "flat" top: "scores"
  inner_product_param { num_output: 1 weight_filler { type: "xavier" } } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" }
)";
}

std::string tinySolver()
{
    return R"(type: "Adam"
base_lr: 0.01
momentum: 0.9
lr_policy: "fixed"
max_iter: 40
test_interval: 10
)";
}

std::string tinyText()
{
    const std::vector<std::string> lines = {
        "TAMSIN:\nThe bell is in the weir, my lord, and rings\n", "at every flood, for those who would not hear.\n\n",
        "WATKIN:\nThen let it ring. I have a boat to mend,\n", "and wet feet never yet did stop a tune.\n\n"};
    std::string text;
    for (std::size_t line = 0; text.size() < 3000; ++line) {
        text += lines[(line * line + line / 3) % lines.size()];
    }
    return text;
}

std::vector<nlohmann::json> jsonLines(const std::string& text)
{
    std::vector<nlohmann::json> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(nlohmann::json::parse(line, nullptr, false));
        EXPECT_FALSE(lines.back().is_discarded()) << "no JSON: " << line;
    }
    return lines;
}

std::vector<nlohmann::json> events(const std::string& text, const std::string& kind)
{
    std::vector<nlohmann::json> found;
    for (const nlohmann::json& line : jsonLines(text)) {
        if (line.is_object() && line.value("event", "") == kind) {
            found.push_back(line);
        }
    }
    return found;
}

testing::AssertionResult isRefused(const Outcome& outcome, const std::string& wordsOfTheSentence)
{
    const auto lines = std::count(outcome.err.begin(), outcome.err.end(), '\n');
    if (outcome.exitCode != 3) {
        return testing::AssertionFailure()
               << "exit code " << outcome.exitCode << ", signal " << outcome.signal << ": " << outcome.err;
    }
    if (lines != 1 || !outcome.err.starts_with("hamnet: ")) {
        return testing::AssertionFailure() << "not one sentence: " << outcome.err;
    }
    if (outcome.err.find(wordsOfTheSentence) == std::string::npos) {
        return testing::AssertionFailure() << "no \"" << wordsOfTheSentence << "\" in: " << outcome.err;
    }
    if (!outcome.out.empty()) {
        return testing::AssertionFailure() << "output before it was refused: " << outcome.out;
    }
    return testing::AssertionSuccess() << outcome.err;
}
