// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"
#include "engine/kernels/dropout.h"
#include "engine/kernels/engine.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace engine {

/// Dropout of the recurrent weights Wh [G·H, H]: of single weights (DropConnect, as AWD-LSTM has it: Merity, Keskar,
/// Socher 2018) and of whole units of the state that Wh multiplies, the same for all steps (after Gal & Ghahramani
/// 2016), but also for all streams, so that it is a mask over the columns of Wh. One masked copy of each Wh is made for
/// a training batch:
///
///     copy[r, j] = Wh[r, j] · m[r, j] / (1 - p) · u[j] / (1 - q)        m = 0 at the chance p, u = 0 at the chance q
///
/// The gradient by Wh is that by the copy with the same factors. What runs the layer sees the copy only. A typed cell
/// has several such matrices, all those that multiply a vector of H units; u is the same for all of a direction of a
/// layer.
struct RecurrentDropout {
    DropoutRule weights, units;
};

/// Of a layer in training; empty if its settings drop nothing.
std::optional<RecurrentDropout> recurrentDropout(const LayerSetup& layer);

/// The Wh of one direction of one stacked layer, or one of its matrices.
struct MaskedPart {
    const float* values;
    float* gradients;                   ///< null where they are frozen
    std::uint64_t weightKey, columnKey; ///< of m, whose elements are counted along the rows, and of u; see DropoutRule
    std::int64_t heads = 1;             ///< blocks of rows, whose columns are so many parts of u
};

struct MaskedWeightsPlan {
    RecurrentDropout dropout;
    std::int64_t rows, units; ///< G·H and H: a part is [rows, units / heads]
    std::vector<MaskedPart> parts;
};

/// The masked copies of one layer's recurrent weights, part by part in one piece of memory, and gradients by them.
/// Each kind of device has its own (Backend::makeMaskedWeights).
class MaskedWeights {
public:
    MaskedWeights(Device& device, const MaskedWeightsPlan& plan);
    virtual ~MaskedWeights() = default;

    /// Draws the masks of a batch and makes the copies.
    virtual void mask(const Pass& pass) = 0;

    /// Adds the gradients by the copies to those by the weights.
    virtual void addGradients() = 0;

    void clearGradients();

    std::span<float> copy(std::size_t part) const;
    std::span<float> gradients(std::size_t part) const; ///< empty where the weights are frozen
    virtual std::int64_t bytes() const;

protected:
    const MaskedWeightsPlan& plan() const { return m_plan; }
    std::int64_t count() const { return m_plan.rows * m_plan.units; } ///< the room of one part, in elements

    // Of all parts, one after the other; without gradients null.
    float* copies() const { return m_copies.data(); }
    float* copiesGradients() const { return m_gradients.data(); }

private:
    Device* m_device;
    MaskedWeightsPlan m_plan;
    Buffer m_copies, m_gradients;
};

/// Those on the CPU.
std::unique_ptr<MaskedWeights> makeHostMaskedWeights(Device& device, const MaskedWeightsPlan& plan);

/// DROPOUT over what a stacked layer puts out; its mask is that of every engine.
std::unique_ptr<Kernel> makeStackedDropout(const LayerSetup& layer, std::int64_t index, const Tensor& from,
                                           const Tensor& to);

/// A kernel of `engine` that runs the layer on masked copies of its recurrent weights.
std::unique_ptr<Kernel> makeWithRecurrentDropout(const LayerSetup& layer, const RecurrentDropout& dropout,
                                                 const std::function<std::unique_ptr<Kernel>(const LayerSetup&)>& make);

/// What the copies of such a layer add to what its kernel holds.
LayerMemory recurrentDropoutMemory(const LayerSetup& layer);

} // namespace engine
