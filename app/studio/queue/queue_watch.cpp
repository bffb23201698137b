// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_watch.h"

#include "app/queue/train_run.h"
#include "editor/document/sentence_words.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/run/best.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <QCoreApplication>
#include <system_error>
#include <utility>

namespace studio {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto betweenLooks = 250ms;

/// "Queue 7, base_lr 0.01", with what varies among the runs that it was queued with.
std::string nameOf(const queue::QueuedRun& run)
{
    QStringList varied;
    for (const auto& [name, value] : run.job.settings) {
        if (name == "cell" || name.find('.') != std::string::npos) { // a layer's or the solver's; else it is an option
            const std::size_t solver = name.starts_with("solver.") ? name.find('.') + 1 : 0;
            varied.append(QString::fromStdString(name.substr(solver) + " " + value));
        }
    }
    const QString number = QueueWatch::tr("Queue %1").arg(run.id);
    return (varied.isEmpty() ? number : number + QStringLiteral(", ") + varied.join(QStringLiteral(", ")))
        .toStdString();
}

/// A row of what never changes of a run.
QueueRow rowOf(const queue::QueuedRun& run)
{
    QueueRow row{.job = std::make_shared<const queue::Job>(run.job)};
    std::vector<RunSetting> settings;
    try {
        row.record = recordOf(run.job);
        settings = settingsOf(row.record);
        if (const std::string cell = row.cell(); !cell.empty()) {
            settings.insert(settings.begin(),
                            {QCoreApplication::translate("RunSettings", "Cell"), QString::fromStdString(cell)});
        }
    } catch (const engine::Error&) { // of a net that this version cannot read: the run says so when it is trained
        row.record.start.seed = static_cast<std::uint64_t>(queue::seedOf(run.job));
    }
    row.settings = std::make_shared<const std::vector<RunSetting>>(std::move(settings));
    row.record.id = static_cast<int>(-run.id);
    row.record.name = nameOf(run);
    row.record.run = {}; // the job has that
    row.record.start.model.clear();
    row.record.start.solver.clear();
    return row;
}

/// What is known of the run by now.
void update(QueueRow& row, const queue::QueuedRun& run, const fs::path& checkpoint)
{
    const queue::Result& known = run.result;
    row.state = run.state == queue::RunState::Running && !watch::isAlive(run.runner)
                    ? queue::RunState::Waiting // who claims next gives it back
                    : run.state;
    row.record.failure = known.error;
    row.record.end = {.iterations = known.iteration, .seconds = known.seconds, .joules = known.joules};
    row.record.validations.clear();
    if (known.bestLoss || known.judged) {
        engine::ValidationEvent& best = row.record.validations.emplace_back();
        best = {.iteration = known.iteration, .loss = known.bestLoss.value_or(std::nan("")), .best = true};
        if (const std::string by = queue::bestByOf(run.job); by != "loss" && known.judged) {
            best.metrics = {{by, engine::judged(by, *known.judged)}};
        }
    }
    row.record.checkpoints.clear();
    std::error_code unknown;
    if (fs::exists(checkpoint, unknown)) {
        row.record.checkpoints = {{.iteration = known.iteration, .file = checkpoint.string()}};
    }
}

/// Which file a name stands for: another one after it was deleted or replaced.
std::pair<dev_t, ino_t> identityOf(const fs::path& file)
{
    struct stat found = {};
    return ::stat(file.c_str(), &found) == 0 ? std::pair(found.st_dev, found.st_ino) : std::pair<dev_t, ino_t>();
}

} // namespace

/// Reads one queue again and again.
class QueueWatch::Reader {
public:
    explicit Reader(const fs::path& folder) : m_folder(folder) {}

    /// The queue, where it is not as it was at the last look.
    std::optional<QueueView> look()
    {
        const auto file = identityOf(queue::fileOf(m_folder));
        if (m_queue && file != m_file) { // the old file would be read for ever
            *this = Reader(m_folder);
        }
        QueueView view;
        try {
            if (!m_queue && !queue::isQueue(m_folder)) {
                m_last = {};
                m_problem.clear();
                return std::exchange(m_isFirst, false) ? std::optional(view) : std::nullopt;
            }
            if (!m_queue) {
                m_file = file;
                m_queue.emplace(m_folder, queue::Database::Open::Existing);
            }
            const std::int64_t changes = m_queue->changes();
            std::vector<queue::Runner> runners = m_queue->runners();
            if (!std::exchange(m_isFirst, false) && changes == m_changes && runners == m_runners) {
                return std::nullopt;
            }
            m_changes = changes;
            m_runners = std::move(runners);
            read(view);
            m_last = view;
        } catch (const std::exception& error) { // nothing may leave the thread
            m_queue.reset();
            view = m_last; // as it was: the file may only be locked for a while
            view.problem = editor::inWords(error);
            if (view.problem == m_problem) {
                return std::nullopt;
            }
            m_isFirst = true; // all is to be told once it can be read again
        }
        m_problem = view.problem;
        return view;
    }

private:
    void read(QueueView& view)
    {
        view.runners = m_runners;
        for (const queue::QueuedRun& run : m_queue->runs()) {
            const auto known =
                m_known.contains(run.id) ? m_known.find(run.id) : m_known.emplace(run.id, rowOf(run)).first;
            update(view.rows.emplace_back(known->second), run, queue::folderOf(m_queue->folder(), run.id).checkpoint());
        }
    }

