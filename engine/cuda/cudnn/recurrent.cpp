// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/recurrent.h"

#include "engine/cuda/cache_file.h"
#include "engine/cuda/check.h"
#include "engine/cuda/driver_release.h"
#include "engine/cuda/stream_clock.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/kernels/dropout.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>

namespace engine::cuda::cudnn {
namespace {

/// Places of the ports, as engine/layers/recurrent.cpp lists them; the states come in turn.
enum Input : std::size_t { x, cont, firstStates };
enum Output : std::size_t { h, lastStates };

// The search: how many times a recorded run is timed, how many times as slow as that of the first algorithm
// a plain run must be to end a trial, and by how much an algorithm must beat one that is tried before it. The library
// runs STANDARD under other names too, which must not win by chance.
constexpr std::size_t timings = 5;
constexpr double abortRatio = 3;
constexpr double better = 0.98;
constexpr double betterInHalf = 0.9;        ///< half precision is to be worth its scale
constexpr double untimedLimit = 1e12;       ///< microseconds: slower than any
constexpr double microsecondsOfStart = 3e5; ///< the library loads code in an algorithm's first run

/// Whether the algorithm has been the fastest of any stack with so many units, or streams and columns, in a precision
/// of ours (tests/bench/results/h200.md).
bool isLikely(const Algorithm& algorithm, const RecurrentStack& stack, std::int64_t streams, std::int64_t width,
              std::int64_t units)
{
    constexpr std::int64_t maxOfSmallUnits = 192;
    const bool isPersistent = stack.layers == 1 && streams % 8 == 0 && width % 128 == 0 && units % 128 == 0;
    return algorithm.id == CUDNN_RNN_ALGO_STANDARD ||
           (algorithm.id == CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H && units <= maxOfSmallUnits) ||
           (algorithm.finer == Elements::Half && isPersistent);
}

/// Dropout's descriptor draws from here; the same for each engine's idea of the layer's own seed.
std::uint64_t dropoutSeed(const LayerSetup& setup, std::uint64_t pass)
{
    const RandomStream random = maskStream(setup.random, intParam(setup.params, "dropout_seed"));
    const Philox drawn = philox(pass, static_cast<std::uint64_t>(random.share.first), random.key());
    return std::uint64_t{drawn.words[0]} << 32 | drawn.words[1];
}

double dropoutRatio(const LayerSetup& setup, std::int64_t layers)
{
    return setup.training() && layers > 1 ? floatParam(setup.params, "dropout_ratio") : 0;
}

/// Runs `work`; where it fails, the sentence begins with the layer's name.
template <typename Work>
auto tellingLayer(const std::string& layer, Work work)
{
    try {
        return work();
    } catch (const UnavailableError& error) {
        throw UnavailableError(say(ENGINE_TEXT("Sentences", "layer %1: %2"), layer, error.sentence()));
    } catch (const Error& error) {
        throw Error(say(ENGINE_TEXT("Sentences", "layer %1: %2"), layer, error.sentence()));
    }
}

} // namespace

RecurrentKernel::RecurrentKernel(const LayerSetup& setup, Search search)
    : m_setup(setup),
      m_search(search),
      m_device(cudaDevice(*setup.device)),
      m_stack(*recurrentStack(*setup.type, setup.params)),
      m_steps(setup.inputs[x].shape[0]),
      m_streams(setup.inputs[x].shape[1]),
      m_width(setup.inputs[x].shape.count(2)),
      m_units(setup.outputs[h].shape[2] / m_stack.directions),
      m_dropout(m_device, dropoutRatio(setup, m_stack.layers), dropoutSeed(setup, 0))
{
    chooseAlgorithm();
    if (!m_trials.empty()) {
        restartPrivateState(0); // the search has drawn from it
    }
}

void RecurrentKernel::makeBuffers(Elements elements)
{
    if (m_elements == elements) {
        return;
    }
    m_elements = elements;
    for (Buffer* buffer : {&m_x, &m_y, &m_dx, &m_dy, &m_scale}) {
        *buffer = {};
    }
    const std::int64_t cells = m_steps * m_streams;
    const auto floatsOf = [&](std::int64_t count) { return floatsFor(count * bytesOf(elements)); };
    if (isRounded()) {
        m_x = m_device.allocate(floatsOf(cells * m_width));
        m_y = m_device.allocate(floatsOf(cells * outputWidth()));
    }
    if (!training()) {
        return;
    }
    if (isRounded() || m_setup.inputs[x].gradient == nullptr) {
        m_dx = m_device.allocate(floatsOf(cells * m_width));
    }
    if (isRounded() || m_setup.outputs[h].gradient == nullptr) {
        m_dy = m_device.allocate(floatsOf(cells * outputWidth()));
    }
    if (elements == Elements::Half) {
        m_scale = m_device.allocate(gradientScaleFloats);
    }
}

// ---- which algorithm

void RecurrentKernel::chooseAlgorithm()
{
    const char* const forced = std::getenv("HAMNET_CUDNN_ALGORITHM");
    if (forced != nullptr && *forced != '\0') {
        const Algorithm* const algorithm = algorithmNamed(forced);
        if (algorithm == nullptr) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "HAMNET_CUDNN_ALGORITHM is %1, but must be STANDARD, PERSIST_STATIC, "
                                             "PERSIST_DYNAMIC, PERSIST_STATIC_SMALL_H, PERSIST_STATIC_SMALL_H_TF32 or "
                                             "PERSIST_STATIC_FP16"),
                    forced));
        }
        m_trials.push_back(tried(*algorithm, untimedLimit));
        if (!m_trials.back().microseconds) {
            throw Error(say(ENGINE_TEXT("Sentences", "HAMNET_CUDNN_ALGORITHM is %1, which does not run here: %2"),
                            forced, m_trials.back().reason));
        }
        return;
    }
    if (!training() && m_steps * m_streams == 1) {
        take(standard); // text generation: for one step a search does not pay off
        return;
    }
    CacheFile cache = algorithmCache();
    const std::string key = cacheKey();
    const std::optional<std::string> known = cache.find<std::string>(key);
    if (!known || !takeKnown(*known)) {
        const Algorithm& best = fastest();
        if (m_search == Search::Whole) {
            cache.put(key, std::string(best.name));
        }
        take(best);
    }
    m_notes.insert(m_notes.end(), cache.notes().begin(), cache.notes().end());
}

