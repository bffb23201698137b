// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/lstm.h"

#include "engine/cuda/check.h"
#include "engine/cuda/cudnn/algorithm_cache.h"
#include "engine/cuda/cudnn/kernels.h"
#include "engine/devices/open_device.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/kernels/dropout.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace engine::cuda::cudnn {
namespace {

/// Places of the ports and of the tensors of one stacked layer, as engine/layers/lstm.cpp lists them.
enum Input : std::size_t { x, cont, firstH, firstC };
enum Output : std::size_t { h, lastH, lastC };
constexpr std::int64_t weightsOfLayer = 3;
constexpr std::size_t statesOfLayer = 2;

constexpr std::int64_t alignment = 256; ///< bytes, as fresh memory is

// The search: how many times a recorded run is timed, how many times as slow as the best a plain run must be to end a
// trial, and by how much an algorithm must beat one that is tried before it. The library runs STANDARD under other
// names too, which must not win by chance.
constexpr std::size_t timings = 5;
constexpr double hopeless = 3;
constexpr double better = 0.98;
constexpr double aeon = 1e12;               ///< microseconds: slower than any
constexpr double microsecondsOfStart = 3e5; ///< the library loads code in an algorithm's first run

std::int64_t aligned(std::int64_t bytes)
{
    return (bytes + alignment - 1) / alignment * alignment;
}

/// Dropout's descriptor draws from here; the same for each engine's idea of the layer's own seed.
std::uint64_t dropoutSeed(const LayerSetup& setup, std::uint64_t pass)
{
    const RandomStream random = maskStream(setup.random, intParam(setup.params, "dropout_seed"));
    const Philox drawn = philox(pass, 0, random.key());
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
        throw UnavailableError("layer " + layer + ": " + error.what());
    } catch (const Error& error) {
        throw Error("layer " + layer + ": " + error.what());
    }
}

/// Microseconds of the device's stream.
class StreamClock {
public:
    explicit StreamClock(cudaStream_t stream) : m_stream(stream)
    {
        for (cudaEvent_t& event : m_events) {
            check(cudaEventCreate(&event), "making an event");
        }
    }
    ~StreamClock()
    {
        for (cudaEvent_t event : m_events) {
            static_cast<void>(cudaEventDestroy(event));
        }
    }
    StreamClock(const StreamClock&) = delete;
    StreamClock& operator=(const StreamClock&) = delete;

    template <typename Work>
    double timeOf(Work work)
    {
        check(cudaEventRecord(m_events[0], m_stream), "taking the time");
        work();
        check(cudaEventRecord(m_events[1], m_stream), "taking the time");
        check(cudaEventSynchronize(m_events[1]), "waiting for the GPU");
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, m_events[0], m_events[1]), "taking the time");
        return 1e3 * static_cast<double>(milliseconds);
    }

private:
    cudaStream_t m_stream;
    std::array<cudaEvent_t, 2> m_events{};
};

} // namespace

LstmKernel::LstmKernel(const LayerSetup& setup)
    : m_setup(setup),
      m_device(cudaDevice(*setup.device)),
      m_steps(setup.inputs[x].shape[0]),
      m_streams(setup.inputs[x].shape[1]),
      m_width(setup.inputs[x].shape.count(2)),
      m_units(setup.outputs[h].shape[2]),
      m_layers(static_cast<std::int64_t>(setup.weights.values.size()) / weightsOfLayer),
      m_elements(elementsOf(m_device.precision())),
      m_dropout(m_device, dropoutRatio(setup, m_layers), dropoutSeed(setup, 0))
{
    makeBuffers();
    chooseAlgorithm();
    if (!m_trials.empty()) {
        restartPrivateState(0); // the search has drawn from it
    }
}

