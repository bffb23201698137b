// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/schedule.h"

#include <algorithm>
#include <utility>

namespace engine::cells {
namespace {

/// Cuts the graph of a step in two.
class Cut {
public:
    Cut(const StepGraph& step, std::vector<int> outputs, int states)
        : m_graph(step.graph), m_outputs(std::move(outputs)), m_states(states), m_ofState(flags()), m_inStep(flags())
    {
        findOfState();
        findInStep();
    }

    Schedule schedule()
    {
        std::vector<int> given; // by atOnce to each step
        Part perStep = partOfStep(given);
        std::vector<bool> arrives;
        for (std::size_t output = 0; output < given.size(); ++output) {
            arrives.push_back(perStep.inputGradients[static_cast<std::size_t>(m_states) + output] >= 0);
        }
        return {partAtOnce(given, arrives), std::move(perStep)};
    }

private:
    using Flags = std::vector<bool>;

    Flags flags() const { return Flags(static_cast<std::size_t>(m_graph.size())); }
    static std::size_t at(int value) { return static_cast<std::size_t>(value); }

    static bool isState(const Value& value) { return value.kind == Value::Kind::Input && value.index > 0; }
    static bool isX(const Value& value) { return value.kind == Value::Kind::Input && value.index == 0; }
    static bool isWhole(const Value& value)
    {
        return value.kind == Value::Kind::Products || value.kind == Value::Kind::Norm;
    }

    void findOfState()
    {
        for (int value = 0; value < m_graph.size(); ++value) {
            bool ofState = isState(m_graph[value]);
            forEachOperand(m_graph[value], [&](int operand) { ofState = ofState || m_ofState[at(operand)]; });
            m_ofState[at(value)] = ofState;
        }
    }

    bool isGivenToStep(int value) const
    {
        return !m_ofState[at(value)] && (isWhole(m_graph[value]) || isX(m_graph[value]));
    }

    void findInStep()
    {
        for (const int output : m_outputs) {
            m_inStep[at(output)] = true;
        }
        for (int value = m_graph.size(); value-- > 0;) {
            if (m_inStep[at(value)] && !isGivenToStep(value)) {
                forEachOperand(m_graph[value], [this](int operand) { m_inStep[at(operand)] = true; });
            }
        }
    }

    /// Adds a value whose operands have the given numbers in the other graph.
    static int copy(Value value, const std::vector<int>& numbers, Graph& graph, int& norms)
    {
        for (int* operand : {&value.a, &value.b}) {
            *operand = *operand < 0 ? -1 : numbers[at(*operand)];
        }
        for (Value::Term& term : value.terms) {
            term.operand = numbers[at(term.operand)];
        }
        if (value.kind == Value::Kind::Norm) {
            value.index = norms++;
        }
        return graph.add(std::move(value));
    }

    Part partOfStep(std::vector<int>& given) const
    {
        Graph graph;
        int norms = 0;
        std::vector<int> numbers(at(m_graph.size()), -1), outputs;
        for (int value = 0; value < m_graph.size(); ++value) {
            if (!m_inStep[at(value)]) {
                continue;
            }
            if (isGivenToStep(value)) {
                const int input = m_states + static_cast<int>(given.size());
                numbers[at(value)] = graph.add({.kind = Value::Kind::Input, .index = input});
                given.push_back(value);
            } else if (isState(m_graph[value])) {
                numbers[at(value)] = graph.add({.kind = Value::Kind::Input, .index = m_graph[value].index - 1});
            } else {
                numbers[at(value)] = copy(m_graph[value], numbers, graph, norms);
            }
        }
        std::vector<bool> arrives;
        for (const int output : m_outputs) {
            outputs.push_back(numbers[at(output)]);
            arrives.push_back(arrives.size() <= at(m_states)); // h and the states
        }
        return makePart(std::move(graph), outputs, arrives,
                        {.count = m_states + static_cast<int>(given.size()), .held = m_states});
    }

    Part partAtOnce(const std::vector<int>& given, const std::vector<bool>& arrives) const
    {
        Flags live = flags();
        for (const int value : given) {
            live[at(value)] = true;
        }
        for (int value = m_graph.size(); value-- > 0;) {
            if (live[at(value)]) {
                forEachOperand(m_graph[value], [&](int operand) { live[at(operand)] = true; });
            }
        }
        Graph graph;
        int norms = 0;
        std::vector<int> numbers(at(m_graph.size()), -1), outputs;
        for (int value = 0; value < m_graph.size(); ++value) {
            if (live[at(value)]) {
                numbers[at(value)] = copy(m_graph[value], numbers, graph, norms);
            }
        }
        for (const int value : given) {
            outputs.push_back(numbers[at(value)]);
        }
        return makePart(std::move(graph), outputs, arrives, {.count = 1, .held = 1});
    }

    const Graph& m_graph;
    std::vector<int> m_outputs;
    int m_states;
    Flags m_ofState; ///< whether a value depends on a state
    Flags m_inStep;
};

} // namespace

bool Schedule::hasNoProductPerStep() const
{
    return std::ranges::all_of(perStep.forward, [](const Stage& stage) { return stage.products.empty(); });
}

Schedule scheduleOf(const Definition& cell, Seen seen)
{
    const StepGraph step = stepGraph(cell);
    std::vector<int> outputs = {step.equations[cell.output]};
    for (const State& state : cell.states) {
        outputs.push_back(step.equations[state.equation]);
    }
    for (const std::size_t gate : seen == Seen::All ? cell.gates() : std::vector<std::size_t>()) {
        outputs.push_back(step.equations[gate]);
    }
    return Cut(step, std::move(outputs), static_cast<int>(cell.states.size())).schedule();
}

} // namespace engine::cells
