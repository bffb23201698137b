// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace studio {

/// How the sample models begin to say what they are, so that it can be translated: texts of the context "Samples",
/// equal to the first sentences of the comments in models/, which a test compares.
std::span<const char* const> sampleDescriptions();

} // namespace studio
