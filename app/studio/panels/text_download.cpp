// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/text_download.h"

#include <exception>

namespace studio {

TextDownload::TextDownload(QObject* parent) : QObject(parent) {}

TextDownload::~TextDownload()
{
    m_cancelled = true;
}

void TextDownload::start(const engine::DownloadRequest& request)
{
    if (m_running) {
        return;
    }
    m_running = true;
    m_cancelled = false;
    engine::DownloadRequest watched = request;
    watched.progress = [this](std::int64_t there, std::int64_t all) {
        QMetaObject::invokeMethod(
            this, [this, there, all] { emit progressed(there, all); }, Qt::QueuedConnection);
        return !m_cancelled;
    };
    m_thread = std::jthread([this, watched] { run(watched); });
}

void TextDownload::cancel()
{
    m_cancelled = true;
}

void TextDownload::run(const engine::DownloadRequest& request)
{
    QString file, problem;
    try {
        file = QString::fromStdString(engine::download(request).string());
    } catch (const std::exception& error) {
        problem = QString::fromStdString(error.what());
    }
    const auto end = [this, file, problem] {
        m_running = false;
        if (problem.isEmpty()) {
            emit arrived(file);
        } else {
            emit failed(problem);
        }
    };
    QMetaObject::invokeMethod(this, end, Qt::QueuedConnection);
}

} // namespace studio
