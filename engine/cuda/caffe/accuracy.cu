// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/class_runs.h"
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/kernels.h"

namespace engine::cuda::caffe {
namespace {

/// Whole numbers of places, of all together and of each class.
struct Counts {
    unsigned *right, *counted;               ///< [1]
    unsigned *rightOfClass, *countedOfClass; ///< [classes], or null
};

struct AccuracyRun {
    AxisView view;
    LabelRule rule;
    std::int64_t topK;
    const float *scores, *labels;
    Counts counts;
    Fault* fault;
    int faultPlace;
};

/// Whether the label's class is among the top_k scores, to all of the team. Of equal scores the right one counts as the
/// last, as in Caffe.
template <int threads>
__device__ bool isAmongTop(const AccuracyRun& s, const ClassRun& run, std::int64_t label)
{
    const float score = s.scores[run.first + label * run.stride];
    int notBelow = 0; // the right class itself is one of them
    for (std::int64_t k = Team<threads>::member(); k < run.count; k += threads) {
        notBelow += s.scores[run.first + k * run.stride] >= score;
    }
    return Team<threads>::sum(notBelow) <= s.topK && score == score;
}

/// One team a place. Sums of whole numbers are the same in any order.
template <int threads>
__global__ void countPlaces(const AccuracyRun s)
{
    unsigned right = 0, counted = 0;
    Team<threads>::forEach(s.view.outer * s.view.inner, [&](std::int64_t place) {
        const float label = s.labels[place];
        if (!s.rule.counts(label)) {
            return;
        }
        if (!isClass(label, s.rule.classes)) {
            if (Team<threads>::member() == 0) {
                tellFault(s.fault, s.faultPlace, place, label);
            }
            return;
        }
        const auto index = static_cast<std::int64_t>(label);
        const unsigned hit = isAmongTop<threads>(s, classesOf(s.view, place), index);
        if (Team<threads>::member() != 0) {
            return;
        }
        right += hit;
        ++counted;
        if (s.counts.countedOfClass != nullptr) {
            atomicAdd(s.counts.rightOfClass + index, hit);
            atomicAdd(s.counts.countedOfClass + index, 1u);
        }
    });
    right = blockSum(right);
    counted = blockSum(counted);
    if (threadIdx.x == 0) {
        atomicAdd(s.counts.right, right);
        atomicAdd(s.counts.counted, counted);
    }
}

/// The shares: element 0 for all, the others one for each class. One thread an element.
struct Divide {
    Counts counts;
    float *all, *ofClass;
    __device__ static float share(unsigned part, unsigned whole)
    {
        return whole == 0 ? 0.0f : static_cast<float>(static_cast<double>(part) / static_cast<double>(whole));
    }
    __device__ void operator()(std::int64_t i) const
    {
        if (i == 0) {
            *all = share(*counts.right, *counts.counted);
        } else {
            ofClass[i - 1] = share(counts.rightOfClass[i - 1], counts.countedOfClass[i - 1]);
        }
    }
};

/// The share of the places whose right class is among the top_k scores, of all places and of each class. A net that
/// answers the same everywhere is never right.
class AccuracyKernel final : public Kernel {
public:
    explicit AccuracyKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)),
          m_scores(layer.inputs.at(0)),
          m_labels(layer.inputs.at(1)),
          m_outputs(layer.outputs),
          m_view(viewAround(m_scores.shape, intParam(layer.params, "axis"))),
          m_rule{m_view.extent, intParam(layer.params, "ignore_label")},
          m_topK(intParam(layer.params, "top_k")),
          m_classes(m_outputs.size() > 1 ? m_view.extent : 0),
          m_counts(m_device.allocate(2 + 2 * m_classes))
    {
        m_faultPlace = m_device.faults().place([name = layer.name, rule = m_rule](long long place, double label) {
            return wrongLabel(name, place, label, rule);
        });
    }

    void forward(const Pass&) override
    {
        m_device.zero(m_counts.data(), m_counts.count()); // no bits at all: 0 as a whole number too
        const AccuracyRun run{
            m_view, m_rule, m_topK, m_scores.data, m_labels.data, counts(), m_device.faults().cell(), m_faultPlace};
        withTeam(m_view, [&](auto team) {
            constexpr int threads = decltype(team)::value;
            countPlaces<threads>
                <<<blocksForTeams<threads>(m_labels.count()), blockThreads, 0, m_device.stream()>>>(run);
        });
        checkLaunch("ACCURACY");
        launchElements(m_device, 1 + m_classes,
                       Divide{counts(), m_outputs[0].data, m_classes > 0 ? m_outputs[1].data : nullptr}, "ACCURACY");
    }

    void backward() override
    {
        if (m_scores.gradient) {
            m_device.zero(m_scores.gradient, m_scores.count()); // a count does not change with its input
        }
    }

    std::int64_t workspaceBytes() const override { return m_counts.count() * std::int64_t{sizeof(float)}; }

private:
    Counts counts() const
    {
        auto* const first = reinterpret_cast<unsigned*>(m_counts.data());
        return {first, first + 1, m_classes > 0 ? first + 2 : nullptr, m_classes > 0 ? first + 2 + m_classes : nullptr};
    }

    CudaDevice& m_device;
    Tensor m_scores, m_labels;
    std::vector<Tensor> m_outputs;
    AxisView m_view;
    LabelRule m_rule;
    std::int64_t m_topK;
    std::int64_t m_classes; ///< that are told of one by one
    Buffer m_counts;        ///< right, counted, both of each class; whole numbers
    int m_faultPlace;
};

} // namespace

std::unique_ptr<Kernel> makeAccuracy(const LayerSetup& layer)
{
    return std::make_unique<AccuracyKernel>(layer);
}

} // namespace engine::cuda::caffe
