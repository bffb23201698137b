// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/formats/onnx_evaluator.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <set>

namespace engine::onnx {
namespace {

using Integers = std::vector<std::int64_t>;

/// Throws NotRunning.
void require(bool holds, const std::string& why)
{
    if (!holds) {
        throw NotRunning(why);
    }
}

void requireKnown(bool known, const std::string& why)
{
    if (!known) {
        throw NotEvaluated(why);
    }
}

std::size_t placeOf(std::int64_t axis, std::size_t rank)
{
    const auto count = static_cast<std::int64_t>(rank);
    require(axis >= -count && axis < count, "no such axis");
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

Array arrayOf(const Tensor& tensor)
{
    Array array{.extents = tensor.shape.extents(), .values = {}};
    array.values.assign(tensor.values.begin(), tensor.values.end());
    array.values.insert(array.values.end(), tensor.integers.begin(), tensor.integers.end());
    return array;
}

Array listOf(const Integers& numbers)
{
    return {.extents = {static_cast<std::int64_t>(numbers.size())}, .values = {numbers.begin(), numbers.end()}};
}

/// The place of each element of `extents` in an array that is broadcast to them, or that is read in another order.
class Places {
public:
    Places(const Integers& extents, Integers strides) : m_extents(extents), m_strides(std::move(strides)) {}

    std::size_t of(std::int64_t element) const
    {
        std::int64_t place = 0;
        for (std::size_t axis = m_extents.size(); axis-- > 0;) {
            place += element % m_extents[axis] * m_strides[axis];
            element /= m_extents[axis];
        }
        return static_cast<std::size_t>(place);
    }

private:
    Integers m_extents, m_strides;
};

Integers broadcastExtents(const Array& a, const Array& b)
{
    Integers extents(std::max(a.rank(), b.rank()), 1);
    for (const Array* array : {&a, &b}) {
        for (std::size_t back = 1; back <= array->rank(); ++back) {
            std::int64_t& extent = extents[extents.size() - back];
            const std::int64_t mine = array->extents[array->rank() - back];
            require(extent == mine || extent == 1 || mine == 1, "shapes do not broadcast");
            extent = extent == 1 ? mine : extent;
        }
    }
    return extents;
}

Places broadcastPlaces(const Array& array, const Integers& extents)
{
    Integers strides(extents.size());
    for (std::size_t back = 1; back <= array.rank(); ++back) {
        const std::size_t axis = array.rank() - back;
        strides[extents.size() - back] = array.extents[axis] == 1 ? 0 : array.count(axis + 1, array.rank());
    }
    return {extents, strides};
}

Array elementwise(const Array& a, const Array& b, const std::function<double(double, double)>& function)
{
    Array result{.extents = broadcastExtents(a, b), .values = {}};
    const Places inA = broadcastPlaces(a, result.extents), inB = broadcastPlaces(b, result.extents);
    for (std::int64_t element = 0; element < result.count(); ++element) {
        result.values.push_back(function(a.values[inA.of(element)], b.values[inB.of(element)]));
    }
    return result;
}

Array mapped(Array array, const std::function<double(double)>& function)
{
    std::transform(array.values.begin(), array.values.end(), array.values.begin(), function);
    return array;
}

double sigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}

Array reordered(const Array& array, const Integers& order)
{
    require(order.size() == array.rank(), "no order of the axes");
    Array result;
    Integers strides;
    for (const std::int64_t axis : order) {
        const std::size_t place = placeOf(axis, array.rank());
        result.extents.push_back(array.extents[place]);
        strides.push_back(array.count(place + 1, array.rank()));
    }
    require(std::set<std::int64_t>(order.begin(), order.end()).size() == order.size(), "no order of the axes");
    const Places places(result.extents, strides);
    for (std::int64_t element = 0; element < array.count(); ++element) {
        result.values.push_back(array.values[places.of(element)]);
    }
    return result;
}

/// [first, last) of an axis.
Array cut(const Array& array, std::size_t axis, std::int64_t first, std::int64_t last)
{
    Array result{.extents = array.extents, .values = {}};
    result.extents[axis] = last - first;
    const std::int64_t inner = array.count(axis + 1, array.rank());
    for (std::int64_t outer = 0; outer < array.count(0, axis); ++outer) {
        const auto from = array.values.begin() + (outer * array.extents[axis] + first) * inner;
        result.values.insert(result.values.end(), from, from + (last - first) * inner);
    }
    return result;
}

Array joined(const std::vector<const Array*>& arrays, std::int64_t wish)
{
    const std::size_t axis = placeOf(wish, arrays.at(0)->rank());
    Array result{.extents = arrays[0]->extents, .values = {}};
    result.extents[axis] = 0;
    for (const Array* array : arrays) {
        require(array->rank() == arrays[0]->rank() && array->count(0, axis) == arrays[0]->count(0, axis) &&
                    array->count(axis + 1, array->rank()) == arrays[0]->count(axis + 1, array->rank()),
                "shapes do not join");
        result.extents[axis] += array->extents[axis];
    }
    for (std::int64_t outer = 0; outer < result.count(0, axis); ++outer) {
        for (const Array* array : arrays) {
            const std::int64_t each = array->count(axis, array->rank());
            const auto from = array->values.begin() + outer * each;
            result.values.insert(result.values.end(), from, from + each);
        }
    }
    return result;
}

Array withExtents(Array array, const Integers& extents)
{
    const std::int64_t count = array.count();
    array.extents = extents;
    require(array.count() == count, "a shape of another size");
    return array;
}

Array reshaped(const Array& array, Integers target)
{
    std::int64_t known = 1;
    for (std::size_t axis = 0; axis < target.size(); ++axis) {
        if (target[axis] == 0) {
            require(axis < array.rank(), "nothing to copy");
            target[axis] = array.extents[axis];
        }
        known *= target[axis] == -1 ? 1 : target[axis];
    }
    require(known > 0 && std::count(target.begin(), target.end(), -1) <= 1, "no shape");
    std::replace(target.begin(), target.end(), std::int64_t{-1}, array.count() / known);
    return withExtents(array, target);
}

Array squeezed(const Array& array, const Integers& axes)
{
    std::set<std::size_t> gone;
    for (const std::int64_t axis : axes) {
        gone.insert(placeOf(axis, array.rank()));
    }
    Integers extents;
    for (std::size_t axis = 0; axis < array.rank(); ++axis) {
        require(!gone.contains(axis) || array.extents[axis] == 1, "an axis longer than 1");
        if (!gone.contains(axis)) {
            extents.push_back(array.extents[axis]);
        }
    }
    return withExtents(array, extents);
}

Array unsqueezed(const Array& array, const Integers& axes)
{
    std::set<std::size_t> fresh;
    for (const std::int64_t axis : axes) {
        fresh.insert(placeOf(axis, array.rank() + axes.size()));
    }
    require(fresh.size() == axes.size(), "an axis twice");
    Integers extents = array.extents;
    for (const std::size_t axis : fresh) {
        extents.insert(extents.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    }
    return withExtents(array, extents);
}

Array gathered(const Array& array, const Array& indices, std::int64_t wish)
{
    const std::size_t axis = placeOf(wish, array.rank());
    Array result{.extents = {array.extents.begin(), array.extents.begin() + static_cast<std::ptrdiff_t>(axis)},
                 .values = {}};
    result.extents.insert(result.extents.end(), indices.extents.begin(), indices.extents.end());
    result.extents.insert(result.extents.end(), array.extents.begin() + static_cast<std::ptrdiff_t>(axis) + 1,
                          array.extents.end());
    const std::int64_t inner = array.count(axis + 1, array.rank());
    for (std::int64_t outer = 0; outer < array.count(0, axis); ++outer) {
        for (const double index : indices.values) {
            const auto place = static_cast<std::int64_t>(
                placeOf(static_cast<std::int64_t>(index), static_cast<std::size_t>(array.extents[axis])));
            const auto from = array.values.begin() + (outer * array.extents[axis] + place) * inner;
            result.values.insert(result.values.end(), from, from + inner);
        }
    }
    return result;
}

/// a [..., I] by b [I, O].
Array product(const Array& a, const Array& b)
{
    require(a.rank() >= 1 && b.rank() == 2 && a.extents.back() == b.extents[0], "matrices do not fit");
    const std::int64_t inputs = b.extents[0], outputs = b.extents[1],
                       rows = a.count() / std::max<std::int64_t>(inputs, 1);
    Array result{.extents = a.extents, .values = {}};
    result.extents.back() = outputs;
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t output = 0; output < outputs; ++output) {
            double sum = 0;
            for (std::int64_t input = 0; input < inputs; ++input) {
                sum += a.values[static_cast<std::size_t>(row * inputs + input)] *
                       b.values[static_cast<std::size_t>(input * outputs + output)];
            }
            result.values.push_back(sum);
        }
    }
    return result;
}

/// log(softmax(x)) along an axis.
Array logSoftmax(const Array& array, std::size_t axis)
{
    Array result = array;
    const std::int64_t inner = array.count(axis + 1, array.rank()), extent = array.extents[axis];
    for (std::int64_t outer = 0; outer < array.count(0, axis); ++outer) {
        for (std::int64_t place = 0; place < inner; ++place) {
            const auto at = [&](std::int64_t index) {
                return static_cast<std::size_t>((outer * extent + index) * inner + place);
            };
            double largest = array.values[at(0)], sum = 0;
            for (std::int64_t index = 0; index < extent; ++index) {
                largest = std::max(largest, array.values[at(index)]);
            }
            for (std::int64_t index = 0; index < extent; ++index) {
                sum += std::exp(array.values[at(index)] - largest);
            }
            for (std::int64_t index = 0; index < extent; ++index) {
                result.values[at(index)] = array.values[at(index)] - largest - std::log(sum);
            }
        }
    }
    return result;
}

/// One direction of ONNX's LSTM (gates i, o, f, c), GRU (z, r, h, linear_before_reset 1) or RNN, as they are with the
/// default functions, or with Relu for an RNN.
struct Recurrence {
    std::string type;
    const Array &x, &w, &r;             ///< of all directions
    const Array *b, *lengths, *h0, *c0; ///< lengths [N]: y is 0 behind them, and a direction starts or ends there
    std::size_t direction, directions;
    bool backwards, relu;

