// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"
#include "engine/graph/model.h"
#include "engine/graph/named_tensor.h"
#include "engine/graph/size_report.h"
#include "engine/kernels/engine.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace engine {

/// The learned tensors of a model in canonical layout: one block of values and one of gradients in the device's memory,
/// so that the solver runs over them in one piece. Nets of several phases and batch sizes share a store.
class WeightStore {
public:
    struct Weight {
        std::string name; ///< "<layer>/<weight>", or the shared name that the model gives
        WeightSpec spec;
        std::int64_t offset; ///< of the first element in the blocks
        double lrMult, decayMult;
        bool frozen() const { return lrMult == 0; }

        /// Its elements in the values, the gradients, or another block that is laid out as they are.
        std::span<float> in(std::span<float> block) const
        {
            return block.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(spec.shape.count()));
        }
    };

    /// Of the layers of `model` that are in the phase TRAIN. Values come from the fillers, drawn from `seed`.
    /// Throws Error where two layers share a weight by name and its shapes differ.
    WeightStore(const Model& model, Device& device, std::uint64_t seed);

    const std::vector<Weight>& weights() const { return m_weights; }
    std::int64_t count() const { return m_count; } ///< elements, padding left out
    std::span<float> values() const { return m_values.span(); }
    std::span<float> gradients() const { return m_gradients.span(); }

    /// A layer's weights as its kernels see them. Throws Error where the model has no layer of that name or other
    /// shapes.
    CanonicalWeights of(const std::string& layer, const Sizes& sizes) const;

    void clearGradients();
    void touch() { ++*m_version; } ///< to be called after values were written

    std::vector<NamedTensor> read() const;
    /// Throws Error for a tensor that is missing, unknown, of another shape or not finite.
    void write(const std::vector<NamedTensor>& tensors);

    Device& device() const { return *m_device; }

private:
    Device* m_device;
    std::vector<Weight> m_weights;
    std::map<std::string, std::vector<std::size_t>> m_byLayer;
    std::int64_t m_count = 0;
    Buffer m_values, m_gradients;
    std::unique_ptr<std::uint64_t> m_version; // apart, so that its address stays when the store moves
};

} // namespace engine
