// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/reference.h"

#include "engine/cells/typed_cell.h"
#include "engine/layers/layers.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <sstream>

namespace engine::test {
namespace {

using std::exp;
using std::log;
using std::tanh;

/// All that one layer's function needs, shortly named.
template <typename Number>
struct Work {
    const Problem& problem;
    const Tensors<Number>&x, &w;
    Tensors<Number> y, state;

    const Shape& shape(std::size_t input) const { return problem.inputShapes[input]; }
    std::int64_t count(std::size_t input) const { return shape(input).count(); }
    std::int64_t intOf(const char* key) const { return intParam(problem.params, key); }
    double floatOf(const char* key) const { return floatParam(problem.params, key); }
    const std::string& textOf(const char* key) const { return textParam(problem.params, key); }
    bool training() const { return problem.phase == Phase::Train; }

    std::size_t axis(const char* key = "axis") const
    {
        const std::int64_t given = intOf(key), axes = static_cast<std::int64_t>(shape(0).axes());
        return static_cast<std::size_t>(given < 0 ? given + axes : given);
    }
};

template <typename Number>
std::size_t at(Number index)
{
    return static_cast<std::size_t>(index);
}

/// Where a sum is so far from zero that nothing is left out of it; Number() is 0.
template <typename Number, typename Term>
Number sum(std::int64_t count, const Term& term)
{
    Number total = 0;
    for (std::int64_t index = 0; index < count; ++index) {
        total = total + term(index);
    }
    return total;
}

template <typename Number>
Number sigmoid(const Number& x)
{
    return Number(1) / (Number(1) + exp(Number(0) - x));
}

/// 1 where element `index` of a tensor stays, scaled; 0 where it goes.
double dropoutFactor(RandomStream random, std::uint64_t pass, double ratio, std::int64_t index)
{
    const auto counter = static_cast<std::uint64_t>(index);
    const std::uint32_t word = philox(counter / 4, pass, random.key()).words[counter % 4];
    return word / 4294967296.0 < ratio ? 0 : 1 / (1 - ratio);
}

template <typename Number>
void dropout(Work<Number>& k)
{
    RandomStream random = k.problem.random;
    if (k.intOf("seed") != 0) {
        random.seed = static_cast<std::uint64_t>(k.intOf("seed"));
    }
    const Shape& x = k.shape(0);
    const std::string& sameOver = k.textOf("same_over");
    for (std::int64_t index = 0; index < k.count(0); ++index) {
        const std::int64_t drawn = sameOver == "STEPS"   ? index % x.count(1)
                                   : sameOver == "UNITS" ? index / x[x.axes() - 1]
                                                         : index;
        const bool drops = k.training() && flagParam(k.problem.params, "active");
        const double factor = drops ? dropoutFactor(random, k.problem.pass, k.floatOf("dropout_ratio"), drawn) : 1;
        k.y[0].push_back(k.x[0][at(index)] * factor);
    }
}

template <typename Number>
void embed(Work<Number>& k)
{
    const std::int64_t width = k.problem.sizes.weights[0].shape[1];
    for (const Number& id : k.x[0]) {
        for (std::int64_t column = 0; column < width; ++column) {
            Number value = k.w[0][at(valueOf(id)) * at(width) + at(column)];
            k.y[0].push_back(k.w.size() > 1 ? value + k.w[1][at(column)] : value);
        }
    }
}

template <typename Number>
void innerProduct(Work<Number>& k)
{
    const bool transposed = flagParam(k.problem.params, "transpose");
    const std::size_t axis = k.axis();
    const std::int64_t heads = k.intOf("heads"), rows = k.shape(0).count(0, axis),
                       depth = k.shape(0).count(axis) / heads, columns = k.intOf("num_output");
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column) {
            const std::int64_t first = (row * heads + column / (columns / heads)) * depth; // of the head's part of x
            Number value = sum<Number>(depth, [&](std::int64_t d) {
                return k.x[0][at(first + d)] * k.w[0][at(transposed ? d * columns + column : column * depth + d)];
            });
            k.y[0].push_back(k.w.size() > 1 ? value + k.w[1][at(column)] : value);
        }
    }
}

template <typename Number>
Number operationOf(cells::Operation operation, const Number& a, const Number& b)
{
    using cells::Operation;
    switch (operation) {
    case Operation::Negate:
        return Number(0) - a;
    case Operation::Add:
        return a + b;
    case Operation::Subtract:
        return a - b;
    case Operation::Multiply:
        return a * b;
    case Operation::Divide:
        return a / b;
    case Operation::Sigmoid:
        return sigmoid(a);
    case Operation::Tanh:
        return tanh(a);
    case Operation::Relu:
        return valueOf(a) > 0 ? a : Number(0);
    case Operation::Exp:
        return exp(a);
    case Operation::Log:
        return log(a);
    case Operation::Softplus: // log(1 + e^x), whose e^x may not be too large
        return valueOf(a) > 0 ? a + log(Number(1) + exp(Number(0) - a)) : log(Number(1) + exp(a));
    case Operation::Sqrt:
        return exp(log(a) * Number(0.5));
    case Operation::Square:
        return a * a;
    case Operation::Abs:
        return valueOf(a) < 0 ? Number(0) - a : a;
    case Operation::Max:
        return valueOf(a) < valueOf(b) ? b : a;
    case Operation::Min:
        return valueOf(b) < valueOf(a) ? b : a;
    case Operation::AtLeast:
    case Operation::Less:
        break; // of derivatives
    }
    assert(false);
    return a;
}