    /// y [T, 1, N, H], and the last states [1, N, H].
    std::vector<Array> run() const
    {
        require(x.rank() == 3 && w.rank() == 3 && r.rank() == 3, "a recurrence of other axes");
        const std::int64_t steps = x.extents[0], streams = x.extents[1], inputs = x.extents[2], units = r.extents[2];
        const std::int64_t rows = (type == "LSTM" ? 4 : type == "GRU" ? 3 : 1) * units;
        const auto count = static_cast<std::int64_t>(directions);
        require(w.extents == Integers{count, rows, inputs} && r.extents == Integers{count, rows, units} &&
                    (b == nullptr || b->extents == Integers{count, 2 * rows}),
                "weights that do not fit");
        for (const Array* state : {h0, c0}) {
            require(state == nullptr || state->extents == Integers{count, streams, units}, "a state that does not fit");
        }
        const Array ofX = reordered(own(w), {1, 0}), ofH = reordered(own(r), {1, 0});
        const Array biases = b == nullptr ? zeros({2 * rows}) : own(*b);
        const Array biasOfX = cut(biases, 0, 0, rows), biasOfH = cut(biases, 0, rows, 2 * rows);
        Array h = h0 == nullptr ? zeros({streams, units}) : own(*h0),
              c = c0 == nullptr ? zeros({streams, units}) : own(*c0);
        Array y = zeros({steps, 1, streams, units});
        for (std::int64_t index = 0; index < steps; ++index) {
            const std::int64_t step = backwards ? steps - 1 - index : index;
            const Array now = squeezed(cut(x, 0, step, step + 1), {0});
            const auto [nextH, nextC] = advanced(elementwise(product(now, ofX), biasOfX, std::plus<double>()),
                                                 elementwise(product(h, ofH), biasOfH, std::plus<double>()), h, c);
            for (std::int64_t place = 0; place < streams * units; ++place) {
                const auto at = static_cast<std::size_t>(place), stream = static_cast<std::size_t>(place / units);
                if (lengths == nullptr || static_cast<double>(step) < lengths->values.at(stream)) {
                    h.values[at] = y.values[static_cast<std::size_t>(step * streams * units) + at] = nextH.values[at];
                    c.values[at] = nextC.values[at];
                }
            }
        }
        return {y, unsqueezed(h, {0}), unsqueezed(c, {0})};
    }