/// Whether the algorithm that was the fastest before runs.
bool RecurrentKernel::takeKnown(const std::string& name)
{
    const Algorithm* const algorithm = algorithmNamed(name);
    if (algorithm == nullptr) {
        m_notes.push_back("the list of cuDNN's algorithms names \"" + name +
                          "\", which is none, so they are timed again");
        return false;
    }
    const Trial trial = tried(*algorithm, 0);
    if (!trial.microseconds) {
        m_notes.push_back("the list of cuDNN's algorithms names " + name +
                          ", which does not run here, so they are timed again: " + trial.reason);
    }
    return trial.microseconds.has_value();
}

const Algorithm& RecurrentKernel::fastest()
{
    const Trial* best = nullptr;
    double firstPlain = untimedLimit;
    m_trials.reserve(std::size(algorithms));
    for (const Algorithm& algorithm : algorithms) {
        if (!algorithm.isFor(m_device.precision(), m_stack) ||
            (m_search == Search::Likely && !isLikely(algorithm, m_stack, m_streams, m_width, m_units))) {
            continue;
        }
        m_trials.push_back(tried(algorithm, firstPlain));
        const Trial& trial = m_trials.back();
        if (trial.microseconds && best == nullptr) {
            firstPlain = trial.plain;
        }
        const double needed = algorithm.finer == Elements::Half ? betterInHalf : better;
        if (trial.microseconds && (best == nullptr || *trial.microseconds < needed * *best->microseconds)) {
            best = &trial;
        }
    }
    if (best == nullptr) {
        throw Error(m_trials.front().reason);
    }
    return *best->algorithm;
}

