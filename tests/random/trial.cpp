// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/random/trial.h"

#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/solvers/solver.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"
#include "tests/random/reference_solver.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

namespace engine::test {
namespace {

std::string titled(std::size_t update, const std::string& what)
{
    return "update " + std::to_string(update + 1) + ": " + what;
}

std::vector<float> floats(const std::vector<double>& values)
{
    return {values.begin(), values.end()};
}

std::vector<double> doubles(std::span<const float> values)
{
    return {values.begin(), values.end()};
}

/// The tops of a model that no layer reads: the only ones that are there after a pass without a backward pass.
std::set<std::string> unreadTops(const Model& part)
{
    std::set<std::string> unread;
    for (const Layer& layer : part.layers) {
        for (const std::string& bottom : layer.bottoms) {
            unread.erase(bottom);
        }
        if (layerType(layer.type).group != LayerGroup::Source) {
            unread.insert(layer.tops.begin(), layer.tops.end());
        }
    }
    return unread;
}

/// The changes since the start: of them alone an update is judged, not of weights that hardly move.
void recordChanges(Record& record, const std::vector<ReferenceWeight>& before,
                   const std::function<std::vector<double>(const std::string&)>& now)
{
    for (const ReferenceWeight& weight : before) {
        std::vector<double> change = now(weight.name);
        for (std::size_t index = 0; index < change.size(); ++index) {
            change[index] -= weight.values[index];
        }
        record.push_back({"change of " + weight.name, std::move(change)});
    }
}

std::function<std::vector<double>(const std::string&)> reader(const WeightStore& store)
{
    return [weights = store.read()](const std::string& name) {
        const auto found = std::ranges::find(weights, name, &NamedTensor::name);
        return found == weights.end() ? std::vector<double>() : doubles(found->values);
    };
}

std::function<std::vector<double>(const std::string&)> reader(const std::vector<ReferenceWeight>& weights)
{
    return [&weights](const std::string& name) {
        return std::ranges::find(weights, name, &ReferenceWeight::name)->values;
    };
}

/// The net and the solver on an engine.
class EngineRun {
public:
    /// Throws Error where something is refused.
    EngineRun(const RandomNet& net, const EngineWish& wish)
        : m_net(net),
          m_device(cpuBackend(), net.threads),
          m_store(net.model, m_device, net.seed),
          m_train(net.model, Phase::Train, m_store, wish, net.seed),
          m_test(net.model, Phase::Test, m_store, wish, net.seed),
          m_solver(net.solver, m_store)
    {
        if (m_train.sequence().losses().empty()) {
            throw Error("the model has no loss in the phase TRAIN");
        }
    }

    Record record()
    {
        Record record;
        const std::vector<ReferenceWeight> before = firstWeights(m_net);
        const auto size = static_cast<std::size_t>(m_solver.batchesPerUpdate());
        for (std::size_t update = 0; update * size < m_net.batches.size(); ++update) {
            learn(update, std::span(m_net.batches).subspan(update * size, size), record);
        }
        recordChanges(record, before, reader(m_store));
        feed(m_test, m_net.test);
        m_test.forward({});
        record.push_back({"objective in TEST", {m_test.loss()}});
        recordTops(m_test, Phase::Test, record);
        return record;
    }

private:
    void learn(std::size_t update, std::span<const Batch> batches, Record& record)
    {
        double objective = 0;
        m_store.clearGradients();
        for (const Batch& batch : batches) {
            feed(m_train, batch);
            m_train.forward({.number = m_pass++});
            objective += m_train.loss() / static_cast<double>(batches.size());
            if (m_pass == 1) {
                recordTops(m_train, Phase::Train, record);
            }
            m_train.backward();
        }
        record.push_back({titled(update, "objective"), {objective}});
        for (const WeightStore::Weight& weight : m_store.weights()) {
            if (!weight.frozen()) {
                record.push_back(
                    {titled(update, "gradient of " + weight.name),
                     doubles(m_store.gradients().subspan(static_cast<std::size_t>(weight.offset),
                                                         static_cast<std::size_t>(weight.spec.shape.count())))});
            }
        }
        const DeviceUpdate::Record report = m_solver.update();
        record.push_back({titled(update, "norm of the gradients"), {report.gradientNorm}});
        record.push_back({titled(update, "learning rate"), {report.learningRate}});
    }

