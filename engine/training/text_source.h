// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"

#include <filesystem>

namespace engine {

/// The text that the model's TEXTDATA layer names, a file in the model's folder or below; empty where it names none.
/// Throws Error for a path that leads anywhere else: a model may be a stranger's, and must not make us read what its
/// user did not name, neither by its name nor by a link.
std::filesystem::path textNamedBy(const Model& model, const std::filesystem::path& folder);

} // namespace engine