    fs::path m_folder;
    std::optional<queue::RunQueue> m_queue;
    std::pair<dev_t, ino_t> m_file; ///< that m_queue has open
    QueueView m_last;               ///< as it was read last, without a problem
    bool m_isFirst = true;
    std::int64_t m_changes = 0;
    std::vector<queue::Runner> m_runners;
    QString m_problem;
    std::map<std::int64_t, QueueRow> m_known; ///< by run: a job never changes
};

std::string QueueRow::cell() const
{
    return job ? queue::settingOf(*job, "cell").value_or("") : "";
}

RunRecord recordOf(const queue::Job& job)
{
    RunRecord record;
    record.run = job.run;
    record.run.settings.erase("seed");
    record.start = {.parameters = std::atoll(queue::settingOf(job, "parameters").value_or("").c_str()),
                    .seed = static_cast<std::uint64_t>(queue::seedOf(job)),
                    .kind = &engine::dataKindOf(job.run.model),
                    .model = engine::writeModel(job.run.model),
                    .solver = engine::writeSolver(job.run.solver),
                    .data = job.run.data.string()};
    return record;
}

std::ptrdiff_t QueueView::count(queue::RunState state) const
{
    return std::ranges::count(rows, state, &QueueRow::state);
}

const QueueRow* QueueView::find(qint64 id) const
{
    const auto found = std::ranges::find(rows, id, [](const QueueRow& row) { return row.record.id; });
    return found == rows.end() ? nullptr : &*found;
}

QueueWatch::QueueWatch(QObject* parent) : QObject(parent), m_view(std::make_shared<const QueueView>())
{
    for (QThreadPool* const pool : {&m_worker, &m_preparer}) {
        pool->setMaxThreadCount(1);
        pool->setExpiryTimeout(-1);
    }
    connect(&m_looks, &QTimer::timeout, this, [this] {
        if (m_worker.activeThreadCount() == 0) {
            look();
        }
    });
    m_looks.start(betweenLooks);
}

QueueWatch::~QueueWatch()
{
    m_preparer.waitForDone(); // first, as what it prepares is a change for the other
    m_worker.waitForDone();
}

void QueueWatch::open(const fs::path& folder)
{
    if (folder == m_folder) { // its reader would see nothing new, and leave the view empty
        return;
    }
    m_folder = folder;
    m_view = std::make_shared<const QueueView>();
    m_reader = std::make_shared<Reader>(folder);
    emit changed();
    look();
}

void QueueWatch::look()
{
    if (!m_reader) {
        return;
    }
    m_worker.start([this, reader = m_reader] {
        std::optional<QueueView> view = reader->look();
        if (!view) {
            return;
        }
        const auto shared = std::make_shared<const QueueView>(std::move(*view));
        QMetaObject::invokeMethod(
            this,
            [this, shared, reader] {
                if (reader == m_reader) { // else another folder is open by now
                    m_view = shared;
                    emit changed();
                }
            },
            Qt::QueuedConnection);
    });
}

void QueueWatch::change(Change change, QObject* context, Done done)
{
    m_worker.start([this, folder = m_folder, change = std::move(change), context = QPointer(context),
                    done = std::move(done)] { perform(folder, change, context, done); });
}

void QueueWatch::add(Jobs jobs, const std::stop_token& stop, QObject* context, Added done)
{
    const auto runs = std::make_shared<Runs>(); // shared with work on other threads that is over when it is read
    const Done tellRuns = [done = std::move(done), runs](const QString& problem) { done(problem, *runs); };
    m_preparer.start([this, make = std::move(jobs), stop, runs, folder = m_folder, context = QPointer(context),
                      tellRuns] {
        try {
            const auto made = std::make_shared<std::vector<queue::Job>>(); // a sweep may have thousands
            if (!stop.stop_requested()) {
                *made = make();
            }
            const Change change = [made, stop, runs](queue::RunQueue& queue) {
                if (stop.stop_requested()) {
                    return;
                }
                const std::int64_t first = queue.add(*made);
                for (std::int64_t run = first; run < first + std::ssize(*made); ++run) {
                    runs->append(-run);
                }
            };
            m_worker.start([this, folder, change, context, tellRuns] { perform(folder, change, context, tellRuns); });
        } catch (const std::exception& error) {
            tell(context, tellRuns, editor::inWords(error));
        }
    });
}

void QueueWatch::perform(const fs::path& folder, const Change& change, const QPointer<QObject>& context,
                         const Done& done)
{
    QString problem;
    try {
        queue::RunQueue queue(folder, queue::Database::Open::OrMake);
        change(queue);
    } catch (const std::exception& error) {
        problem = editor::inWords(error);
    }
    tell(context, done, problem);
}

void QueueWatch::tell(const QPointer<QObject>& context, const Done& done, const QString& problem)
{
    QMetaObject::invokeMethod(
        this,
        [this, context, done, problem] {
            look();
            if (context) {
                done(problem);
            }
        },
        Qt::QueuedConnection);
}

} // namespace studio

#include "moc_queue_watch.cpp"
