// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/download.h"

#include "editor/document/sentence_words.h"

#include <exception>

namespace studio {

Download::Download(QObject* parent) : QObject(parent) {}

Download::~Download()
{
    m_cancelled = true;
}

void Download::start(const Fetch& fetch)
{
    if (m_running) {
        return;
    }
    m_running = true;
    m_cancelled = false;
    m_thread = std::jthread([this, fetch] { run(fetch); });
}

void Download::cancel()
{
    m_cancelled = true;
}

void Download::run(const Fetch& fetch)
{
    const auto progress = [this](std::int64_t there, std::int64_t all) {
        QMetaObject::invokeMethod(
            this, [this, there, all] { emit progressed(there, all); }, Qt::QueuedConnection);
        return !m_cancelled;
    };
    QString place, problem;
    try {
        place = QString::fromStdString(fetch(progress).string());
    } catch (const std::exception& error) {
        problem = editor::inWords(error);
    }
    const auto end = [this, place, problem] {
        m_running = false;
        if (problem.isEmpty()) {
            emit arrived(place);
        } else {
            emit failed(problem);
        }
    };
    QMetaObject::invokeMethod(this, end, Qt::QueuedConnection);
}

} // namespace studio

#include "moc_download.cpp"
