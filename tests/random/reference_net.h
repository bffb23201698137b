// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/size_report.h"
#include "tests/kernels/reference.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace engine::test {

/// One batch: [T, N] each, element t·N + n. Of sequences the ids are the numbers [T, N, I], and labels and lengths [N].
struct Batch {
    std::vector<double> ids, cont, labels, lengths = {};
};

/// Names of the tensors that a batch is written to; empty where the model has none.
struct BatchTops {
    std::string ids, cont, label, length = {}; ///< the last one of sequences alone
};

/// A learned tensor of the reference.
struct ReferenceWeight {
    std::string name; ///< "<layer>/<weight>", or the name that its `param` field gives
    Shape shape;
    double lrMult = 1, decayMult = 1;
    std::vector<double> values;
};

/// The weights of a model's phase TRAIN, all 0; one that several layers share by name is there once.
std::vector<ReferenceWeight> weightsOf(const Model& model);

/// What float32 does to a number, in double precision: changes it by a random part of at most `unit`. A unit of 0
/// changes nothing.
class Rounding {
public:
    explicit Rounding(double unit = 0, std::uint64_t seed = 1) : m_unit(unit), m_random(seed) {}
    bool isOn() const { return m_unit > 0; }
    double part() { return m_unit * (2 * std::ldexp(static_cast<double>(m_random() >> 11), -53) - 1); }

private:
    double m_unit;
    std::mt19937_64 m_random;
};

/// A whole model of one phase in double precision: slow and obvious. Each layer is what tests/kernels/reference.h says;
/// the backward pass is one tape over all of it, so that forks, shared weights and what is minimised need no rules.
class ReferenceNet {
public:
    /// `seed` is the run's: of masks. Throws Error for a model that does not fit together.
    ReferenceNet(const Model& model, Phase phase, BatchTops tops, std::uint64_t seed);

    struct Result {
        double objective = 0; ///< the weighted sum of all that is minimised
        double loss = 0;      ///< nats per character of the last SOFTMAXWITHLOSS that is; the objective where none is
        std::map<std::string, std::vector<double>> tensors; ///< the newest of each name
        std::vector<std::vector<double>> gradients;         ///< of each weight
        std::vector<std::vector<double>> gradientSizes;     ///< the same with all terms of each sum made positive
    };
    /// Goes on from the state that the last batch left. `pass` counts the batches of the run.
    Result run(const Batch& batch, const std::vector<ReferenceWeight>& weights, std::uint64_t pass, Rounding& rounding);

    void clearState();

    const Model& model() const { return m_part; } ///< the layers of the phase
    double lossWeight(std::size_t layer, std::size_t output) const;
    std::vector<std::string> weightNames(std::size_t layer) const;
    const std::vector<LayerSizes>& sizes() const { return m_sizes; }

    /// The stream of random numbers that a layer's masks are drawn from.
    std::uint64_t stream(std::size_t layer) const { return (std::uint64_t{m_places[layer]} + 1) << 32; }

private:
    struct Work;

    void runLayer(std::size_t layer, Work& work);
    Tensors<Traced> computed(std::size_t layer, Work& work);
    Tensors<Traced> inputsOf(std::size_t layer, const Work& work) const;
    void round(std::size_t layer, const Tensors<Traced>& inputs, Tensors<Traced>& outputs, Work& work) const;
    double lossScale(std::size_t layer) const;
    void noteLosses(std::size_t layer, const Tensors<Traced>& outputs, Work& work) const;
    std::vector<Traced> fed(const std::string& top, const Shape& shape, const Batch& batch) const;

    Model m_part;
    Phase m_phase;
    BatchTops m_tops;
    std::uint64_t m_seed;
    std::set<std::string> m_trained; ///< the layers of the phase TRAIN
    std::vector<LayerSizes> m_sizes;
    std::vector<std::size_t> m_places;    ///< of each layer among the layers with their splits: the mask's stream
    std::vector<Tensors<double>> m_state; ///< of each layer
};

} // namespace engine::test
