// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/named_tensor.h"

#include <span>
#include <string>

namespace contest {

/// FNV-1a over the bits of all weights, as 16 digits: tells whether two nets start from the same.
std::string digestOf(std::span<const engine::NamedTensor> weights);

} // namespace contest
