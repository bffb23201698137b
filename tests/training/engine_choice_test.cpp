// SPDX-License-Identifier: GPL-3.0-or-later
// DEFAULT goes by what was timed, and a run that goes on keeps the engine that it had.
#include "engine/backends/cpu_backend.h"
#include "engine/data/device_batches.h"
#include "engine/kernels/recurrent_dropout.h"
#include "engine/solvers/device_update.h"
#include "engine/training/run/trainer.h"
#include "engine/training/write/device_sampler.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace engine {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

/// The CPU, where timing engines shows that `quickest` is it, whatever the rule says.
class TimingBackend final : public Backend {
public:
    std::string_view name() const override { return m_cpu.name(); }
    std::vector<DeviceInfo> devices() const override { return m_cpu.devices(); }
    std::unique_ptr<Device> open(const DeviceSettings& settings) const override { return m_cpu.open(settings); }
    std::vector<OwnEngine> engines() const override { return m_cpu.engines(); }
    std::vector<const Engine*> preferred(const LayerSetup& layer) const override { return m_cpu.preferred(layer); }
    std::vector<const Engine*> timed(const LayerSetup& layer) const override
    {
        timedLayers.push_back(layer.name);
        std::vector<const Engine*> engines = preferred(layer);
        std::ranges::stable_partition(engines, [&](const Engine* one) { return one->name() == quickest; });
        return engines;
    }
    std::unique_ptr<DeviceUpdate> makeUpdate(Device& device, const DeviceUpdatePlan& plan) const override
    {
        return m_cpu.makeUpdate(device, plan);
    }
    std::unique_ptr<DeviceBatches> makeBatches(Device& device, const DeviceBatchPlan& plan) const override
    {
        return m_cpu.makeBatches(device, plan);
    }
    std::unique_ptr<DeviceBatches> makeBatches(Device& device, const SampleBatchPlan& plan) const override
    {
        return m_cpu.makeBatches(device, plan);
    }
    std::unique_ptr<MaskedWeights> makeMaskedWeights(Device& device, const MaskedWeightsPlan& plan) const override
    {
        return m_cpu.makeMaskedWeights(device, plan);
    }
    std::unique_ptr<GradientSum> makeGradientSum(Device& device, ProcessGroup& group) const override
    {
        return m_cpu.makeGradientSum(device, group);
    }
    std::unique_ptr<DeviceSampler> makeSampler(Device& device, const TextPorts& ports) const override
    {
        return m_cpu.makeSampler(device, ports);
    }

    std::string quickest = "CAFFE"; ///< the rule says ONEDNN
    mutable std::vector<std::string> timedLayers;

private:
    const Backend& m_cpu = cpuBackend();
};

class EngineChoice : public testing::Test {
protected:
    Corpus text() const { return Corpus(m_folder.write("rhyme.txt", rhyme()), Encoding::Bytes); }
    std::string engineOf(const std::string& wish)
    {
        return Trainer(SmallRun().description(wish), text(), m_device).net().recurrentEngine();
    }
    std::string engineAfter(const Checkpoint& checkpoint, const EngineWish& wish)
    {
        return Trainer(checkpoint, text(), m_device, wish).net().recurrentEngine();
    }
    Checkpoint checkpointOf(const std::string& wish)
    {
        return Trainer(SmallRun().description(wish), text(), m_device).checkpoint();
    }

    TemporaryFolder m_folder;
    TimingBackend m_backend;
    CpuDevice m_device{m_backend, 1};
};

TEST_F(EngineChoice, OfDefaultGoesByWhatWasTimed)
{
    EXPECT_EQ(engineOf("DEFAULT"), "CAFFE");
    m_backend.quickest = "ONEDNN";
    EXPECT_EQ(engineOf({}), "ONEDNN") << "as set in each layer: DEFAULT";
}

TEST_F(EngineChoice, TimesNothingWhereAnEngineIsNamed)
{
    EXPECT_EQ(engineOf("ONEDNN"), "ONEDNN");
    EXPECT_TRUE(m_backend.timedLayers.empty());
}

TEST_F(EngineChoice, TimesRecurrentLayersOfTrainingOnly)
{
    Trainer trainer(SmallRun().description(), text(), m_device);
    const auto timed = m_backend.timedLayers;
    EXPECT_EQ(timed.size(), 1U);
    trainer.validate();
    static_cast<void>(trainer.generator().text({.length = 2}));
    EXPECT_EQ(m_backend.timedLayers, timed);
}

TEST_F(EngineChoice, IsKeptByARunThatGoesOn)
{
    const Checkpoint checkpoint = checkpointOf({});
    EXPECT_THAT(checkpoint.engines, ElementsAre(Pair(testing::_, "CAFFE")));
    m_backend.quickest = "ONEDNN";
    m_backend.timedLayers.clear();
    EXPECT_EQ(engineAfter(checkpoint, {}), "CAFFE");
    EXPECT_TRUE(m_backend.timedLayers.empty());
}

TEST_F(EngineChoice, IsMadeAgainWhereAResumedRunAsksForItOrHasNone)
{
    Checkpoint checkpoint = checkpointOf({});
    m_backend.quickest = "ONEDNN";
    EXPECT_EQ(engineAfter(checkpoint, "DEFAULT"), "ONEDNN");
    checkpoint.engines.clear();
    EXPECT_EQ(engineAfter(checkpoint, {}), "ONEDNN");
}

TEST_F(EngineChoice, OfBeforeGivesWayToOneThatIsNamed)
{
    EXPECT_EQ(engineAfter(checkpointOf("ONEDNN"), "CAFFE"), "CAFFE");
    EXPECT_EQ(engineAfter(checkpointOf("ONEDNN"), {}), "ONEDNN");
}

} // namespace
} // namespace engine
