// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_work.h"

#include "app/studio/session/checkpoint_past.h"
#include "app/studio/session/code_points.h"
#include "engine/backends/open_device.h"
#include "engine/formats/checkpoint.h"
#include "engine/formats/net_file.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/training/open_source.h"
#include "engine/training/run_files.h"
#include "engine/training/solver_run.h"
#include "engine/training/text_source.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>

namespace studio {

namespace {

WrittenText writtenText(const engine::SamplingSettings& settings, std::int64_t iteration, std::uint64_t seed,
                        WrittenCharacters characters)
{
    return {.iteration = iteration,
            .checkpoint = {},
            .prompt = settings.prompt,
            .temperature = settings.temperature,
            .topP = settings.topP,
            .topK = settings.topK,
            .length = settings.length,
            .seed = seed,
            .text = std::move(characters.text),
            .bits = std::move(characters.bits)};
}

/// One training while it lasts.
class Work {
public:
    Work(const TrainingRequest& request, const std::stop_token& stop, engine::RunControl& control,
         ReportMailbox& mailbox)
        : m_request(request),
          m_settings(request.run),
          m_stop(stop),
          m_control(control),
          m_mailbox(mailbox),
          m_notes(request.resume.empty() ? request.notes : std::vector<std::string>())
    {
        m_settings.reportEvery = 1;
    }

    void run()
    {
        const engine::RunFiles files =
            m_settings.checkpoint.empty() ? engine::RunFiles() : engine::RunFiles(m_settings.checkpoint);
        if (m_request.resume.empty()) {
            files.requireUnused();
        } else {
            m_resumed = engine::loadCheckpoint(m_request.resume);
            files.requireUnusedBut(m_request.resume, *m_resumed);
        }
        engine::DeviceWish wish{.name = m_request.device,
                                .threads = m_request.threads,
                                .precision = m_request.precision,
                                .engine = m_request.engine.value_or("")};
        if (m_resumed) {
            wish.before = {.device = m_resumed->device, .precision = m_resumed->precision};
        }
        const std::unique_ptr<engine::Device> device = engine::openDevice(wish, &m_notes);
        m_precision = device->precision();
        m_busId = device->busId();
        const std::unique_ptr<engine::Trainer> trainer = makeTrainer(*device);
        m_trainer = trainer.get();
        if (m_request.validateEachEpoch) {
            m_settings.validateEvery = trainer->iterationsOf(1);
        }
        trainer->prepare(m_settings); // what fails here is no trouble that could be waited out
        try {
            while (!runOnce(*device)) {}
        } catch (...) {
            leaveNetIfThere();
            throw;
        }
        leaveNet();
    }

private:
    std::unique_ptr<engine::Trainer> makeTrainer(engine::Device& device)
    {
        if (m_request.resume.empty()) {
            const engine::TrainingJob job{.model = m_request.model,
                                          .solver = m_request.solver,
                                          .engine = m_request.engine,
                                          .seed = m_request.seed};
            m_wish = job.engine;
            m_solver = engine::writeSolver(job.solver);
            if (m_request.corpus.empty()) {
                throw engine::Error(ENGINE_TEXT("Session", "no text was chosen to learn from"));
            }
            std::unique_ptr<engine::BatchSource> source = openSource(job.model, nullptr);
            return m_request.firstWeights.empty() ? std::make_unique<engine::Trainer>(job, std::move(source), device)
                                                  : makeTrainerFromWeights(job, std::move(source), device);
        }
        m_wish = m_request.engine || m_resumed->engine.empty() ? m_request.engine : m_resumed->engine;
        m_solver = m_resumed->solver;
        const engine::Model model = engine::readModel(m_resumed->model, "the checkpoint's model");
        const engine::SolverSettings solver = engine::readSolver(m_resumed->solver, "the checkpoint's solver");
        for (const auto& notes : {engine::notesOnUnknown(solver), engine::notesOnUnused(solver)}) {
            m_notes.insert(m_notes.end(), notes.begin(), notes.end());
        }
        return std::make_unique<engine::Trainer>(*m_resumed, openSource(model, &m_resumed->vocabulary), device,
                                                 m_request.engine);
    }

    /// The text or the sequences; a stop ends the reading.
    std::unique_ptr<engine::BatchSource> openSource(const engine::Model& model, const engine::Vocabulary* known) const
    {
        const std::filesystem::path data =
            m_request.corpus.empty() ? engine::dataOfCheckpoint(*m_resumed, m_request.resume) : m_request.corpus;
        return engine::openSource(data, model, known, [this] { return !m_stop.stop_requested(); });
    }

