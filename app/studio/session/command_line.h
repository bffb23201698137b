// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/generation_request.h"
#include "app/studio/session/training_request.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace studio {

/// The line that does in a terminal what the request does here, number for number; quoted for a POSIX shell. Model and
/// solver are named by the files that the request names. Never throws.
std::string commandLine(const TrainingRequest& request);

/// The same for a text. The net in training is named by `running`, the checkpoint that the training writes.
std::string commandLine(const GenerationRequest& request, const std::filesystem::path& running = {});

/// One word of a POSIX shell: as it is where it is plain, else in quotes.
std::string shellQuoted(std::string_view word);

} // namespace studio
