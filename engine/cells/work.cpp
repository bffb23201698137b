// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/work.h"

#include "engine/graph/sizing.h"

#include <algorithm>
#include <map>
#include <set>

namespace engine::cells {
namespace {

/// For each unit: mean and variance, 3; the difference, its scale, 2. The gradient: two means, 3; the difference, 4.
constexpr std::int64_t normOperations = 6;

std::size_t at(int number)
{
    return static_cast<std::size_t>(number);
}

void addProduct(int matrix, const Definition& cell, Work& work)
{
    const Learned& learned = cell.learned[at(matrix)];
    if (learned.kind == Learned::Kind::InputMatrix) {
        ++work.inputProducts;
    } else {
        work.heads.push_back(learned.heads);
    }
}

void addStages(const std::vector<Stage>& stages, const Definition& cell, Work& work)
{
    for (const Stage& stage : stages) {
        for (const Product& product : stage.products) {
            for (const Value::Term& term : product.terms) {
                addProduct(term.matrix, cell, work);
            }
        }
        work.norms += static_cast<std::int64_t>(stage.norms.size() + stage.normGradients.size());
        work.operations +=
            std::ranges::count(stage.elements.instructions, Instruction::Kind::Operation, &Instruction::kind);
        work.operations += static_cast<std::int64_t>(stage.elements.sums.size());
    }
}

/// The inputs of a part that its backward pass reads.
std::set<int> inputsReadBackward(const Part& part)
{
    std::set<int> inputs;
    const auto read = [&](int tensor) {
        if (part.tensors[at(tensor)].kind == Tensor::Kind::Input) {
            inputs.insert(part.tensors[at(tensor)].index);
        }
    };
    for (const Stage& stage : part.backward) {
        for (const NormGradient& gradient : stage.normGradients) {
            read(gradient.normed);
        }
        for (const Instruction& instruction : stage.elements.instructions) {
            if (instruction.kind == Instruction::Kind::Load) {
                read(instruction.a);
            }
        }
    }
    for (const MatrixGradient& gradient : part.matrixGradients) {
        read(gradient.operand);
    }
    return inputs;
}

/// How many tensors that a part makes are kept for its backward pass, or are among others that stay.
std::int64_t heldTensors(const Part& part, const std::set<int>& others)
{
    std::int64_t count = 0;
    for (std::size_t tensor = 0; tensor < part.tensors.size(); ++tensor) {
        const bool isHeld = part.tensors[tensor].kept || others.contains(static_cast<int>(tensor));
        count += part.tensors[tensor].kind == Tensor::Kind::Made && isHeld ? 1 : 0;
    }
    return count;
}

/// "n·a·b", without the count where it is 1.
std::string times(std::int64_t count, std::string_view factors)
{
    return count == 1 ? std::string(factors) : say("%1·%2", count, factors);
}

} // namespace

std::int64_t Work::flops(CellSizes sizes) const
{
    std::int64_t sum = product({2, inputProducts, sizes.units, sizes.width});
    for (const int each : heads) {
        addTo(sum, product({2, sizes.units, sizes.units / each}));
    }
    addTo(sum, product({operations + norms * normOperations, sizes.units}));
    return sum;
}

std::string Work::arithmetic() const
{
    std::string products = inputProducts > 0 ? times(inputProducts, "H·I") : std::string();
    std::map<int, std::int64_t> counts; // of products, by heads
    for (const int each : heads) {
        ++counts[each];
    }
    for (const auto& [each, count] : counts) {
        products += products.empty() ? "" : " + ";
        products += times(count, each == 1 ? std::string("H·H") : say("H·H/%1", each));
    }
    const std::string elements = times(operations + norms * normOperations, "H");
    return products.empty() ? elements : say("2·(%1) + %2", products, elements);
}

Work forwardWork(const Schedule& schedule, const Definition& cell)
{
    Work work;
    addStages(schedule.atOnce.forward, cell, work);
    addStages(schedule.perStep.forward, cell, work);
    return work;
}

Work backwardWork(const Schedule& schedule, const Definition& cell)
{
    Work work;
    for (const Part* part : {&schedule.atOnce, &schedule.perStep}) {
        addStages(part->backward, cell, work);
        for (const MatrixGradient& gradient : part->matrixGradients) {
            addProduct(gradient.matrix, cell, work);
        }
    }
    return work;
}

std::int64_t keptVectors(const Schedule& schedule)
{
    const Part &atOnce = schedule.atOnce, &perStep = schedule.perStep;
    const auto states = static_cast<int>(perStep.inputGradients.size() - atOnce.outputs.size());
    std::set<int> readAtOnce; // of what the first part gave
    for (const int input : inputsReadBackward(perStep)) {
        if (input >= states) {
            readAtOnce.insert(atOnce.outputs[at(input - states)]);
        }
    }
    return heldTensors(atOnce, readAtOnce) + heldTensors(perStep, {perStep.outputs.begin(), perStep.outputs.end()});
}

} // namespace engine::cells
