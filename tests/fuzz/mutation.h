// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/fuzz/target.h"

#include <random>

namespace fuzz {

/// A few random changes of a file: bytes set, numbers set to where mistakes are, pieces left out, doubled, moved, taken
/// from another file. The same state of `random` gives the same file.
Bytes mutated(const Bytes& file, const Bytes& other, std::mt19937_64& random);

} // namespace fuzz
