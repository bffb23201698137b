// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/stages.h"

#include <algorithm>
#include <map>
#include <utility>

namespace engine::cells {
namespace {

/// A flag or a number of each value of a graph.
template <typename Entry>
class PerValue {
public:
    PerValue(const Graph& graph, Entry entry) : m_entries(static_cast<std::size_t>(graph.size()), entry) {}

    Entry& operator[](int value) { return m_entries[static_cast<std::size_t>(value)]; }
    const Entry& operator[](int value) const { return m_entries[static_cast<std::size_t>(value)]; }

private:
    std::vector<Entry> m_entries;
};
using Flags = PerValue<char>;
using Counts = PerValue<int>;

/// What comes from outside.
bool isGiven(const Value& value)
{
    return value.kind == Value::Kind::Vector || value.kind == Value::Kind::Input ||
           value.kind == Value::Kind::OutputGradient;
}

bool isOperation(const Value& value)
{
    return value.kind == Value::Kind::Operation;
}

/// What has to wait for its operands to be whole, and so begins a stage.
bool beginsStage(const Value& value)
{
    return value.kind == Value::Kind::Products || value.kind == Value::Kind::Norm ||
           value.kind == Value::Kind::NormGradient;
}

/// The stages of one pass, from the values that it has to give.
class Scheduler {
public:
    /// `isThere`: what was given before this pass; `tensors` has an entry for each value, -1 where it has none yet.
    Scheduler(const Graph& graph, Flags isThere, Counts& tensors, Part& part)
        : m_graph(graph),
          m_isThere(std::move(isThere)),
          m_tensors(tensors),
          m_part(part),
          m_live(graph, false),
          m_wanted(graph, false),
          m_stored(graph, false),
          m_level(graph, 0),
          m_place(graph, -1)
    {}

    void want(int value) { m_live[value] = m_wanted[value] = true; }
    void sum(const VectorGradient& gradient)
    {
        m_live[gradient.rows] = true;
        m_sums.push_back(gradient);
    }

    std::vector<Stage> stages()
    {
        findLive();
        findLevels();
        findPlaces();
        for (int value = 0; value < m_graph.size(); ++value) {
            if (m_live[value] && !m_isThere[value]) {
                put(value);
            }
        }
        for (const auto& [vector, rows] : m_sums) {
            const int place = placeOf(rows);
            const int source = registerOf(rows, place);
            m_stages[static_cast<std::size_t>(place)].elements.sums.push_back({source, vector});
        }
        std::erase_if(m_stages, [](const Stage& stage) {
            return stage.products.empty() && stage.norms.empty() && stage.normGradients.empty() &&
                   stage.elements.stores.empty() && stage.elements.sums.empty();
        });
        return std::move(m_stages);
    }

    /// The tensor of a value that was wanted, or that was there.
    int tensorOf(int value)
    {
        if (m_tensors[value] < 0) {
            m_tensors[value] = static_cast<int>(m_part.tensors.size());
            m_part.tensors.push_back(newTensor(m_graph[value]));
        }
        Tensor& tensor = m_part.tensors[static_cast<std::size_t>(m_tensors[value])];
        tensor.kept = tensor.kept || (tensor.kind == Tensor::Kind::Made && m_isThere[value]);
        return m_tensors[value];
    }

private:
    static Tensor newTensor(const Value& value)
    {
        switch (value.kind) {
        case Value::Kind::Vector:
            return {Tensor::Kind::Vector, value.index};
        case Value::Kind::Input:
            return {Tensor::Kind::Input, value.index};
        case Value::Kind::OutputGradient:
            return {Tensor::Kind::OutputGradient, value.index};
        default:
            return {Tensor::Kind::Made};
        }
    }

    void findLive()
    {
        for (int value = m_graph.size(); value-- > 0;) {
            if (m_live[value] && !m_isThere[value]) {
                forEachOperand(m_graph[value], [this](int operand) { m_live[operand] = true; });
            }
        }
    }

    /// The first stage after which a value can be there. Products and norms begin a stage.
    void findLevels()
    {
        int last = 0;
        for (int value = 0; value < m_graph.size(); ++value) {
            if (!m_live[value] || m_isThere[value]) {
                continue;
            }
            int& level = m_level[value];
            forEachOperand(m_graph[value], [&](int operand) { level = std::max(level, m_level[operand]); });
            level += beginsStage(m_graph[value]) ? 1 : 0;
            last = std::max(last, level);
        }
        m_stages.resize(static_cast<std::size_t>(last) + 1);
        m_registers.resize(m_stages.size());
    }

