// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/phase_choice.h"

#include "editor/words/words.h"

#include <algorithm>

namespace editor {

std::vector<PhaseChoice> phaseChoices()
{
    const engine::PhaseRule train{.phase = engine::Phase::Train};
    const engine::PhaseRule test{.phase = engine::Phase::Test};
    const engine::PhaseRule run{.phase = engine::Phase::Run};
    return {
        {.label = Words::tr("Always")},
        {.label = Words::tr("Only in training"), .include = {train}},
        {.label = Words::tr("Only in validation"), .include = {test}},
        {.label = Words::tr("Only when text is generated"), .include = {run}},
        {.label = Words::tr("Not in training"), .exclude = {train}},
        {.label = Words::tr("Not in validation"), .exclude = {test}},
        {.label = Words::tr("Not when text is generated"), .exclude = {run}},
    };
}

int phaseChoiceOf(const engine::Layer& layer)
{
    const std::vector<PhaseChoice> choices = phaseChoices();
    const auto found = std::find_if(choices.begin(), choices.end(), [&](const PhaseChoice& choice) {
        return choice.include == layer.include && choice.exclude == layer.exclude;
    });
    return found == choices.end() ? -1 : static_cast<int>(found - choices.begin());
}

} // namespace editor
