// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/learning_rate.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace engine {
namespace {

/// In the order of RatePolicy.
constexpr std::array<std::string_view, 8> policies = {"fixed",     "step", "exp",     "inv",
                                                      "multistep", "poly", "sigmoid", "cosine"};

RatePolicy policyNamed(const std::string& name)
{
    const auto policy = std::ranges::find(policies, name);
    if (policy != policies.end()) {
        return static_cast<RatePolicy>(policy - policies.begin());
    }
    throw Error(say(
        ENGINE_TEXT("Sentences",
                    "solver: lr_policy is %1, but must be fixed, step, exp, inv, multistep, poly, sigmoid or cosine"),
        name));
}

/// A setting that the policy divides by.
double atLeastOne(const Params& params, std::string_view key)
{
    const std::int64_t value = intParam(params, key);
    if (value < 1) {
        throw Error(say(ENGINE_TEXT("Sentences", "solver: %1 is %2, but the policy %3 needs 1 or more"), key, value,
                        textParam(params, "lr_policy")));
    }
    return static_cast<double>(value);
}

} // namespace

RateSchedule rateSchedule(const Params& params)
{
    RateSchedule schedule;
    schedule.policy = policyNamed(textParam(params, "lr_policy"));
    schedule.base = floatParam(params, "base_lr");
    schedule.least = floatParam(params, "min_lr");
    schedule.gamma = floatParam(params, "gamma");
    schedule.power = floatParam(params, "power");
    schedule.warmup = intParam(params, "warmup_iter");
    if (schedule.policy == RatePolicy::Step) {
        schedule.stepSize = atLeastOne(params, "stepsize");
    } else if (schedule.policy == RatePolicy::Sigmoid) {
        schedule.stepSize = static_cast<double>(intParam(params, "stepsize"));
    } else if (schedule.policy == RatePolicy::Poly || schedule.policy == RatePolicy::Cosine) {
        schedule.last = atLeastOne(params, "max_iter");
    } else if (schedule.policy == RatePolicy::Multistep) {
        const std::vector<std::int64_t>& steps = intListParam(params, "stepvalue");
        schedule.steps = steps.data();
        schedule.stepCount = std::ssize(steps);
    }
    return schedule;
}

double learningRate(const Params& params, std::int64_t iteration)
{
    const double rate = learningRate<double>(rateSchedule(params), iteration);
    if (!std::isfinite(rate)) {
        throw Error(say(
            ENGINE_TEXT("Sentences",
                        "solver: the policy %1 gives the learning rate %2 at iteration %3, but it must stay finite"),
            textParam(params, "lr_policy"), rate, iteration));
    }
    return rate;
}

} // namespace engine
