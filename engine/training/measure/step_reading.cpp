// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/step_reading.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

namespace engine {
namespace {

/// The name of the tensor with the lengths of the sequences, which a layer makes from now on if none did.
std::string addLengths(Model& model, const DataWiring& wiring)
{
    if (!wiring.lengths.empty()) {
        return wiring.lengths;
    }
    const std::string own = "lengths of the steps read"; // no file has this name: names there are without blanks
    for (Layer& layer : model.layers) {
        if (isType(layer, "SEQUENCEDATA")) {
            constexpr std::size_t place = 3; // of the lengths among its tops
            for (std::size_t top = layer.tops.size(); top <= place; ++top) {
                layer.tops.push_back(top == place ? own : own + std::to_string(top));
            }
            return layer.tops[place];
        }
    }
    Layer input{.name = own, .type = "INPUT", .tops = {own}};
    input.params.insert_or_assign("shape", std::vector<Shape>{Shape{wiring.streams}});
    model.layers.insert(model.layers.begin(), std::move(input));
    return own;
}

/// Fewer sequences at a time, where the model allows that.
Model withFewStreams(const Model& model, std::int64_t streams)
{
    Model few = model;
    for (Layer& layer : few.layers) {
        if (isType(layer, "SEQUENCEDATA")) {
            layer.params.insert_or_assign("batch_size", streams);
        }
    }
    const DataWiring wiring = sampleWiring(few, Phase::Test);
    try {
        inferSizes(few);
    } catch (const Error&) {
        return model;
    }
    return wiring.problems.empty() ? few : model;
}

/// Whether the layer says the same of a step, or of a sequence's end, whatever other steps and sequences there are.
bool looksAtNoOtherStep(const Layer& layer, Dialect dialect)
{
    constexpr std::string_view plain[] = {"EMBED", "INNERPRODUCT", "DROPOUT", "RELU", "TANH", "SIGMOID"};
    const LayerType* const type = findLayerType(layer.type);
    if (!type) {
        return false;
    }
    const Params params = completeParams(layer, dialect);
    if (type->name == "LAST") {
        return !flagParam(params, "bidirectional");
    }
    if (const std::optional<RecurrentStack> stack = recurrentStack(*type, params)) {
        constexpr std::size_t xAndCont = 2;
        return !stack->isBidirectional() && layer.bottoms.size() == xAndCont && layer.tops.size() == 1;
    }
    return type->group == LayerGroup::Source || std::ranges::find(plain, type->name) != std::end(plain);
}

/// The net that takes each step of its one sequence for the end: in place of the LAST, h [T, 1, W] becomes [T, W].
/// Nothing where a step depends on later ones.
std::optional<Model> withEveryStep(const Model& single)
{
    Model net = forPrediction(single);
    const auto isLast = [](const Layer& layer) { return isType(layer, "LAST"); };
    const bool fits =
        sampleWiring(single, Phase::Test).streams == 1 && std::ranges::count_if(net.layers, isLast) == 1 &&
        std::ranges::all_of(net.layers, [&](const Layer& layer) { return looksAtNoOtherStep(layer, net.dialect); });
    if (!fits) {
        return std::nullopt;
    }
    Layer& last = *std::ranges::find_if(net.layers, isLast);
    last = {.name = last.name, .type = "RESHAPE", .bottoms = {last.bottoms.front()}, .tops = last.tops};
    last.params.insert_or_assign("shape", std::vector<std::int64_t>{0, -1});
    return net;
}

} // namespace

std::span<const float> StepReading::chancesAt(std::size_t end) const
{
    const auto count = static_cast<std::size_t>(classes);
    return std::span(chances).subspan(end * count, count);
}

StepReader::ByLengths StepReader::byLengths(const Model& model)
{
    Model part = forPhase(model, Phase::Test);
    const DataWiring wiring = requiredWiring(part, Phase::Test, kinds::sequences);
    const auto takesEnd = [](const Layer& layer) { return isType(layer, "LAST") || isType(layer, "MEANOVERSTEPS"); };
    const bool anyLength = std::ranges::any_of(part.layers, takesEnd);
    if (anyLength) {
        const std::string lengths = addLengths(part, wiring);
        for (Layer& layer : part.layers) {
            if (takesEnd(layer) && layer.bottoms.size() == 1) {
                layer.bottoms.push_back(lengths);
            }
        }
    }
    constexpr std::int64_t most = 32;
    const Model single = withFewStreams(part, 1);
    return {withFewStreams(part, std::min(anyLength ? wiring.steps : 1, most)), single, anyLength,
            withEveryStep(single)};
}

StepReader::StepReader(const Model& model, WeightStore& store, const SampleFacts& facts, const EngineWish& wish)
    : StepReader(byLengths(model), store, facts, wish)
{}

StepReader::StepReader(const ByLengths& net, WeightStore& store, const SampleFacts& facts, const EngineWish& wish)
    : m_anyLength(net.anyLength),
      m_device(&store.device()),
      m_evaluator(net.model, store, facts, wish),
      m_single(net.single, store, facts, wish)
{
    const DataWiring& wiring = m_evaluator.wiring();
    const std::int64_t width = std::max<std::int64_t>(wiring.width, 1);
    m_samples.layout = {.steps = wiring.steps, .width = width, .stepStride = width};
    m_samples.facts = facts;
    if (net.everyStep) {
        m_everyStep.emplace(*net.everyStep, Phase::Test, store, wish, 0);
    }
}

std::optional<StepReading> StepReader::read(std::span<const float> values, const GoOn& goOn)
{
    std::vector<std::int64_t> ends(1, m_samples.layout.steps);
    if (m_anyLength) {
        ends.resize(values.size() / static_cast<std::size_t>(m_samples.layout.width));
        std::iota(ends.begin(), ends.end(), 1);
    }
    return readUpTo(values, std::move(ends), goOn);
}

std::optional<StepReading> StepReader::readWhole(std::span<const float> values, const GoOn& goOn)
{
    return readUpTo(values, {std::ssize(values) / m_samples.layout.width}, goOn);
}

std::optional<StepReading> StepReader::readUpTo(std::span<const float> values, std::vector<std::int64_t> ends,
                                                const GoOn& goOn)
{
    const std::int64_t steps = m_samples.layout.steps, width = m_samples.layout.width;
    const std::int64_t found = std::ssize(values) / width;
    if (std::ssize(values) % width != 0 || found < 1 || found > steps || (!m_anyLength && found != steps)) {
        throw Error(say(ENGINE_TEXT("Sentences", "the sequence has %1 numbers, but the net reads %2 to %3 steps of %4; "
                                                 "give it such a sequence"),
                        values.size(), m_anyLength ? 1 : steps, steps, width));
    }
    const auto block = std::make_shared<std::vector<float>>(values.begin(), values.end());
    block->resize(static_cast<std::size_t>(steps * width));
    m_samples.memory = block;
    m_samples.numbers = *block;
    m_samples.starts.assign(ends.size(), 0);
    m_samples.answers.assign(ends.size(), missingAnswer(m_samples.facts));
    m_samples.lengths.clear();
    if (m_anyLength) {
        m_samples.lengths.assign(ends.begin(), ends.end());
    }
    m_samples.facts.digest = std::to_string(++m_readings); // the evaluator knows samples by it
    std::vector<std::int32_t> chosen(ends.size());
    std::iota(chosen.begin(), chosen.end(), 0);
    StepReading reading{.ends = std::move(ends), .classes = std::ssize(m_samples.facts.classes)};
    const auto take = [&](const Prediction& said) {
        reading.predicted.push_back(said.predicted);
        reading.chances.insert(reading.chances.end(), said.chances.begin(), said.chances.end());
    };
    if (m_everyStep && chosen.size() > 1) {
        if (!goesOn(goOn)) {
            return std::nullopt;
        }
        readOnce(take);
        return reading;
    }
    SampleEvaluator& evaluator = chosen.size() > 1 ? m_evaluator : m_single;
    return evaluator.predict(m_samples, chosen, goOn, take) ? std::optional(std::move(reading)) : std::nullopt;
}

/// What is behind the last end of m_samples changes nothing before it.
void StepReader::readOnce(const std::function<void(const Prediction&)>& each)
{
    const DataWiring& wiring = m_single.wiring();
    const std::int32_t last = static_cast<std::int32_t>(m_samples.count()) - 1;
    std::vector<float> values(static_cast<std::size_t>(m_samples.layout.steps * m_samples.layout.width)),
        cont(static_cast<std::size_t>(m_samples.layout.steps));
    cutBatch(m_samples, std::span(&last, 1), 1, {.values = values, .cont = cont, .answers = {}, .lengths = {}});
    m_device->toDevice(values, m_everyStep->tensor(wiring.values).data);
    if (!wiring.cont.empty()) {
        m_device->toDevice(cont, m_everyStep->tensor(wiring.cont).data);
    }
    m_everyStep->forward({.startsOnlyFirst = m_samples.lengthOf(last) == m_samples.layout.steps});
    const Tensor& said = m_everyStep->tensor(wiring.scores);
    std::vector<float> read(static_cast<std::size_t>(said.count()));
    m_device->toHost(said.data, read);
    const std::size_t outputs = read.size() / static_cast<std::size_t>(m_samples.layout.steps);
    for (std::int32_t end = 0; end <= last; ++end) {
        each(predictionOf(m_samples, end, std::span(read).subspan(static_cast<std::size_t>(end) * outputs, outputs)));
    }
}

} // namespace engine
