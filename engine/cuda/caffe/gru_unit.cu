// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/kernels.h"
#include "engine/kernels/gru_cell.h"
#include "engine/kernels/gru_rows.h"

namespace engine::cuda::caffe {
namespace {

/// Where a unit's three sums or their gradients lie in [N, 3H].
struct GatePlace {
    std::int64_t first, stride;

    __device__ GatePlace(const GruStep& step, std::int64_t i)
    {
        const std::int64_t stream = quotient(i, step.units);
        first = 3 * stream * step.units + i - stream * step.units;
        stride = step.units;
    }
    __device__ GruGates<float> read(const float* gates) const
    {
        return {gates[first], gates[first + stride], gates[first + 2 * stride]};
    }
    __device__ void write(const GruGates<float>& from, float* gates) const
    {
        gates[first] = from.r;
        gates[first + stride] = from.z;
        gates[first + 2 * stride] = from.n;
    }
};

/// One thread a unit of [N, H].
struct Forward {
    GruStep step;
    float* h;
    __device__ void operator()(std::int64_t i) const
    {
        const GatePlace place(step, i);
        h[i] = gruForward(gruGates(place.read(step.a), place.read(step.u)), step.hBefore[i]);
    }
};

/// One thread a unit of [N, H].
struct Backward {
    GruStep step;
    GruStepGradients to;
    __device__ void operator()(std::int64_t i) const
    {
        const GatePlace place(step, i);
        const GruGates<float> u = place.read(step.u);
        const GruGates<float> gates = gruGates(place.read(step.a), u);
        const float dh = to.dh != nullptr ? to.dh[i] : 0.0f;
        const GruGradients<float> back = gruBackward(gates, u.n, step.hBefore[i], dh);
        if (to.da != nullptr) {
            place.write(back.a, to.da);
        }
        if (to.du != nullptr) {
            place.write({back.a.r, back.a.z, back.un}, to.du);
        }
        if (to.dhBefore != nullptr) {
            to.dhBefore[i] = back.hBefore;
        }
    }
};

/// One step of a GRU's cells, as on the CPU (engine/kernels/caffe/gru_unit.cpp): one launch each way.
class GruUnitKernel final : public Kernel {
public:
    explicit GruUnitKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)),
          m_hBefore(layer.inputs.at(0)),
          m_a(layer.inputs.at(1)),
          m_u(layer.inputs.at(2)),
          m_h(layer.outputs.at(0)),
          m_step{
              .streams = m_h.shape[1], .units = m_h.shape[2], .hBefore = m_hBefore.data, .a = m_a.data, .u = m_u.data}
    {}

    void forward(const Pass&) override { launchElements(m_device, m_h.count(), Forward{m_step, m_h.data}, "GRU step"); }

    void backward() override
    {
        launchElements(
            m_device, m_h.count(),
            Backward{m_step,
                     {.dh = m_h.gradient, .da = m_a.gradient, .du = m_u.gradient, .dhBefore = m_hBefore.gradient}},
            "GRU step backward");
    }

private:
    CudaDevice& m_device;
    Tensor m_hBefore, m_a, m_u, m_h;
    GruStep m_step;
};

} // namespace

std::unique_ptr<Kernel> makeGruUnit(const LayerSetup& layer)
{
    return std::make_unique<GruUnitKernel>(layer);
}

} // namespace engine::cuda::caffe
