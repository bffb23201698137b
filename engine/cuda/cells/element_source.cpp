// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/element_source.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace engine::cuda::cells {

extern const char* const elementCallText; ///< element_call.cuh

namespace {

using How = ElementWork::How;
using notation::Instruction;

/// In the order of cells::Operation; see element_call.cuh.
constexpr std::array<std::string_view, 18> functions = {
    "negate", "add",         "subtract",  "multiply", "divide",     "sigmoid", "hyperbolicTangent",
    "relu",   "exponential", "logarithm", "softplus", "squareRoot", "square",  "absolute",
    "larger", "smaller",     "atLeast",   "less"};
static_assert(functions.size() == static_cast<std::size_t>(notation::Operation::Less) + 1);

constexpr int stepsAhead = 8; ///< that a walk loads before it computes them, so that it waits for memory once

class Printer {
public:
    explicit Printer(std::string& to) : m_to(to) {}

    void print(const ElementKernelSpec& spec, const std::string& name)
    {
        m_work = &spec.work;
        line("extern \"C\" __global__ void __launch_bounds__(128) {}(const __grid_constant__ {}Call<{}> call)", name,
             spec.walks ? "Walk" : "Element", std::max(1, spec.work.views()));
        line("{{");
        line("const int unit = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);");
        line("if (unit >= call.units) {{ return; }}");
        printOnce(spec.walks);
        for (std::size_t sum = 0; sum < m_work->sums.size(); ++sum) {
            line("float sum{} = 0.0f;", sum);
        }
        line("for (int row = static_cast<int>(blockIdx.y); row < call.rows; row += static_cast<int>(gridDim.y)) {{");
        spec.walks ? printWalk() : printRow();
        line("}}");
        for (std::size_t sum = 0; sum < m_work->sums.size(); ++sum) {
            line("addToSum(call.sums, call.units, {}, unit, sum{});", m_work->sums[sum].place, sum);
        }
        line("}}\n");
    }

private:
    template <typename... Parts>
    void line(fmt::format_string<Parts...> pattern, Parts&&... parts)
    {
        fmt::format_to(std::back_inserter(m_to), pattern, std::forward<Parts>(parts)...);
        m_to += '\n';
    }

    std::size_t viewOfWrite(std::size_t write) const { return m_work->reads.size() + write; }
    std::size_t viewOfCarry(std::size_t carry) const { return viewOfWrite(m_work->writes.size()) + carry; }

    /// Of one that may not be there, or is a sum.
    std::string sumOf(std::size_t read) const
    {
        const int parts = m_work->reads[read].parts;
        return parts > 1 ? fmt::format("loadSum<{}>(call.view[{}], row, unit)", parts, read)
                         : fmt::format("loadAny(call.view[{}], row, unit)", read);
    }

    void printOnce(bool walks)
    {
        for (std::size_t read = 0; read < m_work->reads.size(); ++read) {
            if (m_work->reads[read].how == How::Once) {
                line("const float once{0} = load(call.view[{0}]{1}, 0, unit);", read, walks ? ".first" : "");
            }
        }
    }

    void printRow()
    {
        line("const float factor = call.factors == nullptr ? 1.0f : call.factors[row];");
        printInstructions([&](std::size_t read) {
            switch (m_work->reads[read].how) {
            case How::Once:
                return fmt::format("once{}", read);
            case How::Memory:
                return fmt::format("load(call.view[{}], row, unit)", read);
            case How::IfAny:
                return sumOf(read);
            case How::Carry:
                break;
            }
            return fmt::format("carried(factor, {})", sumOf(read));
        });
        printWrites([](std::size_t view) { return fmt::format("call.view[{}]", view); });
        for (std::size_t carry = 0; carry < m_work->carries.size(); ++carry) {
            line("storeAny(call.view[{}], row, unit, carried(factor, r{}));", viewOfCarry(carry),
                 m_work->carries[carry].source);
        }
    }