void LstmKernel::makeBuffers()
{
    const std::int64_t cells = m_steps * m_streams;
    const auto floatsOf = [&](std::int64_t elements) { return floatsFor(elements * bytesOf(m_elements)); };
    if (isRounded()) {
        m_x = m_device.allocate(floatsOf(cells * m_width));
        m_y = m_device.allocate(floatsOf(cells * m_units));
    }
    if (!training()) {
        return;
    }
    if (isRounded() || m_setup.inputs[x].gradient == nullptr) {
        m_dx = m_device.allocate(floatsOf(cells * m_width));
    }
    if (isRounded() || m_setup.outputs[h].gradient == nullptr) {
        m_dy = m_device.allocate(floatsOf(cells * m_units));
    }
    m_stateGradients = m_device.allocate(floatsFor(2 * statePairBytes()));
}

// ---- which algorithm

void LstmKernel::chooseAlgorithm()
{
    const char* const forced = std::getenv("HAMNET_CUDNN_ALGORITHM");
    if (forced != nullptr && *forced != '\0') {
        const Algorithm* const algorithm = algorithmNamed(forced);
        if (algorithm == nullptr) {
            throw Error(sentence("HAMNET_CUDNN_ALGORITHM is ", forced,
                                 ", but must be STANDARD, PERSIST_STATIC, PERSIST_DYNAMIC or PERSIST_STATIC_SMALL_H"));
        }
        m_trials.push_back(tried(*algorithm, aeon));
        if (!m_trials.back().microseconds) {
            throw Error(
                sentence("HAMNET_CUDNN_ALGORITHM is ", forced, ", which does not run here: ", m_trials.back().reason));
        }
        return;
    }
    if (!training() && m_steps * m_streams == 1) {
        take(standard); // text generation: one step is over before a search would pay
        return;
    }
    AlgorithmCache cache(algorithmCacheFile());
    const std::string key = cacheKey();
    const std::optional<std::string> known = cache.find(key);
    if (!known || !takeKnown(*known)) {
        const Algorithm& best = fastest();
        cache.put(key, std::string(best.name));
        take(best);
    }
    m_notes.insert(m_notes.end(), cache.notes().begin(), cache.notes().end());
}

/// Whether the algorithm that was the fastest once runs.
bool LstmKernel::takeKnown(const std::string& name)
{
    const Algorithm* const algorithm = algorithmNamed(name);
    if (algorithm == nullptr) {
        m_notes.push_back("the list of cuDNN's algorithms names \"" + name +
                          "\", which is none, so they are timed anew");
        return false;
    }
    const Trial trial = tried(*algorithm, 0);
    if (!trial.microseconds) {
        m_notes.push_back("the list of cuDNN's algorithms names " + name +
                          ", which does not run here, so they are timed anew: " + trial.reason);
    }
    return trial.microseconds.has_value();
}

const Algorithm& LstmKernel::fastest()
{
    const Trial* best = nullptr;
    m_trials.reserve(std::size(algorithms));
    for (const Algorithm& algorithm : algorithms) {
        m_trials.push_back(tried(algorithm, best ? *best->microseconds : aeon));
        const Trial& trial = m_trials.back();
        if (trial.microseconds && (best == nullptr || *trial.microseconds < better * *best->microseconds)) {
            best = &trial;
        }
    }
    if (best == nullptr) {
        throw Error(m_trials.front().reason);
    }
    return *best->algorithm;
}

/// Takes the algorithm and times it against `best` microseconds; where that is 0 it is only taken.
Trial LstmKernel::tried(const Algorithm& algorithm, double best)
{
    try {
        take(algorithm);
        return {&algorithm, best > 0 ? timed(best) : 0, {}};
    } catch (const UnavailableError&) {
        throw; // the GPU is gone
    } catch (const Error& error) {
        // Throws where the failure has spoiled the device for all that follows.
        static_cast<void>(cudaGetLastError());
        check(cudaStreamSynchronize(m_device.stream()), sentence("after trying ", algorithm.name));
        return {&algorithm, std::nullopt, error.what()};
    }
}

