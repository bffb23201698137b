// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/random/reference_solver.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace engine::test {

double ReferenceSolver::policyRate() const
{
    const std::string& policy = textParam(m_params, "lr_policy");
    const double base = number("base_lr"), gamma = number("gamma"), power = number("power");
    const auto now = static_cast<double>(m_iteration);
    const auto step = static_cast<double>(intParam(m_params, "stepsize"));
    const auto last = static_cast<double>(intParam(m_params, "max_iter"));
    if (policy == "step") {
        return base * std::pow(gamma, std::floor(now / step));
    }
    if (policy == "exp") {
        return base * std::pow(gamma, now);
    }
    if (policy == "inv") {
        return base * std::pow(1 + gamma * now, -power);
    }
    if (policy == "multistep") {
        const std::vector<std::int64_t>& cuts = intListParam(m_params, "stepvalue");
        const auto passed = std::ranges::count_if(cuts, [&](std::int64_t cut) { return m_iteration >= cut; });
        return base * std::pow(gamma, static_cast<double>(passed));
    }
    if (policy == "poly") {
        return base * std::pow(1 - std::min(1.0, now / last), power);
    }
    if (policy == "sigmoid") {
        return base / (1 + std::exp(-gamma * (now - step)));
    }
    if (policy == "cosine") {
        const auto warm = static_cast<double>(intParam(m_params, "warmup_iter"));
        const double done = now >= last ? 1 : now <= warm ? 0 : (now - warm) / (last - warm);
        return number("min_lr") + (base - number("min_lr")) * (1 + std::cos(std::numbers::pi * done)) / 2;
    }
    return base; // fixed
}

double ReferenceSolver::rate() const
{
    const std::int64_t warm = intParam(m_params, "warmup_iter");
    const double share = m_iteration < warm ? static_cast<double>(m_iteration + 1) / static_cast<double>(warm) : 1;
    return policyRate() * share;
}

/// Clipped, normalised and with the decay that goes through the gradient.
double ReferenceSolver::prepared(double gradient, double sumNorm, const ReferenceWeight& weight, std::size_t element,
                                 Rounding& rounding) const
{
    const double norm = number("clip_gradients"), most = number("clip_values");
    if (norm >= 0 && sumNorm > norm) {
        gradient *= norm / sumNorm;
    }
    if (most >= 0) {
        gradient = std::clamp(gradient, -most, most);
    }
    gradient /= static_cast<double>(batches());
    const bool beside = textParam(m_params, "type") == "AdamW" && number("adamw_decay") < 0;
    const double factor = beside ? 0 : number("weight_decay") * weight.decayMult, value = weight.values[element];
    const double sign = value > 0 ? 1 : value < 0 ? -1 : 0;
    const double decay = factor * (textParam(m_params, "regularization_type") == "L1" ? sign : value);
    return gradient + decay + rounding.part() * (std::fabs(gradient) + std::fabs(decay)); // they may cancel
}

void ReferenceSolver::move(double& weight, double gradient, double rate, double decayMult, Memory& memory) const
{
    const std::string& type = textParam(m_params, "type");
    const double momentum = number("momentum"), delta = number("delta"), square = gradient * gradient;
    if (type == "SGD" || type == "Nesterov") {
        const double before = memory.first;
        memory.first = momentum * before + rate * gradient;
        weight -= type == "SGD" ? memory.first : (1 + momentum) * memory.first - momentum * before;
    } else if (type == "AdaGrad") {
        memory.first += square;
        weight -= rate * gradient / (std::sqrt(memory.first) + delta);
    } else if (type == "RMSProp") {
        memory.first = number("rms_decay") * memory.first + (1 - number("rms_decay")) * square;
        weight -= rate * gradient / (std::sqrt(memory.first) + delta);
    } else if (type == "AdaDelta") {
        memory.first = momentum * memory.first + (1 - momentum) * square;
        const double change = gradient * std::sqrt((delta + memory.second) / (delta + memory.first));
        memory.second = momentum * memory.second + (1 - momentum) * change * change;
        weight -= rate * change;
    } else { // Adam, AdamW
        const double momentum2 = number("momentum2"), t = static_cast<double>(m_iteration + 1);
        const double decay = number("adamw_decay") < 0 ? number("weight_decay") : number("adamw_decay");
        const double decayed = type == "AdamW" ? rate * decay * decayMult * weight : 0;
        memory.first = momentum * memory.first + (1 - momentum) * gradient;
        memory.second = momentum2 * memory.second + (1 - momentum2) * square;
        const double correction = std::sqrt(1 - std::pow(momentum2, t)) / (1 - std::pow(momentum, t));
        weight -= decayed + rate * correction * memory.first / (std::sqrt(memory.second) + delta);
    }
}

ReferenceSolver::Report ReferenceSolver::update(std::vector<ReferenceWeight>& weights,
                                                const std::vector<std::vector<double>>& gradients, Rounding& rounding)
{
    m_memory.resize(weights.size());
    double squares = 0;
    for (const std::vector<double>& gradient : gradients) {
        for (const double value : gradient) {
            squares += value * value;
        }
    }
    const double sumNorm = std::sqrt(squares), now = rate();
    for (std::size_t index = 0; index < weights.size(); ++index) {
        ReferenceWeight& weight = weights[index];
        m_memory[index].resize(weight.values.size());
        for (std::size_t element = 0; weight.lrMult != 0 && element < weight.values.size(); ++element) {
            double& value = weight.values[element];
            const double gradient = prepared(gradients[index][element], sumNorm, weight, element, rounding);
            move(value, gradient, now * weight.lrMult, weight.decayMult, m_memory[index][element]);
        }
    }
    ++m_iteration;
    return {.rate = now, .norm = sumNorm / static_cast<double>(batches())};
}

} // namespace engine::test
