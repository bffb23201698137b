// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/derivative.h"

#include <vector>

namespace engine::cells {

/// What lies in memory while a part of a cell runs: rows of H elements, of x of I; a learned vector is one row for all.
struct Tensor {
    enum class Kind {
        Vector,         ///< a learned vector, Definition::learned[index]
        Input,          ///< the part's input `index`
        OutputGradient, ///< the gradient by the part's output `index`
        Made            ///< what a stage gives
    };

    Kind kind;
    int index = -1;
    bool kept = false; ///< of Kind::Made: the forward pass gives it, and the backward pass reads it
};

/// result = Σ matrix × operand; a term's operand is a tensor here.
struct Product {
    std::vector<Value::Term> terms;
    int result;
};

/// result = (operand - its mean over the units) · scale, with scale = 1 / sqrt(variance + 1e-5). A row's scale is kept
/// for the backward pass, under the number of the norm.
struct Norm {
    int operand, result;
    int number;
};
inline constexpr double normEpsilon = 1e-5;

/// result = scale · (gradient - its mean - normed · the mean of gradient · normed)
struct NormGradient {
    int normed, gradient, result;
    int number;
};

/// One step of a program: what it gives is the register of the same number as the instruction.
struct Instruction {
    enum class Kind {
        Load,     ///< an element of tensor a
        Constant, ///< `number`
        Operation ///< on the registers a and b
    };

    Kind kind;
    Operation operation = Operation::Negate;
    int a = -1, b = -1;
    double number = 0;
};

/// What is computed element by element, in single-assignment form: any unit of any row alone, in any order.
struct Program {
    struct Store {
        int source; ///< a register
        int tensor;
    };
    /// Adds a register, summed over all rows, to the gradient by a learned vector.
    struct Sum {
        int source;
        int vector;
    };

    std::vector<Instruction> instructions;
    std::vector<Store> stores;
    std::vector<Sum> sums;
};

/// First products and norms, in any order, then the elements.
struct Stage {
    std::vector<Product> products;
    std::vector<Norm> norms;
    std::vector<NormGradient> normGradients;
    Program elements;
};

/// A part of a cell's work, which runs over rows that do not know of each other.
struct Part {
    std::vector<Tensor> tensors;
    std::vector<Stage> forward, backward;
    std::vector<int> outputs;                    ///< tensors
    std::vector<int> inputGradients;             ///< tensors that the backward pass gives; -1: no gradient
    std::vector<MatrixGradient> matrixGradients; ///< of tensors, to be taken when all stages have run
    int norms = 0;                               ///< how many there are
};

struct PartInputs {
    int count;
    int held; ///< the first of them, which stay in memory anyway
};

/// The stages that give all outputs of the graph, and those that lead back from the gradients that arrive. As few
/// products and norms as can be wait for others. What the backward pass needs of the forward pass is made again where
/// that takes element-wise work alone, else kept.
Part makePart(Graph graph, const std::vector<int>& outputs, const std::vector<bool>& arrives, PartInputs inputs);

} // namespace engine::cells
