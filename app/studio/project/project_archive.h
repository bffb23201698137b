// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace studio {

// A project as Boost.Serialization archives with class versions: everything but the runs, the runs, and the summary.

/// The oldest Hamnet that reads what toArchive() writes.
inline constexpr std::string_view projectReader = "0.1.0";

std::string toArchive(const Project& project); ///< without its runs
std::string toArchive(const std::vector<RunRecord>& runs);
std::string toArchive(const ProjectSummary& summary);

// These throw Error for bytes that are no such archive, and for one of a newer class version. They take no more memory
// than a small multiple of the bytes, whatever these say, besides what it takes to parse the models of an older
// version.
void fromArchive(std::span<const std::byte> bytes, Project& project);
void fromArchive(std::span<const std::byte> bytes, std::vector<RunRecord>& runs);
void fromArchive(std::span<const std::byte> bytes, ProjectSummary& summary);

} // namespace studio
