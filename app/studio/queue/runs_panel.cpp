// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/runs_panel.h"

#include "app/contest/net_variants.h"
#include "app/contest/results.h"
#include "app/queue/train_run.h"
#include "app/studio/files/file_dialogs.h"
#include "app/studio/panels/parts.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/device_plot.h"
#include "app/studio/plots/run_colour.h"
#include "app/studio/plots/words.h"
#include "app/studio/session/progress_tracker.h"
#include "app/studio/text/elided_label.h"
#include "app/studio/workspace/exchange.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "app/watch/process_identity.h"
#include "editor/document/content.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/flow_layout.h"
#include "editor/widgets/parts.h"
#include "engine/backends/engine_choices.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/system_reason.h"
#include "engine/training/run/best.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/run_specs.h"
#include "engine/training/run/solver_run.h"

#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <QCheckBox>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QProcess>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>
#include <QStandardPaths>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <system_error>
#include <utility>

namespace studio {
namespace {

constexpr std::size_t maxCurves = 12; ///< as many as four cells from three seeds; more hide each other

/// The best loss or metric of its validations; NaN: it has none.
double bestOf(const RunRecord& run, const std::string& name)
{
    double best = std::nan("");
    for (const engine::ValidationEvent& validation : run.validations) {
        const double value = name == "loss" ? validation.loss : engine::valueOf(validation.metrics, name);
        best = std::fmin(best, engine::judged(name, value)); // of a number and none: the number
    }
    return engine::judged(name, best); // as less is better there
}

/// In the order in which they come up.
QStringList metricsOf(const std::vector<ListedRun>& runs)
{
    QStringList names;
    for (const ListedRun& run : runs) {
        const engine::ValidationEvent* const last = run.record->lastValidation();
        for (const engine::Metric& metric : last ? last->metrics : std::vector<engine::Metric>()) {
            names.append(QString::fromStdString(metric.name));
        }
    }
    names.removeDuplicates();
    return names;
}

/// Characters, or sequences, a second over the last 100 iterations.
double lastSpeed(const RunRecord& run)
{
    const engine::Curve& curve = run.curve;
    const double step = curve.size() > 1 ? secondsOfStep(curve, 100) : 0;
    return curve.empty() ? std::nan("") : step > 0 ? run.unitsUntil(1) / step : run.perSecond(curve.size() - 1);
}

/// Where its first weights came from.
QString originInWords(const RunOrigin& origin, const RunList& runs)
{
    if (origin.file.empty()) {
        return {};
    }
    const RunRecord* run = runs.find(origin.run);
    const QString name = QString::fromStdString(run ? run->name : origin.file);
    return origin.goesOn ? name : RunTable::tr("weights of %1").arg(name);
}

/// Its words that begin with #, without it.
QString tagsIn(const std::string& remark)
{
    static const QRegularExpression tag(QStringLiteral("^#(?=.)"));
    QStringList tags = QString::fromStdString(remark).simplified().split(QLatin1Char(' ')).filter(tag);
    return tags.replaceInStrings(tag, QString()).join(QStringLiteral(", "));
}

QString headingOfSpeed(const std::vector<RunRecord>& runs)
{
    const auto isOther = [&](const RunRecord& run) { return run.start.kind->unit != runs.front().start.kind->unit; };
    return std::ranges::any_of(runs, isOther)
               ? RunTable::tr("Characters or sequences/s")
               : speedHeading(runs.empty() ? engine::kinds::text : *runs.front().start.kind);
}

engine::Report::Column head(const QString& title, const std::function<std::string(double)>& words = {},
                            const QString& help = {})
{
    return {.title = title.toStdString(), .inWords = words, .none = "", .help = help.toStdString()};
}

QString seedName()
{
    return QCoreApplication::translate("RunSettings", "Seed");
}

engine::ReportCell known(double value)
{
    return std::isfinite(value) ? engine::ReportCell(value) : engine::ReportCell();
}

engine::ReportCell positive(double value)
{
    return value > 0 ? engine::ReportCell(value) : engine::ReportCell();
}

engine::ReportCell known(const std::string& words)
{
    return words.empty() ? engine::ReportCell() : engine::ReportCell(words);
}

auto digits(int count)
{
    return [count](double value) { return QLocale().toString(value, 'f', count).toStdString(); };
}

/// The first of those of the numbers 1, 2, ... that is not there.
template <class Numbered>
std::filesystem::path unusedOf(const Numbered& numbered)
{
    std::error_code unknown;
    for (int number = 1;; ++number) {
        if (const std::filesystem::path path = numbered(number); !std::filesystem::exists(path, unknown)) {
            return path;
        }
    }
}

std::string inPath(std::string name)
{
    std::ranges::replace(name, '/', '_');
    return name;
}

/// "1,200 of 10,000" iterations of a run that another process trains.
QString doneOf(const RunRecord& run)
{
    const auto count = [](std::int64_t number) { return QLocale().toString(static_cast<qlonglong>(number)); };
    return run.start.hasEnd() && run.start.iterations > 0
               ? QCoreApplication::translate("studio::RunFigures", "%1 of %2")
                     .arg(count(run.iteration()), count(run.start.iterations))
               : count(run.iteration());
}

/// "Iteration 1,200 of 10,000 · NVIDIA H200 · 87 % · 61 °C"
QStringList progressOf(const RunRecord& run)
{
    QStringList all = {QCoreApplication::translate("studio::RunFigures", "Iteration") + QLatin1Char(' ') + doneOf(run)};
    for (const engine::Vitals& device : run.devices) {
        all.append(QString::fromStdString(device.name.empty() ? run.start.deviceDescription : device.name));
        if (device.utilisationPercent) {
            all.append(readingOf(MeterUnit::Percent, *device.utilisationPercent, {}));
        }
        if (device.celsius) {
            all.append(readingOf(MeterUnit::Celsius, *device.celsius, {}));
        }
    }
    if (run.devices.empty()) {
        all.append(QString::fromStdString(run.start.deviceDescription));
    }
    return all;
}

const QString folderKey = QStringLiteral("queue/folder");
constexpr int wasStopped = 130; ///< what `hamnet` tells the shell then

/// "2 running, 3 waiting."
QString countsIn(const QueueView& view)
{
    QStringList parts;
    for (const queue::RunState state : queue::allLike(queue::RunState())) {
        if (const std::ptrdiff_t runs = view.count(state); runs > 0) {
            parts.append(QStringLiteral("%1 %2").arg(runs).arg(stateInWords(state)));
        }
    }
    return parts.isEmpty() ? QString() : parts.join(QStringLiteral(", ")) + QLatin1Char('.');
}

/// The followed runs among these that can be asked are all paused, and there is one.
bool arePaused(const std::vector<ListedRun>& runs)
{
    const auto isIn = [&](FollowedRun::State state) {
        return std::ranges::any_of(runs, [state](const ListedRun& run) {
            return run.isFollowed() && !run.followed->asked() && run.followed->state() == state;
        });
    };
    return isIn(FollowedRun::State::Paused) && !isIn(FollowedRun::State::Training);
}

/// Throws what was refused.
void require(const std::optional<QString>& refused)
{
    if (refused) {
        throw engine::Error(refused->toStdString());
    }
}

/// The last line that the process has left, as a sentence.
QString lastWords(QProcess& process)
{
    const QString all = QString::fromUtf8(process.readAllStandardError()).trimmed();
    const QString name = QStringLiteral("hamnet: "), last = all.section(QLatin1Char('\n'), -1).trimmed();
    return last.startsWith(name) ? last.mid(name.size()) : last;
}

} // namespace

QString defaultQueue()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/queue");
}

/// Of the best net where the newest is gone.
std::string ListedRun::weights() const
{
    const std::vector<engine::CheckpointEvent> marks = checkpointsThere(*record);
    const auto newest = std::ranges::find(marks, false, &engine::CheckpointEvent::best);
    return newest != marks.end() ? newest->file : marks.empty() ? std::string() : marks.front().file;
}

RunTable::RunTable(Workspace& workspace, QWidget* parent)
    : ReportTable(tr("Runs"), parent), m_workspace(workspace), m_followed(new FollowedRuns(this))
{
    setEditable();
    names().setEditTriggers(QAbstractItemView::EditKeyPressed); // a click on one of several chooses that alone
    setLook([this](qint64 id, const std::string& column, int role) {
        return lookOf(id, QString::fromStdString(column), role);
    });
    m_result = tr("Best validation");
    list();
}

