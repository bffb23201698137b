// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/formats/sequence_sample.h"

#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/layers/layers.h"
#include "engine/net/net.h"
#include "tests/formats/net_run.h"

#include <memory>
#include <numeric>

namespace engine {
namespace {

constexpr std::int64_t steps = 6, width = 3, count = 5, letters = 7;

/// Of the columns of the table; far from 0, as years are.
const std::vector<Standardisation> columnScales = {{1990, 12.5}, {-3, 0.25}, {0.5, 4}};
constexpr Standardisation targetScale{21.5, 6};

std::int32_t lengthOf(std::int64_t sample)
{
    return static_cast<std::int32_t>(steps - (sample * 2) % 5); // 6, 4, 2, 5, 3
}

template <typename Number>
void setBlock(Samples& samples, std::vector<Number> numbers, std::span<const Number>& place)
{
    const auto block = std::make_shared<std::vector<Number>>(std::move(numbers));
    samples.memory = block;
    place = *block;
}

} // namespace

std::string SequenceCase::name() const
{
    return say("%1, %2 %3, %4%5%6%7", kind, cell, settings, end, lengths ? ", lengths" : "", columns ? ", columns" : "",
               numbers ? ", numbers" : "");
}

std::vector<SequenceCase> sequenceCases()
{
    std::vector<SequenceCase> all;
    for (const Cell* const cell : recurrentCells()) {
        const std::string choice = cell->choice ? say("%1: %2", cell->choice->key, cell->choice->value) : "";
        for (const char* more : {"", " bidirectional: true", " num_layers: 2 bidirectional: true"}) {
            for (const bool lengths : {false, true}) {
                all.push_back({.cell = std::string(cell->layer), .settings = choice + more, .lengths = lengths});
            }
        }
    }
    all.push_back({.columns = true});
    for (const bool lengths : {false, true}) {
        all.push_back({.settings = "bidirectional: true", .end = "MeanOverSteps", .lengths = lengths});
        all.push_back({.kind = "LINES", .cell = "GRU", .end = lengths ? "MeanOverSteps" : "Last", .lengths = true});
        all.push_back({.kind = "TABLE", .cell = "GRU", .lengths = lengths});
        all.push_back({.kind = "TABLE", .lengths = lengths, .numbers = true});
    }
    return all;
}

PortableNet sequenceNet(const SequenceCase& one)
{
    const bool lines = one.kind == "LINES";
    const std::string embedding = lines ? R"(
layer { name: "letters" type: "Embed" bottom: "data" top: "vectors"
  embed_param { input_dim: 7 num_output: 3 bias_term: false weight_filler { type: "xavier" } } })"
                                        : "";
    const std::string end = one.bidirectional() && one.end == "Last" ? " last_param { bidirectional: true }" : "";
    PortableNet net{
        .model = readModel(
            say("%1%2%3%4%5%6%7%8%9%10%11%12%13%14%15%16%17%18%19%20%21%22", R"(name: "sequences"
layer { name: "sequences" type: "SequenceData" top: "data" top: "clip" top: "label" top: "length"
  sequence_data_param { kind: )",
                one.kind, one.columns ? " read: COLUMN" : "", R"( batch_size: 5 time_steps: 6 width: 3 } })", embedding,
                R"(
layer { name: "rnn" type: ")",
                one.cell, R"(" bottom: ")", lines ? "vectors" : "data", R"(" bottom: "clip" top: "memory"
  recurrent_param { num_output: 4 weight_filler { type: "xavier" } )",
                one.settings, R"( } }
layer { name: "end" type: ")",
                one.end, R"(" bottom: "memory" )", one.lengths ? R"(bottom: "length" )" : "", R"(top: "end")", end,
                R"( }
layer { name: "dropout" type: "Dropout" bottom: "end" top: "end" }
layer { name: "said" type: "InnerProduct" bottom: "end" top: "said"
  inner_product_param { num_output: )",
                one.numbers ? 1 : 4, R"( weight_filler { type: "xavier" } } }
layer { name: "loss" type: ")",
                one.numbers ? "EuclideanLoss" : "SoftmaxWithLoss", R"(" bottom: "said" bottom: "label" top: "loss" }
)"),
            "sequences")};
    net.sequences = sequencesFor(one).facts;
    if (lines) {
        net.vocabulary = Vocabulary(Encoding::Utf8, {U' ', U'a', U'b', U'c', U'd', U'é', U'…'});
    }
    for (const LayerPlaces& layer : weightPlaces(net.model)) {
        for (const LayerWeight& place : layer.weights) {
            net.weights.push_back(
                {place.name, place.spec.shape, std::vector<float>(static_cast<std::size_t>(place.spec.shape.count()))});
        }
    }
    scramble(net, 0.5F);
    return net;
}

Samples sequencesFor(const SequenceCase& one)
{
    const bool lines = one.kind == "LINES", table = one.kind == "TABLE";
    Samples samples;
    const std::int64_t numbers = lines ? 1 : width;
    samples.layout = {.steps = steps,
                      .width = numbers,
                      .stepStride = one.columns ? 1 : numbers,
                      .valueStride = one.columns ? steps : 1,
                      .scale = lines || table ? 1 : pixelScale};
    std::vector<float> reals;
    std::vector<std::uint8_t> pixels;
    for (std::int64_t element = 0; element < count * steps * numbers; ++element) {
        reals.push_back(lines ? static_cast<float>(element * element % letters)
                              : static_cast<float>(element * 37 % 41) / 20.0F - 1);
        pixels.push_back(static_cast<std::uint8_t>(element * 97 % 256));
    }
    if (lines || table) {
        setBlock<float>(samples, reals, samples.numbers);
    } else {
        setBlock<std::uint8_t>(samples, pixels, samples.bytes);
    }
    for (std::int64_t sample = 0; sample < count; ++sample) {
        samples.starts.push_back(sample * steps * numbers);
        samples.answers.push_back(0);
        if (one.lengths || lines) {
            samples.lengths.push_back(lengthOf(sample));
        }
    }
    samples.facts = {.kind = lines ? "lines" : table ? "table" : "rows", .steps = steps, .width = numbers};
    if (!one.numbers) {
        samples.facts.classes = {"ann", "bob", "cé", "d\t\"e\""};
    }
    if (table) {
        samples.facts.target = "target";
        samples.facts.inputs = {"year", "b", "c"};
        samples.facts.inputScales = columnScales;
        samples.facts.targetScale = one.numbers ? targetScale : Standardisation();
    }
    return samples;
}

std::vector<GraphInput> graphInputs(const PortableNet& net, const Samples& samples)
{
    const std::string& kind = samples.facts.kind;
    const SampleLayout& layout = samples.layout;
    const bool columns = layout.valueStride > 1;
    GraphInput input{.name = kind == "lines"   ? "text"
                             : kind == "table" ? "window"
                                               : "image",
                     .extents = {count, columns ? layout.width : layout.steps},
                     .values = {},
                     .whole = kind == "lines"};
    if (kind != "lines") {
        input.extents.push_back(columns ? layout.steps : layout.width);
    }
    const std::int64_t outer = input.extents[1], inner = kind == "lines" ? 1 : input.extents[2];
    for (std::int64_t sample = 0; sample < count; ++sample) {
        for (std::int64_t place = 0; place < outer * inner; ++place) {
            const std::int64_t row = place / inner, column = place % inner;
            const std::int64_t t = columns ? column : row, i = columns ? row : column;
            double value = static_cast<double>(samples.valueOf(sample, t, i)) / static_cast<double>(layout.scale);
            if (kind == "table") {
                const Standardisation& scale = columnScales[static_cast<std::size_t>(i)];
                value = value * scale.deviation + scale.mean;
            }
            // What lies behind the end is nobody's business.
            input.values.push_back(t < samples.lengthOf(sample) ? value : input.whole ? 1 : 77);
        }
    }
    std::vector<GraphInput> inputs = {input};
    if (!sampleWiring(net.model, Phase::Test).lengths.empty()) {
        inputs.push_back({.name = "lengths", .extents = {count}, .values = {}, .whole = true});
        for (std::int64_t sample = 0; sample < count; ++sample) {
            inputs.back().values.push_back(static_cast<double>(samples.lengthOf(sample)));
        }
    }
    return inputs;
}

std::vector<float> answersOf(const PortableNet& net, const Samples& samples)
{
    CpuDevice device(cpuBackend(), 1);
    WeightStore store(net.model, device, 1);
    store.write(net.weights);
    Net running(net.model, Phase::Test, store, engineFor(net.model), 0);
    const DataWiring& wiring = running.wiring();
    std::vector<float> values(static_cast<std::size_t>(steps * count * samples.layout.width));
    std::vector<float> cont(static_cast<std::size_t>(steps * count)), answers(count), lengths(count);
    std::vector<std::int32_t> chosen(count);
    std::iota(chosen.begin(), chosen.end(), 0);
    cutBatch(samples, chosen, count, {values, cont, answers, lengths});
    device.toDevice(values, running.tensor(wiring.values).data);
    device.toDevice(cont, running.tensor(wiring.cont).data);
    device.toDevice(answers, running.tensor(wiring.answers).data);
    if (!wiring.lengths.empty()) {
        device.toDevice(lengths, running.tensor(wiring.lengths).data);
    }
    running.forward({.startsOnlyFirst = samples.haveOneLength()});
    const Tensor& tensor = running.tensor(wiring.scores);
    std::vector<float> said(static_cast<std::size_t>(tensor.count()));
    device.toHost(tensor.data, said);
    const Standardisation& scale = samples.facts.targetScale;
    for (float& number : said) {
        number = static_cast<float>(static_cast<double>(number) * scale.deviation + scale.mean);
    }
    return said;
}

} // namespace engine
