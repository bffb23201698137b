// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/runs_panel.h"

#include "app/contest/results.h"
#include "app/queue/train_run.h"
#include "app/studio/files/file_dialogs.h"
#include "app/studio/panels/parts.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/device_plot.h"
#include "app/studio/plots/run_colour.h"
#include "app/studio/plots/words.h"
#include "app/studio/queue/parallel_plot.h"
#include "app/studio/queue/queue_watch.h"
#include "app/studio/session/progress_tracker.h"
#include "app/studio/text/elided_label.h"
#include "app/studio/workspace/exporter.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/content.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/flow_layout.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/training/run/best.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <QCheckBox>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>
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

/// A name that no file of the folder has yet.
std::filesystem::path newFile(const QString& folder, const QString& name, engine::Format format)
{
    QString stem = name;
    stem.replace(QLatin1Char('/'), QLatin1Char('_'));
    std::filesystem::path file;
    for (int copy = 1; copy == 1 || std::filesystem::exists(file); ++copy) {
        const QString numbered = copy == 1 ? stem : QStringLiteral("%1 (%2)").arg(stem).arg(copy);
        file = engine::namedAs(QDir(folder).filePath(numbered).toStdString(), engine::fileFormat(format));
    }
    return file;
}

/// "Iteration 1,200 of 10,000 · NVIDIA H200 · 87 % · 61 °C" of a run that another process trains.
QStringList progressOf(const RunRecord& run)
{
    const auto words = [](const char* text) { return QCoreApplication::translate("studio::RunFigures", text); };
    const auto count = [](std::int64_t number) { return QLocale().toString(static_cast<qlonglong>(number)); };
    const QString done = run.start.hasEnd() ? words("%1 of %2").arg(count(run.iteration()), count(run.start.iterations))
                                            : count(run.iteration());
    QStringList all = {words("Iteration") + QLatin1Char(' ') + done};
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

} // namespace

/// What tells how good a run is, or what it took.
struct RunTable::Result {
    engine::ColumnOf<ListedRun> column;
    bool isMoreBetter = false;
};

/// Of the best net where the newest is gone.
std::string ListedRun::weights() const
{
    std::string best;
    for (auto mark = record->checkpoints.rbegin(); mark != record->checkpoints.rend(); ++mark) {
        std::error_code unknown;
        if (std::filesystem::exists(mark->file, unknown)) {
            if (!mark->best) {
                return mark->file;
            }
            best = best.empty() ? mark->file : best;
        }
    }
    return best;
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
    connect(&workspace, &Workspace::opened, this, [this] { m_ownNames.clear(); });
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
    const auto stem = [](const std::string& title) { return std::filesystem::path(title).stem().string(); };
    m_ownNames.insert(drawn.name.empty() ? stem(m_workspace.files().title().toStdString()) : drawn.name);
    const auto isSame = [](const engine::Layer& one, const engine::Layer& other) {
        return one.name == other.name && one.type == other.type;
    };
    std::set<qint64> others;
    for (const QueueRow& row : m_queue->rows) {
        if (!row.job || drawn.layers.empty() || std::ranges::equal(row.job->run.model.layers, drawn.layers, isSame)) {
            continue;
        }
        const std::string& name = row.job->run.model.name;
        if (!m_ownNames.contains(name.empty() ? stem(queue::settingOf(*row.job, "model").value_or("")) : name)) {
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
    const QueueRow* const row = m_queue->find(id);
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
          [](Run run) { return known(bestOf(*run.record, "loss")); }}},
        {{head(tr("Perplexity"), digits(2),
               tr("e to the best validation loss: among how many characters the net chooses on average")),
          [](Run run) {
              return known(run.record->start.kind->lossPerUnit ? std::exp(bestOf(*run.record, "loss")) : std::nan(""));
          }}}};
    for (const QString& metric : m_metrics) {
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
    fill();
}

