// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/kernels/reference.h"

#include <ostream>
#include <string>
#include <vector>

namespace engine::test {

/// What the numbers of an input are.
enum class Numbers {
    Any,     ///< normal, of deviation 1
    Ids,     ///< whole numbers below `below`
    Labels,  ///< the same, and the ignored label now and then
    Cont,    ///< 1, and 0 now and then
    Lengths, ///< whole numbers from 1 to `below`
    Targets, ///< normal, and NaN now and then
    Shares,  ///< from 0 to 1, and -1 now and then
};

struct InputSample {
    Shape shape;
    Numbers numbers = Numbers::Any;
    std::int64_t below = 0;
};

/// A layer with settings and sizes that every engine which does not refuse it must run rightly.
struct Case {
    std::string name; ///< "Lstm_TwoLayers"
    std::vector<InputSample> inputs;
    Params params = {};
    std::size_t outputs = 1;
    std::size_t outputsWithGradient = 99; ///< the first of them; those after it count as not wired
    double tolerance = 2e-5;              ///< relative where a number is above 1, absolute below
    double weights = 1;                   ///< the standard deviation of what weights are drawn from
    bool slopesAreExact = true; ///< false where backward is not the slope of forward on purpose (gradients are cut),
                                ///< and beside a pole
    std::string type = {};
};

struct StackSizes {
    std::int64_t steps = 6, streams = 3, width = 4, units = 6, layers = 1;
    double dropout = 0;
};

/// A recurrent layer with x and cont.
Case stackOf(const std::string& type, Params params, const StackSizes& sizes, double weights = 1);

/// A cell as a layer of the catalogue has it.
struct CellCase {
    std::string name; ///< what the names of its tests begin with: "Gru", "RnnRelu"
    const Cell* cell;
    Params params = {}; ///< what chooses it, where the layer has another without a setting
    double tolerance = 2e-5;
};

/// By which the units have to be divided.
std::int64_t headsOf(const Cell& cell);

/// Of all cells.
const std::vector<CellCase>& cellCases();

/// How a failed test names it.
inline void PrintTo(const Case& sample, std::ostream* to)
{
    *to << sample.name;
}

/// For every layer of the catalogue that computes, one or more.
const std::vector<Case>& cases();

/// The numbers of a case. Equal for equal seeds.
Problem problemOf(const Case& sample, Phase phase = Phase::Train, std::uint64_t seed = 1);

/// The same without any numbers drawn: what a kernel is chosen by.
Problem emptyProblemOf(const Case& sample, Phase phase = Phase::Train);

/// A recurrent layer with a cell of its own.
struct CellForm {
    std::string name; ///< of the tests: "Gru", "GruBoth"
    std::string type;
    Params params = {};
    double tolerance = 2e-5; ///< of units that are many

    bool isBidirectional() const { return params.contains("bidirectional"); }
};

/// Of each cell that takes any units, in one direction and in both.
const std::vector<CellForm>& cellForms();

/// Larger weights would make a cell without gates chaotic.
Problem formProblem(const CellForm& form, const StackSizes& sizes, Phase phase = Phase::Train);

inline void PrintTo(const CellForm& form, std::ostream* to)
{
    *to << form.name;
}

} // namespace engine::test
