// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/both.h"

#include <cmath>

namespace engine {

/// Which formula turns a gradient into a step. The names on screen and in files are the solver's `type`.
enum class UpdateRule { Sgd, Nesterov, AdaGrad, RmsProp, AdaDelta, Adam, AdamW };

/// How many numbers a rule remembers of each weight.
constexpr int historyCount(UpdateRule rule)
{
    switch (rule) {
    case UpdateRule::AdaDelta:
    case UpdateRule::Adam:
    case UpdateRule::AdamW:
        return 2;
    case UpdateRule::Sgd:
    case UpdateRule::Nesterov:
    case UpdateRule::AdaGrad:
    case UpdateRule::RmsProp:
        break;
    }
    return 1;
}

/// What a gradient goes through before the rule sees it, in this order; the same for all elements of one weight tensor.
template <typename Real>
struct GradientFactors {
    Real clip;      ///< 1, or the factor that brings the norm of all gradients down to clip_gradients
    Real limit;     ///< the largest size of an element; infinity where there is none
    Real normalise; ///< 1 / iter_size
    Real l2, l1;    ///< weight_decay · decay_mult, in the one of the two that regularization_type names
};

/// g' = normalise · clamp(clip · g) + l2 · w + l1 · sign(w)
template <typename Real>
ENGINE_BOTH inline Real preparedGradient(const GradientFactors<Real>& factors, Real gradient, Real weight)
{
    const Real scaled = factors.clip * gradient;
    const Real below = scaled > factors.limit ? factors.limit : scaled;
    const Real clamped = below < -factors.limit ? -factors.limit : below;
    const Real sign = static_cast<Real>(weight > 0) - static_cast<Real>(weight < 0);
    return factors.normalise * clamped + (factors.l2 * weight + factors.l1 * sign);
}

/// What a rule multiplies with; the same for all elements of one weight tensor. Worked out in double precision and
/// rounded once: 1 - 0.999 taken in single precision would already be 5e-5 off.
template <typename Real>
struct RuleFactors {
    Real rate;                   ///< η = lr · lr_mult; for Adam and AdamW with the correction of the young averages
    Real momentum, momentumRest; ///< μ (β1 of Adam, ρ of AdaDelta) and 1 - μ
    Real square, squareRest;     ///< β2 of Adam, ρ of RMSProp, and 1 - it
    Real delta;                  ///< δ, keeps the quotients finite
    Real decay;                  ///< of AdamW: lr · lr_mult · adamw_decay · decay_mult
    Real averageRest;            ///< of the averaged weights: 1 - their share of themselves
};

// Each rule changes one weight w by its gradient g and updates what it remembers of it.

/// h = μ h + η g          w = w - h
template <typename Real>
ENGINE_BOTH inline void updateSgd(const RuleFactors<Real>& f, Real g, Real& w, Real& h)
{
    h = f.momentum * h + f.rate * g;
    w -= h;
}

/// h = μ h' + η g         w = w - ((1 + μ) h - μ h')          h' is h before
template <typename Real>
ENGINE_BOTH inline void updateNesterov(const RuleFactors<Real>& f, Real g, Real& w, Real& h)
{
    const Real before = h;
    h = f.momentum * before + f.rate * g;
    w -= (Real(1) + f.momentum) * h - f.momentum * before;
}

/// h = h + g²             w = w - η g / (√h + δ)
template <typename Real>
ENGINE_BOTH inline void updateAdaGrad(const RuleFactors<Real>& f, Real g, Real& w, Real& h)
{
    h += g * g;
    w -= f.rate * g / (std::sqrt(h) + f.delta);
}

/// h = ρ h + (1 - ρ) g²   w = w - η g / (√h + δ)
template <typename Real>
ENGINE_BOTH inline void updateRmsProp(const RuleFactors<Real>& f, Real g, Real& w, Real& h)
{
    h = f.square * h + f.squareRest * (g * g);
    w -= f.rate * g / (std::sqrt(h) + f.delta);
}

/// h = ρ h + (1 - ρ) g²   u = g √((d + δ) / (h + δ))   d = ρ d + (1 - ρ) u²   w = w - η u
template <typename Real>
ENGINE_BOTH inline void updateAdaDelta(const RuleFactors<Real>& f, Real g, Real& w, Real& h, Real& d)
{
    h = f.momentum * h + f.momentumRest * (g * g);
    const Real u = g * std::sqrt((d + f.delta) / (h + f.delta));
    d = f.momentum * d + f.momentumRest * (u * u);
    w -= f.rate * u;
}

/// m = β1 m + (1 - β1) g  v = β2 v + (1 - β2) g²   w = w - η m / (√v + δ)          η = lr √(1 - β2ᵗ) / (1 - β1ᵗ)
template <typename Real>
ENGINE_BOTH inline void updateAdam(const RuleFactors<Real>& f, Real g, Real& w, Real& m, Real& v)
{
    m = f.momentum * m + f.momentumRest * g;
    v = f.square * v + f.squareRest * (g * g);
    w -= f.rate * m / (std::sqrt(v) + f.delta);
}

/// Adam, with a decay of the weight itself that the averages do not see:   w = w - λ w - η m / (√v + δ)
template <typename Real>
ENGINE_BOTH inline void updateAdamW(const RuleFactors<Real>& f, Real g, Real& w, Real& m, Real& v)
{
    const Real decayed = f.decay * w;
    updateAdam(f, g, w, m, v);
    w -= decayed;
}

/// The running mean of a weight, after its update:   a = a + (1 - share) (w - a)
///
/// The share is min(average_weights, t / (t + 9)) after t updates: a young mean soon forgets where it began.
template <typename Real>
ENGINE_BOTH inline void updateAverage(const RuleFactors<Real>& f, Real w, Real& average)
{
    average += f.averageRest * (w - average);
}

/// One weight's update by the named rule; `second` is left alone by the rules that remember one number.
template <UpdateRule rule, typename Real>
ENGINE_BOTH inline void updateWeight(const RuleFactors<Real>& factors, Real gradient, Real& weight, Real& first,
                                     [[maybe_unused]] Real& second)
{
    if constexpr (rule == UpdateRule::Sgd) {
        updateSgd(factors, gradient, weight, first);
    } else if constexpr (rule == UpdateRule::Nesterov) {
        updateNesterov(factors, gradient, weight, first);
    } else if constexpr (rule == UpdateRule::AdaGrad) {
        updateAdaGrad(factors, gradient, weight, first);
    } else if constexpr (rule == UpdateRule::RmsProp) {
        updateRmsProp(factors, gradient, weight, first);
    } else if constexpr (rule == UpdateRule::AdaDelta) {
        updateAdaDelta(factors, gradient, weight, first, second);
    } else if constexpr (rule == UpdateRule::Adam) {
        updateAdam(factors, gradient, weight, first, second);
    } else {
        static_assert(rule == UpdateRule::AdamW);
        updateAdamW(factors, gradient, weight, first, second);
    }
}

} // namespace engine
