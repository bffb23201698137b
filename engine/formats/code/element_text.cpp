// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/code/element_text.h"

#include "engine/cells/tokens.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace engine::code {
namespace {

template <typename Real>
std::string shortest(Real number)
{
    std::array<char, 40> digits{};
    const std::string text(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

} // namespace

ElementText elementText(std::string_view equation, const cells::ElementEquation& names,
                        std::span<const std::string> sources, Language language)
{
    static const std::map<std::string_view, std::array<std::string_view, 2>> functions = {
        {"sigmoid", {"sigmoid", "torch.sigmoid"}},
        {"tanh", {"tanhf", "torch.tanh"}},
        {"relu", {"relu", "torch.relu"}},
        {"exp", {"expf", "torch.exp"}},
        {"log", {"logf", "torch.log"}},
        {"softplus", {"softplus", "nn.functional.softplus"}},
        {"sqrt", {"sqrtf", "torch.sqrt"}},
        {"square", {"square", "torch.square"}},
        {"abs", {"fabsf", "torch.abs"}},
        {"max", {"fmaxf", "torch.maximum"}},
        {"min", {"fminf", "torch.minimum"}},
    }; // by their names in the notation: those of math.h, some of the printed file's own, and those of torch
    ElementText made;
    std::string& text = made.value;
    bool startsOperand = true, startsArgument = false; // where '-' is a sign; where a number would be no tensor
    cells::Tokens tokens(equation);
    while (tokens.take().kind != cells::Token::Kind::Name) {} // empty lines, and what it gives
    for (tokens.take("="); !tokens.isNext(cells::Token::Kind::LineEnd);) {
        const cells::Token token = tokens.take();
        if (token.kind == cells::Token::Kind::Number) {
            const std::string number = numberText(static_cast<float>(token.number), language);
            text += startsArgument && language == Language::Python ? "torch.tensor(" + number + ")" : number;
            startsOperand = startsArgument = false;
        } else if (const auto function = functions.find(token.text); function != functions.end()) {
            text += std::string(function->second[language == Language::C ? 0 : 1]) + "(";
            tokens.take("(");
            startsOperand = startsArgument = true;
        } else if (token.kind == cells::Token::Kind::Name) {
            const auto input = std::ranges::find(names.inputs, token.text);
            const auto vector = std::ranges::find(names.vectors, token.text);
            const bool isInput = input != names.inputs.end();
            text += sources[static_cast<std::size_t>(
                isInput ? input - names.inputs.begin() : std::ssize(names.inputs) + (vector - names.vectors.begin()))];
            made.readsInput = made.readsInput || isInput;
            startsOperand = startsArgument = false;
        } else if (token.text == "(" || token.text == ")") {
            text += token.text;
            startsOperand = token.text == "(";
        } else if (startsOperand) {
            text += text.ends_with('-') ? " -" : "-"; // "--" would count down in C
        } else {
            startsArgument = token.text == ",";
            text += (startsArgument ? "" : " ") + std::string(token.text) + " ";
            startsOperand = true;
        }
    }
    return made;
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
