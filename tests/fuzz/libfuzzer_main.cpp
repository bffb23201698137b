// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/target.h"

// The name that libFuzzer calls.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::eat(std::as_bytes(std::span(data, size)));
    return 0;
}