    static Array zeros(const Integers& extents)
    {
        Array array{.extents = extents, .values = {}};
        array.values.resize(static_cast<std::size_t>(array.count()));
        return array;
    }

    Array own(const Array& all) const
    {
        const auto place = static_cast<std::int64_t>(direction);
        return squeezed(cut(all, 0, place, place + 1), {0});
    }

    /// h and c after a step, of the sums of its gates [N, G·H].
    std::pair<Array, Array> advanced(const Array& ofX, const Array& ofH, const Array& h, const Array& c) const
    {
        const std::int64_t units = r.extents[2];
        const std::plus<double> plus;
        const std::multiplies<double> times;
        const auto tanh = [](double number) { return std::tanh(number); };
        const auto part = [&](const Array& sums, std::int64_t place) {
            return cut(sums, 1, place * units, (place + 1) * units);
        };
        const auto gate = [&](std::int64_t place) { return elementwise(part(ofX, place), part(ofH, place), plus); };
        const auto open = [&](std::int64_t place) { return mapped(gate(place), sigmoid); };
        if (type == "LSTM") {
            const Array kept = elementwise(open(2), c, times),
                        fresh = elementwise(open(0), mapped(gate(3), tanh), times);
            const Array next = elementwise(kept, fresh, plus);
            return {elementwise(open(1), mapped(next, tanh), times), next};
        }
        if (type == "GRU") { // (1 - keep) fresh + keep h
            const Array reset = elementwise(open(1), part(ofH, 2), times);
            const Array fresh = mapped(elementwise(part(ofX, 2), reset, plus), tanh);
            const Array change = elementwise(open(0), elementwise(h, fresh, std::minus<double>()), times);
            return {elementwise(fresh, change, plus), c};
        }
        return {relu ? mapped(gate(0), [](double number) { return std::max(number, 0.0); }) : mapped(gate(0), tanh), c};
    }
};

class Evaluation {
public:
    Evaluation(const Graph& graph, std::map<std::string, Array> values) : m_graph(&graph), m_values(std::move(values))
    {
        for (const Tensor& tensor : graph.constants) {
            m_values.emplace(tensor.name, arrayOf(tensor));
        }
    }

