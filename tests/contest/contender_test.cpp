// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/contender.h"

#include <gtest/gtest.h>

using contest::Contender;

namespace {

engine::EngineChoice engineOf(const std::string& device, const std::string& name, const std::string& refusal = {})
{
    return {.name = name,
            .device = device,
            .library = {},
            .about = {},
            .refusal = refusal.empty() ? std::nullopt : std::optional(refusal)};
}

engine::DeviceChoice deviceNamed(const std::string& name, const std::string& refusal = {})
{
    return {.name = name, .description = {}, .refusal = refusal.empty() ? std::nullopt : std::optional(refusal)};
}

const std::vector<engine::EngineChoice> engines = {
    engineOf({}, "DEFAULT"),
    engineOf("CPU", "CAFFE"),
    engineOf("CPU", "ONEDNN", "layer lstm: ONEDNN knows no such cell"),
    engineOf("CUDA", "CAFFE"),
    engineOf("CUDA", "CUDNN"),
};

} // namespace

TEST(Contenders, AreEveryEngineOnEveryDeviceOfItsKind)
{
    const std::vector devices = {deviceNamed("CPU"), deviceNamed("CUDA:0"), deviceNamed("CUDA:1", "too old")};
    const std::vector<Contender> all = contest::allContenders(engines, devices);
    std::vector<std::string> names;
    for (const Contender& one : all) {
        names.push_back(one.name);
    }
    const std::vector<std::string> wanted = {"CPU/CAFFE",    "CPU/ONEDNN",   "CUDA:0/CAFFE",
                                             "CUDA:0/CUDNN", "CUDA:1/CAFFE", "CUDA:1/CUDNN"};
    EXPECT_EQ(names, wanted);
    EXPECT_TRUE(all[0].refusal.empty());
    EXPECT_EQ(all[1].refusal, "layer lstm: ONEDNN knows no such cell");
    EXPECT_EQ(all[4].refusal, "too old");
    EXPECT_FALSE(all[1].onGpu());
    EXPECT_TRUE(all[3].onGpu());
    EXPECT_EQ(all[3].device.name, "CUDA:0");
    EXPECT_EQ(all[3].device.engine, "CUDNN");
}

TEST(Contenders, OfADeviceThatIsNotHereSayWhy)
{
    const std::vector devices = {deviceNamed("CUDA", "this machine has no GPU")};
    const std::vector<Contender> all = contest::allContenders(engines, devices);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].refusal, "this machine has no GPU");
}
