// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/go_on.h"

#include <functional>
#include <QObject>
#include <QThreadPool>
#include <stop_token>

namespace editor {

/// Work on a thread of its own, of which only the newest counts: start() asks older work to end, and what that makes is
/// thrown away. Lives on the GUI thread, which never waits for the work but in the destructor.
class LatestWork : public QObject {
public:
    using Deliver = std::function<void()>;                    ///< what is done with the result, on the GUI thread
    using Work = std::function<Deliver(const engine::GoOn&)>; ///< on the other thread; throws nothing

    explicit LatestWork(QObject* parent = nullptr);
    ~LatestWork() override; ///< stops and waits

    void start(Work work);
    void stop();                           ///< nothing is delivered any more
    bool isBusy() const { return m_busy; } ///< until the newest work is about to be delivered

private:
    std::stop_source m_stop; ///< of the newest work
    bool m_busy = false;
    QThreadPool m_thread; // one thread; last, so that it ends before what it uses goes
};

} // namespace editor
