// SPDX-License-Identifier: GPL-3.0-or-later
// The program that libFuzzer drives: HAMNET_FUZZ_FORMAT names the format.
#include "tests/fuzz/target.h"

#include <cstdlib>

namespace {

const fuzz::Target& chosen()
{
    const char* name = std::getenv("HAMNET_FUZZ_FORMAT");
    for (const fuzz::Target* target : fuzz::targets()) {
        if (name != nullptr && target->name == name) {
            return *target;
        }
    }
    fuzz::require(false, "HAMNET_FUZZ_FORMAT names a format");
    std::abort();
}

} // namespace

// The name that libFuzzer calls.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const fuzz::Target& target = chosen();
    target.eat(std::as_bytes(std::span(data, size)));
    return 0;
}
