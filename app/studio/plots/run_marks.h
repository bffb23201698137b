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
    void append(const ValidationPoint& point);
    void append(const CheckpointMark& mark);

    const std::vector<ValidationPoint>& validations() const { return m_validations; }
    const std::vector<CheckpointMark>& checkpoints() const { return m_checkpoints; }
    std::vector<std::string> metrics(Measure measure) const; ///< names, of a pane of metrics, as they came up
    const ValidationPoint* best() const;                     ///< the validation with the lowest loss; null without any

private:
    std::vector<ValidationPoint> m_validations;
    std::vector<CheckpointMark> m_checkpoints;
};

} // namespace studio
