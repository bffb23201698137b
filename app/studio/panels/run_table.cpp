// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_table.h"

#include "app/studio/panels/parts.h"
#include "app/studio/plots/run_colour.h"
#include "app/studio/plots/words.h"
#include "app/studio/session/progress_tracker.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <QDateTime>
#include <QLocale>
#include <system_error>

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

double bestValidation(const RunRecord& run)
{
    double best = std::nan("");
    for (const engine::ValidationEvent& validation : run.validations) {
        best = std::fmin(best, validation.loss); // of a number and none: the number
    }
    return best;
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

std::string newestFile(const RunRecord& run)
{
    return lastFile(run, false);
}

std::string bestFile(const RunRecord& run)
{
    return lastFile(run, true);
}

RunTable::RunTable(Workspace& workspace, QWidget* parent) : ReportTable(tr("Runs"), parent), m_workspace(workspace)
{
    setEditable();
    setLook([this](qint64 id, const std::string& column, int role) {
        return lookOf(id, QString::fromStdString(column), role);
    });
}

/// All facts that are told of a run.
std::vector<engine::ColumnOf<const RunRecord*>> RunTable::columns()
{
    using Run = const RunRecord*;
    using Words = std::function<std::string(double)>;
    const TrainingSession& training = m_workspace.training();
    const auto head = [](const QString& title, const Words& words = {}, const QString& help = {},
                         const char* none = "") -> engine::Report::Column {
        return {title.toStdString(), "", words, none, help.toStdString()};
    };
    const auto isOfBar = [this, &training](Run run) { // which shows the same numbers
        return m_workspace.runs().hasTrained() && training.run().id == run->id && training.progressNow().iteration > 0;
    };
    std::vector<engine::ColumnOf<Run>> columns = {
        {head(tr("Run")), [](Run run) { return run->name; }},
        {head(tr("Best validation"), digits(4), tr("Lowest loss on the held-out data, each time over all of them")),
         [](Run run) { return known(bestValidation(*run)); }}};
    for (const QString& name : m_differing) { // what tells the runs apart stands beside how good they are
        columns.push_back(
            {head(name), [this, name](Run run) { return valueOf(m_settings.of(*run), name).toStdString(); }});
    }
    const std::vector<engine::ColumnOf<Run>> facts = {
        {head(tr("Engine"), {}, {}, "–"), [](Run run) { return known(run->start.engine); }},
        {head(tr("Device"), {}, {}, "–"), [](Run run) { return known(run->start.device); }},
        {head(tr("Iterations"), digits(0)),
         [](Run run) { return run->curve.empty() ? known("") : run->curve.back().iteration; }},
        {head(tr("Duration"), [](double seconds) { return durationOf(seconds).toStdString(); }),
         [](Run run) { return run->curve.empty() ? known("") : run->curve.back().seconds; }},
        {head(tr("Mean loss"), digits(4), tr("Mean training loss of the last 100 iterations")),
         [=, &training](Run run) {
             return known(isOfBar(run) ? training.progressNow().loss : meanLoss(run->curve, 100));
         }},
        {head(tr("Perplexity"), digits(2),
              tr("e to the best validation loss: among how many characters the net chooses on average")),
         [](Run run) { return known(run->start.kind->lossPerUnit ? std::exp(bestValidation(*run)) : std::nan("")); }},
        {head(headingOfSpeed(m_workspace.runs().all()), digits(0)),
         [=, &training](Run run) {
             return known(isOfBar(run) ? training.progressNow().charsPerSecond : lastSpeed(*run));
         }},
        {head(tr("Started from")),
         [this](Run run) { return originInWords(run->origin, m_workspace.runs()).toStdString(); }},
        {head(tr("Ended")),
         [this, &training](Run run) { // without an end and not training now, it was cut off, as the program was
             const bool isUnderWay = training.isBusy() && training.run().id == run->id;
             const QString ending = endingInWords(*run);
             return (isUnderWay ? tr("running") : ending.isEmpty() ? tr("interrupted") : ending).toStdString();
         }},
        {head(tr("Tags"), {}, tr("The words of its notes that begin with #")),
         [](Run run) { return tagsIn(run->remark).toStdString(); }},
        {head(tr("Notes")), [](Run run) { return run->remark; }}};
    columns.insert(columns.end(), facts.begin(), facts.end());
    return columns;
}

QVariant RunTable::lookOf(qint64 id, const QString& column, int role) const
{
    const RunRecord* const run = m_workspace.runs().find(static_cast<int>(id));
    if (run && role == Qt::DecorationRole && column == tr("Run")) {
        return swatchOf(colourOf(run->id, editor::theme()));
    }
    if (run && role == Qt::ToolTipRole && column == tr("Run")) {
        const QDateTime time = QDateTime::fromMSecsSinceEpoch(std::llround(1000 * run->start.time));
        return tr("Started %1, seed %2\n%3")
            .arg(run->start.time > 0 ? QLocale().toString(time, QLocale::ShortFormat) : QString(),
                 QLocale().toString(static_cast<qulonglong>(run->start.seed)),
                 QString::fromStdString(newestFile(*run)));
    }
    return run && role == Qt::ToolTipRole && column == tr("Started from") ? QString::fromStdString(run->origin.file)
                                                                          : QVariant();
}

void RunTable::list()
{
    std::vector<std::vector<RunSetting>> settings;
    for (const RunRecord& run : m_workspace.runs().all()) {
        settings.push_back(m_settings.of(run));
    }
    m_differing = differingSettings(settings);
    m_differing.removeAll(tr("Device")); // it has a column
    follow();
}

void RunTable::follow()
{
    std::vector<const RunRecord*> runs;
    std::vector<qint64> ids;
    for (const RunRecord& run : m_workspace.runs().all()) {
        runs.insert(runs.begin(), m_workspace.runs().find(run.id));
        ids.insert(ids.begin(), run.id);
    }
    setReport(engine::reportOf(columns(), runs), ids);
}

void RunTable::forgetSettings()
{
    m_settings.clear();
}

void RunTable::groupBy(const QString& heading)
{
    setGroups(groupings().contains(heading) ? heading : QString(), tr("Best validation"));
}

QStringList RunTable::groupings() const
{
    return QStringList{tr("Engine"), tr("Device")} + m_differing;
}

} // namespace studio

#include "moc_run_table.cpp"
