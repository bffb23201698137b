// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace engine {

// What the names of two nets' modules tell of which is which, where they are not the same: "lstm0" and "lstm1" in one
// are "lstm1" and "lstm2" in the other. Numbers compare as numbers, and dots, slashes and underscores are one.

/// "net.lstm0" -> "net_lstm#"; names of one stem are a family.
std::string stemOf(const std::string& name);

/// The indices in the order of their numbers, where all names are one family that counts from zero or from one without
/// a gap; one name alone has that order, too.
std::optional<std::vector<std::size_t>> orderedByNumbers(const std::vector<std::string>& names);

/// For each of `ours` the one of `theirs` with the same place in the same family, or in the only one of both. Nothing
/// where that is not so for all of both.
std::optional<std::vector<std::size_t>> pairedByNumbers(const std::vector<std::string>& ours,
                                                        const std::vector<std::string>& theirs);

/// The families that one list counts from zero and the other from one, so that the same name means another module.
std::set<std::string> countedOtherwise(const std::vector<std::string>& ours, const std::vector<std::string>& theirs);

} // namespace engine
