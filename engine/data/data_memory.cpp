// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/data_memory.h"

#include "engine/devices/cpu/memory.h"
#include "engine/graph/error.h"

namespace engine {

void requireDataMemory(std::int64_t bytes, const Sentence& owner)
{
    constexpr std::int64_t little = std::int64_t{64} << 20; // so little that the system need not be asked
    if (bytes > little) {
        requireDataMemory(bytes, owner, processMemory());
    }
}

void requireDataMemory(std::int64_t bytes, const Sentence& owner, const Device::Memory& memory)
{
    if (bytes > memory.available) {
        throw UnavailableError(
            say(ENGINE_TEXT("Sentences", "%1: reading it takes about %2 of memory, but only %3 of %4 are free: fewer "
                                         "rows, columns, pictures or lines need less"),
                owner, bytesInWords(bytes), bytesInWords(memory.available), bytesInWords(memory.total)));
    }
}

} // namespace engine
