// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/operation.h"
#include "engine/cuda/caffe/element_program.h"
#include "engine/cuda/check.h"
#include "engine/graph/error.h"

#include <algorithm>

namespace engine::cuda::caffe {
namespace {

constexpr int tileColumns = 32, tileRows = 8; ///< units and rows of a block of threads
constexpr int fewInstructions = 32, moreInstructions = 128, maxInstructions = 512;

template <int most>
struct ElementArguments {
    std::int64_t rows, units;
    int count;
    ElementInstruction instructions[most];
};

/// All instructions for one element of a row.
template <int most>
__device__ void runElement(const ElementArguments<most>& program, std::int64_t row, std::int64_t unit, float* registers)
{
    for (int index = 0; index < program.count; ++index) {
        const ElementInstruction& one = program.instructions[index];
        switch (one.kind) {
        case ElementInstruction::Kind::Load:
            registers[index] = one.place[(one.isRepeated ? 0 : row * program.units) + unit];
            break;
        case ElementInstruction::Kind::Constant:
            registers[index] = one.number;
            break;
        case ElementInstruction::Kind::Operation:
            registers[index] = cells::apply(static_cast<cells::Operation>(one.operation), registers[one.a],
                                            one.b < 0 ? 0.0f : registers[one.b]);
            break;
        case ElementInstruction::Kind::Store:
            one.place[row * program.units + unit] = registers[one.a];
            break;
        case ElementInstruction::Kind::Sum:
            registers[index] += registers[one.a];
            break;
        }
    }
}

/// A thread has every tileRows-th row of a unit, or of a part of the rows where nothing is summed. Sums are of the
/// threads of a unit in their order, so always the same.
template <int most>
__global__ void runProgram(const __grid_constant__ ElementArguments<most> program)
{
    __shared__ float parts[tileRows][tileColumns];
    float registers[most];
    const std::int64_t unit = std::int64_t{blockIdx.x} * tileColumns + threadIdx.x;
    for (int index = 0; index < program.count; ++index) {
        registers[index] = 0.0f;
    }
    const std::int64_t first = std::int64_t{blockIdx.y} * tileRows + threadIdx.y;
    for (std::int64_t row = first; unit < program.units && row < program.rows;
         row += std::int64_t{gridDim.y} * tileRows) {
        runElement(program, row, unit, registers);
    }
    for (int index = 0; index < program.count; ++index) {
        const ElementInstruction& one = program.instructions[index];
        if (one.kind != ElementInstruction::Kind::Sum) {
            continue;
        }
        parts[threadIdx.y][threadIdx.x] = registers[index];
        __syncthreads();
        if (threadIdx.y == 0 && unit < program.units) {
            float sum = one.place[unit];
            for (int part = 0; part < tileRows; ++part) {
                sum += parts[part][threadIdx.x];
            }
            one.place[unit] = sum;
        }
        __syncthreads();
    }
}

template <int most>
void launch(CudaDevice& device, const std::vector<ElementInstruction>& instructions, std::int64_t rows,
            std::int64_t units, bool sums)
{
    ElementArguments<most> program{rows, units, static_cast<int>(instructions.size()), {}};
    std::ranges::copy(instructions, program.instructions);
    constexpr std::int64_t maxBlocks = 32'768;
    const std::int64_t blocks = sums ? 1 : std::min(maxBlocks, (rows + tileRows - 1) / tileRows);
    const dim3 grid(static_cast<unsigned>((units + tileColumns - 1) / tileColumns), static_cast<unsigned>(blocks));
    runProgram<most><<<grid, dim3(tileColumns, tileRows), 0, device.stream()>>>(program);
    checkLaunch("CELL_UNIT");
}

} // namespace

ElementProgram::ElementProgram(CudaDevice& device, const cells::Program& program,
                               const engine::caffe::ElementWork& work)
    : m_device(&device), m_rows(work.rows), m_units(work.units), m_sums(!program.sums.empty())
{
    using From = cells::Instruction::Kind;
    using Kind = ElementInstruction::Kind;
    const auto registerOf = [](int number) { return static_cast<std::int16_t>(number); };
    const auto place = [&](int tensor) { return work.tensors[static_cast<std::size_t>(tensor)]; };
    const std::size_t count = program.instructions.size() + program.stores.size() + program.sums.size();
    if (count > maxInstructions) {
        throw Error(say(ENGINE_TEXT("Sentences", "an equation takes %1 instructions, but CAFFE runs at most %2 on a "
                                                 "GPU; a part of it may be an equation of its own"),
                        count, maxInstructions));
    }
    for (const cells::Instruction& one : program.instructions) {
        ElementInstruction made{};
        made.kind = one.kind == From::Load ? Kind::Load : one.kind == From::Constant ? Kind::Constant : Kind::Operation;
        if (one.kind == From::Load) {
            made.place = place(one.a).first;
            made.isRepeated = place(one.a).stride == 0;
        }
        made.operation = static_cast<std::uint8_t>(one.operation);
        made.a = registerOf(one.a);
        made.b = registerOf(one.b);
        made.number = static_cast<float>(one.number);
        m_instructions.push_back(made);
    }
    const auto add = [&](Kind kind, int source, float* to) {
        ElementInstruction made{};
        made.kind = kind;
        made.a = registerOf(source);
        made.place = to;
        m_instructions.push_back(made);
    };
    for (const auto& [source, tensor] : program.stores) {
        add(Kind::Store, source, place(tensor).first);
    }
    for (const auto& [source, vector] : program.sums) {
        add(Kind::Sum, source, work.sums[static_cast<std::size_t>(vector)]);
    }
}

void ElementProgram::run() const
{
    const std::size_t count = m_instructions.size();
    if (count == 0 || m_rows == 0) {
        return;
    }
    const auto launchWith = count <= fewInstructions    ? launch<fewInstructions>
                            : count <= moreInstructions ? launch<moreInstructions>
                                                        : launch<maxInstructions>;
    launchWith(*m_device, m_instructions, m_rows, m_units, m_sums);
}

} // namespace engine::cuda::caffe
