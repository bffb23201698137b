// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"

#include <cmath>
#include <cstdint>
#include <numbers>

namespace engine {

enum class RatePolicy { Fixed, Step, Exp, Inv, Multistep, Poly, Sigmoid, Cosine };

/// What a solver's settings say about the learning rate, as plain numbers: an asynchronous device copies them
/// and computes each iteration's rate itself.
struct RateSchedule {
    RatePolicy policy = RatePolicy::Fixed;
    double base = 0, least = 0; ///< base_lr, min_lr
    double gamma = 0, power = 0;
    double stepSize = 1; ///< stepsize
    double last = 1;     ///< max_iter
    std::int64_t warmup = 0;
    const std::int64_t* steps = nullptr; ///< stepvalue, in the settings that this was made from
    std::int64_t stepCount = 0;
};

/// `params` is complete, and outlives the schedule. Throws Error for an unknown policy, and where the policy lacks a
/// setting that it divides by.
RateSchedule rateSchedule(const Params& params);

/// How far the iteration is on its way from `first` to `last`, from 0 to 1.
template <typename Real>
constexpr Real progress(Real iteration, Real first, Real last)
{
    if (iteration >= last || iteration <= first) {
        return iteration >= last ? Real(1) : Real(0); // also where `first` is no earlier than `last`
    }
    return (iteration - first) / (last - first);
}

/// The policy's rate for a base_lr of 1; cosine, which ends at min_lr, is apart.
template <typename Real>
constexpr Real policyFactor(const RateSchedule& schedule, std::int64_t iteration)
{
    const Real now = static_cast<Real>(iteration), gamma = schedule.gamma;
    switch (schedule.policy) {
    case RatePolicy::Step:
        return std::pow(gamma, std::floor(now / schedule.stepSize));
    case RatePolicy::Exp:
        return std::pow(gamma, now);
    case RatePolicy::Inv:
        return std::pow(1 + gamma * now, -schedule.power);
    case RatePolicy::Multistep: {
        std::int64_t passed = 0;
        for (std::int64_t index = 0; index < schedule.stepCount; ++index) {
            passed += iteration >= schedule.steps[index] ? 1 : 0;
        }
        return std::pow(gamma, static_cast<Real>(passed));
    }
    case RatePolicy::Poly:
        return std::pow(1 - progress<Real>(now, 0, schedule.last), schedule.power);
    case RatePolicy::Sigmoid:
        return 1 / (1 + std::exp(-gamma * (now - schedule.stepSize)));
    case RatePolicy::Fixed:
    case RatePolicy::Cosine:
        break;
    }
    return 1;
}

/// The learning rate at an iteration (from 0): fixed, step, exp, inv, multistep, poly, sigmoid, cosine; each with a
/// linear warm-up over the first warmup_iter iterations. Written once for host and device (constexpr, so that nvcc
/// compiles it for both), in double precision on both. May be infinite or not a number.
template <typename Real>
constexpr Real learningRate(const RateSchedule& schedule, std::int64_t iteration)
{
    Real rate = 0;
    if (schedule.policy == RatePolicy::Cosine) {
        const Real done =
            progress<Real>(static_cast<Real>(iteration), static_cast<Real>(schedule.warmup), schedule.last);
        rate = schedule.least + (schedule.base - schedule.least) * (1 + std::cos(std::numbers::pi * done)) / 2;
    } else {
        rate = schedule.base * policyFactor<Real>(schedule, iteration);
    }
    if (iteration < schedule.warmup) {
        rate *= static_cast<Real>(iteration + 1) / static_cast<Real>(schedule.warmup);
    }
    return rate;
}

/// The same from complete settings. Throws Error as rateSchedule does, and where the rate does not stay finite.
double learningRate(const Params& params, std::int64_t iteration);

} // namespace engine
