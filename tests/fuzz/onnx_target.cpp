// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX graphs, with a net of ours and without.
#include "engine/formats/net_file.h"
#include "engine/formats/onnx.h"
#include "engine/formats/onnx_graph.h"
#include "tests/formats/exchange_sample.h"
#include "tests/formats/sequence_sample.h"
#include "tests/fuzz/target.h"

namespace fuzz {

using namespace engine;

void eat(std::span<const std::byte> file)
{
    reads([&] {
        const PortableNet net = parseOnnx(file, "a.onnx", {});
        if (missingWeights(net).empty()) {
            TransferReport report;
            reads([&] { printOnnx(net, report); });
        }
    });
    reads([&] { parseOnnx(file, "a.onnx", {.model = sampleModel(2), .vocabulary = sampleVocabulary()}); });
}

std::string_view format()
{
    return "onnx";
}

std::vector<Bytes> seeds()
{
    std::vector<Bytes> all;
    for (const int stacked : {1, 2}) {
        PortableNet net{.model = sampleModel(stacked)};
        net.vocabulary = sampleVocabulary();
        net.weights = sampleWeights(net.model);
        TransferReport report;
        const std::string file = printOnnx(net, report);
        all.push_back(bytesOf(file));
        onnx::Graph graph = onnx::parse(std::as_bytes(std::span(file)), "seed");
        graph.metadata.clear();
        all.push_back(bytesOf(onnx::print(graph)));
    }
    for (const SequenceCase& one : {SequenceCase{.kind = "TABLE", .numbers = true},
                                    SequenceCase{.kind = "LINES", .end = "MeanOverSteps", .lengths = true}}) {
        TransferReport report;
        all.push_back(bytesOf(printOnnx(sequenceNet(one), report)));
    }
    return all;
}

} // namespace fuzz
