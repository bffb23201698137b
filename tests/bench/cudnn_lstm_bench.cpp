// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/cuda_backend.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/cudnn/recurrent.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

// Times the LSTM layer alone on the first GPU: what cuDNN itself takes by each of its algorithms, and what the kernel
// makes of it.
//
//     cudnn_lstm_bench [rounds [part of a net's name [precision]]]
//
// One line a net, precision and algorithm, in microseconds, the median of the rounds: cuDNN's calls (forward, backward
// data, backward weights) replayed from a graph and plain; the kernel's whole pass there and back with the weights
// packed in it, likewise; how much longer the kernel takes than cuDNN, both from a graph; MiB that it holds. Numbers
// are random, no zeros. Then a line with what the kernel chose by itself, against the best of the lines above.

namespace engine {
namespace {

struct Net {
    const char* name;
    std::int64_t steps, streams, width, units, layers;
};

constexpr Net nets[] = {
    {"25x75 15 -> 2x512", 75, 25, 15, 512, 2},         {"50x50 65 -> 2x128", 50, 50, 65, 128, 2},
    {"50x50 64 -> 2x128", 50, 50, 64, 128, 2},         {"25x75 64 -> 2x256", 75, 25, 64, 256, 2},
    {"100x100 64 -> 3x512", 100, 100, 64, 512, 3},     {"100x100 65 -> 3x512", 100, 100, 65, 512, 3},
    {"128x128 128 -> 3x1024", 128, 128, 128, 1024, 3},
};

constexpr Pass promised{.startsOnlyFirst = true};

/// One LSTM layer with its tensors, filled with random numbers.
class Bench {
public:
    Bench(const Net& net, cuda::CudaDevice& device) : m_device(device)
    {
        const LayerType& type = layerType("LSTM");
        const Params given{{"num_output", net.units}, {"num_layers", net.layers}};
        m_setup.type = &type;
        m_setup.name = net.name;
        m_setup.params = completeParams(type.params, given, Dialect::Bvlc, net.name);
        m_setup.device = &device;
        m_setup.weights.version = &m_version;
        const std::vector<Shape> inputs = {{net.steps, net.streams, net.width}, {net.steps, net.streams}};
        m_setup.sizes = type.infer({net.name, m_setup.params, inputs, 1});
        m_setup.inputs = {tensor(inputs[0], 1), tensor(inputs[1], 0)};
        m_setup.outputs = {tensor(m_setup.sizes.outputs[0], 0.1f)};
        for (const StateSpec& state : m_setup.sizes.state) {
            m_setup.state.push_back(tensor(state.shape, 0.1f));
        }
        for (const WeightSpec& weight : m_setup.sizes.weights) {
            const Tensor one = tensor(weight.shape, 0.08f);
            m_setup.weights.values.push_back(one.values());
            m_setup.weights.gradients.push_back(one.gradients());
        }
        const std::vector<float> cont(static_cast<std::size_t>(m_setup.inputs[1].count()), 1.0f);
        device.toDevice(cont, m_setup.inputs[1].data);
        kernel = std::make_unique<cuda::cudnn::RecurrentKernel>(m_setup);
        pass(); // so that the library's calls alone find what a pass leaves
        device.finish();
    }

    void pass()
    {
        ++m_version;
        kernel->forward(promised);
        kernel->backward();
    }

    std::unique_ptr<cuda::cudnn::RecurrentKernel> kernel;

private:
    /// Data and gradient uniform in ± `most`.
    Tensor tensor(const Shape& shape, float most)
    {
        Tensor made{.shape = shape};
        for (float** place : {&made.data, &made.gradient}) {
            std::vector<float> numbers(static_cast<std::size_t>(shape.count()));
            std::ranges::generate(numbers, [&] { return most * static_cast<float>(2 * m_random.uniform01() - 1); });
            m_memory.push_back(m_device.allocate(shape.count()));
            *place = m_memory.back().data();
            m_device.toDevice(numbers, *place);
        }
        return made;
    }

