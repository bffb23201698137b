// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

namespace engine::cells {

/// What is computed element by element, of one operand or of two.
enum class Operation {
    Negate,
    Add,
    Subtract,
    Multiply,
    Divide,
    Sigmoid,
    Tanh,
    Relu,
    Exp,
    Log,
    Softplus,
    Sqrt,
    Square,
    Abs,
    Max,
    Min,
    AtLeast, ///< 1 where a >= b, else 0; only derivatives have this and the next
    Less     ///< 1 where a < b, else 0
};

constexpr bool takesTwo(Operation operation)
{
    return (operation >= Operation::Add && operation <= Operation::Divide) || operation >= Operation::Max;
}

template <typename Real>
constexpr Real sigmoid(Real x)
{
    return 1 / (1 + std::exp(-x));
}

/// log(1 + e^x) without overflow.
template <typename Real>
constexpr Real softplus(Real x)
{
    return std::max(x, Real(0)) + std::log1p(std::exp(-std::abs(x)));
}

/// The operation on one element; `b` counts only where it takes two. Comparisons are written so that NaN stays NaN.
template <typename Real>
constexpr Real apply(Operation operation, Real a, Real b)
{
    switch (operation) {
    case Operation::Negate:
        return -a;
    case Operation::Add:
        return a + b;
    case Operation::Subtract:
        return a - b;
    case Operation::Multiply:
        return a * b;
    case Operation::Divide:
        return a / b;
    case Operation::Sigmoid:
        return sigmoid(a);
    case Operation::Tanh:
        return std::tanh(a);
    case Operation::Relu:
        return a < 0 ? Real(0) : a;
    case Operation::Exp:
        return std::exp(a);
    case Operation::Log:
        return std::log(a);
    case Operation::Softplus:
        return softplus(a);
    case Operation::Sqrt:
        return std::sqrt(a);
    case Operation::Square:
        return a * a;
    case Operation::Abs:
        return std::abs(a);
    case Operation::Max:
        return a < b ? b : a;
    case Operation::Min:
        return b < a ? b : a;
    case Operation::AtLeast:
        return a >= b ? Real(1) : Real(0);
    case Operation::Less:
        return a < b ? Real(1) : Real(0);
    }
    return a;
}

} // namespace engine::cells
