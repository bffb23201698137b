// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

namespace engine {

/// The system's words for an errno, such as "No such file or directory". Those that files usually end with can be said
/// in another language.
Sentence reasonOf(int error);

} // namespace engine