    cuda::CudaDevice& m_device;
    RandomSequence m_random{{.seed = 1}};
    std::uint64_t m_version = 0;
    std::vector<Buffer> m_memory;
    LayerSetup m_setup;
};

/// Microseconds of the GPU for each run of `work`: the median of `rounds`, in each of which it runs `repeats` times.
template <typename Work>
double medianOf(cuda::CudaDevice& device, int rounds, Work work)
{
    constexpr int repeats = 5;
    std::array<cudaEvent_t, 2> events{};
    for (cudaEvent_t& event : events) {
        cuda::check(cudaEventCreate(&event), "making an event");
    }
    work();
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        cuda::check(cudaEventRecord(events[0], device.stream()), "taking the time");
        for (int repeat = 0; repeat < repeats; ++repeat) {
            work();
        }
        cuda::check(cudaEventRecord(events[1], device.stream()), "taking the time");
        cuda::check(cudaEventSynchronize(events[1]), "waiting for the GPU");
        float milliseconds = 0;
        cuda::check(cudaEventElapsedTime(&milliseconds, events[0], events[1]), "taking the time");
        times.push_back(1e3 * static_cast<double>(milliseconds) / repeats);
    }
    for (cudaEvent_t event : events) {
        static_cast<void>(cudaEventDestroy(event));
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
}

struct Times {
    double library, libraryPlain, whole, wholePlain;
};

Times timesOf(Bench& bench, cuda::CudaDevice& device, int rounds)
{
    const auto library = [&] { bench.kernel->runLibrary(); };
    const auto whole = [&] { bench.pass(); };
    const std::unique_ptr<Recording> librarysGraph = device.record(library), wholeGraph = device.record(whole);
    return {.library = medianOf(device, rounds, [&] { librarysGraph->run(); }),
            .libraryPlain = medianOf(device, rounds, library),
            .whole = medianOf(device, rounds, [&] { wholeGraph->run(); }),
            .wholePlain = medianOf(device, rounds, whole)};
}

void print(const Net& net, cuda::CudaDevice& device, const std::string& method, const Times& times, double best,
           const Bench& bench)
{
    std::printf("%-22s %s  %-32s cuDNN %9.1f (plain %9.1f)  kernel %9.1f (plain %9.1f) us  %.3f of it %8.1f MiB\n",
                net.name, std::string(nameOf(device.precision())).c_str(), method.c_str(), times.library,
                times.libraryPlain, times.whole, times.wholePlain, times.whole / best,
                static_cast<double>(bench.kernel->workspaceBytes()) / (1024.0 * 1024.0));
    std::fflush(stdout);
}

/// One algorithm; returns the microseconds of cuDNN's calls from a graph. Of one that is far from the best there is no
/// more than the time of its search, since it can take a third of a second a pass.
double measure(const Net& net, cuda::CudaDevice& device, const std::string& algorithm, double best, int rounds)
{
    ::setenv("HAMNET_CUDNN_ALGORITHM", algorithm.c_str(), 1);
    Bench bench(net, device);
    const double tried = bench.kernel->trials().at(0).microseconds.value();
    if (tried > 2 * best) {
        std::printf("%-22s %s  %-32s cuDNN %9.1f (not looked at further)\n", net.name,
                    std::string(nameOf(device.precision())).c_str(), algorithm.c_str(), tried);
        return tried;
    }
    const Times times = timesOf(bench, device, rounds);
    print(net, device, algorithm, times, times.library, bench);
    return times.library;
}

void measure(const Net& net, cuda::CudaDevice& device, int rounds)
{
    double best = 1e12;
    for (const cuda::cudnn::Algorithm& algorithm : cuda::cudnn::algorithms) {
        try {
            best = std::min(best, measure(net, device, std::string(algorithm.name), best, rounds));
        } catch (const Error& error) {
            std::printf("%-22s %s  %-32s %s\n", net.name, std::string(nameOf(device.precision())).c_str(),
                        std::string(algorithm.name).c_str(), error.what());
        }
    }
    ::unsetenv("HAMNET_CUDNN_ALGORITHM");
    Bench bench(net, device);
    const Times times = timesOf(bench, device, rounds);
    print(net, device, "chosen: " + std::string(bench.kernel->method()), times, best, bench);
    for (const cuda::cudnn::Trial& trial : bench.kernel->trials()) {
        std::printf("    tried %-24s %s\n", std::string(trial.algorithm->name).c_str(),
                    trial.microseconds ? (std::to_string(*trial.microseconds) + " us").c_str() : trial.reason.c_str());
    }
}

} // namespace
} // namespace engine

int main(int count, char** words)
{
    const int rounds = count > 1 ? std::atoi(words[1]) : 20;
    try {
        for (const engine::Precision precision :
             {engine::Precision::Float32, engine::Precision::Tf32, engine::Precision::Bfloat16}) {
            if (count > 3 && engine::nameOf(precision) != words[3]) {
                continue;
            }
            engine::cuda::CudaDevice device(engine::cuda::cudaBackend(), {.precision = precision});
            std::printf("%s, cuDNN %zu\n", device.description().c_str(), cudnnGetVersion());
            for (const engine::Net& net : engine::nets) {
                if (count <= 2 || std::string(net.name).find(words[2]) != std::string::npos) {
                    engine::measure(net, device, rounds);
                }
            }
        }
    } catch (const engine::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
