// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"
#include "engine/kernels/onednn/library.h"

#include <cstdint>

/// How canonical tensors look to oneDNN, and weights in the layouts that its primitives want.
///
/// oneDNN numbers the axes of LSTM weights layer, direction, input, gate, unit (l d i g o), its gates in the order
/// i, f, c~, o. Our Wx [4H, I] with gate blocks i, f, g, o is that tensor with the inputs innermost: ldgoi. The way
/// there wants ldigo, the way back ldgoi, both with gaps between rows where the plain stride would fall on few cache
/// lines.
namespace engine::onednn {

/// [T, N, C]
dnnl::memory::desc sequenceLayout(std::int64_t steps, std::int64_t streams, std::int64_t width);

/// h or c [N, H]
dnnl::memory::desc stateLayout(std::int64_t streams, std::int64_t units);

/// b [4H]
dnnl::memory::desc biasLayout(std::int64_t units);

/// Wx [4H, I] or Wh [4H, H]
dnnl::memory::desc canonicalLayout(std::int64_t width, std::int64_t units);

/// A matrix of the same sizes whose layout is the library's choice.
dnnl::memory::desc chosenLayout(std::int64_t width, std::int64_t units);

/// Wx or Wh in the layout that a primitive wants; nobody but the library may know what that is.
class PackedMatrix {
public:
    PackedMatrix(const Library& library, Device& device, const dnnl::memory::desc& canonical,
                 const dnnl::memory::desc& layout);

    void pack(const Library& library, float* canonical); ///< this = canonical

    float* data() const { return m_memory.data(); }
    std::int64_t count() const { return m_memory.count(); } ///< floats, gaps included

private:
    Buffer m_memory;
    Call m_pack;
};

/// The gradient of Wx or Wh in the layout that the way back adds to.
class PackedGradient {
public:
    PackedGradient(const Library& library, Device& device, const dnnl::memory::desc& canonical,
                   const dnnl::memory::desc& layout);

    void clear();
    void addTo(const Library& library, float* canonical) const; ///< canonical += this

    float* data() const { return m_memory.data(); }
    std::int64_t count() const { return m_memory.count(); } ///< floats, gaps included

private:
    Device* m_device;
    Buffer m_memory;
    Call m_addTo;
};

/// The floats that a layout takes, gaps included.
std::int64_t floatsOf(const dnnl::memory::desc& layout);

} // namespace engine::onednn
