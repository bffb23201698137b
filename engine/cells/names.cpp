// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/names.h"

#include <algorithm>

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

bool isMatrixName(std::string_view name)
{
    return name.front() >= 'A' && name.front() <= 'Z';
}

bool isReserved(std::string_view name)
{
    return functionNamed(name) != nullptr || name == layerNormWord || name == initWord || name == inputName;
}

} // namespace engine::cells
