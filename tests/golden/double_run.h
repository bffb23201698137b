// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/net/weight_store.h"
#include "tests/golden/golden.h"
#include "tests/random/reference_net.h"
#include "tests/random/reference_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace engine {

/// The run of a golden file in double precision, by the references of its layers and of its solver.
class DoubleRun {
public:
    /// Of values near 1; small ones are held to the same absolute distance.
    static constexpr double tolerance = 1e-9;

    DoubleRun(const Model& model, test::BatchTops tops, const SolverSettings& solver)
        : m_weights(test::weightsOf(model)),
          m_net(model, Phase::Train, std::move(tops), 1),
          m_solver(completeParams(solver))
    {}

    /// `names` are those that the model has for the tensors.
    void begin(const std::vector<NamedTensor>& names, const std::vector<GoldenTensor>& tensors)
    {
        ASSERT_EQ(tensors.size(), m_weights.size());
        for (std::size_t index = 0; index < tensors.size(); ++index) {
            ASSERT_TRUE(weight(names[index].name).shape == tensors[index].shape) << tensors[index].name;
            weight(names[index].name).values = tensors[index].values;
        }
    }

    struct Step {
        double loss, gradientNorm;
    };
    Step step(const test::Batch& batch)
    {
        const test::ReferenceNet::Result result = m_net.run(batch, m_weights, m_pass++, m_exact);
        return {result.objective, m_solver.update(m_weights, result.gradients, m_exact).norm};
    }

    void expectWeights(const std::vector<NamedTensor>& names, const std::vector<GoldenTensor>& tensors)
    {
        ASSERT_EQ(tensors.size(), m_weights.size());
        for (std::size_t index = 0; index < tensors.size(); ++index) {
            const std::vector<double>& found = weight(names[index].name).values;
            ASSERT_EQ(found.size(), tensors[index].values.size());
            for (std::size_t i = 0; i < found.size(); ++i) {
                ASSERT_NEAR(found[i], tensors[index].values[i], tolerance) << tensors[index].name << ", element " << i;
            }
        }
    }

private:
    test::ReferenceWeight& weight(const std::string& name)
    {
        return *std::ranges::find(m_weights, name, &test::ReferenceWeight::name);
    }

    std::vector<test::ReferenceWeight> m_weights;
    test::ReferenceNet m_net;
    test::ReferenceSolver m_solver;
    test::Rounding m_exact;
    std::uint64_t m_pass = 0;
};

} // namespace engine