    std::map<std::string, Array> run() &&
    {
        for (const Node& node : m_graph->nodes) {
            m_node = &node;
            m_asked.clear();
            const std::vector<Array> results = compute();
            for (const Attribute& attribute : node.attributes) {
                requireKnown(m_asked.contains(attribute.name), node.type + " with " + attribute.name);
            }
            for (std::size_t output = 0; output < node.outputs.size(); ++output) {
                if (!node.outputs[output].empty()) {
                    require(output < results.size(), node.type + " has no such output");
                    m_values[node.outputs[output]] = results[output];
                }
            }
        }
        return std::move(m_values);
    }

private:
    const Array* given(std::size_t place) const
    {
        if (place >= m_node->inputs.size() || m_node->inputs[place].empty()) {
            return nullptr;
        }
        const auto found = m_values.find(m_node->inputs[place]);
        require(found != m_values.end(), "nothing makes " + m_node->inputs[place]);
        return &found->second;
    }

    const Array& input(std::size_t place) const
    {
        const Array* const array = given(place);
        require(array != nullptr, m_node->type + " lacks an input");
        return *array;
    }

    Integers integersAt(std::size_t place) const
    {
        Integers numbers;
        for (const double value : input(place).values) {
            numbers.push_back(static_cast<std::int64_t>(value));
        }
        return numbers;
    }

    std::int64_t integer(const char* name, std::int64_t otherwise)
    {
        m_asked.insert(name);
        return m_node->integer(name, otherwise);
    }

