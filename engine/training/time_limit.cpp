// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/time_limit.h"

#include <algorithm>

namespace engine {

bool TimeLimit::mayStep(double now) const
{
    constexpr double shareOfValidation = 0.2, shareOfSave = 0.5;
    const double validation = m_validation <= shareOfValidation * m_seconds ? m_validation : 0;
    const double save = std::min(m_save, shareOfSave * m_seconds); // else a short run would do nothing but save
    return now + validation + save + std::max(0.0, m_step - moment) < m_seconds;
}

} // namespace engine
