// SPDX-License-Identifier: GPL-3.0-or-later
// The float engines follow whole training runs that were computed elsewhere in double precision.
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/net/net.h"
#include "engine/solvers/solver.h"
#include "tests/golden/golden.h"

#include <gtest/gtest.h>

#include <sstream>

namespace engine {

namespace {

/// The run's model with the golden file's names: embed, lstm0, lstm1, ip.
Model goldenModel(const GoldenRun& run)
{
    std::ostringstream text;
    text
        << "layer { name: \"in\" type: \"Input\" top: \"data\" top: \"clip\" top: \"label\" input_param { shape { dim: "
        << run.steps << " dim: " << run.streams << " } shape { dim: " << run.steps << " dim: " << run.streams
        << " } shape { dim: " << run.steps * run.streams << " dim: 1 } } } "
        << "layer { name: \"embed\" type: \"Embed\" bottom: \"data\" top: \"x\" embed_param { input_dim: "
        << run.vocabulary << " num_output: " << run.embedding << " } } ";
    std::string below = "x";
    for (std::int64_t layer = 0; layer < run.layers; ++layer) {
        const std::string name = "lstm" + std::to_string(layer);
        text << "layer { name: \"" << name << "\" type: \"LSTM\" bottom: \"" << below << "\" bottom: \"clip\" top: \""
             << name << "\" recurrent_param { num_output: " << run.units << " } } ";
        below = name;
    }
    text << "layer { name: \"ip\" type: \"InnerProduct\" bottom: \"" << below
         << "\" top: \"ip\" inner_product_param { num_output: " << run.vocabulary << " axis: 2 } } "
         << "layer { name: \"loss\" type: \"SoftmaxWithLoss\" bottom: \"ip\" bottom: \"label\" top: \"loss\" "
         << "softmax_param { axis: 2 } }";
    return readModel(text.str(), "golden");
}

using Case = std::tuple<std::string, std::string>; // file, engine

std::string caseName(const testing::TestParamInfo<Case>& info)
{
    const std::string file = std::get<0>(info.param);
    return file.substr(0, file.find('.')) + "_" + std::get<1>(info.param);
}

} // namespace

class GoldenRunOn : public testing::TestWithParam<Case> {};

TEST_P(GoldenRunOn, FollowsLossesNormsAndWeights)
{
    const GoldenRun run = readGoldenRun(std::get<0>(GetParam()));
    CpuDevice device(cpuBackend(), 1);
    const Model model = goldenModel(run);
    WeightStore store(model, device, 1);
    store.write(asWeights(run.initial));
    Net net(model, Phase::Train, store, std::get<1>(GetParam()), 1);
    Solver solver(run.solver, store);
    ASSERT_EQ(net.recurrentEngine(), std::get<1>(GetParam()));
    for (std::int64_t iteration = 0; iteration < run.iterations; ++iteration) {
        const GoldenBatch batch = batchOf(run, iteration);
        store.clearGradients();
        net.feed(batch.ids, batch.cont, batch.targets);
        net.forward({});
        net.backward();
        const double loss = net.loss();
        const DeviceUpdate::Record update = solver.update();
        const auto index = static_cast<std::size_t>(iteration);
        ASSERT_NEAR(loss, run.losses[index], 1e-4 * run.losses[index]) << "iteration " << iteration;
        ASSERT_NEAR(update.gradientNorm, run.gradientNorms[index], 2e-3 * run.gradientNorms[index])
            << "iteration " << iteration;
    }
    const std::vector<NamedTensor> learned = store.read(), wanted = asWeights(run.final);
    ASSERT_EQ(learned.size(), wanted.size());
    for (std::size_t tensor = 0; tensor < wanted.size(); ++tensor) {
        ASSERT_EQ(learned[tensor].name, wanted[tensor].name);
        for (std::size_t index = 0; index < wanted[tensor].values.size(); ++index) {
            ASSERT_NEAR(learned[tensor].values[index], wanted[tensor].values[index], 2e-3)
                << wanted[tensor].name << " element " << index;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, GoldenRunOn,
                         testing::Combine(testing::ValuesIn(goldenRunFiles()), testing::Values("CAFFE", "ONEDNN")),
                         caseName);

} // namespace engine