/// Microseconds of the library's calls as they run in a step, from a recording; of one plain run where that shows that
/// `best` is out of reach: persistent algorithms can be 90 times as slow.
double LstmKernel::timed(double best)
{
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    runLibrary();
    m_device.finish();
    const double first = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    if (first > microsecondsOfStart + hopeless * best) {
        return first;
    }
    StreamClock clock(m_device.stream());
    const double plain = clock.timeOf([&] { runLibrary(); });
    if (plain > hopeless * best) {
        return plain;
    }
    const std::unique_ptr<Recording> recording = m_device.record([&] { runLibrary(); });
    recording->run();
    std::array<double, timings> times{};
    for (double& time : times) {
        time = clock.timeOf([&] { recording->run(); });
    }
    std::ranges::sort(times);
    return times[timings / 2];
}

void LstmKernel::runLibrary()
{
    for (std::size_t piece = 0; piece < m_pieces.size(); ++piece) {
        m_rnn->forward(callOf(piece));
    }
    if (training()) {
        backwardPieces({}, {});
    }
}

/// What the choice hangs on, in words.
namespace {

/// "580.159.04": the release, which may bring another compiler of kernels. CUDA's own number for it is coarser.
std::string driverRelease()
{
    std::ifstream file("/proc/driver/nvidia/version");
    std::string line;
    std::getline(file, line); // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.04  ..."
    std::istringstream words(line);
    for (std::string word; words >> word;) {
        if (std::isdigit(static_cast<unsigned char>(word.front())) && word.find('.') != std::string::npos) {
            return word;
        }
    }
    int driver = 0;
    check(cudaDriverGetVersion(&driver), "asking for the driver's version");
    return "for CUDA " + std::to_string(driver);
}

} // namespace

std::string LstmKernel::cacheKey() const
{
    return sentence(m_device.properties().name, ", driver ", driverRelease(), ", cuDNN ", cudnnGetVersion(), ", ",
                    nameOf(m_device.precision()), ", ", training() ? "training" : "inference", ", ", m_steps,
                    " steps, ", m_streams, " streams, width ", m_width, ", ", m_layers, " x ", m_units, " units",
                    m_dropout.states().count() > 0 ? ", dropout" : "",
                    m_device.settings().graphs ? "" : ", without graphs");
}

/// Makes the kernel's calls with this algorithm, in place of those that it had.
void LstmKernel::take(const Algorithm& algorithm)
{
    m_rnn.reset(); // first, so that two never lie in memory together
    m_kept = {};
    m_states = {};
    m_current = {};
    m_rnn = std::make_unique<Rnn>(Rnn::Setup{.device = &m_device,
                                             .algorithm = &algorithm,
                                             .dropout = &m_dropout,
                                             .purpose = training() ? Purpose::Training : Purpose::Inference,
                                             .streams = m_streams,
                                             .width = m_width,
                                             .units = m_units,
                                             .layers = m_layers});
    makeLayouts();
    m_pieces = wholeBatch();
    reserve(m_pieces);
}

std::vector<std::span<float>> LstmKernel::tensorsOf(const std::vector<std::span<float>>& all, std::int64_t layer) const
{
    const auto first = all.begin() + layer * weightsOfLayer;
    return {first, first + weightsOfLayer};
}

void LstmKernel::makeLayouts()
{
    const CanonicalWeights& weights = m_setup.weights;
    const bool learns = training() && weights.gradients.size() == weights.values.size();
    std::vector<Segment> values, gradients;
    for (std::int64_t layer = 0; layer < m_layers; ++layer) {
        const LayerPlaces places = m_rnn->places(layer);
        for (const Segment& segment : segmentsOf(places, tensorsOf(weights.values, layer))) {
            values.push_back(segment);
        }
        if (learns) {
            for (const Segment& segment : segmentsOf(places, tensorsOf(weights.gradients, layer))) {
                gradients.push_back(segment);
            }
        }
    }
    m_weightLayout = Layout(m_device, values);
    m_gradientLayout = Layout(m_device, gradients);
}