/// layernorm of a row.
template <typename Number>
std::vector<Number> normed(const std::vector<Number>& row)
{
    const auto units = static_cast<std::int64_t>(row.size());
    const Number count(static_cast<double>(units));
    const Number mean = sum<Number>(units, [&](std::int64_t unit) { return row[at(unit)]; }) / count;
    const Number variance = sum<Number>(units,
                                        [&](std::int64_t unit) {
                                            const Number distance = row[at(unit)] - mean;
                                            return distance * distance;
                                        }) /
                            count;
    const Number scale = exp(log(variance + Number(1e-5)) * Number(-0.5));
    std::vector<Number> all;
    for (const Number& number : row) {
        all.push_back((number - mean) * scale);
    }
    return all;
}

template <typename Number>
void layerNorm(Work<Number>& k)
{
    const auto units = static_cast<std::ptrdiff_t>(k.shape(0).extents().back());
    for (auto first = k.x[0].begin(); first != k.x[0].end(); first += units) {
        std::ranges::copy(normed<Number>({first, first + units}), std::back_inserter(k.y[0]));
    }
}

/// The equation for each element alone.
template <typename Number>
void cellUnit(Work<Number>& k)
{
    using Kind = cells::Node::Kind;
    const cells::Syntax syntax = cells::parse(k.textOf("equation"));
    std::istringstream words(k.textOf("reads"));
    std::vector<std::string> reads{std::istream_iterator<std::string>(words), {}};
    const std::int64_t units = k.shape(0).extents().back();
    for (std::int64_t element = 0; element < k.count(0); ++element) {
        std::vector<Number> values;
        for (const cells::Node& node : syntax.nodes) {
            const auto read = static_cast<std::size_t>(std::ranges::find(reads, node.name) - reads.begin());
            const auto vector = std::ranges::find(k.problem.sizes.weights, node.name, &WeightSpec::name);
            if (node.kind == Kind::Number) {
                values.emplace_back(node.number);
            } else if (node.kind == Kind::Name && read < reads.size()) {
                values.push_back(k.x[read][at(element)]);
            } else if (node.kind == Kind::Name) {
                values.push_back(k.w[at(vector - k.problem.sizes.weights.begin())][at(element % units)]);
            } else {
                const Number a = values[at(node.a)];
                values.push_back(operationOf<Number>(node.operation, a, node.b < 0 ? a : values[at(node.b)]));
            }
        }
        k.y[0].push_back(values.back());
    }
}

struct RecurrentExtents {
    std::int64_t steps, streams, width, units;
};

/// The equations of a cell. Of one that is not typed, W, U, b and d are its Wx, Wh, b and bh, block by block; a is what
/// stands before a gate.
const cells::Definition& equationsOf(const Cell& cell)
{
    static const std::map<Cell::Kind, cells::Definition> all = {
        {Cell::Kind::Lstm, cells::define("ai = Wi x + Ui h[t-1] + bi\n"
                                         "af = Wf x + Uf h[t-1] + bf\n"
                                         "ag = Wg x + Ug h[t-1] + bg\n"
                                         "ao = Wo x + Uo h[t-1] + bo\n"
                                         "i = sigmoid(ai)\n"
                                         "f = sigmoid(af)\n"
                                         "g = tanh(ag)\n"
                                         "o = sigmoid(ao)\n"
                                         "c = f * c[t-1] + i * g\n"
                                         "h = o * tanh(c)")},
        {Cell::Kind::Gru, cells::define("r = sigmoid(Wr x + br + Ur h[t-1] + dr)\n"
                                        "z = sigmoid(Wz x + bz + Uz h[t-1] + dz)\n"
                                        "n = tanh(Wn x + bn + r * (Un h[t-1] + dn))\n"
                                        "h = (1 - z) * n + z * h[t-1]")},
        {Cell::Kind::RnnTanh, cells::define("n = tanh(W x + U h[t-1] + b)\nh = n")},
        {Cell::Kind::RnnRelu, cells::define("n = relu(W x + U h[t-1] + b)\nh = n")}};
    return cell.typed ? cell.typed->definition : all.at(cell.kind);
}

/// The blocks of Wx, Wh, b and bh, in the order in which the equations name them.
template <typename Number>
Tensors<Number> blocksOf(const cells::Definition& cell, const Tensors<Number>& weights)
{
    const auto weightOf = [](const cells::Learned& one) { return std::string_view("WUbd").find(one.name.front()); };
    std::vector<std::ptrdiff_t> places(weights.size());
    Tensors<Number> all;
    for (const cells::Learned& one : cell.learned) {
        const std::size_t which = weightOf(one);
        const std::ptrdiff_t size = std::ssize(weights[which]) / std::ranges::count(cell.learned, which, weightOf);
        const auto first = weights[which].begin() + places[which];
        all.emplace_back(first, first + size);
        places[which] += size;
    }
    return all;
}