    void feed(Net& net, const Batch& batch)
    {
        const BatchTops& tops = m_net.tops;
        if (tops.length.empty()) {
            net.feed(floats(batch.ids), floats(batch.cont), floats(batch.labels));
        }
        // A text fills what is read as what it has, but a factor may read any top.
        for (const auto& [top, values] : {std::pair(tops.ids, batch.ids), std::pair(tops.cont, batch.cont),
                                          std::pair(tops.label, batch.labels), std::pair(tops.length, batch.lengths)}) {
            if (isMade(top)) {
                m_device.toDevice(floats(values), net.tensor(top).data);
            }
        }
    }

    bool isMade(const std::string& top) const
    {
        return std::ranges::any_of(m_net.model.layers,
                                   [&](const Layer& layer) { return std::ranges::count(layer.tops, top) > 0; });
    }

    void recordTops(const Net& net, Phase phase, Record& record)
    {
        for (const std::string& top : unreadTops(forPhase(m_net.model, phase))) {
            const Tensor& tensor = net.tensor(top);
            std::vector<float> values(static_cast<std::size_t>(tensor.count()));
            m_device.toHost(tensor.data, values);
            record.push_back({(phase == Phase::Train ? "TRAIN: " : "TEST: ") + top, doubles(values)});
        }
    }

    const RandomNet& m_net;
    CpuDevice m_device;
    WeightStore m_store;
    Net m_train, m_test;
    Solver m_solver;
    std::uint64_t m_pass = 0;
};

/// The same in double precision; with roundings, as float32 might have it.
class ReferenceRun {
public:
    ReferenceRun(const RandomNet& net, std::vector<ReferenceWeight> weights, Rounding rounding)
        : m_net(net),
          m_weights(std::move(weights)),
          m_rounding(std::move(rounding)),
          m_train(net.model, Phase::Train, net.tops, net.seed),
          m_solver(completeParams(net.solver))
    {}

    Record ofBatches()
    {
        Record record;
        const std::vector<ReferenceWeight> before = m_weights;
        const auto size = static_cast<std::size_t>(m_solver.batches());
        for (std::size_t update = 0; update * size < m_net.batches.size(); ++update) {
            learn(update, std::span(m_net.batches).subspan(update * size, size), record, true);
        }
        recordChanges(record, before, reader(m_weights));
        ReferenceNet test(m_net.model, Phase::Test, m_net.tops, m_net.seed);
        const ReferenceNet::Result result = test.run(m_net.test, m_weights, 0, m_rounding);
        record.push_back({"objective in TEST", {result.objective}});
        recordTops(result, Phase::Test, record);
        return record;
    }

