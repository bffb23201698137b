// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/go_on.h"

#include <functional>
#include <memory>
#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <stop_token>

namespace editor {

/// Work on a thread of its own, of which only the newest counts: start() asks older work to end, and what that makes is
/// thrown away. Lives on the GUI thread, which never waits for the work but in the destructor.
class LatestWork : public QObject {
public:
    using Deliver = std::function<void()>; ///< what is done with a result, on the GUI thread

    /// What the work sees of the screen.
    struct Screen {
        engine::GoOn goOn; ///< false: the work counts no more

        /// Delivers while the work goes on, in order. Never waits: the screen looks 30 times a second for what it was
        /// told, and does all of it.
        std::function<void(Deliver)> tell;
        std::function<bool()> isReady; ///< it has taken all: what changes too often is told when this is true

        operator const engine::GoOn&() const { return goOn; } // for work that tells nothing before its end
    };
    using Work = std::function<Deliver(const Screen&)>; ///< on the other thread; throws nothing

    explicit LatestWork(QObject* parent = nullptr);
    ~LatestWork() override; ///< stops and waits

    void start(Work work);
    void stop();                           ///< nothing is delivered any more
    void stopAndWait();                    ///< for work that takes milliseconds
    bool isBusy() const { return m_busy; } ///< until the newest work is about to be delivered

private:
    struct Told;
    void deliverTold();

    std::stop_source m_stop; ///< of the newest work
    bool m_busy = false;
    std::shared_ptr<Told> m_told; ///< by the newest work, which shares it; null: stopped
    QTimer m_looks;
    QThreadPool m_thread; // one thread; last, so that it ends before what it uses goes
};

} // namespace editor
