// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/time_limit.h"

#include <algorithm>

namespace engine {

bool TimeLimit::mayStep(double now) const
{
    constexpr double shareOfValidation = 0.2;
    const double validation = m_validation <= shareOfValidation * m_seconds ? m_validation : 0;
    return now + validation + save() + std::max(0.0, m_step - moment) < m_seconds;
}

} // namespace engine
