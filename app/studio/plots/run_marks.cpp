// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_marks.h"

#include <algorithm>
#include <cmath>

namespace studio {

void RunMarks::append(const ValidationPoint& point)
{
    std::erase_if(m_validations, [&](const ValidationPoint& old) { return old.iteration >= point.iteration; });
    m_validations.push_back(point);
}

void RunMarks::append(const CheckpointMark& mark)
{
    // A file that is written again no longer holds what an earlier mark says.
    std::erase_if(m_checkpoints,
                  [&](const CheckpointMark& old) { return old.iteration > mark.iteration || old.file == mark.file; });
    m_checkpoints.push_back(mark);
}

std::vector<std::string> RunMarks::metrics(Measure measure) const
{
    std::vector<std::string> names;
    for (const ValidationPoint& point : m_validations) {
        for (const engine::Metric& metric : point.metrics) {
            if (draws(measure, metric.name) && std::find(names.begin(), names.end(), metric.name) == names.end()) {
                names.push_back(metric.name);
            }
        }
    }
    return names;
}

const ValidationPoint* RunMarks::best() const
{
    const ValidationPoint* lowest = nullptr;
    for (const ValidationPoint& point : m_validations) {
        if (std::isfinite(point.loss) && (lowest == nullptr || point.loss < lowest->loss)) {
            lowest = &point;
        }
    }
    return lowest;
}

} // namespace studio
