// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/open_device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/training/write/text_generator.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

// Times writing text, one stream.
//
//     generation_bench [device [characters [rounds [part of a net's name]]]]
//
// One line a net and way: characters a second (the median of the rounds), microseconds of each, how long a stop takes
// in the middle of a text, and whether the text is that of the first way. The device is what --device takes ("cuda",
// "cpu"). Weights are as a fresh net has them: the time does not depend on them.

namespace engine {
namespace {

using Clock = std::chrono::steady_clock;

struct Shape3 {
    const char* name;
    std::int64_t layers, units;
};

constexpr Shape3 nets[] = {
    {"2x128", 2, 128}, {"2x256", 2, 256}, {"2x512", 2, 512}, {"3x512", 3, 512}, {"3x1024", 3, 1024}};
constexpr std::int64_t vocabulary = 65;

Model modelOf(const Shape3& net)
{
    char text[2048];
    std::snprintf(
        text, sizeof text,
        "layer { name: 'text' type: 'TextData' top: 'data' top: 'clip' text_data_param { time_steps: 1 batch_size: 1 } "
        "} "
        "layer { name: 'embed' type: 'Embed' bottom: 'data' top: 'x' embed_param { input_dim: %lld num_output: 64 "
        "weight_filler { type: 'gaussian' std: 1 } } } "
        "layer { name: 'lstm' type: 'LSTM' bottom: 'x' bottom: 'clip' top: 'h' recurrent_param { num_output: %lld "
        "num_layers: %lld weight_filler { type: 'uniform' min: -0.1 max: 0.1 } } } "
        "layer { name: 'scores' type: 'InnerProduct' bottom: 'h' top: 'scores' inner_product_param { num_output: %lld "
        "axis: 2 weight_filler { type: 'gaussian' std: 0.3 } } }",
        static_cast<long long>(vocabulary), static_cast<long long>(net.units), static_cast<long long>(net.layers),
        static_cast<long long>(vocabulary));
    return readModel(text, net.name);
}

/// A sampler that leaves the passes to the net's own kernels.
class OnlyDraws final : public DeviceSampler {
public:
    explicit OnlyDraws(std::unique_ptr<DeviceSampler> sampler) : m_sampler(std::move(sampler)) {}
    void begin(const SamplingSettings& settings, std::uint64_t passed) override { m_sampler->begin(settings, passed); }
    void draw() override { m_sampler->draw(); }
    Drawn next() override { return m_sampler->next(); }

private:
    std::unique_ptr<DeviceSampler> m_sampler;
};

struct Way {
    const char* name;
    const char* engine;
    TextGenerator::MakeSampler makeSampler;
};

std::vector<Way> waysOn(const Device& device)
{
    const auto noSampler = [](Device&, const TextPorts&) -> std::unique_ptr<DeviceSampler> { return nullptr; };
    if (!device.worksAhead()) {
        return {{"DEFAULT, step by step", "DEFAULT", noSampler}};
    }
    const auto onlyDraws = [](Device& where, const TextPorts& ports) -> std::unique_ptr<DeviceSampler> {
        return std::make_unique<OnlyDraws>(where.backend().makeSampler(where, ports));
    };
    return {{"CUDNN, one kernel", "CUDNN", {}},
            {"CUDNN, recorded", "CUDNN", onlyDraws},
            {"CUDNN, step by step", "CUDNN", noSampler},
            {"CAFFE, recorded", "CAFFE", {}}};
}

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// How long a stop in the middle of a text takes, in milliseconds.
double timeOfStop(TextGenerator& generator)
{
    int characters = 0;
    Clock::time_point stopped;
    generator.generate({.length = 100'000, .seed = 2}, [&](const TextGenerator::Character&) {
        stopped = Clock::now();
        return ++characters < 500;
    });
    return 1e3 * secondsSince(stopped);
}

void measure(Device& device, const Shape3& net, std::int64_t characters, int rounds)
{
    const Model model = modelOf(net);
    WeightStore store(model, device, 5);
    std::vector<char32_t> letters(vocabulary);
    std::iota(letters.begin(), letters.end(), U' ');
    const Vocabulary all(Encoding::Bytes, letters);
    std::string first;
    for (const Way& way : waysOn(device)) {
        TextGenerator generator(model, store, all, way.engine, way.makeSampler);
        const SamplingSettings settings{.prompt = "A", .length = characters, .seed = 1};
        std::string text = generator.text(settings); // which also warms up
        std::vector<double> seconds;
        for (int round = 0; round < rounds; ++round) {
            const Clock::time_point start = Clock::now();
            text = generator.text(settings);
            seconds.push_back(secondsSince(start));
        }
        std::ranges::sort(seconds);
        const double median = seconds[seconds.size() / 2];
        first = first.empty() ? text : first;
        const auto same = std::ranges::mismatch(first, text).in1 - first.begin();
        std::printf("%-8s %-24s %10.0f chars/s %9.2f us each   stop %6.2f ms   ", net.name, way.name,
                    static_cast<double>(characters) / median, 1e6 * median / static_cast<double>(characters),
                    timeOfStop(generator));
        std::printf("%s\n", same == std::ssize(first)
                                ? "same text"
                                : ("same text for " + std::to_string(same) + " characters").c_str());
        std::fflush(stdout);
    }
}

int numberIn(const char* text, int fallback)
{
    int number = fallback;
    std::from_chars(text, text + std::char_traits<char>::length(text), number);
    return number;
}

} // namespace
} // namespace engine

int main(int count, char** arguments)
{
    const std::string device = count > 1 ? arguments[1] : "cuda";
    const int characters = count > 2 ? engine::numberIn(arguments[2], 20'000) : 20'000;
    const int rounds = count > 3 ? std::max(1, engine::numberIn(arguments[3], 5)) : 5;
    const std::string part = count > 4 ? arguments[4] : "";
    try {
        const std::unique_ptr<engine::Device> opened = engine::openDevice({.name = device});
        std::printf("%s: %s; %d characters, median of %d\n", opened->name().c_str(), opened->description().c_str(),
                    characters, rounds);
        for (const engine::Shape3& net : engine::nets) {
            if (std::string(net.name).find(part) != std::string::npos) {
                engine::measure(*opened, net, characters, rounds);
            }
        }
    } catch (const engine::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
