// SPDX-License-Identifier: GPL-3.0-or-later
#include "python/engine/sequences.h"

#include "engine/data/read_samples.h"
#include "engine/data/text_scan.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/run/run.h"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace python {
namespace {

template <typename Number>
std::string_view bytesOf(std::span<const Number> numbers)
{
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

/// The steps that the net reads: shorter sequences have lengths, and where none is shorter, none has one.
void setSteps(engine::Samples& samples, std::int64_t steps)
{
    samples.layout.steps = samples.facts.steps = steps;
    if (std::ranges::all_of(samples.lengths, [&](std::int32_t length) { return length == steps; })) {
        samples.lengths.clear();
    }
}

} // namespace

engine::Samples samplesOf(const Arrays& arrays)
{
    engine::Samples samples;
    const auto block = std::make_shared<std::vector<float>>(arrays.values.begin(), arrays.values.end());
    samples.memory = block;
    samples.numbers = *block;
    samples.layout = {.width = arrays.width, .stepStride = arrays.width};
    samples.facts = {.kind = std::string(engine::kinds::sequences.name),
                     .file = "X",
                     .width = arrays.width,
                     .classes = arrays.classes};
    std::int64_t start = 0;
    for (const std::int32_t length : arrays.lengths) {
        samples.starts.push_back(start * arrays.width);
        samples.lengths.push_back(length);
        start += length;
    }
    samples.answers.assign(arrays.answers.begin(), arrays.answers.end());
    samples.answers.resize(samples.starts.size(), engine::missingAnswer(samples.facts));
    if (arrays.classes.empty()) {
        samples.targets.assign(arrays.answers.begin(), arrays.answers.end());
        samples.targets.resize(samples.starts.size(), engine::missingAnswer(samples.facts));
    }
    engine::Digest digest;
    digest.add(bytesOf(samples.numbers));
    digest.add(bytesOf(arrays.lengths));
    digest.add(bytesOf(std::span<const float>(samples.answers)));
    samples.facts.digest = digest.hexadecimal();
    return samples;
}

engine::Samples samplesFor(const engine::Model& model, const Arrays& arrays)
{
    engine::Samples samples = samplesOf(arrays);
    setSteps(samples, samples.lengths.empty() ? 0 : *std::ranges::max_element(samples.lengths));
    engine::cutParts(samples, samples.count(), engine::sampleSettings(model), false);
    return samples;
}

engine::Samples samplesFor(const engine::SampleFacts& learned, engine::Samples samples)
{
    if (learned.kind != engine::kinds::sequences.name) { // columns are scaled, characters have numbers, ...
        const engine::DataKind& kind = engine::sequencesNamed(learned.kind);
        throw engine::Error(engine::say("the net has learned %1; give %2", kind.content,
                                        kind.ofColumns ? "a frame or a table" : "the path of such data"));
    }
    if (samples.layout.width != learned.width) {
        throw engine::Error(
            engine::say("X has %1 numbers in a step, but the net reads %2", samples.layout.width, learned.width));
    }
    const auto longest = std::ranges::max_element(samples.lengths);
    if (longest != samples.lengths.end() && *longest > learned.steps) {
        throw engine::Error(engine::say("X[%1] has %2 steps, but the net reads at most %3",
                                        longest - samples.lengths.begin(), *longest, learned.steps));
    }
    setSteps(samples, learned.steps);
    return samples;
}

} // namespace python