/// Takes the algorithm and times it; `firstPlain` is the time of the first algorithm's plain run in microseconds. If
/// that is 0, the algorithm is taken without timing.
Trial RecurrentKernel::tried(const Algorithm& algorithm, double firstPlain)
{
    if (!algorithm.isFor(m_device.precision(), m_stack)) {
        return {&algorithm, std::nullopt, 0, "cuDNN: it is for runs in bf16, in half precision of one direction"};
    }
    try {
        take(algorithm);
        const Times times = firstPlain > 0 ? timed(firstPlain) : Times{};
        return {&algorithm, times.recorded, times.plain, {}};
    } catch (const UnavailableError&) {
        throw; // the GPU is gone
    } catch (const Error& error) {
        // Throws where the failure has spoiled the device for all that follows.
        static_cast<void>(cudaGetLastError());
        check(cudaStreamSynchronize(m_device.stream()),
              say(ENGINE_TEXT("Sentences", "after trying %1"), algorithm.name));
        return {&algorithm, std::nullopt, 0, error.what()};
    }
}

/// Times the library's calls as they run in a step, from a recording. Only a plain run where that is far slower than
/// `firstPlain`: persistent algorithms can be 90 times as slow. Plain runs are compared with plain runs: of a small net
/// the host starts kernels more slowly than they run, so that a plain run takes several times as long as a recorded
/// one.
RecurrentKernel::Times RecurrentKernel::timed(double firstPlain)
{
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    runLibrary();
    m_device.finish();
    const double first = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    if (first > microsecondsOfStart + abortRatio * firstPlain) {
        return {.recorded = first, .plain = first};
    }
    StreamClock clock(m_device.stream());
    const double plain = clock.timeOf([&] { runLibrary(); });
    if (plain > abortRatio * firstPlain) {
        return {.recorded = plain, .plain = plain};
    }
    const std::unique_ptr<Recording> recording = m_device.record([&] { runLibrary(); });
    recording->run();
    std::array<double, timings> times{};
    for (double& time : times) {
        time = clock.timeOf([&] { recording->run(); });
    }
    std::ranges::sort(times);
    return {.recorded = times[timings / 2], .plain = plain};
}

void RecurrentKernel::runLibrary()
{
    m_whole->runLibrary(batch(), training() ? gradients() : PiecewiseRnn::Gradients{});
}

/// The key of the choice: everything that it depends on, in words.
std::string RecurrentKernel::cacheKey() const
{
    return say("%1, driver %2, cuDNN %3, %4%5%6, %7 steps, %8 streams, width %9, %10 x %11 units, %12%13%14%15",
               m_device.properties().name, driverRelease(), cudnnGetVersion(), nameOf(m_device.precision()),
               m_device.precision() == Precision::Bfloat16 ? " or tf32 or fp16, " : ", ",
               training() ? "training" : "inference", m_steps, m_streams, m_width, m_stack.layers, m_units,
               m_stack.cell->name, m_stack.isBidirectional() ? ", bidirectional" : "",
               m_dropout.states().count() > 0 ? ", dropout" : "", m_device.settings().graphs ? "" : ", without graphs");
}

/// Replaces the kernel's library calls by those of this algorithm.
void RecurrentKernel::take(const Algorithm& algorithm)
{
    m_whole.reset(); // first, so that two never lie in memory together
    makeBuffers(algorithm.elementsIn(m_device.precision()));
    m_whole = std::make_unique<PiecewiseRnn>(Rnn::Setup{.device = &m_device,
                                                        .algorithm = &algorithm,
                                                        .dropout = &m_dropout,
                                                        .purpose = training() ? Purpose::Training : Purpose::Inference,
                                                        .stack = m_stack,
                                                        .streams = m_streams,
                                                        .width = m_width,
                                                        .units = m_units},
                                             m_setup.weights);
    m_whole->cut(wholeBatch(m_steps));
}

// ---- pieces

/// While work is recorded the values of cont cannot be read, and they differ in each replay: so every step may start a
/// sequence, unless the pass says otherwise (startsOnlyFirst). A training with graphs cuts like that in every pass: the
/// first step of a run, or after a resume, is not recorded and must give the same bits.
bool RecurrentKernel::cutsEveryStep() const
{
    return m_device.isRecording() || (training() && m_device.settings().graphs);
}