std::vector<ListedRun> RunTable::all() const
{
    std::vector<ListedRun> runs;
    for (const RunRecord& run : m_workspace.runs().all()) {
        runs.push_back({.record = &run});
    }
    std::ranges::reverse(runs);
    for (const QueueRow& row : m_queue->rows) {
        if (m_showsOthers || !m_others.contains(row.record.id)) {
            runs.push_back({.record = &row.record, .queued = &row, .followed = m_followed->find(row.record.id)});
        }
    }
    for (const FollowedRun* run : m_followed->added()) {
        runs.push_back({.record = &run->record(), .followed = run});
    }
    return runs;
}

/// The queue is the user's, not the project's. A net without a name has that under which it was queued, a project's or
/// a file's.
std::set<qint64> RunTable::others()
{
    const engine::Model& drawn = m_workspace.document().derived().model;
    const auto nameOf = [](const engine::Model& net, const std::string& title) {
        return net.name.empty() ? std::filesystem::path(title).stem().string() : net.name;
    };
    m_ownNames.insert(nameOf(drawn, m_workspace.files().title().toStdString()));
    const auto isSame = [](const engine::Layer& one, const engine::Layer& other) {
        return one.name == other.name && one.type == other.type;
    };
    std::set<qint64> others;
    for (const QueueRow& row : m_queue->rows) {
        const bool isOwn =
            !row.job || drawn.layers.empty() || std::ranges::equal(row.job->run.model.layers, drawn.layers, isSame) ||
            m_ownNames.contains(nameOf(row.job->run.model, queue::settingOf(*row.job, "model").value_or("")));
        if (!isOwn) {
            others.insert(row.record.id);
        }
    }
    return others;
}

void RunTable::showOthers(bool shown)
{
    m_showsOthers = shown;
    list();
}

void RunTable::compare(const QList<qint64>& runs)
{
    std::vector<std::vector<RunSetting>> settings;
    for (const qint64 id : runs) {
        settings.push_back(settingsOf(find(id)));
    }
    m_compared = differingSettings(settings);
    m_compared.removeAll(seedName());
    list();
}

ListedRun RunTable::find(qint64 id) const
{
    const QueueRow* const row = m_queued.value(id);
    const FollowedRun* const followed = m_followed->find(id);
    const bool isListed = row || id >= FollowedRuns::firstId; // else it is drawn of another queue
    return {.record = row        ? &row->record
                      : followed ? &followed->record()
                                 : m_workspace.runs().find(static_cast<int>(id)),
            .queued = row,
            .followed = isListed ? followed : nullptr};
}

bool RunTable::goesOn(const ListedRun& run) const
{
    const TrainingSession& training = m_workspace.training();
    return run.queued     ? run.queued->state == queue::RunState::Running
           : run.followed ? run.followed->state() == FollowedRun::State::Training
                          : training.isBusy() && training.run().id == run.record->id;
}

const std::vector<RunSetting>& RunTable::settingsOf(const ListedRun& run) const
{
    return run.queued ? *run.queued->settings : m_settings.of(*run.record);
}

std::vector<RunTable::Result> RunTable::resultsOf(const std::vector<ListedRun>& runs) const
{
    using Run = const ListedRun&;
    const TrainingSession& training = m_workspace.training();
    const auto isOfBar = [this, &training](Run run) { // which shows the same numbers
        return m_workspace.runs().hasTrained() && training.run().id == run.record->id &&
               training.progressNow().iteration > 0;
    };
    const auto ofCurve = [](Run run) { return !run.record->curve.empty(); };
    std::vector<Result> results = {
        {{head(tr("Mean loss"), digits(4), tr("Mean training loss of the last 100 iterations")),
          [=, &training](Run run) {
              return known(isOfBar(run)   ? training.progressNow().loss
                           : ofCurve(run) ? meanLoss(run.record->curve, 100)
                                          : std::nan(""));
          }}},
        {{head(tr("Best validation"), digits(4), tr("Lowest loss on the held-out data, each time over all of them")),
          [](Run run) { return known(bestOf(*run.record, "loss")); }}},
        {{head(tr("Perplexity"), digits(2),
               tr("e to the best validation loss: among how many characters the net chooses on average")),
          [](Run run) {
              return known(run.record->start.kind->lossPerUnit ? std::exp(bestOf(*run.record, "loss")) : std::nan(""));
          }}}};
    for (const QString& metric : metricsOf(runs)) {
        const std::string name = metric.toStdString();
        results.push_back({{head(metricName(name),
                                 [name](double value) {
                                     return metricText({name, value}).toStdString();
                                 }),
                            [name](Run run) { return known(bestOf(*run.record, name)); }},
                           engine::judged(name, 1) < 0});
    }
    results.push_back({{head(headingOfSpeed(m_workspace.runs().all()), digits(0)),
                        [=, &training](Run run) {
                            return known(isOfBar(run)   ? training.progressNow().charsPerSecond
                                         : ofCurve(run) ? lastSpeed(*run.record)
                                                        : std::nan(""));
                        }},
                       true});
    results.push_back(
        {{head(tr("Duration"), [](double seconds) { return durationOf(seconds).toStdString(); }), [=](Run run) {
              return positive(ofCurve(run)      ? run.record->curve.back().seconds
                              : run.record->end ? run.record->end->seconds
                                                : 0);
          }}});
    results.push_back({{head(tr("Energy"), [](double joules) { return energyInWords(joules).toStdString(); }),
                        [](Run run) { return run.record->end ? run.record->end->joules : std::nullopt; }}});
    return results;
}

/// The losses and what the runs are judged by, how far each is, the settings, what else is known.
std::vector<engine::ColumnOf<ListedRun>> RunTable::columns() const
{
    using Run = const ListedRun&;
    const auto isFirst = [&](const Result& result) {
        return &result - m_results.data() < 2 || result.title() == m_result;
    };
    std::vector<engine::ColumnOf<ListedRun>> columns = {{head(tr("Run")), [](Run run) { return run.name(); }}}, later;
    for (const Result& result : m_results) {
        (isFirst(result) ? columns : later).push_back(result.column);
    }
    columns.push_back(
        {head(tr("State")), [this](Run run) { // without an end and not training now, it was cut off
             if (run.queued) {
                 QString words = stateInWords(run.queued->state);
                 if (goesOn(run) && run.drawn().iteration() > 0) {
                     words += QStringLiteral(" · ") + doneOf(run.drawn());
                 }
                 return words.toStdString();
             }
             if (run.followed && run.followed->state() == FollowedRun::State::Paused) {
                 return tr("paused").toStdString();
             }
             if (run.followed && run.followed->state() == FollowedRun::State::Reading) {
                 return std::string(); // its log may tell more
             }
             const QString ending = endingInWords(*run.record);
             return (goesOn(run) ? tr("running") : ending.isEmpty() ? tr("interrupted") : ending).toStdString();
         }});
    for (const QString& name : m_differing) {
        columns.push_back(
            {head(name), [this, name](Run run) { return known(valueOf(settingsOf(run), name).toStdString()); }});
    }
    columns.insert(columns.end(), later.begin(), later.end());
    const std::vector<engine::ColumnOf<ListedRun>> facts = {
        {head(tr("Parameters"), digits(0)),
         [](Run run) { return positive(static_cast<double>(run.record->start.parameters)); }},
        {head(tr("Iterations"), digits(0)),
         [](Run run) { return positive(static_cast<double>(run.record->iteration())); }},
        {head(tr("Started from")),
         [this](Run run) { return known(originInWords(run.record->origin, m_workspace.runs()).toStdString()); }},
        {head(tr("Tags"), {}, tr("The words of its notes that begin with #")),
         [](Run run) { return known(tagsIn(run.record->remark).toStdString()); }},
        {head(tr("Notes")), [](Run run) { return known(run.record->remark); }}};
    columns.insert(columns.end(), facts.begin(), facts.end());
    return columns;
}

