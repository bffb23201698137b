// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace engine::cells {
namespace {

using Row = std::span<double>;
using Tensors = std::vector<std::vector<double>>;

std::size_t at(std::int64_t number)
{
    return static_cast<std::size_t>(number);
}

/// The rows of a tensor of a sequence that belong to one step.
std::vector<double> rowsOf(const std::vector<double>& sequence, std::int64_t step, std::int64_t size)
{
    const auto first = sequence.begin() + step * size;
    return {first, first + size};
}

/// Runs stages of a part over some rows.
class Rows {
public:
    Rows(const Definition& cell, const Part& part, const CellRun& run, std::int64_t rows, Tensors& tensors,
         Tensors& scales)
        : m_cell(cell), m_part(part), m_run(run), m_rows(rows), m_tensors(tensors), m_scales(scales)
    {}

    /// Gradients by learned vectors are added to `vectors`.
    void run(const std::vector<Stage>& stages, Tensors& vectors)
    {
        for (const Stage& stage : stages) {
            for (const Product& product : stage.products) {
                multiply(product);
            }
            for (const Norm& norm : stage.norms) {
                normalize(norm);
            }
            for (const NormGradient& gradient : stage.normGradients) {
                normalizeBackward(gradient);
            }
            compute(stage.elements, vectors);
        }
    }

    void addMatrixGradients(Tensors& learned) const
    {
        for (const auto& [matrix, operand, rows] : m_part.matrixGradients) {
            std::vector<double>& sums = learned[at(matrix)];
            forEachElement(matrix, [&, &operand = operand, &rows = rows](const Element& e) {
                for (std::int64_t row = 0; row < m_rows; ++row) {
                    sums[e.place] += element(rows, row, e.unit) * element(operand, row, e.column);
                }
            });
        }
    }

private:
    /// An element of a matrix: it multiplies element `column` of a vector for the unit.
    struct Element {
        std::size_t place;
        std::int64_t unit, column;
    };

    std::int64_t units() const { return m_run.sizes.units; }

    /// x may be of another width.
    std::int64_t widthOf(int tensor) const
    {
        const std::size_t rows = m_part.tensors[at(tensor)].kind == Tensor::Kind::Vector ? 1 : at(m_rows);
        return static_cast<std::int64_t>(m_tensors[at(tensor)].size() / rows);
    }

    double element(int tensor, std::int64_t row, std::int64_t unit) const
    {
        const bool isRepeated = m_part.tensors[at(tensor)].kind == Tensor::Kind::Vector;
        return m_tensors[at(tensor)][at((isRepeated ? 0 : row * widthOf(tensor)) + unit)];
    }

    Row row(int tensor, std::int64_t number)
    {
        const std::int64_t width = widthOf(tensor);
        return Row(m_tensors[at(tensor)]).subspan(at(number * width), at(width));
    }

    void allocate(int tensor, std::int64_t width) { m_tensors[at(tensor)].assign(at(m_rows * width), 0); }

    template <typename Visit>
    void forEachElement(int matrix, const Visit& visit) const
    {
        const Learned& learned = m_cell.learned[at(matrix)];
        const Shape shape = shapeOf(learned, m_run.sizes);
        for (std::int64_t unit = 0; unit < shape[0]; ++unit) {
            const std::int64_t head = unit / (shape[0] / learned.heads);
            for (std::int64_t column = 0; column < shape[1]; ++column) {
                visit(Element{at(unit * shape[1] + column), unit, head * shape[1] + column});
            }
        }
    }

    void multiply(const Product& product)
    {
        for (const auto& [matrix, operand, transposed] : product.terms) {
            const bool toInput = transposed && m_cell.learned[at(matrix)].kind == Learned::Kind::InputMatrix;
            if (&product.terms.front().matrix == &matrix) {
                allocate(product.result, toInput ? m_run.sizes.width : units());
            }
            const std::vector<double>& values = m_run.learned[at(matrix)];
            forEachElement(matrix, [&, &operand = operand, &transposed = transposed](const Element& e) {
                for (std::int64_t n = 0; n < m_rows; ++n) {
                    row(product.result, n)[at(transposed ? e.column : e.unit)] +=
                        values[e.place] * element(operand, n, transposed ? e.unit : e.column);
                }
            });
        }
    }

