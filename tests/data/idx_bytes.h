// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// The bytes of an IDX file with this header and these values.
inline std::string idxBytes(char type, const std::vector<std::uint32_t>& dimensions, const std::string& values)
{
    std::string bytes{'\0', '\0', type, static_cast<char>(dimensions.size())};
    for (const std::uint32_t dimension : dimensions) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes += static_cast<char>(dimension >> shift);
        }
    }
    return bytes + values;
}