/// What the equations of a cell give for one stream at one step, read as they stand. `clip` is of the gradients in
/// front of the gates; 0 clips nothing.
template <typename Number>
class TypedStep {
public:
    TypedStep(const cells::Definition& cell, std::int64_t units, const Tensors<Number>& learned, std::vector<Number> x,
              Tensors<Number> before, double clip = 0)
        : m_cell(cell), m_units(units), m_learned(learned), m_x(std::move(x)), m_before(std::move(before))
    {
        for (const cells::Equation& equation : cell.syntax.equations) {
            m_given.push_back(valueOfNode(equation.value));
            for (Number& number : m_given.back()) {
                number = withClippedGradient(number, equation.name.front() == 'a' ? clip : 0);
            }
        }
    }

    const std::vector<Number>& equation(std::size_t place) const { return m_given[place]; }

private:
    std::vector<Number> valueOfNode(int place)
    {
        using Kind = cells::Node::Kind;
        const cells::Node& node = m_cell.syntax.nodes[at(place)];
        switch (node.kind) {
        case Kind::Number:
            return std::vector<Number>(at(m_units), Number(node.number));
        case Kind::Input:
            return m_x;
        case Kind::Equation:
            return m_given[at(node.index)];
        case Kind::Vector:
            return m_learned[at(node.index)];
        case Kind::State:
            return m_before[at(node.index)];
        case Kind::Product:
            return product(node.index, valueOfNode(node.a));
        case Kind::LayerNorm:
            return normed<Number>(valueOfNode(node.a));
        case Kind::Operation: {
            const std::vector<Number> a = valueOfNode(node.a), b = node.b >= 0 ? valueOfNode(node.b) : a;
            std::vector<Number> all;
            for (std::size_t unit = 0; unit < a.size(); ++unit) {
                all.push_back(operationOf(node.operation, a[unit], b[unit]));
            }
            return all;
        }
        case Kind::Name:
            break; // define() has resolved them
        }
        assert(false);
        return {};
    }

    std::vector<Number> product(int matrix, const std::vector<Number>& vector) const
    {
        const cells::Learned& learned = m_cell.learned[at(matrix)];
        const std::int64_t width = static_cast<std::int64_t>(vector.size()) / learned.heads;
        std::vector<Number> all;
        for (std::int64_t row = 0; row < m_units; ++row) {
            const std::int64_t first = row / (m_units / learned.heads) * width;
            all.push_back(sum<Number>(width, [&](std::int64_t column) {
                return m_learned[at(matrix)][at(row * width + column)] * vector[at(first + column)];
            }));
        }
        return all;
    }

    const cells::Definition& m_cell;
    std::int64_t m_units;
    const Tensors<Number>& m_learned;
    std::vector<Number> m_x;
    Tensors<Number> m_before, m_given;
};

/// One direction over a sequence. `states` come in as the first and go out as the last; returns h of every step, in the
/// order of the steps.
template <typename Number>
std::vector<Number> sequenceOf(const RecurrentExtents& e, const std::vector<Number>& x, const std::vector<double>& cont,
                               const cells::Definition& cell, Direction direction, const Tensors<Number>& learned,
                               Tensors<Number>& states, double clip = 0)
{
    std::vector<Number> all(at(e.steps * e.streams * e.units));
    const bool backward = direction == Direction::Backward;
    for (std::int64_t step = 0; step < e.steps; ++step) {
        const std::int64_t t = backward ? e.steps - 1 - step : step;
        Tensors<Number> after = states;
        for (std::int64_t n = 0; n < e.streams; ++n) {
            const std::int64_t row = t * e.streams + n;
            const Number factor = !backward ? cont[at(row)] : step == 0 ? 1 : cont[at(row + e.streams)];
            Tensors<Number> before;
            for (const std::vector<Number>& state : states) {
                std::vector<Number>& one = before.emplace_back();
                for (std::int64_t unit = 0; unit < e.units; ++unit) {
                    one.push_back(factor * state[at(n * e.units + unit)]);
                }
            }
            const auto first = x.begin() + row * e.width;
            const TypedStep<Number> now(cell, e.units, learned, {first, first + e.width}, before, clip);
            for (std::size_t state = 0; state < states.size(); ++state) {
                std::ranges::copy(now.equation(cell.states[state].equation), after[state].begin() + n * e.units);
            }
            std::ranges::copy(now.equation(cell.output), all.begin() + row * e.units);
        }
        states = after;
    }
    return all;
}

template <typename Number>
std::vector<double> valuesOf(const std::vector<Number>& numbers)
{
    std::vector<double> values;
    for (const Number& number : numbers) {
        values.push_back(valueOf(number));
    }
    return values;
}

/// The first states of one direction of one layer: from the ports, or as carried; a backward direction carries none.
template <typename Number>
Tensors<Number> firstStates(const Work<Number>& k, const RecurrentStack& stack, std::int64_t layer, Direction direction,
                            std::int64_t cells)
{
    Tensors<Number> states;
    const std::size_t count = stack.cell->states.size();
    for (std::size_t state = 0; state < count; ++state) {
        if (k.x.size() > 2) {
            const auto first =
                k.x[2 + state].begin() + static_cast<std::ptrdiff_t>(stack.part(layer, direction)) * cells;
            states.emplace_back(first, first + cells);
        } else if (direction == Direction::Forward) {
            states.push_back(k.state[at(layer) * count + state]);
        } else {
            states.emplace_back(at(cells), Number(0));
        }
    }
    return states;
}