QVariant RunTable::lookOf(qint64 id, const QString& column, int role) const
{
    const ListedRun run = find(id);
    const queue::RunState state = run.queued ? run.queued->state : queue::RunState::Waiting;
    if (run && role == Qt::DecorationRole) {
        return column == tr("Run")                  ? swatchOf(colourOf(static_cast<int>(id), editor::theme()))
               : column == m_result && id == m_best ? QVariant(editor::icon(QStringLiteral("best")))
                                                    : QVariant();
    }
    if (role == Qt::ForegroundRole && column == tr("State")) {
        const bool isBad = state == queue::RunState::Failed || state == queue::RunState::Diverged;
        return isBad                               ? QVariant(editor::theme().error)
               : state == queue::RunState::Running ? QVariant(editor::theme().accent)
                                                   : QVariant();
    }
    if (run && role == wordsRole && column == tr("Run")) {
        return QString::fromStdString(run.record->name);
    }
    if (!run || role != Qt::ToolTipRole) {
        return {};
    }
    if (column == tr("Run") && !run.queued) {
        const QDateTime time = QDateTime::fromMSecsSinceEpoch(std::llround(1000 * run.record->start.time));
        return tr("Started %1, seed %2\n%3")
            .arg(run.record->start.time > 0 ? QLocale().toString(time, QLocale::ShortFormat) : QString(),
                 QLocale().toString(static_cast<qulonglong>(run.record->start.seed)),
                 QString::fromStdString(run.weights()));
    }
    const bool hasFailed = column == tr("State") && run.queued && !run.record->failure.empty();
    return hasFailed                      ? editor::inWords(run.record->failure)
           : column == tr("Run")          ? QVariant(QString::fromStdString(run.record->name))
           : column == tr("Started from") ? QVariant(QString::fromStdString(run.record->origin.file))
                                          : QVariant();
}

void RunTable::list()
{
    std::vector<std::vector<RunSetting>> settings;
    for (const ListedRun& run : all()) {
        settings.push_back(settingsOf(run));
    }
    m_differing = differingSettings(settings);
    std::ranges::stable_partition(m_differing, [this](const QString& name) { return m_compared.contains(name); });
    m_isOld = false;
    fill();
}

void RunTable::showQueue(std::shared_ptr<const QueueView> view)
{
    const auto known = [](const QueueRow& row) {
        return std::pair(row.record.id, row.settings);
    }; // shared until it goes
    const bool hasSame = std::ranges::equal(view->rows, m_queue->rows, {}, known, known);
    m_queue = std::move(view);
    m_queued.clear();
    for (const QueueRow& row : m_queue->rows) {
        m_queued.insert(row.record.id, &row);
    }
    m_isOld = std::exchange(m_others, others()) != m_others || !hasSame || m_isOld;
    m_isOld ? list() : fill();
}

void RunTable::fill()
{
    const std::vector<ListedRun> runs = all();
    m_results = resultsOf(runs);
    m_ids.clear();
    m_best = 0;
    std::optional<double> best;
    const Result* const result = judged();
    for (const ListedRun& run : runs) {
        m_ids.push_back(run.id());
        const auto value = result ? result->column.value(run).number() : std::nullopt;
        if (value && (!best || (result->isMoreBetter ? *value > *best : *value < *best))) {
            best = value;
            m_best = run.id();
        }
    }
    engine::Report report = engine::reportOf(columns(), runs);
    QStringList compared = m_differing;
    compared.removeAll(seedName()); // which makes the same lines again
    compared.append(m_result);
    m_axes = parallelAxes(report, m_ids, compared, result && result->isMoreBetter ? Better::More : Better::Less);
    for (std::size_t column = report.columns.size(); --column > 0;) { // what nothing is known of has no column
        const auto isKnown = [&](const auto& row) { return row[column].value.index() > 0; };
        if (!runs.empty() && std::ranges::none_of(report.rows, isKnown)) {
            const auto there = static_cast<std::ptrdiff_t>(column);
            report.columns.erase(report.columns.begin() + there);
            for (auto& row : report.rows) {
                row.erase(row.begin() + there);
            }
        }
    }
    setReport(report, m_ids);
}

void RunTable::groupBy(const QString& heading)
{
    setGroups(m_differing.contains(heading) ? heading : QString(), tr("Best validation"));
}

void RunTable::judgeBy(const QString& heading)
{
    m_result = heading;
    fill();
}

QStringList RunTable::results() const
{
    QStringList headings;
    std::ranges::transform(m_results, std::back_inserter(headings), &Result::title);
    return headings;
}

const RunTable::Result* RunTable::judged() const
{
    const auto found = std::ranges::find(m_results, m_result, &Result::title);
    return found == m_results.end() ? nullptr : &*found;
}

QString RunTable::spreadOf(const QList<qint64>& runs) const
{
    const Result* result = judged();
    const auto isJudged = [&](qint64 id) {
        const ListedRun run = find(id);
        return run && result && result->column.value(run).number();
    };
    const bool byTraining = std::ranges::none_of(runs, isJudged); // as where nothing is held out
    if (byTraining) {
        result = &m_results.front();
    }
    const auto resultOf = [&](const ListedRun& run) {
        const bool isWhole = byTraining && !run.drawn().curve.empty() &&
                             (!run.queued || run.followed->state() == FollowedRun::State::Ended);
        return isWhole ? std::optional(meanLoss(run.drawn().curve, 100)) : result->column.value(run).number();
    };
    const QString heading = result->title();
    contest::Spread all;
    std::vector<contest::CellLosses> cells;
    std::vector<std::vector<RunSetting>> settings;
    std::pair<double, std::string> best; // with the run's name
    for (const qint64 id : runs) {
        const ListedRun run = find(id);
        const auto value = run ? resultOf(run) : std::nullopt;
        if (!value) {
            continue;
        }
        if (all.values.empty() || (result->isMoreBetter ? *value > best.first : *value < best.first)) {
            best = {*value, run.record->name};
        }
        all.values.push_back(*value);
        settings.push_back(settingsOf(run));
        const std::string cell = run.queued && run.queued->state == queue::RunState::Done ? run.queued->cell() : "";
        const auto known = std::ranges::find(cells, cell, &contest::CellLosses::cell);
        if (!cell.empty() && known == cells.end()) {
            cells.push_back({.cell = cell, .losses = {.values = {*value}}});
        } else if (!cell.empty()) {
            known->losses.values.push_back(*value);
        }
    }
    if (all.values.size() < 2) {
        return {};
    }
    const auto words = [&](double value) { return QString::fromStdString(result->column.head.inWords(value)); };
    const QString spread = tr("%1: %2 ± %3 over %4 runs")
                               .arg(heading, words(all.mean()), words(all.deviation().value_or(0)))
                               .arg(all.values.size());
    QStringList differing = differingSettings(settings);
    differing.removeAll(seedName());
    if (cells.empty() && !differing.isEmpty()) { // a mean over them would mean nothing
        return tr("%1: %2 with %3 is the best of %4 runs")
            .arg(heading, QString::fromStdString(best.second), words(best.first), QString::number(all.values.size()));
    }
    const bool areCells = cells.size() > 1 && (heading == tr("Mean loss") || heading == tr("Best validation"));
    return areCells ? editor::inWords(contest::bestCell(cells)) + QStringLiteral(" · ") + spread : spread;
}

