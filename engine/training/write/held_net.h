// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/held_unit.h"
#include "engine/net/net.h"
#include "engine/training/write/unit_state.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// The states that the recurrent layers of a net of one stream hold, in the order of the layers. Waits for the device.
std::vector<UnitState> unitStates(const Net& net, Device& device);

/// Throws Error where the net has no such unit: the layer, the letters of its states, or the number of its units.
void requireUnit(const HeldUnit& unit, const std::vector<UnitState>& states);

/// A net of one step and one stream that is run layer by layer, so that units can be set between two layers: a held h
/// is what the layers above and the next step read, and h follows from a held c as in the cell's formula. Stacked
/// layers are run as layers of their own, by the engine that runs them in `net`, whose state and weights they share.
class HeldNet {
public:
    /// `model` is that of `net`; both and the store outlive this.
    HeldNet(const Model& model, const Net& net, WeightStore& store, const EngineWish& wish);

    /// Reads a character; `first`: a text starts with it. Of `held` those count whose unit is held at `place`.
    void read(std::int32_t id, bool first, std::span<const HeldUnit> held, std::int64_t place);

    /// Throws Error for a unit of a layer whose stacked layers cannot be run one by one.
    void require(const HeldUnit& unit) const;

    const Tensor& tensor(const std::string& name) const { return m_sequence.tensor(name); }

private:
    /// Where a layer of the sequence is in the net.
    struct HeldLayer {
        std::string layer;        ///< empty: a layer that is no recurrent one with a state
        std::int64_t stacked = 0; ///< -1: all of them in one, whose units cannot be set
        const Cell* cell = nullptr;
        std::vector<Tensor> state;
        CanonicalWeights weights; ///< Wx, Wh, b
    };

    Sequence build(const Model& model, const Net& net, const EngineWish& wish);
    void forwardHeld(std::size_t layer, std::span<const HeldUnit> held);
    float outputGate(std::size_t layer, std::int64_t unit, std::span<const float> hBefore) const;
    std::vector<float> values(const float* data, std::int64_t count) const;

    WeightStore* m_store;
    DataWiring m_wiring;
    std::vector<HeldLayer> m_parts; ///< by layer of the sequence
    Sequence m_sequence;            // after what it fills
};

} // namespace engine