// ---- pieces

std::vector<LstmKernel::Piece> LstmKernel::everyStep() const
{
    std::vector<Piece> pieces;
    for (std::int64_t step = 0; step < m_steps; ++step) {
        pieces.push_back({step, 1, 0});
    }
    return pieces;
}

/// A piece begins at the first step and wherever a stream's state is not simply carried on. Waits for the device.
std::vector<LstmKernel::Piece> LstmKernel::betweenStarts()
{
    m_marks.resize(static_cast<std::size_t>(m_steps * m_streams));
    m_device.toHost(m_setup.inputs[cont].data, m_marks);
    std::vector<Piece> pieces;
    for (std::int64_t step = 0; step < m_steps; ++step) {
        const float* const row = m_marks.data() + step * m_streams;
        if (step == 0 || std::any_of(row, row + m_streams, [](float mark) { return mark != 1; })) {
            pieces.push_back({step, 0, 0});
        }
        ++pieces.back().steps;
    }
    return pieces;
}

/// While work is recorded nobody can look at marks, and other ones will be there when it runs: then any step may start
/// a sequence, unless somebody knows better.
void LstmKernel::cutIntoPieces(const Pass& pass)
{
    const bool recording = m_device.isRecording();
    m_isRecorded = m_isRecorded || recording;
    if (pass.startsOnlyFirst || m_steps == 1) {
        m_pieces = wholeBatch();
    } else if (recording) {
        m_pieces = everyStep();
    } else {
        if (m_device.settings().graphs) {
            std::vector<Piece> recorded = everyStep();
            reserve(recorded); // a recording of passes like this one may take no memory
        }
        m_pieces = betweenStarts();
    }
    reserve(m_pieces);
}

/// Gives the pieces their places; takes memory only where they need more than all before them.
void LstmKernel::reserve(std::vector<Piece>& pieces)
{
    std::int64_t kept = 0;
    for (Piece& piece : pieces) {
        m_rnn->prepare(piece.steps);
        piece.kept = kept;
        kept += aligned(m_rnn->keptBytes(piece.steps));
    }
    const auto befores = training() ? static_cast<std::int64_t>(pieces.size()) : 1;
    for (const auto& [buffer, bytes] :
         {std::pair{&m_kept, kept}, std::pair{&m_states, (1 + befores) * statePairBytes()}}) {
        if (floatsFor(bytes) > buffer->count()) {
            if (m_isRecorded) {
                m_recorded.push_back(std::move(*buffer));
            }
            *buffer = {}; // first, so that both never lie in memory together
            *buffer = m_device.allocate(floatsFor(bytes));
        }
    }
}

// ---- tensors

/// Bytes of h and c [L, N, H] in turn.
std::int64_t LstmKernel::statePairBytes() const
{
    return 2 * aligned(stateSizes().count() * bytesOf(m_elements));
}

/// The pair at `index` of several.
LibraryState LstmKernel::statePair(const Buffer& buffer, std::int64_t index) const
{
    std::byte* const pair = reinterpret_cast<std::byte*>(buffer.data()) + index * statePairBytes();
    return {pair, pair + statePairBytes() / 2};
}

LibraryState LstmKernel::stateBefore(std::size_t piece) const
{
    return statePair(m_states, 1 + (training() ? static_cast<std::int64_t>(piece) : 0));
}

const float* LstmKernel::marksOf(const Piece& piece) const
{
    return m_setup.inputs[cont].data + piece.first * m_streams;
}