    /// The states stay in registers.
    void printWalk()
    {
        for (std::size_t read = 0; read < m_work->reads.size(); ++read) {
            if (const auto& [tensor, how, state, parts] = m_work->reads[read]; how == How::Carry) {
                line("float state{} = loadAny(call.view[{}].first, row, unit);", state, read);
            }
        }
        line("for (int first = 0; first < call.steps; first += {}) {{", stepsAhead);
        line("float factors[{}];", stepsAhead);
        printLoadsAhead();
        line("#pragma unroll");
        line("for (int k = 0; k < {}; ++k) {{", stepsAhead);
        line("if (first + k >= call.steps) {{ break; }}");
        line("const int time = timeOf(call, first + k);");
        printInstructions([&](std::size_t read) {
            const auto& [tensor, how, state, parts] = m_work->reads[read];
            return how == How::Once    ? fmt::format("once{}", read)
                   : how == How::Carry ? fmt::format("carried(factors[k], state{})", state)
                                       : fmt::format("ahead{}[k]", read);
        });
        printWrites([](std::size_t view) { return fmt::format("at(call.view[{}], time)", view); });
        for (const auto& [source, tensor, state] : m_work->carries) {
            line("state{} = r{};", state, source);
        }
        line("}}");
        line("}}");
        for (std::size_t carry = 0; carry < m_work->carries.size(); ++carry) {
            line("storeAny(call.view[{}].first, row, unit, carried(contBefore(call, call.steps, row), state{}));",
                 viewOfCarry(carry), m_work->carries[carry].state);
        }
    }

    void printLoadsAhead()
    {
        const auto isAhead = [](const ElementWork::Read& read) {
            return read.how == How::Memory || read.how == How::IfAny;
        };
        for (std::size_t read = 0; read < m_work->reads.size(); ++read) {
            if (isAhead(m_work->reads[read])) {
                line("float ahead{}[{}];", read, stepsAhead);
            }
        }
        line("#pragma unroll");
        line("for (int k = 0; k < {}; ++k) {{", stepsAhead);
        line("if (first + k >= call.steps) {{ break; }}");
        line("const int time = timeOf(call, first + k);");
        line("factors[k] = contBefore(call, first + k, row);");
        for (std::size_t read = 0; read < m_work->reads.size(); ++read) {
            if (isAhead(m_work->reads[read])) {
                line("ahead{0}[k] = {1}(at(call.view[{0}], time), row, unit);", read,
                     m_work->reads[read].how == How::IfAny ? "loadAny" : "load");
            }
        }
        line("}}");
    }

    template <typename Load>
    void printInstructions(const Load& load)
    {
        for (std::size_t made = 0; made < m_work->instructions.size(); ++made) {
            const Instruction& instruction = m_work->instructions[made];
            switch (instruction.kind) {
            case Instruction::Kind::Load:
                line("const float r{} = {};", made, load(static_cast<std::size_t>(instruction.a)));
                break;
            case Instruction::Kind::Constant:
                line("const float r{} = __int_as_float(0x{:08x}); // {}", made,
                     std::bit_cast<std::uint32_t>(static_cast<float>(instruction.number)), instruction.number);
                break;
            case Instruction::Kind::Operation:
                printOperation(made, instruction);
                break;
            }
        }
    }

    void printOperation(std::size_t made, const Instruction& instruction)
    {
        const std::string_view function = functions[static_cast<std::size_t>(instruction.operation)];
        if (notation::takesTwo(instruction.operation)) {
            line("const float r{} = {}(r{}, r{});", made, function, instruction.a, instruction.b);
        } else {
            line("const float r{} = {}(r{});", made, function, instruction.a);
        }
    }

    template <typename View>
    void printWrites(const View& view)
    {
        for (std::size_t write = 0; write < m_work->writes.size(); ++write) {
            const auto& [source, tensor, floats, halves] = m_work->writes[write];
            if (floats) {
                line("storeFloat({}, row, unit, r{});", view(viewOfWrite(write)), source);
            }
            if (halves) {
                line("storeHalf({}, row, unit, r{});", view(viewOfWrite(write)), source);
            }
        }
        for (std::size_t sum = 0; sum < m_work->sums.size(); ++sum) {
            line("sum{} += r{};", sum, m_work->sums[sum].source);
        }
    }

    std::string& m_to;
    const ElementWork* m_work = nullptr;
};

} // namespace

std::string kernelName(std::size_t index)
{
    return "elements" + std::to_string(index);
}

std::string elementSource(const std::vector<ElementKernelSpec>& kernels)
{
    std::string source = elementCallText;
    source += "\nusing namespace engine::cuda::cells;\n\n";
    Printer printer(source);
    for (std::size_t index = 0; index < kernels.size(); ++index) {
        printer.print(kernels[index], kernelName(index));
    }
    return source;
}

} // namespace engine::cuda::cells
