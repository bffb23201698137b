// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"
#include "engine/graph/value_statistics.h"
#include "engine/lens/gate_statistics.h"
#include "engine/lens/unit_values.h"
#include "engine/net/net.h"
#include "engine/training/measure/step_observer.h"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// One layer in one step.
struct LayerLook {
    std::string layer, type; ///< as the net has them, with its SPLIT layers
    std::vector<TensorLook> weights = {}, outputs = {};

    /// Of a layer whose units can die (recurrent, RELU): how many there are, else 0, and those that gave next to
    /// nothing at each place that was looked at.
    std::int64_t units = 0;
    std::vector<std::int64_t> deadUnits = {};
};

/// What was in a net during one training step.
struct NetLook {
    std::int64_t iteration = 0;
    std::vector<LayerLook> layers = {};

    /// The first steps of the first stream, with every gate and state of the recurrent layers: worked out from what
    /// they read and from the state before, without the dropout inside them. A layer whose first state comes in by
    /// ports is left out, and one in both directions over more than `maxSteps` steps.
    std::vector<UnitValues> units = {};
    std::vector<GateSaturation> gates = {}; ///< of those

    /// That the look cost: the time of its own work, or where that is more what the batch took beyond an unobserved
    /// one.
    double seconds = 0;

    Sentence failure = {}; ///< why nothing was seen, as for want of memory: then there are no layers; else empty

    static constexpr std::int64_t maxSteps = 256;
    static constexpr std::int64_t fewSteps = 32; ///< of layers that only read forward

    const LayerLook* find(const std::string& layer) const; ///< null: not there
};

/// Looks into one training step while it is computed, so that the step and all after it stay what they would have been.
/// Of large tensors some runs of elements are read, spread over the whole.
class LookInside final : public StepObserver {
public:
    using Tell = std::function<void(NetLook)>;

    /// Both outlive it. `tell` is called within the step and must not throw.
    LookInside(const Net& net, const WeightStore& store, Tell tell);

    void beforeForward(std::int64_t iteration, double batchSeconds) override;
    void afterForward() override;
    void beforeBackward(std::size_t layer) override;
    void afterBackward() override;

private:
    template <typename Look>
    void timed(const Look& look);
    void lookAtOutputs(std::size_t layer);
    void lookAtWeights(std::size_t layer);
    void lookAtUnits(std::size_t layer);
    Device& device() const { return m_store.device(); }

    const Net& m_net;
    const WeightStore& m_store;
    Tell m_tell;
    NetLook m_look;
    std::map<std::string, std::vector<float>> m_states; ///< [H], the first stream's, by "<layer>/<state>"
    Sentence m_failure;                                 ///< see NetLook; the step goes on without the look
    std::chrono::steady_clock::time_point m_begin;      ///< of the batch
    double m_batchSeconds = 0;                          ///< of a batch without an observer; 0: not known
};

/// What a person should know of a look: something that does not learn, or hardly.
struct LookFinding {
    enum class Kind {
        NotFinite,  ///< count: values that are not finite
        NoGradient, ///< the gradients by a layer's weights are all 0
        DeadUnits,  ///< count units, some of them in `units`
        GateLow,    ///< share of the gate's values near its lower end: closed
        GateHigh,   ///< near its upper end: open
    };
    Kind kind;
    std::string layer;
    std::size_t part = 0; ///< of GateLow and GateHigh: see GateSaturation
    std::int64_t gate = 0;
    double share = 0;
    std::int64_t count = 0, of = 0;       ///< units or values, and how many there are
    std::vector<std::int64_t> units = {}; ///< by number: those that are saturated or dead at every step seen
};

/// The most severe kind first, of a kind in the order of the net. A gate is named where three quarters of its values
/// are saturated at one end, units where any are dead.
std::vector<LookFinding> findingsOf(const NetLook& look);

} // namespace engine
