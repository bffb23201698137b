// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/followed_runs.h"

#include "app/watch/run_folder.h"
#include "editor/document/sentence_words.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace studio {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::chrono::milliseconds betweenLooks = 300ms;
constexpr int looksBetweenSigns = 10; ///< of the process's life
constexpr std::uint64_t maxDescription = std::uint64_t{1} << 26;

std::string nameOf(const fs::path& folder)
{
    return (folder.has_filename() ? folder : folder.parent_path()).filename().string();
}

/// Nothing where that throws an Error, as for a file that is not there.
template <typename Read>
auto readIf(const Read& read) -> std::optional<decltype(read())>
{
    try {
        return read();
    } catch (const engine::Error&) {
        return std::nullopt;
    }
}

engine::RunDescription descriptionIn(const watch::RunFolder& folder)
{
    return engine::runIn(engine::readText(folder.description(), maxDescription), folder.description());
}

} // namespace

/// What one look has found.
struct FollowedRun::News : watch::News {
    std::optional<engine::RunDescription> description = {}; ///< with a start
    std::optional<engine::Curve> curve = {}; ///< of its checkpoint, where it has ended: the log may leave points out
    bool isGone = false;
    engine::Sentence problem = {}; ///< empty: there is none
};

FollowedRun::FollowedRun(const fs::path& folder, int id, QObject* parent)
    : QObject(parent), m_folder(folder), m_log(m_folder.log())
{
    m_record.id = id;
    m_record.name = nameOf(folder);
    m_timer.callOnTimeout(this, &FollowedRun::look);
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

/// On the thread that reads. What the log's lines do not have is put into their events: net and solver, and where the
/// folder is as seen from here.
FollowedRun::News FollowedRun::read()
{
    News news;
    try {
        const bool isGone = m_looks++ % looksBetweenSigns == 0 && watch::lifeIn(m_folder) == watch::Life::Gone;
        static_cast<watch::News&>(news) = watch::newsIn(m_log); // after that: what it wrote last comes first
        news.isGone = isGone && !news.isMore;
        bool isOver = false;
        for (engine::Event& event : news.events) {
            if (auto* const start = std::get_if<engine::StartEvent>(&event)) {
                isOver = false;
                news.description = readIf([this] { return descriptionIn(m_folder); });
                if (news.description && !news.description->model.layers.empty()) {
                    start->model = engine::writeModel(news.description->model);
                    start->solver = engine::writeSolver(news.description->solver);
                }
            } else if (auto* const saved = std::get_if<engine::CheckpointEvent>(&event)) {
                saved->file = (m_folder.path() / fs::path(saved->file).filename()).string();
            }
            isOver = isOver || std::holds_alternative<engine::EndEvent>(event);
        }
        if (isOver) {
            news.curve = readIf([this] { return engine::loadStructure(m_folder.checkpoint()).curve; });
        }
    } catch (const engine::Error& error) {
        news.problem = error.sentence();
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
    m_refused.clear();
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
                m_refused = editor::inWords(refusal);
                emit changed();
            }
        };
    });
    emit changed();
}

void FollowedRun::deliver(const News& news)
{
    const State before = state();
    const QString unread = editor::inWords(news.problem);
    const bool isOtherProblem = unread != std::exchange(m_unread, unread);
    bool hasTurned = news.isAnew; // also where one look finds it in the state in which it was
    if (news.isAnew) {
        static_cast<engine::RunLog&>(m_record) = {};
        m_record.run = {};
    }
    if (news.description) {
        m_record.run = *news.description;
    }
    for (const engine::Event& event : news.events) {
        m_record.take(event);
        hasTurned = hasTurned || std::holds_alternative<engine::StartEvent>(event) ||
                    std::holds_alternative<engine::PauseEvent>(event) ||
                    std::holds_alternative<engine::EndEvent>(event);
    }
    if (const engine::Curve& known = m_record.curve;
        news.curve && news.curve->size() > known.size() &&
        (known.empty() || news.curve->back().iteration >= known.back().iteration)) {
        m_record.curve = *news.curve;
    }
    m_isGone = news.isGone || (m_isGone && news.events.empty());
    hasTurned = hasTurned || state() != before;
    if (hasTurned) {
        m_asking.stop();
        m_asked.reset();
        m_refused.clear(); // as that it did not answer
    }
    if (hasTurned || isOtherProblem || !news.events.empty()) {
        emit changed();
    }
}

