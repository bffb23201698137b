// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/random/random_net.h"

#include <nlohmann/json_fwd.hpp>

namespace engine::test {

/// The net with its weights and batches, what the reference says and what each engine gives: all that another program
/// needs to train it too.
nlohmann::json toJson(const RandomNet& net);

} // namespace engine::test