RunsPanel::RunsPanel(Workspace& workspace, TrainingActions& training, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_training(training),
      m_table(new RunTable(workspace)),
      m_actions(actions()),
      m_plot(new ParallelPlot),
      m_curves(new CurveView),
      m_remark(editor::described(new QLineEdit(this), {.name = "remark", .title = tr("Your notes on this run")})),
      m_notes(editor::described(new ElidedLabel(this), {.name = "notes", .title = tr("Notes of the run")})),
      m_state(editor::label({}, this, editor::Look::Wraps, "queueState"))
{
    for (RunAction& row : m_actions) {
        const auto attempt = [this, act = row.act] {
            try {
                act();
            } catch (const std::exception& error) {
                emit m_workspace.warned(editor::inWords(error));
            }
        };
        row.action =
            editor::described(new QAction(row.text, this), {.name = row.name, .icon = row.icon}, this, attempt);
        row.action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    }
    action("followRun")->setIconText(tr("Follow…"));
    action("queueStop")->setIconText(tr("Stop"));
    auto* tools = new editor::ToolFlow(this);
    tools->add(actionsUntil("runRename"));
    m_cancel = new QToolButton(this);
    m_cancel->setDefaultAction(action("queueCancel"));
    m_empty =
        editor::label(tr("Each training becomes a run and is listed here. F5 starts one."), this, editor::Look::Wraps);
    m_empty->setAlignment(Qt::AlignCenter);
    m_state->setMinimumWidth(fontMetrics().averageCharWidth() * 24); // tools that have no room go into their menu
    auto* queue = editor::inRow({makeQueueTools(), {m_state, 1}, m_cancel});
    m_choice = makeChoice();
    m_parts = makeParts();
    auto* notes = editor::inRow({{m_remark, 1}, {m_notes, 1}}); // of one height, whatever the notes are
    editor::inColumn(this, {tools, queue, {m_empty, 1}, m_choice, {m_parts, 1}, notes}, QMargins(6, 2, 6, 6));
    setFocusProxy(&m_table->names());
    wire();
    const QString kept = QSettings().value(folderKey).toString();
    openFolder(kept.isEmpty() ? defaultQueue() : kept);
    refresh();
}

RunsPanel::~RunsPanel()
{
    constexpr int patience = 60'000; // milliseconds for saving a large net
    for (const auto& [device, process] : m_works) {
        process->disconnect(this);
        process->terminate();
    }
    for (const auto& [device, process] : m_works) {
        process->waitForFinished(patience);
    }
}

/// Those for the chosen runs, then those of the queue.
std::vector<RunAction> RunsPanel::actions()
{
    using queue::RunState;
    using Runs = const std::vector<ListedRun>&;
    const auto any = [](auto&& holds) { return [holds](Runs runs) { return std::ranges::any_of(runs, holds); }; };
    const auto one = [](auto&& holds) {
        return [holds](Runs runs) { return runs.size() == 1 && holds(runs.front()); };
    };
    const auto hasFile = [](const ListedRun& run) { return !run.weights().empty(); };
    const auto isAsked = any([](const ListedRun& run) {
        return run.isFollowed() && !run.followed->asked() &&
               (run.followed->state() == FollowedRun::State::Training ||
                run.followed->state() == FollowedRun::State::Paused);
    });
    const auto canMove = one([this](const ListedRun& run) { // in the queue's own order
        return run.queued && run.queued->state == RunState::Waiting && !m_table->isSorted();
    });
    const auto has = [this](RunState state) { return m_queue.view().count(state) > 0; };
    const auto whyBusy = [this] { return isWorking() ? work() : plannedStart(); };
    const auto move = [this](queue::RunQueue::Move where) {
        return [this, where] {
            change([run = m_table->selected().front(), where](queue::RunQueue& queue) { queue.move(-run, where); });
        };
    };
    const QString after = tr("Start after the run that trains now");
    const auto plan = [this](bool startsAfterRun) {
        return [this, startsAfterRun] {
            m_startsAfterRun = startsAfterRun;
            refreshState();
        };
    };
    return {
        {"runGenerate", "generate", tr("Generate"), tr("Generate a text with this run's net"),
         [this] { emit textRequested(chosen().front().weights()); },
         one([=](const ListedRun& run) { return hasFile(run) && run.record->start.kind->writes; })},
        {"runExportWeights", "export", tr("Export weights…"),
         tr("Export the weights of this run, or of each that is selected, for another program"),
         [this] { exportSelected(ExportContent::Weights); }, any(hasFile)},
        {"runExportCurve", "plot", tr("Export curve…"),
         tr("Export the curve of this run as a table, as JSON lines or for TensorBoard; of several runs a table each"),
         [this] { exportSelected(ExportContent::Curve); },
         any([](const ListedRun& run) { return !run.drawn().curve.empty(); })},
        {"runOpen", "open", tr("Open"),
         tr("Restore the drawing and the solver that this run trained, which can be undone; open a run of the queue as "
            "a project"),
         [this] {
             const ListedRun run = chosen().front();
             const std::string& name = run.record->name;
             const engine::StartEvent& start = run.record->start;
             if (!run.isOfProject()) {
                 emit openRequested(QString::fromStdString(run.weights()));
                 return;
             }
             require(m_workspace.document().change(
                 tr("Restore %1").arg(QString::fromStdString(name)), [&](editor::Content& content) {
                     content = editor::withModel(content, engine::readModel(start.model, name));
                     content.solver = engine::readSolver(start.solver, name);
                 }));
         },
         one([=](const ListedRun& run) {
             return run.isOfProject() ? !run.record->start.model.empty() : hasFile(run);
         })},
        {"runResume", "resume", tr("Resume"), tr("Resume training from this run's newest checkpoint"),
         [this] {
             const ListedRun run = chosen().front();
             run.isOfProject() ? require(m_workspace.nextRun().resumeFrom(run.weights()))
                               : emit resumeRequested(QString::fromStdString(run.weights()));
         },
         one([=, this](const ListedRun& run) { return hasFile(run) && !m_workspace.training().isBusy(); })},
        {"runAgain", "regenerate", tr("Queue again"),
         tr("Put the selected runs into the queue once more, each with the next seed"), [this] { queueAgain(); },
         any([](const ListedRun& run) { return run.queued || !run.record->start.model.empty(); })},
        {"runRemove", "delete", tr("Remove"),
         tr("Remove the selected runs from the project or from the queue; their files stay"), [this] { remove(); },
         [this](Runs runs) {
             const auto isGoing = [this](const ListedRun& run) { return !run.isFollowed() && m_table->goesOn(run); };
             return !runs.empty() && std::ranges::none_of(runs, isGoing);
         }},
        {"followRun", "open", tr("&Follow a run's folder…"),
         tr("Show a run that a terminal, a queue or another computer trains into its folder"),
         [this] {
             if (const QString folder = askForFolder(window(), tr("The folder of a run")); !folder.isEmpty()) {
                 follow(folder.toStdString(), &FollowedRuns::add);
             }
         }},
        {"runPause", "pause", tr("Pause runs"), tr("Ask the followed runs that are selected to pause"),
         [this] {
             m_table->followed().ask(m_table->selected(),
                                     arePaused(chosen()) ? watch::Request::GoOn : watch::Request::Pause);
         },
         isAsked},
        {"runStop", "stop", tr("Stop runs"), tr("Ask the followed runs that are selected to save and to end"),
         [this] { m_table->followed().ask(m_table->selected(), watch::Request::Stop); }, isAsked},
        {"runRename", "", tr("Rename"), tr("Give the run another name"), [this] { m_table->editName(); },
         one([](const ListedRun& run) { return run.isOfProject(); })},
        {"useCell", "group_recurrent", tr("&Use this cell"),
         tr("Give the drawing's recurrent layers the chosen cell, with the units that it was trained with"),
         [this] {
             const QueueRow& run = *chosen().front().queued;
             const QString label = tr("Use the cell %1").arg(QString::fromStdString(run.cell()));
             require(m_workspace.document().change(label, [&](editor::Content& drawn) {
                 drawn =
                     editor::withModel(drawn, contest::withRecurrentLayers(editor::model(drawn), run.job->run.model));
             }));
         },
         one([](const ListedRun& run) { return run.queued && !run.queued->cell().empty(); })},
        {"queueForward", "up", tr("Train earlier"), tr("Train this run before the one that waits before it"),
         move(queue::RunQueue::Move::Forward), canMove},
        {"queueBack", "down", tr("Train later"), tr("Train this run after the one that waits behind it"),
         move(queue::RunQueue::Move::Back), canMove},
        {"queueRetry", "regenerate", tr("Try failed runs again"),
         tr("Let the runs that failed wait again; they go on from their checkpoints"),
         [this] { change(&queue::RunQueue::retryFailed); }, [has](Runs) { return has(RunState::Failed); }},
        ofNextRun("queueRun", "plus", tr("&Queue this run"),
                  tr("Put the next run, as it is set under Training, into the queue"),
                  [this](const auto& run) {
                      add({jobOf(run, m_workspace.files().title().toStdString())});
                      m_workspace.nextRun().useUpSeed();
                  }),
        ofNextRun("trySettings", "settings", tr("Try &many settings…"),
                  tr("Sweep: put runs with other values of some settings, such as the learning rate, into the queue"),
                  [this](const auto& run) { showSweep(run, SweepDialog::learningRate); }),
        ofNextRun("whichCell", "group_recurrent", tr("Which ce&ll…"),
                  tr("Train this net with several cells from several seeds, and see which is best and by how much"),
                  [this](const auto& run) { showSweep(run, SweepDialog::cell); }),
        ofNextRun("trainSeeds", "random", tr("Train several see&ds…"),
                  tr("Train several nets side by side that differ in their seed alone: how much of a loss is luck"),
                  [this](const auto& run) { trainSeeds(run); }),
        {"queueStart", "train", tr("Start"), tr("Train the runs that wait, one after the other"), [this] { start(); },
         [this, has](Runs) { return has(RunState::Waiting) && !m_works.contains(m_device->currentData().toString()); }},
        {"queueStartAfter", "continue", after, after, plan(true),
         [this, has](Runs) { return has(RunState::Waiting) && m_workspace.training().isBusy(); }},
        {"queueCancel", "", tr("Cancel the start"), tr("Cancel the start"), plan(false),
         [this](Runs) { return m_startsAfterRun; }},
        {"queueStop", "stop", tr("Stop the queue"),
         tr("Stop all that work on this queue: the runs under way are saved and wait again"),
         [this] { change(&queue::RunQueue::stopRunners); },
         [this](Runs) {
             return !m_queue.view().runners.empty() || (!m_queue.view().problem.isEmpty() && isWorking());
         }},
        {"queueOtherFolder",
         "",
         tr("Another folder…"),
         tr("Folder of the queue"),
         [this] {
             if (const QString folder = askForFolder(window(), tr("Folder of the queue")); !folder.isEmpty()) {
                 openFolder(folder);
             }
         },
         {},
         whyBusy},
        {"queueUsualFolder", "", tr("The usual folder"), defaultQueue(), [this] { openFolder(defaultQueue()); },
         [this](Runs) { return m_queue.folder() != defaultQueue().toStdString(); }, whyBusy}};
}

QAction* RunsPanel::action(const char* name) const
{
    return std::ranges::find(m_actions, std::string_view(name), &RunAction::name)->action;
}

QList<QAction*> RunsPanel::actionsUntil(const char* name) const
{
    QList<QAction*> all;
    for (auto row = m_actions.begin(); row->action != action(name); ++row) {
        all.append(row->action);
    }
    return all;
}

/// Which runs are listed, how they are grouped, and by what they are judged.
QWidget* RunsPanel::makeChoice()
{
    auto* choice = new QWidget(this);
    const QString title = tr("Runs with these words");
    auto* words = editor::described(editor::searchField(choice, title, title), {.name = "words"});
    connect(words, &QLineEdit::textChanged, this, [this](const QString& text) { m_table->setWords(text); });
    const auto box = [&](const editor::Description& as, auto act) {
        auto* made = editor::described(new QComboBox(choice), as, this, act);
        made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        made->setMinimumContentsLength(14);
        return made;
    };
    m_groups = box({.name = "groups",
                    .title = tr("Group the runs by"),
                    .tip = tr("Group the runs by a setting in which they differ")},
                   &RunsPanel::group);
    m_results = box({.name = "results",
                     .title = tr("Judge the runs by"),
                     .tip = tr("The result that colours the lines below and marks the best run")},
                    [this] {
                        m_table->judgeBy(m_results->currentText());
                        m_plot->setAxes(m_table->axes());
                        showCurves();
                    });
    m_others = editor::described(new QCheckBox(tr("Runs of other nets"), choice), {.name = "otherNets"}, this,
                                 [this](bool shown) {
                                     m_table->showOthers(shown);
                                     refresh();
                                 });
    editor::inRow(choice, {{words, 1}, m_others, m_groups, m_results}, QMargins());
    return choice;
}

/// The table beside the curves, over the axes, which have the full width.
QSplitter* RunsPanel::makeParts()
{
    m_table->addActions(actionsUntil("queueRun") << action("queueStop")); // also for the command palette
    m_table->addAction(m_table->makeSorting(tr("Newest first")));
    m_curves->setMinimumSize(160, 120);
    const auto openMenu = [this] {
        const QPoint middle = m_table->names().rect().center();
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, middle, m_table->mapToGlobal(middle));
        QCoreApplication::sendEvent(m_table, &asked);
    };
    new QShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F10), m_table, openMenu, // beside the Menu key
                  Qt::WidgetWithChildrenShortcut);
    auto* above = new QSplitter;
    above->addWidget(m_table);
    above->addWidget(m_curves);
    above->setSizes({3000, 2000});              // in this ratio
    m_axes = editor::scrolled(m_plot, nullptr); // many settings differ
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->addWidget(above);
    parts->addWidget(m_axes);
    parts->setCollapsible(0, false);
    parts->setSizes(m_sizes[m_isLow]);
    connect(parts, &QSplitter::splitterMoved, this, [this, parts] { m_sizes[m_isLow] = parts->sizes(); });
    return parts;
}

