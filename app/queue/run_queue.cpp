// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/run_queue.h"

#include "app/queue/array_job.h"
#include "app/queue/halving.h"
#include "app/watch/event_lines.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <nlohmann/json.hpp>

#include <system_error>

namespace queue {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t version = 1; ///< of the tables; a change of them raises it

constexpr const char* tables = R"(
CREATE TABLE run (
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
    place INTEGER);             -- in the order of the queue; NULL: the id
CREATE INDEX run_state ON run (state, id);
CREATE TABLE runner (process INTEGER, start TEXT, device TEXT, stop INTEGER DEFAULT 0, PRIMARY KEY (process, start));
PRAGMA user_version = 1;
)";

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
        fs::create_directories(absolute, error);
        if (error) {
            throw engine::Error(engine::say(
                ENGINE_TEXT("Sentences", "the folder of the queue, %1, cannot be made: %2; give another one"),
                folder.string(), error.message()));
        }
    } else if (!isQueue(folder)) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 holds no queue (queue.sqlite), but one is wanted; "
                                                                 "hamnet sweep and hamnet queue add make it"),
                                        folder.string()));
    }
    return absolute;
}

constexpr const char* byPlace = "ORDER BY COALESCE(place, id)";

constexpr const char* columns =
    "SELECT id, state, job, rung, best_loss, seconds, joules, iteration, error, runner, runner_start, "
    "sweep, judged FROM run ";

QueuedRun runIn(const Statement& row)
{
    return {.id = row.whole(0),
            .sweep = row.whole(11),
            .job = jobIn(watch::lineIn(row.text(2))),
            .state = stateNamed(row.text(1)),
            .rung = row.whole(3),
            .result = {.bestLoss = row.number(4),
                       .judged = row.number(12),
                       .joules = row.number(6),
                       .seconds = row.number(5).value_or(0),
                       .iteration = row.whole(7),
                       .error = row.text(8)},
            .runner = {.id = row.whole(9), .start = row.text(10)}};
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
    const auto found = [this] {
        Statement statement(m_database, "PRAGMA user_version");
        statement.next();
        return statement.whole(0);
    };
    if (found() == 0 && how == Database::Open::OrMake) {
        Transaction transaction(m_database);
        if (found() == 0) { // else another one has made them meanwhile
            m_database.run(tables);
        }
        transaction.commit();
    }
    if (found() != version) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "the queue in %1 has version %2, but this Hamnet reads version %3; "
                                                 "give another folder"),
                        folder.string(), found(), version));
    }
}

std::int64_t RunQueue::add(std::span<const Job> jobs)
{
    Transaction transaction(m_database);
    std::int64_t first = 0;
    for (const Job& job : jobs) {
        m_database.run("INSERT INTO run (job, sweep) VALUES (?, ?)", textOf(job), first);
        if (first == 0) {
            first = m_database.lastId();
            m_database.run("UPDATE run SET sweep = ? WHERE id = ?", first, first);
        }
    }
    transaction.commit();
    return first;
}

std::vector<QueuedRun> RunQueue::runs()
{
    std::vector<QueuedRun> all;
    for (Statement rows(m_database, (std::string(columns) + byPlace).c_str()); rows.next();) {
        all.push_back(runIn(rows));
    }
    return all;
}

QueuedRun RunQueue::run(std::int64_t id)
{
    Statement row(m_database, (std::string(columns) + "WHERE id = ?").c_str(), id);
    if (!row.next()) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "the queue in %1 has no run %2; hamnet queue list names them"),
                        m_folder.string(), id));
    }
    return runIn(row);
}

std::vector<Runner> RunQueue::runners()
{
    std::vector<Runner> living;
    for (Statement rows(m_database, "SELECT process, start, device, stop FROM runner"); rows.next();) {
        const Runner one{.process = {.id = rows.whole(0), .start = rows.text(1)},
                         .device = rows.text(2),
                         .isToStop = rows.whole(3) != 0};
        if (isAlive(one.process)) {
            living.push_back(one);
        }
    }
    return living;
}

void RunQueue::join(const Runner& runner)
{
    m_database.run("INSERT OR REPLACE INTO runner (process, start, device) VALUES (?, ?, ?)", runner.process.id,
                   runner.process.start, runner.device);
}

void RunQueue::leave(const Runner& runner)
{
    m_database.run("DELETE FROM runner WHERE process = ? AND start = ?", runner.process.id, runner.process.start);
}

bool RunQueue::isToStop(const Runner& runner)
{
    Statement row(m_database, "SELECT 1 FROM runner WHERE process = ? AND start = ? AND stop = 1", runner.process.id,
                  runner.process.start);
    return row.next();
}

/// Within a transaction.
void RunQueue::takeBackFromTheDead()
{
    std::vector<watch::ProcessIdentity> dead;
    for (Statement rows(m_database, "SELECT runner, runner_start FROM run WHERE state = 'running' UNION "
                                    "SELECT process, start FROM runner");
         rows.next();) {
        const watch::ProcessIdentity one{.id = rows.whole(0), .start = rows.text(1)};
        if (!isAlive(one)) {
            dead.push_back(one);
        }
    }
    for (const watch::ProcessIdentity& one : dead) {
        m_database.run("UPDATE run SET state = 'waiting', runner = 0, runner_start = '' "
                       "WHERE state = 'running' AND runner = ? AND runner_start = ?",
                       one.id, one.start);
        m_database.run("DELETE FROM runner WHERE process = ? AND start = ?", one.id, one.start);
    }
}

