// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/model.h"
#include "engine/graph/solver_settings.h"

#include <filesystem>

namespace studio {

// Parts of a project that is made from another kind of file.

/// A drawing of the net with its solver, laid out.
editor::Content laidOut(const engine::Model& model, const engine::SolverSettings& solver);

/// The run that a checkpoint tells of, its seed, and what it learns from.
void addRun(Project& project, const engine::Checkpoint& checkpoint, const std::filesystem::path& file);

} // namespace studio
