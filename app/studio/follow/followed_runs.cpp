// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/followed_runs.h"

#include "app/watch/run_folder.h"

#include <algorithm>

namespace studio {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string nameOf(const fs::path& folder)
{
    return (folder.has_filename() ? folder : folder.parent_path()).filename().string();
}

} // namespace

FollowedRuns::FollowedRuns(QObject* parent) : QObject(parent), m_finds(this)
{
    connect(&m_finds, &QTimer::timeout, this, &FollowedRuns::findBegun);
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
        connect(run, &FollowedRun::grew, this, [this, id] { emit grew(id); });
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
    std::vector<int> others;
    for (const auto& [id, run] : m_runs) {
        if (id < 0 && std::ranges::find(ids, id) == ids.end()) {
            others.push_back(id);
        }
    }
    std::ranges::for_each(others, [this](int id) { remove(id); });
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