/// What the user wrote of a run, to be edited, and what else there is to say of those that are chosen.
void RunsPanel::showNotes(const std::vector<ListedRun>& runs)
{
    const RunRecord* const run = runs.size() == 1 && runs.front().isOfProject() ? runs.front().record : nullptr;
    const int before = std::exchange(m_noted, run ? run->id : 0);
    m_remark->setEnabled(run != nullptr);
    m_remark->setPlaceholderText(std::ranges::any_of(runs, &ListedRun::isOfProject) || runs.empty()
                                     ? tr("Your notes on this run; words that begin with # are tags")
                                     : tr("Only runs of the project have notes"));
    if (m_noted != before || !m_remark->hasFocus()) { // else it is being written
        m_remark->setText(run ? QString::fromStdString(run->remark) : QString());
    }
    QStringList all = {wordsOf(runs)};
    for (const engine::Sentence& note : run ? run->start.notes : std::vector<engine::Sentence>()) {
        all.append(editor::inWords(note));
    }
    all.removeAll(QString());
    m_notes->setText(all.join(QStringLiteral(" · ")));
    m_notes->setToolTip(all.join(QLatin1Char('\n')));
}

void RunsPanel::wire()
{
    connect(m_table, &RunTable::selectionChanged, this, &RunsPanel::noteSelection);
    connect(m_table, &RunTable::sorted, this, &RunsPanel::refreshActions);
    connect(m_table, &RunTable::edited, this, [this](qint64 run, const QString& name) {
        m_workspace.runs().rename(static_cast<int>(run), name.toStdString());
    });
    connect(m_table, &RunTable::activated, this, [this](qint64 id) {
        const ListedRun run = m_table->find(id);
        if (run && !run.isOfProject() && run.weights().empty()) {
            emit m_workspace.warned(tr("%1 has no checkpoint yet: it can be opened once it has trained.")
                                        .arg(QString::fromStdString(run.record->name)));
        } else if (!run.isOfProject()) {
            action("runOpen")->trigger();
        }
    });
    connect(m_plot, &ParallelPlot::passing, this, [this](const QList<qint64>& runs, ParallelPlot::By who) {
        m_table->select(runs);
        showChosen(); // not in the plot, which knows runs that the table leaves out
        if (who == ParallelPlot::By::User) {
            m_table->scrollToSelected();
        }
    });
    connect(m_plot, &ParallelPlot::activated, m_table, &RunTable::activated);
    connect(m_remark, &QLineEdit::textEdited, this,
            [this](const QString& words) { m_workspace.runs().annotate(m_noted, words.trimmed().toStdString()); });
    connect(&m_queue, &QueueWatch::changed, this, [this] {
        m_isStarting = m_isStarting && m_queue.view().runners.empty();
        refreshState();
        refreshOrMark();
    });
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(1000);
    m_refresh.callOnTimeout(this, &RunsPanel::refreshOrMark);
    FollowedRuns& followed = m_table->followed();
    connect(&followed, &FollowedRuns::found, this, [this](int id) {
        m_table->noteRuns();
        if (!m_wanted.isEmpty() || std::ranges::is_permutation(m_table->selected(), m_found)) {
            m_found.append(id);
            m_wanted = m_found;
        }
        refreshSoon(); // many may be found at once
    });
    connect(&followed, &FollowedRuns::changed, this,
            [this, &followed](int id) { noteGrowth(followed.find(id)->record()); });
    connect(&m_workspace, &Workspace::changed, this, [this](Changes changes) {
        if (changes & Change::Runs) {
            m_table->noteRuns();
            refreshOrMark();
        }
        if (m_startsAfterRun && !m_workspace.training().isBusy()) {
            start();
        }
        refreshActions();
    });
    connect(&m_workspace, &Workspace::opened, this, [this] {
        showNotes({}); // what was typed there is about a run of another project
        m_table->forgetNames();
        m_table->noteRuns();
        m_table->select({});
        showCurves();
        refreshOrMark();
    });
    const TrainingSession& training = m_workspace.training();
    const auto noteOwn = [this, &training] { noteGrowth(training.run()); };
    connect(&training, &TrainingSession::curveGrew, this, noteOwn);
    connect(&training, &TrainingSession::validated, this, noteOwn);
    connect(m_curves, &CurveView::checkpointActivated, this,
            [this](const QString& file) { emit m_workspace.writingWanted(file.toStdString()); });
}

