// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cells/random_cell.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace engine::cells::test {
namespace {

using Vector = std::vector<double>;

/// Draws equations. Functions with a pole or a limited domain get operands that keep off.
class Drawing {
public:
    explicit Drawing(std::uint64_t seed) : m_random(seed) {}

    std::vector<RandomEquation> equations()
    {
        const std::vector<std::string> names = {"i", "f", "g_1", "c", "gate"};
        const int count = below(5);
        for (int equation = 0; equation < count; ++equation) {
            m_all.push_back(names[static_cast<std::size_t>(equation)]);
        }
        m_all.emplace_back("h");
        std::vector<RandomEquation> equations;
        for (const std::string& name : m_all) {
            equations.push_back({name, {.kind = "tanh", .operands = {expression(3)}}});
            m_given.push_back(name);
        }
        Expression& h = equations.back().value;
        const auto add = [&h](const Expression& more) { h = {.kind = "+", .operands = {h, more}}; };
        add(expression(2));
        if (!has(h, "x") && !has(h, "state")) {
            add({.kind = "matrix", .name = "W", .operands = {{.kind = "x"}}});
        }
        for (std::size_t equation = 0; equation + 1 < equations.size(); ++equation) {
            const std::string& name = equations[equation].name;
            if (std::ranges::none_of(equations, [&](const RandomEquation& one) {
                    return has(one.value, "name", name) || has(one.value, "state", name);
                })) {
                add({.kind = "name", .name = name}); // each equation has to be needed
            }
        }
        return equations;
    }

private:
    /// Whether it has a part of that kind, and of that name where one is given.
    static bool has(const Expression& e, std::string_view kind, std::string_view name = {})
    {
        return (e.kind == kind && (name.empty() || e.name == name)) ||
               std::ranges::any_of(e.operands, [&](const Expression& one) { return has(one, kind, name); });
    }

    int below(int limit) { return static_cast<int>(m_random() % static_cast<unsigned>(limit)); }
    const std::string& oneOf(const std::vector<std::string>& all)
    {
        return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    }

    Expression expression(int depth)
    {
        if (depth == 0 || below(5) == 0) {
            return leaf();
        }
        switch (below(7)) {
        case 0:
            return {.kind = oneOf({"+", "-", "*"}), .operands = {expression(depth - 1), expression(depth - 1)}};
        case 1:
            return matrix(expression(depth - 1));
        case 2:
            return {.kind = oneOf({"max", "min", "*"}), .operands = {expression(depth - 1), expression(depth - 1)}};
        case 3:
            return {.kind = "/", .operands = {expression(depth - 1), safe(depth - 1)}};
        case 4:
            return {.kind = oneOf({"log", "sqrt"}), .operands = {safe(depth - 1)}};
        case 5:
            return {.kind = "exp", .operands = {{.kind = "sigmoid", .operands = {expression(depth - 1)}}}};
        default:
            return {.kind = oneOf({"sigmoid", "tanh", "relu", "softplus", "square", "abs", "layernorm", "negate"}),
                    .operands = {expression(depth - 1)}};
        }
    }

    /// At least one half.
    Expression safe(int depth)
    {
        return {.kind = "+",
                .operands = {{.kind = "number", .number = 0.5},
                             {.kind = oneOf({"abs", "square", "softplus"}), .operands = {expression(depth)}}}};
    }

    Expression matrix(Expression operand)
    {
        const int name = below(6);
        const bool ofInput = operand.kind == "x" && below(8) > 0;
        const bool isName = operand.kind != "number";
        Expression made{.kind = "matrix", .name = ofInput ? "W" : "U", .operands = {std::move(operand)}};
        made.name += std::string(1, static_cast<char>('a' + name));
        made.heads = !ofInput && name == 0 ? 2 : 0;
        return isName ? made : made.operands[0];
    }

