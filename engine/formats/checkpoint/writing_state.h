// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/held_unit.h"
#include "engine/graph/named_tensor.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Where a net stands in a text: all that it takes to read or write on from there without reading what came before.
///
/// The tensors are those before `last` was read: what follows it depends on the scores too, which reading it makes.
struct WritingState {
    std::vector<NamedTensor> tensors; ///< as Net::state()
    std::string last;                 ///< the character to be read next, one byte or one code point as UTF-8
    std::int64_t place = 0;           ///< bytes of the text up to and with `last`; see HeldUnit
    std::uint64_t seed = 0;           ///< that the text was drawn from
    std::int64_t draws = 0;           ///< how many of the seed's random numbers were taken up to here
    std::vector<HeldUnit> held = {};  ///< whoever goes on puts them into SamplingSettings::held

    bool operator==(const WritingState&) const = default;
};

/// Throws Error where the file is there and is no saved state: a state replaces nothing else.
void requireReplaceableByState(const std::filesystem::path& file);

/// Writes the file whole or not at all, as a container of Hamnet's. Throws Error with the system's words, and as
/// requireReplaceableByState() does. `provenance`,
/// as printProvenance() writes it, goes along in a section of its own; empty: none.
void saveWritingState(const std::filesystem::path& file, const WritingState& state, std::string_view provenance = {});

/// Throws Error for a file that holds no such state, is damaged, or is of another version.
WritingState loadWritingState(const std::filesystem::path& file);

/// The provenance that was saved with the state; empty: none was. Throws Error for a damaged file.
std::string provenanceTextIn(const std::filesystem::path& file);

} // namespace engine