    Record ofText(const Corpus& corpus)
    {
        const DataSettings data = dataSettings(m_net.model);
        Batches batches(corpus, corpus.range(Split::Train, data.fractions),
                        {.order = data.order, .steps = m_net.steps, .streams = m_net.streams, .seed = m_net.seed});
        Record record;
        const std::vector<ReferenceWeight> before = m_weights;
        const TextRange heldOut = corpus.range(Split::Validation, data.fractions);
        recordValidation("before", corpus, heldOut, record);
        const auto size = static_cast<std::size_t>(m_solver.batches());
        for (std::size_t update = 0; update * size < m_net.batches.size(); ++update) {
            std::vector<Batch> some;
            for (std::size_t one = 0; one < size; ++one) {
                const auto count = static_cast<std::size_t>(m_net.steps * m_net.streams);
                std::vector<float> ids(count), cont(count), labels(count);
                batches.next(ids, cont, labels);
                some.push_back({doubles(ids), doubles(cont), doubles(labels)});
            }
            learn(update, some, record, false);
        }
        recordChanges(record, before, reader(m_weights));
        recordValidation("after", corpus, heldOut, record);
        return record;
    }

private:
    void learn(std::size_t update, std::span<const Batch> batches, Record& record, bool whole)
    {
        double loss = 0, objective = 0;
        std::vector<std::vector<double>> gradients;
        for (const Batch& batch : batches) {
            const ReferenceNet::Result result = m_train.run(batch, m_weights, m_pass++, m_rounding);
            loss += result.loss / static_cast<double>(batches.size());
            objective += result.objective / static_cast<double>(batches.size());
            if (m_pass == 1 && whole) {
                recordTops(result, Phase::Train, record);
            }
            gradients.resize(result.gradients.size());
            for (std::size_t weight = 0; weight < gradients.size(); ++weight) {
                gradients[weight].resize(result.gradients[weight].size());
                for (std::size_t index = 0; index < gradients[weight].size(); ++index) {
                    gradients[weight][index] +=
                        result.gradients[weight][index] + m_rounding.part() * result.gradientSizes[weight][index];
                }
            }
        }
        record.push_back({titled(update, "objective"), {objective}});
        if (!whole) {
            record.push_back({titled(update, "loss"), {loss}});
        }
        for (std::size_t weight = 0; weight < gradients.size() && whole; ++weight) {
            if (m_weights[weight].lrMult != 0) {
                record.push_back({titled(update, "gradient of " + m_weights[weight].name), gradients[weight]});
            }
        }
        const ReferenceSolver::Report report = m_solver.update(m_weights, gradients, m_rounding);
        record.push_back({titled(update, "norm of the gradients"), {report.norm}});
        record.push_back({titled(update, "learning rate"), {report.rate}});
        for (ReferenceWeight& weight : m_weights) {
            for (double& value : weight.values) {
                value += value * m_rounding.part();
            }
        }
    }

    void recordTops(const ReferenceNet::Result& result, Phase phase, Record& record) const
    {
        for (const std::string& top : unreadTops(forPhase(m_net.model, phase))) {
            record.push_back({(phase == Phase::Train ? "TRAIN: " : "TEST: ") + top, result.tensors.at(top)});
        }
    }

    void recordValidation(const std::string& when, const Corpus& corpus, const TextRange& range, Record& record);