/// In the table's order.
std::vector<ListedRun> RunsPanel::chosen() const
{
    std::vector<ListedRun> runs;
    for (const qint64 id : m_table->selected()) {
        if (const ListedRun run = m_table->find(id)) { // none: the table was not seen since it went
            runs.push_back(run);
        }
    }
    return runs;
}

void RunsPanel::noteSelection()
{
    m_plot->choose(m_table->selected());
    showChosen();
}

/// The run under way is always among those to see.
void RunsPanel::showChosen()
{
    refreshActions();
    showCurves();
    std::vector<int> runs;
    for (const ListedRun& run : chosen()) {
        if (run.isOfProject()) {
            runs.push_back(run.record->id);
        }
    }
    const TrainingSession& training = m_workspace.training();
    if (!runs.empty() && training.isBusy() && std::ranges::find(runs, training.run().id) == runs.end()) {
        runs.push_back(training.run().id);
    }
    if (!runs.empty()) {
        emit m_workspace.runsChosen(runs);
    }
}

/// The chosen runs that have a curve, and whether each goes on.
std::vector<std::pair<qint64, bool>> RunsPanel::drawable() const
{
    std::vector<std::pair<qint64, bool>> runs;
    for (const ListedRun& run : chosen()) {
        const bool hasLog = !run.queued || run.queued->state != queue::RunState::Waiting || !run.weights().empty();
        if (hasLog && runs.size() < maxCurves) {
            runs.emplace_back(run.id(), m_table->goesOn(run));
        }
    }
    return runs;
}

/// One that goes on is in front, which grows: that of this window, if there is one. Else it is the best.
void RunsPanel::showCurves()
{
    std::vector<RunRecord> records;
    std::vector<int> ids;
    FollowedRuns& followed = m_table->followed();
    m_drawn = drawable();
    bool isGrowing = false;
    for (const auto& [id, goesOn] : m_drawn) {
        const ListedRun run = m_table->find(id);
        ids.push_back(static_cast<int>(id));
        records.push_back(run.queued
                              ? followed.follow(queue::folderOf(m_queue.folder(), -id).path(), ids.back()).record()
                              : *run.record);
        records.back().name = run.record->name;
        records.back().shortName = run.record->shortName;
        if (goesOn ? run.isOfProject() || !isGrowing : id == m_table->best() && !isGrowing) {
            std::rotate(records.begin(), records.end() - 1, records.end());
            isGrowing = goesOn;
        }
    }
    followed.keepOfQueue(ids);
    PlottedRuns& plotted = m_curves->runs();
    if (records.empty()) {
        plotted.clearCurrent();
    } else {
        plotted.setCurrent(records.front());
        records.erase(records.begin());
    }
    std::ranges::reverse(records); // the legend begins with what is on top
    plotted.setEarlier(records);
    plotted.showOnly(ids);
}

/// Of one that is followed: the curve in front grows at once; all else within a second.
void RunsPanel::noteGrowth(const RunRecord& run)
{
    PlottedRuns& plotted = m_curves->runs();
    if (run.id >= FollowedRuns::firstId) {
        m_table->noteRuns();
    }
    if (plotted.current().curves.id() == run.id) {
        plotted.follow(run);
    } else if (const std::vector<int> ids = plotted.shownIds(); std::ranges::find(ids, run.id) != ids.end()) {
        m_drawn.clear(); // to be drawn again
    }
    refreshSoon();
}

/// Within a second.
void RunsPanel::refreshSoon()
{
    if (!m_refresh.isActive()) {
        m_refresh.start();
    }
}

/// What is found there is chosen, until the user chooses something else.
void RunsPanel::follow(const std::filesystem::path& folder, void (FollowedRuns::*add)(const std::filesystem::path&))
{
    m_table->select({});
    noteSelection();
    m_found.clear();
    (m_table->followed().*add)(folder);
    emit m_workspace.panelWanted(QStringLiteral("runs"));
}

void RunsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_drawn.clear(); // the queue may be another one, with runs of the same numbers
    static const std::vector<engine::DeviceChoice> devices = engine::deviceChoices();
    for (const engine::DeviceChoice& device : devices) {
        if (const QString name = QString::fromStdString(device.name); !device.refusal && m_device->findData(name) < 0) {
            m_device->addItem(name, name);
            m_device->setItemData(m_device->count() - 1, QString::fromStdString(device.description), Qt::ToolTipRole);
        }
    }
    refresh();
}

/// In a low window the axes are folded: their splitter's handle opens them.
void RunsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    constexpr int low = 560;
    if (const bool isLow = height() < low; isLow != std::exchange(m_isLow, isLow)) {
        m_parts->setSizes(m_sizes[m_isLow]);
    }
}

/// A hidden panel is filled when it is shown.
void RunsPanel::refreshOrMark()
{
    if (isVisible()) {
        refresh();
    }
}

void RunsPanel::refresh()
{
    m_table->showQueue(m_queue.shared());
    bool takesKeys = false;
    const auto isListed = [this](qint64 run) { return static_cast<bool>(m_table->find(run)); };
    if (!m_wanted.isEmpty() && std::ranges::all_of(m_wanted, isListed)) { // what was queued or found
        takesKeys = m_wanted.front() < 0;                                 // else it was found, whatever the user does
        m_table->compare(m_wanted);
        m_table->select(std::exchange(m_wanted, {}));
        m_table->scrollToSelected();
        noteSelection();
    }
    if (drawable() != m_drawn) {
        showCurves();
    }
    refreshChoice();
    m_plot->setAxes(m_table->axes());
    m_axes->setVisible(!m_plot->isEmpty());
    const bool empty = m_table->isEmpty() && !m_table->hasOthers();
    m_empty->setVisible(empty);
    for (QWidget* part : std::initializer_list<QWidget*>{m_choice, m_parts, m_remark, m_notes}) {
        part->setVisible(!empty);
    }
    const bool isTyping = qobject_cast<QLineEdit*>(QApplication::focusWidget()) ||
                          qobject_cast<QPlainTextEdit*>(QApplication::focusWidget());
    if (takesKeys && isVisible() && !isTyping) { // before, the table may not have been there
        setFocus();
    }
    refreshState();
}

void RunsPanel::refreshChoice()
{
    m_others->setVisible(m_table->hasOthers());
    const auto fill = [](QComboBox& box, const QStringList& words, int otherwise) { // whether another one is chosen
        QStringList before;
        for (int item = 0; item < box.count(); ++item) {
            before.append(box.itemText(item));
        }
        if (words == before) { // it may be open
            return false;
        }
        const QString chosen = box.currentText();
        box.clear();
        box.addItems(words);
        const int same = box.findText(chosen);
        box.setCurrentIndex(same < 0 || chosen.isEmpty() ? otherwise : same);
        return box.currentText() != chosen;
    };
    QStringList names = {tr("Not grouped")};
    for (const QString& name : m_table->groupings()) {
        names.append(tr("By %1").arg(name));
    }
    if (fill(*m_groups, names, 0)) {
        group();
    }
    constexpr int bestLoss = 1;
    if (fill(*m_results, m_table->results(), bestLoss)) {
        m_table->judgeBy(m_results->currentText());
    }
}

void RunsPanel::group()
{
    const int chosen = m_groups->currentIndex();
    m_table->groupBy(chosen > 0 ? m_table->groupings()[chosen - 1] : QString());
}

void RunsPanel::refreshActions()
{
    const std::vector<ListedRun> runs = chosen();
    for (const RunAction& row : m_actions) {
        const QString why = row.whyNot ? row.whyNot() : QString();
        row.action->setEnabled(why.isEmpty() && (!row.when || row.when(runs)));
        row.action->setToolTip(why.isEmpty() ? row.tip : why);
        row.action->setStatusTip(row.action->toolTip());
    }
    action("runPause")->setText(arePaused(runs) ? tr("Continue runs") : tr("Pause runs"));
    // Keys do so to runs of the queue alone, which stay in their folder.
    const bool hasKeys =
        !runs.empty() && std::ranges::all_of(runs, [](const ListedRun& run) { return run.queued != nullptr; });
    action("runOpen")->setShortcut(hasKeys ? QKeySequence(Qt::Key_Return) : QKeySequence());
    action("runRemove")->setShortcut(hasKeys ? QKeySequence::Delete : QKeySequence());
    m_curves->setEmptySentence(runs.empty()       ? tr("Choose runs: their curves are drawn here.")
                               : runs.size() == 1 ? Workspace::tr("The run has no curve yet.")
                                                  : tr("The chosen runs have no curve yet."));
    if (isVisible()) { // else when it is shown
        showNotes(runs);
    }
}

