// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/followed_run.h"

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
constexpr int looksBetweenSigns = 10; ///< of the process's life
constexpr std::uint64_t maxDescription = std::uint64_t{1} << 26;

/// Nothing where the folder has none that can be read.
std::optional<engine::RunDescription> descriptionIn(const watch::RunFolder& folder)
{
    try {
        return engine::runIn(engine::readText(folder.description(), maxDescription), folder.description());
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
struct FollowedRun::News : watch::News {
    std::optional<engine::RunDescription> description = {}; ///< with the first of them
    std::optional<engine::Curve> curve = {}; ///< of its checkpoint, where it has ended: the log may leave points out
    bool isGone = false;
    std::optional<engine::Sentence> problem = {}; ///< where it is another; empty: none any more
};

FollowedRun::FollowedRun(const std::filesystem::path& folder, int id, QObject* parent)
    : QObject(parent), m_folder(folder), m_log(m_folder.log())
{
    m_record.id = id;
    m_record.name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    connect(&m_timer, &QTimer::timeout, this, &FollowedRun::look);
    m_timer.start(betweenLooks);
    look();
}

FollowedRun::State FollowedRun::state() const
{
    return m_record.end                     ? State::Ended
           : m_isGone                       ? State::Gone
           : m_record.start.iterations == 0 ? State::Reading
           : m_record.paused                ? State::Paused
                                            : State::Training;
}

void FollowedRun::look()
{
    if (m_reading.isBusy()) {
        return;
    }
    m_reading.start([this](const engine::GoOn&) -> editor::LatestWork::Deliver {
        return [this, news = read()] {
            deliver(news);
            if (news.isMore) {
                look();
            }
        };
    });
}

/// On the thread that reads.
FollowedRun::News FollowedRun::read()
{
    News news;
    engine::Sentence problem;
    try {
        const bool isGone = m_looks++ % looksBetweenSigns == 0 && watch::lifeIn(m_folder) == watch::Life::Gone;
        static_cast<watch::News&>(news) = watch::newsIn(m_log); // after that: what it wrote last comes first
        news.isGone = isGone && !news.isMore;
        bool isOver = false;
        for (const engine::Event& event : news.events) {
            isOver = std::holds_alternative<engine::EndEvent>(event) ||
                     (isOver && !std::holds_alternative<engine::StartEvent>(event));
        }
        if (isOver) {
            news.curve = curveIn(m_folder);
        }
        m_isDescribed = m_isDescribed && !news.isAnew;
        if (!news.events.empty() && !std::exchange(m_isDescribed, true)) {
            news.description = descriptionIn(m_folder);
        }
    } catch (const engine::Error& error) {
        problem = error.sentence();
    }
    if (problem != m_told) {
        news.problem = m_told = problem;
    }
    return news;
}

void FollowedRun::ask(watch::Request request)
{
    const bool isPaused = state() == State::Paused, trains = state() == State::Training;
    const bool canFollow = request == watch::Request::GoOn    ? isPaused
                           : request == watch::Request::Pause ? trains
                                                              : isPaused || trains;
    if (m_asked || !canFollow) {
        return;
    }
    m_asked = request;
    m_problem.clear();
    m_asking.start([this, folder = m_folder, request](const engine::GoOn& goOn) -> editor::LatestWork::Deliver {
        engine::Sentence refusal;
        try {
            refusal = watch::askAndWait(folder, request, goOn);
        } catch (const engine::Error& error) {
            refusal = error.sentence();
        }
        return [this, refusal] {
            if (!refusal.empty()) {
                m_asked.reset();
                m_problem = editor::inWords(refusal);
                emit changed();
            }
        };
    });
    emit changed();
}

void FollowedRun::deliver(const News& news)
{
    const State before = state();
    bool hasChanged = news.isAnew || news.problem, hasGrown = false;
    bool hasTurned = news.isAnew; // also where one look finds it in the state in which it was
    if (news.isAnew) {
        RunRecord empty;
        empty.id = m_record.id;
        empty.name = m_record.name;
        m_record = std::move(empty);
    }
    if (news.description) {
        m_record.run = *news.description;
    }
    for (const engine::Event& event : news.events) {
        take(event);
        const bool isOfCurve = std::holds_alternative<engine::TrainEvent>(event);
        hasGrown = hasGrown || isOfCurve;
        hasTurned = hasTurned || std::holds_alternative<engine::StartEvent>(event) ||
                    std::holds_alternative<engine::PauseEvent>(event) ||
                    std::holds_alternative<engine::EndEvent>(event);
        hasChanged = hasChanged || (!isOfCurve && !std::holds_alternative<engine::MetersEvent>(event));
    }
    if (const engine::Curve& known = m_record.curve;
        news.curve && news.curve->size() > known.size() &&
        (known.empty() || news.curve->back().iteration >= known.back().iteration)) {
        m_record.curve = *news.curve;
    }
    m_isGone = news.isGone || (m_isGone && news.events.empty());
    if (hasTurned || state() != before) {
        hasChanged = true;
        m_asking.stop();
        m_asked.reset();
        m_problem.clear(); // as that it did not answer
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
}

} // namespace studio

#include "moc_followed_run.cpp"
