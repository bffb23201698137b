// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace engine::caffe {

/// One of the input tensors. dx is null if not needed.
struct Term {
    const float* x;
    float* dx;
    float coefficient;
    float unused = 0; ///< fills up the last eight bytes
};

/// Few terms are passed as kernel arguments, with code for exactly so many.
template <int number>
struct FewTerms {
    Term terms[number];
    ENGINE_DEVICE static constexpr int count() { return number; }
};

/// More terms lie in the device's memory.
struct ManyTerms {
    const Term* terms;
    int number;
    ENGINE_DEVICE int count() const { return number; }
};

/// Σ coeff_k x_k
struct Sum {
    template <typename Terms>
    ENGINE_DEVICE static float forward(const Terms& all, std::int64_t i)
    {
        float sum = all.terms[0].coefficient * all.terms[0].x[i];
        for (int k = 1; k < all.count(); ++k) {
            sum += all.terms[k].coefficient * all.terms[k].x[i];
        }
        return sum;
    }
    template <typename Terms>
    ENGINE_DEVICE static float backward(const Terms& all, int k, std::int64_t, float dy)
    {
        return all.terms[k].coefficient * dy;
    }
};

/// Π x_k. The gradient by one of them is the product of the others, never y divided by it: that holds where it is zero
/// as well.
struct Product {
    template <typename Terms>
    ENGINE_DEVICE static float without(const Terms& all, int left, std::int64_t i)
    {
        float product = 1.0f;
        for (int k = 0; k < all.count(); ++k) {
            product *= k == left ? 1.0f : all.terms[k].x[i];
        }
        return product;
    }
    template <typename Terms>
    ENGINE_DEVICE static float forward(const Terms& all, std::int64_t i)
    {
        return without(all, all.count(), i);
    }
    template <typename Terms>
    ENGINE_DEVICE static float backward(const Terms& all, int k, std::int64_t i, float dy)
    {
        return dy * without(all, k, i);
    }
};

/// The largest x_k; the gradient goes to that one alone. On a tie of the first two the second wins, on other ties the
/// earliest: Caffe's rule.
struct Maximum {
    template <typename Terms>
    ENGINE_DEVICE static int largest(const Terms& all, std::int64_t i)
    {
        int best = all.count() > 1 && !(all.terms[0].x[i] > all.terms[1].x[i]) ? 1 : 0;
        for (int k = 2; k < all.count(); ++k) {
            best = all.terms[k].x[i] > all.terms[best].x[i] ? k : best;
        }
        return best;
    }
    template <typename Terms>
    ENGINE_DEVICE static float forward(const Terms& all, std::int64_t i)
    {
        return all.terms[largest(all, i)].x[i];
    }
    template <typename Terms>
    ENGINE_DEVICE static float backward(const Terms& all, int k, std::int64_t i, float dy)
    {
        return largest(all, i) == k ? dy : 0.0f;
    }
};

/// y from all x.
template <typename Operation, typename Terms>
struct EltwiseForward {
    Terms all;
    float* y;

    ENGINE_DEVICE void operator()(std::int64_t i) const { y[i] = Operation::forward(all, i); }
};

/// All dx from dy and the x.
template <typename Operation, typename Terms>
struct EltwiseBackward {
    Terms all;
    const float* dy;

    ENGINE_DEVICE void operator()(std::int64_t i) const
    {
        const float gradient = dy[i];
        for (int k = 0; k < all.count(); ++k) {
            if (all.terms[k].dx != nullptr) {
                all.terms[k].dx[i] = Operation::backward(all, k, i, gradient);
            }
        }
    }
};

/// y [...] from tensors x of the same shape, all at once there and back.
template <typename Operations, typename Operation, typename Terms>
class EltwiseOf final : public Kernel {
public:
    EltwiseOf(const LayerSetup& layer, std::span<const Term> terms)
        : m_operations(layer), m_inputs(layer.inputs), m_output(layer.outputs.at(0))
    {
        if constexpr (std::is_same_v<Terms, ManyTerms>) {
            m_memory = m_operations.store(terms);
            m_terms = {reinterpret_cast<const Term*>(m_memory.data()), static_cast<int>(terms.size())};
        } else {
            std::ranges::copy(terms, m_terms.terms);
        }
    }

    void forward(const Pass&) override
    {
        m_operations.forEach(m_output.count(), EltwiseForward<Operation, Terms>{m_terms, m_output.data});
    }

    void backward() override
    {
        bool any = false;
        for (const Tensor& input : m_inputs) {
            any = gradientPasses(m_operations, input, m_output) || any;
        }
        if (any) {
            m_operations.forEach(m_output.count(), EltwiseBackward<Operation, Terms>{m_terms, m_output.gradient});
        }
    }

    std::int64_t workspaceBytes() const override { return m_memory.count() * std::int64_t{sizeof(float)}; }

private:
    Operations m_operations;
    std::vector<Tensor> m_inputs;
    Tensor m_output;
    Buffer m_memory; ///< of many terms
    Terms m_terms{};
};

template <typename Operations, typename Operation>
std::unique_ptr<Kernel> makeEltwiseOf(const LayerSetup& layer)
{
    const std::vector<double>& given = floatListParam(layer.params, "coeff");
    std::vector<Term> terms;
    for (std::size_t k = 0; k < layer.inputs.size(); ++k) {
        const double coefficient = k < given.size() ? given[k] : 1.0;
        terms.push_back({layer.inputs[k].data, layer.inputs[k].gradient, static_cast<float>(coefficient)});
    }
    switch (terms.size()) {
    case 2:
        return std::make_unique<EltwiseOf<Operations, Operation, FewTerms<2>>>(layer, terms);
    case 3:
        return std::make_unique<EltwiseOf<Operations, Operation, FewTerms<3>>>(layer, terms);
    default:
        return std::make_unique<EltwiseOf<Operations, Operation, ManyTerms>>(layer, terms);
    }
}

template <typename Operations>
std::unique_ptr<Kernel> makeEltwise(const LayerSetup& layer)
{
    const std::string& operation = textParam(layer.params, "operation");
    if (operation == "SUM") {
        return makeEltwiseOf<Operations, Sum>(layer);
    }
    if (operation == "PROD") {
        return makeEltwiseOf<Operations, Product>(layer);
    }
    assert(operation == "MAX");
    return makeEltwiseOf<Operations, Maximum>(layer);
}

} // namespace engine::caffe
