// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace engine {

// Over whole arrays, on the pool where they are long; `to` may be `from`.

void expOf(const float* from, float* to, std::int64_t count);
void sigmoidOf(const float* from, float* to, std::int64_t count);
void tanhOf(const float* from, float* to, std::int64_t count);

} // namespace engine