    Integers integers(const char* name)
    {
        m_asked.insert(name);
        const Attribute* const found = m_node->attribute(name);
        return found == nullptr ? Integers() : found->integers;
    }

    double real(const char* name, double otherwise)
    {
        m_asked.insert(name);
        const Attribute* const found = m_node->attribute(name);
        return found == nullptr ? otherwise : static_cast<double>(found->real.value());
    }

    std::vector<Array> compute()
    {
        const std::string& type = m_node->type;
        static const std::map<std::string, std::function<double(double, double)>> two = {
            {"Add", [](double a, double b) { return a + b; }},
            {"Sub", [](double a, double b) { return a - b; }},
            {"Mul", [](double a, double b) { return a * b; }},
            {"Div", [](double a, double b) { return a / b; }},          // of whole numbers only where it divides
            {"Max", [](double a, double b) { return std::max(a, b); }}, // of two, as Min
            {"Min", [](double a, double b) { return std::min(a, b); }},
            {"Less", [](double a, double b) { return a < b ? 1.0 : 0.0; }},
            {"Equal", [](double a, double b) { return a == b ? 1.0 : 0.0; }},
            {"Mod", [](double a, double b) { return a - b * std::floor(a / b); }}};
        static const std::map<std::string, std::function<double(double)>> one = {
            {"Tanh", [](double x) { return std::tanh(x); }},
            {"Sigmoid", sigmoid},
            {"Relu", [](double x) { return std::max(x, 0.0); }},
            {"Neg", [](double x) { return -x; }},
            {"Exp", [](double x) { return std::exp(x); }},
            {"Log", [](double x) { return std::log(x); }},
            {"Sqrt", [](double x) { return std::sqrt(x); }},
            {"Abs", [](double x) { return std::abs(x); }},
            {"Softplus", [](double x) { return std::log1p(std::exp(x)); }},
            {"Not", [](double x) { return x == 0 ? 1.0 : 0.0; }},
            {"Identity", [](double x) { return x; }}};
        if (const auto found = two.find(type); found != two.end()) {
            requireKnown(m_node->inputs.size() == 2, "another number of inputs");
            return {elementwise(input(0), input(1), found->second)};
        }
        if (const auto found = one.find(type); found != one.end()) {
            return {mapped(input(0), found->second)};
        }
        if (type == "LSTM" || type == "GRU" || type == "RNN") {
            return recurrence(type);
        }
        if (type == "Split") {
            return split();
        }
        if (type == "Scan") {
            return scan();
        }
        return {shapes(type)};
    }

    std::vector<Array> recurrence(const std::string& type)
    {
        m_asked.insert({"direction", "activations"});
        const Attribute* const wish = m_node->attribute("direction");
        const std::string direction = wish == nullptr ? "forward" : wish->text;
        requireKnown(direction == "forward" || direction == "reverse" || direction == "bidirectional",
                     "another direction");
        const std::size_t directions = direction == "bidirectional" ? 2 : 1;
        const Attribute* const functions = m_node->attribute("activations");
        const bool relu = functions != nullptr;
        requireKnown(!relu || (type == "RNN" && functions->texts == std::vector<std::string>(directions, "Relu")),
                     "other functions");
        requireKnown(integer("layout", 0) == 0 && (type != "LSTM" || integer("input_forget", 0) == 0) &&
                         (type != "GRU" || integer("linear_before_reset", 0) == 1),
                     "another " + type);
        const bool lstm = type == "LSTM";
        const std::int64_t units = integer("hidden_size", input(2).extents.back());
        requireKnown(given(7) == nullptr && units == input(2).extents.back(), "another " + type);
        std::vector<std::vector<Array>> results;
        for (std::size_t place = 0; place < directions; ++place) {
            results.push_back(Recurrence{type, input(0), input(1), input(2), given(3), given(4), given(5),
                                         lstm ? given(6) : nullptr, place, directions,
                                         place == 1 || direction == "reverse", relu}
                                  .run());
        }
        std::vector<Array> all = results[0];
        for (std::size_t output = 0; directions == 2 && output < all.size(); ++output) {
            all[output] = joined({&results[0][output], &results[1][output]}, output == 0 ? 1 : 0);
        }
        all.resize(lstm ? 3 : 2);
        return all;
    }

