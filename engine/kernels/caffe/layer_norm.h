// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/stages.h"
#include "engine/kernels/caffe/operations.h"

#include <cmath>

namespace engine::caffe {

/// What a row x [H] is brought to mean 0 and variance 1 by.
struct RowMoments {
    float mean, scale; ///< scale: 1 / sqrt(variance + 1e-5)
};

template <typename Team>
ENGINE_DEVICE RowMoments rowMoments(Team team, const float* x, std::int64_t units)
{
    double mean = 0, variance = 0;
    for (std::int64_t unit = team.member(); unit < units; unit += team.size()) {
        mean += x[unit];
    }
    mean = team.sum(mean) / static_cast<double>(units);
    for (std::int64_t unit = team.member(); unit < units; unit += team.size()) {
        const double distance = x[unit] - mean;
        variance += distance * distance;
    }
    variance = team.sum(variance) / static_cast<double>(units);
    return {static_cast<float>(mean), static_cast<float>(1 / std::sqrt(variance + cells::normEpsilon))};
}

/// A team works on one row.
struct LayerNormForward {
    std::int64_t units;
    const float* x;
    float* y;

    template <typename Team>
    ENGINE_DEVICE void operator()(Team team, std::int64_t row) const
    {
        const RowMoments of = rowMoments(team, x + row * units, units);
        for (std::int64_t unit = team.member(); unit < units; unit += team.size()) {
            y[row * units + unit] = (x[row * units + unit] - of.mean) * of.scale;
        }
    }
};

/// dx = scale (dy - mean dy - y mean (dy y)). A team works on one row.
struct LayerNormBackward {
    std::int64_t units;
    const float *x, *y, *dy;
    float* dx;

    template <typename Team>
    ENGINE_DEVICE void operator()(Team team, std::int64_t row) const
    {
        const std::int64_t first = row * units;
        double mean = 0, slope = 0;
        for (std::int64_t unit = team.member(); unit < units; unit += team.size()) {
            mean += dy[first + unit];
            slope += static_cast<double>(dy[first + unit]) * y[first + unit];
        }
        const auto meanOfAll = static_cast<float>(team.sum(mean) / static_cast<double>(units));
        const auto slopeOfAll = static_cast<float>(team.sum(slope) / static_cast<double>(units));
        const float scale = rowMoments(team, x + first, units).scale;
        for (std::int64_t unit = team.member(); unit < units; unit += team.size()) {
            dx[first + unit] = scale * (dy[first + unit] - meanOfAll - slopeOfAll * y[first + unit]);
        }
    }
};

/// y = (x - mean) / sqrt(variance + 1e-5) over the last axis. The backward pass works the variance out again.
template <typename Operations>
class LayerNormKernel final : public Kernel {
public:
    explicit LayerNormKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_input(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_units(m_input.shape.extents().back()),
          m_teams(teamsFor({.outer = m_input.count() / m_units, .extent = m_units, .inner = 1}))
    {}

    void forward(const Pass&) override
    {
        m_operations.forEachTeam(m_teams, LayerNormForward{m_units, m_input.data, m_output.data});
    }

    void backward() override
    {
        if (gradientPasses(m_operations, m_input, m_output)) {
            m_operations.forEachTeam(
                m_teams, LayerNormBackward{m_units, m_input.data, m_output.data, m_output.gradient, m_input.gradient});
        }
    }

private:
    Operations m_operations;
    Tensor m_input, m_output;
    std::int64_t m_units;
    Teams m_teams;
};

} // namespace engine::caffe