void RecurrentKernel::cutIntoPieces(const Pass& pass)
{
    m_runsApart = false;
    if (pass.startsOnlyFirst || m_steps == 1) {
        m_whole->cut(wholeBatch(m_steps));
    } else if (m_stack.isBidirectional()) {
        cutDirections();
    } else if (cutsEveryStep()) {
        m_whole->cut(everyStep(m_steps));
    } else {
        if (m_device.settings().graphs) {
            m_whole->reserve(everyStep(m_steps)); // a recording of passes like this one may take no memory
        }
        m_whole->cut(betweenStarts(contOnHost(), m_streams));
    }
}

/// A single piece runs both directions by one call; else each direction runs by calls of its own.
void RecurrentKernel::cutDirections()
{
    if (cutsEveryStep()) {
        m_runsApart = true;
        apart().cutEveryStep();
        return;
    }
    if (m_device.settings().graphs) {
        apart().reserveEveryStep(); // as above
    }
    const std::vector<float>& all = contOnHost();
    m_runsApart = betweenStarts(all, m_streams).size() > 1;
    if (m_runsApart) {
        apart().cutBetweenStarts(all);
    } else {
        m_whole->cut(wholeBatch(m_steps));
    }
}

DirectionsApart& RecurrentKernel::apart()
{
    if (m_apart == nullptr) {
        const RandomStream random = maskStream(m_setup.random, intParam(m_setup.params, "dropout_seed"));
        m_apart = std::make_unique<DirectionsApart>(
            DirectionsApart::Setup{m_whole->setup(), m_steps, dropoutRule(dropoutRatio(m_setup, m_stack.layers)),
                                   random},
            m_setup.weights);
    }
    return *m_apart;
}

/// Waits for the device.
const std::vector<float>& RecurrentKernel::contOnHost()
{
    m_contOnHost.resize(static_cast<std::size_t>(m_steps * m_streams));
    m_device.toHost(m_setup.inputs[cont].data, m_contOnHost);
    return m_contOnHost;
}

// ---- tensors

PiecewiseRnn::Batch RecurrentKernel::batch() const
{
    return {.x = isRounded() ? m_x.data() : m_setup.inputs[x].data,
            .y = isRounded() ? m_y.data() : m_setup.outputs[h].data,
            .cont = m_setup.inputs[cont].data};
}

/// Those by the states at ports too, where there are some.
PiecewiseRnn::Gradients RecurrentKernel::gradients() const
{
    return {.y = m_dy.count() > 0 ? m_dy.data() : m_setup.outputs[h].gradient,
            .x = m_dx.count() > 0 ? m_dx.data() : m_setup.inputs[x].gradient,
            .last = exposed(m_setup.outputs, lastStates, &Tensor::gradient),
            .first = exposed(m_setup.inputs, firstStates, &Tensor::gradient),
            .scale = scale()};
}

/// The states at ports [L·D, N, H], or the gradients by them; null where there are no such ports.
StatePlaces RecurrentKernel::exposed(std::span<const Tensor> tensors, std::size_t firstPort, float* Tensor::*part) const
{
    StatePlaces places;
    if (tensors.size() <= firstPort) {
        return places;
    }
    const bool hasC = m_stack.cell->stateCount() > 1;
    float* const firstOfH = tensors[firstPort].*part;
    float* const firstOfC = hasC ? tensors[firstPort + 1].*part : nullptr;
    for (std::int64_t index = 0; index < m_stack.parts(); ++index) {
        const std::int64_t offset = index * m_streams * m_units;
        places.h[index] = firstOfH ? firstOfH + offset : nullptr;
        places.c[index] = firstOfC ? firstOfC + offset : nullptr;
    }
    return places;
}

/// The state that goes from batch to batch, of the forward directions only; null where it comes in by ports.
StatePlaces RecurrentKernel::carried() const
{
    StatePlaces places;
    const auto states = static_cast<std::size_t>(m_stack.cell->stateCount());
    for (std::size_t layer = 0; states * layer < m_setup.state.size(); ++layer) {
        const std::size_t part = m_stack.part(static_cast<std::int64_t>(layer), Direction::Forward);
        places.h[part] = m_setup.state[states * layer].data;
        places.c[part] = states > 1 ? m_setup.state[states * layer + 1].data : nullptr;
    }
    return places;
}

