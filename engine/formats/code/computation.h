// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/element_equation.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/graph/data_kind.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

/// What a net in use computes for one text or one sequence, as a list of few kinds of operations: what is printed as C
/// and as PyTorch. Layers over whole sequences, whatever their cell, are here as a step of their unrolled net.
namespace engine::code {

/// A vector, of each step or once for a sequence, or a state before the step.
struct Variable {
    std::string name; ///< an identifier of C and of Python
    std::int64_t width;
    bool everyStep;
    bool isState = false;
};

/// A learned tensor. Matrices are [O, I/heads], whatever their layer has.
struct Weight {
    std::size_t layer; ///< in Computation::layers
    std::string name;  ///< an identifier
    std::string own;   ///< behind its layer's fileModule in the .safetensors beside the code: "weight", "l0.Wf"
    Shape shape;
    std::vector<float> values;
    std::int64_t heads = 0; ///< of a product's matrix: parts that are multiplied by parts of a vector
    bool isInt8 = false;    ///< printed as integers of 8 bits

    // Where it comes from: tensors of PortableNet::weights.
    std::string tensor;
    bool isTransposed = false; ///< that lies the other way round
    std::string added = {};    ///< a vector that is in each row
};

/// What an operation reads of a variable or weight: element u is [(u / each) % count + offset].
struct Source {
    int variable = -1, weight = -1; ///< one of the two; neither: the numbers of the characters
    std::int64_t offset = 0, each = 1, count = 0;
};

struct Operation {
    enum class Kind {
        Row,     ///< result = row of the matrix by the number of the character
        Product, ///< of each of `rows` parts: matrix × part + bias
        Element, ///< the equation, for each element
        Norm,    ///< of each of `rows` parts: (a - mean) / sqrt(variance + 1e-5)
        Softmax, ///< of each of `rows` parts
        Reduce,  ///< each of `rows` parts to one number: factor · (Σ a, Σ |a| or Σ a²)
        Join,    ///< in each of `rows` parts one source behind the other, `count` elements of `stride`
        Last,    ///< of every step: the last; the elements from `from` on are those of the first step
        Mean     ///< over all steps
    };

    Kind kind;
    std::vector<Source> sources = {};
    std::string words = {};     ///< of an Element the equation, of a Reduce what it is called
    int result = -1;            ///< a variable
    int matrix = -1, bias = -1; ///< weights
    std::int64_t rows = 1, heads = 1, from = 0;
    std::vector<std::int64_t> strides = {}; ///< of each source of a Join
    cells::ElementEquation equation = {};
    char reduced = 's'; ///< 's' sum, 'a' of absolute values, 'q' of squares
    double factor = 1;
};

/// Operations that go over the steps in one order, or once behind them.
struct Part {
    enum class Order { Forward, Backward, Once };

    struct State {
        int before, after; ///< variables
    };

    std::size_t layer; ///< in Computation::layers
    Order order;
    std::vector<Operation> operations = {};
    std::vector<State> states = {};

    // Of a step of a recurrent layer:
    std::string name = {};   ///< an identifier, "cell_l0_back"; its module's where the layer has one part
    std::string method = {}; ///< an identifier, "cell_l0_back_step"
    std::string place = {};  ///< in its layer: "l0.back."
    int input = -1, output = -1;
};

/// A layer of the net: where PyTorch has a module for it, that computes all its parts.
struct LayerNote {
    std::string name, type, module; ///< `module`: an identifier
    std::string fileModule;         ///< what the names of its weights in the .safetensors begin with
    std::optional<RecurrentStack> stack = {};
    std::int64_t width = 0, units = 0;
    Source input = {};
    int output = -1; ///< of a stack
};

struct Computation {
    bool writes;        ///< text: a step for each character, with states that stay
    std::int64_t steps; ///< of a sequence, at most
    bool anySteps;      ///< whether a sequence may have fewer
    std::vector<LayerNote> layers;
    std::vector<Variable> variables;
    std::vector<Weight> weights;
    std::vector<Part> parts;
    Source scores; ///< of the characters, the classes, or the number that is predicted
    std::int64_t scoresWidth = 0;
    Answer answer = Answer::Classes;

    int input = -1;                      ///< the variable of a step's numbers; -1: characters are read
    bool columns = false;                ///< whether a step is a column of what is read
    std::int64_t characters = 0;         ///< how many a net that reads their numbers knows; 0 of all others
    std::vector<Standardisation> scales; ///< of each number that is read
    Standardisation answerScale;         ///< of the number that is predicted

    const Variable& variable(int number) const { return variables[static_cast<std::size_t>(number)]; }
    const Weight& weight(int number) const { return weights[static_cast<std::size_t>(number)]; }
};

/// What is printed: a program, or a graph of nodes, in which the bias of an EMBED stands apart from its rows, and a net
/// that writes may read backward in each call.
enum class Target { Code, Graph };

/// `taken` are names that no variable and no weight may have. Throws Error for layers that have no place in it.
Computation computationOf(const PortableNet& net, const std::set<std::string>& taken = {},
                          Target target = Target::Code);

/// Whether the net reads numbers of characters and tells which those are.
bool knowsCharacters(const PortableNet& net, const Computation& computation);

/// How the numbers that are read are scaled: lists of means and of deviations, of one where all are alike; empty where
/// they stay as they are.
struct ScaleLists {
    std::string means = {}, deviations = {};
    bool alike = true;
};
ScaleLists scaleLists(const Computation& computation);

/// Of a table: a sentence on the columns of a step and the one that is predicted; else empty.
std::string columnWords(const PortableNet& net);

/// Words of C and Python, what modules of PyTorch's have, and names that the printed code uses itself.
const std::set<std::string>& reserved();

/// An identifier of C and of Python.
std::string identifier(const std::string& name);

/// For a comment: with blanks for the ends of lines and other control characters.
std::string oneLine(std::string text);

} // namespace engine::code
