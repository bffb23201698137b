// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"

#include <QString>
#include <vector>

namespace editor {

/// When a layer is in the net, as one choices out of few: Caffe's include and exclude rules that people write.
struct PhaseChoice {
    QString label;
    std::vector<engine::PhaseRule> include = {}, exclude = {};
};

/// "Always" first, then only in and not in each phase.
std::vector<PhaseChoice> phaseChoices();

/// The place among phaseChoices() of a layer's rules; -1 for rules that say something else (levels, stages).
int phaseChoiceOf(const engine::Layer& layer);

} // namespace editor