    /// The stage that computes a value, and what has to be stored: operations as late as possible, so that little goes
    /// through memory from stage to stage; what is wanted as early as possible.
    void findPlaces()
    {
        for (int value = m_graph.size(); value-- > 0;) {
            if (!m_live[value] || m_isThere[value]) {
                continue;
            }
            int& place = m_place[value];
            const bool moves = isOperation(m_graph[value]) && !m_wanted[value];
            place = moves && place >= 0 ? place : m_level[value];
            const bool waits = beginsStage(m_graph[value]);
            forEachOperand(m_graph[value], [&](int operand) {
                const int latest = waits ? place - 1 : place;
                int& first = m_place[operand];
                const bool isReadLater = isOperation(m_graph[operand]) && first >= 0 && first != latest;
                m_stored[operand] = m_stored[operand] || waits || isReadLater;
                first = first < 0 ? latest : std::min(first, latest);
            });
        }
    }

    int placeOf(int value) const { return m_isThere[value] ? 0 : std::max(m_place[value], 0); }

    void put(int value)
    {
        const Value& made = m_graph[value];
        const int place = placeOf(value);
        Stage& stage = m_stages[static_cast<std::size_t>(place)];
        switch (made.kind) {
        case Value::Kind::Products: {
            Product product{.terms = made.terms, .result = tensorOf(value)};
            for (Value::Term& term : product.terms) {
                term.operand = tensorOf(term.operand);
            }
            stage.products.push_back(std::move(product));
            break;
        }
        case Value::Kind::Norm:
            stage.norms.push_back({tensorOf(made.a), tensorOf(value), made.index});
            break;
        case Value::Kind::NormGradient:
            stage.normGradients.push_back({tensorOf(made.a), tensorOf(made.b), tensorOf(value), made.index});
            break;
        case Value::Kind::Operation: {
            const int a = registerOf(made.a, place), b = made.b < 0 ? -1 : registerOf(made.b, place);
            add(value, place, {.kind = Instruction::Kind::Operation, .operation = made.operation, .a = a, .b = b});
            break;
        }
        default:
            break;
        }
        const bool isComputed = isOperation(made) || made.kind == Value::Kind::Constant;
        if (isComputed && (m_wanted[value] || m_stored[value])) {
            stage.elements.stores.push_back({registerOf(value, place), tensorOf(value)});
        }
    }

    int add(int value, int place, const Instruction& instruction)
    {
        Program& program = m_stages[static_cast<std::size_t>(place)].elements;
        program.instructions.push_back(instruction);
        const auto made = static_cast<int>(program.instructions.size()) - 1;
        m_registers[static_cast<std::size_t>(place)][value] = made;
        return made;
    }

    /// Where a stage has the value, which it loads where it did not compute it.
    int registerOf(int value, int place)
    {
        const std::map<int, int>& known = m_registers[static_cast<std::size_t>(place)];
        if (const auto found = known.find(value); found != known.end()) {
            return found->second;
        }
        const Value& made = m_graph[value];
        return made.kind == Value::Kind::Constant
                   ? add(value, place, {.kind = Instruction::Kind::Constant, .number = made.number})
                   : add(value, place, {.kind = Instruction::Kind::Load, .a = tensorOf(value)});
    }

    const Graph& m_graph;
    Flags m_isThere;
    Counts& m_tensors;
    Part& m_part;
    Flags m_live, m_wanted, m_stored;
    Counts m_level, m_place;
    std::vector<VectorGradient> m_sums;
    std::vector<Stage> m_stages;
    std::vector<std::map<int, int>> m_registers; ///< of each stage, by value
};

/// Which values of the forward pass, of the first `count`, the backward pass finds in memory: its outputs, what
/// products read, and what it needs and cannot make again by element-wise work from these, from what comes from
/// outside, and from one more input at most that would else be forgotten: one read for another, without a write.
class Keeping {
public:
    Keeping(const Graph& graph, int count, int heldInputs)
        : m_graph(graph), m_count(count), m_needed(graph, false), m_held(graph, false), m_lacks(graph, nothing)
    {
        for (int value = 0; value < graph.size(); ++value) {
            const bool isForgotten = graph[value].kind == Value::Kind::Input && graph[value].index >= heldInputs;
            m_held[value] = isGiven(graph[value]) && !isForgotten;
        }
    }

    void hold(int value) { m_held[value] = true; }
    void need(int value) { m_needed[value] = true; }

    Flags held()
    {
        for (int value = m_graph.size(); value-- > m_count;) {
            needOperands(value);
        }
        for (int value = 0; value < m_count; ++value) {
            m_lacks[value] = lackOf(value);
        }
        keep();
        makeAgain();
        for (int value = 0; value < m_graph.size(); ++value) {
            m_held[value] = m_held[value] || isGiven(m_graph[value]);
        }
        return std::move(m_held);
    }

private:
    // What a value lacks to be made again by operations: nothing, one input, or more.
    static constexpr int nothing = -1, more = -2;

    void needOperands(int value)
    {
        if (m_needed[value]) {
            forEachOperand(m_graph[value], [this](int operand) { m_needed[operand] = true; });
        }
    }

    bool isThere(int value) const { return m_held[value] || (isGiven(m_graph[value]) && m_needed[value]); }

