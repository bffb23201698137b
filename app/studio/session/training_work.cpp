// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_work.h"

#include "app/studio/session/code_points.h"
#include "app/watch/tensorboard_log.h"
#include "engine/backends/device_trial.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"
#include "engine/training/run/run_files.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace studio {

namespace {

/// One training while it lasts.
class Work {
public:
    Work(const TrainingRequest& request, const std::stop_token& stop, engine::RunControl& control,
         const std::function<void(TrainingReport)>& tell, const std::function<bool()>& isReady)
        : m_request(request),
          m_stop(stop),
          m_control(control),
          m_tell(tell),
          m_isReady(isReady),
          m_notes(request.run.resume.empty() ? request.notes : std::vector<engine::Sentence>())
    {}

    /// The net as the run left it goes to `last`, also after a failure, where it is there.
    void run(std::shared_ptr<const NetSnapshot>& last)
    {
        const engine::RunFiles files =
            m_request.checkpoint.empty() ? engine::RunFiles() : engine::RunFiles(m_request.checkpoint);
        requireUnused(files);
        engine::StartedRun run =
            engine::startWhereItPays(m_request.run, {}, [this] { return !m_stop.stop_requested(); });
        m_notes.insert(m_notes.end(), run.notes.begin(), run.notes.end());
        writeDescription();
        m_wish = run.settings.engine;
        m_settings = run.settings;
        settleFor(m_request, m_settings);
        m_trainer = run.trainer.get();
        if (!m_settings.tensorboard.empty()) {
            m_board =
                std::make_unique<watch::TensorBoardLog>(m_settings.tensorboard, [this](engine::LookInside::Tell tell) {
                    m_trainer->lookIntoNextStep(std::move(tell));
                });
        }
        engine::Run training(*m_trainer, run.gauge.get());
        m_run = &training;
        training.prepare(m_settings); // what fails here is no trouble that could be waited out
        try {
            while (!runOnce(*run.device)) {}
            if (m_board) {
                m_board->finish();
            }
        } catch (...) {
            tellCurve();
            try {
                last = snapshotOf(*m_trainer, m_wish);
            } catch (const engine::Error&) { // NOLINT(bugprone-empty-catch): the failure itself is what is told
            }
            throw;
        }
        last = snapshotOf(*m_trainer, m_wish);
    }

private:
    /// Throws Error where the files of another run would be replaced, or a new run has nothing to learn from.
    void requireUnused(const engine::RunFiles& files)
    {
        if (!m_request.run.resume.empty()) {
            m_resumed = engine::loadStructure(m_request.run.resume);
            files.requireUnusedBut(m_request.run.resume, *m_resumed);
            return;
        }
        files.requireUnused();
        if (m_request.run.data.empty()) {
            throw engine::Error(ENGINE_TEXT("Session", "no text was chosen to learn from"));
        }
    }

    /// A run is trained as well where that cannot be written.
    void writeDescription()
    {
        if (m_request.checkpoint.empty()) {
            return;
        }
        try {
            const std::filesystem::path file = descriptionFile(m_request.checkpoint);
            engine::writeFileBytes(file, engine::toJson(m_request.run, file.parent_path()));
        } catch (const engine::Error& error) {
            m_notes.push_back(error.sentence());
        }
    }

    /// Whether the run is over. False after a failure that it survives: the next call goes on, in a pause.
    bool runOnce(engine::Device& device)
    {
        try {
            m_run->go(
                m_settings, m_stop, [this](const engine::Event& event) { note(event); }, &m_control);
            return true;
        } catch (const engine::Error& error) {
            device.finish(); // throws where the device itself is gone: then there is nothing to go on with
            const bool ends =
                m_settings.limits.iterations > 0 && m_trainer->iteration() >= m_settings.limits.iterations;
            if (m_stop.stop_requested() || ends || !m_trainer->isWhole()) {
                throw;
            }
            m_settings.checkpointAtPause = false;
            m_control.pause();
            m_tell(error.sentence());
            return false;
        }
    }