/// Rows of one tensor and of another beside each other.
template <typename Number>
std::vector<Number> joinedRows(const std::vector<Number>& left, const std::vector<Number>& right, std::int64_t width)
{
    std::vector<Number> all;
    for (std::int64_t first = 0; first < static_cast<std::int64_t>(left.size()); first += width) {
        all.insert(all.end(), left.begin() + first, left.begin() + first + width);
        all.insert(all.end(), right.begin() + first, right.begin() + first + width);
    }
    return all;
}

/// A matrix of the Wh of which there are as many as its number says before it.
struct RecurrentMatrix {
    std::size_t number, part; ///< part: see RecurrentStack::part
    std::int64_t heads = 1;
};

/// Wh as a training batch sees it: without some single weights, and without the columns of some units.
template <typename Number>
std::vector<Number> maskedRecurrentWeights(const Work<Number>& k, std::vector<Number> Wh, const RecurrentMatrix& matrix)
{
    const double weights = k.floatOf("weight_dropout"), states = k.floatOf("state_dropout");
    if (!k.training()) {
        return Wh;
    }
    RandomStream random = k.problem.random;
    random.seed = k.intOf("dropout_seed") != 0 ? static_cast<std::uint64_t>(k.intOf("dropout_seed")) : random.seed;
    RandomStream ofWeights = random, ofStates = random;
    ofWeights.stream += (std::uint64_t{1} << 48) + (std::uint64_t{matrix.number} << 32);
    ofStates.stream += (std::uint64_t{1} << 49) + (std::uint64_t{matrix.part} << 32);
    const std::int64_t units = k.intOf("num_output"), width = units / matrix.heads;
    for (std::size_t index = 0; index < Wh.size(); ++index) {
        const auto place = static_cast<std::int64_t>(index);
        const std::int64_t head = place / width / (units / matrix.heads); // counts where there are several
        const std::int64_t unit = (matrix.heads == 1 ? 0 : head * width) + place % width;
        Wh[index] = Wh[index] * dropoutFactor(ofWeights, k.problem.pass, weights, place) *
                    dropoutFactor(ofStates, k.problem.pass, states, unit);
    }
    return Wh;
}

/// The learned tensors of one direction of one layer as a training batch sees them.
template <typename Number>
Tensors<Number> learnedOf(const Work<Number>& k, const RecurrentStack& stack, std::size_t part)
{
    const auto first = k.w.begin() + static_cast<std::ptrdiff_t>(part * stack.weightsOfPart());
    Tensors<Number> all(first, first + static_cast<std::ptrdiff_t>(stack.weightsOfPart()));
    const cells::Definition& cell = equationsOf(*stack.cell);
    if (!stack.cell->typed) {
        all[1] = maskedRecurrentWeights(k, std::move(all[1]), {part, part});
        return blocksOf(cell, all);
    }
    const auto isMasked = [](const cells::Learned& one) { return one.kind == cells::Learned::Kind::Matrix; };
    std::size_t number = part * at(std::ranges::count_if(cell.learned, isMasked));
    for (std::size_t which = 0; which < all.size(); ++which) {
        if (isMasked(cell.learned[which])) {
            all[which] = maskedRecurrentWeights(k, std::move(all[which]), {number++, part, cell.learned[which].heads});
        }
    }
    return all;
}

template <typename Number>
void recurrent(Work<Number>& k)
{
    const RecurrentStack stack = *recurrentStack(*k.problem.type, k.problem.params);
    const Shape& x = k.shape(0);
    const std::int64_t units = k.intOf("num_output"), cells = x[1] * units;
    const std::vector<double> cont = valuesOf(k.x[1]);
    std::vector<Number> below = k.x[0];
    for (std::int64_t layer = 0; layer < stack.layers; ++layer) {
        const RecurrentExtents extents{x[0], x[1], stack.widthOf(layer, x.count(2), units), units};
        Tensors<Number> halves;
        for (std::int64_t index = 0; index < stack.directions; ++index) {
            const auto direction = static_cast<Direction>(index);
            Tensors<Number> states = firstStates(k, stack, layer, direction, cells);
            halves.push_back(sequenceOf<Number>(extents, below, cont, equationsOf(*stack.cell), direction,
                                                learnedOf(k, stack, stack.part(layer, direction)), states));
            for (std::size_t state = 0; state < states.size(); ++state) {
                if (!k.state.empty() && direction == Direction::Forward) {
                    k.state[at(layer) * states.size() + state] = states[state];
                }
                if (k.y.size() > 1) {
                    k.y[1 + state].insert(k.y[1 + state].end(), states[state].begin(), states[state].end());
                }
            }
        }
        below = stack.isBidirectional() ? joinedRows(halves[0], halves[1], units) : halves[0];
        const double ratio = k.floatOf("dropout_ratio");
        if (k.training() && ratio > 0 && layer + 1 < stack.layers) {
            RandomStream random = k.problem.random;
            random.seed =
                k.intOf("dropout_seed") != 0 ? static_cast<std::uint64_t>(k.intOf("dropout_seed")) : random.seed;
            random.stream += static_cast<std::uint64_t>(layer) << 32;
            for (std::size_t index = 0; index < below.size(); ++index) {
                below[index] =
                    below[index] * dropoutFactor(random, k.problem.pass, ratio, static_cast<std::int64_t>(index));
            }
        }
    }
    k.y[0] = below;
}

