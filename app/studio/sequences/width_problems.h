// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/sequences/sequence_facts.h"
#include "editor/document/warnings.h"

#include <vector>

namespace studio {

/// Where the layer that makes the predictions has another width than the sequences want, where no loss takes their
/// answers, or where they fill no batch: a problem each, with the ways out. None where the sequences are not known, or
/// where the drawing does not learn from any.
std::vector<editor::Warning> widthProblems(const editor::Document& document, const SequenceFacts& facts);

} // namespace studio
