// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/generation_session.h"

#include "app/studio/session/training_session.h"
#include "editor/document/sentence_words.h"

#include <QCoreApplication>
#include <QPointer>
#include <utility>

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
    return begin(request, {});
}

bool GenerationSession::findPlace(const GenerationRequest& request)
{
    return begin(request, {.kind = WritingTask::Kind::FindPlace});
}

bool GenerationSession::surprise(const GenerationRequest& request, const std::string& read)
{
    return !m_busy && begin(request, {.kind = WritingTask::Kind::Read, .read = read});
}

bool GenerationSession::begin(const GenerationRequest& request, const WritingTask& task)
{
    const bool isWaitingToWrite = m_next && m_next->task.kind == WritingTask::Kind::Write;
    if (m_busy && m_reads && !isWaitingToWrite) { // what is only read gives way
        m_next = {request, task};
        m_stopped = true;
        m_thread.stop();
        return true;
    }
    if (m_busy) {
        return false;
    }
    m_busy = true;
    m_reads = task.kind != WritingTask::Kind::Write;
    m_stopped = false;
    m_text = {};
    m_text.checkpoint = request.source.file.string();
    m_text.prompt = request.sampling.prompt;
    m_text.temperature = request.sampling.temperature;
    m_text.topP = request.sampling.topP;
    m_text.topK = request.sampling.topK;
    m_text.length = request.sampling.length;
    m_text.seed = request.sampling.seed;
    m_text.state = request.state.string();
    m_text.held = request.sampling.held;
    m_text.drawn = request.sampling.drawn;
    if (!request.source.file.empty()) {
        m_thread.begin({.request = request, .snapshot = {}, .task = task});
        m_poll.start();
    } else if (m_training != nullptr) {
        // A training may outlast this.
        m_training->snapshot([self = QPointer(this), request, task](std::shared_ptr<const NetSnapshot> net) {
            if (self) {
                self->hand(request, task, net);
            }
        });
    } else {
        QMetaObject::invokeMethod(
            this, [this, request, task] { hand(request, task, {}); }, Qt::QueuedConnection);
    }
    return true;
}

void GenerationSession::hand(const GenerationRequest& request, const WritingTask& task,
                             const std::shared_ptr<const NetSnapshot>& snapshot)
{
    if (m_stopped && startNext()) {
        return;
    }
    if (m_stopped) {
        m_busy = false;
        emit finished(WritingEnd::Stopped, 0);
    } else if (!snapshot) {
        m_busy = false;
        emit failed(tr("There is no net in training yet. Train one, or choose a checkpoint."));
    } else {
        m_thread.begin({.request = request, .snapshot = snapshot, .task = task});
        m_poll.start();
    }
}

/// What waited for a reading to stop.
bool GenerationSession::startNext()
{
    if (!m_next) {
        return false;
    }
    m_busy = false;
    const Next next = *std::exchange(m_next, std::nullopt);
    return begin(next.request, next.task);
}

void GenerationSession::stop()
{
    if (m_next) {
        m_next->request.sampling.length = 0; // it ends as soon as it begins
    }
    m_stopped = true;
    m_thread.stop();
}

void GenerationSession::poll()
{
    deliver(m_thread.take());
}

void GenerationSession::deliver(const WritingReports& reports)
{
    const bool over = reports.end || reports.surprise || reports.place || reports.failure;
    if (m_next) { // all that comes is of a reading that nobody waits for any more
        if (over) {
            m_poll.stop();
            startNext();
        }
        return;
    }
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
    if (!over) {
        return;
    }
    m_poll.stop();
    m_busy = false;
    if (reports.failure) {
        emit failed(editor::inWords(*reports.failure));
    } else if (reports.surprise) {
        emit surprised(*reports.surprise);
    } else if (reports.place) {
        emit placeFound(*reports.place);
    } else {
        emit finished(*reports.end, reports.charsPerSecond);
    }
}

} // namespace studio
