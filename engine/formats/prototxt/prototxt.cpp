// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt.h"

#include "engine/formats/prototxt/prototxt_text.h"
#include "engine/graph/error.h"
#include "engine/graph/system_reason.h"

#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

namespace engine {

namespace {

/// The whole file. Reads no further than the reader would accept, so that a pipe without end does no harm.
std::string contents(const std::filesystem::path& file)
{
    const auto refuse = [&](const Sentence& reason) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: cannot be read: %2"), file.string(), reason));
    };
    std::error_code problem;
    if (std::filesystem::is_directory(file, problem)) {
        refuse(say(ENGINE_TEXT("Sentences", "it is a folder")));
    }
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        refuse(reasonOf(errno));
    }
    std::string text(prototxt::maxBytes + 1, '\0');
    stream.read(text.data(), std::ssize(text));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (stream.bad()) {
        refuse(reasonOf(errno));
    }
    return text;
}

} // namespace

Model readModelFile(const std::filesystem::path& file, std::optional<Dialect> dialect, std::vector<Sentence>* notes)
{
    const std::string text = contents(file);
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: is empty, but a net with layer { ... } is wanted"), file.string()));
    }
    return readModel(text, file.string(), dialect, notes);
}

std::filesystem::path solverBeside(const std::filesystem::path& model)
{
    return model.parent_path() / (model.stem().string() + "_solver.prototxt");
}

SolverSettings readSolverFile(const std::filesystem::path& file, std::optional<Dialect> dialect,
                              std::vector<Sentence>* notes)
{
    return readSolver(contents(file), file.string(), dialect, notes);
}

std::optional<SolverSettings> solverIn(const std::filesystem::path& file, std::vector<Sentence>* notes)
{
    try {
        SolverSettings solver = readSolverFile(file, std::nullopt, notes);
        const bool saysPace = solver.params.contains("base_lr") || solver.params.contains("lr_policy");
        return saysPace ? std::optional(std::move(solver)) : std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::filesystem::path solverOf(const std::filesystem::path& model)
{
    std::error_code unknown;
    const std::filesystem::path beside = solverBeside(model);
    if (std::filesystem::exists(beside, unknown)) {
        return beside;
    }
    const std::filesystem::path general = model.parent_path() / "solver.prototxt";
    if (model.empty() || !std::filesystem::is_regular_file(general, unknown)) {
        return {};
    }
    const std::optional<SolverSettings> solver = solverIn(general);
    const auto namesAnother = [&](const char* key) {
        const auto* const net = givenParam<std::string>(solver->params, key);
        return net && !net->empty() && std::filesystem::path(*net).filename() != model.filename();
    };
    return !solver || namesAnother("net") || namesAnother("train_net") ? std::filesystem::path() : general;
}

std::vector<Sentence> checkModel(const Model& model, const std::string& fileName, const SizeOptions& options)
{
    const SizeReport report = sizeReport(model, options);
    std::vector<Sentence> sentences;
    for (std::size_t index = 0; index < report.problems.size(); ++index) {
        const int line = report.problemLines[index];
        sentences.push_back(
            say("%1: %2", fileName + (line > 0 ? ":" + std::to_string(line) : ""), report.problems[index]));
    }
    return sentences;
}

} // namespace engine
