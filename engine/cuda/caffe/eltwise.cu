// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/kernels.h"

#include <array>
#include <cassert>
#include <cstddef>

namespace engine::cuda::caffe {
namespace {

/// How many inputs one launch can name; a layer with more is refused. Most layers have two: they get along with less.
constexpr int mostInputs = 64;

/// What goes into a launch. A gradient is null where nobody wants it, dy where it counts as zero.
template <int most>
struct Terms {
    int count;
    float coefficients[most];
    const float* x[most];
    float* dx[most];
    float* y;
    const float* dy;
};

/// Σ coeff_k x_k
struct Sum {
    template <int most>
    __device__ static float forward(const Terms<most>& terms, std::int64_t i)
    {
        float sum = terms.coefficients[0] * terms.x[0][i];
        for (int k = 1; k < terms.count; ++k) {
            sum += terms.coefficients[k] * terms.x[k][i];
        }
        return sum;
    }
    template <int most>
    __device__ static float backward(const Terms<most>& terms, int k, std::int64_t, float dy)
    {
        return terms.coefficients[k] * dy;
    }
};

/// Π x_k. The gradient by one of them is the product of the others, never y divided by it: that holds where it is zero
/// as well.
struct Product {
    template <int most>
    __device__ static float without(const Terms<most>& terms, int left, std::int64_t i)
    {
        float product = 1.0f;
        for (int k = 0; k < terms.count; ++k) {
            product *= k == left ? 1.0f : terms.x[k][i];
        }
        return product;
    }
    template <int most>
    __device__ static float forward(const Terms<most>& terms, std::int64_t i)
    {
        return without(terms, terms.count, i);
    }
    template <int most>
    __device__ static float backward(const Terms<most>& terms, int k, std::int64_t i, float dy)
    {
        return dy * without(terms, k, i);
    }
};

/// The largest x_k; the gradient goes to that one alone. Of equals, the second of the first two has it, else the
/// earliest: Caffe's rule.
struct Maximum {
    template <int most>
    __device__ static int largest(const Terms<most>& terms, std::int64_t i)
    {
        int best = terms.count > 1 && !(terms.x[0][i] > terms.x[1][i]) ? 1 : 0;
        for (int k = 2; k < terms.count; ++k) {
            best = terms.x[k][i] > terms.x[best][i] ? k : best;
        }
        return best;
    }
    template <int most>
    __device__ static float forward(const Terms<most>& terms, std::int64_t i)
    {
        return terms.x[largest(terms, i)][i];
    }
    template <int most>
    __device__ static float backward(const Terms<most>& terms, int k, std::int64_t i, float dy)
    {
        return largest(terms, i) == k ? dy : 0.0f;
    }
};

/// y from all x, one thread an element.
template <typename Operation, int most>
__global__ void runForward(std::int64_t count, const Terms<most> terms)
{
    forEachElement(count, [&](std::int64_t i) { terms.y[i] = Operation::forward(terms, i); });
}

/// All dx from dy and the x, one thread an element.
template <typename Operation, int most>
__global__ void runBackward(std::int64_t count, const Terms<most> terms)
{
    forEachElement(count, [&](std::int64_t i) {
        const float dy = terms.dy != nullptr ? terms.dy[i] : 0.0f;
        for (int k = 0; k < terms.count; ++k) {
            if (terms.dx[k] != nullptr) {
                terms.dx[k][i] = terms.dy != nullptr ? Operation::backward(terms, k, i, dy) : 0.0f;
            }
        }
    });
}

/// y [...] from tensors x of the same shape, all at once there and back.
template <typename Operation, int most>
class EltwiseKernel final : public Kernel {
public:
    explicit EltwiseKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)), m_count(layer.outputs.at(0).count())
    {
        const std::vector<double>& given = floatListParam(layer.params, "coeff");
        m_terms.count = static_cast<int>(layer.inputs.size());
        for (std::size_t k = 0; k < layer.inputs.size(); ++k) {
            m_terms.coefficients[k] = k < given.size() ? static_cast<float>(given[k]) : 1.0f;
            m_terms.x[k] = layer.inputs[k].data;
            m_terms.dx[k] = layer.inputs[k].gradient;
            m_wanted = m_wanted || layer.inputs[k].gradient != nullptr;
        }
        m_terms.y = layer.outputs[0].data;
        m_terms.dy = layer.outputs[0].gradient;
    }

    void forward(const Pass&) override
    {
        runForward<Operation><<<blocksFor(m_count), blockThreads, 0, m_device.stream()>>>(m_count, m_terms);
        checkLaunch("ELTWISE");
    }

    void backward() override
    {
        if (m_wanted) {
            runBackward<Operation><<<blocksFor(m_count), blockThreads, 0, m_device.stream()>>>(m_count, m_terms);
            checkLaunch("ELTWISE backward");
        }
    }

private:
    CudaDevice& m_device;
    std::int64_t m_count;
    Terms<most> m_terms{};
    bool m_wanted = false; ///< any dx
};

template <typename Operation>
std::unique_ptr<Kernel> make(const LayerSetup& layer)
{
    if (layer.inputs.size() <= 2) {
        return std::make_unique<EltwiseKernel<Operation, 2>>(layer);
    }
    return std::make_unique<EltwiseKernel<Operation, mostInputs>>(layer);
}

} // namespace

std::optional<std::string> eltwiseRefusal(const LayerSetup& layer)
{
    if (layer.inputs.size() > mostInputs) {
        return "takes " + std::to_string(mostInputs) + " bottoms of an ELTWISE at most";
    }
    return std::nullopt;
}

std::unique_ptr<Kernel> makeEltwise(const LayerSetup& layer)
{
    const std::string& operation = textParam(layer.params, "operation");
    if (operation == "SUM") {
        return make<Sum>(layer);
    }
    if (operation == "PROD") {
        return make<Product>(layer);
    }
    assert(operation == "MAX");
    return make<Maximum>(layer);
}

} // namespace engine::cuda::caffe
