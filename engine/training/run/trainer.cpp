// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/trainer.h"

#include "engine/devices/backend.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shared_model.h"
#include "engine/net/weight_check.h"
#include "engine/training/measure/reported_loss.h"
#include "engine/training/run/best.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/shared_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace engine {

namespace {

RunDescription descriptionIn(const Checkpoint& checkpoint)
{
    RunDescription run{.model = readModel(checkpoint.model, "the checkpoint's model"),
                       .solver = readSolver(checkpoint.solver, "the checkpoint's solver")};
    requireWeights(run.model, checkpoint.weights);
    return run;
}

} // namespace

Trainer::Settled Trainer::settledBy(const RunDescription& run, ProcessGroup* group)
{
    const RunSettings settings = runSettings(run.settings, run.solver);
    return {.engine = settings.engine, .seed = settings.seed, .enginesBefore = {}, .group = group};
}

Trainer::Settled Trainer::settledBy(const Checkpoint& checkpoint, const EngineWish& wish, ProcessGroup* group)
{
    if (wish) {
        return {.engine = wish, .seed = checkpoint.seed, .enginesBefore = {}, .group = group};
    }
    return {.engine = checkpoint.engine.empty() ? EngineWish() : checkpoint.engine,
            .seed = checkpoint.seed,
            .enginesBefore = checkpoint.engines,
            .group = group};
}

Trainer::Trainer(const RunDescription& run, Settled settled, std::unique_ptr<BatchSource> source, Device& device)
    : m_run(run),
      m_settled(std::move(settled)),
      m_source(std::move(source)),
      m_device(&device),
      m_store((m_run.model = m_source->settled(run.model, m_notes)), device, m_settled.seed),
      m_net(m_run.model, Phase::Train, m_store, m_settled.engine, m_settled.seed, m_settled.enginesBefore, share()),
      m_solver(run.solver, m_store, reportedLoss(m_net).tensors),
      m_steps({.net = m_net,
               .store = m_store,
               .solver = m_solver,
               .batches = m_source->batches(m_net, m_run.model, m_settled.seed),
               .group = m_settled.group})
{
    if (m_net.sequence().losses().empty()) {
        throw Error(say(ENGINE_TEXT("Sentences", "the model \"%1\" has no loss in the phase TRAIN, but training needs "
                                                 "one, such as a SOFTMAXWITHLOSS layer"),
                        m_run.model.name));
    }
}

Trainer::Trainer(const RunDescription& run, std::unique_ptr<BatchSource> source, Device& device, ProcessGroup* group)
    : Trainer(run, settledBy(run, group), std::move(source), device)
{}

Trainer::Trainer(const RunDescription& run, Corpus corpus, Device& device)
    : Trainer(run, textSource(std::move(corpus)), device)
{}

Trainer::Trainer(const Checkpoint& checkpoint, Corpus corpus, Device& device, const EngineWish& wish)
    : Trainer(checkpoint, textSource(std::move(corpus)), device, wish)
{}

Trainer::Trainer(const Checkpoint& checkpoint, std::unique_ptr<BatchSource> source, Device& device,
                 const EngineWish& wish, ProcessGroup* group)
    : Trainer(descriptionIn(checkpoint), settledBy(checkpoint, wish, group), std::move(source), device)
{
    m_source->requireSame(checkpoint);
    m_store.write(checkpoint.weights);
    if (!checkpoint.state.empty()) { // a run that begins in a group has none yet, nor has one out of another program
        m_net.setState(partOf(checkpoint.state, m_net.share()));
    }
    m_solver.restore(checkpoint.history, checkpoint.iteration);
    m_solver.setRateScale(checkpoint.rateScale);
    m_net.setPrivateState(ofRank(group == nullptr ? 0 : group->rank(), checkpoint.privateState),
                          static_cast<std::uint64_t>(iteration() * m_solver.batchesPerUpdate()));
    noteWhatDiffers(checkpoint);
    m_steps.seek(checkpoint.cursor);
    m_record = {.seconds = checkpoint.seconds,
                .best = bestOf(checkpoint),
                .bestValidationLoss = checkpoint.bestValidationLoss,
                .bestIteration = checkpoint.bestIteration,
                .validationsWithoutGain = checkpoint.validationsWithoutGain,
                .curve = checkpoint.curve,
                .samples = checkpoint.samples,
                .metrics = checkpoint.metrics};
}

