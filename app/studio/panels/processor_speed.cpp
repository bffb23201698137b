// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/processor_speed.h"

#include "app/studio/session/will_it_fit.h"

namespace studio {

void ProcessorSpeed::measure(int threads)
{
    if (threads == m_threads) {
        return;
    }
    m_threads = threads;
    m_perSecond.reset();
    m_measuring.start([this, threads](const engine::GoOn&) -> editor::LatestWork::Deliver {
        return [this, speed = productSpeed(threads)] {
            if (speed > 0) {
                m_perSecond = speed;
                emit measured();
            }
        };
    });
}

} // namespace studio

#include "moc_processor_speed.cpp"