    const RandomNet& m_net;
    std::vector<ReferenceWeight> m_weights;
    Rounding m_rounding;
    ReferenceNet m_train;
    ReferenceSolver m_solver;
    std::uint64_t m_pass = 0;
};

/// What leads to the scores of the last loss in the phase TEST.
struct ScoringModel {
    Model model;
    std::string scores;
};

ScoringModel scoringModel(const Model& whole)
{
    std::size_t end = whole.layers.size();
    const auto isLoss = [](const Layer& layer) {
        return layer.type == "SOFTMAXWITHLOSS" && inPhase(layer, Phase::Train);
    };
    while (end > 0 && !isLoss(whole.layers[end - 1])) {
        --end;
    }
    if (end == 0) {
        throw Error("the reference has no SOFTMAXWITHLOSS to validate by");
    }
    ScoringModel scoring{.model = whole, .scores = whole.layers[end - 1].bottoms[0]};
    std::vector<Layer>& layers = scoring.model.layers;
    layers.resize(end - 1);
    std::set<std::string> wanted = {scoring.scores};
    for (std::size_t layer = layers.size(); layer-- > 0;) {
        if (std::ranges::any_of(layers[layer].tops, [&](const std::string& top) { return wanted.contains(top); })) {
            wanted.insert(layers[layer].bottoms.begin(), layers[layer].bottoms.end());
        } else {
            layers.erase(layers.begin() + static_cast<std::ptrdiff_t>(layer));
        }
    }
    return scoring;
}

/// The Trainer's way to validate: one stream, 64 characters at a time, the state carried.
void ReferenceRun::recordValidation(const std::string& when, const Corpus& corpus, const TextRange& range,
                                    Record& record)
{
    constexpr std::size_t steps = 64;
    const ScoringModel scoring = scoringModel(m_net.model);
    ReferenceNet test(withBatch(scoring.model, steps, 1), Phase::Test, m_net.tops, m_net.seed);
    std::vector<std::int32_t> ids(static_cast<std::size_t>(range.bytes()));
    std::int64_t position = range.first;
    ids.resize(corpus.read(position, range.last, ids));
    double nats = 0, right = 0;
    const auto V = static_cast<std::size_t>(m_net.vocabulary);
    for (std::size_t first = 0; first + 1 < ids.size(); first += steps) {
        Batch batch{.ids = std::vector<double>(steps),
                    .cont = std::vector<double>(steps, 1),
                    .labels = std::vector<double>(steps)};
        batch.cont[0] = first == 0 ? 0 : 1;
        const std::size_t count = std::min(steps, ids.size() - 1 - first);
        std::copy_n(ids.begin() + static_cast<std::ptrdiff_t>(first), count, batch.ids.begin());
        const std::vector<double> scores = test.run(batch, m_weights, 0, m_rounding).tensors.at(scoring.scores);
        if (scores.size() != steps * V) {
            throw Error(say("the reference has %1 scores for %2 characters", scores.size(), steps));
        }
        for (std::size_t step = 0; step < count; ++step) {
            const auto mine = std::span(scores).subspan(step * V, V);
            double sum = 0;
            for (const double score : mine) {
                sum += std::exp(score);
            }
            const auto label = static_cast<std::size_t>(ids[first + step + 1]);
            nats += std::log(sum) - mine[label];
            right += std::ranges::max_element(mine) - mine.begin() == static_cast<std::ptrdiff_t>(label);
        }
    }
    const auto characters = static_cast<double>(ids.size() - 1);
    record.push_back({"validation loss " + when, {nats / characters}});
    record.push_back({"validation accuracy " + when, {right / characters}});
}

/// Each layer's numbers, gradients and updates are rounded by up to this: four times what one operation of float32
/// does, as each is some operations. (2^-24 is half a unit in the last place.)
constexpr double roundingUnit = 4.0 / (1 << 24);

/// What float32 may do to a number of size 1: 2^-24 after some thousand operations.
constexpr double relativeTolerance = 1e-4;

double largest(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0,
                           [](double most, double value) { return std::max(most, std::fabs(value)); });
}

/// What float32 may be off follows from the net itself: from what roundings of its size do to the double-precision run.
std::vector<Wanted> wanted(const std::function<Record(Rounding)>& run)
{
    Record exact = run(Rounding());
    std::vector<double> moved(exact.size());
    for (const std::uint64_t seed : {1, 2, 3, 4}) { // of a small net two may happen to move next to nothing
        const Record rounded = run(Rounding(roundingUnit, seed));
        for (std::size_t one = 0; one < exact.size(); ++one) {
            for (std::size_t index = 0; index < exact[one].values.size(); ++index) {
                moved[one] = std::max(moved[one], std::fabs(rounded[one].values[index] - exact[one].values[index]));
            }
        }
    }
    std::vector<Wanted> all;
    for (std::size_t one = 0; one < exact.size(); ++one) {
        const double size = largest(exact[one].values), allowed = relativeTolerance * size + 5 * moved[one] + 1e-12;
        all.push_back({.name = std::move(exact[one].name),
                       .values = std::move(exact[one].values),
                       .allowed = allowed,
                       .isSharp = allowed < 0.02 * size});
    }
    return all;
}

/// Throws Error where there is nothing to minimise.
void requireLoss(const Model& model)
{
    const ReferenceNet train(model, Phase::Train, {}, 0);
    for (std::size_t layer = 0; layer < train.model().layers.size(); ++layer) {
        for (std::size_t top = 0; top < train.model().layers[layer].tops.size(); ++top) {
            if (train.lossWeight(layer, top) != 0) {
                return;
            }
        }
    }
    throw Error("the reference finds no loss in the phase TRAIN");
}

} // namespace

