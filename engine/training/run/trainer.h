// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/curve.h"
#include "engine/graph/go_on.h"
#include "engine/graph/sentence.h"
#include "engine/solvers/solver.h"
#include "engine/training/measure/look_inside.h"
#include "engine/training/run/batch_source.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_description.h"
#include "engine/training/run/training_steps.h"
#include "engine/training/write/text_generator.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// What a run has noted of itself, which its checkpoints keep.
struct TrainingRecord {
    double seconds = 0;                                     ///< of training, over all its resumes
    double best = std::numeric_limits<double>::quiet_NaN(); ///< what the best iteration is judged by; NaN: none is
    double bestValidationLoss = std::numeric_limits<double>::quiet_NaN(); ///< there
    std::int64_t bestIteration = 0;
    std::int64_t validationsWithoutGain = 0;
    Curve curve = {};
    std::vector<TextSample> samples = {};
    std::vector<MetricPoint> metrics = {}; ///< of all validations
};

/// Trains a model on a text or on sequences with an answer each: its state, a step, the checkpoint. How long it goes on
/// is up to Run. Made, used and destroyed on one thread.
///
/// A step is iter_size batches forward and backward and one update. All that a step depends on is in checkpoint(): a
/// trainer made from it goes on bit for bit as this one would (on the CPU, with the same engine and number of threads).
class Trainer {
public:
    /// A new run: the description's model, solver, engine and seed. Settles the model for the data. Throws Error where
    /// model, solver or data do not fit each other.
    Trainer(const RunDescription& run, std::unique_ptr<BatchSource> source, Device& device,
            ProcessGroup* group = nullptr);
    Trainer(const RunDescription& run, Corpus corpus, Device& device);

    /// Goes on where the checkpoint was taken. A wish overrides the checkpoint's engine. Throws Error where the data
    /// are not the checkpoint's or have characters that its vocabulary lacks.
    Trainer(const Checkpoint& checkpoint, std::unique_ptr<BatchSource> source, Device& device, const EngineWish& wish,
            ProcessGroup* group = nullptr);
    Trainer(const Checkpoint& checkpoint, Corpus corpus, Device& device, const EngineWish& wish);
    ~Trainer();

    /// Before the first step of a new run: weights in place of all that the fillers have drawn.
    void startFrom(const std::vector<NamedTensor>& weights);

    // With a group, each of its processes trains on a share of each batch's streams, and all have the same weights.
    // Batches, masks and validations are those of one device. Rank 0 has the run; the others follow.

    /// To be called by all processes of the group, each of which has its trainer by then; before the first step.
    void join();

    /// Of the others: does what rank 0 tells, until its trainer goes.
    void follow();

    /// One iteration. Waits for it. Does not allocate after the first two.
    TrainingSteps::Step step();

    /// So many of them, without a wait between two on an asynchronous device; `each` is called for every one. Ends
    /// after one that is not finite.
    void steps(std::int64_t count, const std::function<void(const TrainingSteps::Step&)>& each);

    /// After a step that is not: the first thing in the net that is not finite, see Net.
    Sentence firstNotFinite() { return m_net.firstNotFinite({}); }

    /// What is in the net during the next step, told within it. Changes no number of the run.
    void lookIntoNextStep(LookInside::Tell tell);

    /// The same of the step with which a run reaches its limit of iterations. Without `tell`: no longer.
    void lookIntoLastStep(LookInside::Tell tell) { m_tellLast = std::move(tell); }
    const LookInside::Tell& lastLook() const { return m_tellLast; } ///< empty: none

    /// On the held-out part. Empty where the data leave none that is long enough, or where `goOn` says no.
    std::optional<ValidationReport> validate(const GoOn& goOn = {});
    Validation* validation(); ///< made at the first call; null where nothing is held out

    Checkpoint checkpoint() const;

    // What a Run goes on with: it queues steps and notes what came of them.
    TrainingSteps& training() { return m_steps; }
    TrainingRecord& record() { return m_record; }
    const TrainingRecord& record() const { return m_record; }

    /// Whether the state is that of an iteration. False after an Error in the midst of a step: no run can go on then.
    bool isWhole() const { return m_steps.idle() && m_steps.isWhole(); }

    std::int64_t iteration() const { return m_solver.iteration(); }
    const Net& net() const { return m_net; }
    const WeightStore& weights() const { return m_store; } ///< as training goes on with them
    const Solver& solver() const { return m_solver; }      ///< has the weights to use
    const BatchSource& source() const { return *m_source; }
    std::string holdsOutNothing() const; ///< the layer type that would hold data out; empty: some are held out
    double batchesPerEpoch() const { return m_steps.batchesPerEpoch(); }
    std::int64_t iterationsOf(std::int64_t epochs) const; ///< after which the training part was read through so often
    const Model& model() const { return m_run.model; }
    const SolverSettings& solverSettings() const { return m_run.solver; }
    std::uint64_t seed() const { return m_settled.seed; }
    const std::vector<Sentence>& notes() const { return m_notes; }
    TextGenerator& generator(); ///< made at the first call; writes with weights() as they are

    /// With the weights to use. `each` takes each character too, and may end it.
    std::string write(const SamplingSettings& settings, const TextGenerator::Sink& each = {});

private:
    /// What the settings of a new run come to, or the checkpoint of one that goes on.
    struct Settled {
        EngineWish engine;
        std::uint64_t seed;
        EnginesBefore enginesBefore; ///< of the run that goes on
        ProcessGroup* group;         ///< that trains it together, see join(); null: this process alone
    };
    static Settled settledBy(const RunDescription& run, ProcessGroup* group);
    static Settled settledBy(const Checkpoint& checkpoint, const EngineWish& wish, ProcessGroup* group);
    Trainer(const RunDescription& run, Settled settled, std::unique_ptr<BatchSource> source, Device& device);

    StreamShare share() const;
    std::vector<std::vector<NamedTensor>> stateOfAll() const;
    void noteWhatDiffers(const Checkpoint& checkpoint);

    RunDescription m_run; ///< with the model settled
    Settled m_settled;
    std::vector<Sentence> m_notes;
    std::unique_ptr<BatchSource> m_source;
    Device* m_device;
    WeightStore m_store;
    Net m_net;
    Solver m_solver;
    std::unique_ptr<LookInside> m_look; ///< into the next step, or into an earlier one
    LookInside::Tell m_tellLast;        ///< may be empty
    TrainingSteps m_steps;
    std::unique_ptr<TextGenerator> m_generator;
    std::unique_ptr<Validation> m_validation; ///< made when it is first wanted
    bool m_joined = false;                    ///< see join()
    TrainingRecord m_record;
};

} // namespace engine
