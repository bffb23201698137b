// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

/// What one engine is measured with.
struct Measurement {
    std::string model, solver; ///< prototxt
    std::string text;          ///< file
    std::string engine;        ///< the wish; empty: as the model says
    std::uint64_t seed = 1;
    int threads = 0;
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
        double seconds; ///< from the start of the process until it could train
        std::int64_t parameters, vocabulary, batchCharacters;
        std::string engine;      ///< of the recurrent layers
        std::string weights;     ///< digest of the first weights
        std::int64_t flops;      ///< of one training step, forward and backward
        std::int64_t flopsOfOne; ///< of writing one character
    };
    const Loaded& loaded() const { return m_loaded; }

    struct Steps {
        std::vector<double> seconds, losses; ///< of each
    };
    Steps train(std::int64_t iterations);
    double generate(std::int64_t characters); ///< seconds

    std::int64_t peakMemory(); ///< bytes that the process has had at once so far

private:
    Json ask(const Json& question);
    Json readAnswer();
    void close();

    pid_t m_process = -1;
    int m_questions = -1, m_answers = -1; ///< our ends of the pipes
    std::string m_read;                   ///< beyond the last line
    Loaded m_loaded = {};
};

double median(std::vector<double> values);

} // namespace cli
