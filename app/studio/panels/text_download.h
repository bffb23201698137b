// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/download.h"

#include <atomic>
#include <QObject>
#include <thread>

namespace studio {

/// Fetches a well-known text on a thread of its own. Lives on the GUI thread, as do its signals; one at a time.
class TextDownload : public QObject {
    Q_OBJECT

public:
    explicit TextDownload(QObject* parent = nullptr);
    ~TextDownload() override; ///< cancels and waits

    void start(const engine::DownloadRequest& request); ///< nothing happens while one is under way
    void cancel();                                      ///< failed() follows; what is there is kept for the next time
    bool isRunning() const { return m_running; }

signals:
    void progressed(qint64 there, qint64 all); ///< bytes
    void arrived(const QString& file);
    void failed(const QString& sentence);

private:
    void run(const engine::DownloadRequest& request);

    bool m_running = false;
    std::atomic<bool> m_cancelled = false;
    std::jthread m_thread; // last, so that it joins before what it uses goes
};

} // namespace studio