// ---- passes

void RecurrentKernel::forward(const Pass& pass)
{
    tellingLayer(m_setup.name, [&] {
        cutIntoPieces(pass);
        passForward(pass);
    });
}

void RecurrentKernel::backward()
{
    tellingLayer(m_setup.name, [&] { passBackward(); });
}

void RecurrentKernel::passForward(const Pass& pass)
{
    cudaStream_t const stream = m_device.stream();
    if (isRounded()) {
        roundTo(stream, *m_elements, m_steps * m_streams * m_width, m_setup.inputs[x].data, m_x.data());
    }
    const StatePlaces first =
        m_setup.inputs.size() > firstStates ? exposed(m_setup.inputs, firstStates, &Tensor::data) : carried();
    const StatePlaces last = exposed(m_setup.outputs, lastStates, &Tensor::data);
    if (m_runsApart) {
        apart().forward(batch(), first, carried(), last, pass);
    } else {
        m_whole->forward(batch(), first, carried(), last);
    }
    if (isRounded()) {
        widenFrom(stream, *m_elements, m_steps * m_streams * outputWidth(), m_y.data(), m_setup.outputs[h].data);
    }
}

void RecurrentKernel::passBackward()
{
    cudaStream_t const stream = m_device.stream();
    if (scale() != nullptr) {
        scaleGradients(gradients().last);
    }
    if (isRounded() && m_setup.outputs[h].gradient != nullptr) {
        roundTo(stream, *m_elements, m_steps * m_streams * outputWidth(), m_setup.outputs[h].gradient, m_dy.data(),
                scale());
    }
    if (m_runsApart) {
        apart().backward(batch(), gradients());
    } else {
        m_whole->backward(batch(), gradients());
    }
    if (isRounded() && m_setup.inputs[x].gradient != nullptr) {
        widenFrom(stream, *m_elements, m_steps * m_streams * m_width, m_dx.data(), m_setup.inputs[x].gradient, scale());
    }
}

/// The scale of this pass, by the largest of the gradients by h and by the last state.
void RecurrentKernel::scaleGradients(const StatePlaces& last)
{
    cudaStream_t const stream = m_device.stream();
    if (m_setup.outputs[h].gradient != nullptr) {
        findLargest(stream, m_steps * m_streams * outputWidth(), m_setup.outputs[h].gradient, scale());
    }
    for (const auto& places : {std::span(last.h), std::span(last.c)}) {
        for (const float* place : places) {
            if (place != nullptr) {
                findLargest(stream, m_streams * m_units, place, scale());
            }
        }
    }
    setScale(stream, scale());
}

// ---- private state

std::vector<Kernel::PrivateState> RecurrentKernel::privateState()
{
    std::vector<PrivateState> states;
    if (m_dropout.states().count() > 0) {
        states.push_back({"dropout", m_dropout.states().span()});
    }
    if (m_scale.count() > 0) {
        states.push_back({"gradient_scale", m_scale.span()});
    }
    return states;
}

void RecurrentKernel::restartPrivateState(std::uint64_t pass)
{
    if (m_dropout.states().count() > 0) {
        m_dropout.restart(dropoutSeed(m_setup, pass));
    }
    if (m_scale.count() > 0) {
        m_device.zero(m_scale.data(), m_scale.count());
    }
}

std::int64_t RecurrentKernel::workspaceBytes() const
{
    std::int64_t floats = m_dropout.states().count();
    for (const Buffer* buffer : {&m_x, &m_y, &m_dx, &m_dy, &m_scale}) {
        floats += buffer->count();
    }
    return m_whole->bytes() + (m_apart ? m_apart->bytes() : 0) + 4 * floats;
}

std::unique_ptr<Kernel> makeRecurrent(const LayerSetup& layer, Search search)
{
    return tellingLayer(layer.name, [&] { return std::make_unique<RecurrentKernel>(layer, search); });
}

} // namespace engine::cuda::cudnn
