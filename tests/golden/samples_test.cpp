// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs on sequences with an answer each, computed elsewhere: every engine follows them in single precision, and
// the references of the layers in double precision.
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"
#include "engine/net/net.h"
#include "engine/solvers/solver.h"
#include "tests/golden/golden.h"
#include "tests/kernels/engines.h"
#include "tests/kernels/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace engine {
namespace {

using test::Tensors;
using test::Traced;

SolverSettings solverOf(const GoldenSamples& run)
{
    SolverSettings settings;
    settings.params["type"] = std::string("SGD");
    settings.params["lr_policy"] = std::string("fixed");
    settings.params["base_lr"] = run.rate;
    settings.params["momentum"] = run.momentum;
    return settings;
}

/// One number of the run's net by the references of its layers, with its slopes by all weights.
class ReferenceNet {
public:
    explicit ReferenceNet(const GoldenSamples& run) : m_run(run), m_model(modelOf(run)), m_sizes(inferSizes(m_model))
    {
        for (const GoldenTensor& tensor : run.initial) {
            m_weights.push_back(tensor.values);
            m_velocity.emplace_back(tensor.values.size());
        }
    }

    /// The loss of the next iteration; then SGD with momentum moves the weights.
    double step()
    {
        const SampleBatch batch = batchOf(m_run, m_iteration++);
        test::Tape tape;
        Tensors<Traced> weights;
        for (const std::vector<double>& values : m_weights) {
            weights.emplace_back();
            for (const double value : values) {
                weights.back().push_back(test::variable(tape, value));
            }
        }
        const Traced loss = lossOf(batch, weights);
        std::vector<double> seeds(loss.index + 1);
        seeds[loss.index] = 1;
        const std::vector<double> slopes = tape.gradients(std::move(seeds));
        for (std::size_t tensor = 0; tensor < m_weights.size(); ++tensor) {
            for (std::size_t i = 0; i < m_weights[tensor].size(); ++i) {
                double& velocity = m_velocity[tensor][i];
                velocity = m_run.momentum * velocity + m_run.rate * slopes[weights[tensor][i].index];
                m_weights[tensor][i] -= velocity;
            }
        }
        return loss.value;
    }

    const Tensors<double>& weights() const { return m_weights; }

private:
    Traced lossOf(const SampleBatch& batch, const Tensors<Traced>& weights) const
    {
        const auto constants = [](const std::vector<double>& values) {
            return std::vector<Traced>(values.begin(), values.end());
        };
        std::vector<double> cont(static_cast<std::size_t>(m_run.steps * m_run.streams), 1);
        std::fill_n(cont.begin(), m_run.streams, 0.0);
        std::map<std::string, std::vector<Traced>> tensors = {
            {"x", constants(batch.x)}, {"clip", constants(cont)}, {"label", constants(batch.answers)}};
        std::size_t used = 0;
        for (std::size_t layer = 1; layer < m_model.layers.size(); ++layer) {
            const Layer& node = m_model.layers[layer];
            const std::size_t count = m_sizes[layer].sizes.weights.size();
            Tensors<Traced> inputs;
            for (const std::string& bottom : node.bottoms) {
                inputs.push_back(tensors.at(bottom));
            }
            Tensors<Traced> state;
            for (const StateSpec& spec : m_sizes[layer].sizes.state) {
                state.emplace_back(static_cast<std::size_t>(spec.shape.count()), Traced(0.0));
            }
            const Tensors<Traced> mine(weights.begin() + static_cast<std::ptrdiff_t>(used),
                                       weights.begin() + static_cast<std::ptrdiff_t>(used + count));
            used += count;
            tensors[node.tops.front()] = test::answer<Traced>(problemOf(layer), inputs, mine, state).outputs.front();
        }
        return tensors.at("loss").front();
    }

    test::Problem problemOf(std::size_t layer) const
    {
        const Layer& node = m_model.layers[layer];
        return {.type = &layerType(node.type),
                .params = completeParams(node, m_model.dialect),
                .inputShapes = m_sizes[layer].inputs,
                .sizes = m_sizes[layer].sizes};
    }

