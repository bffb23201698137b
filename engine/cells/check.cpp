// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

namespace engine::cells {
namespace {

using Numbers = std::vector<double>;
using Random = std::mt19937_64;

Numbers normal(std::int64_t count, double deviation, Random& random)
{
    std::normal_distribution<double> draw(0, deviation);
    Numbers numbers(static_cast<std::size_t>(count));
    std::ranges::generate(numbers, [&] { return draw(random); });
    return numbers;
}

/// About as many units and inputs as wanted, and no more than there are: heads divide the units, and where I is H it
/// stays so, as x may stand element by element.
CellSizes reduced(const Definition& cell, CellSizes sizes, CellSizes wanted)
{
    checkSizes(cell, sizes);
    std::int64_t heads = 1;
    for (const Learned& learned : cell.learned) {
        heads = std::lcm(heads, std::int64_t{learned.heads});
    }
    const std::int64_t units = std::min(sizes.units, (wanted.units + heads - 1) / heads * heads);
    return {.width = sizes.width == sizes.units ? units : std::min(sizes.width, wanted.width), .units = units};
}

/// As a layer begins: matrices by "xavier", uniform with variance 1 / fan-in.
Numbers firstValues(const Learned& learned, CellSizes sizes, Random& random)
{
    const Shape shape = shapeOf(learned, sizes);
    Numbers values(static_cast<std::size_t>(shape.count()), learned.firstValue.value_or(0));
    if (learned.kind != Learned::Kind::Vector) {
        const double bound = std::sqrt(3 / static_cast<double>(shape[1]));
        std::ranges::generate(values, [&] { return std::uniform_real_distribution(-bound, bound)(random); });
    }
    return values;
}

/// The sum of results × arriving.
double loss(const CellResult& result, const CellResult& arriving)
{
    double sum = std::inner_product(result.h.begin(), result.h.end(), arriving.h.begin(), 0.0);
    for (std::size_t state = 0; state < result.states.size(); ++state) {
        const Numbers& values = result.states[state];
        sum = std::inner_product(values.begin(), values.end(), arriving.states[state].begin(), sum);
    }
    return sum;
}

/// A tensor of a run with its gradient.
struct Checked {
    std::string name;
    Numbers& values;
    const Numbers& gradient;
};

std::vector<Checked> checkedTensors(const Definition& cell, CellRun& run, const CellGradients& gradients)
{
    std::vector<Checked> all{{"x", run.x, gradients.x}};
    for (std::size_t index = 0; index < cell.learned.size(); ++index) {
        all.push_back({cell.learned[index].name, run.learned[index], gradients.learned[index]});
    }
    for (std::size_t index = 0; index < cell.states.size(); ++index) {
        all.push_back({cell.states[index].name + "[t-1]", run.states[index], gradients.states[index]});
    }
    return all;
}

/// How far a slope of `loss` is from a central difference. The best of three steps counts: a large one hides curvature
/// and corners, a small one digits; a gradient that is wrong is wrong at each.
template <typename Loss>
double errorOf(double slope, double& value, double scale, const Loss& lossNow)
{
    double best = std::numeric_limits<double>::infinity();
    const double middle = value;
    for (const double step : {1e-5, 1e-6, 1e-4}) {
        value = middle + step;
        const double above = lossNow();
        value = middle - step;
        const double difference = (above - lossNow()) / (2 * step);
        value = middle;
        const double error = std::abs(slope - difference) / std::max({std::abs(slope), std::abs(difference), scale});
        if (!(error >= best)) { // NaN counts
            best = error;
        }
        if (!(best > GradientError::tolerance)) {
            break;
        }
    }
    return best;
}

void checkGoOn(const GoOn& goOn)
{
    if (!goesOn(goOn)) {
        throw CancelledError(ENGINE_TEXT("Sentences", "the check of the cell was cancelled"));
    }
}

/// Takes notice of what an equation gives.
class RangeMeter {
public:
    RangeMeter(const Definition& cell, const Equation& equation) : m_range{.name = equation.name}
    {
        const Node& node = cell.syntax.nodes[static_cast<std::size_t>(equation.value)];
        if (node.kind == Node::Kind::Operation &&
            (node.operation == Operation::Sigmoid || node.operation == Operation::Tanh)) {
            m_lowest = node.operation == Operation::Tanh ? -1 : 0;
        }
    }

    /// False where a value is no number, or none of a float.
    bool add(const Numbers& values, std::int64_t step)
    {
        for (const double value : values) {
            if (!(std::abs(value) <= std::numeric_limits<float>::max())) {
                m_range.lostAt = step + 1;
                return false;
            }
            m_range.min = m_count == 0 ? value : std::min(m_range.min, value);
            m_range.max = m_count == 0 ? value : std::max(m_range.max, value);
            m_atBound += m_lowest && (value < *m_lowest + nearBound || value > 1 - nearBound) ? 1 : 0;
            m_quarters[static_cast<std::size_t>(step * 4 / rangeSteps)] += std::abs(value);
            ++m_count;
        }
        return true;
    }

