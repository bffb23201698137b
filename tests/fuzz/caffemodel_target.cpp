// SPDX-License-Identifier: GPL-3.0-or-later
// Caffe's weights and solver states. What reads is written and read again, and its weights are held against models.
#include "engine/formats/exchange/caffemodel.h"
#include "tests/formats/exchange_sample.h"
#include "tests/fuzz/target.h"

namespace fuzz {

namespace {

using namespace engine;

void eatNet(std::span<const std::byte> file)
{
    const CaffeNet net = parseCaffeNet(file, "a.caffemodel");
    const std::string written = printCaffeNet(net);
    require(printCaffeNet(parseCaffeNet(std::as_bytes(std::span(written)), "again.caffemodel")) == written,
            "what was written is written so again");
    for (const int stacked : {1, 2}) {
        const Model model = sampleModel(stacked);
        reads([&] {
            const std::int64_t rows = vocabularyOf(net, model);
            TransferReport report;
            fromCaffe(net, rows > 0 ? withVocabulary(model, rows) : model, report);
        });
    }
}

void eatState(std::span<const std::byte> file)
{
    const CaffeSolverState state = parseCaffeSolverState(file, "a.solverstate");
    const std::string written = printCaffeSolverState(state);
    require(printCaffeSolverState(parseCaffeSolverState(std::as_bytes(std::span(written)), "again")) == written,
            "what was written is written so again");
    reads([&] { historyFromCaffe(state.history, sampleModel(2)); });
}

void eatCaffemodel(std::span<const std::byte> file)
{
    reads([&] { eatNet(file); });
    reads([&] { eatState(file); });
}

std::vector<Bytes> caffemodelSeeds()
{
    std::vector<Bytes> all;
    for (const int stacked : {1, 2}) {
        const Model model = sampleModel(stacked);
        const std::vector<NamedTensor> weights = sampleWeights(model);
        TransferReport report;
        const std::string net = printCaffeNet(toCaffe(model, weights, report));
        all.push_back(bytesOf(net));
        all.push_back(bytesOf(net + std::string(256, '\0') + "mycaffe.ai1.0.1" + std::string(35, '\0') + "mycaffe.ai"));
        std::vector<NamedTensor> history = weights;
        for (NamedTensor& tensor : history) {
            tensor.name = "history0/" + tensor.name;
        }
        all.push_back(bytesOf(printCaffeSolverState({.iteration = 9,
                                                     .learnedNet = "net.caffemodel",
                                                     .history = historyToCaffe(model, history),
                                                     .currentStep = 1})));
    }
    return all;
}

} // namespace

const Target caffemodel = {"caffemodel", eatCaffemodel, caffemodelSeeds};

} // namespace fuzz
