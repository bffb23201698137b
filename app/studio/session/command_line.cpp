// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/command_line.h"

#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"
#include "engine/training/run/run_specs.h"

namespace studio {

namespace {

/// Words of a command in a row.
struct Line {
    std::string text;

    void add(std::string_view word) { text += " " + engine::shellQuoted(word); }
    void addFile(const std::filesystem::path& file) { text += " " + engine::shellFile(file); }
    void add(std::string_view option, const engine::ParamValue& given)
    {
        const std::string value = engine::optionText(given);
        // A value that looks like an option must hang on its own.
        if (value.starts_with('-')) {
            add(std::string(option) + "=" + value);
        } else {
            add(option);
            add(value);
        }
    }
    /// Nothing where the value is the default.
    template <typename Value>
    void addUnless(const Value& byDefault, std::string_view option, const Value& value)
    {
        if (value != byDefault) {
            add(option, value);
        }
    }
    void addNamed(std::string_view option, const std::filesystem::path& file) { addUnless({}, option, file.string()); }
};

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

constexpr auto startFile = "start.hamnet"; ///< what the terminal makes of another program's file

/// The command that makes a checkpoint of another program's file; without a model where the file brings its own.
Line converted(const std::filesystem::path& file, const std::filesystem::path& model, const std::filesystem::path& data)
{
    Line line{"hamnet convert"};
    line.addFile(file);
    line.add(startFile);
    line.addNamed("--model", model);
    line.addNamed("--data", data);
    return line;
}

} // namespace

std::string commandLine(const TrainingRequest& request)
{
    const engine::RunDescription& run = request.run;
    if (!run.first.solverState.empty() && run.resume.empty()) {
        Line first = converted(run.first.file, request.modelFile, run.data);
        first.addNamed("--solver", request.solverFile);
        first.addNamed("--solverstate", run.first.solverState);
        TrainingRequest second = request;
        second.run.first = {};
        second.run.resume = startFile;
        return first.text + " && " + commandLine(second);
    }
    Line line{"hamnet train"};
    if (!run.resume.empty()) {
        line.addNamed("--resume", run.resume);
    } else {
        line.addFile(request.modelFile);
        if (request.solverFile != engine::solverBeside(request.modelFile) &&
            request.solverFile != engine::solverOf(request.modelFile)) {
            line.add("--solver", request.solverFile.string());
        }
        line.addNamed("--init-weights", run.first.file);
        line.addNamed("--init-data", run.first.text);
    }
    line.addNamed("--data", run.data);
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        const auto given = run.settings.find(spec.param.key);
        const bool isKept = !run.resume.empty() && spec.param.key == "seed"; // by the run that goes on
        if (given != run.settings.end() && !isKept && !goesWithoutSaying(spec, given->second, request)) {
            const std::string text = engine::optionText(given->second);
            line.add(engine::optionOf(spec), spec.param.key == "engine" ? engine::folded(text) : text);
        }
    }
    if (request.checkpoint.empty()) {
        line.add("--no-checkpoint");
    }
    line.addNamed("--checkpoint", request.checkpoint);
    return line.text;
}

std::string commandLine(const GenerationRequest& request, const std::filesystem::path& running)
{
    const NetSource& source = request.source;
    const bool foreign = isForeign(source.file);
    Line line;
    if (foreign) {
        line = converted(source.file, source.model.layers.empty() ? "" : request.modelFile, source.corpus);
        line.text += " && ";
    }
    line.text += "hamnet generate";
    line.addFile(source.file.empty() ? running : foreign ? startFile : source.file);
    const WrittenText &wish = request.wish, unset;
    line.addUnless({}, "--prompt", wish.prompt);
    line.add("--length", wish.length);
    line.addUnless(unset.temperature, "--temperature", wish.temperature);
    line.addUnless(unset.topK, "--top-k", wish.topK);
    line.addUnless(unset.topP, "--top-p", wish.topP);
    line.addUnless({}, "--state", wish.state);
    for (const engine::HeldUnit& unit : wish.held) {
        line.add("--clamp", engine::toText(unit));
    }
    line.addUnless(unset.drawn, "--drawn", wish.drawn);
    line.add("--seed", std::to_string(wish.seed));
    // The window writes on the processor in fp32, whatever device and precision the net was trained with.
    line.add("--device", "cpu");
    line.add("--precision", "fp32");
    line.addNamed("--engine", request.engine ? engine::folded(*request.engine) : "");
    line.addUnless(std::int64_t{0}, "--threads", std::int64_t{request.threads});
    return line.text;
}

} // namespace studio
