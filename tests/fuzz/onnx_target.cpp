// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX graphs, with a net of ours and without.
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/exchange/protobuf_wire.h"
#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_graph.h"
#include "tests/formats/exchange_sample.h"
#include "tests/formats/sequence_sample.h"
#include "tests/fuzz/target.h"
#include "tests/support/temporary_folder.h"

namespace fuzz {

using namespace engine;

namespace {

constexpr auto numbersFile = "numbers.data";

/// A folder with a file of 64 bytes, for graphs whose numbers lie outside.
const std::filesystem::path& folderOfNumbers()
{
    static const TemporaryFolder folder;
    [[maybe_unused]] static const std::filesystem::path file = folder.write(numbersFile, std::string(64, '?'));
    return folder.path();
}

Bytes withNumbersOutside()
{
    wire::Writer tensor, graph, file; // dims, data_type FLOAT, name, external_data, data_location EXTERNAL
    tensor.integer(1, 4).integer(2, 1).text(8, "w");
    for (const auto& [key, value] :
         {std::pair("location", numbersFile), std::pair("offset", "8"), std::pair("length", "16")}) {
        tensor.message(13, wire::Writer().text(1, key).text(2, value));
    }
    tensor.integer(14, 1);
    graph.message(5, tensor);
    file.message(7, graph);
    return bytesOf(file.bytes());
}

void eatOnnx(std::span<const std::byte> file)
{
    reads([&] {
        const PortableNet net = parseOnnx(file, "a.onnx", {});
        if (missingWeights(net).empty()) {
            TransferReport report;
            reads([&] { printOnnx(net, report); });
        }
    });
    reads([&] { onnx::parse(file, "a.onnx", folderOfNumbers()); });
    reads([&] { parseOnnx(file, "a.onnx", {.model = sampleModel(2), .vocabulary = sampleVocabulary()}); });
}

std::vector<Bytes> onnxSeeds()
{
    std::vector<Bytes> all;
    for (const Model& model :
         {sampleModel(1), sampleModel(2),
          sampleModel({.type = "CELL", .settings = "equations: \"h = tanh(W x + u * h[t-1])\""})}) {
        PortableNet net{.model = model};
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
    all.push_back(withNumbersOutside());
    return all;
}

} // namespace

const Target onnx = {"onnx", eatOnnx, onnxSeeds};

} // namespace fuzz
