// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/run_table.h"

#include "app/contest/results.h"
#include "app/studio/panels/parts.h"
#include "app/studio/plots/run_colour.h"
#include "app/studio/plots/words.h"
#include "app/studio/queue/queue_words.h"
#include "app/studio/session/progress_tracker.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "engine/training/run/best.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QTreeView>
#include <system_error>
#include <utility>

namespace studio {
namespace {

std::string lastFile(const RunRecord& run, bool best)
{
    for (auto mark = run.checkpoints.rbegin(); mark != run.checkpoints.rend(); ++mark) {
        std::error_code unknown;
        if (mark->best == best && std::filesystem::exists(mark->file, unknown)) {
            return mark->file;
        }
    }
    return {};
}

double bestLoss(const RunRecord& run)
{
    double best = std::nan("");
    for (const engine::ValidationEvent& validation : run.validations) {
        best = std::fmin(best, validation.loss); // of a number and none: the number
    }
    return best;
}

double bestMetric(const RunRecord& run, const std::string& name)
{
    double best = std::nan("");
    for (const engine::ValidationEvent& validation : run.validations) {
        for (const engine::Metric& metric : validation.metrics) {
            best = metric.name == name ? std::fmin(best, engine::judged(name, metric.value)) : best;
        }
    }
    return engine::judged(name, best); // as less is better there
}

/// In the order in which they come up.
std::vector<std::string> metricsOf(const std::vector<ListedRun>& runs)
{
    std::vector<std::string> names;
    for (const ListedRun& run : runs) {
        const engine::ValidationEvent* const last = run.record->lastValidation();
        for (const engine::Metric& metric : last ? last->metrics : std::vector<engine::Metric>()) {
            if (std::ranges::find(names, metric.name) == names.end()) {
                names.push_back(metric.name);
            }
        }
    }
    return names;
}

/// Characters, or sequences, a second over the last 100 iterations.
double lastSpeed(const RunRecord& run)
{
    const engine::Curve& curve = run.curve;
    constexpr std::size_t iterations = 100;
    if (curve.empty()) {
        return std::nan("");
    }
    const std::size_t last = curve.size() - 1, first = last - std::min(last, iterations);
    const double seconds = curve.seconds(last) - curve.seconds(first);
    return seconds > 0 ? run.unitsUntil(curve.iteration(last) - curve.iteration(first)) / seconds : run.perSecond(last);
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
    QStringList tags;
    for (const QString& word : QString::fromStdString(remark).simplified().split(QLatin1Char(' '))) {
        if (word.size() > 1 && word.startsWith(QLatin1Char('#'))) {
            tags.append(word.mid(1));
        }
    }
    return tags.join(QStringLiteral(", "));
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

engine::ReportCell known(const std::string& words)
{
    return words.empty() ? engine::ReportCell() : engine::ReportCell(words);
}

auto digits(int count)
{
    return [count](double value) { return QLocale().toString(value, 'f', count).toStdString(); };
}

} // namespace

/// What tells how good a run is, or what it took.
struct RunTable::Result {
    engine::ColumnOf<ListedRun> column;
    bool isMoreBetter = false;
};

/// Of the best net where the newest is gone.
std::string ListedRun::weights() const
{
    const std::string newest = lastFile(*record, false);
    return newest.empty() ? lastFile(*record, true) : newest;
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
        runs.push_back({.record = m_workspace.runs().find(run.id)});
    }
    std::ranges::reverse(runs);
    for (const QueueRow& row : m_queue->rows) {
        if (m_showsOthers || !isOther(row)) {
            runs.push_back({.record = &row.record, .queued = &row});
        }
    }
    for (const FollowedRun* run : m_followed->added()) {
        runs.push_back({.record = &run->record(), .followed = run});
    }
    return runs;
}

/// The queue is the user's, not the project's. A net without a name has that under which it was queued.
bool RunTable::isOther(const QueueRow& row) const
{
    const engine::Model& drawn = m_workspace.document().derived().model;
    const auto layers = [](const engine::Layer& layer) { return std::pair(layer.name, layer.type); };
    if (!row.job || std::ranges::equal(row.job->run.model.layers, drawn.layers, {}, layers, layers)) {
        return false;
    }
    const auto nameOf = [](const engine::Model& net, const std::string& title) {
        return net.name.empty() ? title : net.name;
    };
    return drawn.layers.empty() || nameOf(row.job->run.model, queue::settingOf(*row.job, "model").value_or("")) !=
                                       nameOf(drawn, m_workspace.files().title().toStdString());
}

bool RunTable::hasOthers() const
{
    return std::ranges::any_of(m_queue->rows, [this](const QueueRow& row) { return isOther(row); });
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

/// Null where there is none. A run of the queue has it when it has ended, while its curve is drawn: before, the log
/// tells of few iterations.
const engine::Curve* RunTable::curveOf(const ListedRun& run) const
{
    const FollowedRun* const drawn = run.queued ? m_followed->find(run.id()) : nullptr;
    const bool isWhole = drawn && drawn->state() == FollowedRun::State::Ended &&
                         drawn->folder().checkpoint() == run.weights(); // and not of another queue
    const engine::Curve& curve = isWhole ? drawn->record().curve : run.record->curve;
    return curve.empty() ? nullptr : &curve;
}

ListedRun RunTable::find(qint64 id) const
{
    if (id < 0) {
        const QueueRow* const row = m_queue->find(id);
        return {.record = row ? &row->record : nullptr, .queued = row};
    }
    const FollowedRun* const followed = id >= FollowedRuns::firstId ? m_followed->find(id) : nullptr;
    return {.record = followed ? &followed->record() : m_workspace.runs().find(static_cast<int>(id)),
            .followed = followed};
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

std::vector<RunTable::Result> RunTable::resultColumns() const
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
          [](Run run) { return known(bestLoss(*run.record)); }}},
        {{head(tr("Perplexity"), digits(2),
               tr("e to the best validation loss: among how many characters the net chooses on average")),
          [](Run run) {
              return known(run.record->start.kind->lossPerUnit ? std::exp(bestLoss(*run.record)) : std::nan(""));
          }}}};
    for (const std::string& name : metricsOf(all())) {
        results.push_back({{head(metricName(name),
                                 [name](double value) {
                                     return metricText({name, value}).toStdString();
                                 }),
                            [name](Run run) { return known(bestMetric(*run.record, name)); }},
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
              const double seconds = ofCurve(run)      ? run.record->curve.back().seconds
                                     : run.record->end ? run.record->end->seconds
                                                       : 0;
              return seconds > 0 ? std::optional(seconds) : std::nullopt;
          }}});
    results.push_back({{head(tr("Energy"), [](double joules) { return energyInWords(joules).toStdString(); }),
                        [](Run run) { return run.record->end ? run.record->end->joules : std::nullopt; }}});
    return results;
}

