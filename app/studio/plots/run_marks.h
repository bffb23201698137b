// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/measures.h"
#include "app/studio/session/run_record.h"

#include <string>
#include <vector>

namespace studio {

/// What is marked along the curves of a run: its validations and its checkpoints, in the order of iterations.
class RunMarks {
public:
    void append(const engine::ValidationEvent& point);
    void append(const engine::CheckpointEvent& mark);

    const std::vector<engine::ValidationEvent>& validations() const { return m_validations; }
    const std::vector<engine::CheckpointEvent>& checkpoints() const { return m_checkpoints; }
    std::vector<std::string> metrics(Measure measure) const; ///< names, of a pane of metrics, as they came up
    const engine::ValidationEvent* best() const;             ///< the validation with the lowest loss; null without any

private:
    std::vector<engine::ValidationEvent> m_validations;
    std::vector<engine::CheckpointEvent> m_checkpoints;
};

} // namespace studio
