// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/catalog.h"
#include "engine/kernels/cpu_engines.h"
#include "engine/kernels/onednn/layout.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <memory>
#include <string>
#include <vector>

// Times the LSTM layer alone, by ONEDNN and by CAFFE in turn, so that what disturbs one disturbs the other too.
//
//     onednn_lstm_bench [threads [rounds [part of a net's name]]]
//
// One line a net and engine: milliseconds of forward, backward and both (the median, and in brackets what one round in
// ten stays below), GFLOP/s of the median, and MiB that the kernel holds. In training the weights' version moves every
// round.

namespace engine {
namespace {

struct Net {
    const char* name;
    std::int64_t steps, streams, width, units, layers;
    Phase phase;
};

constexpr Net nets[] = {
    {"75x25 15 -> 2x512", 75, 25, 15, 512, 2, Phase::Train},
    {"50x50 65 -> 2x128", 50, 50, 65, 128, 2, Phase::Train},
    {"75x25 64 -> 2x256", 75, 25, 64, 256, 2, Phase::Train},
    {"100x100 65 -> 3x512", 100, 100, 65, 512, 3, Phase::Train},
    {"1x1 15 -> 2x512", 1, 1, 15, 512, 2, Phase::Run},
    {"1x1 15 -> 2x128", 1, 1, 15, 128, 2, Phase::Run},
};

/// One LSTM layer with its tensors, filled with small numbers.
class Bench {
public:
    Bench(const Net& net, const Engine& engine, int threads) : m_device(cpuBackend(), threads)
    {
        const LayerType& type = layerType("LSTM");
        const Params given{{"num_output", net.units}, {"num_layers", net.layers}};
        m_setup.type = &type;
        m_setup.name = net.name;
        m_setup.params = completeParams(type.params, given, Dialect::Bvlc, net.name);
        m_setup.phase = net.phase;
        m_setup.device = &m_device;
        m_setup.weights.version = &version;
        const std::vector<Shape> inputs = {{net.steps, net.streams, net.width}, {net.steps, net.streams}};
        m_setup.sizes = type.infer({net.name, m_setup.params, inputs, 1});
        for (const Shape& shape : inputs) {
            m_setup.inputs.push_back(tensor(shape));
        }
        for (const Shape& shape : m_setup.sizes.outputs) {
            m_setup.outputs.push_back(tensor(shape));
        }
        for (const StateSpec& state : m_setup.sizes.state) {
            m_setup.state.push_back(tensor(state.shape));
        }
        for (const WeightSpec& weight : m_setup.sizes.weights) {
            const Tensor one = tensor(weight.shape);
            m_setup.weights.values.push_back(one.values());
            m_setup.weights.gradients.push_back(one.gradients());
        }
        std::ranges::fill(m_setup.inputs[1].values(), 1.0f);
        kernel = engine.make(m_setup);
    }

    double flops() const
    {
        return static_cast<double>(m_setup.sizes.flopsForward + (m_setup.training() ? m_setup.sizes.flopsBackward : 0));
    }

    std::uint64_t version = 1;
    std::unique_ptr<Kernel> kernel;

private:
    Tensor tensor(const Shape& shape)
    {
        Tensor made{.shape = shape};
        for (float** place : {&made.data, &made.gradient}) {
            m_memory.push_back(m_device.allocate(shape.count()));
            *place = m_memory.back().data();
            for (std::size_t at = 0; at < m_memory.back().span().size(); ++at) {
                (*place)[at] = 0.05f * std::sin(static_cast<float>(at));
            }
        }
        return made;
    }

    CpuDevice m_device;
    std::vector<Buffer> m_memory;
    LayerSetup m_setup;
};

/// Of one thread the time that it had a processor, which other programs disturb little; of several the time that
/// passed.
double seconds(int threads)
{
    timespec now{};
    clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds of each round.
struct Times {
    std::vector<double> forward, backward, both;
};

void run(Bench& bench, Phase phase, int threads, Times& times)
{
    bench.version += phase == Phase::Train ? 1 : 0;
    const double start = seconds(threads);
    bench.kernel->forward({0});
    const double middle = seconds(threads);
    if (phase == Phase::Train) {
        bench.kernel->backward();
    }
    const double end = seconds(threads);
    times.forward.push_back(middle - start);
    times.backward.push_back(end - middle);
    times.both.push_back(end - start);
}

/// In milliseconds; sorts.
std::string summary(std::vector<double>& times)
{
    std::ranges::sort(times);
    char text[64];
    std::snprintf(text, sizeof text, "%9.3f (%9.3f)", 1e3 * times[times.size() / 2], 1e3 * times[times.size() / 10]);
    return text;
}

void compare(const Net& net, int threads, int rounds)
{
    const Engine* const engines[] = {&onednnEngine(), &caffeCpuEngine()};
    std::deque<Bench> benches; // which stay where they are: kernels point into them
    for (const Engine* engine : engines) {
        benches.emplace_back(net, *engine, threads);
    }
    std::vector<Times> times(benches.size());
    for (int round = -2; round < rounds; ++round) {
        for (std::size_t index = 0; index < benches.size(); ++index) {
            Times warmUp;
            run(benches[index], net.phase, threads, round < 0 ? warmUp : times[index]);
        }
    }
    for (std::size_t index = 0; index < benches.size(); ++index) {
        Times& of = times[index];
        const std::string there = summary(of.forward), back = summary(of.backward), both = summary(of.both);
        std::printf("%-20s %-7s forward %s  backward %s  both %s ms %5.0f GFLOP/s %7.1f MiB\n", net.name,
                    std::string(engines[index]->name()).c_str(), there.c_str(), back.c_str(), both.c_str(),
                    1e-9 * benches[index].flops() / of.both[of.both.size() / 2],
                    static_cast<double>(benches[index].kernel->workspaceBytes()) / (1024.0 * 1024.0));
    }
}

} // namespace
} // namespace engine

int main(int count, char** words)
{
    const int threads = count > 1 ? std::atoi(words[1]) : 2;
    const int rounds = count > 2 ? std::atoi(words[2]) : 30;
    for (const engine::Net& net : engine::nets) {
        if (count <= 3 || std::string(net.name).find(words[3]) != std::string::npos) {
            engine::compare(net, threads, net.phase == engine::Phase::Train ? rounds : 100 * rounds);
        }
    }
}
