// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/command_line.h"

#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"
#include "engine/training/run/run_specs.h"

#include <array>
#include <charconv>

namespace studio {

namespace {

/// The shortest number that reads back as the same.
std::string numberInWords(double number)
{
    std::array<char, 64> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
    return {text.data(), end};
}

/// Words of a command in a row.
class Line {
public:
    explicit Line(std::string start) : m_text(std::move(start)) {}

    void add(std::string_view word) { m_text += " " + engine::shellQuoted(word); }
    void addFile(const std::filesystem::path& file) { m_text += " " + engine::shellFile(file); }
    void add(std::string_view option, std::string_view value)
    {
        // A value that looks like an option must hang on its own.
        if (value.starts_with('-')) {
            add(std::string(option) + "=" + std::string(value));
        } else {
            add(option);
            add(value);
        }
    }
    void add(std::string_view option, std::int64_t value) { add(option, std::to_string(value)); }

    const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

/// The window writes on the processor in fp32, whatever device and precision the net was trained with.
void addMachine(Line& line, const engine::EngineWish& engine, int threads)
{
    line.add("--device", "cpu");
    line.add("--precision", "fp32");
    if (engine) {
        line.add("--engine", engine::folded(*engine));
    }
    if (threads > 0) {
        line.add("--threads", threads);
    }
}

void addSources(Line& line, const TrainingRequest& request)
{
    if (!request.run.resume.empty()) {
        line.add("--resume", request.run.resume.string());
    } else {
        line.addFile(request.modelFile);
        if (request.solverFile != engine::solverBeside(request.modelFile) &&
            request.solverFile != engine::solverOf(request.modelFile)) {
            line.add("--solver", request.solverFile.string());
        }
        if (!request.run.first.file.empty()) {
            line.add("--init-weights", request.run.first.file.string());
            if (!request.run.first.text.empty()) {
                line.add("--init-data", request.run.first.text.string());
            }
        }
    }
    if (!request.run.data.empty()) {
        line.add("--data", request.run.data.string());
    }
}

/// Whether the terminal does the same where the setting is not said: the value is the plain default, or the solver's.
bool goesWithoutSaying(const engine::RunSpec& spec, const engine::ParamValue& value, const TrainingRequest& request)
{
    if (spec.unset.empty()) {
        return value == engine::fallbackOf(spec.param, engine::Dialect::Bvlc);
    }
    // A run that goes on has another solver; epochs push the solver's iterations aside.
    if (!request.run.resume.empty() || (spec.param.key == "iterations" && request.run.settings.contains("epochs"))) {
        return false;
    }
    const auto found = request.run.solver.params.find(spec.solverKey);
    return found != request.run.solver.params.end() && found->second == value;
}

void addSettings(Line& line, const TrainingRequest& request)
{
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        const auto given = request.run.settings.find(spec.param.key);
        const bool isKept = !request.run.resume.empty() && spec.param.key == "seed"; // by the run that goes on
        if (given == request.run.settings.end() || isKept || goesWithoutSaying(spec, given->second, request)) {
            continue;
        }
        const std::string text = engine::optionText(given->second);
        line.add(engine::optionOf(spec), spec.param.key == "engine" ? engine::folded(text) : text);
    }
}

void addCheckpoint(Line& line, const TrainingRequest& request)
{
    if (request.checkpoint.empty()) {
        line.add("--no-checkpoint");
    } else {
        line.add("--checkpoint", request.checkpoint.string());
    }
}

constexpr auto startFile = "start.hamnet"; ///< what the terminal makes of another program's file

/// The command that makes a checkpoint of another program's file, up to the one that follows; empty where none is due.
std::string converted(const GenerationRequest& request)
{
    if (!isForeign(request.source.file)) {
        return {};
    }
    Line line("hamnet convert");
    line.addFile(request.source.file);
    line.add(startFile);
    if (!request.source.model.layers.empty()) {
        line.add("--model", request.modelFile.string());
    }
    if (!request.source.corpus.empty()) {
        line.add("--data", request.source.corpus.string());
    }
    return line.text() + " && ";
}

/// The same for a training that goes on from Caffe's solver state.
std::string converted(const TrainingRequest& request)
{
    Line line("hamnet convert");
    line.addFile(request.run.first.file);
    line.add(startFile);
    line.add("--model", request.modelFile.string());
    line.add("--data", request.run.data.string());
    line.add("--solver", request.solverFile.string());
    line.add("--solverstate", request.run.first.solverState.string());
    return line.text() + " && ";
}

} // namespace

std::string commandLine(const TrainingRequest& request)
{
    if (!request.run.first.solverState.empty() && request.run.resume.empty()) {
        TrainingRequest second = request;
        second.run.first.solverState.clear();
        second.run.first.file.clear();
        second.run.resume = startFile;
        return converted(request) + commandLine(second);
    }
    Line line("hamnet train");
    addSources(line, request);
    addSettings(line, request);
    addCheckpoint(line, request);
    return line.text();
}

std::string commandLine(const GenerationRequest& request, const std::filesystem::path& running)
{
    const WrittenText &wish = request.wish, unset;
    Line line(converted(request) + "hamnet generate");
    line.addFile(request.source.file.empty()      ? running
                 : isForeign(request.source.file) ? startFile
                                                  : request.source.file);
    if (!wish.prompt.empty()) {
        line.add("--prompt", wish.prompt);
    }
    line.add("--length", wish.length);
    if (wish.temperature != unset.temperature) {
        line.add("--temperature", numberInWords(wish.temperature));
    }
    if (wish.topK != unset.topK) {
        line.add("--top-k", wish.topK);
    }
    if (wish.topP != unset.topP) {
        line.add("--top-p", numberInWords(wish.topP));
    }
    if (!wish.state.empty()) {
        line.add("--state", wish.state);
    }
    for (const engine::HeldUnit& unit : wish.held) {
        line.add("--clamp", engine::toText(unit));
    }
    if (wish.drawn > 0) {
        line.add("--drawn", wish.drawn);
    }
    line.add("--seed", std::to_string(wish.seed));
    addMachine(line, request.engine, request.threads);
    return line.text();
}

} // namespace studio
