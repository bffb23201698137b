// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/stages.h"
#include "engine/cuda/cuda_device.h"
#include "engine/kernels/caffe/operations.h"

#include <cstdint>
#include <vector>

namespace engine::cuda::caffe {

/// An instruction of an element-wise program as the GPU reads it; it has the register of its own number.
struct ElementInstruction {
    enum class Kind : std::uint8_t {
        Load,     ///< an element of `place`
        Constant, ///< `number`
        Operation,
        Store, ///< register a to `place`
        Sum    ///< register a, over all rows, is added to `place` [units]
    };

    Kind kind;
    bool isRepeated; ///< of Load: one row for all
    std::uint8_t operation;
    std::int16_t a, b; ///< registers
    float number;
    float* place;
};

/// An element-wise program, interpreted: one launch on the device's stream, which gets all instructions as its
/// argument.
class ElementProgram {
public:
    /// Throws Error for a program of too many instructions.
    ElementProgram(CudaDevice& device, const cells::Program& program, const engine::caffe::ElementWork& work);
    void run() const;

private:
    CudaDevice* m_device;
    std::int64_t m_rows, m_units;
    bool m_sums;
    std::vector<ElementInstruction> m_instructions;
};

} // namespace engine::cuda::caffe
