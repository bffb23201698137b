// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/work/latest_work.h"

#include <deque>
#include <mutex>
#include <QPointer>
#include <utility>

namespace editor {

/// What a work has told, until the screen takes it.
struct LatestWork::Told {
    void add(Deliver deliver)
    {
        const std::scoped_lock lock(mutex);
        waiting.push_back(std::move(deliver));
    }
    /// The oldest; nothing: all was taken.
    Deliver take()
    {
        const std::scoped_lock lock(mutex);
        if (waiting.empty()) {
            return {};
        }
        Deliver oldest = std::move(waiting.front());
        waiting.pop_front();
        return oldest;
    }
    bool isEmpty()
    {
        const std::scoped_lock lock(mutex);
        return waiting.empty();
    }

    std::mutex mutex;
    std::deque<Deliver> waiting; // guarded by mutex
};

LatestWork::LatestWork(QObject* parent) : QObject(parent)
{
    m_thread.setMaxThreadCount(1);
    m_looks.setInterval(33); // milliseconds: the screen's pace
    m_looks.setTimerType(Qt::PreciseTimer);
    m_looks.callOnTimeout(this, &LatestWork::deliverTold);
}

LatestWork::~LatestWork()
{
    stopAndWait();
}

void LatestWork::stopAndWait()
{
    stop();
    m_thread.waitForDone();
}

void LatestWork::start(Work work)
{
    stop();
    m_stop = std::stop_source();
    m_busy = true;
    m_told = std::make_shared<Told>();
    m_looks.start();
    m_thread.start([this, work = std::move(work), stop = m_stop.get_token(), told = m_told] {
        if (stop.stop_requested()) {
            return;
        }
        const Deliver deliver = work({.goOn = engine::until(stop),
                                      .tell = [&told](Deliver one) { told->add(std::move(one)); },
                                      .isReady = [&told] { return told->isEmpty(); }});
        told->add([this, deliver] {
            m_busy = false;
            m_looks.stop();
            deliver();
        });
        const auto end = [this, told] { // that it is over is told at once
            if (told == m_told) {
                deliverTold();
            }
        };
        QMetaObject::invokeMethod(this, end, Qt::QueuedConnection);
    });
}

void LatestWork::stop()
{
    m_stop.request_stop();
    m_busy = false;
    m_told.reset();
    m_looks.stop();
}

void LatestWork::deliverTold()
{
    // One by one: what is delivered may stop the work, delete this, or open a dialog in which others are delivered.
    const QPointer<LatestWork> here = this;
    const std::shared_ptr<Told> told = m_told;
    while (here && told && told == m_told) {
        const Deliver deliver = told->take();
        if (!deliver) {
            return;
        }
        deliver();
    }
}

} // namespace editor