    Expression leaf()
    {
        switch (below(7)) {
        case 0:
            return {.kind = "number", .number = 0.25 * (1 + below(8))};
        case 1:
        case 2:
            return matrix({.kind = "x"});
        case 3:
            return {.kind = "state", .name = oneOf(m_all)};
        case 4:
            return matrix({.kind = "state", .name = oneOf(m_all)});
        case 5:
            if (!m_given.empty()) {
                return {.kind = "name", .name = oneOf(m_given)};
            }
            [[fallthrough]];
        default:
            return below(12) == 0 ? Expression{.kind = "x"}
                                  : Expression{.kind = "name", .name = oneOf({"b", "bias", "p1"})};
        }
    }

    std::mt19937_64 m_random;
    std::vector<std::string> m_all, m_given;
};

bool isSum(const Expression& e)
{
    return e.kind == "+" || e.kind == "-";
}

bool isProduct(const Expression& e)
{
    return e.kind == "*" || e.kind == "/";
}

std::string inParentheses(const std::string& text)
{
    return "(" + text + ")";
}

std::string textOf(const Expression& e)
{
    std::vector<std::string> parts;
    for (const Expression& operand : e.operands) {
        parts.push_back(textOf(operand));
    }
    if (e.kind == "number") {
        return std::to_string(e.number);
    }
    if (e.kind == "x" || e.kind == "name") {
        return e.kind == "x" ? "x" : e.name;
    }
    if (e.kind == "state") {
        return e.name + "[t-1]";
    }
    if (e.kind == "matrix") {
        const Expression& of = e.operands[0];
        const bool isLoose = isSum(of) || isProduct(of) || of.kind == "negate";
        return e.name + (e.heads > 0 ? "[" + std::to_string(e.heads) + "]" : "") + " " +
               (isLoose ? inParentheses(parts[0]) : parts[0]);
    }
    if (e.kind == "negate") {
        return "-" + (isSum(e.operands[0]) || isProduct(e.operands[0]) ? inParentheses(parts[0]) : parts[0]);
    }
    if (isSum(e) || isProduct(e)) {
        const Expression &left = e.operands[0], &right = e.operands[1];
        const bool leftIsLoose = isProduct(e) && isSum(left);
        const bool rightIsLoose = isSum(right) || (isProduct(e) && isProduct(right));
        return (leftIsLoose ? inParentheses(parts[0]) : parts[0]) + " " + e.kind + " " +
               (rightIsLoose ? inParentheses(parts[1]) : parts[1]);
    }
    return e.kind + inParentheses(parts.size() == 1 ? parts[0] : parts[0] + ", " + parts[1]);
}

/// One step of one stream.
class Step {
public:
    Step(const Definition& cell, const CellRun& run, std::map<std::string, Vector> before, Vector x)
        : m_cell(cell), m_run(run), m_before(std::move(before)), m_x(std::move(x))
    {}

    std::map<std::string, Vector> now;

    Vector valueOf(const Expression& e) const
    {
        const auto units = static_cast<std::size_t>(m_run.sizes.units);
        if (e.kind == "number") {
            return Vector(units, e.number);
        }
        if (e.kind == "x") {
            return m_x;
        }
        if (e.kind == "state") {
            return m_before.at(e.name);
        }
        if (e.kind == "name") {
            return now.contains(e.name) ? now.at(e.name) : learned(e.name);
        }
        const Vector a = valueOf(e.operands[0]);
        if (e.kind == "matrix") {
            return multiplied(e, a);
        }
        if (e.kind == "layernorm") {
            return normalized(a);
        }
        const Vector b = e.operands.size() > 1 ? valueOf(e.operands[1]) : a;
        Vector result(units);
        for (std::size_t unit = 0; unit < units; ++unit) {
            result[unit] = operation(e.kind, a[unit], b[unit]);
        }
        return result;
    }

private:
    const Vector& learned(const std::string& name) const
    {
        const auto found = std::ranges::find(m_cell.learned, name, &Learned::name);
        return m_run.learned[static_cast<std::size_t>(found - m_cell.learned.begin())];
    }

