// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/onnx/onnx_graph.h"

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace engine::onnx {

/// Numbers of any kind, in double precision.
struct Array {
    std::vector<std::int64_t> extents;
    std::vector<double> values;

    std::size_t rank() const { return extents.size(); }
    std::int64_t count(std::size_t first, std::size_t last) const;
    std::int64_t count() const { return count(0, rank()); }
};

/// A node that the evaluator does not know, or an attribute that it does not compute with.
class NotEvaluated : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A graph that no program runs on these inputs: shapes do not fit, or a number is out of range.
class NotRunning : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// All values of a graph, node by node as ONNX defines its operators: slow, obvious, in double precision. It knows
/// those of nets that read text or sequences; a setting that it does not know is NotEvaluated, never left out. Throws
/// NotRunning.
std::map<std::string, Array> evaluated(const Graph& graph, std::map<std::string, Array> inputs);

} // namespace engine::onnx