FollowedRuns::FollowedRuns(QObject* parent) : QObject(parent), m_finds(this)
{
    m_finds.callOnTimeout(this, &FollowedRuns::findBegun);
    m_finds.setInterval(1s);
}

void FollowedRuns::add(const fs::path& folder)
{
    if (!watch::seedsIn(folder).empty()) {
        addSeeds(folder);
        return;
    }
    watch::requireRun(watch::RunFolder(folder));
    begin(folder, nameOf(folder));
}

void FollowedRuns::addSeeds(const fs::path& folder)
{
    m_seeds.insert(folder);
    std::erase_if(m_begun, [&](const fs::path& one) { return one.parent_path() == folder; }); // removed ones come again
    m_finds.start();
    findBegun();
}

/// Away from the screen, since the disk may be slow.
void FollowedRuns::findBegun()
{
    if (m_finder.isBusy()) { // it would be given up, and on a slow disk again and again
        return;
    }
    m_finder.start([this, seeds = m_seeds, known = m_begun](const engine::GoOn&) -> editor::LatestWork::Deliver {
        std::vector<fs::path> found;
        for (const fs::path& folder : seeds) {
            for (const std::uint64_t seed : watch::seedsIn(folder)) {
                const watch::RunFolder place = watch::seedFolder(folder, seed);
                if (!known.contains(place.path()) && watch::holdsRun(place)) {
                    found.push_back(place.path());
                }
            }
        }
        return [this, found] {
            for (const fs::path& folder : found) {
                m_begun.insert(folder);
                begin(folder, nameOf(folder.parent_path()) + "/" + nameOf(folder));
            }
        };
    });
}

void FollowedRuns::begin(const fs::path& folder, const std::string& name)
{
    const auto known = std::find_if(m_runs.lower_bound(firstId), m_runs.end(),
                                    [&](const auto& one) { return one.second->folder().path() == folder; });
    const int id = known == m_runs.end() ? m_nextId++ : known->first;
    follow(folder, id).setName(name);
    emit found(id);
}

FollowedRun& FollowedRuns::follow(const fs::path& folder, int id)
{
    FollowedRun*& run = m_runs[id];
    if (run && run->folder().path() != folder) { // of another queue
        remove(id);
        return follow(folder, id);
    }
    if (!run) {
        run = new FollowedRun(folder, id, this);
        connect(run, &FollowedRun::changed, this, [this, run = run] { noteChange(*run); });
    }
    return *run;
}

void FollowedRuns::noteChange(FollowedRun& run)
{
    const fs::path all = run.folder().path().parent_path();
    if (!run.problem().isEmpty()) { // it was asked, and is not asked for ever
        m_stopping.erase(all);
    } else if (m_stopping.contains(all)) {
        run.ask(watch::Request::Stop);
    }
    emit changed(run.record().id);
}

std::vector<const FollowedRun*> FollowedRuns::added() const
{
    std::vector<const FollowedRun*> runs;
    for (auto run = m_runs.lower_bound(firstId); run != m_runs.end(); ++run) {
        runs.push_back(run->second);
    }
    return runs;
}

const FollowedRun* FollowedRuns::find(qint64 id) const
{
    const auto found = m_runs.find(static_cast<int>(id));
    return found == m_runs.end() ? nullptr : found->second;
}

void FollowedRuns::remove(qint64 id)
{
    if (const auto found = m_runs.find(static_cast<int>(id)); found != m_runs.end()) {
        found->second->disconnect(this);
        found->second->deleteLater(); // it may be the one that told
        m_runs.erase(found);
    }
}

void FollowedRuns::keepOfQueue(const std::vector<int>& ids)
{
    for (auto next = m_runs.begin(); next != m_runs.end() && next->first < 0;) {
        const int id = (next++)->first; // which goes
        if (std::ranges::find(ids, id) == ids.end()) {
            remove(id);
        }
    }
}

void FollowedRuns::ask(const QList<qint64>& ids, watch::Request request)
{
    for (const qint64 id : ids) {
        const auto found = m_runs.find(static_cast<int>(id));
        if (found == m_runs.end() || id < firstId) { // a run of a queue obeys its runner
            continue;
        }
        const fs::path all = found->second->folder().path().parent_path();
        const auto isToo = [&](const auto& one) {
            return one.second->folder().path().parent_path() != all || ids.contains(one.first);
        };
        if (request == watch::Request::Stop && m_seeds.contains(all) && std::ranges::all_of(m_runs, isToo)) {
            m_stopping.insert(all);
        }
        found->second->ask(request);
    }
}

} // namespace studio

#include "moc_followed_runs.cpp"
