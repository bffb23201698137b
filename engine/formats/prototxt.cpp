// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt.h"

#include "engine/formats/prototxt_text.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace engine {

namespace {

/// The whole file. Reads no further than the reader would accept, so that a pipe without end does no harm.
std::string contents(const std::filesystem::path& file)
{
    const auto refuse = [&](const std::string& reason) { throw Error(file.string() + ": cannot be read: " + reason); };
    std::error_code problem;
    if (std::filesystem::is_directory(file, problem)) {
        refuse("it is a folder");
    }
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        refuse(std::generic_category().message(errno));
    }
    std::string text;
    std::string block(1 << 16, '\0');
    while (text.size() <= prototxt::mostBytes && stream) {
        stream.read(block.data(), static_cast<std::streamsize>(block.size()));
        text.append(block, 0, static_cast<std::size_t>(stream.gcount()));
    }
    if (stream.bad()) {
        refuse(std::generic_category().message(errno));
    }
    return text;
}

/// The line of the layer that the sentence is about: its own, or by the name that it starts with; 0 if there is none.
int lineOf(const std::string& problem, const std::vector<LayerSizes>& layers)
{
    const LayerSizes* named = nullptr;
    for (const LayerSizes& layer : layers) {
        if (layer.problem == problem) {
            return layer.line;
        }
        const bool longer = !named || layer.name.size() >= named->name.size(); // "a: b" is not "a"
        if (longer && problem.starts_with("layer " + layer.name + ": ")) {
            named = &layer;
        }
    }
    return named ? named->line : 0;
}

} // namespace

Model readModelFile(const std::filesystem::path& file, std::optional<Dialect> dialect, std::vector<std::string>* notes)
{
    return readModel(contents(file), file.string(), dialect, notes);
}

std::filesystem::path solverBeside(const std::filesystem::path& model)
{
    return model.parent_path() / (model.stem().string() + "_solver.prototxt");
}

SolverSettings readSolverFile(const std::filesystem::path& file, std::optional<Dialect> dialect,
                              std::vector<std::string>* notes)
{
    return readSolver(contents(file), file.string(), dialect, notes);
}

std::vector<std::string> checkModel(const Model& model, const std::string& fileName, const SizeOptions& options)
{
    const SizeReport report = sizeReport(model, options);
    std::vector<std::string> sentences;
    for (const std::string& problem : report.problems) {
        const int line = lineOf(problem, report.layers);
        sentences.push_back(fileName + (line > 0 ? ":" + std::to_string(line) : "") + ": " + problem);
    }
    return sentences;
}

} // namespace engine
