// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "engine/backends/open_device.h"
#include "engine/devices/device.h"
#include "engine/graph/go_on.h"
#include "engine/training/measure/metrics.h"

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cli {

/// What one engine is measured with.
struct Measurement {
    std::string model, solver; ///< prototxt
    std::string data;          ///< a text, or sequences: a file, a folder or a name of made data
    std::string engine;        ///< the wish; empty: as the model says
    engine::DeviceWish device = {};
    std::uint64_t seed = 1;
    engine::GoOn goOn =
        {}; ///< asked while an answer is waited for; else CancelledError is thrown, and the process ends
};

/// This program once more, with one engine in it: so that its memory and the time it takes to load are its own. Engines
/// that are compared take turns, so that what else the machine does disturbs all of them alike.
///
/// The two talk in lines of JSON over pipes; measure_command.cpp is the other end. All methods throw Error with what
/// went wrong in there, or UnavailableError where it has no such engine.
class EngineProcess {
public:
    explicit EngineProcess(const Measurement& measurement);
    ~EngineProcess();
    EngineProcess(const EngineProcess&) = delete;
    EngineProcess& operator=(const EngineProcess&) = delete;

    struct Loaded {
        double seconds;       ///< from the start of the process until it could train
        double deviceSeconds; ///< of that, until the device was open
        double netSeconds;    ///< of that, for the net: weights, kernels and their memory
        bool isText;          ///< it learns from a text; else from sequences with an answer each
        bool writes;          ///< a text: a net that also reads backward cannot
        std::int64_t parameters, vocabulary;
        std::int64_t batchUnits; ///< characters, or sequences, of a step
        std::int64_t streams;    ///< N
        double stepsPerEpoch;    ///< in which the training part is read through
        std::string engine;      ///< of the recurrent layers
        std::string device;      ///< "CUDA:0"
        std::string description; ///< of the device
        std::string precision;
        int threads;                      ///< of the processor, where it computes there; else 0
        std::string weights;              ///< digest of the first weights
        std::int64_t flops;               ///< of one training step, forward and backward
        std::int64_t flopsOfOne;          ///< of writing one character, or of saying one sequence's answer
        std::vector<std::string> remarks; ///< on the data, as a run says them
    };
    const Loaded& loaded() const { return m_loaded; }

    struct Steps {
        std::vector<double> seconds, losses; ///< of each
    };
    Steps train(std::int64_t iterations);
    double generate(std::int64_t characters); ///< seconds
    std::string write(std::int64_t characters, std::uint64_t seed);

    /// How the net does on what is held out.
    struct Validated {
        double seconds = 0;
        double loss = 0;
        std::int64_t units = 0; ///< that were measured
        std::vector<engine::Metric> metrics = {};
    };
    std::optional<Validated> validate(); ///< nothing where nothing is held out

    /// Seconds for all sequences that are held out: to measure the net by them, and to say its answers.
    struct UseTimes {
        double evaluate, predict;
    };
    std::optional<UseTimes> useTimes(); ///< nothing of a text, or where nothing is held out

    /// What some time of training costs. What is unknown is empty.
    struct Effort {
        double seconds;
        std::int64_t characters;                  ///< or sequences
        std::optional<double> joules;             ///< of the whole device
        std::optional<double> utilisationPercent; ///< mean: of the GPU, or this process's share of the processors
    };
    Effort work(double seconds);

    /// Bytes that were held at once so far.
    struct Memory {
        std::int64_t process;                 ///< of the machine's memory
        std::int64_t device;                  ///< of the GPU's, by the device's own account; 0 without a GPU
        std::optional<std::int64_t> byDriver; ///< of the GPU's, as the driver saw it while work() went on

        std::int64_t whereItTrains() const { return device > 0 ? device : process; }
    };
    Memory memory();

private:
    Json ask(const Json& question);
    Json readAnswer();
    void close();

    engine::GoOn m_goOn;
    pid_t m_process = -1;
    int m_questions = -1, m_answers = -1; ///< our ends of the pipes
    std::string m_read;                   ///< beyond the last line
    bool m_works = false;                 ///< an answer is not there yet
    Loaded m_loaded = {};
};

} // namespace cli
