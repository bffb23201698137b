// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_watch.h"

#include "app/queue/run_folder.h"
#include "app/studio/queue/queue_job.h"
#include "editor/document/sentence_words.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
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

std::vector<RunSetting> wordsOf(const queue::Job& job)
{
    try {
        std::vector<RunSetting> settings = settingsOf(recordOf(job));
        if (const std::optional<std::string> cell = queue::settingOf(job, "cell")) {
            settings.insert(settings.begin(),
                            {QCoreApplication::translate("RunSettings", "Cell"), QString::fromStdString(*cell)});
        }
        return settings;
    } catch (const engine::Error&) { // of a net that this version cannot read: the run says so when it is trained
        return {};
    }
}

bool isSame(const std::vector<queue::Runner>& some, const std::vector<queue::Runner>& others)
{
    return std::ranges::equal(some, others, [](const queue::Runner& one, const queue::Runner& other) {
        return one.process == other.process && one.device == other.device && one.isToStop == other.isToStop;
    });
}

/// Which file a name stands for: another one after it was deleted or replaced.
struct FileIdentity {
    dev_t device = 0;
    ino_t number = 0;
    bool operator==(const FileIdentity&) const = default;
};

FileIdentity identityOf(const fs::path& file)
{
    struct stat found = {};
    return ::stat(file.c_str(), &found) == 0 ? FileIdentity{found.st_dev, found.st_ino} : FileIdentity();
}

} // namespace

/// Reads one queue again and again.
class QueueWatch::Reader {
public:
    explicit Reader(const fs::path& folder) : m_folder(folder) {}

    /// The queue, where it is not as it was at the last look.
    std::optional<QueueView> look()
    {
        const FileIdentity file = identityOf(queue::fileOf(m_folder));
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
            if (!std::exchange(m_isFirst, false) && changes == m_changes && isSame(runners, m_runners)) {
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
            std::shared_ptr<const std::vector<RunSetting>>& settings = m_settings[run.id];
            if (!settings) { // a job never changes
                settings = std::make_shared<const std::vector<RunSetting>>(wordsOf(run.job));
            }
            QueueRow row{.id = run.id,
                         .state = run.state,
                         .result = run.result,
                         .bestBy = queue::bestByOf(run.job),
                         .kind = &engine::dataKindOf(run.job.run.model),
                         .net = run.job.run.model.name,
                         .settings = settings};
            if (run.state == queue::RunState::Running && !watch::isAlive(run.runner)) {
                row.state = queue::RunState::Waiting; // who claims next gives it back
            }
            const fs::path checkpoint = queue::RunFolder(m_queue->folder(), run.id).checkpoint();
            std::error_code unknown;
            row.checkpoint = fs::exists(checkpoint, unknown) ? checkpoint : fs::path();
            if (const std::optional<std::string> cell = queue::settingOf(run.job, "cell")) {
                row.cell = *cell;
                row.model = engine::writeModel(run.job.run.model);
                row.parameters = std::atoll(queue::settingOf(run.job, "parameters").value_or("").c_str());
            }
            view.rows.push_back(std::move(row));
        }
    }

    fs::path m_folder;
    std::optional<queue::RunQueue> m_queue;
    FileIdentity m_file; ///< that m_queue has open
    QueueView m_last;    ///< as it was read last, without a problem
    bool m_isFirst = true;
    std::int64_t m_changes = 0;
    std::vector<queue::Runner> m_runners;
    QString m_problem;
    std::map<std::int64_t, std::shared_ptr<const std::vector<RunSetting>>> m_settings; ///< by run
};

std::ptrdiff_t QueueView::count(queue::RunState state) const
{
    return std::ranges::count(rows, state, &QueueRow::state);
}

const QueueRow* QueueView::find(std::int64_t id) const
{
    const auto found = std::ranges::find(rows, id, &QueueRow::id);
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
                for (queue::Job& job : *made) {
                    runs->push_back({.id = first + std::ssize(*runs), .sweep = first, .job = std::move(job)});
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
