// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/run_queue.h"

#include "app/queue/array_job.h"
#include "app/queue/halving.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <system_error>

namespace queue {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t version = 1; ///< of the tables; a change of them raises it

constexpr std::array tables = {
    R"(CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    state TEXT NOT NULL DEFAULT 'waiting',
    job TEXT NOT NULL,          -- JSON
    sweep INTEGER NOT NULL,     -- id of the first run that was added with it
    rung INTEGER NOT NULL DEFAULT 0,
    best_loss REAL,
    judged REAL,                -- what makes that the best: less is better
    seconds REAL NOT NULL DEFAULT 0,
    joules REAL,
    iteration INTEGER NOT NULL DEFAULT 0,
    error TEXT NOT NULL DEFAULT '',
    runner INTEGER NOT NULL DEFAULT 0,
    runner_start TEXT NOT NULL DEFAULT '',
    retried INTEGER NOT NULL DEFAULT 0, -- since it failed at this rung
    place INTEGER))", // in the order of the queue; NULL: the id
    "CREATE INDEX run_state ON run (state, id)",
    "CREATE TABLE runner (process INTEGER, start TEXT, device TEXT, stop INTEGER DEFAULT 0, PRIMARY KEY (process, "
    "start))",
    "PRAGMA user_version = 1"};

/// The folder as it is to be opened.
fs::path opened(const fs::path& folder, Database::Open how)
{
    std::error_code error;
    const fs::path absolute = fs::absolute(folder, error);
    if (isArray(folder)) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "%1 holds the job array of hamnet sweep --slurm; give the queue "
                                                 "another folder"),
                        folder.string()));
    }
    if (how == Database::Open::OrMake) {
        if (!isQueue(folder) && fs::exists(absolute / "runs", error)) {
            throw engine::Error(
                engine::say(ENGINE_TEXT("Sentences", "%1 has a folder runs, but no queue of Hamnet (queue.sqlite) that "
                                                     "they belong to; give another folder"),
                            folder.string()));
        }
        engine::makeFolder(absolute);
    } else if (!isQueue(folder)) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 holds no queue (queue.sqlite), but one is wanted; "
                                                                 "hamnet sweep and hamnet queue add make it"),
                                        folder.string()));
    }
    return absolute;
}

QueuedRun runIn(const Json& row)
{
    QueuedRun run;
    std::string job;
    try {
        watch::read(row, run);
        job = row.at("job");
    } catch (const std::exception&) { // another state, or a value of another type
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "run %1 of the queue holds what this Hamnet does not "
                                                                 "know; use the one that wrote it"),
                                        row.at("id").dump()));
    }
    run.job = jobIn(job);
    return run;
}

/// As values of a statement.
Json pairOf(const watch::ProcessIdentity& process)
{
    return {process.id, process.start};
}

watch::ProcessIdentity processIn(const Json& row)
{
    return {.id = row.at("process"), .start = row.at("start")};
}

} // namespace

fs::path fileOf(const fs::path& folder)
{
    return folder / "queue.sqlite";
}

bool isQueue(const fs::path& folder)
{
    std::error_code unknown;
    return fs::exists(fileOf(folder), unknown);
}

RunQueue::RunQueue(const fs::path& folder, Database::Open how)
    : m_folder(opened(folder, how)), m_database(fileOf(m_folder), how)
{
    const auto found = [this] { return m_database.run("PRAGMA user_version")[0].at("user_version"); };
    if (found() == 0 && how == Database::Open::OrMake) {
        m_database.together([&] {
            for (const char* const table : tables) {
                if (found() == 0) { // else another one has made them meanwhile
                    m_database.run(table);
                }
            }
        });
    }
    if (const std::int64_t is = found(); is != version) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "the queue in %1 has version %2, but this Hamnet reads version %3; "
                                                 "give another folder"),
                        folder.string(), is, version));
    }
}