    Vector multiplied(const Expression& e, const Vector& a) const
    {
        const Vector& matrix = learned(e.name);
        const auto units = static_cast<std::size_t>(m_run.sizes.units), columns = matrix.size() / units;
        Vector result(units);
        for (std::size_t unit = 0; unit < units; ++unit) {
            const std::size_t first = e.heads > 0 ? unit / columns * columns : 0; // as many rows as columns a head
            for (std::size_t column = 0; column < columns; ++column) {
                result[unit] += matrix[unit * columns + column] * a[first + column];
            }
        }
        return result;
    }

    static Vector normalized(Vector a)
    {
        double sum = 0, squares = 0;
        for (const double element : a) {
            sum += element;
        }
        const auto count = static_cast<double>(a.size());
        for (const double element : a) {
            squares += std::pow(element - sum / count, 2);
        }
        for (double& element : a) {
            element = (element - sum / count) / std::sqrt(squares / count + 1e-5);
        }
        return a;
    }

    static double operation(const std::string& kind, double a, double b)
    {
        static const std::map<std::string, double (*)(double, double)> all = {
            {"+", [](double p, double q) { return p + q; }},
            {"-", [](double p, double q) { return p - q; }},
            {"*", [](double p, double q) { return p * q; }},
            {"/", [](double p, double q) { return p / q; }},
            {"max", [](double p, double q) { return std::fmax(p, q); }},
            {"min", [](double p, double q) { return std::fmin(p, q); }},
            {"negate", [](double p, double) { return -p; }},
            {"sigmoid", [](double p, double) { return 0.5 + 0.5 * std::tanh(p / 2); }},
            {"tanh", [](double p, double) { return std::tanh(p); }},
            {"relu", [](double p, double) { return std::fmax(p, 0.0); }},
            {"exp", [](double p, double) { return std::exp(p); }},
            {"log", [](double p, double) { return std::log(p); }},
            {"softplus", [](double p, double) { return std::log(1 + std::exp(p)); }},
            {"sqrt", [](double p, double) { return std::sqrt(p); }},
            {"square", [](double p, double) { return p * p; }},
            {"abs", [](double p, double) { return std::fabs(p); }},
        };
        return all.at(kind)(a, b);
    }

    const Definition& m_cell;
    const CellRun& m_run;
    std::map<std::string, Vector> m_before;
    Vector m_x;
};

Vector part(const Vector& all, std::int64_t number, std::int64_t size)
{
    return {all.begin() + number * size, all.begin() + (number + 1) * size};
}

} // namespace

std::vector<RandomEquation> randomEquations(std::uint64_t seed)
{
    return Drawing(seed).equations();
}

std::string textOf(const std::vector<RandomEquation>& equations)
{
    std::string text;
    for (const RandomEquation& equation : equations) {
        text += equation.name + " = " + textOf(equation.value) + "\n";
    }
    return text;
}

CellResult walk(const std::vector<RandomEquation>& equations, const Definition& cell, const CellRun& run)
{
    const std::int64_t units = run.sizes.units;
    CellResult result{.h = {}, .states = run.states};
    for (std::int64_t row = 0; row < run.steps * run.streams; ++row) {
        const std::int64_t stream = row % run.streams;
        std::map<std::string, Vector> before;
        for (std::size_t state = 0; state < cell.states.size(); ++state) {
            Vector& values = before[cell.states[state].name] = part(result.states[state], stream, units);
            for (double& value : values) {
                value *= run.cont[static_cast<std::size_t>(row)];
            }
        }
        Step step(cell, run, before, part(run.x, row, run.sizes.width));
        for (const RandomEquation& equation : equations) {
            step.now[equation.name] = step.valueOf(equation.value);
        }
        result.h.insert(result.h.end(), step.now.at("h").begin(), step.now.at("h").end());
        for (std::size_t state = 0; state < cell.states.size(); ++state) {
            std::ranges::copy(step.now.at(cell.states[state].name), result.states[state].begin() + stream * units);
        }
    }
    return result;
}

} // namespace engine::cells::test
