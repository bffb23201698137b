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

/// The rows of a tensor of a sequence that belong to one of its steps.
std::vector<double> rowsOf(const std::vector<double>& sequence, std::int64_t step, std::int64_t steps)
{
    const std::int64_t size = static_cast<std::int64_t>(sequence.size()) / steps;
    const auto first = sequence.begin() + step * size;
    return {first, first + size};
}

/// Runs stages of a part over some rows.
class Rows {
public:
    Rows(const Definition& cell, const Part& part, const CellRun& run, PartMemory& memory)
        : m_cell(cell), m_part(part), m_run(run), m_memory(memory)
    {}

    void forward()
    {
        Tensors none; // a forward pass sums nothing
        run(m_part.forward, none);
    }

    /// From the gradients that arrive at the outputs; adds to those by what is learned.
    void backward(const Tensors& arriving, Tensors& learned)
    {
        for (std::size_t tensor = 0; tensor < m_part.tensors.size(); ++tensor) {
            if (m_part.tensors[tensor].kind == Tensor::Kind::OutputGradient) {
                m_memory.tensors[tensor] = arriving[at(m_part.tensors[tensor].index)];
            }
        }
        run(m_part.backward, learned);
        addMatrixGradients(learned);
    }

private:
    /// Adds to the gradients by learned vectors.
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
                for (std::int64_t row = 0; row < m_memory.rows; ++row) {
                    sums[e.place] += element(rows, row, e.unit) * element(operand, row, e.column);
                }
            });
        }
    }

    /// An element of a matrix: it multiplies element `column` of a vector for the unit.
    struct Element {
        std::size_t place;
        std::int64_t unit, column;
    };

    std::int64_t units() const { return m_run.sizes.units; }

    /// x may be of another width.
    std::int64_t widthOf(int tensor) const
    {
        const std::size_t rows = m_part.tensors[at(tensor)].kind == Tensor::Kind::Vector ? 1 : at(m_memory.rows);
        return static_cast<std::int64_t>(m_memory.tensors[at(tensor)].size() / rows);
    }

    double element(int tensor, std::int64_t row, std::int64_t unit) const
    {
        const bool isRepeated = m_part.tensors[at(tensor)].kind == Tensor::Kind::Vector;
        return m_memory.tensors[at(tensor)][at((isRepeated ? 0 : row * widthOf(tensor)) + unit)];
    }

    Row row(int tensor, std::int64_t number)
    {
        const std::int64_t width = widthOf(tensor);
        return Row(m_memory.tensors[at(tensor)]).subspan(at(number * width), at(width));
    }

    void allocate(int tensor, std::int64_t width) { m_memory.tensors[at(tensor)].assign(at(m_memory.rows * width), 0); }

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
                for (std::int64_t n = 0; n < m_memory.rows; ++n) {
                    row(product.result, n)[at(transposed ? e.column : e.unit)] +=
                        values[e.place] * element(operand, n, transposed ? e.unit : e.column);
                }
            });
        }
    }

    void normalize(const Norm& norm)
    {
        allocate(norm.result, units());
        std::vector<double>& scales = m_memory.scales[at(norm.number)];
        scales.clear();
        for (std::int64_t n = 0; n < m_memory.rows; ++n) {
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
        for (std::int64_t n = 0; n < m_memory.rows; ++n) {
            double mean = 0, slope = 0;
            for (std::int64_t unit = 0; unit < units(); ++unit) {
                const double gradient = element(norm.gradient, n, unit);
                mean += gradient / static_cast<double>(units());
                slope += gradient * element(norm.normed, n, unit) / static_cast<double>(units());
            }
            for (std::int64_t unit = 0; unit < units(); ++unit) {
                row(norm.result, n)[at(unit)] =
                    m_memory.scales[at(norm.number)][at(n)] *
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
        for (std::int64_t n = 0; n < m_memory.rows; ++n) {
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
    PartMemory& m_memory;
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

/// A part's tensors with what comes in from outside.
PartMemory memoryOf(const Part& part, const CellRun& run, std::int64_t rows, const Tensors& inputs)
{
    PartMemory memory{.rows = rows, .tensors = Tensors(part.tensors.size()), .scales = Tensors(at(part.norms))};
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

/// Multiplies states or gradients by the cont of a step.
void applyCont(const CellRun& run, std::int64_t step, std::vector<double>& rows)
{
    for (std::size_t place = 0; place < rows.size(); ++place) {
        const std::int64_t stream = static_cast<std::int64_t>(place) / run.sizes.units;
        rows[place] *= run.cont[at(step * run.streams + stream)];
    }
}

} // namespace

CellResult Reference::forward(const CellRun& run)
{
    checkSizes(m_cell, run.sizes);
    const auto& [atOnce, perStep] = m_schedule;
    m_atOnce = memoryOf(atOnce, run, run.steps * run.streams, {run.x});
    Rows(m_cell, atOnce, run, m_atOnce).forward();
    CellResult result{.h = {}, .states = run.states};
    m_steps.clear();
    for (std::int64_t step = 0; step < run.steps; ++step) {
        forwardStep(run, step, result);
    }
    forget(atOnce, m_atOnce.tensors);
    return result;
}

void Reference::forwardStep(const CellRun& run, std::int64_t step, CellResult& result)
{
    const Part& perStep = m_schedule.perStep;
    Tensors inputs = result.states;
    for (std::vector<double>& before : inputs) {
        applyCont(run, step, before);
    }
    for (const int given : m_schedule.atOnce.outputs) {
        inputs.push_back(rowsOf(m_atOnce.tensors[at(given)], step, run.steps));
    }
    PartMemory& memory = m_steps.emplace_back(memoryOf(perStep, run, run.streams, inputs));
    Rows(m_cell, perStep, run, memory).forward();
    const std::vector<double>& h = memory.tensors[at(perStep.outputs[0])];
    result.h.insert(result.h.end(), h.begin(), h.end());
    for (std::size_t state = 0; state < result.states.size(); ++state) {
        result.states[state] = memory.tensors[at(perStep.outputs[1 + state])];
    }
    forget(perStep, memory.tensors);
}

CellGradients Reference::backward(const CellRun& run, const CellResult& gradients)
{
    const Part& atOnce = m_schedule.atOnce;
    CellGradients all{.x = std::vector<double>(run.x.size()), .learned = {}, .states = gradients.states};
    for (const std::vector<double>& learned : run.learned) {
        all.learned.emplace_back(learned.size());
    }
    Tensors given; // the gradients by what the first part gave, of all steps
    for (const int output : atOnce.outputs) {
        given.emplace_back(m_atOnce.tensors[at(output)].size());
    }
    for (std::int64_t step = run.steps; step-- > 0;) {
        all.states.insert(all.states.begin(), rowsOf(gradients.h, step, run.steps));
        backwardStep(run, step, all, given);
    }
    Rows(m_cell, atOnce, run, m_atOnce).backward(given, all.learned);
    if (const int x = atOnce.inputGradients[0]; x >= 0) {
        all.x = m_atOnce.tensors[at(x)];
    }
    return all;
}

/// `all.states` comes as the gradients by h and by the states after the step, and leaves as those by the states before.
void Reference::backwardStep(const CellRun& run, std::int64_t step, CellGradients& all, Tensors& given)
{
    const Part& perStep = m_schedule.perStep;
    PartMemory& memory = m_steps[at(step)];
    Rows(m_cell, perStep, run, memory).backward(all.states, all.learned);
    all.states.erase(all.states.begin());
    for (std::size_t input = 0; input < perStep.inputGradients.size(); ++input) {
        const int tensor = perStep.inputGradients[input];
        const std::vector<double> gradient = tensor < 0 ? std::vector<double>() : memory.tensors[at(tensor)];
        if (input < all.states.size()) {
            all.states[input] = gradient;
            all.states[input].resize(at(run.streams * run.sizes.units)); // zeros where there is none
            applyCont(run, step, all.states[input]);
        } else {
            std::vector<double>& whole = given[input - all.states.size()];
            std::ranges::copy(gradient, whole.begin() + step * static_cast<std::int64_t>(gradient.size()));
        }
    }
}

} // namespace engine::cells
