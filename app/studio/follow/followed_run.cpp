// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/followed_run.h"

#include "app/watch/event_lines.h"
#include "app/watch/log_reader.h"
#include "editor/document/sentence_words.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"

#include <chrono>
#include <utility>

namespace studio {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds betweenLooks = 300ms;
constexpr std::chrono::seconds patience = 10s;
constexpr int looksBetweenSigns = 10; ///< of the process's life
constexpr std::uint64_t maxDescription = std::uint64_t{1} << 26;

/// Nothing where the folder has none that can be read.
std::optional<engine::RunDescription> descriptionIn(const watch::RunFolder& folder)
{
    try {
        const std::vector<std::byte> bytes = engine::readFileBytes(folder.description(), maxDescription);
        return engine::runIn({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, folder.description());
    } catch (const engine::Error&) {
        return std::nullopt;
    }
}

/// Nothing where there is none that can be read.
std::optional<engine::Curve> curveIn(const watch::RunFolder& folder)
{
    try {
        return engine::loadStructure(folder.checkpoint()).curve;
    } catch (const engine::Error&) {
        return std::nullopt;
    }
}

} // namespace

/// What one look has found.
struct FollowedRun::News {
    bool isAnew = false; ///< forget what came before; `events` are the first ones
    std::vector<engine::Event> events = {};
    std::optional<engine::RunDescription> description = {}; ///< with the first of them
    std::optional<engine::Curve> curve = {}; ///< of its checkpoint, where it has ended: the log may leave points out
    bool isMore = false;                     ///< there is more to read now
    bool isGone = false;
    std::optional<engine::Sentence> problem =
        {}; ///< that keeps the folder from being read; empty: nothing does any more
};

class FollowedRun::Reader {
public:
    explicit Reader(watch::RunFolder folder) : m_folder(std::move(folder)), m_log(m_folder.log()) {}

    News look()
    {
        News news;
        engine::Sentence problem;
        try {
            const bool isGone = m_looks++ % looksBetweenSigns == 0 && watch::lifeIn(m_folder) == watch::Life::Gone;
            const watch::LogReader::Lines lines = m_log.next(); // after that: what it wrote last comes first
            news.isAnew = lines.isAnew;
            news.isMore = lines.isMore;
            news.isGone = isGone && !lines.isMore;
            bool isOver = false;
            for (const std::string& text : lines.lines) {
                if (std::optional<engine::Event> event = watch::eventIn(watch::lineIn(text))) {
                    isOver = std::holds_alternative<engine::EndEvent>(*event) ||
                             (isOver && !std::holds_alternative<engine::StartEvent>(*event));
                    news.events.push_back(std::move(*event));
                }
            }
            if (isOver) {
                news.curve = curveIn(m_folder);
            }
            m_isDescribed = m_isDescribed && !lines.isAnew;
            if (!news.events.empty() && !std::exchange(m_isDescribed, true)) {
                news.description = descriptionIn(m_folder);
            }
        } catch (const engine::Error& error) {
            problem = error.sentence();
        }
        if (problem != m_problem) {
            news.problem = m_problem = problem;
        }
        return news;
    }

private:
    watch::RunFolder m_folder;
    watch::LogReader m_log;
    int m_looks = 0;
    bool m_isDescribed = false; ///< or was looked at for that
    engine::Sentence m_problem; ///< that was told; empty: none
};

FollowedRun::FollowedRun(const std::filesystem::path& folder, int id, QObject* parent)
    : QObject(parent), m_folder(folder), m_reader(std::make_shared<Reader>(m_folder))
{
    m_record.id = id;
    m_record.name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    connect(&m_looks, &QTimer::timeout, this, &FollowedRun::look);
    m_looks.start(betweenLooks);
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &FollowedRun::takeBack);
    look();
}

FollowedRun::~FollowedRun() = default;

void FollowedRun::look()
{
    if (m_reading.isBusy()) {
        return;
    }
    m_reading.start([this, reader = m_reader](const engine::GoOn&) -> editor::LatestWork::Deliver {
        return [this, news = reader->look()] {
            deliver(news);
            if (news.isMore) {
                look();
            }
        };
    });
}

