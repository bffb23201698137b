// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/data_memory.h"

#include "engine/devices/cpu/memory.h"
#include "engine/graph/error.h"

#include <charconv>
#include <cstdlib>
#include <string_view>
#include <system_error>

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

std::int64_t maxUnpackedBytes()
{
    constexpr auto variable = "HAMNET_UNPACK_GIB";
    constexpr double gibibyte = 1 << 30, usual = 2, most = 1 << 20;
    const char* const value = std::getenv(variable);
    if (!value || std::string_view(value).empty()) {
        return static_cast<std::int64_t>(usual * gibibyte);
    }
    const std::string_view text = value;
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !(number > 0 && number <= most)) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1 is %2, but must be a number of GiB above 0"), variable, shown(text)));
    }
    return static_cast<std::int64_t>(number * gibibyte);
}

} // namespace engine
