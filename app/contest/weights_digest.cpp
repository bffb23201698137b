// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/weights_digest.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>

namespace contest {

std::string digestOf(std::span<const engine::NamedTensor> weights)
{
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
    for (const engine::NamedTensor& tensor : weights) {
        for (const float value : tensor.values) {
            hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100'0000'01b3;
        }
    }
    return fmt::format("{:016x}", hash);
}

} // namespace contest