std::vector<ReferenceWeight> firstWeights(const RandomNet& net)
{
    CpuDevice device(cpuBackend(), 1);
    const std::vector<NamedTensor> drawn = WeightStore(net.model, device, net.seed).read();
    std::vector<ReferenceWeight> weights = weightsOf(net.model);
    for (ReferenceWeight& weight : weights) {
        weight.values = doubles(std::ranges::find(drawn, weight.name, &NamedTensor::name)->values);
    }
    return weights;
}

std::vector<Wanted> wantedOfBatches(const RandomNet& net)
{
    requireLoss(net.model);
    const std::vector<ReferenceWeight> weights = firstWeights(net);
    return wanted([&](Rounding rounding) { return ReferenceRun(net, weights, std::move(rounding)).ofBatches(); });
}

/// With as many classes as the text has characters, as the Trainer sets them.
RandomNet settled(RandomNet net)
{
    net.model = withVocabulary(net.model, net.vocabulary);
    return net;
}

std::vector<Wanted> wantedOfText(const RandomNet& drawn)
{
    requireLoss(drawn.model);
    const RandomNet net = settled(drawn);
    const TemporaryFolder folder;
    const Corpus corpus(folder.write("text", net.text), Encoding::Bytes);
    const std::vector<ReferenceWeight> weights = firstWeights(net);
    return wanted([&](Rounding rounding) { return ReferenceRun(net, weights, std::move(rounding)).ofText(corpus); });
}

RunResult runBatches(const RandomNet& net, const EngineWish& wish)
{
    RunResult result;
    std::unique_ptr<EngineRun> run;
    try {
        run = std::make_unique<EngineRun>(net, wish);
    } catch (const Error& error) {
        result.refusal = error.what();
        return result;
    } catch (const std::exception& error) {
        result.fault = say("making the nets ended in %1", error.what());
        return result;
    }
    try {
        result.record = run->record();
    } catch (const std::exception& error) {
        result.fault = say("training ended in %1", error.what());
    }
    return result;
}

RunResult runText(const RandomNet& net, const EngineWish& wish)
{
    RunResult result;
    const TemporaryFolder folder;
    CpuDevice device(cpuBackend(), net.threads);
    std::unique_ptr<Trainer> trainer;
    std::optional<ValidationReport> before;
    std::vector<ReferenceWeight> first;
    try {
        first = firstWeights(settled(net));
        trainer = std::make_unique<Trainer>(
            RunDescription{.model = net.model,
                           .solver = net.solver,
                           .settings = {{"engine", wish.value_or("")}, {"seed", static_cast<std::int64_t>(net.seed)}}},
            Corpus(folder.write("text", net.text), Encoding::Bytes), device);
        before = trainer->validate();
    } catch (const Error& error) {
        result.refusal = error.what();
        return result;
    }
    try {
        const auto note = [&](const std::string& when, const ValidationReport& report) {
            result.record.push_back({"validation loss " + when, {report.loss}});
            result.record.push_back({"validation accuracy " + when, {valueOf(report.metrics, "accuracy")}});
        };
        note("before", *before);
        std::optional<ValidationReport> after;
        const EndReason end = Run(*trainer).go({.reportEvery = 1}, {}, [&](const Event& event) {
            if (const auto* step = std::get_if<TrainEvent>(&event)) {
                const auto update = static_cast<std::size_t>(step->iteration - 1);
                result.record.push_back({titled(update, "objective"), {step->objective}});
                result.record.push_back({titled(update, "loss"), {step->loss}});
                result.record.push_back({titled(update, "norm of the gradients"), {step->gradientNorm}});
                result.record.push_back({titled(update, "learning rate"), {step->learningRate}});
            } else if (const auto* validation = std::get_if<ValidationEvent>(&event)) {
                after = {.loss = validation->loss, .metrics = validation->metrics};
            }
        });
        result.diverged = end == EndReason::Diverged;
        if (end != EndReason::Iterations) {
            result.fault = result.diverged ? result.fault : say("training ended by %1", toString(end));
            return result;
        }
        recordChanges(result.record, first, reader(trainer->weights()));
        note("after", after.value());
    } catch (const std::exception& error) {
        result.fault = say("training ended in %1", error.what());
    }
    return result;
}

