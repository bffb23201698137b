// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_watch.h"

#include "app/queue/train_run.h"
#include "editor/document/sentence_words.h"
#include "editor/words/numbers.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/run/best.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/run_specs.h"
#include "engine/training/run/solver_run.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <QCoreApplication>
#include <QLocale>
#include <system_error>
#include <utility>

namespace studio {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto betweenLooks = 250ms;

/// "Queue 7, base_lr 0.01", and "Queue 7, 0.01" for short: with what varies among the runs that it was queued with.
void setNames(RunRecord& record, const queue::QueuedRun& run)
{
    record.name = QCoreApplication::translate("studio::QueueWatch", "Queue %1").arg(run.id).toStdString();
    record.shortName = record.name;
    for (const auto& [name, value] : run.job.settings) {
        if (name == "cell" || name.find('.') != std::string::npos) { // a layer's or the solver's; else it is an option
            record.name += ", " + name.substr(name.starts_with("solver.") ? name.find('.') + 1 : 0) + " " + value;
            record.shortName += ", " + value;
        }
    }
}

/// A row of what never changes of a run.
QueueRow rowOf(const queue::QueuedRun& run)
{
    const queue::Job& job = run.job;
    QueueRow row{.job = std::make_shared<const queue::Job>(job)};
    row.record.id = static_cast<int>(-run.id);
    setNames(row.record, run);
    row.record.start = {.parameters = std::atoll(queue::settingOf(job, "parameters").value_or("").c_str()),
                        .seed = static_cast<std::uint64_t>(queue::seedOf(job)),
                        .data = job.run.data.string()};
    std::vector<RunSetting> settings;
    try {
        row.record.start.kind = &engine::dataKindOf(job.run.model);
        RunRecord whole = row.record; // which need not be kept, as the job has it
        whole.run = job.run;
        whole.run.settings.erase("seed");
        whole.run.settings.erase("every"); // see jobOf()
        whole.start.model = engine::writeModel(job.run.model);
        whole.start.solver = engine::writeSolver(job.run.solver);
        settings = settingsOf(whole);
        if (const std::string cell = row.cell(); !cell.empty()) {
            settings.insert(settings.begin(),
                            {QCoreApplication::translate("RunSettings", "Cell"), QString::fromStdString(cell)});
        }
    } catch (const engine::Error&) { // NOLINT(bugprone-empty-catch): the run says what is wrong when it is trained
    }
    row.settings = std::make_shared<const std::vector<RunSetting>>(std::move(settings));
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

QString problemOf(const std::function<void()>& work)
{
    try {
        work();
        return {};
    } catch (const std::exception& error) { // nothing may leave the thread
        return editor::inWords(error);
    }
}

struct QueueWords {
    Q_DECLARE_TR_FUNCTIONS(QueueWords)
};

} // namespace

/// Reads one queue again and again.
class QueueWatch::Reader {
public:
    explicit Reader(const fs::path& folder) : m_folder(folder) {}

    /// The queue; null where it is as it was at the last look. Where it cannot be read, as while it is locked, its runs
    /// are as they were.
    std::shared_ptr<const QueueView> look()
    {
        bool isOther = false;
        const QString problem = problemOf([&] {
            if (const auto file = identityOf(queue::fileOf(m_folder)); file != m_file) { // else the old one is read on
                *this = Reader(m_folder);
                m_file = file;
                isOther = true;
            }
            if (!m_queue && queue::isQueue(m_folder)) {
                m_queue.emplace(m_folder, queue::Database::Open::Existing);
                m_changes = -1;
            }
            isOther = (m_queue && reads(*m_queue)) || isOther;
        });
        if (!problem.isEmpty()) {
            m_queue.reset();
        }
        if (!isOther && problem == m_view.problem) {
            return nullptr;
        }
        m_view.problem = problem;
        return std::make_shared<const QueueView>(m_view);
    }

private:
    /// False: nothing has changed.
    bool reads(queue::RunQueue& queue)
    {
        const std::int64_t changes = queue.changes();
        std::vector<queue::Runner> runners = queue.runners();
        if (changes == m_changes && runners == m_view.runners) {
            return false;
        }
        std::vector<QueueRow> rows;
        for (const queue::QueuedRun& run : queue.runs()) {
            const auto known =
                m_known.contains(run.id) ? m_known.find(run.id) : m_known.emplace(run.id, rowOf(run)).first;
            update(rows.emplace_back(known->second), run, queue::folderOf(m_folder, run.id).checkpoint());
        }
        m_view = {.rows = std::move(rows), .runners = std::move(runners)};
        m_changes = changes;
        return true;
    }

