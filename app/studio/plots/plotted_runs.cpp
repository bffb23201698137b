// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/plotted_runs.h"

#include <algorithm>
#include <string>
#include <utility>

namespace studio {

namespace {

/// The names of all its metrics, whatever their pane.
std::vector<std::string> metricsOf(const RunCurves& run)
{
    std::vector<std::string> names;
    for (const Measure measure : measures) {
        const std::vector<std::string> some = run.metrics(measure);
        names.insert(names.end(), some.begin(), some.end());
    }
    return names;
}

} // namespace

// Which runs ----------------------------------------------------------------------------------------------------------

void PlottedRuns::setCurrent(const RunRecord& run)
{
    replaceCurrent(RunCurves(run));
}

void PlottedRuns::clearCurrent()
{
    replaceCurrent(RunCurves());
}

void PlottedRuns::replaceCurrent(RunCurves curves)
{
    const RunCurves& before = current().curves;
    const bool isOther = curves.id() != before.id(), isShown = current().shown || isOther;
    if (isOther && before.id() != 0 && curves.kind().lossPerUnit == before.kind().lossPerUnit) {
        m_runs.emplace_back(); // that one stays to be compared with
    }
    m_runs.back() = {.curves = std::move(curves), .shown = isShown};
    redraw();
}

void PlottedRuns::setEarlier(const std::vector<RunRecord>& runs)
{
    std::vector<PlottedRun> all;
    for (const RunRecord& record : runs) {
        PlottedRun run{.curves = RunCurves(record), .shown = false};
        for (PlottedRun& before : std::span(m_runs).first(m_runs.size() - 1)) {
            run.shown = run.shown || (before.shown && before.curves.id() == record.id);
            if (run.shown && before.curves.isBeginningOf(record)) {
                run.curves = std::move(before.curves); // ready to be drawn
                run.curves.follow(record);
            }
        }
        all.push_back(std::move(run));
    }
    all.push_back(std::move(m_runs.back()));
    m_runs = std::move(all);
    redraw();
}

void PlottedRuns::setShown(int runId, bool shown)
{
    for (PlottedRun& run : m_runs) {
        run.shown = run.curves.id() == runId ? shown : run.shown;
    }
    redraw();
}

void PlottedRuns::showOnly(const std::vector<int>& runIds)
{
    for (PlottedRun& run : m_runs) {
        run.shown = std::ranges::find(runIds, run.curves.id()) != runIds.end();
    }
    redraw();
}

void PlottedRuns::setOptions(const CurveOptions& options)
{
    if (options != m_options) {
        m_options = options;
        redraw();
    }
}

/// What is not shown waits: a project may have many long runs.
void PlottedRuns::redraw()
{
    for (PlottedRun& run : m_runs) {
        if (run.shown) {
            run.curves.setSmoothing(m_options.smoothing);
            run.curves.setDrawn(m_options.panes);
            run.curves.update();
        }
    }
    emit changed();
}

void PlottedRuns::follow(const engine::RunLog& run)
{
    RunCurves& curves = m_runs.back().curves;
    const bool hadPlaces = curves.places(m_options.along).areKnown();
    const bool isValidated = curves.validations().size() != run.validations.size();
    const std::vector<std::string> metrics = isValidated ? metricsOf(curves) : std::vector<std::string>();
    const bool isFirst = isValidated && curves.validations().empty();
    curves.follow(run);
    if (curves.places(m_options.along).areKnown() != hadPlaces || isFirst ||
        (isValidated && metricsOf(curves) != metrics)) { // the legend has one more, or a pane comes up
        emit changed();
    } else {
        emit grew();
    }
}

// What is to be drawn -------------------------------------------------------------------------------------------------

std::vector<const PlottedRun*> PlottedRuns::shown() const
{
    std::vector<const PlottedRun*> runs;
    for (const PlottedRun& run : m_runs) {
        if (run.shown && run.curves.places(m_options.along).areKnown()) {
            runs.push_back(&run);
        }
    }
    return runs;
}

std::vector<int> PlottedRuns::shownIds() const
{
    std::vector<int> ids;
    for (const PlottedRun& run : m_runs) {
        if (run.shown && run.curves.id() != 0) {
            ids.push_back(run.curves.id());
        }
    }
    return ids;
}

std::vector<const RunCurves*> PlottedRuns::shownCurves() const
{
    std::vector<const RunCurves*> curves;
    for (const PlottedRun* run : shown()) {
        if (!run->curves.empty()) {
            curves.push_back(&run->curves);
        }
    }
    return curves;
}

bool PlottedRuns::isEmpty() const
{
    return shownCurves().empty();
}

const engine::DataKind& PlottedRuns::kind() const
{
    const std::vector<const RunCurves*> curves = shownCurves();
    return curves.empty() ? engine::kinds::text : curves.back()->kind();
}

} // namespace studio

#include "moc_plotted_runs.cpp"
