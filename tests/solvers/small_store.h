// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/net/weight_store.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace engine {

/// The weights of one INNERPRODUCT layer, ip/W [1, width] and ip/b [1], with gradients that a test sets by hand.
class SmallStore {
public:
    /// `settings` are those of W, then of b.
    explicit SmallStore(std::int64_t width, std::vector<WeightSettings> settings = {}, int threads = 1)
        : m_device(cpuBackend(), threads), m_store(model(width, std::move(settings)), m_device, 1)
    {}

    WeightStore& store() { return m_store; }

    std::vector<float> weight(const std::string& name) { return copy(m_store.values(), name); }

    void setWeight(const std::string& name, const std::vector<float>& values)
    {
        std::copy(values.begin(), values.end(), m_store.values().begin() + offset(name));
        m_store.touch();
    }
    void setGradient(const std::string& name, const std::vector<float>& values)
    {
        std::copy(values.begin(), values.end(), m_store.gradients().begin() + offset(name));
    }

private:
    static Model model(std::int64_t width, std::vector<WeightSettings> settings)
    {
        Layer input{.name = "data", .type = "INPUT", .tops = {"data"}};
        input.params["shape"] = std::vector<Shape>{{1, width}};
        Layer product{.name = "ip", .type = "INNERPRODUCT", .bottoms = {"data"}, .tops = {"ip"}};
        product.params["num_output"] = std::int64_t{1};
        product.weights = std::move(settings);
        return {.name = "small", .layers = {input, product}};
    }

    const WeightStore::Weight& find(const std::string& name) const
    {
        return *std::find_if(m_store.weights().begin(), m_store.weights().end(),
                             [&](const WeightStore::Weight& weight) { return weight.name == name; });
    }
    std::int64_t offset(const std::string& name) const { return find(name).offset; }
    std::vector<float> copy(std::span<const float> block, const std::string& name) const
    {
        const auto first = block.begin() + offset(name);
        return {first, first + find(name).spec.shape.count()};
    }

    CpuDevice m_device;
    WeightStore m_store;
};

/// `type` at a fixed rate, with what else is given; no decay, no clipping.
inline SolverSettings solverSettings(const std::string& type, double rate, const Params& more = {})
{
    SolverSettings settings;
    settings.params = more;
    settings.params["type"] = type;
    settings.params["base_lr"] = rate;
    settings.params["lr_policy"] = std::string("fixed");
    return settings;
}

} // namespace engine