    fs::path m_folder;
    std::optional<queue::RunQueue> m_queue;
    std::pair<dev_t, ino_t> m_file; ///< that m_queue has open
    QueueView m_view;               ///< as it was told last
    std::int64_t m_changes = 0;
    std::map<std::int64_t, QueueRow> m_known; ///< by run: a job never changes
};

queue::Job jobOf(const engine::RunDescription& run, const std::string& title)
{
    const engine::RunLimits limits = engine::runSettings(run.settings, run.solver).limits;
    if (limits.iterations == engine::endless && !limits.epochs && !limits.seconds && !limits.targetLoss) {
        throw engine::Error(
            QueueWords::tr("This run has no end, so that no other run of the queue would come after it; give it "
                           "iterations, epochs or a time under Training")
                .toStdString());
    }
    queue::Job job{.run = run, .settings = {{"model", title}}};
    constexpr std::int64_t points = 1000, rarely = 100; // its curve is read while it grows
    job.run.settings.emplace("every", std::clamp<std::int64_t>(limits.iterations / points, 1, rarely));
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        const auto given = run.settings.find(spec.param.key);
        if (given != run.settings.end() && spec.param.key != "seed") {
            job.settings.emplace_back(engine::optionOf(spec).substr(2), engine::optionText(given->second));
        }
    }
    return job;
}

QueueWatch::QueueWatch(QObject* parent) : QObject(parent), m_view(std::make_shared<const QueueView>())
{
    for (QThreadPool* const pool : {&m_worker, &m_preparer}) {
        pool->setMaxThreadCount(1);
    }
    m_looks.callOnTimeout(this, &QueueWatch::look);
    m_looks.start(betweenLooks);
}

void QueueWatch::open(const fs::path& folder)
{
    if (folder == m_folder) { // its reader would see nothing new, and leave the view empty
        return;
    }
    m_folder = folder;
    m_view = std::make_shared<const QueueView>();
    m_reader = std::make_shared<Reader>(folder);
    m_reading.stop();
    emit changed();
    look();
}

void QueueWatch::look()
{
    if (!m_reader || m_reading.isBusy()) {
        return;
    }
    m_reading.start([this, reader = m_reader](const engine::GoOn&) -> editor::LatestWork::Deliver {
        return [this, view = reader->look()] {
            if (view) {
                m_view = view;
                emit changed();
            }
        };
    });
}

void QueueWatch::change(Change change, QObject* context, Done done)
{
    perform(
        [folder = m_folder, change = std::move(change)] {
            queue::RunQueue queue(folder, queue::Database::Open::OrMake);
            change(queue);
        },
        context, done);
}

void QueueWatch::add(Jobs jobs, const std::stop_token& stop, QObject* context, Added done)
{
    const auto runs = std::make_shared<Runs>(); // shared with work on other threads that is over when it is read
    m_preparer.start([=, this, folder = m_folder, context = QPointer(context)] {
        const auto made = std::make_shared<std::vector<queue::Job>>(); // a sweep may have thousands
        const QString problem = problemOf([&] {
            if (!stop.stop_requested()) {
                *made = jobs();
            }
        });
        const auto work = [=] {
            if (!problem.isEmpty()) {
                throw engine::Error(problem.toStdString());
            }
            queue::RunQueue queue(folder, queue::Database::Open::OrMake);
            const std::int64_t first = stop.stop_requested() ? 0 : queue.add(*made);
            for (std::int64_t run = first; first > 0 && run < first + std::ssize(*made); ++run) {
                runs->append(-run);
            }
        };
        perform(work, context, [done, runs](const QString& told) { done(told, *runs); });
    });
}

void QueueWatch::perform(const std::function<void()>& work, const QPointer<QObject>& context, const Done& done)
{
    m_worker.start([=, this] {
        const auto tell = [=, this, problem = problemOf(work)] {
            look();
            if (context) {
                done(problem);
            }
        };
        QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
    });
}

QString stateInWords(queue::RunState state)
{
    const QString words[] = {
        QueueWords::tr("waiting"), QueueWords::tr("running"),       QueueWords::tr("waiting for comparison"),
        QueueWords::tr("done"),    QueueWords::tr("stopped early"), QueueWords::tr("diverged"),
        QueueWords::tr("failed")};
    return words[static_cast<int>(state)];
}

QString energyInWords(double joules)
{
    constexpr double kilowattHour = 3.6e6;
    const QLocale locale = editor::shownLocale();
    const auto digits = [](double number) { return number < 10 ? 2 : number < 100 ? 1 : 0; };
    if (joules < 1000) {
        return QueueWords::tr("%1 J").arg(locale.toString(joules, 'f', 0));
    }
    const bool isSmall = joules < kilowattHour / 10;
    const double shown = joules / (isSmall ? 1000 : kilowattHour);
    return (isSmall ? QueueWords::tr("%1 kJ") : QueueWords::tr("%1 kWh"))
        .arg(locale.toString(shown, 'f', digits(shown)));
}

} // namespace studio

#include "moc_queue_watch.cpp"
