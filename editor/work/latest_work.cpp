// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/work/latest_work.h"

#include <utility>

namespace editor {

LatestWork::LatestWork(QObject* parent) : QObject(parent)
{
    m_thread.setMaxThreadCount(1);
}

LatestWork::~LatestWork()
{
    stop();
    m_thread.waitForDone();
}

void LatestWork::start(Work work)
{
    stop();
    m_stop = std::stop_source();
    m_busy = true;
    m_thread.start([this, work = std::move(work), stop = m_stop.get_token()] {
        if (stop.stop_requested()) {
            return;
        }
        const Deliver deliver = work(engine::until(stop));
        const auto end = [this, deliver, stop] {
            if (!stop.stop_requested()) {
                m_busy = false;
                deliver();
            }
        };
        QMetaObject::invokeMethod(this, end, Qt::QueuedConnection);
    });
}

void LatestWork::stop()
{
    m_stop.request_stop();
    m_busy = false;
}

} // namespace editor
