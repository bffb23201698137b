// SPDX-License-Identifier: GPL-3.0-or-later
// random_nets COUNT [SEED]: a line of JSON for each net, with what the engines and the reference give.
#include "tests/random/net_json.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <iostream>

int main(int count, char** words)
{
    if (count < 2 || count > 3) {
        std::cerr << "usage: random_nets COUNT [SEED]\n";
        return 2;
    }
    const std::uint64_t nets = std::strtoull(words[1], nullptr, 10);
    const std::uint64_t first = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1;
    for (std::uint64_t seed = first; seed < first + nets; ++seed) {
        std::cout << engine::test::toJson(engine::test::makeRandomNet(seed)) << '\n';
    }
    return std::cout.flush() ? 0 : 1;
}
