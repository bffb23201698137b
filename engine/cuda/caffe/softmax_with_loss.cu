// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/class_runs.h"
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/kernels.h"

namespace engine::cuda::caffe {
namespace {

/// What one block found, and what becomes of it all.
struct BlockSum {
    double terms;      ///< of the loss
    long long counted; ///< places that count
};

struct LossRun {
    AxisView view;
    LabelRule rule;
    Normalization normalization;
    const float *scores, *labels;
    float* chances;
    Fault* fault;
    int faultPlace;
    BlockSum* blocks; ///< [blocks of the grid]
    unsigned* done;   ///< how many of them are there; 0 before and after
    float *loss, *divisor;
};

/// The place's term of the loss, in the first thread of its team; adds it and the place to `to` where it counts.
template <int threads>
__device__ void runPlace(const LossRun& s, std::int64_t place, BlockSum& to)
{
    const ClassRun run = classesOf(s.view, place);
    const float label = s.labels[place];
    const bool right = isClass(label, s.rule.classes);
    const bool counts = s.rule.counts(label) && right;
    const float score = counts ? s.scores[run.first + static_cast<std::int64_t>(label) * run.stride] : 0.0f;
    const float logSum = softmax<threads>(s.scores, s.chances, run);
    if (Team<threads>::member() != 0) {
        return;
    }
    if (counts) {
        to.terms += logSum - score;
        ++to.counted;
    } else if (s.rule.counts(label)) {
        tellFault(s.fault, s.faultPlace, place, label);
    }
}

/// One team a place; the block that ends last adds up what all have found, in the order of the blocks.
template <int threads>
__global__ void runForward(const LossRun s)
{
    BlockSum mine{0.0, 0};
    Team<threads>::forEach(s.view.outer * s.view.inner, [&](std::int64_t place) { runPlace<threads>(s, place, mine); });
    mine = {blockSum(mine.terms), blockSum(mine.counted)};
    if (threadIdx.x == 0) {
        s.blocks[blockIdx.x] = mine;
    }
    if (!isLastBlock(s.done, gridDim.x)) {
        return;
    }
    BlockSum all{0.0, 0};
    for (unsigned block = threadIdx.x; block < gridDim.x; block += blockThreads) {
        all.terms += __ldcg(&s.blocks[block].terms);
        all.counted += __ldcg(&s.blocks[block].counted);
    }
    all = {blockSum(all.terms), blockSum(all.counted)};
    if (threadIdx.x == 0) {
        const auto divisor = static_cast<double>(lossDivisor(s.normalization, s.view, all.counted));
        *s.loss = static_cast<float>(all.terms / divisor);
        *s.divisor = static_cast<float>(divisor);
    }
}

/// dx = (p - 1 at the label's class) · dloss / divisor, and 0 at places that do not count. One thread an element.
struct Backward {
    AxisView view;
    LabelRule rule;
    const float *chances, *labels, *lossGradient, *divisor;
    float* dx;
    __device__ void operator()(std::int64_t i) const
    {
        const std::int64_t run = quotient(i, view.inner), outer = quotient(run, view.extent);
        const std::int64_t k = run - outer * view.extent;
        const float label = labels[outer * view.inner + i - run * view.inner];
        const float weight = rule.counts(label) ? *lossGradient / *divisor : 0.0f;
        dx[i] = weight * (chances[i] - (label == static_cast<float>(k) ? 1.0f : 0.0f));
    }
};

/// loss = Σ -log p[label] / places, p the softmax of the scores. Each term is log Σ e^x - x[label]: exact where p
/// itself would be zero.
class SoftmaxWithLossKernel final : public Kernel {
public:
    explicit SoftmaxWithLossKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)),
          m_scores(layer.inputs.at(0)),
          m_labels(layer.inputs.at(1)),
          m_loss(layer.outputs.at(0)),
          m_view(viewAround(m_scores.shape, intParam(layer.params, "axis"))),
          m_rule{m_view.extent, intParam(layer.params, "ignore_label")},
          m_normalization(normalizationOf(layer.params))
    {
        if (layer.outputs.size() > 1) {
            m_chances = layer.outputs[1].data;
        } else {
            m_memory = m_device.allocate(m_scores.count());
            m_chances = m_memory.data();
        }
        withTeam(m_view, [this](auto team) { m_blocks = blocksForTeams<decltype(team)::value>(places()); });
        m_sums = m_device.allocate(m_blocks * std::int64_t{sizeof(BlockSum) / sizeof(float)});
        m_outcome = m_device.allocate(2);
        m_faultPlace = m_device.faults().place([name = layer.name, rule = m_rule](long long place, double label) {
            return wrongLabel(name, place, label, rule);
        });
    }

    void forward(const Pass&) override
    {
        const LossRun run{m_view,
                          m_rule,
                          m_normalization,
                          m_scores.data,
                          m_labels.data,
                          m_chances,
                          m_device.faults().cell(),
                          m_faultPlace,
                          reinterpret_cast<BlockSum*>(m_sums.data()),
                          reinterpret_cast<unsigned*>(m_outcome.data() + 1),
                          m_loss.data,
                          divisor()};
        withTeam(m_view, [&](auto team) {
            runForward<decltype(team)::value><<<m_blocks, blockThreads, 0, m_device.stream()>>>(run);
        });
        checkLaunch("SOFTMAXWITHLOSS");
    }

    void backward() override
    {
        if (m_scores.gradient == nullptr) {
            return;
        }
        if (m_loss.gradient == nullptr) {
            m_device.zero(m_scores.gradient, m_scores.count());
            return;
        }
        launchElements(
            m_device, m_scores.count(),
            Backward{m_view, m_rule, m_chances, m_labels.data, m_loss.gradient, divisor(), m_scores.gradient},
            "SOFTMAXWITHLOSS backward");
    }

    std::int64_t workspaceBytes() const override
    {
        return std::int64_t{sizeof(float)} * (m_memory.count() + m_sums.count() + m_outcome.count());
    }

private:
    std::int64_t places() const { return m_view.outer * m_view.inner; }
    float* divisor() const { return m_outcome.data(); }

    CudaDevice& m_device;
    Tensor m_scores, m_labels, m_loss;
    AxisView m_view;
    LabelRule m_rule;
    Normalization m_normalization;
    Buffer m_memory; ///< of the chances where they are not an output
    float* m_chances;
    unsigned m_blocks = 1;
    Buffer m_sums;    ///< a BlockSum for each block
    Buffer m_outcome; ///< what the loss was divided by; how many blocks are done, as a whole number
    int m_faultPlace;
};

} // namespace

std::unique_ptr<Kernel> makeSoftmaxWithLoss(const LayerSetup& layer)
{
    return std::make_unique<SoftmaxWithLossKernel>(layer);
}

} // namespace engine::cuda::caffe