    /// The inner graph once for each step: the first axis of what is scanned. It sees the values around it.
    std::vector<Array> scan()
    {
        m_asked.insert("body");
        const Graph& body = *m_node->attribute("body")->graph;
        requireInner(body);
        const std::int64_t scanned = integer("num_scan_inputs", 0);
        const auto states = m_node->inputs.size() - static_cast<std::size_t>(scanned);
        const Integers in = integers("scan_input_directions"), out = integers("scan_output_directions");
        const std::int64_t steps = input(states).extents.at(0);
        require(steps > 0, "no steps");
        std::vector<Array> ends;
        for (std::size_t state = 0; state < states; ++state) {
            ends.push_back(input(state));
        }
        std::vector<std::vector<Array>> rows(body.outputs.size() - states);
        for (std::int64_t step = 0; step < steps; ++step) {
            std::map<std::string, Array> values = m_values;
            for (std::size_t place = 0; place < body.inputs.size(); ++place) {
                const std::size_t sequence = place - states;
                const std::int64_t row =
                    place >= states && !in.empty() && in.at(sequence) == 1 ? steps - 1 - step : step;
                Array& value = values[body.inputs[place].name];
                value = place < states ? ends[place] : squeezed(cut(input(place), 0, row, row + 1), {0});
                requireAs(body.inputs[place], value);
            }
            values = Evaluation(body, std::move(values)).run();
            for (std::size_t place = 0; place < body.outputs.size(); ++place) {
                const Array& value = values.at(body.outputs[place].name);
                requireAs(body.outputs[place], value);
                if (place < states) {
                    require(value.extents == ends[place].extents, "a state that changes its shape");
                    ends[place] = value;
                } else {
                    rows[place - states].push_back(unsqueezed(value, {0}));
                }
            }
        }
        for (std::size_t output = 0; output < rows.size(); ++output) {
            if (!out.empty() && out.at(output) == 1) {
                std::ranges::reverse(rows[output]);
            }
            std::vector<const Array*> parts;
            std::ranges::transform(rows[output], std::back_inserter(parts), [](const Array& row) { return &row; });
            ends.push_back(joined(parts, 0));
        }
        return ends;
    }

    /// The names inside must be others than those around, and its ports as many as the node's.
    void requireInner(const Graph& body) const
    {
        require(body.inputs.size() == m_node->inputs.size() && body.outputs.size() == m_node->outputs.size(),
                "a body of other ports");
        const auto isNew = [&](const auto& named) { return !m_values.contains(named.name); };
        require(std::ranges::all_of(body.inputs, isNew) && std::ranges::all_of(body.constants, isNew) &&
                    std::ranges::all_of(body.outputs, isNew),
                "a name of the graph around");
    }

    static void requireAs(const Value& port, const Array& value)
    {
        require(port.axes.size() == value.rank(), "a port of other axes");
        for (std::size_t axis = 0; axis < value.rank(); ++axis) {
            require(!port.axes[axis].word.empty() || port.axes[axis].extent == value.extents[axis],
                    "a port of another shape");
        }
    }

    std::vector<Array> split()
    {
        const std::size_t axis = placeOf(integer("axis", 0), input(0).rank());
        std::vector<Array> parts;
        std::int64_t first = 0;
        for (const std::int64_t extent : integersAt(1)) {
            require(extent >= 0 && first + extent <= input(0).extents[axis], "parts that are too long");
            parts.push_back(cut(input(0), axis, first, first + extent));
            first += extent;
        }
        return parts;
    }

