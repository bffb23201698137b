// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"

#include "app/cli/program.h"
#include "app/contest/engine_process.h"
#include "engine/backends/device_group.h"
#include "tests/support/main.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace {

/// What a call changes of this process; all is as before when this goes.
class Surroundings {
public:
    explicit Surroundings(const Call& call) : m_folder(std::filesystem::current_path())
    {
        ::sigaction(SIGPIPE, nullptr, &m_brokenPipe);
        // What is tested computes on the processor, on any machine, unless it is told another device.
        set("CUDA_VISIBLE_DEVICES=");
        for (const std::string& setting : call.environment) {
            set(setting);
        }
        std::filesystem::current_path(call.folder);
    }
    ~Surroundings()
    {
        std::error_code gone;
        std::filesystem::current_path(m_folder, gone);
        for (const auto& [name, value] : m_earlier) {
            value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
        }
        ::sigaction(SIGPIPE, &m_brokenPipe, nullptr);
    }
    Surroundings(const Surroundings&) = delete;
    Surroundings& operator=(const Surroundings&) = delete;

private:
    void set(const std::string& setting)
    {
        const std::size_t sign = setting.find('=');
        const std::string name = setting.substr(0, sign);
        const char* const value = std::getenv(name.c_str());
        m_earlier.try_emplace(name, value == nullptr ? std::nullopt : std::optional<std::string>(value));
        ::setenv(name.c_str(), setting.substr(sign + 1).c_str(), 1);
    }

    std::filesystem::path m_folder;
    std::map<std::string, std::optional<std::string>> m_earlier; ///< of the environment
    struct sigaction m_brokenPipe = {};
};

std::string textOf(const engine::FileDescriptor& file)
{
    std::string text(static_cast<std::size_t>(::lseek(file.number(), 0, SEEK_END)), '\0');
    if (::pread(file.number(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
        throw std::runtime_error("a file in memory cannot be read");
    }
    return text;
}

/// Runs the program in this process, in the call's folder.
Outcome inThisProcess(const Call& call)
{
    if (std::ranges::find(call.arguments, "--detach") != call.arguments.end()) {
        throw std::logic_error("--detach starts this process once more with its own command line: see hamnetProcess()");
    }
    std::vector<std::string> words = call.arguments;
    words.insert(words.begin(), "hamnet");
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    const engine::FileDescriptor in = fileWith(call.input), err = fileWith("");
    const engine::FileDescriptor out =
        call.outputFile.empty() ? fileWith("")
                                : engine::FileDescriptor(::open(call.outputFile.c_str(), O_WRONLY | O_CLOEXEC));
    const Surroundings surroundings(call);
    Outcome outcome;
    outcome.exitCode = cli::runProgram(static_cast<int>(words.size()), arguments.data(),
                                       {.in = in.number(), .out = out.number(), .err = err.number()});
    outcome.out = call.outputFile.empty() ? textOf(out) : "";
    outcome.err = textOf(err);
    return outcome;
}

} // namespace

std::optional<int> answerAsProgram(int argumentCount, char** arguments)
{
    if (contest::answerMeasurements(argumentCount, arguments) || engine::follow(argumentCount, arguments)) {
        return 0;
    }
    if (cli::isCalledAsTerminal(argumentCount, arguments)) {
        return cli::runProgram(argumentCount, arguments);
    }
    return std::nullopt;
}

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
    return hamnet(Call{.arguments = std::move(arguments), .input = input});
}

Outcome Workshop::hamnet(const Call& call) const
{
    Call here = call;
    here.folder = m_folder / call.folder;
    return inThisProcess(here);
}

Outcome Workshop::done(std::vector<std::string> arguments) const
{
    return done(Call{.arguments = std::move(arguments)});
}

Outcome Workshop::done(const Call& call) const
{
    Outcome outcome = hamnet(call);
    EXPECT_EQ(outcome.exitCode, 0) << testing::PrintToString(call.arguments) << ": " << outcome.err;
    return outcome;
}

nlohmann::json Workshop::jsonOf(std::vector<std::string> arguments) const
{
    arguments.emplace_back("--json");
    return jsonLines(done(std::move(arguments)).out).at(0);
}

Outcome Workshop::hamnetProcess(Launch launch) const
{
    launch.folder = m_folder;
    return ::hamnetProcess(launch);
}

void Workshop::train(const std::string& checkpoint, int iterations) const
{
    done({"train", "tiny.prototxt", "--data", "text.txt", "--threads", "1", "--iterations", std::to_string(iterations),
          "--checkpoint", checkpoint, "--overwrite"});
}

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& more)
{
    first.insert(first.end(), more.begin(), more.end());
    return first;
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

std::string sequenceModel(const SequenceNet& net)
{
    return R"(name: "tiny series"
layer { name: "rows" type: "SequenceData" top: "x" top: "clip" top: "label" sequence_data_param { )" +
           net.data + R"( } }
layer { name: "cell" type: ")" +
           net.cell + R"(" bottom: "x" bottom: "clip" top: "h"
  recurrent_param { num_output: )" +
           std::to_string(net.units) + R"( weight_filler { type: "xavier" } } }
layer { name: "end" type: "Last" bottom: "h" top: "end" }
layer { name: "said" type: "InnerProduct" bottom: "end" top: "said"
  inner_product_param { )" +
           net.outputs + R"( weight_filler { type: "xavier" } } }
layer { name: "loss" type: ")" +
           net.loss + R"(" bottom: "said" bottom: "label" top: "loss" }
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

std::string changed(std::string text, const std::vector<Change>& changes)
{
    for (const Change& change : changes) {
        const std::size_t at = text.find(change.from);
        EXPECT_NE(at, std::string::npos) << "no " << change.from << " in " << text;
        text.replace(std::min(at, text.size()), change.from.size(), change.to);
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

std::string tableOf(const std::string& header, int rows, const std::function<std::string(int)>& row)
{
    std::string text = header + "\n";
    for (int number = 0; number < rows; ++number) {
        text += row(number) + "\n";
    }
    return text;
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

std::vector<double> losses(const Outcome& run)
{
    std::vector<double> all;
    for (const nlohmann::json& event : events(run.out, "train")) {
        all.push_back(event.at("loss"));
    }
    return all;
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
