// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/generation_session.h"

#include "app/studio/session/training_session.h"
#include "editor/document/sentence_words.h"

#include <QCoreApplication>
#include <QPointer>
#include <utility>

namespace studio {
namespace {

bool readsTheSame(const WritingJob& one, const WritingJob& other)
{
    const GenerationRequest &a = one.request, &b = other.request;
    return one.task.read == other.task.read && a.source == b.source && a.state == b.state &&
           a.sampling.prompt == b.sampling.prompt && a.sampling.held == b.sampling.held &&
           a.by.has_value() == b.by.has_value() && (!a.by || isOfOneNet(*a.by, *b.by));
}

} // namespace

GenerationSession::GenerationSession(TrainingSession* training, QObject* parent)
    : QObject(parent), m_training(training), m_writer(std::make_shared<TextWriter>())
{}

GenerationSession::~GenerationSession() = default;

bool GenerationSession::start(const GenerationRequest& request)
{
    return ask({.request = request});
}

bool GenerationSession::findPlace(const GenerationRequest& request)
{
    return ask({.request = request, .task = {.kind = Kind::FindPlace}});
}

bool GenerationSession::surprise(const GenerationRequest& request, const std::string& read)
{
    return ask({.request = request, .task = {.kind = Kind::Read, .read = read}});
}

bool GenerationSession::ask(const WritingJob& job)
{
    const Kind kind = job.task.kind, now = m_now.task.kind;
    if (m_busy && now == Kind::Write) {
        return false;
    }
    const bool counts = m_busy && !m_stop.stop_requested();
    if (kind == Kind::Read && counts && now == Kind::FindPlace) {
        m_later = job;
        return true;
    }
    if (kind == Kind::Read && counts && readsTheSame(job, m_now)) {
        return true;
    }
    if (kind == Kind::Write) {
        m_later.reset();
    } else if (kind == Kind::FindPlace && counts && now == Kind::Read) {
        m_later = m_now;
    }
    begin(job);
    return true;
}

void GenerationSession::begin(const WritingJob& job)
{
    const GenerationRequest& request = job.request;
    m_work.stop();
    m_now = job;
    m_busy = true;
    m_stop = std::stop_source();
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
        work({});
    } else if (isKept) { // the net in training may have gone on since it wrote the text
        work(m_snapshot);
    } else {
        // A training may outlast this, and something else may be asked for meanwhile.
        const auto take = [self = QPointer(this), of = m_stop](const std::shared_ptr<const NetSnapshot>& net) {
            if (!self || self->m_stop != of) {
                return;
            }
            if (of.stop_requested()) {
                self->end({});
                return;
            }
            if (!net) {
                self->end(
                    {.failure =
                         tr("There is no net in training yet. Train one, or choose a checkpoint.").toStdString()});
                return;
            }
            self->m_snapshot = net;
            self->m_snapshotBy.reset();
            self->work(net);
        };
        if (m_training != nullptr) {
            m_training->snapshot(take);
        } else {
            QMetaObject::invokeMethod(
                this, [take] { take({}); }, Qt::QueuedConnection);
        }
    }
}

void GenerationSession::work(std::shared_ptr<const NetSnapshot> snapshot)
{
    m_now.snapshot = std::move(snapshot);
    m_work.start([this, job = m_now, writer = m_writer,
                  stop = m_stop.get_token()](const editor::LatestWork::Screen& screen) -> editor::LatestWork::Deliver {
        const auto goOn = [&] { return screen.goOn() && !stop.stop_requested(); };
        const auto tell = [&](WritingReport report) {
            screen.tell([this, report = std::move(report)] { take(report); });
        };
        const WritingReport last = writer->work(job, goOn, tell, screen.isReady);
        return [this, last] { end(last); };
    });
}

void GenerationSession::stop()
{
    m_later.reset();
    m_stop.request_stop();
}

void GenerationSession::take(const WritingReport& report)
{
    if (report.loaded) {
        m_text.iteration = report.loaded->iteration;
        m_text.net = report.loaded->digest;
        if (m_now.request.source.file.empty()) {
            m_snapshotBy = textBy(m_text.iteration, m_text.net);
        }
        emit started(m_text);
    }
    if (!report.unknown.empty()) {
        QStringList names;
        for (const std::string& name : report.unknown) {
            names.append(QString::fromStdString(name));
        }
        emit unknownCharacters(names);
    }
    if (!report.written.bits.empty()) {
        m_text.text += report.written.text;
        m_text.bits.insert(m_text.bits.end(), report.written.bits.begin(), report.written.bits.end());
        emit written(report.written);
    }
}

/// Who hears of it may begin something.
void GenerationSession::end(const WritingReport& report)
{
    take(report);
    m_busy = false;
    if (!report.failure.empty()) {
        emit failed(editor::inWords(report.failure), m_now.task.kind);
    } else if (report.surprise) {
        emit surprised(*report.surprise);
    } else if (report.place) {
        emit placeFound(*report.place);
    } else {
        emit finished(report.end, report.charsPerSecond);
    }
    if (!m_busy && m_later) {
        begin(*std::exchange(m_later, std::nullopt));
    }
}

} // namespace studio

#include "moc_generation_session.cpp"
