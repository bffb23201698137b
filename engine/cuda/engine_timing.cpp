// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/engine_timing.h"

#include "engine/cuda/cuda_device.h"
#include "engine/cuda/stream_clock.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace engine::cuda {
namespace {

constexpr double microsecondsForAnEngine = 1e4;
constexpr int maxRuns = 9;

/// A copy of a layer with tensors of its own, so that nothing of the layer changes.
class ScratchLayer {
public:
    explicit ScratchLayer(const LayerSetup& layer) : m_device(cudaDevice(*layer.device)), m_setup(layer)
    {
        for (std::vector<Tensor>* tensors : {&m_setup.inputs, &m_setup.outputs}) {
            for (Tensor& tensor : *tensors) {
                tensor.data = filled(tensor.count());
                tensor.gradient = filled(tensor.count());
            }
        }
        for (const char* const key : {"weight_dropout", "state_dropout"}) { // masked outside engines, at one cost
            m_setup.params.insert_or_assign(key, 0.0);
        }
        startAtTheFirstStep(m_setup.inputs.at(1));
        m_setup.inputs[1].gradient = nullptr;
        m_setup.weights = {.values = {}, .gradients = {}, .version = &m_version};
        for (const WeightSpec& spec : layer.sizes.weights) {
            const std::int64_t count = spec.shape.count();
            m_setup.weights.values.emplace_back(filled(count), static_cast<std::size_t>(count));
            m_setup.weights.gradients.emplace_back(zeroed(count), static_cast<std::size_t>(count));
        }
        m_setup.state.clear();
        for (const StateSpec& spec : layer.sizes.state) {
            m_setup.state.push_back({spec.shape, zeroed(spec.shape.count()), nullptr});
        }
    }

    const LayerSetup& setup() const { return m_setup; }

private:
    float* zeroed(std::int64_t count)
    {
        m_memory.push_back(m_device.allocate(count));
        return m_memory.back().data();
    }

    /// With numbers between -0.05 and 0.05, a short row of them again and again.
    float* filled(std::int64_t count)
    {
        constexpr std::int64_t row = 1021;
        float* const data = zeroed(count);
        std::vector<float> numbers(static_cast<std::size_t>(std::min(row, count)));
        for (std::size_t index = 0; index < numbers.size(); ++index) {
            numbers[index] = 0.05F * std::sin(static_cast<float>(index * index));
        }
        m_device.toDevice(numbers, data);
        for (std::int64_t done = std::ssize(numbers); done < count; done *= 2) {
            m_device.copy(data, data + done, std::min(done, count - done));
        }
        return data;
    }

    void startAtTheFirstStep(const Tensor& cont)
    {
        std::vector<float> values(static_cast<std::size_t>(cont.count()), 1.0F);
        std::fill_n(values.begin(), cont.shape[1], 0.0F);
        m_device.toDevice(values, cont.data);
        m_device.finish(); // before the values are destroyed
    }

    CudaDevice& m_device;
    LayerSetup m_setup;
    std::deque<Buffer> m_memory;
    std::uint64_t m_version = 1;
};

/// Of both passes as they run in a step, from a recording.
double microsecondsOf(Kernel& kernel, CudaDevice& device)
{
    const auto train = [&] {
        kernel.forward({.startsOnlyFirst = true});
        kernel.backward();
    };
    train(); // loads code and takes memory
    device.finish();
    const std::unique_ptr<Recording> recording = device.record(train);
    recording->run();
    StreamClock clock(device.stream());
    std::vector<double> times = {clock.timeOf([&] { recording->run(); })};
    const int more = std::clamp(static_cast<int>(microsecondsForAnEngine / times[0]), 2, maxRuns - 1);
    for (int run = 0; run < more; ++run) {
        times.push_back(clock.timeOf([&] { recording->run(); }));
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
}

} // namespace

EngineTimes timeEngines(const LayerSetup& layer, std::span<const TimedEngine> engines)
{
    CudaDevice& device = cudaDevice(*layer.device);
    const ScratchLayer scratch(layer);
    EngineTimes times;
    for (const TimedEngine& engine : engines) {
        try {
            const std::unique_ptr<Kernel> kernel = engine.make(scratch.setup());
            times[engine.name] = microsecondsOf(*kernel, device);
            device.finish();
        } catch (const OutOfMemory&) {
            throw;
        } catch (const UnavailableError&) {
            throw; // the GPU is gone
        } catch (const Error&) {
            // Throws where the failure has spoiled the device for all that follows.
            static_cast<void>(cudaGetLastError());
            device.join();
            check(cudaStreamSynchronize(device.stream()), "after timing an engine");
        }
    }
    return times;
}

} // namespace engine::cuda