    /// From another run's or another program's weights, and its solver's state where that is there, too.
    std::unique_ptr<engine::Trainer>
    makeTrainerFromWeights(engine::TrainingJob job, std::unique_ptr<engine::BatchSource> source, engine::Device& device)
    {
        const std::filesystem::path& file = m_request.firstWeights;
        const engine::Vocabulary& characters = engine::charactersOf(*source);
        std::vector<std::string> told; // by the trainer
        const engine::Model model = source->settled(job.model, told);
        engine::NetFileHints hints{.model = model};
        if (!m_request.firstText.empty()) {
            hints.characters = [&](const engine::Model&) {
                return engine::charactersOf(*engine::openSource(m_request.firstText, job.model));
            };
        }
        const engine::PortableNet net = engine::readNet(file, hints);
        engine::FirstWeights first =
            engine::firstWeights(net, model, characters, engine::WeightStore(model, device, job.seed).read(),
                                 source->samples() ? source->samples()->facts.classes : std::vector<std::string>());
        m_notes.push_back(engine::requireAny(file, first));
        for (const std::vector<std::string>& sentences : {first.report.notes, first.report.skipped}) {
            m_notes.insert(m_notes.end(), sentences.begin(), sentences.end());
        }
        job.firstWeights = std::move(first.weights);
        if (m_request.solverState.empty()) {
            return std::make_unique<engine::Trainer>(job, std::move(source), device);
        }
        engine::Checkpoint begun =
            engine::Trainer(job, openSource(job.model, source->text() ? &characters : nullptr), device).checkpoint();
        engine::takeSolverState(begun, model, m_request.solverState);
        m_notes.push_back(engine::sentence("the solver goes on from iteration ", begun.iteration, " with the state in ",
                                           m_request.solverState.string()));
        return std::make_unique<engine::Trainer>(begun, std::move(source), device, job.engine);
    }

    /// Whether the run is over. False after a failure that it survives: the next call goes on, in a pause.
    bool runOnce(engine::Device& device)
    {
        try {
            m_trainer->run(
                m_settings, m_stop, [this](const engine::Event& event) { note(event); }, &m_control);
            return true;
        } catch (const engine::Error& error) {
            device.finish(); // throws where the device itself is gone: then there is nothing to go on with
            const bool ends = m_settings.iterations > 0 && m_trainer->iteration() >= m_settings.iterations;
            if (m_stop.stop_requested() || ends || !m_trainer->isWhole()) {
                throw;
            }
            m_settings.checkpointAtPause = false;
            m_control.pause();
            m_mailbox.put([&](TrainingReports& reports) { reports.troubles.emplace_back(error.what()); });
            return false;
        }
    }

    void note(const engine::Event& event)
    {
        if (const auto* step = std::get_if<engine::TrainEvent>(&event)) {
            m_mailbox.put([&](TrainingReports& reports) { reports.curve.push_back(pointOf(*step)); });
        } else if (const auto* start = std::get_if<engine::StartEvent>(&event)) {
            noteStart(*start);
        } else if (const auto* validation = std::get_if<engine::ValidationEvent>(&event)) {
            const double characters = m_characters * static_cast<double>(validation->iteration);
            std::vector<engine::Metric> metrics = validation->metrics;
            std::ranges::copy(engine::ofTraining(validation->training), std::back_inserter(metrics));
            m_mailbox.put([&](TrainingReports& reports) {
                reports.validations.push_back({.iteration = validation->iteration,
                                               .seconds = m_seconds,
                                               .characters = characters,
                                               .loss = validation->loss,
                                               .best = validation->best,
                                               .metrics = metrics});
            });
        } else if (const auto* sample = std::get_if<engine::SampleEvent>(&event)) {
            WrittenText text = writtenText(m_settings.sample, sample->iteration, sample->seed,
                                           codePoints(sample->text, sample->bits, encoding()));
            m_mailbox.put([&](TrainingReports& reports) { reports.samples.push_back(std::move(text)); });
        } else if (const auto* saved = std::get_if<engine::CheckpointEvent>(&event)) {
            m_mailbox.put([&](TrainingReports& reports) {
                reports.checkpoints.push_back(
                    {.iteration = saved->iteration, .file = saved->file.string(), .best = saved->best});
            });
        } else if (const auto* end = std::get_if<engine::EndEvent>(&event)) {
            m_mailbox.put([&](TrainingReports& reports) {
                reports.end = {.iteration = end->iterations,
                               .seconds = end->seconds,
                               .reason = end->reason,
                               .detail = end->detail};
            });
        }
    }

    CurvePoint pointOf(const engine::TrainEvent& step)
    {
        m_seconds = step.seconds;
        return {.iteration = step.iteration,
                .seconds = step.seconds,
                .characters = m_characters * static_cast<double>(step.iteration),
                .loss = static_cast<float>(step.loss),
                .learningRate = static_cast<float>(step.learningRate),
                .gradientNorm = static_cast<float>(step.gradientNorm),
                .charsPerSecond = static_cast<float>(step.charsPerSecond)};
    }

