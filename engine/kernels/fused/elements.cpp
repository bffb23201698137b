// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/fused/elements.h"

#include "engine/devices/cpu/fast_math.h"
#include "engine/devices/cpu/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine::fused {
namespace {

constexpr std::int64_t blockUnits = 128; ///< long enough for vectors, short enough that all values stay in the cache
constexpr std::int64_t grainElements = 16 * 1024; ///< instructions times elements: one thread's work in about 5 us

/// log(1 + e), 0 <= e <= 1, as 2 artanh(s) with s = e / (2 + e): exact to the last places where e is small, too.
ENGINE_ALWAYS_INLINE float logOnePlus(float e)
{
    const float s = e / (2.0f + e), square = s * s;
    float sum = 1.0f / 15;
    sum = sum * square + 1.0f / 13;
    sum = sum * square + 1.0f / 11;
    sum = sum * square + 1.0f / 9;
    sum = sum * square + 1.0f / 7;
    sum = sum * square + 1.0f / 5;
    sum = sum * square + 1.0f / 3;
    return 2.0f * s * (sum * square + 1.0f);
}

// One function an operation: the compiler makes each for several kinds of vectors.
#define HAMNET_ELEMENTS(name, expression)                                                                              \
    ENGINE_VECTOR_CLONES void name(const float* x, const float* y, float* to, std::int64_t count)                      \
    {                                                                                                                  \
        for (std::int64_t index = 0; index < count; ++index) {                                                         \
            const float a = x[index];                                                                                  \
            to[index] = expression;                                                                                    \
        }                                                                                                              \
        static_cast<void>(y);                                                                                          \
    }
#define HAMNET_PAIRS(name, expression)                                                                                 \
    ENGINE_VECTOR_CLONES void name(const float* x, const float* y, float* to, std::int64_t count)                      \
    {                                                                                                                  \
        for (std::int64_t index = 0; index < count; ++index) {                                                         \
            const float a = x[index], b = y[index];                                                                    \
            to[index] = expression;                                                                                    \
        }                                                                                                              \
    }

HAMNET_ELEMENTS(negate, -a)
HAMNET_PAIRS(add, a + b)
HAMNET_PAIRS(subtract, a - b)
HAMNET_PAIRS(multiply, a* b)
HAMNET_PAIRS(divide, a / b)
HAMNET_ELEMENTS(sigmoid, FastMath::sigmoid(a))
HAMNET_ELEMENTS(tanh, FastMath::tanh(a))
HAMNET_ELEMENTS(relu, a < 0.0f ? 0.0f : a)
HAMNET_ELEMENTS(exponential, FastMath::exp(a))
HAMNET_ELEMENTS(logarithm, std::log(a))
HAMNET_ELEMENTS(softplus, (a < 0.0f ? 0.0f : a) + logOnePlus(FastMath::exp(-std::fabs(a))))
HAMNET_ELEMENTS(squareRoot, std::sqrt(a))
HAMNET_ELEMENTS(square, a* a)
HAMNET_ELEMENTS(absolute, std::fabs(a))
HAMNET_PAIRS(larger, a < b ? b : a)
HAMNET_PAIRS(smaller, b < a ? b : a)
HAMNET_PAIRS(atLeast, a >= b ? 1.0f : 0.0f)
HAMNET_PAIRS(less, a < b ? 1.0f : 0.0f)

#undef HAMNET_ELEMENTS
#undef HAMNET_PAIRS

/// In the order of cells::Operation.
constexpr std::array applies = {negate, add,      subtract,    multiply,  divide,   sigmoid,
                                tanh,   relu,     exponential, logarithm, softplus, squareRoot,
                                square, absolute, larger,      smaller,   atLeast,  less};
static_assert(applies.size() == static_cast<std::size_t>(cells::Operation::Less) + 1);

} // namespace

Elements::Elements(const cells::Program& program, std::int64_t units) : m_units(units)
{
    using Kind = cells::Instruction::Kind;
    std::vector<Operand> places; // of each register
    for (const cells::Instruction& instruction : program.instructions) {
        if (instruction.kind == Kind::Constant) {
            m_constants.push_back(static_cast<float>(instruction.number));
        }
    }
    m_scratch = static_cast<int>(m_constants.size());
    int constant = 0;
    for (const cells::Instruction& instruction : program.instructions) {
        const auto made = static_cast<int>(places.size());
        const auto place = [&](int operand) {
            return operand < 0 ? Operand() : places[static_cast<std::size_t>(operand)];
        };
        const auto store = std::ranges::find(program.stores, made, &cells::Program::Store::source);
        switch (instruction.kind) {
        case Kind::Load:
            places.push_back({.tensor = instruction.a});
            break;
        case Kind::Constant:
            places.push_back({.scratch = constant++});
            break;
        case Kind::Operation:
            places.push_back(store != program.stores.end() ? Operand{.tensor = store->tensor}
                                                           : Operand{.scratch = m_scratch++});
            m_steps.push_back({applies[static_cast<std::size_t>(instruction.operation)], place(instruction.a),
                               place(instruction.b), places.back()});
            break;
        }
    }
    for (const auto& [source, tensor] : program.stores) {
        if (places[static_cast<std::size_t>(source)].tensor != tensor) {
            m_copies.push_back({places[static_cast<std::size_t>(source)], tensor});
        }
    }
    for (const auto& [source, vector] : program.sums) {
        m_sums.push_back({places[static_cast<std::size_t>(source)], vector});
    }
    m_memory.resize(static_cast<std::size_t>(m_scratch * m_units));
}

void Elements::run(std::span<const RowsView> tensors, std::int64_t rows, std::span<float* const> sums)
{
    if (isEmpty()) {
        return;
    }
    const std::int64_t work = std::max<std::int64_t>(1, static_cast<std::int64_t>(m_steps.size()) * rows);
    parallelFor(
        m_units, std::max<std::int64_t>(1, grainElements / work),
        [&](IndexRange range) {
            for (std::int64_t first = range.first; first < range.last; first += blockUnits) {
                runBlock(tensors, rows, {first, std::min(first + blockUnits, range.last)}, sums,
                         m_memory.data() + range.first * m_scratch);
            }
        },
        16);
}

void Elements::runBlock(std::span<const RowsView> tensors, std::int64_t rows, IndexRange block,
                        std::span<float* const> sums, float* scratch) const
{
    const std::int64_t count = block.count();
    for (std::size_t index = 0; index < m_constants.size(); ++index) {
        std::fill_n(scratch + static_cast<std::int64_t>(index) * count, count, m_constants[index]);
    }
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto at = [&](const Operand& operand) -> float* {
            if (operand.tensor >= 0) {
                const RowsView& view = tensors[static_cast<std::size_t>(operand.tensor)];
                return view.data + row * view.stride + block.first;
            }
            return operand.scratch < 0 ? nullptr : scratch + operand.scratch * count;
        };
        for (const Step& step : m_steps) {
            step.apply(at(step.a), at(step.b), at(step.to), count);
        }
        for (const Copy& copy : m_copies) {
            std::copy_n(at(copy.from), count, at({.tensor = copy.tensor}));
        }
        for (const Sum& sum : m_sums) {
            float* const to = sums[static_cast<std::size_t>(sum.vector)] + block.first;
            add(to, at(sum.from), to, count);
        }
    }
}

} // namespace engine::fused
