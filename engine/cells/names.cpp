// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/names.h"

#include <algorithm>
#include <iterator>

namespace engine::cells {

std::span<const Function> functions()
{
    static constexpr Function all[] = {
        {"sigmoid", Operation::Sigmoid}, {"tanh", Operation::Tanh},     {"relu", Operation::Relu},
        {"exp", Operation::Exp},         {"log", Operation::Log},       {"softplus", Operation::Softplus},
        {"sqrt", Operation::Sqrt},       {"square", Operation::Square}, {"abs", Operation::Abs},
        {"max", Operation::Max},         {"min", Operation::Min},
    };
    return all;
}

const Function* functionNamed(std::string_view name)
{
    const auto found = std::ranges::find(functions(), name, &Function::name);
    return found == functions().end() ? nullptr : &*found;
}

std::vector<std::string_view> functionNames()
{
    std::vector<std::string_view> names = {layerNormWord};
    std::ranges::transform(functions(), std::back_inserter(names), &Function::name);
    return names;
}

bool isMatrixName(std::string_view name)
{
    return name.front() >= 'A' && name.front() <= 'Z';
}

bool isReserved(std::string_view name)
{
    return functionNamed(name) != nullptr || name == layerNormWord || name == initWord || name == inputName;
}

std::optional<Mend> nearestMend(Place place, std::string_view name, std::span<const std::string_view> names)
{
    const std::vector<std::string_view> near = nearestNames(name, names);
    return near.size() == 1 ? std::optional(Mend{place, name.size(), std::string(near.front())}) : std::nullopt;
}

} // namespace engine::cells
