// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/generation_session.h"

#include "app/studio/session/training_session.h"
#include "editor/document/sentence_words.h"

#include <algorithm>
#include <QCoreApplication>
#include <QPointer>
#include <utility>

namespace studio {

namespace {

constexpr int writingPollPause = 33; ///< milliseconds: the screen's pace

} // namespace

GenerationSession::GenerationSession(TrainingSession* training, QObject* parent) : QObject(parent), m_training(training)
{
    m_poll.setInterval(writingPollPause);
    m_poll.setTimerType(Qt::PreciseTimer);
    connect(&m_poll, &QTimer::timeout, this, &GenerationSession::poll);
}

GenerationSession::~GenerationSession() = default;

bool GenerationSession::start(const GenerationRequest& request)
{
    return ask({request, {}});
}

bool GenerationSession::findPlace(const GenerationRequest& request)
{
    return ask({request, {.kind = Kind::FindPlace}});
}

bool GenerationSession::surprise(const GenerationRequest& request, const std::string& read)
{
    return ask({request, {.kind = Kind::Read, .read = read}});
}

bool GenerationSession::ask(const Wish& wish)
{
    const Kind kind = wish.task.kind;
    if (m_busy && (m_now.task.kind == Kind::Write || waits(Kind::Write))) {
        return false;
    }
    std::erase_if(m_waiting, [&](const Wish& one) { return kind == Kind::Write || one.task.kind == kind; });
    if (!m_busy) {
        begin(wish);
        return true;
    }
    if (!m_stopped && readsTheSame(wish, m_now)) {
        return true;
    }
    if (!m_stopped && kind == Kind::FindPlace && m_now.task.kind == Kind::Read) {
        m_waiting.push_back(m_now);
    }
    m_waiting.insert(kind == Kind::Read ? m_waiting.end() : m_waiting.begin(), wish);
    const bool waitsItsTurn = !m_stopped && kind == Kind::Read && m_now.task.kind == Kind::FindPlace;
    if (!waitsItsTurn) {
        m_givesWay = m_stopped = true;
        m_thread.stop();
    }
    return true;
}

bool GenerationSession::waits(Kind kind) const
{
    return std::ranges::any_of(m_waiting, [&](const Wish& wish) { return wish.task.kind == kind; });
}

bool GenerationSession::readsTheSame(const Wish& one, const Wish& other)
{
    const GenerationRequest &a = one.request, &b = other.request;
    return one.task.kind == Kind::Read && other.task.kind == Kind::Read && one.task.read == other.task.read &&
           a.source == b.source && a.state == b.state && a.sampling.prompt == b.sampling.prompt &&
           a.sampling.held == b.sampling.held && a.by.has_value() == b.by.has_value() &&
           (!a.by || isOfOneNet(*a.by, *b.by));
}

void GenerationSession::begin(const Wish& wish)
{
    const GenerationRequest& request = wish.request;
    m_now = wish;
    m_busy = true;
    m_stopped = m_givesWay = false;
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
    const bool isKept = request.by && m_snapshotBy && isOfOneNet(*request.by, *m_snapshotBy);
    if (!request.source.file.empty()) {
        m_thread.begin({.request = request, .snapshot = {}, .task = wish.task});
        m_poll.start();
    } else if (isKept) { // the net in training may have gone on since it wrote the text
        m_thread.begin({.request = request, .snapshot = m_snapshot, .task = wish.task});
        m_poll.start();
    } else if (m_training != nullptr) {
        // A training may outlast this.
        m_training->snapshot([self = QPointer(this)](std::shared_ptr<const NetSnapshot> net) {
            if (self) {
                self->hand(net);
            }
        });
    } else {
        QMetaObject::invokeMethod(
            this, [this] { hand({}); }, Qt::QueuedConnection);
    }
}

void GenerationSession::hand(const std::shared_ptr<const NetSnapshot>& snapshot)
{
    if (m_givesWay) {
        beginNext();
    } else if (m_stopped) {
        m_busy = false;
        emit finished(WritingEnd::Stopped, 0);
    } else if (!snapshot) {
        m_busy = false;
        emit failed(tr("There is no net in training yet. Train one, or choose a checkpoint."), m_now.task.kind);
        beginNext();
    } else {
        m_snapshot = snapshot;
        m_snapshotBy.reset();
        m_thread.begin({.request = m_now.request, .snapshot = snapshot, .task = m_now.task});
        m_poll.start();
    }
}

/// What waited for the one before to end. Who heard of that may have begun something.
void GenerationSession::beginNext()
{
    if (m_givesWay) {
        m_busy = false;
    }
    if (!m_busy && !m_waiting.empty()) {
        const Wish next = m_waiting.front();
        m_waiting.erase(m_waiting.begin());
        begin(next);
    }
}

void GenerationSession::stop()
{
    std::erase_if(m_waiting, [](const Wish& wish) { return wish.task.kind != Kind::Write; });
    for (Wish& wish : m_waiting) {
        wish.request.sampling.length = 0; // it ends as soon as it begins
    }
    m_givesWay = m_givesWay && !m_waiting.empty();
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
    if (reports.loaded) {
        noteLoaded(*reports.loaded);
    }
    if (m_givesWay) {
        if (over) {
            m_poll.stop();
            beginNext();
        }
        return;
    }
    if (reports.loaded) {
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
        emit failed(editor::inWords(*reports.failure), m_now.task.kind);
    } else if (reports.surprise) {
        emit surprised(*reports.surprise);
    } else if (reports.place) {
        emit placeFound(*reports.place);
    } else {
        emit finished(*reports.end, reports.charsPerSecond);
    }
    beginNext();
}

void GenerationSession::noteLoaded(const LoadedNetFacts& facts)
{
    m_text.iteration = facts.iteration;
    m_text.net = facts.digest;
    if (m_now.request.source.file.empty()) {
        m_snapshotBy = textBy(facts.iteration, facts.digest);
    }
}

} // namespace studio

#include "moc_generation_session.cpp"
