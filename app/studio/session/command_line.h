// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/generation_session.h"
#include "app/studio/session/training_session.h"

#include <filesystem>
#include <string>

namespace studio {

/// The line that does in a terminal what the request does here, number for number; of engine/graph/shell_words. Model
/// and solver are named by the files that the request names. Never throws.
std::string commandLine(const TrainingRequest& request);

/// The same for a text. The net in training is named by `running`, the checkpoint that the training writes.
std::string commandLine(const GenerationRequest& request, const std::filesystem::path& running = {});

} // namespace studio
