// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/samples.h"
#include "engine/graph/model.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace python {

/// Sequences as arrays have them.
struct Arrays {
    std::span<const float> values;         ///< [steps of all sequences, width], one sequence behind the other
    std::int64_t width = 0;                ///< I
    std::span<const std::int32_t> lengths; ///< [N], steps of each
    std::span<const double> answers;       ///< [N], the number of its class or a number; empty: none is known
    std::vector<std::string> classes;      ///< names; empty where an answer is a number
};

/// Copies them. They are in no part yet.
engine::Samples samplesOf(const Arrays& arrays);

/// Samples to learn from, with the share held out that the model's data layer says.
engine::Samples samplesFor(const engine::Model& model, const Arrays& arrays);

/// The samples as a net that is trained reads them. Throws Error where it has not learned from arrays, and where they
/// are longer or have another width than those that it learned from.
engine::Samples samplesFor(const engine::SampleFacts& learned, engine::Samples samples);

} // namespace python