/// The losses and what the runs are judged by, how far each is, the settings, what else is known.
std::vector<engine::ColumnOf<ListedRun>> RunTable::columns() const
{
    using Run = const ListedRun&;
    std::vector<Result> results = resultColumns();
    const auto isFirst = [&](const Result& result) {
        return &result - results.data() < 2 || result.column.head.title == m_result.toStdString();
    };
    std::vector<engine::ColumnOf<ListedRun>> columns = {{head(tr("Run")), [](Run run) { return run.record->name; }}},
                                             later;
    for (const Result& result : results) {
        (isFirst(result) ? columns : later).push_back(result.column);
    }
    columns.push_back(
        {head(tr("State")), [this](Run run) { // without an end and not training now, it was cut off
             if (run.queued) {
                 return stateInWords(run.queued->state).toStdString();
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
         [](Run run) {
             return run.record->start.parameters > 0 ? std::optional(run.record->start.parameters) : std::nullopt;
         }},
        {head(tr("Iterations"), digits(0)),
         [](Run run) {
             const std::int64_t reached = run.record->iteration();
             return reached > 0 ? std::optional(reached) : std::nullopt;
         }},
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
    if (run && column == tr("Run") && role == Qt::DecorationRole) {
        return swatchOf(colourOf(static_cast<int>(id), editor::theme()));
    }
    if (run && column == m_result && role == Qt::DecorationRole && id == m_best) {
        return editor::icon(QStringLiteral("best"));
    }
    if (run && !run.queued && role == Qt::ToolTipRole && column == tr("Run")) {
        const QDateTime time = QDateTime::fromMSecsSinceEpoch(std::llround(1000 * run.record->start.time));
        return tr("Started %1, seed %2\n%3")
            .arg(run.record->start.time > 0 ? QLocale().toString(time, QLocale::ShortFormat) : QString(),
                 QLocale().toString(static_cast<qulonglong>(run.record->start.seed)),
                 QString::fromStdString(run.weights()));
    }
    if (run && role == Qt::ToolTipRole && column == tr("Started from")) {
        return QString::fromStdString(run.record->origin.file);
    }
    if (!run.queued || column != tr("State")) {
        return {};
    }
    const queue::RunState state = run.queued->state;
    if (role == Qt::ToolTipRole && !run.record->failure.empty()) {
        return editor::inWords(run.record->failure);
    }
    if (role == Qt::ForegroundRole && state == queue::RunState::Running) {
        return editor::theme().accent;
    }
    const bool isBad = state == queue::RunState::Failed || state == queue::RunState::Diverged;
    return isBad && role == Qt::ForegroundRole ? QVariant(editor::theme().error) : QVariant();
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
    follow();
}

void RunTable::showQueue(std::shared_ptr<const QueueView> view)
{
    const auto known = [](const QueueRow& row) {
        return std::pair(row.record.id, row.settings);
    }; // shared until it goes
    const bool hasSame = std::ranges::equal(view->rows, m_queue->rows, {}, known, known);
    m_queue = std::move(view);
    hasSame && !m_isOld ? follow() : list();
}

void RunTable::follow()
{
    const std::vector<ListedRun> runs = all();
    m_ids.clear();
    m_best = 0;
    std::optional<double> best;
    const std::optional<Result> result = judged();
    for (const ListedRun& run : runs) {
        m_ids.push_back(run.id());
        const auto value = result ? result->column.value(run).number() : std::nullopt;
        if (value && (!best || (result->isMoreBetter ? *value > *best : *value < *best))) {
            best = value;
            m_best = run.id();
        }
    }
    engine::Report report = engine::reportOf(columns(), runs);
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

void RunTable::forgetSettings()
{
    m_settings.clear();
}

void RunTable::groupBy(const QString& heading)
{
    setGroups(m_differing.contains(heading) ? heading : QString(), tr("Best validation"));
}

void RunTable::judgeBy(const QString& heading)
{
    m_result = heading;
    follow();
}

QStringList RunTable::results() const
{
    QStringList headings;
    for (const Result& result : resultColumns()) {
        headings.append(QString::fromStdString(result.column.head.title));
    }
    return headings;
}

/// Of the settings but the seed, which makes the same lines again.
ParallelAxes RunTable::axes() const
{
    std::vector<ComparedColumn> columns;
    std::vector<ParallelLine> lines;
    for (const QString& name : m_differing) {
        if (name != seedName()) {
            columns.push_back({name, {}});
        }
    }
    const std::optional<Result> result = judged();
    columns.push_back({m_result, {}});
    for (const ListedRun& run : all()) {
        lines.push_back({.run = run.id(), .name = QString::fromStdString(run.record->name)});
        for (ComparedColumn& column : std::span(columns).first(columns.size() - 1)) {
            column.values.append(sortedBy(known(valueOf(settingsOf(run), column.name).toStdString())));
        }
        columns.back().values.append(result ? sortedBy(result->column.value(run)) : QVariant());
    }
    return parallelAxes(columns, lines, result && result->isMoreBetter ? Better::More : Better::Less);
}

std::optional<RunTable::Result> RunTable::judged() const
{
    for (const Result& result : resultColumns()) {
        if (result.column.head.title == m_result.toStdString()) {
            return result;
        }
    }
    return std::nullopt;
}

QString RunTable::spreadOf(const QList<qint64>& runs) const
{
    std::optional<Result> result = judged();
    const auto isJudged = [&](qint64 id) {
        const ListedRun run = find(id);
        return run && result && result->column.value(run).number();
    };
    const bool byTraining = std::ranges::none_of(runs, isJudged); // as where nothing is held out
    if (byTraining) {
        result = resultColumns().front();
    }
    const auto resultOf = [&](const ListedRun& run) {
        const engine::Curve* const curve = byTraining ? curveOf(run) : nullptr;
        return curve ? std::optional(meanLoss(*curve, 100)) : result->column.value(run).number();
    };
    const QString heading = QString::fromStdString(result->column.head.title);
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

} // namespace studio

#include "moc_run_table.cpp"