    Array shapes(const std::string& type)
    {
        const auto axes = [&] { return given(1) != nullptr ? integersAt(1) : integers("axes"); };
        if (type == "Transpose") {
            Integers order(input(0).rank());
            std::iota(order.rbegin(), order.rend(), std::int64_t{0});
            const Integers wish = integers("perm");
            return reordered(input(0), wish.empty() ? order : wish);
        }
        if (type == "Reshape") {
            requireKnown(integer("allowzero", 0) == 0, "allowzero");
            return reshaped(input(0), integersAt(1));
        }
        if (type == "Flatten") {
            const std::int64_t wish = integer("axis", 1);
            const std::size_t rank = input(0).rank();
            const std::size_t axis = wish == static_cast<std::int64_t>(rank) ? rank : placeOf(wish, rank);
            return withExtents(input(0), {input(0).count(0, axis), input(0).count(axis, rank)});
        }
        if (type == "Squeeze") {
            return squeezed(input(0), axes());
        }
        if (type == "Unsqueeze") {
            return unsqueezed(input(0), axes());
        }
        if (type == "Shape") {
            return listOf(input(0).extents);
        }
        if (type == "Slice") {
            return sliced();
        }
        if (type == "Expand") {
            const Integers target = integersAt(1);
            return elementwise(input(0),
                               {target, std::vector<double>(static_cast<std::size_t>(Array{target, {}}.count()))},
                               [](double a, double) { return a; });
        }
        return others(type);
    }

    Array sliced()
    {
        const Integers begins = integersAt(1), ends = integersAt(2);
        Array result = input(0);
        for (std::size_t place = 2; place < 5; ++place) {
            require(given(place) == nullptr || integersAt(place).size() == begins.size(), "settings of other lengths");
        }
        for (std::size_t index = 0; index < begins.size(); ++index) {
            const std::size_t axis = given(3) != nullptr ? placeOf(integersAt(3).at(index), result.rank()) : index;
            requireKnown(given(4) == nullptr || integersAt(4).at(index) == 1, "steps");
            const std::int64_t extent = result.extents.at(axis);
            const auto held = [&](std::int64_t place) {
                return std::clamp<std::int64_t>(place < 0 ? place + extent : place, 0, extent);
            };
            const std::int64_t first = held(begins[index]);
            result = cut(result, axis, first, std::max(first, held(ends.at(index))));
        }
        return result;
    }

    Array others(const std::string& type)
    {
        if (type == "Gather") {
            return gathered(input(0), input(1), integer("axis", 0));
        }
        if (type == "Concat") {
            std::vector<const Array*> arrays;
            for (std::size_t place = 0; place < m_node->inputs.size(); ++place) {
                arrays.push_back(&input(place));
            }
            return joined(arrays, integer("axis", 0));
        }
        if (type == "ReduceMean" || type == "ReduceSum") {
            return reduced(type);
        }
        if (type == "Range") {
            Array result{.extents = {0}, .values = {}};
            for (double next = number(0); next < number(1); next += number(2)) {
                result.values.push_back(next);
                ++result.extents[0];
            }
            return result;
        }
        if (type == "GatherND") {
            return gatheredByRow();
        }
        if (type == "MatMul") {
            return product(input(0), input(1));
        }
        if (type == "Gemm") {
            return gemm();
        }
        if (type == "Softmax" || type == "LogSoftmax") {
            requireKnown(m_graph->opset >= 13, "an old opset");
            const Array logs = logSoftmax(input(0), placeOf(integer("axis", -1), input(0).rank()));
            return type == "LogSoftmax" ? logs : mapped(logs, [](double x) { return std::exp(x); });
        }
        if (type == "Cast") {
            const std::int64_t to = integer("to", 0);
            requireKnown(isInteger(to) || to == floatType || to == doubleType, "another kind of number");
            return isInteger(to) ? mapped(input(0), [](double x) { return std::trunc(x); }) : input(0);
        }
        if (type == "Dropout") {
            const bool zeros =
                std::all_of(input(0).values.begin(), input(0).values.end(), [](double x) { return x == 0; });
            requireKnown(zeros || given(2) == nullptr || input(2).values.at(0) == 0, "training");
            return input(0);
        }
        if (type == "ConstantOfShape") {
            m_asked.insert("value");
            const Attribute* const value = m_node->attribute("value");
            Array result{integersAt(0), {}};
            result.values.assign(static_cast<std::size_t>(result.count()),
                                 value == nullptr ? 0 : arrayOf(*value->tensor).values.at(0));
            return result;
        }
        if (type == "Constant") {
            m_asked.insert("value");
            return arrayOf(m_node->attribute("value")->tensor.value());
        }
        throw NotEvaluated("no operator " + type);
    }

