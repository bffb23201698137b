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
    const bool isOther = curves.id() != m_current.curves.id();
    if (isOther && m_current.curves.id() != 0 && curves.kind().lossPerUnit == m_current.curves.kind().lossPerUnit) {
        m_earlier.push_back(std::move(m_current)); // stays to be compared with
    }
    m_current = {.curves = std::move(curves), .shown = m_current.shown || isOther};
    prepare();
    emit currentChanged();
    emit changed();
}

void PlottedRuns::setEarlier(const std::vector<RunRecord>& runs)
{
    std::vector<PlottedRun> all;
    for (const RunRecord& record : runs) {
        PlottedRun run{.curves = RunCurves(record), .shown = false};
        for (PlottedRun& before : m_earlier) {
            run.shown = run.shown || (before.shown && before.curves.id() == record.id);
            if (before.curves.shows(run.curves)) {
                const bool hasGrown = run.curves.points().size() > before.curves.points().size();
                run.curves = std::move(before.curves); // ready to be drawn
                if (hasGrown) {
                    run.curves.follow(record);
                }
            }
        }
        all.push_back(std::move(run));
    }
    m_earlier = std::move(all);
    prepare();
    emit changed();
}

void PlottedRuns::setShown(int runId, bool shown)
{
    for (PlottedRun& run : m_earlier) {
        run.shown = run.curves.id() == runId ? shown : run.shown;
    }
    m_current.shown = m_current.curves.id() == runId ? shown : m_current.shown;
    prepare();
    emit changed();
}

void PlottedRuns::showOnly(const std::vector<int>& runIds)
{
    const auto choose = [&](PlottedRun& run) {
        run.shown = std::find(runIds.begin(), runIds.end(), run.curves.id()) != runIds.end();
    };
    std::for_each(m_earlier.begin(), m_earlier.end(), choose);
    choose(m_current);
    prepare();
    emit changed();
}

void PlottedRuns::setOptions(const CurveOptions& options)
{
    if (options != m_options) {
        m_options = options;
        prepare();
        emit changed();
    }
}

/// What is not shown waits: a project may have many long runs.
void PlottedRuns::prepare()
{
    const auto update = [this](PlottedRun& run) {
        if (run.shown) {
            run.curves.setSmoothing(m_options.smoothing);
            run.curves.setDrawn(m_options.panes);
            run.curves.update();
        }
    };
    std::for_each(m_earlier.begin(), m_earlier.end(), update);
    update(m_current);
}

// The run under way ---------------------------------------------------------------------------------------------------

void PlottedRuns::append(const engine::ValidationEvent& point)
{
    RunCurves& run = m_current.curves;
    const bool first = run.validations().empty();
    const std::vector<std::string> before = metricsOf(run);
    run.append(point);
    if (first || metricsOf(run) != before) {
        emit changed(); // the legend has one more, or a pane comes up
    } else {
        emit grew();
    }
}

void PlottedRuns::append(const engine::CheckpointEvent& mark)
{
    m_current.curves.append(mark);
    emit grew();
}

void PlottedRuns::follow(const engine::RunLog& run)
{
    const bool hadPlaces = m_current.curves.places(m_options.along).areKnown();
    m_current.curves.follow(run);
    if (m_current.curves.places(m_options.along).areKnown() != hadPlaces) {
        emit changed();
    } else {
        emit grew();
    }
}

// What is to be drawn -------------------------------------------------------------------------------------------------

std::vector<const PlottedRun*> PlottedRuns::shown() const
{
    std::vector<const PlottedRun*> runs;
    for (const PlottedRun& run : m_earlier) {
        if (run.shown && run.curves.places(m_options.along).areKnown()) {
            runs.push_back(&run);
        }
    }
    if (m_current.shown && m_current.curves.places(m_options.along).areKnown()) {
        runs.push_back(&m_current);
    }
    return runs;
}

std::vector<int> PlottedRuns::shownIds() const
{
    std::vector<int> ids;
    for (const PlottedRun& run : m_earlier) {
        if (run.shown) {
            ids.push_back(run.curves.id());
        }
    }
    if (m_current.shown && m_current.curves.id() != 0) {
        ids.push_back(m_current.curves.id());
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
