// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_problems.h"

namespace studio {

std::vector<editor::Warning> runProblems(const CorpusFacts& text, const WillItFit& memory)
{
    using Severity = editor::Warning::Severity;
    std::vector<editor::Warning> problems;
    if (!text.problem.isEmpty()) {
        problems.push_back({.severity = Severity::Error, .sentence = text.problem});
    }
    if (memory.verdict == WillItFit::Verdict::TooLarge) {
        problems.push_back({.severity = Severity::Error, .sentence = memory.memorySentence()});
    } else if (memory.verdict == WillItFit::Verdict::Tight) {
        problems.push_back({.severity = Severity::Doubt, .sentence = memory.memorySentence()});
    }
    return problems;
}

} // namespace studio