    ValueRange range() const
    {
        ValueRange range = m_range;
        if (m_lowest && m_count > 0) {
            range.saturated = static_cast<double>(m_atBound) / static_cast<double>(m_count);
        }
        range.grows = m_quarters[3] > growth * m_quarters[1];
        return range;
    }

private:
    static constexpr double nearBound = 0.01;
    static constexpr double growth = 1.25; ///< a random walk grows by 1.5 from the second quarter to the last

    ValueRange m_range;
    std::optional<double> m_lowest; ///< of what has bounds
    std::int64_t m_count = 0, m_atBound = 0;
    double m_quarters[4] = {}; ///< the sum of all magnitudes
};

/// The cell with each equation as a state, in their order behind the states that it has: so a run gives all values.
Definition withAllAsStates(Definition cell)
{
    for (std::size_t equation = 0; equation < cell.syntax.equations.size(); ++equation) {
        cell.states.push_back({cell.syntax.equations[equation].name, equation});
    }
    return cell;
}

} // namespace

CellRun smallRun(const Definition& cell, CellSizes sizes)
{
    Random random(1);
    CellRun run{.steps = 4,
                .streams = 2,
                .sizes = reduced(cell, sizes, {.width = 3, .units = 4}),
                .x = {},
                .cont = {1, 1, 1, 1, 0, 1, 1, 1}, // one stream begins again
                .learned = {},
                .states = {}};
    run.x = normal(run.steps * run.streams * run.sizes.width, 1, random);
    for (const Learned& learned : cell.learned) {
        Numbers& values = run.learned.emplace_back(firstValues(learned, run.sizes, random));
        const Numbers more = normal(static_cast<std::int64_t>(values.size()), 0.3, random);
        std::ranges::transform(values, more, values.begin(), std::plus());
    }
    for (std::size_t state = 0; state < cell.states.size(); ++state) {
        run.states.push_back(normal(run.streams * run.sizes.units, 0.5, random));
    }
    return run;
}

CellResult randomGradients(const Definition& cell, const CellRun& run)
{
    Random random(2);
    const std::int64_t row = run.streams * run.sizes.units;
    CellResult gradients{.h = normal(run.steps * row, 1, random), .states = {}};
    for (std::size_t state = 0; state < cell.states.size(); ++state) {
        gradients.states.push_back(normal(row, 1, random));
    }
    return gradients;
}

GradientError compareGradients(const Definition& cell, const CellRun& run, const CellResult& arriving,
                               const CellGradients& claimed, const GoOn& goOn)
{
    constexpr std::size_t maxElements = 32; // of a tensor
    CellRun changed = run;
    Reference reference(cell);
    const auto lossNow = [&] { return loss(reference.forward(changed), arriving); };
    const double scale = 1e-3 * std::max(1.0, std::abs(lossNow())); // smaller slopes drown in the digits of the loss
    GradientError worst{.relative = -1};
    for (const Checked& tensor : checkedTensors(cell, changed, claimed)) {
        const std::size_t stride = tensor.values.size() / maxElements + 1;
        for (std::size_t element = 0; element < tensor.values.size(); element += stride) {
            checkGoOn(goOn);
            const double error = errorOf(tensor.gradient[element], tensor.values[element], scale, lossNow);
            if (!(error <= worst.relative)) {
                worst = {error, tensor.name, static_cast<std::int64_t>(element)};
            }
            if (std::isnan(error)) {
                return worst;
            }
        }
    }
    return worst;
}

GradientError checkGradient(const Definition& cell, CellSizes sizes, const GoOn& goOn)
{
    const CellRun run = smallRun(cell, sizes);
    const CellResult arriving = randomGradients(cell, run);
    Reference reference(cell);
    reference.forward(run);
    return compareGradients(cell, run, arriving, reference.backward(run, arriving), goOn);
}

std::vector<ValueRange> valueRanges(const Definition& cell, CellSizes sizes, const GoOn& goOn)
{
    constexpr std::int64_t streams = 2;
    Random random(3);
    const Definition open = withAllAsStates(cell);
    CellRun step{.steps = 1,
                 .streams = streams,
                 .sizes = reduced(cell, sizes, {.width = 16, .units = 16}),
                 .x = {},
                 .cont = Numbers(streams, 1),
                 .learned = {},
                 .states = {}};
    for (const Learned& learned : cell.learned) {
        step.learned.push_back(firstValues(learned, step.sizes, random));
    }
    step.states.assign(open.states.size(), Numbers(static_cast<std::size_t>(streams * step.sizes.units)));
    std::vector<RangeMeter> meters;
    for (const Equation& equation : cell.syntax.equations) {
        meters.emplace_back(cell, equation);
    }
    Reference reference(open);
    bool areNumbers = true;
    for (std::int64_t number = 0; number < rangeSteps && areNumbers; ++number) {
        checkGoOn(goOn);
        step.x = normal(streams * step.sizes.width, 1, random);
        step.states = reference.forward(step).states;
        for (std::size_t equation = 0; equation < meters.size(); ++equation) {
            areNumbers &= meters[equation].add(step.states[cell.states.size() + equation], number);
        }
    }
    std::vector<ValueRange> ranges;
    std::ranges::transform(meters, std::back_inserter(ranges), &RangeMeter::range);
    return ranges;
}

} // namespace engine::cells
