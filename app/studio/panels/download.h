// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/download.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <QObject>
#include <thread>

namespace studio {

/// Fetches well-known data on a thread of its own. Lives on the GUI thread, as do its signals; one at a time.
class Download : public QObject {
    Q_OBJECT

public:
    /// Fetches and returns the file or folder; throws engine::Error.
    using Fetch = std::function<std::filesystem::path(const engine::DownloadProgress& progress)>;

    explicit Download(QObject* parent = nullptr);
    ~Download() override; ///< cancels and waits

    void start(const Fetch& fetch); ///< nothing happens while one is under way
    void cancel();                  ///< failed() follows; what is there is kept for the next time
    bool isRunning() const { return m_running; }

signals:
    void progressed(qint64 there, qint64 all); ///< bytes
    void arrived(const QString& fileOrFolder);
    void failed(const QString& sentence);

private:
    void run(const Fetch& fetch);

    bool m_running = false;
    std::atomic<bool> m_cancelled = false;
    std::jthread m_thread; // last, so that it joins before what it uses goes
};

} // namespace studio