    void note(const engine::Event& event)
    {
        tellTensorBoard(event);
        if (std::holds_alternative<engine::TrainEvent>(event)) {
            m_isCurveNew = true;
            if (m_isReady()) {
                tellCurve();
            }
        } else if (const auto* start = std::get_if<engine::StartEvent>(&event)) {
            noteStart(*start);
        } else if (const auto* sample = std::get_if<engine::SampleEvent>(&event)) {
            put(inCodePoints(*sample));
        } else if (const auto* change = std::get_if<engine::ChangeEvent>(&event)) {
            m_settings.limits = change->limits;
            m_settings.limits.iterations = change->iterations;
            put(event);
            if (!change->refusal.empty()) {
                m_tell(change->refusal);
            }
        } else {
            put(event);
        }
    }

    /// A file that cannot be written pauses the run, once: it goes on without them.
    void tellTensorBoard(const engine::Event& event)
    {
        if (!m_board) {
            return;
        }
        try {
            m_board->take(event);
        } catch (const engine::Error&) {
            m_board.reset();
            throw;
        }
    }

    /// Behind the steps before it.
    void put(const engine::Event& event)
    {
        tellCurve();
        m_tell(event);
    }

    void tellCurve()
    {
        if (std::exchange(m_isCurveNew, false)) {
            m_tell(m_trainer->record().curve);
        }
    }

    /// What the net wrote may be single bytes.
    engine::SampleEvent inCodePoints(engine::SampleEvent sample) const
    {
        WrittenCharacters characters = codePoints(sample.text, sample.bits, encoding());
        sample.text = std::move(characters.text);
        sample.bits = std::move(characters.bits);
        return sample;
    }

    void noteStart(const engine::StartEvent& event)
    {
        if (m_begun) {
            return; // it goes on after a failure
        }
        m_begun = true;
        engine::StartEvent start = event;
        start.notes.insert(start.notes.begin(), m_notes.begin(), m_notes.end());
        put(start);
        if (m_resumed) {
            notePast(*m_resumed);
        }
        m_resumed.reset();
    }

    /// What a run that goes on has shown before, but what its record has.
    void notePast(const engine::Checkpoint& checkpoint)
    {
        m_tell(checkpoint.curve);
        const RunRecord known = m_request.record.value_or(RunRecord());
        const auto isNew = [](const auto& one, const auto& before) {
            return before.empty() || one.iteration > before.back().iteration;
        };
        for (engine::ValidationEvent& validation : validationsIn(checkpoint)) {
            if (isNew(validation, known.validations)) {
                put(std::move(validation));
            }
        }
        const engine::SamplingSettings& settings = m_settings.sample;
        for (const engine::TextSample& sample : checkpoint.samples) {
            if (!isNew(sample, known.samples)) {
                continue;
            }
            put(inCodePoints({.iteration = sample.iteration,
                              .seed = sample.seed,
                              .text = sample.text,
                              .prompt = settings.prompt,
                              .length = settings.length,
                              .temperature = settings.temperature,
                              .topK = settings.topK,
                              .topP = settings.topP}));
        }
    }

    engine::Encoding encoding() const { return m_trainer->source().vocabulary().encoding(); }

    const TrainingRequest& m_request;
    engine::RunSettings m_settings;
    std::stop_token m_stop;
    engine::RunControl& m_control;
    const std::function<void(TrainingReport)>& m_tell;
    const std::function<bool()>& m_isReady;
    bool m_isCurveNew = false;                   ///< it has points that were not told
    std::optional<engine::Checkpoint> m_resumed; ///< without its tensors' values, until its past is told
    engine::EngineWish m_wish;
    std::vector<engine::Sentence> m_notes; ///< of the first weights
    engine::Trainer* m_trainer = nullptr;
    engine::Run* m_run = nullptr;
    std::unique_ptr<watch::TensorBoardLog> m_board; ///< null: not asked for
    bool m_begun = false;
};

} // namespace

TrainingEnd train(const TrainingRequest& request, const std::stop_token& stop, engine::RunControl& control,
                  const std::function<void(TrainingReport)>& tell, const std::function<bool()>& isReady)
{
    TrainingEnd end;
    end.failure = failureOf([&] { Work(request, stop, control, tell, isReady).run(end.last); },
                            ENGINE_TEXT("Session", "there is not enough memory to train this model"));
    return end;
}

} // namespace studio