Trainer::~Trainer()
{
    if (m_joined && m_settled.group->rank() == 0) {
        try {
            m_settled.group->tell(inBytes({Order::Kind::End}));
        } catch (const Error&) { // NOLINT(bugprone-empty-catch): they have gone
        }
    }
}

void Trainer::startFrom(const std::vector<NamedTensor>& weights)
{
    m_store.write(weights);
    m_solver.restartAverages();
}

/// The streams of this process. Throws Error where the model's batches cannot be shared out.
StreamShare Trainer::share() const
{
    const ProcessGroup* const group = m_settled.group;
    if (group == nullptr) {
        return {};
    }
    if (const std::optional<Sentence> why = whyNotShared(m_run.model, group->size())) {
        throw Error(*why);
    }
    return shareOf(group->rank(), group->size(), streamsOf(m_run.model));
}

void Trainer::join()
{
    m_steps.addUpWith(m_device->backend().makeGradientSum(*m_device, *m_settled.group));
    m_joined = true;
}

void Trainer::follow()
{
    while (true) {
        const std::string told = m_settled.group->hear();
        if (told.empty()) {
            throw CancelledError(ENGINE_TEXT("Sentences", "the process that leads the run has ended"));
        }
        const Order order = orderIn(told);
        switch (order.kind) {
        case Order::Kind::Steps:
            m_steps.follow(order.steps);
            break;
        case Order::Kind::State:
            m_steps.takeAll();
            m_settled.group->answer(packed({m_net.state(), m_net.privateState()}));
            break;
        case Order::Kind::GiveUp:
            m_steps.giveUp();
            break;
        case Order::Kind::End:
            return;
        }
    }
}

/// Recurrent and private state of the whole batch.
std::vector<std::vector<NamedTensor>> Trainer::stateOfAll() const
{
    if (!m_joined) {
        return {m_net.state(), m_net.privateState()};
    }
    m_settled.group->tell(inBytes({Order::Kind::State}));
    std::vector<std::vector<NamedTensor>> states{m_net.state()};
    std::vector<NamedTensor> privateState = m_net.privateState();
    int rank = 0;
    for (const std::string& answer : m_settled.group->answers()) {
        std::vector<std::vector<NamedTensor>> lists = unpacked(answer);
        states.push_back(std::move(lists.at(0)));
        for (NamedTensor& tensor : namedFor(++rank, std::move(lists.at(1)))) {
            privateState.push_back(std::move(tensor));
        }
    }
    return {joined(states), std::move(privateState)};
}

/// Notes what keeps the resumed run from being bit for bit the uninterrupted one.
void Trainer::noteWhatDiffers(const Checkpoint& checkpoint)
{
    const std::string precision(nameOf(m_device->precision()));
    if (!checkpoint.precision.empty() && checkpoint.precision != precision) {
        m_notes.push_back(say(ENGINE_TEXT("Sentences", "the run was trained in %1 and goes on in %2"),
                              checkpoint.precision, precision));
    }
    const std::int64_t threads = m_device->threads();
    const bool bothKnown = checkpoint.threads > 0 && threads > 0;
    if (bothKnown && checkpoint.threads != threads && m_net.recurrentEngine().find("ONEDNN") != std::string::npos) {
        m_notes.push_back(say(
            ENGINE_TEXT("Sentences",
                        "the run was computed with %1 and goes on with %2; oneDNN's sums depend on their number, "
                        "so the last bits of its numbers are not those of a run that was never stopped"),
            counted(checkpoint.threads, ENGINE_TEXT("Sentences", "1 thread"), ENGINE_TEXT("Sentences", "%1 threads")),
            threads));
    }
    for (const NamedTensor& mine : m_net.privateState()) {
        const auto same = [&](const NamedTensor& one) { return one.name == mine.name && one.shape == mine.shape; };
        if (std::ranges::none_of(checkpoint.privateState, same)) {
            m_notes.push_back(say(
                ENGINE_TEXT("Sentences", "the checkpoint does not have %1 of this engine, so the run does not go on "
                                         "exactly as if it had not been stopped"),
                mine.name));
        }
    }
}