    void noteStart(const engine::StartEvent& event)
    {
        if (m_begun) {
            return; // it goes on after a failure
        }
        m_begun = true;
        m_characters = static_cast<double>(event.batchCharacters);
        TrainingStart start{.parameters = event.parameters,
                            .vocabulary = event.vocabulary,
                            .engine = event.engine,
                            .device = event.device,
                            .precision = std::string(engine::nameOf(m_precision)),
                            .busId = m_busId,
                            .seed = event.seed,
                            .iteration = event.iteration,
                            .iterations = event.iterations,
                            .batchCharacters = event.batchCharacters,
                            .stepsPerEpoch = event.stepsPerEpoch,
                            .readsText = m_trainer->source().text() != nullptr,
                            .model = engine::writeModel(m_trainer->model()),
                            .solver = m_solver,
                            .corpus = dataFile(),
                            .notes = m_notes};
        start.notes.insert(start.notes.end(), event.notes.begin(), event.notes.end());
        m_mailbox.put([&](TrainingReports& reports) {
            reports.start = std::move(start);
            if (m_resumed) {
                notePast(*m_resumed, reports);
            }
        });
        m_resumed.reset();
    }

    /// What a run that goes on has shown before.
    void notePast(const engine::Checkpoint& checkpoint, TrainingReports& reports)
    {
        CheckpointPast past = pastOf(checkpoint, m_characters);
        m_seconds = past.curve.empty() ? m_seconds : past.curve.back().seconds;
        reports.curve = std::move(past.curve);
        reports.validations = std::move(past.validations);
        for (const engine::TextSample& sample : checkpoint.samples) {
            reports.samples.push_back(
                writtenText(m_settings.sample, sample.iteration, sample.seed, codePoints(sample.text, {}, encoding())));
        }
    }

    /// After a failure, which may have been the device's.
    void leaveNetIfThere()
    {
        try {
            leaveNet();
        } catch (const engine::Error&) { // NOLINT(bugprone-empty-catch): the failure itself is what is told
        }
    }

    void leaveNet()
    {
        std::shared_ptr<const NetSnapshot> net = snapshotOf(*m_trainer, m_wish);
        m_mailbox.put([&](TrainingReports& reports) { reports.last = std::move(net); });
    }

    std::string dataFile() const
    {
        const engine::Samples* const samples = m_trainer->source().samples();
        return samples ? samples->facts.file : m_trainer->corpus().file().string();
    }

    engine::Encoding encoding() const { return m_trainer->corpus().vocabulary().encoding(); }

    const TrainingRequest& m_request;
    engine::RunSettings m_settings;
    std::stop_token m_stop;
    engine::RunControl& m_control;
    ReportMailbox& m_mailbox;
    std::optional<engine::Checkpoint> m_resumed; ///< until its past is told
    engine::EngineWish m_wish;
    std::string m_solver;             ///< prototxt
    std::vector<std::string> m_notes; ///< of the first weights
    engine::Trainer* m_trainer = nullptr;
    std::string m_busId; ///< see TrainingStart
    engine::Precision m_precision = engine::Precision::Float32;
    double m_characters = 0; ///< of one iteration
    double m_seconds = 0;    ///< of training, up to the last iteration
    bool m_begun = false;
};

} // namespace

std::shared_ptr<const NetSnapshot> snapshotOf(const engine::Trainer& trainer, const engine::EngineWish& engine)
{
    const engine::Corpus* const text = trainer.source().text();
    const engine::Samples* const samples = trainer.source().samples();
    return std::make_shared<const NetSnapshot>(
        NetSnapshot{.model = trainer.model(),
                    .vocabulary = text ? text->vocabulary() : engine::Vocabulary(),
                    .sequences = samples ? samples->facts : engine::SampleFacts(),
                    .weights = trainer.weightsToUse(),
                    .engine = engine,
                    .iteration = trainer.iteration()});
}

void train(const TrainingRequest& request, const std::stop_token& stop, engine::RunControl& control,
           ReportMailbox& mailbox)
{
    std::optional<std::string> failure;
    try {
        Work(request, stop, control, mailbox).run();
    } catch (const std::bad_alloc&) {
        failure = ENGINE_TEXT("Session", "there is not enough memory to train this model");
    } catch (const std::exception& exception) {
        failure = exception.what();
    }
    mailbox.put([&](TrainingReports& reports) {
        reports.failure = std::move(failure);
        reports.over = true;
    });
}

} // namespace studio