void RunTable::showQueue(std::shared_ptr<const QueueView> view)
{
    const auto known = [](const QueueRow& row) {
        return std::pair(row.record.id, row.settings);
    }; // shared until it goes
    const bool hasSame = std::ranges::equal(view->rows, m_queue->rows, {}, known, known);
    m_queue = std::move(view);
    m_isOld = std::exchange(m_others, others()) != m_others || !hasSame || m_isOld;
    m_isOld ? list() : fill();
}

void RunTable::fill()
{
    const std::vector<ListedRun> runs = all();
    m_metrics = metricsOf(runs);
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
    for (const Result& result : resultColumns()) {
        headings.append(QString::fromStdString(result.column.head.title));
    }
    return headings;
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
        const bool isWhole = byTraining && !run.drawn().curve.empty() &&
                             (!run.queued || run.followed->state() == FollowedRun::State::Ended);
        return isWhole ? std::optional(meanLoss(run.drawn().curve, 100)) : result->column.value(run).number();
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

RunsPanel::RunsPanel(Workspace& workspace, TrainingActions& training, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_table(new RunTable(workspace)),
      m_queue(new QueuePanel(workspace, training, *m_table, this)),
      m_actions(actions(), this),
      m_plot(new ParallelPlot),
      m_curves(new CurveView),
      m_remark(new QLineEdit(this)),
      m_notes(new ElidedLabel(this))
{
    for (const char* name : {"runOpen", "runRemove"}) {
        m_actions[name]->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    }
    m_actions["followRun"]->setIconText(tr("Follow…"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(6, 2, 6, 6);
    auto* tools = new editor::ToolFlow(this);
    QList<QAction*> buttons = m_actions.all();
    buttons.removeOne(m_actions["runRename"]);
    tools->add(buttons);
    rows->addWidget(tools);
    rows->addWidget(m_queue);
    m_empty = new QLabel(tr("Each training becomes a run and is listed here. F5 starts one."), this);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    rows->addWidget(m_empty, 1);
    m_choice = makeChoice();
    rows->addWidget(m_choice);
    m_parts = makeParts();
    rows->addWidget(m_parts, 1);
    rows->addLayout(makeNotes());
    setFocusProxy(&m_table->names());
    wire();
    refresh();
}

std::vector<RunAction> RunsPanel::actions()
{
    const auto any = [this](auto&& holds) { return [this, holds] { return std::ranges::any_of(chosen(), holds); }; };
    const auto one = [this](auto&& holds) {
        return [this, holds] {
            const std::vector<ListedRun> runs = chosen();
            return runs.size() == 1 && holds(runs.front());
        };
    };
    const auto hasFile = [](const ListedRun& run) { return !run.weights().empty(); };
    const auto isAsked = any([](const ListedRun& run) {
        return run.isFollowed() && !run.followed->asked() &&
               (run.followed->state() == FollowedRun::State::Training ||
                run.followed->state() == FollowedRun::State::Paused);
    });
    return {
        {"runGenerate", "generate", tr("Generate"), tr("Generate a text with this run's net"), [this] { write(); },
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
         [this] { open(); }, one([=](const ListedRun& run) {
             return run.isOfProject() ? !run.record->start.model.empty() : hasFile(run);
         })},
        {"runResume", "resume", tr("Resume"), tr("Resume training from this run's newest checkpoint"),
         [this] { resume(); },
         one([=, this](const ListedRun& run) { return hasFile(run) && !m_workspace.training().isBusy(); })},
        {"runAgain", "regenerate", tr("Queue again"),
         tr("Put the selected runs into the queue once more, each with the next seed"), [this] { queueAgain(); },
         any([](const ListedRun& run) { return run.queued || !run.record->start.model.empty(); })},
        {"runRename", "", tr("Rename"), tr("Give the run another name"), [this] { m_table->editName(); },
         one([](const ListedRun& run) { return run.isOfProject(); })},
        {"runRemove", "delete", tr("Remove"),
         tr("Remove the selected runs from the project or from the queue; their files stay"), [this] { remove(); },
         [this] {
             const auto isGoing = [this](const ListedRun& run) { return !run.isFollowed() && m_table->goesOn(run); };
             return !chosen().empty() && std::ranges::none_of(chosen(), isGoing);
         }},
        {"followRun", "open", tr("&Follow a run's folder…"),
         tr("Show a run that a terminal, a queue or another computer trains into its folder"), [this] { askFolder(); },
         [] { return true; }},
        {"runPause", "pause", tr("Pause runs"), tr("Ask the followed runs that are selected to pause"),
         [this] { askToPause(); }, isAsked},
        {"runStop", "stop", tr("Stop runs"), tr("Ask the followed runs that are selected to save and to end"),
         [this] { m_table->followed().ask(m_table->selected(), watch::Request::Stop); }, isAsked}};
}

/// Which runs are listed, how they are grouped, and by what they are judged.
QWidget* RunsPanel::makeChoice()
{
    auto* choice = new QWidget(this);
    auto* columns = new QHBoxLayout(choice);
    columns->setContentsMargins(0, 0, 0, 0);
    auto* words = new QLineEdit(choice);
    words->setObjectName(QStringLiteral("words"));
    words->setPlaceholderText(tr("Runs with these words"));
    words->setAccessibleName(tr("Runs with these words"));
    words->setClearButtonEnabled(true);
    words->addAction(editor::icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    connect(words, &QLineEdit::textChanged, this, [this](const QString& text) { m_table->setWords(text); });
    const auto box = [&](const QString& name, const QString& tip) {
        auto* made = new QComboBox(choice);
        made->setAccessibleName(name);
        made->setToolTip(tip);
        made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        made->setMinimumContentsLength(14);
        return made;
    };
    m_groups = box(tr("Group the runs by"), tr("Group the runs by a setting in which they differ"));
    connect(m_groups, &QComboBox::activated, this, &RunsPanel::group);
    m_results = box(tr("Judge the runs by"), tr("The result that colours the lines below and marks the best run"));
    m_groups->setObjectName(QStringLiteral("groups"));
    m_results->setObjectName(QStringLiteral("results"));
    connect(m_results, &QComboBox::activated, this, [this] {
        m_table->judgeBy(m_results->currentText());
        m_plot->setAxes(m_table->axes());
    });
    m_others = new QCheckBox(tr("Runs of other nets"), choice);
    m_others->setObjectName(QStringLiteral("otherNets"));
    connect(m_others, &QCheckBox::toggled, this, [this](bool shown) {
        m_table->showOthers(shown);
        refresh();
    });
    columns->addWidget(words, 1);
    columns->addWidget(m_others);
    columns->addWidget(m_groups);
    columns->addWidget(m_results);
    return choice;
}

/// The table beside the curves, over the axes, which have the full width.
QSplitter* RunsPanel::makeParts()
{
    m_table->addActions(m_actions.all() + m_queue->ofChosen());
    m_table->addAction(m_table->makeSorting(tr("Newest first")));
    m_curves->setEmptySentence(tr("Choose runs: their curves are drawn here."));
    m_curves->setMinimumSize(160, 120);
    auto* const menu = new QShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F10), m_table); // beside the Menu key
    menu->setContext(Qt::WidgetWithChildrenShortcut);
    connect(menu, &QShortcut::activated, m_table, [this] {
        const QPoint middle = m_table->names().rect().center();
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, middle, m_table->mapToGlobal(middle));
        QCoreApplication::sendEvent(m_table, &asked);
    });
    auto* above = new QSplitter;
    above->addWidget(m_table);
    above->addWidget(m_curves);
    above->setSizes({3000, 2000}); // in this ratio
    m_axes = new QScrollArea;      // many settings differ
    m_axes->setFrameShape(QFrame::NoFrame);
    m_axes->setWidgetResizable(true);
    m_axes->setWidget(m_plot);
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->addWidget(above);
    parts->addWidget(m_axes);
    parts->setCollapsible(0, false);
    parts->setSizes(m_sizes[m_isLow]);
    connect(parts, &QSplitter::splitterMoved, this, [this, parts] { m_sizes[m_isLow] = parts->sizes(); });
    return parts;
}

/// What the user wrote of a run, to be edited, and what else there is to say of those that are chosen; of one height,
/// whatever that is.
QLayout* RunsPanel::makeNotes()
{
    m_remark->setObjectName(QStringLiteral("remark"));
    m_remark->setPlaceholderText(tr("Your notes on this run; words that begin with # are tags"));
    m_remark->setAccessibleName(tr("Your notes on this run"));
    m_notes->setObjectName(QStringLiteral("notes"));
    m_notes->setAccessibleName(tr("Notes of the run"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_remark, 1);
    row->addWidget(m_notes, 1);
    return row;
}

void RunsPanel::showNotes(const std::vector<ListedRun>& runs)
{
    const RunRecord* const run = runs.size() == 1 && runs.front().isOfProject() ? runs.front().record : nullptr;
    const int before = std::exchange(m_noted, run ? run->id : 0);
    m_remark->setEnabled(run != nullptr);
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
    connect(m_table, &RunTable::activated, this, [this](qint64 run) {
        if (!m_table->find(run).isOfProject()) {
            open();
        }
    });
    connect(m_plot, &ParallelPlot::passing, this, [this](const QList<qint64>& runs) {
        m_table->select(runs);
        showChosen(); // not in the plot, which knows runs that the table leaves out
    });
    connect(m_plot, &ParallelPlot::brushed, m_table, &RunTable::scrollToSelected);
    connect(m_plot, &ParallelPlot::activated, m_table, &RunTable::activated);
    connect(m_remark, &QLineEdit::textEdited, this,
            [this](const QString& words) { m_workspace.runs().annotate(m_noted, words.trimmed().toStdString()); });
    connect(&m_queue->watch(), &QueueWatch::changed, this, &RunsPanel::refreshOrMark);
    connect(m_queue, &QueuePanel::seedsStarted, this,
            [this](const std::filesystem::path& folder) { follow(folder, &FollowedRuns::addSeeds); });
    connect(m_queue, &QueuePanel::queued, this, [this](const QueueWatch::Runs& runs) {
        m_wanted = runs;
        refreshOrMark();
    });
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(1000);
    FollowedRuns& followed = m_table->followed();
    connect(&m_refresh, &QTimer::timeout, this, &RunsPanel::refreshOrMark);
    connect(&followed, &FollowedRuns::found, this, [this](int id) {
        m_table->noteRuns();
        if (!m_wanted.isEmpty() || std::ranges::is_permutation(m_table->selected(), m_found)) {
            m_found.append(id);
            m_wanted = m_found;
        }
        refreshSoon(); // many may be found at once
    });
    connect(&followed, &FollowedRuns::changed, this, &RunsPanel::noteGrowth);
    connect(&m_workspace, &Workspace::changed, this, [this](Changes changes) {
        if (changes & Change::Runs) {
            m_table->noteRuns();
            refreshOrMark();
        }
    });
    connect(&m_workspace, &Workspace::opened, this, [this] {
        showNotes({}); // what was typed there is about a run of another project
        m_table->noteRuns();
        m_table->select({});
        showCurves();
        refreshOrMark();
    });
    TrainingSession& training = m_workspace.training();
    connect(&training, &TrainingSession::stateChanged, this, &RunsPanel::refreshActions);
    connect(&training, &TrainingSession::checkpointed, this, &RunsPanel::refreshActions);
    connect(&training, &TrainingSession::progressed, this, &RunsPanel::refreshSoon);
    connect(m_curves, &CurveView::checkpointActivated, this,
            [this](const QString& file) { emit m_workspace.writingWanted(file.toStdString()); });
    const auto isInFront = [this, &training] { return m_curves->runs().current().curves.id() == training.run().id; };
    connect(&training, &TrainingSession::curveGrew, this, [this, &training, isInFront] {
        if (isInFront()) {
            m_curves->runs().follow(training.run());
        }
    });
    connect(&training, &TrainingSession::validated, this, [this, isInFront](const engine::ValidationEvent& point) {
        if (isInFront()) {
            m_curves->runs().append(point);
        }
    });
}

void RunsPanel::select(int run)
{
    refresh(); // it may have been hidden
    m_table->select({run});
    noteSelection();
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

/// One that goes on is in front, which grows: that of this window, if there is one.
void RunsPanel::showCurves()
{
    std::vector<RunRecord> records;
    std::vector<int> ids;
    FollowedRuns& followed = m_table->followed();
    m_drawn = drawable();
    bool isGrowing = false;
    for (const auto& [id, goesOn] : m_drawn) {
        const ListedRun run = m_table->find(id);
        const watch::RunFolder folder = queue::folderOf(m_queue->watch().folder(), -id);
        ids.push_back(static_cast<int>(id));
        records.push_back(run.queued ? followed.follow(folder.path(), ids.back()).record() : *run.record);
        records.back().name = run.record->name;
        if (goesOn && (run.isOfProject() || !isGrowing)) {
            std::swap(records.front(), records.back());
            isGrowing = true;
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
    plotted.setEarlier(records);
    plotted.showOnly(ids);
}

/// The curve in front grows at once; all else within a second.
void RunsPanel::noteGrowth(int id)
{
    PlottedRuns& plotted = m_curves->runs();
    const RunRecord& run = m_table->followed().find(id)->record();
    const RunCurves& front = plotted.current().curves;
    if (id >= FollowedRuns::firstId) {
        m_table->noteRuns();
    }
    if (front.id() == id && front.validations().size() == run.validations.size()) {
        plotted.follow(run);
    } else if (const std::vector<int> drawn = plotted.shownIds(); std::ranges::find(drawn, id) != drawn.end()) {
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

void RunsPanel::askFolder()
{
    const QString folder = askForFolder(window(), tr("The folder of a run"));
    if (!folder.isEmpty()) {
        follow(folder.toStdString(), &FollowedRuns::add);
    }
}

/// What is found there is chosen, until the user chooses something else.
void RunsPanel::follow(const std::filesystem::path& folder, void (FollowedRuns::*add)(const std::filesystem::path&))
{
    try {
        m_table->select({});
        noteSelection();
        m_found.clear();
        (m_table->followed().*add)(folder);
        emit m_workspace.panelWanted(QStringLiteral("runs"));
    } catch (const engine::Error& error) {
        emit m_workspace.warned(editor::inWords(error));
    }
}

void RunsPanel::askToPause()
{
    const bool pauses =
        std::ranges::any_of(chosen(), [this](const auto& run) { return run.isFollowed() && m_table->goesOn(run); });
    m_table->followed().ask(m_table->selected(), pauses ? watch::Request::Pause : watch::Request::GoOn);
}

void RunsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_drawn.clear(); // the queue may be another one, with runs of the same numbers
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
    m_table->showQueue(m_queue->watch().shared());
    chooseNew();
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
    refreshActions();
}

/// What was queued or found, when it is listed.
void RunsPanel::chooseNew()
{
    const auto isListed = [this](qint64 run) { return static_cast<bool>(m_table->find(run)); };
    if (!m_wanted.isEmpty() && std::ranges::all_of(m_wanted, isListed)) {
        m_table->compare(m_wanted);
        m_table->select(std::exchange(m_wanted, {}));
        m_table->scrollToSelected();
        noteSelection();
    }
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
    m_actions.refresh();
    m_queue->refreshActions();
    const std::vector<ListedRun> runs = chosen();
    const auto isPaused = [](const ListedRun& run) {
        return run.isFollowed() && run.followed->state() == FollowedRun::State::Paused && !run.followed->asked();
    };
    const auto trains = [this](const ListedRun& run) {
        return run.isFollowed() && m_table->goesOn(run) && !run.followed->asked();
    };
    m_actions["runPause"]->setText(std::ranges::any_of(runs, isPaused) && std::ranges::none_of(runs, trains)
                                       ? tr("Continue runs")
                                       : tr("Pause runs"));
    // Keys do so to runs of the queue alone, which stay in their folder.
    const bool hasKeys =
        !runs.empty() && std::ranges::all_of(runs, [](const ListedRun& run) { return run.queued != nullptr; });
    m_actions["runOpen"]->setShortcut(hasKeys ? QKeySequence(Qt::Key_Return) : QKeySequence());
    m_actions["runRemove"]->setShortcut(hasKeys ? QKeySequence::Delete : QKeySequence());
    showNotes(runs);
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
            words.prepend(QString::fromStdString(bad->record->name) + QStringLiteral(": ") + problemOf(*bad));
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

void RunsPanel::open()
{
    const std::vector<ListedRun> runs = chosen();
    if (runs.size() != 1) {
        return;
    }
    if (!runs.front().isOfProject()) {
        if (const std::string file = runs.front().weights(); !file.empty()) {
            emit openRequested(QString::fromStdString(file));
        } else {
            emit m_workspace.warned(tr("%1 has no checkpoint yet: it can be opened once it has trained.")
                                        .arg(QString::fromStdString(runs.front().record->name)));
        }
        return;
    }
    const RunRecord& run = *runs.front().record;
    const auto refused = m_workspace.document().change(
        tr("Restore %1").arg(QString::fromStdString(run.name)), [&](editor::Content& content) {
            content = editor::withModel(content, engine::readModel(run.start.model, run.name));
            content.solver = engine::readSolver(run.start.solver, run.name);
        });
    if (refused) {
        emit m_workspace.warned(*refused);
    }
}

void RunsPanel::resume()
{
    for (const ListedRun& run : chosen()) {
        if (!run.isOfProject()) {
            emit resumeRequested(QString::fromStdString(run.weights()));
        } else if (const auto refused = m_workspace.nextRun().resumeFrom(run.weights())) {
            emit m_workspace.warned(*refused);
        }
    }
}

void RunsPanel::write()
{
    for (const ListedRun& run : chosen()) {
        emit textRequested(run.weights());
    }
}

/// Of one run in a dialog, which knows all formats; of several one file each.
void RunsPanel::exportSelected(ExportContent content)
{
    const std::vector<ListedRun> runs = chosen();
    if (runs.size() == 1 && runs.front().isOfProject()) {
        emit exportRequested(content, runs.front().record->id);
        return;
    }
    const QString folder = askForFolder(this, tr("Export the selected runs into a folder"));
    if (!folder.isEmpty()) {
        exportInto(folder, content);
    }
}

void RunsPanel::exportInto(const QString& folder, ExportContent content)
{
    Exporter& exporter = m_workspace.exporter();
    for (const ListedRun& run : chosen()) {
        const QString name = QString::fromStdString(run.record->name);
        std::optional<QString> refused;
        if (content == ExportContent::Curve && !run.drawn().curve.empty()) {
            refused = exporter.exportCurve(run.drawn(), newFile(folder, name, engine::Format::CsvCurve));
        } else if (content == ExportContent::Weights && !run.weights().empty()) {
            refused = exporter.exportWeights(run.weights(), newFile(folder, name, engine::Format::Safetensors));
        }
        if (refused) {
            emit m_workspace.warned(*refused);
            return;
        }
    }
}

/// A run of the project as it was started, from its first weights.
void RunsPanel::queueAgain()
{
    try {
        for (const RunRecord& run : m_workspace.runs().all()) {
            m_takenSeeds.insert(run.start.seed);
        }
        for (const QueueRow& row : m_queue->watch().view().rows) {
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
                job = QueuePanel::jobOf(again, m_workspace.files().title().toStdString());
            }
            std::uint64_t seed = record.start.seed;
            do {
                seed = engine::seedsFrom(seed, 2).back();
            } while (!m_takenSeeds.insert(seed).second);
            queue::setSeed(job, seed);
            jobs.insert(run.queued ? jobs.begin() + known++ : jobs.end(), std::move(job));
        }
        m_queue->add(jobs, known);
    } catch (const std::exception& error) {
        emit m_workspace.warned(editor::inWords(error));
    }
}

void RunsPanel::remove()
{
    for (const ListedRun& run : chosen()) {
        if (run.isOfProject()) {
            m_workspace.runs().remove(run.record->id);
        } else if (run.isFollowed()) {
            m_table->followed().remove(run.id());
            m_table->noteRuns();
        }
    }
    refresh();
    m_queue->remove();
}

} // namespace studio

#include "moc_runs_panel.cpp"