Rnn::Call LstmKernel::callOf(std::size_t index) const
{
    const Piece& piece = m_pieces[index];
    void* const whole = isRounded() ? m_x.data() : m_setup.inputs[x].data;
    void* const output = isRounded() ? m_y.data() : m_setup.outputs[h].data;
    const std::int64_t cells = piece.first * m_streams;
    return {.steps = piece.steps,
            .x = elementAt(whole, m_elements, cells * m_width),
            .y = elementAt(output, m_elements, cells * m_units),
            .before = stateBefore(index),
            .after = stateAfter(),
            .kept = m_kept.data() ? reinterpret_cast<std::byte*>(m_kept.data()) + piece.kept : nullptr};
}

/// The state at two ports [L, N, H], or the gradients by it; null where there are no such ports.
StatePlaces LstmKernel::exposed(std::span<const Tensor> tensors, std::size_t firstPort, float* Tensor::*part) const
{
    StatePlaces places;
    if (tensors.size() <= firstPort) {
        return places;
    }
    float* const firstOfH = tensors[firstPort].*part;
    float* const firstOfC = tensors[firstPort + 1].*part;
    for (std::int64_t layer = 0; layer < m_layers; ++layer) {
        const std::int64_t offset = layer * m_streams * m_units;
        places.h[layer] = firstOfH ? firstOfH + offset : nullptr;
        places.c[layer] = firstOfC ? firstOfC + offset : nullptr;
    }
    return places;
}

/// The state that goes from batch to batch; null where it comes in by ports.
StatePlaces LstmKernel::carried() const
{
    StatePlaces places;
    for (std::size_t layer = 0; statesOfLayer * layer < m_setup.state.size(); ++layer) {
        places.h[layer] = m_setup.state[statesOfLayer * layer].data;
        places.c[layer] = m_setup.state[statesOfLayer * layer + 1].data;
    }
    return places;
}

const void* LstmKernel::gradientsByOutput() const
{
    return m_dy.count() > 0 ? m_dy.data() : m_setup.outputs[h].gradient;
}

void* LstmKernel::gradientsByInput() const
{
    return m_dx.count() > 0 ? m_dx.data() : m_setup.inputs[x].gradient;
}

// ---- passes

/// A recording packs each time it runs: weights that change on the device raise no version.
void LstmKernel::refreshWeights()
{
    const auto pack = [&](const CanonicalWeights&) { m_weightLayout.pack(m_elements, m_rnn->weights()); };
    if (m_device.isRecording()) {
        pack(m_setup.weights);
    } else {
        m_current.refresh(m_setup.weights, pack);
    }
}

void LstmKernel::forward(const Pass& pass)
{
    tellingLayer(m_setup.name, [&] {
        cutIntoPieces(pass);
        refreshWeights();
        passForward();
    });
}

void LstmKernel::backward()
{
    tellingLayer(m_setup.name, [&] { passBackward(); });
}

void LstmKernel::passForward()
{
    cudaStream_t const stream = m_device.stream();
    if (isRounded()) {
        roundToBfloat16(stream, m_steps * m_streams * m_width, m_setup.inputs[x].data, m_x.data());
    }
    const StatePlaces first =
        m_setup.inputs.size() > firstH ? exposed(m_setup.inputs, firstH, &Tensor::data) : carried();
    enterState(stream, m_elements, stateSizes(), marksOf(m_pieces.front()), first, stateBefore(0));
    for (std::size_t piece = 0; piece < m_pieces.size(); ++piece) {
        if (piece > 0) {
            restartState(stream, m_elements, stateSizes(), marksOf(m_pieces[piece]), stateAfter(), stateBefore(piece));
        }
        m_rnn->forward(callOf(piece));
    }
    leaveState(stream, m_elements, stateSizes(), nullptr, stateAfter(), carried(),
               exposed(m_setup.outputs, lastH, &Tensor::data));
    if (isRounded()) {
        widenFromBfloat16(stream, m_steps * m_streams * m_units, m_y.data(), m_setup.outputs[h].data);
    }
}