std::optional<QueuedRun> RunQueue::claim(const Runner& runner, std::optional<std::int64_t> only)
{
    Transaction transaction(m_database);
    takeBackFromTheDead();
    std::optional<QueuedRun> claimed;
    {
        const std::string which =
            only ? "WHERE state = 'waiting' AND id = ?" : std::string("WHERE state = 'waiting' AND ? ") + byPlace;
        Statement row(m_database, (columns + which + " LIMIT 1").c_str(), only.value_or(1));
        if (row.next()) {
            claimed = runIn(row);
        }
    }
    if (claimed) {
        claimed->state = RunState::Running;
        claimed->runner = runner.process;
        m_database.run("UPDATE run SET state = 'running', error = '', runner = ?, runner_start = ? WHERE id = ?",
                       runner.process.id, runner.process.start, claimed->id);
    }
    transaction.commit();
    return claimed;
}

bool RunQueue::isAnyRunning()
{
    return Statement(m_database, "SELECT 1 FROM run WHERE state = 'running' LIMIT 1").next();
}

void RunQueue::note(const QueuedRun& run, const Result& result)
{
    m_database.run("UPDATE run SET best_loss = ?, judged = ?, seconds = ?, joules = ?, iteration = ?, error = ? "
                   "WHERE id = ? AND runner = ? AND runner_start = ?",
                   result.bestLoss, result.judged, std::optional(result.seconds), result.joules, result.iteration,
                   result.error, run.id, run.runner.id, run.runner.start);
}

void RunQueue::finish(const QueuedRun& run, RunState state, const Result& result)
{
    const bool isCompared = state == RunState::Done && run.rung < run.job.rungs;
    Transaction transaction(m_database);
    note(run, result);
    m_database.run(
        "UPDATE run SET state = ?, runner = 0, runner_start = '' WHERE id = ? AND runner = ? AND runner_start = ?",
        std::string(nameOf(isCompared ? RunState::Compared : state)), run.id, run.runner.id, run.runner.start);
    if (run.job.rungs > 0) {
        Statement row(m_database, "SELECT sweep FROM run WHERE id = ?", run.id);
        row.next();
        endRung(row.whole(0), run.rung);
    }
    transaction.commit();
}

/// Within a transaction: where all runs of the rung have come to its end, the best of them wait for the next one. One
/// that failed may be tried again before that.
void RunQueue::endRung(std::int64_t sweep, std::int64_t rung)
{
    if (Statement(m_database,
                  "SELECT 1 FROM run WHERE sweep = ? AND rung = ? AND (state IN ('waiting', 'running') OR "
                  "(state = 'failed' AND NOT retried)) LIMIT 1",
                  sweep, rung)
            .next()) {
        return;
    }
    Statement counts(m_database, "SELECT COUNT(*), SUM(rung > ?) FROM run WHERE sweep = ? AND rung >= ?", rung, sweep,
                     rung);
    counts.next();
    const std::int64_t goOn = std::max<std::int64_t>(goOnFrom(counts.whole(0)) - counts.whole(1), 0);
    m_database.run(
        "UPDATE run SET state = 'waiting', rung = rung + 1, retried = 0 WHERE id IN (SELECT id FROM run WHERE "
        "sweep = ? AND rung = ? AND state = 'compared' ORDER BY judged IS NULL, judged, id LIMIT ?)",
        sweep, rung, goOn);
    m_database.run("UPDATE run SET state = 'dropped' WHERE sweep = ? AND rung = ? AND state = 'compared'", sweep, rung);
}

int RunQueue::stopRunners()
{
    const std::vector<Runner> living = runners();
    for (const Runner& one : living) {
        m_database.run("UPDATE runner SET stop = 1 WHERE process = ? AND start = ?", one.process.id, one.process.start);
    }
    return static_cast<int>(living.size());
}

int RunQueue::retryFailed()
{
    m_database.run("UPDATE run SET state = 'waiting', error = '', retried = 1 WHERE state = 'failed'");
    return m_database.changes();
}

void RunQueue::move(std::int64_t run, Move where)
{
    Transaction transaction(m_database);
    takeBackFromTheDead();
    const auto find = [this](const char* which,
                             std::int64_t value) -> std::optional<std::pair<std::int64_t, std::int64_t>> {
        const std::string sql =
            std::string("SELECT id, COALESCE(place, id) FROM run WHERE state = 'waiting' AND ") + which;
        Statement row(m_database, sql.c_str(), value);
        return row.next() ? std::optional(std::pair(row.whole(0), row.whole(1))) : std::nullopt;
    };
    const auto own = find("id = ?", run);
    const auto other = !own                     ? std::nullopt
                       : where == Move::Forward ? find("COALESCE(place, id) < ? ORDER BY 2 DESC LIMIT 1", own->second)
                                                : find("COALESCE(place, id) > ? ORDER BY 2 LIMIT 1", own->second);
    if (other) {
        m_database.run("UPDATE run SET place = ? WHERE id = ?", other->second, own->first);
        m_database.run("UPDATE run SET place = ? WHERE id = ?", own->second, other->first);
        transaction.commit();
    }
}

bool RunQueue::remove(std::int64_t run)
{
    Transaction transaction(m_database);
    takeBackFromTheDead();
    std::optional<Statement> row(std::in_place, m_database,
                                 "SELECT sweep, rung FROM run WHERE id = ? AND state <> 'running'", run);
    if (!row->next()) {
        return false;
    }
    const std::int64_t sweep = row->whole(0), rung = row->whole(1);
    row.reset();
    m_database.run("DELETE FROM run WHERE id = ?", run);
    endRung(sweep, rung); // the others need not wait for it any more
    transaction.commit();
    return true;
}

std::int64_t RunQueue::changes()
{
    Statement row(m_database, "PRAGMA data_version");
    row.next();
    return row.whole(0);
}

} // namespace queue