    const GoldenSamples& m_run;
    Model m_model;
    std::vector<LayerSizes> m_sizes;
    Tensors<double> m_weights, m_velocity;
    std::int64_t m_iteration = 0;
};

std::string nameOf(const std::string& file)
{
    return file.substr(0, file.find('.'));
}

class SamplesInDouble : public testing::TestWithParam<std::string> {};

TEST_P(SamplesInDouble, FollowsLossesAndWeights)
{
    const GoldenSamples run = readGoldenSamples(GetParam());
    ReferenceNet net(run);
    for (std::size_t iteration = 0; iteration < run.losses.size(); ++iteration) {
        ASSERT_NEAR(net.step(), run.losses[iteration], 1e-9) << "iteration " << iteration;
    }
    for (std::size_t tensor = 0; tensor < run.final.size(); ++tensor) {
        for (std::size_t i = 0; i < run.final[tensor].values.size(); ++i) {
            ASSERT_NEAR(net.weights()[tensor][i], run.final[tensor].values[i], 1e-9) << run.final[tensor].name;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, SamplesInDouble, testing::ValuesIn(goldenSamplesFiles()),
                         [](const auto& file) { return nameOf(file.param); });

using Case = std::tuple<std::string, test::NamedEngine>;

class SamplesOn : public testing::TestWithParam<Case> {};

TEST_P(SamplesOn, FollowsLossesAndWeights)
{
    const auto& [file, engine] = GetParam();
    const GoldenSamples run = readGoldenSamples(file);
    const std::shared_ptr<Device> device = test::deviceOf(engine);
    const Model model = modelOf(run);
    WeightStore store(model, *device, 1);
    store.write(asWeights(run, run.initial));
    Solver solver(solverOf(run), store);
    Net net(model, Phase::Train, store, engine.name, 1);
    ASSERT_TRUE(net.samples().problems.empty()) << net.samples().problems.front();
    const auto feed = [&](const std::string& name, const std::vector<double>& values) {
        const std::vector<float> floats(values.begin(), values.end());
        device->toDevice(floats, net.tensor(name).data);
    };
    std::vector<double> cont(static_cast<std::size_t>(run.steps * run.streams), 1);
    std::fill_n(cont.begin(), run.streams, 0.0);
    feed(net.samples().cont, cont);
    for (std::size_t iteration = 0; iteration < run.losses.size(); ++iteration) {
        const SampleBatch batch = batchOf(run, static_cast<std::int64_t>(iteration));
        feed(net.samples().values, batch.x);
        feed(net.samples().answers, batch.answers);
        store.clearGradients();
        net.forward({.number = iteration, .startsOnlyFirst = true});
        net.backward();
        EXPECT_NEAR(net.loss(), run.losses[iteration], 1e-4) << "iteration " << iteration;
        solver.update();
    }
    const std::vector<NamedTensor> found = store.read(), wanted = asWeights(run, run.final);
    for (const NamedTensor& expected : wanted) {
        const auto tensor = std::ranges::find(found, expected.name, &NamedTensor::name);
        ASSERT_NE(tensor, found.end()) << expected.name;
        for (std::size_t i = 0; i < expected.values.size(); ++i) {
            ASSERT_NEAR(tensor->values[i], expected.values[i], 1e-4) << expected.name << ", element " << i;
        }
    }
}

std::string testName(const testing::TestParamInfo<Case>& info)
{
    return nameOf(std::get<0>(info.param)) + "_" + std::get<1>(info.param).name;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SamplesOn);
INSTANTIATE_TEST_SUITE_P(Cpu, SamplesOn,
                         testing::Combine(testing::ValuesIn(goldenSamplesFiles()),
                                          testing::ValuesIn(test::enginesForSmallNets(test::DeviceKind::Cpu))),
                         testName);
INSTANTIATE_TEST_SUITE_P(Cuda, SamplesOn,
                         testing::Combine(testing::ValuesIn(goldenSamplesFiles()),
                                          testing::ValuesIn(test::enginesForSmallNets(test::DeviceKind::Cuda))),
                         testName);

} // namespace
} // namespace engine