std::optional<std::string> difference(const Record& found, const std::vector<Wanted>& wanted)
{
    for (const Wanted& one : wanted) {
        if (!std::ranges::all_of(one.values, [](double value) { return std::isfinite(value); })) {
            continue; // it diverged, in double precision too
        }
        const auto mine = std::ranges::find(found, one.name, &Measured::name);
        if (mine == found.end()) {
            return say("%1 is missing", one.name);
        }
        if (mine->values.size() != one.values.size()) {
            return say("%1 has %2 elements, but %3 are wanted", one.name, mine->values.size(), one.values.size());
        }
        for (std::size_t index = 0; index < one.values.size(); ++index) {
            if (const bool near = std::fabs(mine->values[index] - one.values[index]) <= one.allowed; !near) {
                return say("%1: element %2 is %3, but %4 is wanted, give or take %5", one.name, index,
                           mine->values[index], one.values[index], one.allowed);
            }
        }
    }
    return std::nullopt;
}

namespace {

/// What a sentence for people may not look like.
bool isSentence(const std::string& text)
{
    return text.size() > 20 && text.size() < 400 && text.find('\n') == std::string::npos &&
           text.find("::") == std::string::npos && text.find("nan") == std::string::npos;
}

/// Compares runs of one kind with the reference, which is asked when its numbers are first wanted.
class Judge {
public:
    Judge(const RandomNet& net, std::vector<Wanted> (*reference)(const RandomNet&)) : m_net(net), m_reference(reference)
    {}

    void hear(const std::string& name, const RunResult& run, Verdict& verdict)
    {
        const std::optional<std::string> found = run.fault     ? run.fault
                                                 : run.refusal ? refused(run)
                                                               : compared(run, verdict);
        if (run.refusal) {
            verdict.refusals.push_back(*run.refusal);
        }
        if (found && !verdict.fault) {
            verdict.fault = name + ": " + *found;
        }
    }

private:
    const std::vector<Wanted>& wanted()
    {
        if (!m_wanted) {
            m_wanted = m_reference(m_net);
        }
        return *m_wanted;
    }

    std::optional<std::string> compared(const RunResult& run, Verdict& verdict)
    {
        try {
            wanted();
        } catch (const Error& error) {
            return say("it runs, but %1", error.what());
        }
        ++verdict.runs;
        verdict.compared += wanted().size();
        verdict.sharp += static_cast<std::size_t>(std::ranges::count(wanted(), true, &Wanted::isSharp));
        if (run.diverged) {
            return diverges(run);
        }
        return difference(run.record, wanted());
    }

    /// Up to the loss that ended the run, which the reference must have, too.
    std::optional<std::string> diverges(const RunResult& run)
    {
        std::vector<Wanted> before = wanted();
        const auto isLoss = [](const Wanted& one) { return one.name.ends_with(": loss"); };
        const auto isFound = [&](const Wanted& one) {
            return std::ranges::find(run.record, one.name, &Measured::name) != run.record.end();
        };
        const auto next = std::ranges::find_if(before, [&](const Wanted& one) { return isLoss(one) && !isFound(one); });
        const double most = 20 * std::log(static_cast<double>(m_net.vocabulary)); // see Trainer::hasDiverged
        if (next == before.end() || next->values[0] < most * (1 - relativeTolerance)) {
            return "training ended as diverged, but the reference has no loss above " + std::to_string(most);
        }
        std::erase_if(before, [&](const Wanted& one) { return !isFound(one); });
        return difference(run.record, before);
    }

