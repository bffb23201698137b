// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"
#include "engine/kernels/onednn/library.h"

#include <cstdint>
#include <span>

/// How canonical tensors look to oneDNN, and weights in the layouts that its primitives want.
///
/// oneDNN numbers the axes of recurrent weights layer, direction, input, gate, unit (l d i g o). Our Wx [G·H, I] with
/// its gate blocks is that tensor with the inputs innermost: ldgoi. The forward pass wants ldigo, the backward pass
/// ldgoi, both with gaps between rows where the plain stride would fall on few cache lines. The gates of an LSTM are in
/// our order; a GRU has z before r.
namespace engine::onednn {

inline constexpr std::int64_t grain = 16 * 1024; ///< floats that one thread copies or adds in about 5 us

/// [T, N, C], as columns of rows that are `stride` long.
dnnl::memory::desc sequenceLayout(std::int64_t steps, std::int64_t streams, std::int64_t width, std::int64_t stride);
inline dnnl::memory::desc sequenceLayout(std::int64_t steps, std::int64_t streams, std::int64_t width)
{
    return sequenceLayout(steps, streams, width, width);
}

/// h or c [N, H]
dnnl::memory::desc stateLayout(std::int64_t streams, std::int64_t units);

/// [H] for each block: one a gate, and one more for a bias inside the reset of a GRU.
dnnl::memory::desc biasLayout(const Cell& cell, std::int64_t units);

/// Wx [G·H, I] or Wh [G·H, H] with G gates.
struct MatrixSizes {
    const Cell* cell;
    std::int64_t width, units;

    std::int64_t count() const { return cell->gateCount() * units * width; }
};

/// A matrix with its inputs innermost.
dnnl::memory::desc canonicalLayout(const MatrixSizes& sizes);

/// A matrix whose layout is the library's choice.
dnnl::memory::desc chosenLayout(const MatrixSizes& sizes);

/// The floats that a layout takes, gaps included.
std::int64_t floatsOf(const dnnl::memory::desc& layout);

/// to += from
void addTo(const float* from, float* to, std::int64_t floats);

/// Memory that any call may use while it runs: one block for all of them, as long as the longest request.
class Scratch {
public:
    explicit Scratch(Device& device) : m_device(&device) {}

    void reserve(std::int64_t floats);
    float* data() const { return m_memory.data(); }

private:
    Device* m_device;
    Buffer m_memory;
};

/// Where packed weights live: all of it outlives them.
struct Workplace {
    const Library* library;
    Device* device;
    Scratch* scratch;
};

/// Wx or Wh in the layout that a primitive wants, which may be opaque to all but the library.
class PackedMatrix {
public:
    PackedMatrix(const Workplace& place, const MatrixSizes& sizes, const dnnl::memory::desc& layout);

    void pack(float* canonical); ///< this = canonical

    float* data() const { return m_memory.data(); }
    std::int64_t count() const { return m_memory.count(); } ///< floats, gaps included

private:
    Workplace m_place;
    MatrixSizes m_sizes;
    Buffer m_memory;
    Call m_pack;
};

/// The gradient of Wx or Wh in the layout that the backward pass adds to.
class PackedGradient {
public:
    PackedGradient(const Workplace& place, const MatrixSizes& sizes, const dnnl::memory::desc& layout);

    void clear();
    void addTo(float* canonical) const; ///< canonical += this

    float* data() const { return m_memory.data(); }
    std::int64_t count() const { return m_memory.count(); } ///< floats, gaps included

private:
    Workplace m_place;
    MatrixSizes m_sizes;
    Buffer m_memory;
    Call m_unpack; ///< adds to the canonical gradient, or where the order of gates differs writes to the scratch
};

/// The biases of a GRU as oneDNN has them, and their gradients: b_z + bh_z, b_r + bh_r, b_n, bh_n. Only in n does the
/// recurrent bias stand apart, as the reset gate multiplies it.
class GruBias {
public:
    GruBias(Device& device, std::int64_t units, Purpose purpose);

    void pack(const float* b, const float* bh);

    void clearGradients();
    void addGradientsTo(float* b, float* bh) const; ///< null if not needed

    /// What one holds.
    static std::int64_t floatsFor(std::int64_t units, Purpose purpose)
    {
        return (purpose == Purpose::Training ? 8 : 4) * units;
    }

    float* values() const { return m_values.data(); }
    float* gradients() const { return m_gradients.data(); }

private:
    Device* m_device;
    std::int64_t m_units;
    Buffer m_values, m_gradients; ///< [4H], the latter for training only
};

} // namespace engine::onednn
