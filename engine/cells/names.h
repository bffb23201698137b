// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/syntax.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace engine::cells {

/// What the notation calls a function; layernorm, which is no operation on elements, is none of them.
struct Function {
    std::string_view name;
    Operation operation;
};

std::span<const Function> functions();
const Function* functionNamed(std::string_view name); ///< null where there is none
std::vector<std::string_view> functionNames();        ///< with layernorm

inline constexpr std::string_view layerNormWord = "layernorm", initWord = "init", inputName = "x", outputName = "h";

/// Whether it begins with a capital letter.
bool isMatrixName(std::string_view name);

/// Whether it is a function's, or `x` or `init`: no equation may have it.
bool isReserved(std::string_view name);

/// Puts the one name that is near in place of one at `place`; nothing where none or several are near.
std::optional<Mend> nearestMend(Place place, std::string_view name, std::span<const std::string_view> names);

} // namespace engine::cells
