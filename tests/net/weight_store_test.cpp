// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/net/weight_check.h"
#include "engine/net/weight_store.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace engine {

namespace {

Model twoProducts(const std::string& first, const std::string& second, int outputs = 3)
{
    return readModel("layer { name: \"in\" type: \"Input\" top: \"x\" input_param { shape { dim: 2 dim: 3 } } } "
                     "layer { name: \"a\" type: \"InnerProduct\" bottom: \"x\" top: \"y\" " +
                         first +
                         " inner_product_param { num_output: 3 weight_filler { type: \"xavier\" } } } "
                         "layer { name: \"b\" type: \"InnerProduct\" bottom: \"y\" top: \"z\" " +
                         second + " inner_product_param { num_output: " + std::to_string(outputs) +
                         " weight_filler { type: \"xavier\" } } }",
                     "net");
}

std::vector<std::string> namesOf(const WeightStore& store)
{
    std::vector<std::string> names;
    for (const WeightStore::Weight& weight : store.weights()) {
        names.push_back(weight.name);
    }
    return names;
}

} // namespace

TEST(WeightStore, NamesItsTensorsByLayer)
{
    CpuDevice device(cpuBackend(), 1);
    EXPECT_THAT(namesOf(WeightStore(twoProducts("", ""), device, 1)), testing::ElementsAre("a/W", "a/b", "b/W", "b/b"));
}

TEST(WeightStore, WeightsOfOneNameAreOneTensor)
{
    CpuDevice device(cpuBackend(), 1);
    const Model model = twoProducts("param { name: \"shared\" }", "param { name: \"shared\" }");
    const WeightStore store(model, device, 1);
    EXPECT_THAT(namesOf(store), testing::ElementsAre("shared", "a/b", "b/b"));
    EXPECT_EQ(store.count(), 9 + 3 + 3);
    const std::vector<LayerSizes> sizes = inferSizes(model);
    EXPECT_EQ(store.of("a", sizes[1].sizes).values[0].data(), store.of("b", sizes[2].sizes).values[0].data());
}

TEST(WeightStore, SharingNeedsOneShape)
{
    CpuDevice device(cpuBackend(), 1);
    EXPECT_THROW(WeightStore(twoProducts("param { name: \"s\" }", "param { name: \"s\" }", 4), device, 1), Error);
}

TEST(WeightStore, AMultiplierHoldsForAllLayersThatShareTheWeight)
{
    CpuDevice device(cpuBackend(), 1);
    const Model later = twoProducts("param { name: \"s\" }", "param { name: \"s\" lr_mult: 5 decay_mult: 0 }");
    EXPECT_EQ(WeightStore(later, device, 1).weights().front().lrMult, 5) << "as Caffe takes it";
    EXPECT_EQ(WeightStore(later, device, 1).weights().front().decayMult, 0);
    const Model apart = twoProducts("param { name: \"s\" lr_mult: 1 }", "param { name: \"s\" lr_mult: 5 }");
    EXPECT_THROW(WeightStore(apart, device, 1), Error);
}

TEST(WeightStore, TakesNoWeightsThatAreNotFinite)
{
    CpuDevice device(cpuBackend(), 1);
    const Model model = twoProducts("", "");
    WeightStore store(model, device, 1);
    const std::vector<NamedTensor> before = store.read();
    for (const float odd : {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
        std::vector<NamedTensor> tensors = before;
        tensors.at(2).values.at(5) = odd; // of 3 x 3
        const std::string wanted = std::string("the weight b/W 3×3 has ") + (std::isnan(odd) ? "nan" : "-inf") +
                                   " at [1, 2], but all weights must be finite";
        EXPECT_EQ(sentenceOf([&] { store.write(tensors); }), wanted);
        EXPECT_EQ(sentenceOf([&] { requireWeights(model, tensors); }), wanted);
    }
    EXPECT_EQ(store.read(), before);
}

TEST(WeightStore, RefusesANameThatAnotherLayersOwnWeightHas)
{
    CpuDevice device(cpuBackend(), 1);
    EXPECT_THAT(sentenceOf([&] { WeightStore(twoProducts("param { name: \"b/W\" }", ""), device, 1); }),
                testing::HasSubstr("two weights have the name \"b/W\""));
}

TEST(WeightStore, AFrozenWeightHasNoGradient)
{
    CpuDevice device(cpuBackend(), 1);
    const Model model = twoProducts("param { lr_mult: 0 }", "");
    const WeightStore store(model, device, 1);
    const CanonicalWeights a = store.of("a", inferSizes(model)[1].sizes);
    EXPECT_TRUE(a.gradients[0].empty());
    EXPECT_FALSE(a.gradients[1].empty());
}

TEST(WeightStore, WritesWhatItReadAndRaisesTheVersion)
{
    CpuDevice device(cpuBackend(), 1);
    const Model model = twoProducts("", "");
    WeightStore store(model, device, 1), other(model, device, 2);
    EXPECT_NE(store.read(), other.read());
    const CanonicalWeights weights = other.of("a", inferSizes(model)[1].sizes);
    const std::uint64_t before = *weights.version;
    other.write(store.read());
    EXPECT_EQ(store.read(), other.read());
    EXPECT_GT(*weights.version, before);
}

TEST(WeightStore, RefusesTensorsThatDoNotFit)
{
    CpuDevice device(cpuBackend(), 1);
    WeightStore store(twoProducts("", ""), device, 1);
    std::vector<NamedTensor> missing = store.read(), unknown = missing, reshaped = missing;
    missing.pop_back();
    unknown.push_back({"c/W", {1}, {0}});
    reshaped[0].shape = {9, 1};
    EXPECT_THROW(store.write(missing), Error);
    EXPECT_THROW(store.write(unknown), Error);
    EXPECT_THROW(store.write(reshaped), Error);
}

} // namespace engine
