// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/metrics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace studio {

/// One training iteration's figures. Numbers that a run does not have are NaN.
struct CurvePoint {
    std::int64_t iteration = 0;
    double seconds = 0;    ///< of training, over all its resumes
    double characters = 0; ///< read so far; sequences where the run learns from those
    float loss = 0;        ///< nats per character, or what the loss layers say of a sequence
    float learningRate = 0;
    float gradientNorm = 0;
    float charsPerSecond = 0; ///< characters, or sequences
};

struct ValidationPoint {
    std::int64_t iteration = 0;
    double seconds = 0, characters = 0;
    double loss = 0;
    bool best = false;
    std::vector<engine::Metric> metrics = {}; ///< by name: "accuracy", "mae"
};

struct CheckpointMark {
    std::int64_t iteration = 0;
    std::string file;
    bool best = false;
};

/// A text that the net wrote, with all that is needed to write it again.
struct WrittenText {
    std::int64_t iteration = 0;
    std::string checkpoint; ///< the file whose weights wrote it; empty: the net in training, at that iteration
    std::string prompt;
    double temperature = 1, topP = 1;
    std::int64_t topK = 0, length = 0;
    std::uint64_t seed = 0;
    std::string text;
    std::vector<float> bits; ///< surprise of each code point of `text`; empty: not known, NaN: not of this one
};

/// All that is kept of one run: a value that the project file holds, the plots draw and the diary shows.
struct RunRecord {
    int id = 0;        ///< from 1, never used again in a project
    std::string name;  ///< "Run 3", or as the user calls it
    std::string model; ///< prototxt, as it was trained
    std::string solver;
    std::string corpus;    ///< file; a folder or a name of made data where it learns from sequences
    bool readsText = true; ///< false: sequences with an answer each
    std::string engine, device;
    std::uint64_t seed = 0;
    std::string started; ///< ISO 8601, UTC
    std::string ending;  ///< engine::toString(EndReason) or an error's sentence; empty: not ended yet
    std::vector<CurvePoint> curve;
    std::vector<ValidationPoint> validations;
    std::vector<CheckpointMark> checkpoints;
    std::vector<WrittenText> diary; ///< samples on the way, in the order of iterations
    std::vector<std::string> notes; ///< sentences of its start: where its first weights came from, ...
};

} // namespace studio