void FollowedRun::ask(watch::Request request)
{
    const bool isPaused = m_state == State::Paused, trains = m_state == State::Training;
    const bool canFollow = request == watch::Request::GoOn    ? isPaused
                           : request == watch::Request::Pause ? trains
                                                              : isPaused || trains;
    if (m_asked || !canFollow) {
        return;
    }
    m_asked = request;
    m_problem.clear();
    m_patience.start(patience);
    m_asking.start([this, folder = m_folder, request](const engine::GoOn&) -> editor::LatestWork::Deliver {
        engine::Sentence refusal;
        try {
            watch::ask(folder, request);
        } catch (const engine::Error& error) {
            refusal = error.sentence();
        }
        return [this, refusal] { refuse(refusal); };
    });
    emit changed();
}

/// What nobody has taken in time: a later run is not to find it.
void FollowedRun::takeBack()
{
    m_asking.start([this, folder = m_folder](const engine::GoOn&) -> editor::LatestWork::Deliver {
        engine::Sentence refusal;
        try {
            if (watch::takeRequest(folder)) {
                const std::optional<watch::RunWriter> writer = watch::writerOf(folder);
                refusal = engine::say(ENGINE_TEXT("Sentences", "nobody answered for %1 seconds, and the request was "
                                                               "taken back: %2"),
                                      patience.count(), writer ? watch::whoWrites(*writer) : engine::Sentence());
            }
        } catch (const engine::Error& error) {
            refusal = error.sentence();
        }
        return [this, refusal] { refuse(refusal); };
    });
}

void FollowedRun::refuse(const engine::Sentence& refusal)
{
    if (!refusal.empty()) {
        m_patience.stop();
        m_asked.reset();
        m_problem = editor::inWords(refusal);
        emit changed();
    }
}

void FollowedRun::deliver(const News& news)
{
    bool hasChanged = news.isAnew || news.problem, hasGrown = false;
    if (news.isAnew) {
        RunRecord empty;
        empty.id = m_record.id;
        empty.name = m_record.name;
        m_record = std::move(empty);
        setState(State::Reading);
    }
    if (news.description) {
        m_record.run = *news.description;
    }
    for (const engine::Event& event : news.events) {
        take(event);
        const bool isOfCurve = std::holds_alternative<engine::TrainEvent>(event);
        hasGrown = hasGrown || isOfCurve;
        hasChanged = hasChanged || (!isOfCurve && !std::holds_alternative<engine::MetersEvent>(event));
    }
    if (const engine::Curve& known = m_record.curve;
        news.curve && news.curve->size() > known.size() &&
        (known.empty() || news.curve->back().iteration >= known.back().iteration)) {
        m_record.curve = *news.curve;
    }
    if (news.isGone && m_state != State::Ended) {
        hasChanged = hasChanged || m_state != State::Gone;
        setState(State::Gone);
    }
    if (news.problem) {
        m_problem = editor::inWords(*news.problem);
    }
    if (hasChanged) {
        emit changed();
    } else if (hasGrown) {
        emit grew();
    }
}

void FollowedRun::setState(State state)
{
    if (state != m_state) {
        m_state = state;
        m_asked.reset();
        m_problem.clear(); // as that it did not answer
    }
}

void FollowedRun::take(engine::Event event)
{
    if (auto* const saved = std::get_if<engine::CheckpointEvent>(&event)) { // as its folder is seen from here
        saved->file = (m_folder.path() / std::filesystem::path(saved->file).filename()).string();
    } else if (auto* const start = std::get_if<engine::StartEvent>(&event);
               start && !m_record.run.model.layers.empty()) {
        start->model = engine::writeModel(m_record.run.model); // which its line does not have
        start->solver = engine::writeSolver(m_record.run.solver);
    }
    m_record.take(event);
    if (std::holds_alternative<engine::StartEvent>(event)) {
        setState(State::Training);
    } else if (const auto* const pause = std::get_if<engine::PauseEvent>(&event)) {
        setState(pause->paused ? State::Paused : State::Training);
    } else if (std::holds_alternative<engine::EndEvent>(event)) {
        setState(State::Ended);
    }
}

} // namespace studio

#include "moc_followed_run.cpp"
