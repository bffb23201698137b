// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/training_reports.h"

#include <mutex>
#include <utility>

namespace studio {

/// Carries reports from the training thread to the screen. put() never waits for the screen, and a screen that is late
/// finds all that has happened meanwhile.
class ReportMailbox {
public:
    /// Adds to what waits: `write(TrainingReports&)` is called at once and must be short.
    template <typename Write>
    void put(Write write)
    {
        const std::scoped_lock lock(m_mutex);
        write(m_reports);
    }

    /// All that waits.
    TrainingReports take()
    {
        TrainingReports empty;
        const std::scoped_lock lock(m_mutex);
        std::swap(m_reports, empty);
        return empty;
    }

private:
    std::mutex m_mutex;
    TrainingReports m_reports; // guarded by m_mutex
};

} // namespace studio
