// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"

#include <cstddef>
#include <span>
#include <string>

namespace studio {

// A project as Boost.Serialization archives with class versions: everything but the runs, the runs, and the summary.

std::string toArchive(const Project& project); ///< without its runs
std::string toArchive(const std::vector<RunRecord>& runs);
std::string toArchive(const ProjectSummary& summary);

// These throw Error for bytes that are no such archive, and for one of another class version. They take no more memory
// than a small multiple of the bytes, whatever these say.
void fromArchive(std::span<const std::byte> bytes, Project& project);
void fromArchive(std::span<const std::byte> bytes, std::vector<RunRecord>& runs);
void fromArchive(std::span<const std::byte> bytes, ProjectSummary& summary);

} // namespace studio