    /// An engine by name may lack a kernel; else the reference must find no sense in the net either.
    std::optional<std::string> refused(const RunResult& run)
    {
        if (!isSentence(*run.refusal)) {
            return "it is refused without a sentence: " + *run.refusal;
        }
        // A text trains only scores that are as wide as its vocabulary; the reference takes any that are wider.
        const bool otherWidth = run.refusal->find(" different characters") != std::string::npos;
        // The vocabulary sets their width, so a layer that shares their matrix does not fit any more.
        const bool sharesScores = run.refusal->find(" shares the weight ") != std::string::npos;
        // Nor does it train what has read the next character, which the reference takes as any other number, or what
        // would have to read back from the next batch.
        const bool readsAhead =
            run.refusal->find("so it sees the character that the net is to predict") != std::string::npos ||
            run.refusal->find("so it reads back from the end of a sequence") != std::string::npos;
        // Nor what a text has no numbers for, which the reference takes from the batch.
        const bool isNotFilled = run.refusal->find("but a text fills only") != std::string::npos;
        if (run.refusal->find("no engine ") != std::string::npos || otherWidth || sharesScores || readsAhead ||
            isNotFilled) {
            return std::nullopt;
        }
        try {
            wanted();
        } catch (const Error&) {
            return std::nullopt;
        }
        return "it is refused, but the reference runs it: " + *run.refusal;
    }

    const RandomNet& m_net;
    std::vector<Wanted> (*m_reference)(const RandomNet&);
    std::optional<std::vector<Wanted>> m_wanted;
};

} // namespace

Verdict verdictOn(const RandomNet& net)
{
    Verdict verdict;
    Judge ofBatches(net, wantedOfBatches), ofText(net, wantedOfText);
    for (const Backend::OwnEngine& one : cpuBackend().engines()) {
        const std::string name(one.engine->name());
        ofBatches.hear(name, runBatches(net, name), verdict);
    }
    if (!net.text.empty()) {
        ofText.hear("trainer", runText(net, std::nullopt), verdict);
    }
    return verdict;
}

RandomNet reduced(const RandomNet& net, const std::function<bool(const RandomNet&)>& isFaulty)
{
    RandomNet least = net;
    const auto attempt = [&](const std::function<void(RandomNet&)>& change) {
        RandomNet smaller = least;
        change(smaller);
        bool faulty = false;
        try {
            faulty = isFaulty(smaller);
        } catch (const std::exception&) { // a net that the reference cannot run either
        }
        if (faulty) {
            least = std::move(smaller);
        }
    };
    for (std::size_t index = least.model.layers.size(); index-- > 0;) {
        attempt([&](RandomNet& smaller) {
            std::vector<Layer>& layers = smaller.model.layers;
            const Layer gone = layers[index];
            layers.erase(layers.begin() + static_cast<std::ptrdiff_t>(index));
            for (std::size_t later = index; later < layers.size() && !gone.bottoms.empty() && !gone.tops.empty();
                 ++later) {
                std::ranges::replace(layers[later].bottoms, gone.tops[0], gone.bottoms[0]);
            }
        });
    }
    for (const Layer& layer : net.model.layers) {
        if (layerType(layer.type).group == LayerGroup::Source) {
            continue; // the batches follow it
        }
        for (const auto& [key, value] : layer.params) {
            attempt([&, name = layer.name, key = key](RandomNet& smaller) {
                const auto same = std::ranges::find(smaller.model.layers, name, &Layer::name);
                if (same != smaller.model.layers.end()) {
                    same->params.erase(key);
                }
            });
        }
    }
    for (const auto& [key, value] : net.solver.params) {
        if (key != "max_iter" && key != "iter_size") { // which the batches follow
            attempt([&, key = key](RandomNet& smaller) { smaller.solver.params.erase(key); });
        }
    }
    return least;
}

} // namespace engine::test