    void normalize(const Norm& norm)
    {
        allocate(norm.result, units());
        std::vector<double>& scales = m_scales[at(norm.number)];
        scales.clear();
        for (std::int64_t n = 0; n < m_rows; ++n) {
            double mean = 0, variance = 0;
            for (std::int64_t unit = 0; unit < units(); ++unit) {
                mean += element(norm.operand, n, unit) / static_cast<double>(units());
            }
            for (std::int64_t unit = 0; unit < units(); ++unit) {
                const double distance = element(norm.operand, n, unit) - mean;
                variance += distance * distance / static_cast<double>(units());
            }
            scales.push_back(1 / std::sqrt(variance + normEpsilon));
            for (std::int64_t unit = 0; unit < units(); ++unit) {
                row(norm.result, n)[at(unit)] = (element(norm.operand, n, unit) - mean) * scales.back();
            }
        }
    }

    void normalizeBackward(const NormGradient& norm)
    {
        allocate(norm.result, units());
        for (std::int64_t n = 0; n < m_rows; ++n) {
            double mean = 0, slope = 0;
            for (std::int64_t unit = 0; unit < units(); ++unit) {
                const double gradient = element(norm.gradient, n, unit);
                mean += gradient / static_cast<double>(units());
                slope += gradient * element(norm.normed, n, unit) / static_cast<double>(units());
            }
            for (std::int64_t unit = 0; unit < units(); ++unit) {
                row(norm.result, n)[at(unit)] =
                    m_scales[at(norm.number)][at(n)] *
                    (element(norm.gradient, n, unit) - mean - slope * element(norm.normed, n, unit));
            }
        }
    }

    void compute(const Program& program, Tensors& vectors)
    {
        for (const auto& [source, tensor] : program.stores) {
            allocate(tensor, units());
        }
        std::vector<double> registers(program.instructions.size());
        for (std::int64_t n = 0; n < m_rows; ++n) {
            for (std::int64_t unit = 0; unit < units(); ++unit) {
                std::ranges::transform(program.instructions, registers.begin(), [&](const Instruction& instruction) {
                    return resultOf(instruction, registers, n, unit);
                });
                for (const auto& [source, tensor] : program.stores) {
                    row(tensor, n)[at(unit)] = registers[at(source)];
                }
                for (const auto& [source, vector] : program.sums) {
                    vectors[at(vector)][at(unit)] += registers[at(source)];
                }
            }
        }
    }

    double resultOf(const Instruction& instruction, const std::vector<double>& registers, std::int64_t n,
                    std::int64_t unit) const
    {
        switch (instruction.kind) {
        case Instruction::Kind::Load:
            return element(instruction.a, n, unit);
        case Instruction::Kind::Constant:
            return instruction.number;
        case Instruction::Kind::Operation:
            break;
        }
        return apply(instruction.operation, registers[at(instruction.a)],
                     instruction.b < 0 ? 0 : registers[at(instruction.b)]);
    }

    const Definition& m_cell;
    const Part& m_part;
    const CellRun& m_run;
    std::int64_t m_rows;
    Tensors& m_tensors;
    Tensors& m_scales;
};

/// What the forward pass does not hand to the backward pass is no number afterwards.
void forget(const Part& part, Tensors& tensors)
{
    for (std::size_t tensor = 0; tensor < tensors.size(); ++tensor) {
        const bool isOutput = std::ranges::count(part.outputs, static_cast<int>(tensor)) > 0;
        if (part.tensors[tensor].kind == Tensor::Kind::Made && !part.tensors[tensor].kept && !isOutput) {
            std::ranges::fill(tensors[tensor], std::numeric_limits<double>::quiet_NaN());
        }
    }
}

/// Puts what arrives at each output into the tensors that stand for it.
template <typename Memory>
void setGradients(const Part& part, const Tensors& arriving, Memory& memory)
{
    for (std::size_t tensor = 0; tensor < part.tensors.size(); ++tensor) {
        if (part.tensors[tensor].kind == Tensor::Kind::OutputGradient) {
            memory.tensors[tensor] = arriving[at(part.tensors[tensor].index)];
        }
    }
}

} // namespace

Reference::Memory Reference::memoryOf(const Part& part, const CellRun& run, const Tensors& inputs)
{
    Memory memory{.tensors = Tensors(part.tensors.size()), .scales = Tensors(at(part.norms))};
    for (std::size_t tensor = 0; tensor < part.tensors.size(); ++tensor) {
        const auto& [kind, index, kept] = part.tensors[tensor];
        if (kind == Tensor::Kind::Vector) {
            memory.tensors[tensor] = run.learned[at(index)];
        } else if (kind == Tensor::Kind::Input) {
            memory.tensors[tensor] = inputs[at(index)];
        }
    }
    return memory;
}