std::int64_t RunQueue::add(std::span<const Job> jobs)
{
    std::int64_t first = 0;
    m_database.together([&] {
        for (const Job& job : jobs) {
            const Json made =
                m_database.run("INSERT INTO run (job, sweep) VALUES (?, ?) RETURNING id", {textOf(job), first});
            if (first == 0) {
                first = made[0].at("id");
                m_database.run("UPDATE run SET sweep = id WHERE id = ?", {first});
            }
        }
    });
    return first;
}

std::vector<QueuedRun> RunQueue::runs()
{
    std::vector<QueuedRun> all;
    std::ranges::transform(m_database.run("SELECT * FROM run ORDER BY COALESCE(place, id)"), std::back_inserter(all),
                           runIn);
    return all;
}

QueuedRun RunQueue::run(std::int64_t id)
{
    const Json rows = m_database.run("SELECT * FROM run WHERE id = ?", {id});
    if (rows.empty()) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "the queue in %1 has no run %2; hamnet queue list names them"),
                        m_folder.string(), id));
    }
    return runIn(rows[0]);
}

std::vector<Runner> RunQueue::runners()
{
    std::vector<Runner> living;
    for (const Json& row : m_database.run("SELECT * FROM runner")) {
        if (const watch::ProcessIdentity process = processIn(row); isAlive(process)) {
            living.push_back({.process = process, .device = row.at("device"), .isToStop = row.at("stop") != 0});
        }
    }
    return living;
}

void RunQueue::join(const Runner& runner)
{
    m_database.run("INSERT OR REPLACE INTO runner (process, start, device) VALUES (?, ?, ?)",
                   {runner.process.id, runner.process.start, runner.device});
}

void RunQueue::leave(const Runner& runner)
{
    m_database.run("DELETE FROM runner WHERE process = ? AND start = ?", pairOf(runner.process));
}

bool RunQueue::isToStop(const Runner& runner)
{
    const char* const asked = "SELECT 1 FROM runner WHERE process = ? AND start = ? AND stop = 1";
    return !m_database.run(asked, pairOf(runner.process)).empty();
}

/// Together with what follows.
void RunQueue::takeBackFromTheDead()
{
    for (const Json& row :
         m_database.run("SELECT runner AS process, runner_start AS start FROM run WHERE state = 'running' UNION "
                        "SELECT process, start FROM runner")) {
        const watch::ProcessIdentity one = processIn(row);
        if (!isAlive(one)) {
            m_database.run("UPDATE run SET state = 'waiting', runner = 0, runner_start = '' "
                           "WHERE state = 'running' AND runner = ? AND runner_start = ?",
                           pairOf(one));
            m_database.run("DELETE FROM runner WHERE process = ? AND start = ?", pairOf(one));
        }
    }
}

std::optional<QueuedRun> RunQueue::claim(const Runner& runner, std::optional<std::int64_t> only)
{
    std::optional<QueuedRun> claimed;
    m_database.together([&] {
        takeBackFromTheDead();
        const Json rows = m_database.run(
            "UPDATE run SET state = 'running', error = '', runner = ?, runner_start = ? WHERE id = (SELECT id FROM run "
            "WHERE state = 'waiting' AND COALESCE(id = ?, 1) ORDER BY COALESCE(place, id) LIMIT 1) RETURNING *",
            {runner.process.id, runner.process.start, watch::jsonOf(only)});
        claimed = rows.empty() ? std::nullopt : std::optional(runIn(rows[0]));
    });
    return claimed;
}

bool RunQueue::isAnyRunning()
{
    return !m_database.run("SELECT 1 FROM run WHERE state = 'running' LIMIT 1").empty();
}

void RunQueue::note(const QueuedRun& run, const Result& result)
{
    std::string sql;
    Json values = Json::array();
    fields(result, [&](std::string_view key, const auto& value) {
        sql += (sql.empty() ? "UPDATE run SET " : ", ") + std::string(key) + " = ?";
        values.push_back(watch::jsonOf(value));
    });
    values.insert(values.end(), {run.id, run.runner.id, run.runner.start});
    m_database.run(sql + " WHERE id = ? AND runner = ? AND runner_start = ?", values);
}

