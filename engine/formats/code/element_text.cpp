// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/code/element_text.h"

#include "engine/graph/sentence.h"

#include <array>
#include <charconv>
#include <map>

namespace engine::code {
namespace {

using ElementOperation = cells::Operation;
using ValueKind = cells::Value::Kind;

/// How tightly a text holds together.
enum class Tightness { Sum, Product, Sign, One };

struct Text {
    std::string text;
    Tightness tightness = Tightness::One;
    bool isNumber = false;
};

/// The functions of math.h, some of the printed file's own, and those of torch.
std::string_view functionOf(ElementOperation operation, Language language)
{
    static const std::map<ElementOperation, std::array<std::string_view, 2>> names = {
        {ElementOperation::Sigmoid, {"sigmoid", "torch.sigmoid"}},
        {ElementOperation::Tanh, {"tanhf", "torch.tanh"}},
        {ElementOperation::Relu, {"relu", "torch.relu"}},
        {ElementOperation::Exp, {"expf", "torch.exp"}},
        {ElementOperation::Log, {"logf", "torch.log"}},
        {ElementOperation::Softplus, {"softplus", "nn.functional.softplus"}},
        {ElementOperation::Sqrt, {"sqrtf", "torch.sqrt"}},
        {ElementOperation::Square, {"square", "torch.square"}},
        {ElementOperation::Abs, {"fabsf", "torch.abs"}},
        {ElementOperation::Max, {"fmaxf", "torch.maximum"}},
        {ElementOperation::Min, {"fminf", "torch.minimum"}},
    };
    return names.at(operation)[language == Language::C ? 0 : 1];
}

template <typename Real>
std::string shortest(Real number)
{
    std::array<char, 40> digits{};
    const std::string text(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

class Writer {
public:
    Writer(const cells::ElementEquation& equation, std::span<const std::string> sources, Language language)
        : m_equation(equation),
          m_sources(sources),
          m_language(language),
          m_uses(static_cast<std::size_t>(equation.graph.size()))
    {
        count(equation.value);
    }

    ElementText run()
    {
        const Text whole = textOf(m_equation.value);
        m_made.value = whole.text;
        m_made.isNumber = whole.isNumber;
        return std::move(m_made);
    }

private:
    void count(int value)
    {
        if (m_uses[static_cast<std::size_t>(value)]++ > 0) {
            return;
        }
        m_made.readsInput = m_made.readsInput || m_equation.graph[value].kind == ValueKind::Input;
        cells::forEachOperand(m_equation.graph[value], [this](int operand) { count(operand); });
    }

    Text textOf(int number)
    {
        const cells::Value& value = m_equation.graph[number];
        switch (value.kind) {
        case ValueKind::Constant:
            return {numberText(static_cast<float>(value.number), m_language),
                    value.number < 0 ? Tightness::Sign : Tightness::One, true};
        case ValueKind::Vector:
            return {m_sources[m_equation.inputs.size() + static_cast<std::size_t>(value.index)]};
        case ValueKind::Input:
            return {m_sources[static_cast<std::size_t>(value.index)]};
        default:
            break;
        }
        if (m_uses[static_cast<std::size_t>(number)] < 2 || number == m_equation.value) {
            return operation(value);
        }
        Text& known = m_known[number];
        if (known.text.empty()) {
            const Text made = operation(value);
            known = {.text = say("v%1_", m_made.shared.size() + 1), .isNumber = made.isNumber};
            m_made.shared.emplace_back(known.text, made.text);
        }
        return known;
    }

    static std::string bound(const Text& text, Tightness wanted)
    {
        return text.tightness < wanted ? "(" + text.text + ")" : text.text;
    }

    Text operation(const cells::Value& value)
    {
        const Text a = textOf(value.a), b = value.b >= 0 ? textOf(value.b) : Text{.text = {}, .isNumber = true};
        const bool isNumber = a.isNumber && b.isNumber;
        const auto infix = [&](const char* sign, Tightness left, Tightness right, Tightness made) {
            return Text{bound(a, left) + sign + bound(b, right), made, isNumber};
        };
        switch (value.operation) {
        case ElementOperation::Negate:
            return {"-" + bound(a, Tightness::One), Tightness::Sign, isNumber};
        case ElementOperation::Add:
            return infix(" + ", Tightness::Sum, Tightness::Product, Tightness::Sum);
        case ElementOperation::Subtract:
            return infix(" - ", Tightness::Sum, Tightness::Product, Tightness::Sum);
        case ElementOperation::Multiply:
            return infix(" * ", Tightness::Product, Tightness::Sign, Tightness::Product);
        case ElementOperation::Divide:
            return infix(" / ", Tightness::Product, Tightness::Sign, Tightness::Product);
        default:
            return {std::string(functionOf(value.operation, m_language)) + "(" + argument(a) +
                        (value.b >= 0 ? ", " + argument(b) : "") + ")",
                    Tightness::One};
        }
    }

    /// torch's functions take tensors only.
    std::string argument(const Text& text) const
    {
        return text.isNumber && m_language == Language::Python ? "torch.tensor(" + text.text + ")" : text.text;
    }

    const cells::ElementEquation& m_equation;
    std::span<const std::string> m_sources;
    Language m_language;
    std::vector<int> m_uses; ///< of each value
    std::map<int, Text> m_known;
    ElementText m_made;
};

} // namespace

ElementText elementText(const cells::ElementEquation& equation, std::span<const std::string> sources, Language language)
{
    return Writer(equation, sources, language).run();
}

std::string numberText(float number, Language language)
{
    return shortest(number) + (language == Language::C ? "f" : "");
}

std::string numberText(double number)
{
    return shortest(number);
}

} // namespace engine::code