CellResult Reference::forward(const CellRun& run)
{
    checkSizes(m_cell, run.sizes);
    const auto& [atOnce, perStep] = m_schedule;
    const std::int64_t state = run.streams * run.sizes.units;
    Tensors none;
    m_atOnce = memoryOf(atOnce, run, {run.x});
    Rows(m_cell, atOnce, run, run.steps * run.streams, m_atOnce.tensors, m_atOnce.scales).run(atOnce.forward, none);

    CellResult result{.h = {}, .states = run.states};
    m_steps.clear();
    for (std::int64_t step = 0; step < run.steps; ++step) {
        Tensors inputs = result.states;
        for (std::vector<double>& before : inputs) {
            for (std::int64_t place = 0; place < state; ++place) {
                before[at(place)] *= run.cont[at(step * run.streams + place / run.sizes.units)];
            }
        }
        for (const int given : atOnce.outputs) {
            const std::vector<double>& all = m_atOnce.tensors[at(given)];
            inputs.push_back(rowsOf(all, step, static_cast<std::int64_t>(all.size()) / run.steps));
        }
        Memory memory = memoryOf(perStep, run, inputs);
        Rows(m_cell, perStep, run, run.streams, memory.tensors, memory.scales).run(perStep.forward, none);
        const std::vector<double>& h = memory.tensors[at(perStep.outputs[0])];
        result.h.insert(result.h.end(), h.begin(), h.end());
        for (std::size_t each = 0; each < result.states.size(); ++each) {
            result.states[each] = memory.tensors[at(perStep.outputs[1 + each])];
        }
        forget(perStep, memory.tensors);
        m_steps.push_back(std::move(memory));
    }
    forget(atOnce, m_atOnce.tensors);
    return result;
}

CellGradients Reference::backward(const CellRun& run, const CellResult& gradients)
{
    const auto& [atOnce, perStep] = m_schedule;
    const std::int64_t state = run.streams * run.sizes.units;
    CellGradients all{.x = std::vector<double>(run.x.size()), .learned = {}, .states = gradients.states};
    for (const std::vector<double>& learned : run.learned) {
        all.learned.emplace_back(learned.size());
    }
    Tensors given(atOnce.outputs.size()); // by what the first part gave, of all steps
    for (std::size_t output = 0; output < given.size(); ++output) {
        given[output].resize(m_atOnce.tensors[at(atOnce.outputs[output])].size());
    }
    for (std::int64_t step = run.steps; step-- > 0;) {
        Memory& memory = m_steps[at(step)];
        Tensors arriving = all.states;
        arriving.insert(arriving.begin(), rowsOf(gradients.h, step, state));
        setGradients(perStep, arriving, memory);
        Rows rows(m_cell, perStep, run, run.streams, memory.tensors, memory.scales);
        rows.run(perStep.backward, all.learned);
        rows.addMatrixGradients(all.learned);
        for (std::size_t input = 0; input < perStep.inputGradients.size(); ++input) {
            const int tensor = perStep.inputGradients[input];
            if (input >= all.states.size() && tensor >= 0) {
                const std::vector<double>& part = memory.tensors[at(tensor)];
                std::vector<double>& whole = given[input - all.states.size()];
                std::ranges::copy(part, whole.begin() + step * static_cast<std::int64_t>(part.size()));
            }
        }
        for (std::size_t each = 0; each < all.states.size(); ++each) {
            const int tensor = perStep.inputGradients[each];
            for (std::int64_t place = 0; place < state; ++place) {
                const double cont = run.cont[at(step * run.streams + place / run.sizes.units)];
                all.states[each][at(place)] = tensor < 0 ? 0 : cont * memory.tensors[at(tensor)][at(place)];
            }
        }
    }
    setGradients(atOnce, given, m_atOnce);
    Rows rows(m_cell, atOnce, run, run.steps * run.streams, m_atOnce.tensors, m_atOnce.scales);
    rows.run(atOnce.backward, all.learned);
    rows.addMatrixGradients(all.learned);
    if (const int x = atOnce.inputGradients[0]; x >= 0) {
        all.x = m_atOnce.tensors[at(x)];
    }
    return all;
}

} // namespace engine::cells
