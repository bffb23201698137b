// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_marks.h"

#include <algorithm>
#include <cmath>

namespace studio {

void RunMarks::append(const engine::ValidationEvent& point)
{
    std::erase_if(m_validations, [&](const engine::ValidationEvent& old) { return old.iteration >= point.iteration; });
    m_validations.push_back(point);
}

void RunMarks::append(const engine::CheckpointEvent& mark)
{
    // A file that is written again no longer holds what an earlier mark says.
    std::erase_if(m_checkpoints, [&](const engine::CheckpointEvent& old) {
        return old.iteration > mark.iteration || old.file == mark.file;
    });
    m_checkpoints.push_back(mark);
}

std::vector<std::string> RunMarks::metrics(Measure measure) const
{
    std::vector<std::string> names;
    for (const engine::ValidationEvent& point : m_validations) {
        for (const engine::Metric& metric : point.metrics) {
            if (draws(measure, metric.name) && std::find(names.begin(), names.end(), metric.name) == names.end()) {
                names.push_back(metric.name);
            }
        }
    }
    return names;
}

const engine::ValidationEvent* RunMarks::best() const
{
    const engine::ValidationEvent* lowest = nullptr;
    for (const engine::ValidationEvent& point : m_validations) {
        if (std::isfinite(point.loss) && (lowest == nullptr || point.loss < lowest->loss)) {
            lowest = &point;
        }
    }
    return lowest;
}

} // namespace studio