template <typename Number>
void lstmSimple(Work<Number>& k)
{
    const std::int64_t streams = k.intOf("batch_size"), units = k.intOf("num_output");
    const RecurrentExtents extents{k.shape(0)[0] / streams, streams, k.shape(0).count(1), units};
    const bool clip = k.x.size() > 1;
    Tensors<Number> states = clip ? k.state : Tensors<Number>(2, std::vector<Number>(at(streams * units), Number(0)));
    const std::vector<double> cont = clip ? valuesOf(k.x[1]) : std::vector<double>(at(k.shape(0)[0]), 1.0);
    const cells::Definition& cell = equationsOf(lstmCell());
    k.y[0] = sequenceOf<Number>(extents, k.x[0], cont, cell, Direction::Forward, blocksOf(cell, k.w), states,
                                k.floatOf("clipping_threshold"));
    if (clip) {
        k.state = states;
    }
}

template <typename Number>
void gruUnit(Work<Number>& k)
{
    const std::int64_t streams = k.shape(0)[1], units = k.shape(0)[2];
    for (std::int64_t n = 0; n < streams; ++n) {
        for (std::int64_t unit = 0; unit < units; ++unit) {
            const auto sums = [&](std::size_t input, std::int64_t g) {
                return k.x[input][at((n * 3 + g) * units + unit)];
            };
            const Number r = sigmoid(sums(1, 0) + sums(2, 0)), z = sigmoid(sums(1, 1) + sums(2, 1));
            const Number c = tanh(sums(1, 2) + r * sums(2, 2));
            k.y[0].push_back((Number(1) - z) * c + z * k.x[0][at(n * units + unit)]);
        }
    }
}

template <typename Number>
void lstmUnit(Work<Number>& k)
{
    const std::int64_t streams = k.shape(0)[1], units = k.shape(0)[2];
    for (std::int64_t n = 0; n < streams; ++n) {
        const bool caffes = k.textOf("gate_order") == "IFOG"; // of the blocks 2 and 3
        for (std::int64_t unit = 0; unit < units; ++unit) {
            const auto gate = [&](std::int64_t block) { return k.x[1][at((n * 4 + block) * units + unit)]; };
            const Number i = sigmoid(gate(0)), f = sigmoid(gate(1)), g = tanh(gate(caffes ? 3 : 2)),
                         o = sigmoid(gate(caffes ? 2 : 3));
            const Number c = f * (k.x[2][at(n)] * k.x[0][at(n * units + unit)]) + i * g;
            k.y[0].push_back(c);
            k.y[1].push_back(o * tanh(c));
        }
    }
}

template <typename Number>
void eltwise(Work<Number>& k)
{
    const std::string& operation = k.textOf("operation");
    std::vector<double> coefficients = floatListParam(k.problem.params, "coeff");
    coefficients.resize(k.x.size(), 1.0);
    for (std::int64_t index = 0; index < k.count(0); ++index) {
        Number value = operation == "SUM" ? k.x[0][at(index)] * coefficients[0] : k.x[0][at(index)];
        for (std::size_t input = 1; input < k.x.size(); ++input) {
            const Number& other = k.x[input][at(index)];
            if (operation == "SUM") {
                value = value + other * coefficients[input];
            } else if (operation == "PROD") {
                value = value * other;
            } else if (valueOf(other) > valueOf(value) || (input == 1 && valueOf(other) == valueOf(value))) {
                value = other; // Caffe's rule for equals: the second of the first two, else the earliest
            }
        }
        k.y[0].push_back(value);
    }
}

template <typename Number>
void scale(Work<Number>& k)
{
    const bool learned = k.x.size() == 1;
    const std::vector<Number>& factor = learned ? k.w[0] : k.x[1];
    const Shape& covered = learned ? k.problem.sizes.weights[0].shape : k.shape(1);
    const std::size_t bias = learned ? 1 : 0, axis = covered.axes() == 0 ? 0 : k.axis();
    const std::int64_t inner = k.shape(0).count(axis + covered.axes());
    for (std::int64_t index = 0; index < k.count(0); ++index) {
        const std::size_t place = at(index / inner % covered.count());
        Number value = k.x[0][at(index)] * factor[place];
        k.y[0].push_back(k.w.size() > bias ? value + k.w[bias][place] : value);
    }
}

template <typename Number>
void reduction(Work<Number>& k)
{
    const std::string& operation = k.textOf("operation");
    const std::int64_t rows = k.shape(0).count(0, k.axis()), width = k.shape(0).count(k.axis());
    for (std::int64_t row = 0; row < rows; ++row) {
        Number value = sum<Number>(width, [&](std::int64_t index) {
            const Number& x = k.x[0][at(row * width + index)];
            if (operation == "ASUM") {
                return valueOf(x) < 0 ? Number(0) - x : valueOf(x) > 0 ? x : Number(0); // no slope at 0
            }
            return operation == "SUMSQ" ? x * x : x;
        });
        k.y[0].push_back(value * k.floatOf("coeff") / (operation == "MEAN" ? static_cast<double>(width) : 1.0));
    }
}

