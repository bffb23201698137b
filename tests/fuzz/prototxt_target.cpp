// SPDX-License-Identifier: GPL-3.0-or-later
// Models and solvers as text. What reads is sized, checked and written in each style, and is the same when it is read
// back.
#include "engine/formats/prototxt/prototxt.h"
#include "tests/fuzz/target.h"
#include "tests/support/paths.h"

namespace fuzz {

namespace {

using namespace engine;

/// Where a layer stood does not tell two models apart here.
Model withoutLines(Model model)
{
    for (Layer& layer : model.layers) {
        layer.line = 0;
    }
    return model;
}

void eatModel(std::string_view text)
{
    const Model model = readModel(text, "a.prototxt");
    const std::string written = writeModel(model);
    const Model again = readModel(written, "again.prototxt");
    require(withoutLines(again) == withoutLines(model), "a model is the same when it was written and read");
    require(writeModel(again) == written, "what was written is written so again");
    for (const Phase phase : {Phase::Train, Phase::Test, Phase::Run}) {
        checkModel(model, "a.prototxt", {.phase = phase, .historyTensors = 2});
    }
    std::vector<engine::Sentence> dropped;
    writeModel(model, WriteStyle::MyCaffe, &dropped);
    reads([&] { writeModel(model, WriteStyle::StrictBvlc, &dropped); });
}

void eatSolver(std::string_view text)
{
    const SolverSettings solver = readSolver(text, "a.prototxt");
    const std::string written = writeSolver(solver);
    const SolverSettings again = readSolver(written, "again.prototxt");
    require(writeSolver(again) == written, "what was written is written so again");
    writeSolver(solver, WriteStyle::MyCaffe);
    reads([&] { writeSolver(solver, WriteStyle::StrictBvlc); });
}

void eatPrototxt(std::span<const std::byte> file)
{
    reads([&] { eatModel(textOf(file)); });
    reads([&] { eatSolver(textOf(file)); });
}

std::vector<Bytes> prototxtSeeds()
{
    std::vector<Bytes> all;
    for (const auto& entry : std::filesystem::directory_iterator(sourceRoot() / "models")) {
        if (entry.path().extension() == ".prototxt") {
            all.push_back(contentOf(entry.path()));
        }
    }
    return all;
}

} // namespace

const Target prototxt = {"prototxt", eatPrototxt, prototxtSeeds};

} // namespace fuzz