/// Why one has failed, or how far it is and what it wrote last; of several the first such reason and their spread.
QString RunsPanel::wordsOf(const std::vector<ListedRun>& runs) const
{
    const auto problemOf = [](const ListedRun& run) {
        return run.queued ? editor::inWords(run.record->failure) : run.followed ? run.followed->problem() : QString();
    };
    if (runs.size() != 1) {
        const auto bad = std::ranges::find_if_not(runs, &QString::isEmpty, problemOf);
        QStringList words = {m_table->spreadOf(m_table->selected())};
        if (bad != runs.end()) {
            words.prepend(QString::fromStdString(bad->name()) + QStringLiteral(": ") + problemOf(*bad));
        }
        words.removeAll(QString());
        return words.join(QStringLiteral(" · "));
    }
    const ListedRun& run = runs.front();
    const QString problem = problemOf(run);
    if (!run.followed || !problem.isEmpty()) {
        return problem;
    }
    const RunRecord& record = run.followed->record();
    QStringList words = record.hasBegun() && !record.hasEnded() ? progressOf(record) : QStringList();
    if (!record.samples.empty()) {
        words.append(QString::fromStdString(record.samples.back().text));
    }
    return words.join(QStringLiteral(" · "));
}

/// Of one run in a dialog, which knows all formats; of several one file each.
void RunsPanel::exportSelected(ExportContent content)
{
    const std::vector<ListedRun> runs = chosen();
    if (runs.size() == 1 && runs.front().isOfProject()) {
        emit exportRequested(content, runs.front().record->id);
        return;
    }
    if (const QString folder = askForFolder(this, tr("Export the selected runs into a folder")); !folder.isEmpty()) {
        exportInto(folder, content);
    }
}

void RunsPanel::exportInto(const QString& folder, ExportContent content)
{
    Exporter& exporter = m_workspace.exporter();
    const auto place = [&](const ListedRun& run, engine::Format format) {
        return unusedOf([&](int number) { // of one name the second has (2) behind it
            const std::string behind = number > 1 ? " (" + std::to_string(number) + ")" : "";
            return engine::namedAs(folder.toStdString() + "/" + inPath(run.record->name) + behind,
                                   engine::fileFormat(format));
        });
    };
    for (const ListedRun& run : chosen()) {
        if (content == ExportContent::Curve && !run.drawn().curve.empty()) {
            require(exporter.exportCurve(run.drawn(), place(run, engine::Format::CsvCurve)));
        } else if (content == ExportContent::Weights && !run.weights().empty()) {
            require(exporter.exportWeights(run.weights(), place(run, engine::Format::Safetensors)));
        }
    }
}

/// A run of the project as it was started, from its first weights.
void RunsPanel::queueAgain()
{
    for (const RunRecord& run : m_workspace.runs().all()) {
        m_takenSeeds.insert(run.start.seed);
    }
    for (const QueueRow& row : m_queue.view().rows) {
        m_takenSeeds.insert(row.record.start.seed);
    }
    std::vector<queue::Job> jobs;
    std::ptrdiff_t known = 0; // to a queue: at the front
    for (const ListedRun& run : chosen()) {
        const RunRecord& record = *run.record;
        if (!run.queued && record.start.model.empty()) {
            continue;
        }
        queue::Job job;
        if (run.queued) {
            job = *run.queued->job;
        } else {
            engine::RunDescription again = record.run;
            again.model = engine::readModel(record.start.model, record.name);
            again.solver = engine::readSolver(record.start.solver, record.name);
            again.data = record.start.data;
            again.resume.clear();
            job = jobOf(again, m_workspace.files().title().toStdString());
        }
        std::uint64_t seed = record.start.seed;
        do {
            seed = engine::seedsFrom(seed, 2).back();
        } while (!m_takenSeeds.insert(seed).second);
        queue::setSeed(job, seed);
        jobs.insert(run.queued ? jobs.begin() + known++ : jobs.end(), std::move(job));
    }
    add(jobs, known);
}

void RunsPanel::remove()
{
    QueueWatch::Runs queued;
    bool haveTrained = false;
    for (const qint64 id : m_table->selected()) {
        const ListedRun run = m_table->find(id);
        if (run.queued) {
            queued.append(id);
            haveTrained = haveTrained || run.record->iteration() > 0;
        } else if (run.isFollowed()) {
            m_table->followed().remove(id);
            m_table->noteRuns();
        } else {
            m_workspace.runs().remove(static_cast<int>(id));
        }
    }
    refresh();
    const auto mayRemove = [&] {
        return QMessageBox::question(this, tr("Remove from the queue"),
                                     tr("Remove %n run(s) with results from the table? The files of the runs stay.",
                                        nullptr, static_cast<int>(queued.size())),
                                     QMessageBox::Yes | QMessageBox::No, QMessageBox::No) == QMessageBox::Yes;
    };
    if (!queued.isEmpty() && (!haveTrained || mayRemove())) {
        change([queued](queue::RunQueue& queue) {
            for (const qint64 run : queued) {
                queue.remove(-run);
            }
        });
    }
}

// The queue

/// What takes the next run with the settings that the user has given, and a seed, where the drawing can train.
RunAction RunsPanel::ofNextRun(const char* name, const char* icon, const QString& text, const QString& tip,
                               const std::function<void(const engine::RunDescription&)>& act)
{
    const auto startable = [this, act] {
        require(m_training.refusal(TrainingActions::Start::Run));
        const TrainingRequest request = m_workspace.nextRun().request();
        require(whyItCannotStart(request));
        engine::RunDescription run = request.run;
        run.settings = m_workspace.nextRun().choice().settings;
        run.settings.insert_or_assign("seed", static_cast<std::int64_t>(runSettingsOf(request).seed));
        act(run);
    };
    const auto whyNot = [this] {
        return m_workspace.files().isOpen() ? problemOf(m_workspace.document()).value_or(QString())
                                            : tr("Open or draw a net first.");
    };
    return {name, icon, text, tip, startable, [this](const auto&) { return !m_isAdding; }, whyNot};
}

void RunsPanel::add(const std::vector<queue::Job>& jobs, std::ptrdiff_t known)
{
    const auto checked = [jobs = jobs, known, title = m_workspace.files().title().toStdString()]() mutable {
        for (auto job = jobs.begin() + known; job != jobs.end(); ++job) {
            *job = queue::jobWith(
                {.model = title, .job = *job, .data = engine::openSource(job->run.data, job->run.model)}, {}, {});
        }
        return jobs;
    };
    m_isAdding = true;
    refreshActions();
    m_queue.add(checked, {}, this, [this](const QString& problem, const QueueWatch::Runs& added) {
        m_isAdding = false;
        if (problem.isEmpty()) {
            noteQueued(added);
        } else {
            emit m_workspace.warned(tr("The run is not queued: %1").arg(problem));
        }
        refreshActions();
    });
}

/// Who fills the queue sees it.
void RunsPanel::noteQueued(const QueueWatch::Runs& runs)
{
    m_wanted = runs;
    emit m_workspace.panelWanted(QStringLiteral("runs"));
    emit m_workspace.noted(tr("%n run(s) queued", nullptr, static_cast<int>(runs.size())));
    refreshOrMark();
}

void RunsPanel::showSweep(const engine::RunDescription& run, const char* first)
{
    auto* const dialog = new SweepDialog(run, m_workspace.files().title().toStdString(), measuredStep(m_workspace),
                                         m_queue, first, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SweepDialog::queued, this, [this, dialog](const QueueWatch::Runs& runs) {
        m_workspace.nextRun().useUpSeed();
        noteQueued(runs);
        if (dialog->startsAtOnce()) {
            start();
        }
    });
    dialog->open();
}