/// The index of class `k` of place (outer, inner) along the axis.
template <typename Number>
std::size_t classAt(const Work<Number>& k, std::int64_t place, std::int64_t index)
{
    const std::size_t axis = k.axis();
    const std::int64_t inner = k.shape(0).count(axis + 1), classes = k.shape(0)[axis];
    return at((place / inner * classes + index) * inner + place % inner);
}

template <typename Number>
std::int64_t places(const Work<Number>& k)
{
    return k.count(0) / k.shape(0)[k.axis()];
}

/// Of one place: log Σ exp over its classes. The largest is taken out first, so that exp stays finite.
template <typename Number>
Number logSum(const Work<Number>& k, std::int64_t place)
{
    const std::int64_t classes = k.shape(0)[k.axis()];
    double largest = valueOf(k.x[0][classAt(k, place, 0)]);
    for (std::int64_t index = 1; index < classes; ++index) {
        largest = std::max(largest, valueOf(k.x[0][classAt(k, place, index)]));
    }
    return log(sum<Number>(classes,
                           [&](std::int64_t index) { return exp(k.x[0][classAt(k, place, index)] - largest); })) +
           largest;
}

template <typename Number>
std::vector<Number> chances(const Work<Number>& k)
{
    std::vector<Number> p(k.x[0].size());
    for (std::int64_t place = 0; place < places(k); ++place) {
        const Number total = logSum(k, place);
        for (std::int64_t index = 0; index < k.shape(0)[k.axis()]; ++index) {
            p[classAt(k, place, index)] = exp(k.x[0][classAt(k, place, index)] - total);
        }
    }
    return p;
}

template <typename Number>
void softmax(Work<Number>& k)
{
    k.y[0] = chances(k);
}

template <typename Number>
void softmaxWithLoss(Work<Number>& k)
{
    const double ignored = static_cast<double>(k.intOf("ignore_label"));
    std::int64_t counted = 0;
    Number loss = 0;
    for (std::int64_t place = 0; place < places(k); ++place) {
        const double label = valueOf(k.x[1][at(place)]);
        if (label != ignored) {
            loss = loss + logSum(k, place) - k.x[0][classAt(k, place, static_cast<std::int64_t>(label))];
            ++counted;
        }
    }
    const std::string& normalization = k.textOf("normalization");
    const bool old = !flagParam(k.problem.params, "normalize");
    const std::int64_t divisor = normalization == "NONE"                ? 1
                                 : normalization == "FULL"              ? places(k)
                                 : normalization == "BATCH_SIZE" || old ? k.shape(0).count(0, k.axis())
                                                                        : counted;
    k.y[0] = {loss / static_cast<double>(std::max<std::int64_t>(1, divisor))};
    if (k.y.size() > 1) {
        k.y[1] = chances(k);
    }
}

/// Of a loss of numbers: the sum of `term` over the places whose target counts, divided as `normalization` says.
template <typename Number, typename Counts, typename Term>
void numberLoss(Work<Number>& k, const Counts& counts, const Term& term)
{
    std::int64_t counted = 0;
    Number loss = 0;
    for (std::size_t place = 0; place < k.x[0].size(); ++place) {
        if (counts(valueOf(k.x[1][place]))) {
            loss = loss + term(k.x[0][place], k.x[1][place]);
            ++counted;
        }
    }
    const std::string& normalization = k.textOf("normalization");
    const std::int64_t divisor = normalization == "NONE"    ? 1
                                 : normalization == "FULL"  ? k.shape(0).count()
                                 : normalization == "VALID" ? counted
                                                            : k.shape(0)[0];
    k.y[0] = {loss / static_cast<double>(std::max<std::int64_t>(1, divisor))};
}

bool isNumber(double target)
{
    return !std::isnan(target);
}

template <typename Number>
void euclideanLoss(Work<Number>& k)
{
    numberLoss(k, isNumber,
               [](const Number& said, const Number& target) { return (said - target) * (said - target) * 0.5; });
}

template <typename Number>
void huberLoss(Work<Number>& k)
{
    const double delta = k.floatOf("delta");
    numberLoss(k, isNumber, [delta](const Number& said, const Number& target) {
        const Number error = valueOf(said) < valueOf(target) ? target - said : said - target;
        return valueOf(error) <= delta ? error * error * 0.5 : (error - 0.5 * delta) * delta;
    });
}

template <typename Number>
void sigmoidCrossEntropyLoss(Work<Number>& k)
{
    const double ignored = static_cast<double>(k.intOf("ignore_label"));
    numberLoss(
        k, [ignored](double target) { return isNumber(target) && target != ignored; },
        [](const Number& said, const Number& y) {
            return Number(0) - y * log(sigmoid(said)) - (Number(1) - y) * log(sigmoid(Number(0) - said));
        });
}

/// How many steps of stream n are real.
template <typename Number>
std::int64_t lengthOf(const Work<Number>& k, std::int64_t n)
{
    return k.x.size() > 1 ? static_cast<std::int64_t>(valueOf(k.x[1][at(n)])) : k.shape(0)[0];
}