void LstmKernel::passBackward()
{
    cudaStream_t const stream = m_device.stream();
    if (isRounded() && m_setup.outputs[h].gradient != nullptr) {
        roundToBfloat16(stream, m_steps * m_streams * m_units, m_setup.outputs[h].gradient, m_dy.data());
    }
    const auto any = [](std::span<const Tensor> tensors, std::size_t port) {
        return tensors.size() > port && (tensors[port].gradient || tensors[port + 1].gradient);
    };
    LibraryState byLast, byFirst;
    if (any(m_setup.outputs, lastH)) {
        byLast = statePair(m_stateGradients, 0);
        enterState(stream, m_elements, stateSizes(), nullptr, exposed(m_setup.outputs, lastH, &Tensor::gradient),
                   byLast);
    }
    if (any(m_setup.inputs, firstH)) {
        byFirst = statePair(m_stateGradients, 1);
    }
    if (!m_gradientLayout.isEmpty()) {
        m_rnn->clearGradients();
    }
    backwardPieces(byLast, byFirst);
    if (byFirst.h != nullptr) {
        leaveState(stream, m_elements, stateSizes(), marksOf(m_pieces.front()), byFirst,
                   exposed(m_setup.inputs, firstH, &Tensor::gradient), {});
    }
    if (!m_gradientLayout.isEmpty()) {
        m_gradientLayout.addTo(m_elements, m_rnn->gradients());
    }
    if (isRounded() && m_setup.inputs[x].gradient != nullptr) {
        widenFromBfloat16(stream, m_steps * m_streams * m_width, m_dx.data(), m_setup.inputs[x].gradient);
    }
}

/// From the last piece to the first: the library's calls and, where pieces meet, the marks. `byLast` is where the
/// gradients by the last state lie, `byFirst` where those by the first go; null is nothing.
void LstmKernel::backwardPieces(const LibraryState& byLast, const LibraryState& byFirst)
{
    const LibraryState byAfter = statePair(m_stateGradients, 0), byBefore = statePair(m_stateGradients, 1);
    for (std::size_t index = m_pieces.size(); index-- > 0;) {
        const Piece& piece = m_pieces[index];
        const Rnn::Call call = callOf(index);
        const std::int64_t cells = piece.first * m_streams;
        const bool isLast = index + 1 == m_pieces.size();
        m_rnn->backwardData(call, {.y = elementAt(const_cast<void*>(gradientsByOutput()), m_elements, cells * m_units),
                                   .after = isLast ? byLast : byAfter,
                                   .x = elementAt(gradientsByInput(), m_elements, cells * m_width),
                                   .before = index == 0 ? byFirst : byBefore});
        if (!m_gradientLayout.isEmpty()) {
            m_rnn->backwardWeights(call);
        }
        if (index > 0) {
            restartState(m_device.stream(), m_elements, stateSizes(), marksOf(piece), byBefore, byAfter);
        }
    }
}

// ---- what a run takes along

std::vector<Kernel::PrivateState> LstmKernel::privateState()
{
    if (m_dropout.states().count() == 0) {
        return {};
    }
    return {{"dropout", m_dropout.states().span()}};
}

void LstmKernel::restartPrivateState(std::uint64_t pass)
{
    if (m_dropout.states().count() > 0) {
        m_dropout.restart(dropoutSeed(m_setup, pass));
    }
}

std::int64_t LstmKernel::workspaceBytes() const
{
    std::int64_t floats = m_dropout.states().count();
    for (const Buffer* buffer : {&m_kept, &m_states, &m_stateGradients, &m_x, &m_y, &m_dx, &m_dy}) {
        floats += buffer->count();
    }
    for (const Buffer& buffer : m_recorded) {
        floats += buffer.count();
    }
    return m_rnn->bytes() + m_weightLayout.bytes() + m_gradientLayout.bytes() + 4 * floats;
}

std::unique_ptr<Kernel> makeLstm(const LayerSetup& layer)
{
    return tellingLayer(layer.name, [&] { return std::make_unique<LstmKernel>(layer); });
}

} // namespace engine::cuda::cudnn