    double number(std::size_t place)
    {
        require(input(place).rank() == 0, "a number that is a list");
        return input(place).values.at(0);
    }

    /// Over the first axis only, which goes, or the last, which stays.
    Array reduced(const std::string& type)
    {
        const Integers axes = type == "ReduceSum" ? integersAt(1) : integers("axes");
        if (axes == Integers{-1} && integer("keepdims", 1) == 1) {
            const std::int64_t width = input(0).extents.back();
            const Array ones{.extents = {width, 1}, .values = std::vector<double>(static_cast<std::size_t>(width), 1)};
            const double divisor = type == "ReduceMean" ? static_cast<double>(width) : 1;
            return mapped(product(input(0), ones), [&](double x) { return x / divisor; });
        }
        requireKnown(axes == Integers{0} && integer("keepdims", 1) == 0, "other axes");
        const Array& array = input(0);
        const std::int64_t count = array.extents.at(0), inner = array.count(1, array.rank());
        Array result{.extents = Integers(array.extents.begin() + 1, array.extents.end()),
                     .values = std::vector<double>(static_cast<std::size_t>(inner))};
        for (std::int64_t element = 0; element < array.count(); ++element) {
            result.values[static_cast<std::size_t>(element % inner)] +=
                array.values[static_cast<std::size_t>(element)] /
                (type == "ReduceMean" ? static_cast<double>(count) : 1);
        }
        return result;
    }

    /// data [N, T, W] and places [N, 1] -> [N, W], or [N, S, 1] -> [N, S, W].
    Array gatheredByRow()
    {
        const Array &data = input(0), &places = input(1);
        requireKnown(integer("batch_dims", 0) == 1 && data.rank() == 3, "other axes");
        const std::int64_t rows = data.extents[0];
        const bool several = places.rank() == 3;
        require(places.extents == (several ? Integers{rows, places.extents[1], 1} : Integers{rows, 1}),
                "places that do not fit");
        const std::int64_t each = several ? places.extents[1] : 1;
        Array result{.extents = several ? Integers{rows, each, data.extents[2]} : Integers{rows, data.extents[2]},
                     .values = {}};
        for (std::int64_t row = 0; row < rows * each; ++row) {
            const auto place = static_cast<std::int64_t>(places.values[static_cast<std::size_t>(row)]);
            require(place >= 0 && place < data.extents[1], "a place out of range");
            const auto from = data.values.begin() + (row / each * data.extents[1] + place) * data.extents[2];
            result.values.insert(result.values.end(), from, from + data.extents[2]);
        }
        return result;
    }

    Array gemm()
    {
        const Array a = integer("transA", 0) != 0 ? reordered(input(0), {1, 0}) : input(0);
        const Array b = integer("transB", 0) != 0 ? reordered(input(1), {1, 0}) : input(1);
        require(a.rank() == 2, "Gemm of other axes");
        const double alpha = real("alpha", 1), beta = real("beta", 1);
        Array result = mapped(product(a, b), [&](double x) { return alpha * x; });
        if (given(2) != nullptr) {
            const Array sum = elementwise(result, input(2), [&](double x, double y) { return x + beta * y; });
            require(sum.extents == result.extents, "a bias that is too large");
            result = sum;
        }
        return result;
    }

    const Graph* m_graph;
    const Node* m_node = nullptr;
    std::map<std::string, Array> m_values;
    std::set<std::string> m_asked; ///< attributes of the node that were read
};

} // namespace

std::int64_t Array::count(std::size_t first, std::size_t last) const
{
    return std::accumulate(extents.begin() + static_cast<std::ptrdiff_t>(first),
                           extents.begin() + static_cast<std::ptrdiff_t>(last), std::int64_t{1}, std::multiplies<>());
}

std::map<std::string, Array> evaluated(const Graph& graph, std::map<std::string, Array> inputs)
{
    return Evaluation(graph, std::move(inputs)).run();
}

} // namespace engine::onnx
