// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/net/net.h"
#include "tests/graph/sample_models.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

// What a sequence lets a device run beside other work.

namespace engine {
namespace {

using test::smallTextNet;

/// Writes down which calls came, and runs what is to run beside other work as late as it may.
class WatchedDevice final : public CpuDevice {
public:
    WatchedDevice() : CpuDevice(cpuBackend(), 1) {}

    bool isForked() const override { return m_isForked; }
    void fork() override
    {
        m_isForked = true;
        calls.emplace_back("fork");
    }
    void beside(const std::function<void()>& work) override
    {
        if (!m_isForked) {
            fork();
        }
        calls.emplace_back("beside");
        m_waiting.push_back(work);
    }
    void join() override
    {
        if (!m_isForked) {
            return;
        }
        for (const std::function<void()>& work : std::exchange(m_waiting, {})) {
            work();
        }
        m_isForked = false;
        calls.emplace_back("join");
    }

    std::vector<std::string> calls;

private:
    bool m_isForked = false;
    std::vector<std::function<void()>> m_waiting;
};

/// The gradients of 6 steps of 3 streams.
std::vector<float> gradientsOf(const Model& model, Device& device)
{
    WeightStore store(model, device, 1);
    Net net(model, Phase::Train, store, "ONEDNN", 1); // CAFFE joins within the LSTM
    const std::vector<float> characters = {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3}, cont(18, 1.0F);
    net.feed(characters, cont, characters);
    net.forward({});
    net.backward();
    return {store.gradients().begin(), store.gradients().end()};
}

TEST(Backward, MakesTheGradientsOfAnInnerProductBesideTheLayerBelow)
{
    WatchedDevice device;
    static_cast<void>(gradientsOf(smallTextNet(), device));
    EXPECT_THAT(device.calls, ::testing::ElementsAre("fork", "beside", "join"));
}

/// What they are made of stays until then.
TEST(Backward, GivesTheSameGradientsHoweverLateTheseAreMade)
{
    const Model stacked = withBatch(test::charRnn(7), 6, 3); // with layers between
    // With two gradients below the LSTM that are as large as that by the scores:
    Model deep = smallTextNet();
    test::layerNamed(deep, "embed").params["num_output"] = std::int64_t{7};
    deep.layers.insert(deep.layers.begin() + 2, {.name = "tanh", .type = "TANH", .bottoms = {"x"}, .tops = {"t"}});
    test::layerNamed(deep, "lstm").bottoms[0] = "t";
    for (const Model& model : {smallTextNet(), stacked, deep}) {
        WatchedDevice late;
        CpuDevice plain(cpuBackend(), 1);
        const std::vector<float> found = gradientsOf(model, late);
        EXPECT_EQ(found, gradientsOf(model, plain));
        EXPECT_TRUE(std::ranges::any_of(found, [](float one) { return one != 0; }));
    }
}

TEST(Backward, MakesNoneBesideALayerThatDoesNotLearn)
{
    Model model = smallTextNet();
    for (Layer& layer : model.layers) {
        if (layer.name != "ip") {
            layer.weights = {{.lrMult = 0}, {.lrMult = 0}, {.lrMult = 0}};
        }
    }
    WatchedDevice device;
    const std::vector<float> gradients = gradientsOf(model, device);
    EXPECT_THAT(device.calls, ::testing::IsEmpty());
    EXPECT_TRUE(std::ranges::any_of(gradients, [](float one) { return one != 0; }));
}

TEST(Backward, MakesNoneBesideOthersWhereLayersShareWeights)
{
    Model model = smallTextNet();
    test::layerNamed(model, "embed").params["num_output"] = std::int64_t{5};
    test::layerNamed(model, "embed").weights = {{.name = "letters"}};
    test::layerNamed(model, "ip").weights = {{.name = "letters"}};
    WatchedDevice device;
    static_cast<void>(gradientsOf(model, device));
    EXPECT_THAT(device.calls, ::testing::IsEmpty());
}

} // namespace
} // namespace engine
