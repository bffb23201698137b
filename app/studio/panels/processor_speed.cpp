// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/processor_speed.h"

#include "app/studio/session/will_it_fit.h"

#include <QMetaObject>

namespace studio {

void ProcessorSpeed::measure(int threads)
{
    if (threads == m_threads) {
        return;
    }
    m_threads = threads;
    m_perSecond.reset();
    m_measuring = std::jthread([this, threads] {
        const double speed = productSpeed(threads);
        QMetaObject::invokeMethod(
            this,
            [this, speed, threads] {
                if (threads == m_threads && speed > 0) {
                    m_perSecond = speed;
                    emit measured();
                }
            },
            Qt::QueuedConnection);
    });
}

} // namespace studio

#include "moc_processor_speed.cpp"
