// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors by PyTorch, with the net and the vocabulary that their metadata bring.
#include "engine/formats/exchange/torch_weights.h"
#include "tests/formats/exchange_sample.h"
#include "tests/formats/sequence_sample.h"
#include "tests/fuzz/target.h"

namespace fuzz {

namespace {

using namespace engine;

void eatFor(const TensorFile& file, const Model& model)
{
    const std::int64_t rows = vocabularyOf(file, model);
    TransferReport report;
    fromTorch(file, rows > 0 ? withVocabulary(model, rows) : model, report);
}

void eatSafetensors(std::span<const std::byte> file)
{
    reads([&] {
        const TensorFile tensors = parseSafetensors(file, "a.safetensors");
        const std::string written = printSafetensors(tensors);
        require(printSafetensors(parseSafetensors(std::as_bytes(std::span(written)), "again")) == written,
                "what was written is written so again");
        reads([&] { eatFor(tensors, sampleModel(2)); });
        reads([&] {
            const TorchFile about = torchFileOf(tensors.metadata, "a.safetensors");
            if (about.model) {
                eatFor(tensors, *about.model);
            }
        });
    });
}

std::vector<Bytes> safetensorsSeeds()
{
    std::vector<Bytes> all;
    for (const int stacked : {1, 2}) {
        const Model model = sampleModel(stacked);
        TransferReport report;
        TensorFile file =
            toTorch({.model = model, .vocabulary = sampleVocabulary(), .weights = sampleWeights(model), .iteration = 3},
                    report);
        all.push_back(bytesOf(printSafetensors(file)));
        file.metadata.clear();
        all.push_back(bytesOf(printSafetensors(file)));
    }
    const PortableNet series = sequenceNet({.kind = "TABLE", .numbers = true});
    TransferReport report;
    all.push_back(bytesOf(printSafetensors(toTorch(series, report))));
    const std::string header = R"({"h":{"dtype":"F16","shape":[2],"data_offsets":[0,4]},)"
                               R"("d":{"dtype":"F64","shape":[1],"data_offsets":[4,12]}})";
    const std::uint64_t size = header.size();
    std::string small(reinterpret_cast<const char*>(&size), sizeof size);
    small += header;
    small.append(12, 'x');
    all.push_back(bytesOf(small));
    return all;
}

} // namespace

const Target safetensors = {"safetensors", eatSafetensors, safetensorsSeeds};

} // namespace fuzz