    int lackOf(int value) const
    {
        if (isThere(value)) {
            return nothing;
        }
        return isGiven(m_graph[value]) ? value : lackOfOperands(value);
    }

    int lackOfOperands(int value) const
    {
        const Value& made = m_graph[value];
        int lack = isOperation(made) || made.kind == Value::Kind::Constant ? nothing : more;
        forEachOperand(made, [&](int operand) {
            const int other = m_lacks[operand] >= 0 && isThere(m_lacks[operand]) ? nothing : m_lacks[operand];
            lack = lack == nothing || lack == other ? other : other == nothing ? lack : more;
        });
        return lack;
    }

    void keep()
    {
        for (int value = m_count; value-- > 0;) {
            if (!m_needed[value] || isThere(value)) {
                continue;
            }
            if (m_lacks[value] != more) {
                needOperands(value);
            } else {
                m_kept.push_back(value);
                m_held[value] = true;
            }
        }
    }

    /// What turns out to follow from others that are kept need not be kept itself.
    void makeAgain()
    {
        for (int value = 0; value < m_count; ++value) {
            m_lacks[value] = lackOf(value);
            if (m_kept.empty() || m_kept.back() != value) {
                continue;
            }
            m_kept.pop_back();
            const int lack = lackOfOperands(value);
            m_held[value] = lack == more;
            if (lack >= 0) {
                m_needed[lack] = true;
            }
        }
    }

    const Graph& m_graph;
    int m_count;
    Flags m_needed, m_held;
    Counts m_lacks;
    std::vector<int> m_kept; ///< the last value first
};

/// Builds a part from its graph and its derivative.
class PartMaker {
public:
    PartMaker(const Graph& graph, const Derivative& derivative, const std::vector<int>& outputs)
        : m_graph(graph), m_derivative(derivative), m_outputs(outputs), m_tensors(graph, -1)
    {}

    /// Of the forward pass are the first `count` values.
    Part part(int count, int heldInputs)
    {
        const Flags held = heldValues(count, heldInputs);
        addForward(count, held);
        addBackward(held);
        return std::move(m_part);
    }

private:
    Flags heldValues(int count, int heldInputs) const
    {
        Keeping keeping(m_graph, count, heldInputs);
        for (const auto& [matrix, operand, rows] : m_derivative.matrices) {
            keeping.hold(operand);
            keeping.need(rows);
        }
        for (const auto& [vector, rows] : m_derivative.vectors) {
            keeping.need(rows);
        }
        for (const int gradient : arriving()) {
            keeping.need(gradient);
        }
        for (const int output : m_outputs) {
            keeping.hold(output);
        }
        return keeping.held();
    }

    /// The gradients by inputs that have one.
    std::vector<int> arriving() const
    {
        std::vector<int> gradients = m_derivative.inputs;
        std::erase(gradients, -1);
        return gradients;
    }

    void addForward(int count, const Flags& held)
    {
        Flags given(m_graph, false);
        for (int value = 0; value < m_graph.size(); ++value) {
            given[value] = isGiven(m_graph[value]);
        }
        Scheduler forward(m_graph, given, m_tensors, m_part);
        for (int value = 0; value < count; ++value) {
            m_part.norms += m_graph[value].kind == Value::Kind::Norm ? 1 : 0;
            if (held[value] && !given[value]) {
                forward.want(value);
            }
        }
        m_part.forward = forward.stages();
        for (const int output : m_outputs) {
            m_part.outputs.push_back(forward.tensorOf(output));
        }
    }

    void addBackward(const Flags& held)
    {
        Scheduler backward(m_graph, held, m_tensors, m_part);
        for (const auto& [matrix, operand, rows] : m_derivative.matrices) {
            backward.want(rows);
        }
        for (const VectorGradient& gradient : m_derivative.vectors) {
            backward.sum(gradient);
        }
        for (const int gradient : arriving()) {
            backward.want(gradient);
        }
        m_part.backward = backward.stages();
        for (const int gradient : m_derivative.inputs) {
            m_part.inputGradients.push_back(gradient < 0 ? -1 : backward.tensorOf(gradient));
        }
        for (const auto& [matrix, operand, rows] : m_derivative.matrices) {
            m_part.matrixGradients.push_back({matrix, backward.tensorOf(operand), backward.tensorOf(rows)});
        }
    }

    const Graph& m_graph;
    const Derivative& m_derivative;
    const std::vector<int>& m_outputs;
    Counts m_tensors; ///< of each value; -1: none
    Part m_part;
};

} // namespace

Part makePart(Graph graph, const std::vector<int>& outputs, const std::vector<bool>& arrives, PartInputs inputs)
{
    const int count = graph.size();
    const Derivative derivative = differentiate(graph, outputs, arrives, inputs.count);
    return PartMaker(graph, derivative, outputs).part(count, inputs.held);
}

} // namespace engine::cells
