// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/run_queue.h"
#include "app/studio/panels/run_settings.h"
#include "editor/work/latest_work.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QThreadPool>
#include <QTimer>
#include <stop_token>
#include <vector>

namespace studio {

/// One run of a queue, as it is shown.
struct QueueRow {
    /// What the queue knows of it, without its net; its id is minus its number in the queue. Its name has those of the
    /// settings that vary, the short one their values alone.
    RunRecord record = {};
    queue::RunState state = queue::RunState::Waiting;
    std::shared_ptr<const queue::Job> job = {};                   ///< shared with the thread that reads the queue
    std::shared_ptr<const std::vector<RunSetting>> settings = {}; ///< the same

    /// Of a run that was queued to compare cells; else empty.
    std::string cell() const { return job ? queue::settingOf(*job, "cell").value_or("") : ""; }
};

/// The run, for a queue of a project of that title. Throws engine::Error for one without an end, after which no other
/// would come.
queue::Job jobOf(const engine::RunDescription& run, const std::string& title);

/// A queue as it was at one moment.
struct QueueView {
    std::vector<QueueRow> rows = {}; ///< in their order
    std::vector<queue::Runner> runners = {};
    QString problem = {}; ///< why it cannot be read, as a sentence

    std::ptrdiff_t count(queue::RunState state) const { return std::ranges::count(rows, state, &QueueRow::state); }
};

/// Reads a queue, and changes it, on threads of its own: its file may be held by other processes for a while. Whether
/// others have changed it is looked at four times a second. What takes long to prepare has another thread, so that a
/// stop need not wait for it. Lives on the GUI thread, as do its signals. Its end waits for the changes that were asked
/// for.
class QueueWatch : public QObject {
    Q_OBJECT

public:
    using Change = std::function<void(queue::RunQueue&)>;     ///< on the other thread; may throw engine::Error
    using Done = std::function<void(const QString& problem)>; ///< on the GUI thread; empty: it was done
    using Jobs = std::function<std::vector<queue::Job>()>;    ///< on a third thread; may throw engine::Error
    using Runs = QList<qint64>;                               ///< ids of their rows
    using Added = std::function<void(const QString& problem, const Runs& runs)>; ///< on the GUI thread

    explicit QueueWatch(QObject* parent = nullptr);

    /// changed() follows for another one; there need not be a queue yet.
    void open(const std::filesystem::path& folder);
    const std::filesystem::path& folder() const { return m_folder; }
    const QueueView& view() const { return *m_view; }
    std::shared_ptr<const QueueView> shared() const { return m_view; } ///< to keep it without a copy

    /// Changes the queue, which is made where there is none; changes are made in the order in which they are asked
    /// for. `done` is not called where `context` is gone by then.
    void change(Change change, QObject* context, Done done);

    /// Adds the runs that `jobs` makes, as by reading data, when they are ready: after changes that were asked for
    /// meanwhile. None where it is to stop by then.
    void add(Jobs jobs, const std::stop_token& stop, QObject* context, Added done);

signals:
    void changed(); ///< view() is another one

private:
    class Reader;
    void look();
    void perform(const std::function<void()>& work, const QPointer<QObject>& context, const Done& done);

    std::filesystem::path m_folder;
    std::shared_ptr<const QueueView> m_view; ///< made by the other thread, which does not keep it
    std::shared_ptr<Reader> m_reader;        ///< shared with the work that reads
    QTimer m_looks;
    editor::LatestWork m_reading;
    QThreadPool m_worker, m_preparer; ///< of one thread each; last, so that they end before what they use goes
};

QString stateInWords(queue::RunState state); ///< "waiting"
QString energyInWords(double joules);        ///< "12 J", "3.4 kJ", "1.2 kWh"

} // namespace studio