TrainingSteps::Step Trainer::step()
{
    const TrainingSteps::Step step = m_steps.next(iteration() + 1);
    if (!step.finite) {
        m_steps.giveUp();
    }
    return step;
}

void Trainer::steps(std::int64_t count, const std::function<void(const TrainingSteps::Step&)>& each)
{
    const std::int64_t last = iteration() + count;
    while (iteration() < last) {
        const TrainingSteps::Step step = m_steps.next(last);
        each(step);
        if (!step.finite) {
            m_steps.giveUp();
            return;
        }
    }
}

void Trainer::lookIntoNextStep(LookInside::Tell tell)
{
    auto look = std::make_unique<LookInside>(m_net, m_store, std::move(tell));
    m_steps.observeNext(*look);
    m_look = std::move(look);
}

std::optional<ValidationReport> Trainer::validate(const GoOn& goOn)
{
    Validation* const measuring = validation();
    std::optional<ValidationReport> report;
    if (measuring != nullptr) {
        m_solver.withAverages([&] { report = measuring->measure(goOn); });
    }
    return report;
}

std::string Trainer::holdsOutNothing() const
{
    return std::string(m_source->holdsOut(m_run.model) ? "" : m_source->kind().layer);
}

Validation* Trainer::validation()
{
    if (!m_validation) {
        m_validation = m_source->validation(m_run.model, m_run.solver, m_store, m_settled.engine);
    }
    return m_validation.get();
}

std::int64_t Trainer::iterationsOf(std::int64_t epochs) const
{
    const double iterations =
        static_cast<double>(epochs) * batchesPerEpoch() / static_cast<double>(m_solver.batchesPerUpdate());
    constexpr double most = 9e15; // whole numbers are exact below
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(std::min(iterations, most) - 1e-9)));
}

TextGenerator& Trainer::generator()
{
    if (!m_generator) {
        m_generator = std::make_unique<TextGenerator>(m_run.model, m_store, m_source->vocabulary(), m_settled.engine);
    }
    return *m_generator;
}

std::string Trainer::write(const SamplingSettings& settings, const TextGenerator::Sink& each)
{
    std::string text;
    m_solver.withAverages([&] {
        generator().generate(settings, [&](const TextGenerator::Character& character) {
            text += character.text;
            return !each || each(character);
        });
    });
    return text;
}

Checkpoint Trainer::checkpoint() const
{
    std::vector<std::vector<NamedTensor>> states = stateOfAll();
    Checkpoint checkpoint{
        .model = writeModel(m_run.model),
        .solver = writeSolver(m_run.solver),
        .vocabulary = {}, // the source describes what is learned from
        .corpus = {},
        .engine = m_settled.engine.value_or(""),
        .engines = m_net.recurrentEngines(),
        .device = m_device->name(),
        .precision = std::string(nameOf(m_device->precision())),
        .threads = m_device->threads(),
        .seed = m_settled.seed,
        .weights = m_solver.weights(),
        .history = m_solver.history(),
        .state = std::move(states[0]),
        .privateState = std::move(states[1]),
        .iteration = iteration(),
        .rateScale = m_solver.rateScale(),
        .cursor = m_steps.cursor(),
        .seconds = m_record.seconds,
        .bestValidationLoss = m_record.bestValidationLoss,
        .bestIteration = m_record.bestIteration,
        .validationsWithoutGain = m_record.validationsWithoutGain,
        .curve = m_record.curve,
        .samples = m_record.samples,
        .metrics = m_record.metrics,
    };
    m_source->describe(checkpoint, m_run.model);
    return checkpoint;
}

} // namespace engine
