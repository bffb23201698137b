// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/device_plot.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/text/diary.h"
#include "app/studio/window/panels.h"
#include "app/studio/workspace/exchange.h"
#include "app/studio/workspace/project_files.h"
#include "engine/devices/monitor/nvml.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <QCoreApplication>
#include <QMainWindow>
#include <vector>

namespace studio {

namespace {

/// Percent, as the strip under the curves has them.
MeterTrack::Point pointOf(const engine::GpuReading& reading, double seconds, double clock)
{
    const double none = std::nan("");
    const double memory = reading.usedBytes && reading.totalBytes
                              ? 100 * static_cast<double>(*reading.usedBytes) / static_cast<double>(*reading.totalBytes)
                              : none;
    return {.seconds = seconds,
            .clock = clock,
            .utilisation = static_cast<float>(reading.utilisationPercent.value_or(none)),
            .memoryShare = static_cast<float>(memory)};
}

/// The curves of the project's runs, which own the middle while a net trains, and beside them what it wrote meanwhile;
/// the two point at each other's places.
class CurvesPage : public LossPlot, public Panel {
    Q_DECLARE_TR_FUNCTIONS(studio::CurvesPage)

public:
    CurvesPage(const WindowParts& parts, Diary& diary)
        : LossPlot(parts.parent), m_workspace(parts.workspace), m_diary(diary)
    {
        setFileCheck([this](const std::filesystem::path& file) { requireNotInUse(m_workspace, file); });
        setProvenance([this] { return provenanceOfRun(m_workspace, m_workspace.runs().shown()); });
        const TrainingSession& training = m_workspace.training();
        connect(&training, &TrainingSession::started, this, [this] {
            m_shown = 0; // one that goes on has lost what came later than its checkpoint
            showRuns();
        });
        const auto follow = [this] { runs().follow(m_workspace.training().run()); };
        connect(&training, &TrainingSession::curveGrew, this, follow);
        connect(&training, &TrainingSession::validated, this, follow);
        connect(&training, &TrainingSession::checkpointed, this, follow);
        connect(&training, &TrainingSession::sampled, this, [this](const engine::SampleEvent& sample) {
            if (m_sampled != m_workspace.training().run().id) {
                return;
            }
            // The loss of its iteration, as the diary takes it from a run that is opened again.
            const engine::Curve& curve = m_workspace.training().run().curve;
            const std::optional<std::size_t> before = lastUntil(curve, sample.iteration);
            m_diary.add(sample, before ? curve.loss(*before) : std::nan(""));
        });
        connect(&training, &TrainingSession::stateChanged, this, &CurvesPage::showWhatIsAwaited);
        connect(&diary, &Diary::iterationChosen, this, &LossPlot::setIteration);
        connect(&diary, &Diary::replayRequested, &m_workspace, &Workspace::rewritingWanted);
        connect(&view().readout(), &CurveReadout::iterationHovered, &diary, [&diary](qint64 iteration) {
            if (!diary.isFollowing()) {
                diary.setIteration(
                    iteration); // who looks back is led by the cursor; who follows the run is not torn away
            }
        });
        connect(&view(), &CurveView::checkpointActivated, &m_workspace,
                [this](const QString& file) { emit m_workspace.writingWanted(file.toStdString()); });
        connect(&runs(), &PlottedRuns::changed, this, [this] { m_workspace.view().runs = runs().shownIds(); });
        connect(&m_workspace, &Workspace::runsChosen, this, [this](const std::vector<int>& chosen) {
            runs().showOnly(chosen);
            if (!chosen.empty() && chosen.front() != m_sampled) {
                showSamplesOf(chosen.front());
            }
        });
        connect(&m_workspace, &Workspace::readingTaken, this, &CurvesPage::noteReading);
    }

    void showChanges(Changes changes) override
    {
        if (changes & Change::RunFiles) {
            m_shown = 0; // its marks name their files
        }
        if (changes & (Changes(Change::Runs) | Change::RunFiles)) {
            showRuns();
        }
        if (changes & Change::Drawing) {
            m_diary.setRefusal(whyItWritesNothing(m_workspace.document().derived().model));
        }
    }
    void showOpened() override
    {
        const std::optional<std::vector<int>> shown = m_workspace.view().runs;
        m_shown = 0;
        view().meter().clear();
        runs().clearCurrent();
        runs().setEarlier({}); // another project's runs have the same ids
        showRuns();
        if (shown) {
            runs().showOnly(*shown);
        }
    }

private:
    /// of the machine: of the run's device it is drawn
    void noteReading(const engine::DeviceReading& reading)
    {
        const TrainingSession& training = m_workspace.training();
        const RunRecord& record = training.run();
        if (training.state() != TrainingSession::State::Running || record.curve.empty()) {
            return;
        }
        const double seconds = record.curve.back().seconds, clock = reading.seconds;
        const std::string& bus = training.run().start.busId;
        if (bus.empty()) {
            view().addReading(record.id, tr("CPU"), pointOf(asGpu(reading.processor), seconds, clock));
            return;
        }
        const auto gpu = std::ranges::find_if(
            reading.gpus, [&](const engine::GpuReading& one) { return engine::isSameBus(one.busId, bus); });
        if (gpu != reading.gpus.end()) {
            view().addReading(record.id, QString::fromStdString(gpu->name), pointOf(*gpu, seconds, clock));
        }
    }
    void showRuns()
    {
        const RunRecord* front = m_workspace.runs().shown();
        const int id = front ? front->id : 0;
        if (id != m_shown || id == 0) {
            m_shown = id;
            if (front) {
                runs().setCurrent(*front);
            } else {
                runs().clearCurrent();
            }
            showSamplesOf(id);
        } else if (m_sampled != 0 && !m_workspace.runs().find(m_sampled)) {
            showSamplesOf(id); // the chosen run is gone
        }
        std::vector<RunRecord> earlier = m_workspace.runs().all();
        std::erase_if(earlier, [&](const RunRecord& run) { return run.id == id; });
        runs().setEarlier(earlier);
    }
    /// 0: of none
    void showSamplesOf(int run)
    {
        const RunRecord* const record = m_workspace.runs().find(run);
        m_sampled = record ? run : 0;
        if (record) {
            m_diary.setRun(*record);
        } else {
            m_diary.clear();
        }
    }
    /// Until there is a curve.
    void showWhatIsAwaited()
    {
        using State = TrainingSession::State;
        const State state = m_workspace.training().state();
        setWaiting(state == State::Starting
                       ? tr("Waiting for the first iteration: reading the data and preparing the engine.")
                   : state == State::Running ? tr("Waiting for the first iteration.")
                   : state == State::Paused  ? tr("Paused before the first iteration.")
                                             : QString());
    }

    Workspace& m_workspace;
    Diary& m_diary;
    int m_shown = 0;   ///< id of the run in front; 0: none
    int m_sampled = 0; ///< of the one whose samples are shown
};

} // namespace

QWidget* makeDiary(const WindowParts& parts)
{
    return new Diary(parts.parent);
}

QWidget* makeCurves(const WindowParts& parts)
{
    return new CurvesPage(parts, *parts.window.findChild<Diary*>());
}

} // namespace studio
