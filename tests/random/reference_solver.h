// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/solver_settings.h"
#include "tests/random/reference_net.h"

#include <cstdint>
#include <vector>

namespace engine::test {

/// One update of every weight in double precision, written from Caffe's solvers (for cosine, warm-up, clip_values and
/// AdamW: from engine/solvers/README.md) without a line of engine/solvers.
class ReferenceSolver {
public:
    /// `params` is complete.
    explicit ReferenceSolver(Params params) : m_params(std::move(params)) {}

    struct Report {
        double rate;
        double norm; ///< of all gradients together, before clipping, of the mean over the batches
    };
    /// `gradients` are sums over iter_size batches, one for each weight.
    Report update(std::vector<ReferenceWeight>& weights, const std::vector<std::vector<double>>& gradients,
                  Rounding& rounding);

    std::int64_t batches() const { return intParam(m_params, "iter_size"); }

private:
    struct Memory {
        double first = 0, second = 0;
    };

    double number(const char* key) const { return floatParam(m_params, key); }
    double rate() const;
    double policyRate() const;
    double prepared(double gradient, double sumNorm, const ReferenceWeight& weight, std::size_t element,
                    Rounding& rounding) const;
    void move(double& weight, double gradient, double rate, double decayMult, Memory& memory) const;

    Params m_params;
    std::int64_t m_iteration = 0;
    std::vector<std::vector<Memory>> m_memory; ///< of each element of each weight
};

} // namespace engine::test
