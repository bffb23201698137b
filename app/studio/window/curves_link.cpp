// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/curves_link.h"

#include "app/studio/plots/device_sample.h"
#include "app/studio/plots/run_meter.h"
#include "app/studio/window/run_words.h"
#include "app/studio/workspace/files_in_use.h"
#include "app/studio/workspace/made_with.h"
#include "app/studio/workspace/run_list.h"
#include "engine/devices/monitor/nvml.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace studio {
namespace {

/// Percent, as the strip under the curves has them.
MeterTrack::Point pointOf(const DeviceSample& sample, double seconds, double clock)
{
    const double none = std::nan("");
    const double busy = sample.utilisation ? *sample.utilisation : sample.machineLoad.value_or(none);
    const double memory =
        sample.memoryUsed && sample.memoryTotal ? 100 * *sample.memoryUsed / *sample.memoryTotal : none;
    return {.seconds = seconds,
            .clock = clock,
            .utilisation = static_cast<float>(busy),
            .memoryShare = static_cast<float>(memory)};
}

} // namespace

CurvesLink::CurvesLink(Workspace& workspace, LossPlot& plot, Diary& diary)
    : QObject(&plot), m_workspace(workspace), m_plot(plot), m_diary(diary)
{
    TrainingSession& training = workspace.training();
    connect(&training, &TrainingSession::curveGrew, this,
            [this] { m_plot.runs().follow(m_workspace.training().run()); });
    connect(&training, &TrainingSession::validated, this,
            [this](const engine::ValidationEvent& point) { m_plot.runs().append(point); });
    connect(&training, &TrainingSession::checkpointed, this,
            [this](const engine::CheckpointEvent& mark) { m_plot.runs().append(mark); });
    connect(&training, &TrainingSession::sampled, this, [this](const engine::SampleEvent& sample) {
        // The loss of its iteration, as the diary takes it from a run that is opened again.
        const engine::Curve& curve = m_workspace.training().run().curve;
        const std::optional<std::size_t> before = lastUntil(curve, sample.iteration);
        m_diary.add(sample, before ? curve.loss(*before) : std::nan(""));
    });
    connect(&training, &TrainingSession::stateChanged, this, &CurvesLink::showWhatIsAwaited);
    connect(&diary, &Diary::iterationChosen, &plot, &LossPlot::setIteration);
    connect(&plot, &LossPlot::iterationHovered, &diary, [&diary](qint64 iteration) {
        if (!diary.isFollowing()) {
            diary.setIteration(iteration); // who looks back is led by the cursor; who follows the run is not torn away
        }
    });
    connect(&workspace, &Workspace::opened, this, [this] {
        const std::optional<std::vector<int>> shown = m_workspace.view().runs;
        m_shown = 0;
        m_plot.meter().clear();
        m_plot.runs().clearCurrent();
        m_plot.runs().setEarlier({}); // another project's runs have the same ids
        showRuns();
        if (shown) {
            m_plot.runs().showOnly(*shown);
        }
    });
    connect(&plot.runs(), &PlottedRuns::changed, this, [this] { m_workspace.view().runs = m_plot.runs().shownIds(); });
    connect(&workspace, &Workspace::runsMoved, this, [this] { m_shown = 0; }); // its marks name their files
    connect(&workspace, &Workspace::runsChanged, this, &CurvesLink::showRuns);
    connect(&workspace.document(), &editor::Document::changed, this, &CurvesLink::showWhetherItWrites);
    plot.setFileCheck([this](const std::filesystem::path& file) { requireNotInUse(m_workspace, file); });
    plot.setProvenance([this] { return provenanceOfRun(m_workspace, m_workspace.runs().shown()); });
    showRuns();
    showWhetherItWrites();
}

void CurvesLink::noteReading(const engine::DeviceReading& reading)
{
    const TrainingSession& training = m_workspace.training();
    const RunRecord& record = training.run();
    if (training.state() != TrainingSession::State::Running || record.curve.empty()) {
        return;
    }
    const double seconds = record.curve.back().seconds, clock = reading.seconds;
    const std::string& bus = training.run().start.busId;
    if (bus.empty()) {
        m_plot.meter().add(record.id, tr("CPU"), pointOf(sampleOf(reading.processor, 0), seconds, clock));
        return;
    }
    const auto gpu = std::ranges::find_if(
        reading.gpus, [&](const engine::GpuReading& one) { return engine::isSameBus(one.busId, bus); });
    if (gpu != reading.gpus.end()) {
        m_plot.meter().add(record.id, QString::fromStdString(gpu->name), pointOf(sampleOf(*gpu, 0), seconds, clock));
    }
}

void CurvesLink::showWhetherItWrites()
{
    m_diary.setRefusal(whyItWritesNothing(m_workspace.document().derived().model));
}

/// Until there is a curve.
void CurvesLink::showWhatIsAwaited()
{
    const TrainingSession& training = m_workspace.training();
    switch (training.state()) {
    case TrainingSession::State::Starting:
        m_plot.setWaiting(tr("Waiting for the first iteration: reading the data and preparing the engine."));
        break;
    case TrainingSession::State::Running:
        m_plot.setWaiting(tr("Waiting for the first iteration."));
        break;
    case TrainingSession::State::Paused:
        m_plot.setWaiting(tr("Paused before the first iteration."));
        break;
    case TrainingSession::State::Idle:
    case TrainingSession::State::Stopping:
        m_plot.setWaiting({});
        break;
    }
}

void CurvesLink::showRuns()
{
    const RunRecord* front = m_workspace.runs().shown();
    const int id = front ? front->id : 0;
    if (id != m_shown || id == 0) {
        m_shown = id;
        if (front) {
            m_plot.runs().setCurrent(*front);
            m_diary.setRun(*front);
        } else {
            m_plot.runs().clearCurrent();
            m_diary.clear();
        }
    }
    std::vector<RunRecord> earlier = m_workspace.runs().all();
    std::erase_if(earlier, [&](const RunRecord& run) { return run.id == id; });
    m_plot.runs().setEarlier(earlier);
}

} // namespace studio

#include "moc_curves_link.cpp"