/// `hamnet train --seeds` in a process that outlives the window, which it is ours to wait for: else it would stay in
/// the system's list when it has ended.
void RunsPanel::trainSeeds(const engine::RunDescription& run)
{
    constexpr int defaultSeeds = 8, maxSeeds = 1000;
    const std::filesystem::path& project = m_workspace.files().path(); // a sample's folder is not the user's
    const std::filesystem::path home =
        project.empty() ? std::filesystem::path(QDir::homePath().toStdString()) : project.parent_path();
    const std::string title = inPath(m_workspace.files().title().toStdString()) + "-seeds";
    const std::filesystem::path folder = unusedOf(
        [&](int number) { return home / (title + (number > 1 ? "-" + std::to_string(number) : std::string())); });
    bool isWanted = false;
    const int count = QInputDialog::getInt(
        window(), tr("Train several seeds"),
        tr("So many nets are trained side by side, which differ in their seed alone: how much of a loss is luck.\nThey "
           "go on when Hamnet is closed. Each gets a folder in %1.")
            .arg(QString::fromStdString(folder.string())),
        defaultSeeds, 2, maxSeeds, 1, &isWanted);
    if (!isWanted) {
        return;
    }
    std::error_code error;
    if (!std::filesystem::create_directories(folder, error)) { // where there is no error, it was made meanwhile
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "the folder %1 cannot be made: %2; choose another folder"),
                        folder.string(), engine::reasonOf(error ? error.value() : EEXIST)));
    }
    const watch::RunFolder place(folder);
    engine::writeFileBytes(place.description(), engine::toJson(run));
    const pid_t process = watch::startDetached({"hamnet", "train", place.description().string(),
                                                "--run-folder=" + folder.string(), "--seeds=" + std::to_string(count)},
                                               place.errors(), folder);
    m_workspace.nextRun().useUpSeed();
    auto* const looks = new QTimer(this);
    looks->callOnTimeout(looks, [this, looks, process, place] {
        int status = 0;
        const pid_t ended = ::waitpid(process, &status, WNOHANG);
        if (ended == 0 || (ended < 0 && errno == EINTR)) {
            return;
        }
        looks->deleteLater();
        const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); // as a shell tells it
        if (ended > 0 && code != 0 && code != wasStopped) {
            const QString last = QString::fromStdString(watch::lastWords(place));
            emit m_workspace.warned(
                tr("The training has ended: %1").arg(last.isEmpty() ? tr("exit code %1").arg(code) : last));
        }
    });
    looks->start(200);
    follow(folder, &FollowedRuns::addSeeds);
}

QToolBar* RunsPanel::makeQueueTools()
{
    auto* tools = new QToolBar(this);
    tools->setIconSize({18, 18});
    tools->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    tools->setMinimumWidth(160);
    tools->addActions({action("queueRun"), action("trySettings")});
    tools->addSeparator();
    auto* when = new QMenu(tools);
    when->addAction(action("queueStartAfter"));
    action("queueStart")->setMenu(when);
    tools->addActions({action("queueStart"), action("queueStop")});
    for (const char* name : {"queueStart", "queueStop"}) { // which stand in no menu
        tools->widgetForAction(action(name))->setFocusPolicy(Qt::TabFocus);
    }
    m_device =
        editor::described(new QComboBox(tools),
                          {.name = "queueDevice",
                           .title = tr("Device to work with"),
                           .tip = tr("The device that Start trains with; each device can work on the queue once")},
                          this, &RunsPanel::refreshActions);
    m_device->addItem(tr("Device of each run"), QString());
    tools->addWidget(m_device);
    tools->addSeparator();
    tools->addActions({action("queueForward"), action("queueBack"), action("queueRetry")});
    tools->addSeparator();
    m_folder = editor::described(new QToolButton(tools),
                                 {.name = "queueFolder", .title = tr("Folder of the queue"), .icon = "project"});
    m_folder->setPopupMode(QToolButton::InstantPopup);
    auto* folders = new QMenu(m_folder);
    folders->setToolTipsVisible(true);                // they say why there can be no other
    folders->addAction(QString())->setEnabled(false); // the folder that is open
    folders->addSeparator();
    folders->addActions({action("queueOtherFolder"), action("queueUsualFolder")});
    m_folder->setMenu(folders);
    tools->addWidget(m_folder);
    return tools;
}

/// The choice is remembered.
void RunsPanel::openFolder(const QString& folder)
{
    QSettings().setValue(folderKey, folder == defaultQueue() ? QString() : folder);
    m_folder->setToolTip(tr("The queue is in %1").arg(folder));
    m_folder->menu()->actions().front()->setText(
        QString(folder).replace(QLatin1Char('&'), QStringLiteral("&&"))); // no mnemonic
    m_queue.open(folder.toStdString());
}

void RunsPanel::start()
{
    m_startsAfterRun = false;
    const QString on = m_device->currentData().toString();
    if (m_works.contains(on)) {
        refreshState();
        return;
    }
    const QString folder = QString::fromStdString(m_queue.folder().string());
    auto* process = new QProcess(this);
    // Attached: it dies with the window where that crashes, and its training with it.
    QStringList arguments = {QString::fromLatin1(watch::attachedWord),
                             QString::number(QCoreApplication::applicationPid()), QStringLiteral("queue"),
                             QStringLiteral("run"), QStringLiteral("--queue=") + folder};
    if (!on.isEmpty()) {
        arguments.append(QStringLiteral("--device=") + on.toLower());
    }
    process->setWorkingDirectory(folder);
    process->setStandardOutputFile(QProcess::nullDevice());
    process->setStandardInputFile(QProcess::nullDevice());
    const auto note = [this, on, process](QProcess::ProcessState state) {
        if (state != QProcess::NotRunning) { // which it is also where it could not be started
            return;
        }
        const bool isFine = process->error() != QProcess::FailedToStart &&
                            process->exitStatus() == QProcess::NormalExit &&
                            (process->exitCode() == 0 || process->exitCode() == wasStopped);
        if (!isFine) {
            const QString words = lastWords(*process);
            emit m_workspace.warned(tr("Work on the queue has ended: %1")
                                        .arg(!words.isEmpty() ? words
                                             : process->error() == QProcess::UnknownError
                                                 ? tr("exit code %1").arg(process->exitCode())
                                                 : process->errorString()));
        }
        m_works.erase(on);
        process->deleteLater();
        refreshState();
    };
    connect(process, &QProcess::stateChanged, this, note, Qt::QueuedConnection); // by then the reason is known
    m_works.emplace(on, process);
    m_isStarting = true;
    process->start(QStringLiteral("/proc/self/exe"), arguments);
    refreshState();
}

QString RunsPanel::plannedStart() const
{
    return m_startsAfterRun
               ? tr("Starts when %1 has ended.").arg(QString::fromStdString(m_workspace.training().run().name))
               : QString();
}

void RunsPanel::change(QueueWatch::Change change)
{
    m_queue.change(std::move(change), this, [this](const QString& problem) {
        if (!problem.isEmpty()) {
            emit m_workspace.warned(problem);
        }
    });
}

/// Who works on the queue, as a sentence; the queue does not know of a process that just starts.
QString RunsPanel::work() const
{
    const std::vector<queue::Runner>& runners = m_queue.view().runners;
    const bool isEnding = isWorking() && !m_isStarting && runners.empty();
    if (isEnding || (!runners.empty() && std::ranges::all_of(runners, &queue::Runner::isToStop))) {
        return tr("Stopping: the runs under way are saved and wait again.");
    }
    if (runners.empty()) {
        const bool waits = m_queue.view().count(queue::RunState::Waiting) > 0 && !m_startsAfterRun;
        return isWorking() && m_isStarting ? tr("Starting…") : waits ? tr("Start trains them.") : QString();
    }
    QStringList devices;
    for (const queue::Runner& runner : runners) {
        devices.append(runner.device.empty() ? tr("device of each run")
                                             : QString::fromStdString(runner.device).toUpper());
    }
    return tr("%n process(es) at work: %1.", nullptr, static_cast<int>(devices.size()))
        .arg(devices.join(QStringLiteral(", ")));
}

void RunsPanel::refreshState()
{
    const QString hidden = m_table->hiddenRuns() > 0
                               ? tr("Runs of other nets") + QStringLiteral(": %1.").arg(m_table->hiddenRuns())
                               : QString();
    QStringList sentences = {m_queue.view().problem, countsIn(m_queue.view()), hidden, work(), plannedStart()};
    sentences.removeAll(QString());
    m_state->setText(sentences.join(QLatin1Char(' ')));
    m_cancel->setVisible(m_startsAfterRun);
    refreshActions();
}

} // namespace studio

#include "moc_runs_panel.cpp"