template <typename Number>
void last(Work<Number>& k)
{
    const std::int64_t streams = k.shape(0)[1], width = k.shape(0).count(2);
    const bool both = flagParam(k.problem.params, "bidirectional");
    for (std::int64_t n = 0; n < streams; ++n) {
        for (std::int64_t w = 0; w < width; ++w) {
            const std::int64_t t = both && w >= width / 2 ? 0 : lengthOf(k, n) - 1;
            k.y[0].push_back(k.x[0][at((t * streams + n) * width + w)]);
        }
    }
}

template <typename Number>
void meanOverSteps(Work<Number>& k)
{
    const std::int64_t streams = k.shape(0)[1], width = k.shape(0).count(2);
    for (std::int64_t n = 0; n < streams; ++n) {
        for (std::int64_t w = 0; w < width; ++w) {
            const Number all =
                sum<Number>(lengthOf(k, n), [&](std::int64_t t) { return k.x[0][at((t * streams + n) * width + w)]; });
            k.y[0].push_back(all / static_cast<double>(lengthOf(k, n)));
        }
    }
}

template <typename Number>
void accuracy(Work<Number>& k)
{
    const std::int64_t classes = k.shape(0)[k.axis()];
    std::vector<double> right(at(classes)), seen(at(classes));
    for (std::int64_t place = 0; place < places(k); ++place) {
        const double label = valueOf(k.x[1][at(place)]);
        if (label == static_cast<double>(k.intOf("ignore_label"))) {
            continue;
        }
        const double score = valueOf(k.x[0][classAt(k, place, static_cast<std::int64_t>(label))]);
        std::int64_t notBelow = 0;
        for (std::int64_t index = 0; index < classes; ++index) {
            notBelow += valueOf(k.x[0][classAt(k, place, index)]) >= score;
        }
        right[at(label)] += notBelow <= k.intOf("top_k");
        seen[at(label)] += 1;
    }
    double allRight = 0, allSeen = 0;
    for (std::size_t index = 0; index < at(classes); ++index) {
        allRight += right[index];
        allSeen += seen[index];
        if (k.y.size() > 1) {
            k.y[1].push_back(seen[index] > 0 ? right[index] / seen[index] : 0);
        }
    }
    k.y[0] = {Number(allSeen > 0 ? allRight / allSeen : 0)};
}

/// Each element of the whole belongs to one part, found by walking along the axis.
struct Cut {
    std::size_t part, index; ///< which part, which element of it
};

std::vector<Cut> cuts(const Shape& whole, const std::vector<Shape>& parts, std::size_t axis)
{
    std::vector<Cut> found;
    const std::int64_t inner = whole.count(axis + 1);
    for (std::int64_t element = 0; element < whole.count(); ++element) {
        std::int64_t position = element / inner % whole[axis];
        std::size_t part = 0;
        while (position >= parts[part][axis]) {
            position -= parts[part++][axis];
        }
        const std::int64_t outer = element / inner / whole[axis];
        found.push_back({part, at((outer * parts[part][axis] + position) * inner + element % inner)});
    }
    return found;
}

template <typename Number>
void slice(Work<Number>& k)
{
    const std::vector<Cut> places = cuts(k.shape(0), k.problem.sizes.outputs, k.axis());
    for (std::size_t element = 0; element < places.size(); ++element) {
        std::vector<Number>& part = k.y[places[element].part];
        part.resize(std::max(part.size(), places[element].index + 1));
        part[places[element].index] = k.x[0][element];
    }
}

template <typename Number>
void concat(Work<Number>& k)
{
    for (const Cut& place : cuts(k.problem.sizes.outputs[0], k.problem.inputShapes, k.axis())) {
        k.y[0].push_back(k.x[place.part][place.index]);
    }
}

template <typename Number>
void split(Work<Number>& k)
{
    std::fill(k.y.begin(), k.y.end(), k.x[0]);
}

template <typename Number>
void silence(Work<Number>&)
{}

template <typename Number>
void tanhLayer(Work<Number>& k)
{
    for (const Number& x : k.x[0]) {
        k.y[0].push_back(tanh(x));
    }
}

template <typename Number>
void sigmoidLayer(Work<Number>& k)
{
    for (const Number& x : k.x[0]) {
        k.y[0].push_back(sigmoid(x));
    }
}

template <typename Number>
void relu(Work<Number>& k)
{
    for (const Number& x : k.x[0]) {
        k.y[0].push_back(valueOf(x) > 0 ? x : x * k.floatOf("negative_slope"));
    }
}

template <typename Number>
struct Entry {
    const char* type;
    void (*run)(Work<Number>&);
};