void RunQueue::finish(const QueuedRun& run, RunState state, const Result& result)
{
    const bool isCompared = state == RunState::Done && run.rung < run.job.rungs;
    m_database.together([&] {
        note(run, result);
        m_database.run(
            "UPDATE run SET state = ?, runner = 0, runner_start = '' WHERE id = ? AND runner = ? AND runner_start = ?",
            {nameOf(isCompared ? RunState::Compared : state), run.id, run.runner.id, run.runner.start});
        if (run.job.rungs > 0) {
            endRung(run.sweep, run.rung);
        }
    });
}

/// Together with what was before: where all runs of the rung have come to its end, the best of them wait for the next
/// one. One that failed may be tried again before that.
void RunQueue::endRung(std::int64_t sweep, std::int64_t rung)
{
    const Json both = {sweep, rung};
    const char* const coming = "SELECT 1 FROM run WHERE sweep = ? AND rung = ? AND (state IN ('waiting', 'running') OR "
                               "(state = 'failed' AND NOT retried)) LIMIT 1";
    if (!m_database.run(coming, both).empty()) {
        return;
    }
    const Json counts = m_database.run(
        "SELECT COUNT(*) AS came, COALESCE(SUM(rung > ?), 0) AS went FROM run WHERE sweep = ? AND rung >= ?",
        {rung, sweep, rung});
    const std::int64_t goOn = goOnFrom(counts[0].at("came")) - counts[0].at("went").get<std::int64_t>();
    m_database.run(
        "UPDATE run SET state = 'waiting', rung = rung + 1, retried = 0 WHERE id IN (SELECT id FROM run WHERE "
        "sweep = ? AND rung = ? AND state = 'compared' ORDER BY judged IS NULL, judged, id LIMIT ?)",
        {sweep, rung, std::max<std::int64_t>(goOn, 0)});
    m_database.run("UPDATE run SET state = 'dropped' WHERE sweep = ? AND rung = ? AND state = 'compared'", both);
}

int RunQueue::stopRunners()
{
    m_database.run("UPDATE runner SET stop = 1");
    return static_cast<int>(runners().size());
}

void RunQueue::retryFailed()
{
    m_database.run("UPDATE run SET state = 'waiting', error = '', retried = 1 WHERE state = 'failed'");
}

void RunQueue::move(std::int64_t run, Move where)
{
    const std::string next =
        where == Move::Forward ? "other.at < own.at ORDER BY other.at DESC" : "other.at > own.at ORDER BY other.at";
    m_database.together([&] {
        takeBackFromTheDead();
        for (const Json& two : m_database.run(
                 "WITH waiting AS (SELECT id, COALESCE(place, id) AS at FROM run WHERE state = 'waiting') SELECT "
                 "own.id "
                 "AS id, own.at AS at, other.id AS other, other.at AS other_at FROM waiting AS own, waiting AS other "
                 "WHERE own.id = ? AND " +
                     next + " LIMIT 1",
                 {run})) {
            m_database.run("UPDATE run SET place = ? WHERE id = ?", {two["other_at"], two["id"]});
            m_database.run("UPDATE run SET place = ? WHERE id = ?", {two["at"], two["other"]});
        }
    });
}

bool RunQueue::remove(std::int64_t run)
{
    Json removed;
    m_database.together([&] {
        takeBackFromTheDead();
        removed = m_database.run("DELETE FROM run WHERE id = ? AND state <> 'running' RETURNING sweep, rung", {run});
        for (const Json& row : removed) {
            endRung(row["sweep"], row["rung"]); // the others need not wait for it any more
        }
    });
    return !removed.empty();
}

std::int64_t RunQueue::changes()
{
    return m_database.run("PRAGMA data_version")[0].at("data_version");
}

} // namespace queue
