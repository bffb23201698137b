// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/learning_rate.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace engine {
namespace {

/// A setting that the policy divides by.
double atLeastOne(const Params& params, std::string_view key, const std::string& policy)
{
    const std::int64_t value = intParam(params, key);
    if (value < 1) {
        throw Error(sentence("solver: ", key, " is ", value, ", but the policy ", policy, " needs 1 or more"));
    }
    return static_cast<double>(value);
}

/// How far the iteration is on its way from `first` to `last`, from 0 to 1.
double progress(double iteration, double first, double last)
{
    return iteration >= last ? 1.0 : std::max(0.0, iteration - first) / (last - first);
}

std::int64_t stepsPassed(const Params& params, std::int64_t iteration)
{
    const std::vector<std::int64_t>& steps = intListParam(params, "stepvalue");
    return std::count_if(steps.begin(), steps.end(), [&](std::int64_t step) { return iteration >= step; });
}

/// The policy's rate for a base_lr of 1; cosine, which ends at min_lr, is apart.
double policyFactor(const Params& params, const std::string& policy, std::int64_t iteration)
{
    const double gamma = floatParam(params, "gamma");
    const double power = floatParam(params, "power");
    const auto now = static_cast<double>(iteration);
    if (policy == "fixed") {
        return 1;
    }
    if (policy == "step") {
        return std::pow(gamma, std::floor(now / atLeastOne(params, "stepsize", policy)));
    }
    if (policy == "exp") {
        return std::pow(gamma, now);
    }
    if (policy == "inv") {
        return std::pow(1 + gamma * now, -power);
    }
    if (policy == "multistep") {
        return std::pow(gamma, static_cast<double>(stepsPassed(params, iteration)));
    }
    if (policy == "poly") {
        return std::pow(1 - progress(now, 0, atLeastOne(params, "max_iter", policy)), power);
    }
    if (policy == "sigmoid") {
        return 1 / (1 + std::exp(-gamma * (now - static_cast<double>(intParam(params, "stepsize")))));
    }
    throw Error("solver: lr_policy is " + policy +
                ", but must be fixed, step, exp, inv, multistep, poly, sigmoid or cosine");
}

} // namespace

double learningRate(const Params& params, std::int64_t iteration)
{
    const double base = floatParam(params, "base_lr");
    const std::string& policy = textParam(params, "lr_policy");
    const std::int64_t warmup = intParam(params, "warmup_iter");
    double rate = 0;
    if (policy == "cosine") {
        const double least = floatParam(params, "min_lr");
        const double done = progress(static_cast<double>(iteration), static_cast<double>(warmup),
                                     atLeastOne(params, "max_iter", policy));
        rate = least + (base - least) * (1 + std::cos(std::numbers::pi * done)) / 2;
    } else {
        rate = base * policyFactor(params, policy, iteration);
    }
    if (iteration < warmup) {
        rate *= static_cast<double>(iteration + 1) / static_cast<double>(warmup);
    }
    if (!std::isfinite(rate)) {
        throw Error(sentence("solver: the policy ", policy, " gives the learning rate ", rate, " at iteration ",
                             iteration, ", but it must stay finite"));
    }
    return rate;
}

} // namespace engine