template <typename Number>
constexpr Entry<Number> entries[] = {
    {"ACCURACY", accuracy<Number>},
    {"CELL_UNIT", cellUnit<Number>},
    {"CONCAT", concat<Number>},
    {"DROPOUT", dropout<Number>},
    {"ELTWISE", eltwise<Number>},
    {"EMBED", embed<Number>},
    {"EUCLIDEANLOSS", euclideanLoss<Number>},
    {"INNERPRODUCT", innerProduct<Number>},
    {"CELL", recurrent<Number>},
    {"GRU", recurrent<Number>},
    {"GRU_UNIT", gruUnit<Number>},
    {"HUBERLOSS", huberLoss<Number>},
    {"LAST", last<Number>},
    {"LAYERNORM", layerNorm<Number>},
    {"LSTM", recurrent<Number>},
    {"LSTM_SIMPLE", lstmSimple<Number>},
    {"LSTM_UNIT", lstmUnit<Number>},
    {"MEANOVERSTEPS", meanOverSteps<Number>},
    {"REDUCTION", reduction<Number>},
    {"RELU", relu<Number>},
    {"RESHAPE", split<Number>}, // the same numbers in the same order
    {"RNN", recurrent<Number>},
    {"SCALE", scale<Number>},
    {"SIGMOID", sigmoidLayer<Number>},
    {"SIGMOIDCROSSENTROPYLOSS", sigmoidCrossEntropyLoss<Number>},
    {"SILENCE", silence<Number>},
    {"SLICE", slice<Number>},
    {"SOFTMAX", softmax<Number>},
    {"SOFTMAXWITHLOSS", softmaxWithLoss<Number>},
    {"SPLIT", split<Number>},
    {"TANH", tanhLayer<Number>},
};

} // namespace

template <typename Number>
Answer<Number> answer(const Problem& problem, const Tensors<Number>& inputs, const Tensors<Number>& weights,
                      const Tensors<Number>& state)
{
    Work<Number> work{problem, inputs, weights, Tensors<Number>(problem.sizes.outputs.size()), state};
    const auto found = std::find_if(std::begin(entries<Number>), std::end(entries<Number>),
                                    [&](const Entry<Number>& entry) { return entry.type == problem.type->name; });
    assert(found != std::end(entries<Number>));
    found->run(work);
    return {std::move(work.y), std::move(work.state)};
}

template Answer<double> answer(const Problem&, const Tensors<double>&, const Tensors<double>&, const Tensors<double>&);
template Answer<Traced> answer(const Problem&, const Tensors<Traced>&, const Tensors<Traced>&, const Tensors<Traced>&);

Answer<double> answer(const Problem& problem)
{
    return answer<double>(problem, problem.inputs, problem.weights, problem.state);
}

Gradients gradients(const Problem& problem)
{
    Tape tape;
    const auto traced = [&](const Tensors<double>& tensors) {
        Tensors<Traced> variables;
        for (const std::vector<double>& tensor : tensors) {
            std::vector<Traced>& numbers = variables.emplace_back();
            for (const double value : tensor) {
                numbers.push_back(variable(tape, value));
            }
        }
        return variables;
    };
    const Tensors<Traced> inputs = traced(problem.inputs), weights = traced(problem.weights);
    const Answer<Traced> result = answer<Traced>(problem, inputs, weights, traced(problem.state));

    std::vector<double> seeds;
    for (std::size_t output = 0; output < result.outputs.size(); ++output) {
        for (std::size_t index = 0; index < result.outputs[output].size(); ++index) {
            const Traced& number = result.outputs[output][index];
            if (number.tape != nullptr && !problem.outputGradients[output].empty()) {
                seeds.resize(std::max(seeds.size(), number.index + 1));
                seeds[number.index] += problem.outputGradients[output][index];
            }
        }
    }
    const std::vector<double> slopes = tape.gradients(std::move(seeds));
    const auto slopesOf = [&](const Tensors<Traced>& tensors) {
        Tensors<double> found;
        for (const std::vector<Traced>& tensor : tensors) {
            std::vector<double>& one = found.emplace_back();
            for (const Traced& number : tensor) {
                one.push_back(slopes[number.index]);
            }
        }
        return found;
    };
    return {slopesOf(inputs), slopesOf(weights)};
}

std::vector<std::map<std::string, std::vector<double>>> recurrentRows(const Cell& cell, Direction direction,
                                                                      std::int64_t units, const Tensors<double>& x,
                                                                      const Tensors<double>& weights)
{
    const cells::Definition& equations = equationsOf(cell);
    const Tensors<double> learned = cell.typed ? weights : blocksOf(equations, weights);
    Tensors<double> states(equations.states.size(), std::vector<double>(at(units)));
    std::vector<std::map<std::string, std::vector<double>>> rows(x.size());
    for (std::size_t number = 0; number < x.size(); ++number) {
        const std::size_t t = direction == Direction::Forward ? number : x.size() - 1 - number;
        const TypedStep<double> now(equations, units, learned, x[t], states);
        for (std::size_t place = 0; place < equations.syntax.equations.size(); ++place) {
            rows[t][equations.syntax.equations[place].name] = now.equation(place);
        }
        std::ranges::transform(equations.states, states.begin(),
                               [&](const cells::State& state) { return now.equation(state.equation); });
    }
    return rows;
}

double weighedDifference(const Problem& problem, const Answer<double>& above, const Answer<double>& below)
{
    double total = 0;
    for (std::size_t output = 0; output < above.outputs.size(); ++output) {
        for (std::size_t index = 0; index < problem.outputGradients[output].size(); ++index) {
            total +=
                (above.outputs[output][index] - below.outputs[output][index]) * problem.outputGradients[output][index];
        }
    }
    return total;
}

} // namespace engine::test
