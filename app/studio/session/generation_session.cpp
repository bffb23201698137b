// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/generation_session.h"

#include "app/studio/session/training_session.h"

#include <QCoreApplication>
#include <QPointer>

namespace studio {

namespace {

constexpr int pollPause = 33; ///< milliseconds: the screen's pace

} // namespace

GenerationSession::GenerationSession(TrainingSession* training, QObject* parent) : QObject(parent), m_training(training)
{
    m_poll.setInterval(pollPause);
    m_poll.setTimerType(Qt::PreciseTimer);
    connect(&m_poll, &QTimer::timeout, this, &GenerationSession::poll);
}

GenerationSession::~GenerationSession() = default;

bool GenerationSession::start(const GenerationRequest& request)
{
    return begin(request, std::nullopt);
}

bool GenerationSession::surprise(const GenerationRequest& request, const std::string& read)
{
    return begin(request, read);
}

bool GenerationSession::begin(const GenerationRequest& request, const std::optional<std::string>& read)
{
    if (m_busy) {
        return false;
    }
    m_busy = true;
    m_stopped = false;
    m_text = {};
    m_text.checkpoint = request.source.file.string();
    m_text.prompt = request.sampling.prompt;
    m_text.temperature = request.sampling.temperature;
    m_text.topP = request.sampling.topP;
    m_text.topK = request.sampling.topK;
    m_text.length = request.sampling.length;
    m_text.seed = request.sampling.seed;
    if (!request.source.file.empty()) {
        m_thread.begin({.request = request, .snapshot = {}, .read = read});
        m_poll.start();
    } else if (m_training != nullptr) {
        // A training may outlast this.
        m_training->snapshot([self = QPointer(this), request, read](std::shared_ptr<const NetSnapshot> net) {
            if (self) {
                self->hand(request, read, net);
            }
        });
    } else {
        QMetaObject::invokeMethod(
            this, [this, request, read] { hand(request, read, {}); }, Qt::QueuedConnection);
    }
    return true;
}

void GenerationSession::hand(const GenerationRequest& request, const std::optional<std::string>& read,
                             const std::shared_ptr<const NetSnapshot>& snapshot)
{
    if (m_stopped) {
        m_busy = false;
        emit finished(WritingEnd::Stopped, 0);
    } else if (!snapshot) {
        m_busy = false;
        emit failed(tr("There is no net in training yet. Train one, or choose a checkpoint."));
    } else {
        m_thread.begin({.request = request, .snapshot = snapshot, .read = read});
        m_poll.start();
    }
}

void GenerationSession::stop()
{
    m_stopped = true;
    m_thread.stop();
}

void GenerationSession::poll()
{
    deliver(m_thread.take());
}

void GenerationSession::deliver(const WritingReports& reports)
{
    if (reports.loaded) {
        m_text.iteration = *reports.loaded;
        emit started(m_text);
    }
    if (!reports.unknown.empty()) {
        QStringList names;
        for (const std::string& name : reports.unknown) {
            names.append(QString::fromStdString(name));
        }
        emit unknownCharacters(names);
    }
    if (!reports.written.bits.empty()) {
        m_text.text += reports.written.text;
        m_text.bits.insert(m_text.bits.end(), reports.written.bits.begin(), reports.written.bits.end());
        emit written(reports.written);
    }
    if (!reports.end && !reports.surprise && !reports.failure) {
        return;
    }
    m_poll.stop();
    m_busy = false;
    if (reports.failure) {
        emit failed(QCoreApplication::translate("Session", reports.failure->c_str()));
    } else if (reports.surprise) {
        emit surprised(*reports.surprise);
    } else {
        emit finished(*reports.end, reports.charsPerSecond);
    }
}

} // namespace studio
